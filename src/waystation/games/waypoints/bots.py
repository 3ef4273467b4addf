"""The expert: looks for whole routes with the planner, plays each to the end of the turn, and looks one throw ahead.

``ahead:8`` takes some seventy times as long: it plays the best turns on for four turns, under eight courses of throws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import nlargest
from typing import Any

from waystation.engine import Chance
from waystation.engine.words import mark

from . import arrival, hike, planner, route
from .components import CAMPSITE, HIKES, LENGTHS, MOUNTAIN, MULTIPLIERS, SIDE, WATER_BETWEEN_HIKES
from .frames import Ask
from .judgement import prospects
from .questions import QUESTIONS
from .state import Hiker, WaypointsState
from .weights import ROUTES

WEIGHTS = ROUTES
"""What the value of a position goes by here."""
PLAYED = 24
"""Routes of this turn that are played out."""
FIRST = 5
"""Turns that are looked at one throw further."""
MORE = 3
"""Lines beyond the weather's points that are looked at one throw further."""
_VISIT = (2.5, 2.5, 2.5, 0.0, 4.0, 4.5, 6.5, 0.5)
"""A guess at what a visit is worth, by type."""
ALIKE = 0.5
"""Points by which turns may differ that are taken for equally good."""
NEXT = 2
"""Routes of the next turn that are played out, for each throw."""

CANDIDATES, LONG, WAYS = 6, 4, 3
"""Who thinks on plays that many turns on, for so many turns more, and tries so many routes in each of these."""


class Expert:
    """Plays the turn whose value, on average over the next throw, is best."""

    spec = "expert"

    def __init__(self) -> None:
        self.planned: list[int] = []

    def choose(self, observation: Any) -> int:
        """The next action of the plan; a new plan at the beginning of a turn or when the old one does not fit."""
        state, seat, legal = observation.world, observation.seat, observation.legal
        if len(legal) == 1:
            self.planned = self.planned[1:]
            return int(legal[0])
        if not self.planned or self.planned[0] not in legal or _at_start(state, seat):
            self.planned = self.think(state, seat, observation.rng)
        action, self.planned = self.planned[0], self.planned[1:]
        return action

    def think(self, state: WaypointsState, seat: int, rng: Chance) -> list[int]:
        """The actions of a whole turn."""
        return best_turn(state, seat, rng)


def _at_start(state: WaypointsState, seat: int) -> bool:
    me = state.hikers[seat]
    return state.stacks[seat][-1][0] == Ask.WALK and not me.trail and not me.coats


def best_turn(state: WaypointsState, seat: int, rng: Chance | None = None) -> list[int]:
    """The actions of the best turn from here: a route or rest, and all that follows in the turn.

    Among turns that are about as good as the best, `rng` chooses: else two experts would draw the same lines all game
    long. Without it the best is taken.
    """
    turns = sorted(_turns(state, seat), key=lambda item: -item[0])
    if len(turns) == 1:
        return turns[0][1]
    valued = [(_ahead(after, seat), actions) for _, actions, after in turns[:FIRST]]
    most = max(value for value, _ in valued)
    if rng is None:
        return next(actions for value, actions in valued if value == most)
    return rng.choice([actions for value, actions in valued if value >= most - ALIKE])


def _turns(state: WaypointsState, seat: int) -> Iterator[tuple[float, list[int], WaypointsState]]:
    """Turns worth looking at, with their value and the state they lead to."""
    me = state.hikers[seat]
    if state.stacks[seat][-1][0] != Ask.WALK:
        yield _finished(state, seat, [])
        return
    found = sorted(planner.routes(state, me), key=lambda way: -_promise(state, me, way))
    for way in found[:PLAYED]:
        yield _finished(state, seat, list(way.actions))
    if not me.trail and not me.coats:
        yield _finished(state, seat, [state.game.moves.rest])


def _finished(state: WaypointsState, seat: int, actions: list[int]) -> tuple[float, list[int], WaypointsState]:
    """Play these actions, then decide what else the turn asks, the best each time."""
    after = state.clone()
    for action in actions:
        after._apply(action, seat, None)
    stack = after.stacks[seat]
    done = list(actions)
    while stack:
        options = after._legal(after.agenda[-1], seat)
        if len(options) == 1:
            choice = options[0]
        else:
            choice = max(options, key=lambda action: _tried(after, seat, action))
        after._apply(choice, seat, None)
        done.append(choice)
    return prospects(after, seat, WEIGHTS), done, after


def _tried(state: WaypointsState, seat: int, action: int) -> float:
    """Value of one more action, with the best landing if it begins a glide."""
    after = state.clone()
    after._apply(action, seat, None)
    stack = after.stacks[seat]
    if stack and stack[-1][0] == Ask.LAND:
        return max(_tried(after, seat, landing) for landing in QUESTIONS[Ask.LAND].legal(after, stack[-1], seat))
    return prospects(after, seat, WEIGHTS)


