"""A line drawn by hand, read as a route: forgiving about the hand, exact about the cost.

What `strokes` reads is played, step by step, on a copy of the state; where a step is refused, the refusal and the place
on the line are the answer. Whether a line along the river means a kayak or a walk on its bank can be hard to tell: the
first reading that can be played counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from waystation.engine import Circle, Node, Part, Path, Plan, Refusal
from waystation.engine.words import mark, said, say, told

from . import route
from .components import BACKPACK, COAT, COAT_POINTS, COAT_WEATHER, KAYAK, KAYAK_LINES
from .planner import bill, gains_text, price
from .sheet import MARGIN, SCALE, square_name
from .state import WaypointsState
from .strokes import Line, LineReader, Stuck

XY = tuple[float, float]

LONGEST = 80.0
"""Longer lines, in squares, are not read."""
LOOP = 0.4
"""So short an excursion from the river may be a slip if there is no second kayak, in squares."""
_LAYER = 8


class Played(NamedTuple):
    """How far a line could be played: the actions, the state after them, and the refusal of the next one."""

    actions: list[int]
    state: WaypointsState
    refusal: Refusal | None


class Reading(NamedTuple):
    """One way to read a line, where it can't be read further, and how far it could be played."""

    reader: LineReader
    problem: Stuck | None
    played: Played


def trace(state: WaypointsState, seat: int, points: Sequence[XY]) -> Plan:
    """The plan that a line (in the coordinates of the region "map") means for this seat."""
    line = [((x - MARGIN) / SCALE, (y - MARGIN) / SCALE) for x, y in points]
    if len(line) < 2:
        return Plan(said("Draw a line from where you are."), (), problems=(said("The line has no length."),))
    if not sum(map(math.dist, line, line[1:])) <= LONGEST:
        return Plan(said("Draw a line from where you are."), (), problems=(said("The line is too long."),))
    readings = []
    for reading in _readings(state, seat, line):
        if reading.problem is None and reading.played.refusal is None:
            return _plan(state, seat, reading)
        readings.append(reading)
    return _plan(state, seat, readings[0])


def _readings(state: WaypointsState, seat: int, line: Sequence[XY]) -> Iterator[Reading]:
    """Ways to read a line, the likeliest first."""
    me, drawn = state.hikers[seat], Line(state, line)
    boats = me.ready[KAYAK] + me.ready[BACKPACK] + (me.afloat >= 0)
    for floats in drawn.readings(boats):
        yield _read(state, seat, drawn, floats)
    if boats and len(drawn.trips) > boats:  # perhaps a single trip, by an unsteady hand
        yield _read(state, seat, Line(state, line, forgive=LOOP), boats)


def _read(state: WaypointsState, seat: int, line: Line, floats: int) -> Reading:
    """The line with so many stretches on the river at most, played as far as it can be.

    A trip by kayak over more than three grid lines is made with two, one after the other, if one is too dear.
    """
    reader = LineReader(state, state.hikers[seat], line, floats)
    problem: Stuck | None = None
    try:
        reader.read()
    except Stuck as stuck:
        problem = stuck
    first = Reading(reader, problem, _played(state, seat, reader.actions))
    reading, another = first, reader.with_another_boat()
    while reading.played.refusal is not None and another is not None:
        reading = Reading(another, problem, _played(state, seat, another.actions))
        another = another.with_another_boat()
    return reading if reading.played.refusal is None else first


def _plan(state: WaypointsState, seat: int, reading: Reading) -> Plan:
    """What a line costs and brings, and where it fails."""
    reader, problem, played = reading
    problems = [str(problem)] if problem is not None else []
    place = problem.at if problem is not None else reader.samples[-1]
    if played.refusal is not None:
        coats = state.game.moves.coat, state.game.moves.pack_coat
        place = reader.places[sum(action not in coats for action in played.actions)]
        problems = [_refused(state, seat, reader, played.refusal)]
    square = square_name(_square(state, place), reader.sheet.columns)
    me, stop = state.hikers[seat], _end(state, played)
    found = bill(state, me, route.walked(state, me, played.actions) if played.actions else me)
    label = say("So far: {price}", price=price(found))
    if stop >= 0:
        label = say("To {stop}: {price}", stop=reader.sheet.waypoints[stop].told, price=price(found))
    parts = _drawn(state, seat, played, stop)
    if problems:
        parts.append(Circle(place[0] * SCALE, place[1] * SCALE, 6, role="problem"))
    preview = Node("plan", "map", tuple(parts), MARGIN, MARGIN, layer=_LAYER)
    steps = tuple(map(state.game.actions.format, played.actions))
    told_at = tuple(said("{square}: {problem}", square=square, problem=text) for text in problems)
    return Plan(told(label), steps, gains_text(found), (preview,), told_at)


