"""The pointer line of a hand as a row of faces and stretches of river, and so as actions.

An excursion shallower than a pen's width is dropped, ends snap to waypoints, and crossings of the river to bridges.
Whether the route may be played is not asked here.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from waystation.engine.words import said

from . import route
from .components import BACKPACK, KAYAK, KAYAK_LINES
from .paths import points_of, resampled
from .state import Hiker, WaypointsState

XY = tuple[float, float]

PEN = 0.05
"""A pen's width in squares: shallower excursions are forgiven."""
SNAP = 0.16
"""How near an end must come to a waypoint, or a crossing to a bridge, in squares."""
WET = 0.06
"""A line so near the river's middle may be on the river,"""
AFLOAT = 0.03
"""and is if on average it is as near as this"""
FLOAT = 0.25
"""for as long a stretch: then a kayak is to be used."""
SURE = 0.02
"""A short stretch less near than this may as well be a walk along the bank: that is tried first."""
ASHORE = 0.09
"""Between two stretches on the river a line that gets so far from its middle has landed; else the hand strayed."""
READINGS = 5
"""So many ways to read a line are tried at most, and that is all of them for every sensible line."""
LINK = 2
"""Where two faces of the line do not touch (a corner was cut), so many steps may lie between them."""


class Run(NamedTuple):
    """A stretch of the line within one face (or, afloat, one reach): its first point and its points."""

    place: int
    afloat: bool
    points: tuple[XY, ...]

    @property
    def length(self) -> float:
        """Its length in squares."""
        return _length(self.points)


class Stuck(Exception):
    """The line can't be read further; says why and where."""

    def __init__(self, reason: str, at: XY) -> None:
        super().__init__(reason)
        self.at = at


class Line:
    """A pointer line as closely set points, cut into what may be on the river and what is not."""

    def __init__(self, state: WaypointsState, line: Sequence[XY], forgive: float = 0.0) -> None:
        """`forgive`: excursions from the river shorter than this are slips, however far they go."""
        sheet = state.game.sheet
        self.forgive = forgive
        self.shore = state.game.pencil.shore
        inside = [(min(max(x, 0.005), sheet.columns - 0.005), min(max(y, 0.005), sheet.rows - 0.005)) for x, y in line]
        self.samples = list(resampled(inside, 0.02))
        self._near: dict[XY, tuple[float, int]] = {}

    def near(self, p: XY) -> tuple[float, int]:
        """How far the river is, and the reach there; asked for every reading of a line, looked for once."""
        if p not in self._near:
            self._near[p] = self.shore.near(p)
        return self._near[p]

    @cached_property
    def trips(self) -> list[tuple[bool, float, int]]:
        """The parts that may be meant as trips by kayak, the likeliest first: whether that is plain, length, place."""
        found = []
        for place, (wet, points) in enumerate(self.parts):
            length, far = _length(points), sum(self.near(p)[0] for p in points) / len(points)
            if wet and length >= FLOAT and far < AFLOAT:
                found.append((far < SURE or length >= 3 * FLOAT, length, place))
        return sorted(found, reverse=True)

    def readings(self, boats: int) -> list[int]:
        """How many trips to read, with so many kayaks, in the order of trying: the plain ones, more, fewer."""
        most = min(boats, len(self.trips)) if boats else 0
        plain = min(most, sum(sure for sure, _, _ in self.trips)) if boats else 0
        order = [*range(plain, most + 1), *range(plain - 1, -1, -1)]
        return order if len(order) <= READINGS else [*order[: READINGS - 1], 0]

    @cached_property
    def parts(self) -> list[tuple[int, list[XY]]]:
        """Stretches on one water and others; what strays from the river and does not come ashore stays on it."""
        parts: list[tuple[int, list[XY]]] = []
        for wet, points in _grouped(self.samples, lambda p: self.near(p)[0] < WET):
            for one in self._by_water(points) if wet else [points]:
                if wet and len(parts) > 1 and self._slipped(parts[-2], parts[-1], one):
                    strayed = parts.pop()[1]
                    parts[-1][1].extend(strayed + one)
                else:
                    parts.append((wet, one))
        return parts

    def _by_water(self, points: Sequence[XY]) -> Iterator[list[XY]]:
        """Cut where the line jumps over a narrow neck of land to another part of the river."""
        begin = 0
        for index, (p, q) in enumerate(pairwise(points), 1):
            if not self.shore.joined(self.near(p)[1], self.near(q)[1]):
                yield list(points[begin:index])
                begin = index
        yield list(points[begin:])

    def _slipped(self, before: tuple[int, list[XY]], between: tuple[int, list[XY]], after: Sequence[XY]) -> bool:
        """Whether the hand left the river only by mistake between these two stretches on it."""
        ends = self.near(before[1][-1])[1], self.near(after[0])[1]
        dry = not between[0]
        near = _length(between[1]) < self.forgive or all(self.near(p)[0] < ASHORE for p in between[1])
        return bool(before[0]) and dry and near and self.shore.joined(*ends)