def _ahead(state: WaypointsState, seat: int) -> float:
    """Mean over the next throw of the best turn that follows; the value itself at the end of the game."""
    if state.marker == SIDE and state.hike == HIKES - 1:
        return prospects(state, seat, WEIGHTS)
    before = _next_turn(state, seat)
    throws = [min(SIDE, before.marker + die) for die in range(1, 7)]
    hike.begin_turn(before, seat)
    look = _Look(before, seat, throws)
    return sum(throws.count(marker) * look.best(marker) for marker in sorted(set(throws))) / 6


def _next_turn(state: WaypointsState, seat: int) -> WaypointsState:
    """Before the next throw, for one seat; a hike begins if the last one is over."""
    after = state.clone()
    if after.marker == SIDE:
        after.hike += 1
        after.marker = 0
        arrival.gain_water(after.hikers[seat], WATER_BETWEEN_HIKES)
    return after


class _Look:
    """What may follow in the next turn, whatever the throw: one search for routes serves all weathers."""

    def __init__(self, before: WaypointsState, seat: int, throws: list[int]) -> None:
        self.before = before
        self.seat = seat
        me = before.hikers[seat]
        weather = before.game.sheet.weather[before.hike]
        self.movement = {marker: weather[marker - 1] for marker in throws}
        self.most = {points: min(points + MORE, planner.reach(before, me, points)) for points in self.movement.values()}
        self.search = planner.Search(before, me, route.targets(before, me), max(self.most.values()))
        self.looked: dict[tuple[int, bool], list[planner.Route]] = {}

    def best(self, marker: int) -> float:
        """The best value of the next turn when the marker comes to this space."""
        after, seat = self.before.clone(), self.seat
        after.marker = marker
        hike.begin_turn(after, seat)
        best = _finished(after, seat, [after.game.moves.rest])[0]
        for way in self._promising(after):
            best = max(best, _finished(after, seat, list(way.actions))[0])
        return best

    def _promising(self, after: WaypointsState) -> list[planner.Route]:
        """The routes that are played out; they depend only on the weather and on whether the hike ends."""
        points = self.movement[after.marker]
        key = points, after.marker == SIDE
        if key not in self.looked:
            me = after.hikers[self.seat]
            found = self.search.routes(points, self.most[points])
            self.looked[key] = nlargest(NEXT, found, key=lambda way: _promise(after, me, way))
        return self.looked[key]


def _promise(state: WaypointsState, me: Hiker, found: planner.Route) -> float:
    """A quick guess at a route's value, to choose those that are played out."""
    graph = state.game.graph
    kind = graph.kind[found.stop]
    worth = _VISIT[kind]
    if kind == MOUNTAIN and len(me.heights) < LENGTHS[MOUNTAIN]:
        worth = float(graph.value[found.stop] * MULTIPLIERS[len(me.heights)])
    elif kind == CAMPSITE and state.marker == SIDE:
        worth = 7.0
    worth += 1.0 * found.lakes.bit_count() + 2.5 * found.woods.bit_count() + 3.0 * found.bridges.bit_count()
    worth += 0.5 * found.squares.bit_count()
    return worth - found.water - 2.0 * found.coats - 3.0 * found.kayaks


class Ahead(Expert):
    """Thinks on: what the best turns lead to under some courses of throws, the same for all of them."""

    spec = "ahead"

    def __init__(self, courses: int) -> None:
        super().__init__()
        self.courses = courses

    def think(self, state: WaypointsState, seat: int, rng: Chance) -> list[int]:
        found = sorted(_turns(state, seat), key=lambda item: -item[0])[:CANDIDATES]
        if len(found) == 1:
            return found[0][1]
        courses = [[rng.die() for _ in range(LONG)] for _ in range(self.courses)]
        values = [sum(_played_on(after, seat, throws) for throws in courses) for _, _, after in found]
        return found[values.index(max(values))][1]


def _played_on(state: WaypointsState, seat: int, throws: list[int]) -> float:
    """What a turn has led to after some more turns, each the best of a few routes at first sight."""
    for die in throws:
        if state.marker == SIDE and state.hike == HIKES - 1:
            break
        state = _next_turn(state, seat)
        state.marker = min(SIDE, state.marker + die)
        hike.begin_turn(state, seat)
        me = state.hikers[seat]
        ways = nlargest(WAYS, planner.routes(state, me), key=lambda way: _promise(state, me, way))
        tried = [_finished(state, seat, list(way.actions)) for way in ways]
        tried.append(_finished(state, seat, [state.game.moves.rest]))
        state = max(tried, key=lambda turn: turn[0])[2]
    return prospects(state, seat, WEIGHTS)


def _expert(argument: str) -> Expert:
    if argument:
        raise ValueError("the expert takes no argument")
    return Expert()


def _thinker(argument: str) -> Ahead:
    if argument and not (argument.isdecimal() and int(argument)):
        raise ValueError("expected a number of courses such as ahead:8")
    return Ahead(int(argument or 8))


BOTS: Mapping[str, Callable[[str], Expert]] = {"expert": _expert, "ahead": _thinker}
LEVELS = {"strong": ("mcts:5", ""), "second": ("ahead:8", mark("thinks four turns ahead")), "five": ("", "")}
"""Search in general finds worse routes than the planner, however long it takes."""
