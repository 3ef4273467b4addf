"""Whole routes worth taking from where a hiker stands: the small steps, chosen well.

A route is worth taking if no other to the same waypoint costs no more, uses no more kayaks and brings all that it
brings (new lakes, woods, bridges and squares). They are found by a search over (place, what was gathered), cheapest
first; a place keeps a handful of ways to have come there that do not dominate one another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from waystation.engine import Node, Path, Plan

from .card import BACKPACK, COAT, COAT_POINTS, COAT_WEATHER, GOALS, KAYAK, KAYAK_LINES
from .graph import bits
from .hiker import Ask, Hiker
from .picture import MARGIN
from .rules import route

if TYPE_CHECKING:
    from .state import WaypointsState

WAYS = 3
"""Ways of having come to one place, with so many kayaks used, that the search keeps."""
SHOWN = 6
"""Plans offered for one click."""


class Route(NamedTuple):
    """A route to a waypoint: its actions, what they cost in all, how it is paid, and what it brings."""

    stop: int
    cost: int
    water: int
    coats: int
    kayaks: int
    lakes: int
    woods: int
    bridges: int
    squares: int
    actions: tuple[int, ...]


class _Way(NamedTuple):
    """A label of the search: where, at what cost, with what gathered, and the way it was reached."""

    place: int
    cost: int
    gains: int
    kayaks: int
    before: _Way | None
    action: int


def routes(state: WaypointsState, me: Hiker, wanted: int | None = None, at_most: int = 99) -> list[Route]:
    """All routes worth taking, of `at_most` so many lines, to the waypoints in `wanted` (bits; None: all targets)."""
    goals = route.targets(state, me)
    search = _Search(state, me, goals if wanted is None else wanted & goals, at_most)
    return [paid for way, stop in search.run() for paid in search.payments(way, stop)]


class _Search:
    """One run of the planner. Places are faces, and behind them reach * 4 + lines crossed by the kayak in use."""

    def __init__(self, state: WaypointsState, me: Hiker, goals: int, at_most: int) -> None:
        self.state = state
        self.me = me
        self.goals = goals
        self.graph = state.game.graph
        self.coats = me.ready[COAT] + me.ready[BACKPACK] if state.movement <= COAT_WEATHER else 0
        self.most = min(at_most, route.budget(state, me) + COAT_POINTS * self.coats)
        self.kayaks = me.ready[KAYAK] + me.ready[BACKPACK]
        self._prepare_gains()

    def _prepare_gains(self) -> None:
        """One int holds all that is gathered: lakes, woods, bridges, squares, each from its own bit on."""
        sheet, me = self.graph.sheet, self.me
        goal = GOALS[self.state.goal]
        self.woods_from = len(sheet.lakes)
        self.bridges_from = self.woods_from + len(sheet.woods)
        self.squares_from = self.bridges_from + len(sheet.bridges)
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

    def run(self) -> list[tuple[_Way, int]]:
        """Ways to a goal that are worth it, with the goal."""
        graph, me = self.graph, self.me
        place = me.node if me.afloat < 0 else graph.faces + me.node * 4 + me.afloat
        self.kept: dict[int, list[tuple[int, int]]] = {}
        self.buckets: list[list[_Way]] = [[] for _ in range(self.most + 1)]
        found: list[tuple[_Way, int]] = []
        self._push(_Way(place, 0, 0, 0, None, -1))
        for bucket in self.buckets:
            for way in bucket:  # grows while it is walked: steps at no cost
                if not self._keep(way):
                    continue
                if way.place < graph.faces:
                    for stop in graph.stops_at[way.place]:
                        if self.goals >> stop & 1:
                            found.append((way, stop))
                    self._on_foot(way)
                else:
                    self._afloat(way)
        return _undominated(found)

    def _push(self, way: _Way) -> None:
        """Take the features of the place, and look at the way later, unless one that is kept is as good."""
        if way.place < self.graph.faces:
            way = self._gather(way)
        if not self._matched(way):
            self.buckets[way.cost].append(way)

    def _matched(self, way: _Way) -> bool:
        """Whether a way to the same place that is kept (and so costs no more) brings as much."""
        for gains, kayaks in self.kept.get(way.place, ()):
            if kayaks <= way.kayaks and gains & way.gains == way.gains:
                return True
        return False

    def _keep(self, way: _Way) -> bool:
        """Remember the way if it is worth it; each place keeps a few for each number of kayaks used."""
        if self._matched(way):
            return False
        kept = self.kept.setdefault(way.place, [])
        if sum(kayaks == way.kayaks for _, kayaks in kept) == WAYS:
            return False
        kept.append((way.gains, way.kayaks))
        return True

    def _gather(self, way: _Way) -> _Way:
        graph, me, moves = self.graph, self.me, self.state.game.moves
        for lake in graph.lakes_at[way.place]:
            if not (me.lakes | way.gains) >> lake & 1:
                way = _Way(way.place, way.cost, way.gains | 1 << lake, way.kayaks, way, moves.lake + lake)
        for wood in graph.woods_at[way.place]:
            bit = 1 << self.woods_from + wood
            if not me.woods >> wood & 1 and not way.gains & bit:
                way = _Way(way.place, way.cost, way.gains | bit, way.kayaks, way, moves.wood + wood)
        return way

    def _on_foot(self, way: _Way) -> None:
        graph, moves, face, cost = self.graph, self.state.game.moves, way.place, way.cost
        left = self.most - cost
        table = graph.reachability(self.kayaks - way.kayaks)
        if left > 0:
            cheaper = min(left - 1, table.top)
            for other in graph.steps[face]:
                if table.on_foot[other][cheaper] & self.goals:
                    gains = way.gains | self.square_bit[other]
                    self._push(_Way(other, cost + 1, gains, way.kayaks, way, moves.go + other))
        for bridge in graph.bridges_at[face]:
            if self._crossings(way, bridge) == 2:
                continue
            one, two = graph.bridges[bridge]
            other = two if one == face else one
            gains = way.gains | self.bridge_bit[bridge] | self.square_bit[other]
            self._push(_Way(other, cost, gains, way.kayaks, way, moves.bridge + bridge))
        if way.kayaks < self.kayaks:
            first = moves.kayak if way.kayaks < self.me.ready[KAYAK] else moves.pack_kayak
            for reach in graph.launches[face]:
                gains = way.gains | self.square_bit[graph.faces + reach]
                self._push(_Way(graph.faces + reach * 4, cost, gains, way.kayaks + 1, way, first + reach))

    def _crossings(self, way: _Way, bridge: int) -> int:
        """How often the route has crossed a bridge (twice is the most, ruling 6)."""
        action, step = self.state.game.moves.bridge + bridge, way
        count = (self.me.crossed >> bridge & 1) + (self.me.crossed_twice >> bridge & 1)
        while step.before is not None:
            count += step.action == action
            step = step.before
        return count

    def _afloat(self, way: _Way) -> None:
        graph, moves = self.graph, self.state.game.moves
        reach, lines = divmod(way.place - graph.faces, 4)
        table = graph.reachability(self.kayaks - way.kayaks)
        left = min(self.most - way.cost, table.top)
        for face in graph.banks[reach]:
            if table.on_foot[face][left] & self.goals:
                gains = way.gains | self.square_bit[face]
                self._push(_Way(face, way.cost, gains, way.kayaks, way, moves.go + face))
        dear = lines == KAYAK_LINES
        if dear and (way.cost == self.most or not graph.may_paddle_on):
            return
        for other in graph.floats[reach]:
            place = graph.faces + other * 4 + min(lines + 1, KAYAK_LINES)
            gains = way.gains | self.square_bit[graph.faces + other]
            self._push(_Way(place, way.cost + dear, gains, way.kayaks, way, moves.float + other))

    # ------------------------------------------------------------------ results

    def payments(self, way: _Way, stop: int) -> list[Route]:
        """The route with the fewest coats that do, and with one more where that saves water."""
        state, me = self.state, self.me
        short = way.cost + me.spent - state.movement - COAT_POINTS * me.coats
        found = []
        for coats in range(max(0, self.coats - max(0, way.kayaks - me.ready[KAYAK])) + 1):
            water = max(0, short - COAT_POINTS * coats)
            if water <= me.held:
                found.append(self._route(way, stop, coats, water))
                if not water or len(found) == 2:
                    break
        return found

    def _route(self, way: _Way, stop: int, coats: int, water: int) -> Route:
        moves, me = self.state.game.moves, self.me
        actions = [moves.arrive + stop]
        step: _Way | None = way
        while step is not None and step.before is not None:
            actions.append(step.action)
            step = step.before
        own = min(coats, me.ready[COAT])
        actions += [moves.pack_coat] * (coats - own) + [moves.coat] * own
        gains = way.gains
        return Route(
            stop,
            way.cost + me.spent,
            water,
            coats,
            way.kayaks,
            gains & (1 << self.woods_from) - 1,
            gains >> self.woods_from & (1 << self.bridges_from - self.woods_from) - 1,
            gains >> self.bridges_from & (1 << self.squares_from - self.bridges_from) - 1,
            gains >> self.squares_from,
            tuple(reversed(actions)),
        )


def _undominated(found: list[tuple[_Way, int]]) -> list[tuple[_Way, int]]:
    """Drops what costs as much and brings no more than another way to the same waypoint."""
    best: dict[int, list[_Way]] = {}
    for way, stop in sorted(found, key=lambda item: (item[0].cost, item[0].kayaks, -item[0].gains.bit_count())):
        kept = best.setdefault(stop, [])
        if not any(o.kayaks <= way.kayaks and o.gains & way.gains == way.gains for o in kept):
            kept.append(way)
    return [(way, stop) for stop in sorted(best) for way in best[stop]]


# ---------------------------------------------------------------------- for the table


def plans_for_node(state: WaypointsState, seat: int, node: str) -> list[Plan]:
    """The routes worth taking to a waypoint, or through a lake, wood or bridge, that was clicked."""
    me = state.hikers[seat]
    if seat not in state.to_act or me.doing[-1] != Ask.WALK:
        return []
    kind, _, name = node.partition(":")
    if kind == "stop" and name in state.game.graph.stop_index:
        found = routes(state, me, 1 << state.game.graph.stop_index[name])
    elif kind in ("lake", "wood", "bridge") and name.isdigit():
        action = f"{kind} {name}"
        try:
            wanted = state.game.actions.parse(action)
        except ValueError:
            return []
        found = [r for r in routes(state, me) if wanted in r.actions]
    else:
        return []
    found.sort(key=lambda r: (r.coats + r.kayaks, r.water + r.cost - 2 * len(bits(r.lakes)) - 2 * len(bits(r.woods))))
    return [_plan(state, me, r) for r in found[:SHOWN]]


def _plan(state: WaypointsState, me: Hiker, found: Route) -> Plan:
    game = state.game
    name = game.sheet.waypoints[found.stop].id
    steps = tuple(game.actions.format(action) for action in found.actions)
    path = game.picture.pencil.path(
        game.sheet.waypoints[me.here].at,
        [*map(game.actions.format, me.trail), *(s for s in steps[:-1] if "coat" not in s)],
        game.sheet.waypoints[found.stop].at,
    )
    preview = Node("plan", "map", (Path(path, role="casing"), Path(path, role="preview")), MARGIN, MARGIN, layer=8)
    return Plan(f"To {name}: {price(found)}", steps, gains_text(found), (preview,))


def price(found: Route) -> str:
    """What a route costs, in words."""
    parts = [f"{found.cost} line{'' if found.cost == 1 else 's'}"]
    if found.water:
        parts.append(f"{found.water} water")
    for count, what in ((found.coats, "coat"), (found.kayaks, "kayak")):
        if count:
            parts.append(f"{count} {what}{'s' if count > 1 else ''}")
    return ", ".join(parts)


def gains_text(found: Route) -> str:
    """What a route brings on its way, in words."""
    parts = []
    for mask, what in ((found.lakes, "lake"), (found.woods, "wood"), (found.bridges, "new bridge")):
        numbers = [str(n + 1) for n in bits(mask)]
        if numbers:
            parts.append(f"{what}{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}")
    if found.squares:
        count = found.squares.bit_count()
        parts.append(f"{count} new square{'s' if count > 1 else ''}")
    return "; ".join(parts)