def _refused(state: WaypointsState, seat: int, reader: LineReader, refusal: Refusal) -> str:
    """The refusal; if the line is too dear as a whole, what it costs and what there is to spend."""
    points = route.budget(state, state.hikers[seat])
    cost = _cost(state, seat, reader.actions)
    if cost > points:
        template = mark("The line crosses {n:line|lines}, and you have {points:point|points}, water included.")
        return said(template, n=cost, points=points)
    return str(refusal)


def _cost(state: WaypointsState, seat: int, actions: Sequence[int]) -> int:
    """What a whole row of actions costs, allowed or not."""
    moves = state.game.moves
    afloat, cost = state.hikers[seat].afloat, 0
    for action in actions:
        if moves.go <= action < moves.bridge:
            cost += afloat < 0
            afloat = -1
        elif moves.kayak <= action < moves.float:
            afloat = 0
        elif moves.float <= action < moves.arrive:
            cost += afloat == KAYAK_LINES
            afloat = min(afloat + 1, KAYAK_LINES)
    return cost


def _drawn(state: WaypointsState, seat: int, played: Played, stop: int) -> list[Part]:
    """The route as it would stand on the sheet."""
    me, sheet = state.hikers[seat], state.game.sheet
    steps = [text for text in map(state.game.actions.format, played.actions) if "coat" not in text]
    walk = [*map(state.game.actions.format, me.trail), *(text for text in steps if not text.startswith("to "))]
    end = sheet.waypoints[stop].at if stop >= 0 else _last_place(played.state, seat)
    path = state.game.pencil.path(sheet.waypoints[me.here].at, walk, end)
    return [Path(path, role="casing"), Path(path, role="preview")]


def _played(state: WaypointsState, seat: int, actions: Sequence[int]) -> Played:
    """As much of the actions as is allowed; coats are put on first if that lets all of them be played."""
    moves, me = state.game.moves, state.hikers[seat]
    own, packs = me.ready[COAT], me.ready[BACKPACK]
    most = own + packs if state.movement <= COAT_WEATHER else 0
    short = _cost(state, seat, actions) - route.budget(state, me)
    best = _until_refused(state, seat, actions)
    for coats in range(max(1, ceil(short / COAT_POINTS)), most + 1):
        if best.refusal is None:
            break
        before = [moves.coat] * min(coats, own) + [moves.pack_coat] * max(0, coats - own)
        again = _until_refused(state, seat, [*before, *actions])
        if again.refusal is None:
            best = again
    return best


def _until_refused(state: WaypointsState, seat: int, actions: Sequence[int]) -> Played:
    copy = state.clone()
    done: list[int] = []
    for action in actions:
        refusal = copy.why_not(action, seat)
        if refusal is not None:
            return Played(done, copy, refusal)
        done.append(action)
        if action < state.game.moves.arrive:  # what follows an arrival is the player's to decide
            copy.advance(action, seat)
    return Played(done, copy, None)


def _end(state: WaypointsState, played: Played) -> int:
    """The waypoint where the line ends, as far as it was played; -1 if it ends at none."""
    last = played.actions[-1] if played.actions else -1
    return max(-1, last - state.game.moves.arrive)


def _last_place(state: WaypointsState, seat: int) -> XY:
    me = state.hikers[seat]
    sheet = state.game.sheet
    if me.afloat >= 0:
        return sheet.reaches[me.node].at
    return sheet.faces[me.node].at if me.trail else sheet.waypoints[me.here].at


def _square(state: WaypointsState, at: XY) -> int:
    sheet = state.game.sheet
    return min(int(at[1]), sheet.rows - 1) * sheet.columns + min(int(at[0]), sheet.columns - 1)
