"""Whole routes worth taking from where a hiker stands: the small steps, chosen well.

A route is worth taking if no other to the same waypoint costs no more, uses no more kayaks and brings all that it
brings (new lakes, woods, bridges and squares). They are found by a search over (place, what was gathered), cheapest
first; a place keeps a handful of ways to have come there that do not dominate one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from waystation.engine import Node, Path, Plan
from waystation.engine.words import Phrase, count, mark, said, say, told

from . import route
from .components import BACKPACK, COAT, COAT_POINTS, COAT_WEATHER, GOALS, KAYAK, KAYAK_LINES
from .graph import bits
from .sheet import MARGIN
from .state import Hiker, WaypointsState

WAYS = 3
"""Ways of having come to one place, with so many kayaks used, that the search keeps: the cheapest.
There can be hundreds that do not dominate one another."""
SHOWN = 6
"""Plans offered for one click."""


_Way = tuple[int, int, int, Any, int]
"""A label of the search: where, with what gathered and how many kayaks, from which way (None: none), by which action.
(mypyc can't compile types that hold themselves.)"""


class Route(NamedTuple):
    """A route to a waypoint: what it costs in all, how it is paid, what it brings, and its actions.

    Of many routes that are compared few are walked, so the actions are unrolled when they are asked for: first those in
    `before` (coats put on), then those that led to `last`.
    """

    stop: int
    cost: int
    water: int
    coats: int
    kayaks: int
    lakes: int
    woods: int
    bridges: int
    squares: int
    before: tuple[int, ...]
    last: _Way | None

    @property
    def actions(self) -> tuple[int, ...]:
        """The ids of all steps, the arrival last."""
        found: list[int] = []
        step = self.last
        while step is not None and step[3] is not None:
            found.append(step[4])
            step = step[3]
        return (*self.before, *reversed(found))


def routes(state: WaypointsState, me: Hiker, wanted: int | None = None) -> list[Route]:
    """All routes worth taking to the waypoints in `wanted` (bits; None: all targets)."""
    goals = route.targets(state, me)
    most = reach(state, me, state.movement)
    return Search(state, me, goals if wanted is None else wanted & goals, most).routes(state.movement, most)


def reach(state: WaypointsState, me: Hiker, movement: int) -> int:
    """Lines that a route can cross at most under this weather, with all water and every coat."""
    return route.budget(state, me) - state.movement + movement + COAT_POINTS * _coats(me, movement)


def _coats(me: Hiker, movement: int) -> int:
    return me.ready[COAT] + me.ready[BACKPACK] if movement <= COAT_WEATHER else 0


class Search:
    """One run of the planner. Places are faces, and behind them reach * 4 + lines crossed by the kayak in use.

    What the weather gives is asked only when routes are paid for: a search up to the most lines that any weather
    allows holds what a search for each weather would find.
    """

    def __init__(self, state: WaypointsState, me: Hiker, goals: int, most: int, through: int = -1) -> None:
        """`through`: the action of a lake, wood or bridge. Only the cheapest ways with it and without it are kept then:
        so one is found with it, if there is any, which ways that bring other things may crowd out of a whole search.
        """
        self.me = me
        self.goals = goals
        self.graph = state.game.graph
        self.moves = state.game.moves
        self.most = most
        self.kayaks = me.ready[KAYAK] + me.ready[BACKPACK]
        self.tables = [self.graph.reachability(left) for left in range(self.kayaks + 1)]
        self._prepare_gains(GOALS[state.goal])
        self.through = self._bit_of(through)
        places = self.graph.faces + 4 * len(self.graph.banks)
        self.kept: list[list[list[int]]] = [[[] for _ in range(places)] for _ in range(self.kayaks + 1)]
        self.buckets: list[list[_Way]] = [[] for _ in range(most + 1)]
        self.found = _undominated(self._run())

    def _prepare_gains(self, goal: str) -> None:
        """One int holds all that is gathered: lakes, woods, bridges, squares, each from its own bit on."""
        sheet, me = self.graph.sheet, self.me
        self.woods_from = len(sheet.lakes)
        self.bridges_from = self.woods_from + len(sheet.woods)
        self.squares_from = self.bridges_from + len(sheet.bridges)
        self.lakes, self.woods, self.bridges = (
            (1 << len(things)) - 1 for things in (sheet.lakes, sheet.woods, sheet.bridges)
        )
        self.squares = (1 << self.graph.squares) - 1
        old_squares = me.squares if goal == "squares" else me.hike_squares
        care_for_squares = goal == "squares" or me.journal[3] < 0
        self.square_bit = [
            0 if old_squares >> square & 1 or not care_for_squares else 1 << self.squares_from + square
            for square in self.graph.square
        ]
        self.bridge_bit = [
            0 if me.bridges >> b & 1 or goal != "bridges" else 1 << self.bridges_from + b
            for b in range(len(sheet.bridges))
        ]
        self.features: dict[int, list[tuple[int, int]]] = {}
        for taken, features, bit, action in (
            (me.lakes, sheet.lakes, 1, self.moves.lake),
            (me.woods, sheet.woods, 1 << self.woods_from, self.moves.wood),
        ):
            for index, feature in enumerate(features):
                if not taken >> index & 1:
                    for face in feature.faces:
                        self.features.setdefault(face, []).append((bit << index, action + index))

    def _bit_of(self, action: int) -> int:
        """The gain that a lake or wood is; for a bridge, which need not be one, a bit behind all others."""
        if action < 0:
            return 0
        bridge = action - self.moves.bridge
        if 0 <= bridge < len(self.bridge_bit):
            bit = 1 << self.squares_from + self.graph.squares
            self.bridge_bit[bridge] |= bit
            return bit
        return next((bit for there in self.features.values() for bit, passing in there if passing == action), 0)

    def _run(self) -> list[tuple[int, _Way, int]]:
        """Costs, ways and goals, the cheapest first."""
        graph, me, goals = self.graph, self.me, self.goals
        place = me.node if me.afloat < 0 else graph.faces + me.node * 4 + me.afloat
        found = []
        # The square in which a route begins is visited by it, too: leaving it and coming back brings nothing.
        here = self.square_bit[graph.stop_face[me.here]]
        self._push(place, 0, here, 0, None, -1)
        for cost, bucket in enumerate(self.buckets):
            for way in bucket:  # grows while it is walked: steps at no cost
                place, gains, kayaks, _, _ = way
                if self._matched(place, gains, kayaks):
                    continue
                self.kept[kayaks][place].append(gains)
                if place >= graph.faces:
                    self._afloat(way, cost)
                    continue
                for stop in graph.stops_at[place]:
                    if goals >> stop & 1:
                        found.append((cost, way, stop))
                self._on_foot(way, cost)
        return found

    def _matched(self, place: int, gains: int, kayaks: int) -> bool:
        """Whether ways that are kept (and so cost no more) bring as much, or are as many as a place may have."""
        for kept in self.kept[: kayaks + 1]:
            for other in kept[place]:
                if other & gains == gains:
                    return True
        ways = self.kept[kayaks][place]
        if self.through:
            return any((other ^ gains) & self.through == 0 for other in ways)
        return len(ways) == WAYS

    def _push(self, place: int, cost: int, gains: int, kayaks: int, before: _Way | None, action: int) -> None:
        """Take the features of a face, and look at the way later, unless one that is kept is as good."""
        if place not in self.features:
            if not self._matched(place, gains, kayaks):
                self.buckets[cost].append((place, gains, kayaks, before, action))
            return
        way = (place, gains, kayaks, before, action)
        for bit, passing in self.features[place]:
            if not gains & bit:
                gains |= bit
                way = (place, gains, kayaks, way, passing)
        if not self._matched(place, gains, kayaks):
            self.buckets[cost].append(way)

    def _on_foot(self, way: _Way, cost: int) -> None:
        graph, moves, goals, push = self.graph, self.moves, self.goals, self._push
        face, gains, kayaks, _, _ = way
        if cost < self.most:
            table = self.tables[self.kayaks - kayaks]
            left = min(self.most - cost - 1, table.top)
            on_foot, square_bit, first = table.on_foot, self.square_bit, moves.go
            for other in graph.steps[face]:
                if on_foot[other][left] & goals:
                    push(other, cost + 1, gains | square_bit[other], kayaks, way, first + other)
        for bridge in graph.bridges_at[face]:
            if self._crossings(way, bridge) < 2:
                one, two = graph.bridges[bridge]
                other = two if one == face else one
                more = gains | self.bridge_bit[bridge] | self.square_bit[other]
                self._push(other, cost, more, kayaks, way, moves.bridge + bridge)
        if kayaks < self.kayaks:
            first = moves.kayak if kayaks < self.me.ready[KAYAK] else moves.pack_kayak
            for water in graph.launches[face]:
                more = gains | self.square_bit[graph.faces + water]
                self._push(graph.faces + water * 4, cost, more, kayaks + 1, way, first + water)

    def _crossings(self, way: _Way, bridge: int) -> int:
        """How often the route has crossed a bridge (twice is the most, ruling 6)."""
        action, step = self.moves.bridge + bridge, way
        count = (self.me.crossed >> bridge & 1) + (self.me.crossed_twice >> bridge & 1)
        while step[3] is not None:
            count += step[4] == action
            step = step[3]
        return count

    def _afloat(self, way: _Way, cost: int) -> None:
        graph, moves = self.graph, self.moves
        place, gains, kayaks, _, _ = way
        water, lines = divmod(place - graph.faces, 4)
        table = self.tables[self.kayaks - kayaks]
        left = min(self.most - cost, table.top)
        for face in graph.banks[water]:
            if table.on_foot[face][left] & self.goals:
                self._push(face, cost, gains | self.square_bit[face], kayaks, way, moves.go + face)
        dear = lines == KAYAK_LINES
        if dear and (cost == self.most or not graph.may_paddle_on):
            return
        for other in graph.floats[water]:
            there = graph.faces + other * 4 + min(lines + 1, KAYAK_LINES)
            more = gains | self.square_bit[graph.faces + other]
            self._push(there, cost + dear, more, kayaks, way, moves.float + other)

    # ------------------------------------------------------------------ results

    def routes(self, movement: int, most: int) -> list[Route]:
        """The routes of so many lines at most, as they are paid for in this weather."""
        coats = _coats(self.me, movement)
        return [
            paid
            for cost, way, stop in self.found
            if cost <= most
            for paid in self._payments(cost, way, stop, movement, coats)
        ]

    def _payments(self, cost: int, way: _Way, stop: int, movement: int, coats: int) -> list[Route]:
        """The route with the fewest coats that do, and with one more where that saves water."""
        me = self.me
        short = cost + me.spent - movement - COAT_POINTS * me.coats
        found = []
        for worn in range(max(0, coats - max(0, way[2] - me.ready[KAYAK])) + 1):
            water = max(0, short - COAT_POINTS * worn)
            if water <= me.held:
                found.append(self._route(cost, way, stop, worn, water))
                if not water or len(found) == 2:
                    break
        return found

    def _route(self, cost: int, way: _Way, stop: int, coats: int, water: int) -> Route:
        moves, me = self.moves, self.me
        place, gains, kayaks, _, _ = way
        own = min(coats, me.ready[COAT])
        return Route(
            stop,
            cost + me.spent,
            water,
            coats,
            kayaks,
            gains & self.lakes,
            gains >> self.woods_from & self.woods,
            gains >> self.bridges_from & self.bridges,
            gains >> self.squares_from & self.squares,
            (moves.coat,) * own + (moves.pack_coat,) * (coats - own),
            (place, gains, kayaks, way, moves.arrive + stop),
        )


def _undominated(found: list[tuple[int, _Way, int]]) -> list[tuple[int, _Way, int]]:
    """Drops what costs as much and brings no more than another way to the same waypoint; sorted by waypoint."""
    best: dict[int, list[tuple[int, _Way, int]]] = {}
    for item in sorted(found, key=lambda item: (item[0], item[1][2], -item[1][1].bit_count())):
        _, (_, gains, kayaks, _, _), stop = item
        kept = best.setdefault(stop, [])
        if not any(o[2] <= kayaks and o[1] & gains == gains for _, o, _ in kept):
            kept.append(item)
    return [item for stop in sorted(best) for item in best[stop]]


# ---------------------------------------------------------------------- for the table


def plans_for_node(state: WaypointsState, seat: int, node: str) -> list[Plan]:
    """The routes worth taking to a waypoint, or through a lake, wood or bridge, that was clicked."""
    me = state.hikers[seat]
    kind, _, name = node.partition(":")
    if kind == "stop" and name in state.game.graph.stop_index:
        found = routes(state, me, 1 << state.game.graph.stop_index[name])
    elif kind in ("lake", "wood", "bridge") and name.isdigit():
        action = f"{kind} {name}"
        try:
            wanted = state.game.actions.parse(action)
        except ValueError:
            return []
        found = [r for r in routes(state, me) if wanted in r.actions] or _through(state, me, wanted)
    else:
        return []
    found.sort(key=lambda r: (r.coats + r.kayaks, r.water + r.cost - 2 * len(bits(r.lakes)) - 2 * len(bits(r.woods))))
    return [_plan(state, me, r) for r in found[:SHOWN]]


def _through(state: WaypointsState, me: Hiker, wanted: int) -> list[Route]:
    """Routes through a lake, wood or bridge that is hard to come by."""
    most = reach(state, me, state.movement)
    search = Search(state, me, route.targets(state, me), most, through=wanted)
    return [r for r in search.routes(state.movement, most) if wanted in r.actions]


def _plan(state: WaypointsState, me: Hiker, found: Route) -> Plan:
    game = state.game
    name = game.sheet.waypoints[found.stop].told
    steps = tuple(game.actions.format(action) for action in found.actions)
    path = game.pencil.path(
        game.sheet.waypoints[me.here].at,
        [*map(game.actions.format, me.trail), *(s for s in steps[:-1] if "coat" not in s)],
        game.sheet.waypoints[found.stop].at,
    )
    preview = Node("plan", "map", (Path(path, role="casing"), Path(path, role="preview")), MARGIN, MARGIN, layer=8)
    made = bill(state, me, route.walked(state, me, found.actions))
    return Plan(said("To {stop}: {price}", stop=name, price=price(made)), steps, gains_text(made), (preview,))


# ---------------------------------------------------------------------- what a route costs and brings, in words


class Bill(NamedTuple):
    """What a route costs and brings on its way, besides its end: counts, and bits of what is new."""

    lines: int
    water: int
    coats: int
    kayaks: int
    lakes: int
    woods: int
    bridges: int
    squares: int
    """New in this game,"""
    hike_squares: int
    """and new on this hike."""


def bill(state: WaypointsState, before: Hiker, after: Hiker) -> Bill:
    """What was spent and found on the way from one sheet to the other."""
    coats = after.coats - before.coats
    return Bill(
        after.spent,
        route.water_needed(state, after),
        coats,
        sum(after.used) - sum(before.used) - coats,
        after.lakes & ~before.lakes,
        after.woods & ~before.woods,
        after.bridges & ~before.bridges,
        after.squares & ~before.squares,
        after.hike_squares & ~before.hike_squares,
    )


def price(made: Bill) -> Phrase:
    """What a route costs, in words."""
    parts = [count(made.lines, "line|lines")]
    if made.water:
        parts.append(say("{n} water", n=made.water))
    if made.coats:
        parts.append(count(made.coats, "coat|coats"))
    if made.kayaks:
        parts.append(count(made.kayaks, "kayak|kayaks"))
    return _row(mark("{first}, {rest}"), parts)


def gains_text(made: Bill) -> str:
    """What a route brings on its way, in words; the squares of the hike where these are not the new ones."""
    parts = []
    if made.lakes:
        parts.append(say("{numbers?lake|lakes} {list}", **_numbers(made.lakes)))
    if made.woods:
        parts.append(say("{numbers?wood|woods} {list}", **_numbers(made.woods)))
    if made.bridges:
        parts.append(say("new {numbers?bridge|bridges} {list}", **_numbers(made.bridges)))
    if made.squares:
        parts.append(count(made.squares.bit_count(), "new square|new squares"))
    if made.hike_squares & ~made.squares:
        parts.append(say("{n:square|squares} more on this hike", n=made.hike_squares.bit_count()))
    return told(_row(mark("{first}; {rest}"), parts)) if parts else ""


def _numbers(mask: int) -> dict[str, Any]:
    numbers = [n + 1 for n in bits(mask)]
    return {"numbers": numbers, "list": _row(mark("{first}, {rest}"), [say("{n}", n=n) for n in numbers])}


def _row(template: str, parts: Sequence[Phrase]) -> Phrase:
    """Several things one after the other, by a template that sets two."""
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = say(template, first=part, rest=text)
    return text