class LineReader:
    """Reads a line into actions, which it collects in `actions`; `places` says where on the line each was meant."""

    def __init__(self, state: WaypointsState, me: Hiker, line: Line, floats: int) -> None:
        """`floats`: so many stretches on the river are read as such, the likeliest."""
        self.state = state
        self.line = line
        self.floats = floats
        self.me = me
        self.graph = state.game.graph
        self.sheet = state.game.sheet
        self.raster = state.game.pencil.raster
        self.samples = line.samples
        self.actions: list[int] = []
        self.places: list[XY] = []
        self.at = self.samples[0]
        self.reach = me.node if me.afloat >= 0 else -1
        self.face = -1 if me.afloat >= 0 else me.node
        self.launched = 0

    def read(self) -> None:
        """All of the line; Stuck where it makes no sense."""
        self._begin()
        for run in self._runs():
            self.at = run.points[0]
            if run.afloat:
                self._float_to(run.place, run.points[0])
            else:
                self._walk_to(run.place, run.points)
                self._features(run)
        self.at = self.samples[-1]
        self._end(self.samples[-1])

    def _do(self, action: int) -> None:
        self.actions.append(action)
        self.places.append(self.at)

    def _begin(self) -> None:
        here = self.sheet.waypoints[self.me.here].at
        first = self.samples[0]
        if not self.me.trail and math.dist(first, here) > 2 * SNAP and self.raster.face(first) != self.face:
            raise Stuck(
                said("Begin the line at {stop}, where you are.", stop=self.sheet.waypoints[self.me.here].told), first
            )

    # ------------------------------------------------------------------ the line as runs

    def _runs(self) -> list[Run]:
        """Stretches by face; where a kayak is meant, by reach."""
        runs: list[Run] = []
        for afloat, points in self._wet_and_dry():
            find = (lambda p: self.line.near(p)[1]) if afloat else self.raster.face
            runs += [Run(place, afloat, tuple(part)) for place, part in _grouped(points, find)]
        return self._tidied(runs)

    def _wet_and_dry(self) -> Iterator[tuple[bool, list[XY]]]:
        """The line cut into what is on the river and what is not."""
        if not self.floats:
            yield False, self.samples
            return
        trips = {place for _, _, place in self.line.trips[: self.floats]}
        for place, (_, points) in enumerate(self.line.parts):
            yield place in trips, points

    def _tidied(self, runs: list[Run]) -> list[Run]:
        """Without excursions shallower than a pen's width: into a face and back, or grazing a third one on the way.

        The shallowest go first: what strays back and forth over a line is then on the side where most of it is.
        """
        for pen in (PEN / 3, 2 * PEN / 3, PEN):
            runs = self._without_strays(runs, pen)
        return runs

    def _without_strays(self, runs: list[Run], pen: float) -> list[Run]:
        tidy: list[Run] = []
        for index, run in enumerate(runs):
            after = runs[index + 1] if index + 1 < len(runs) else None
            if tidy and after is not None and self._strays(tidy[-1], run, after, pen):
                continue
            if tidy and tidy[-1].place == run.place and tidy[-1].afloat == run.afloat:
                tidy[-1] = run._replace(points=tidy[-1].points + run.points)
            else:
                tidy.append(run)
        return tidy

    def _strays(self, before: Run, run: Run, after: Run, pen: float) -> bool:
        """Whether a stretch is a slip of the hand between two others."""
        if run.afloat:
            return False
        if before.afloat or after.afloat:  # on the wrong bank just before a launch or after a landing
            water, land = (before, after) if before.afloat else (after, before)
            known = not land.afloat and land.place in self.graph.banks[water.place]
            return known and land.place != run.place and self._near_river(run, 2 * PEN)
        back = before.place == after.place
        if _shallow(run, pen):
            return back or after.place in self.graph.steps[before.place]
        over = back and run.place not in self.graph.steps[before.place]
        return over and (pen == PEN or run.length <= 2 * pen) and self._near_river(run, PEN)

    def _near_river(self, run: Run, far: float) -> bool:
        return all(self.line.near(p)[0] <= far for p in run.points)

    # ------------------------------------------------------------------ steps

    def _walk_to(self, face: int, points: Sequence[XY]) -> None:
        """Come into a face: from the river, across a line, over a bridge, or around a cut corner."""
        at = points[0]
        if self.reach >= 0:
            self._land(face, at)
        if face == self.face:
            return
        steps = self._link(self.face, lambda f: f == face, self._bridge_near(at))
        if steps is None:  # the hand was on the other bank before it came to the bridge
            bridges = {self._bridge_near(p) for p in points[::3]} - {-1}
            ways = [self._link(self.face, lambda f: f == face, bridge) for bridge in sorted(bridges)]
            steps = min((way for way in ways if way is not None), key=len, default=None)
        if steps is None and not self._ferry(face):
            raise Stuck(self._why_no_way(face), at)
        self._take(steps or [])

    def _ferry(self, face: int) -> bool:
        """Cross the river to a face on its other bank with a kayak, if there is one to use."""
        graph = self.graph
        shared = [r for r in graph.launches[self.face] if face in graph.banks[r]]
        if not shared or self.launched == self.me.ready[KAYAK] + self.me.ready[BACKPACK]:
            return False
        self._launch(shared[0])
        self._do(self.state.game.moves.go + face)
        self.reach, self.face = -1, face
        return True

    def _launch(self, reach: int) -> None:
        moves = self.state.game.moves
        first = moves.kayak if self.launched < self.me.ready[KAYAK] else moves.pack_kayak
        self._do(first + reach)
        self.launched += 1
        self.reach, self.face = reach, -1

    def with_another_boat(self) -> LineReader | None:
        """The same, with one more kayak on the trip over the most grid lines: launched ashore where the fourth would
        cost a point. None if no trip is so long, or no kayak is left."""
        moves, me = self.state.game.moves, self.me
        launches = sum(moves.kayak <= action < moves.float for action in self.actions)
        if launches == me.ready[KAYAK] + me.ready[BACKPACK]:
            return None
        lines, longest, at, dear = me.afloat, KAYAK_LINES, -1, -1
        for index, action in enumerate(self.actions):
            if moves.float <= action < moves.arrive:
                lines += 1
                dear = index if lines == KAYAK_LINES + 1 else dear
                if lines > longest:
                    longest, at = lines, dear
            else:
                lines = 0
        if at < 0:
            return None
        reach = self.actions[at - 1] - moves.float if at else me.node
        new = copy(self)
        new.actions = [*self.actions[:at], moves.go + self.graph.banks[reach][0], moves.kayak + reach]
        new.actions = self._launched_in_order([*new.actions, *self.actions[at:]])
        new.places = [*self.places[:at], self.places[at], self.places[at], *self.places[at:]]
        return new

    def _launched_in_order(self, actions: Sequence[int]) -> list[int]:
        """Kayaks before backpacks."""
        moves, own = self.state.game.moves, self.me.ready[KAYAK]
        found: list[int] = []
        launched = 0
        for action in actions:
            if moves.kayak <= action < moves.float:
                reach = action - (moves.kayak if action < moves.pack_kayak else moves.pack_kayak)
                action = reach + (moves.kayak if launched < own else moves.pack_kayak)
                launched += 1
            found.append(action)
        return found

    def _take(self, steps: Sequence[int]) -> None:
        moves, graph = self.state.game.moves, self.graph
        for action in steps:
            self._do(action)
            if action >= moves.bridge:
                one, two = graph.bridges[action - moves.bridge]
                self.face = two if self.face == one else one
            else:
                self.face = action - moves.go

    def _bridge_near(self, at: XY) -> int:
        """The bridge whose middle the line passes near this point; -1 if there is none."""
        near = [(math.dist(bridge.at, at), b) for b, bridge in enumerate(self.sheet.bridges)]
        return min((b for b in near if b[0] <= SNAP), default=(0.0, -1))[1]

    def _link(self, start: int, is_goal: Callable[[int], bool], bridge: int = -1) -> list[int] | None:
        """Fewest steps from a face to one wanted, over at most LINK lines and, if given, one bridge."""
        graph, moves = self.graph, self.state.game.moves
        queue: deque[tuple[int, int, list[int]]] = deque([(start, 0, [])])
        seen = {start}
        while queue:
            face, cost, steps = queue.popleft()
            if is_goal(face):
                return steps
            if bridge >= 0 and face in graph.bridges[bridge]:
                one, two = graph.bridges[bridge]
                other = two if face == one else one
                if other not in seen:
                    seen.add(other)
                    queue.appendleft((other, cost, [*steps, moves.bridge + bridge]))
            if cost < LINK:
                for other in graph.steps[face]:
                    if other not in seen:
                        seen.add(other)
                        queue.append((other, cost + 1, [*steps, moves.go + other]))
        return None

    def _why_no_way(self, face: int) -> str:
        graph = self.graph
        if any(face in graph.banks[reach] for reach in graph.launches[self.face]):
            return said("The river is crossed only at a bridge, or with a kayak.")
        return said("The line jumps here: draw it through every part of the sheet that it crosses.")

    def _float_to(self, reach: int, at: XY) -> None:
        graph, moves = self.graph, self.state.game.moves
        if self.reach < 0:
            steps = self._link(self.face, lambda f: f in graph.banks[reach])
            if steps is None:
                raise Stuck(said("The line does not meet the river here."), at)
            self._take(steps)
            self._launch(reach)
        elif not self.line.shore.joined(self.reach, reach) and self._carry(reach):
            return
        elif reach != self.reach:
            for step in self._along(self.reach, reach):
                self._do(moves.float + step)
            self.reach = reach

    def _carry(self, reach: int) -> bool:
        """Over a narrow neck of land to another part of the river, if there is one more kayak to use there."""
        shared = [face for face in self.graph.banks[self.reach] if face in self.graph.banks[reach]]
        if not shared or self.launched == self.me.ready[KAYAK] + self.me.ready[BACKPACK]:
            return False
        self._do(self.state.game.moves.go + shared[0])
        self._launch(reach)
        return True

    def _along(self, start: int, end: int) -> list[int]:
        """Reaches after `start` on the shortest way along the river."""
        came, queue = {start: start}, deque([start])
        while queue:
            here = queue.popleft()
            for other in self.graph.floats[here]:
                if other not in came:
                    came[other] = here
                    queue.append(other)
        way = [end]
        while came[way[-1]] != start and way[-1] != start:
            way.append(came[way[-1]])
        return way[::-1]

    def _land(self, face: int, at: XY) -> None:
        banks = self.graph.banks[self.reach]
        target = face if face in banks else -1
        if target < 0:
            ways = [(len(s), bank) for bank in banks if (s := self._link(bank, lambda f: f == face)) is not None]
            if not ways:
                raise Stuck(said("The line leaves the river where there is no bank."), at)
            target = min(ways)[1]
        self._do(self.state.game.moves.go + target)
        self.reach, self.face = -1, target

    def _features(self, run: Run) -> None:
        """Lakes and woods that the line passes through within this face."""
        graph, moves, me = self.graph, self.state.game.moves, self.me
        for first, indices, features, taken in (
            (moves.lake, graph.lakes_at[run.place], self.sheet.lakes, me.lakes),
            (moves.wood, graph.woods_at[run.place], self.sheet.woods, me.woods),
        ):
            for index in indices:
                if taken >> index & 1 or first + index in self.actions:
                    continue
                corners = points_of(features[index].path)[::3]
                if any(_inside(p, corners) for p in run.points):
                    self._do(first + index)

    def _end(self, last: XY) -> None:
        """Arrive at the waypoint where the line ends."""
        near = sorted((math.dist(stop.at, last), w) for w, stop in enumerate(self.sheet.waypoints))
        near = [(far, w) for far, w in near if far <= SNAP and w != self.me.here]
        if not near:
            raise Stuck(said("The line does not end at a waypoint yet."), last)
        goals = route.targets(self.state, self.me)
        stop = next((w for _, w in near if goals >> w & 1), near[0][1])
        self._walk_to(self.graph.stop_face[stop], [last])
        self._do(self.state.game.moves.arrive + stop)


def _grouped(points: Sequence[XY], key: Callable[[XY], int]) -> list[tuple[int, list[XY]]]:
    """Consecutive points with the same key, together."""
    groups: list[tuple[int, list[XY]]] = []
    for p in points:
        k = key(p)
        if groups and groups[-1][0] == k:
            groups[-1][1].append(p)
        else:
            groups.append((k, [p]))
    return groups


def _length(points: Sequence[XY]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def _shallow(run: Run, pen: float) -> bool:
    """Whether the stretch never gets further than a pen's width from its ends, which are near one another."""
    one, two = run.points[0], run.points[-1]
    if math.dist(one, two) > 2 * pen:
        return False
    return all(min(math.dist(p, one), math.dist(p, two)) <= pen for p in run.points)


def _inside(p: XY, corners: Sequence[XY]) -> bool:
    """Whether a point lies in a polygon (even-odd rule)."""
    inside = False
    x, y = p
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
