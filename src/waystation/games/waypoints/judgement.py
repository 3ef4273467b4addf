"""What a position is worth: points now, and what marks, symbols, water and places are likely to bring.

The numbers are in points; most are learned from games (weights.py), some tuned by hand. Bots use them; no rule does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.engine import Judgement, Reason

from . import hike, route, scoring
from .components import (
    BACKPACK,
    BEAR,
    BIRD,
    CAMPSITE,
    GEAR,
    GOAL_BONUS,
    HIKES,
    KAYAK,
    LOOKOUT,
    MOUNTAIN,
    RABBIT,
    SIDE,
    TRIG,
    gained,
    journal_points,
)
from .frames import Ask
from .reasons import reasons
from .state import Hiker, WaypointsState
from .weights import STEPS, Weights

WEIGHTS = STEPS
"""What searches that know no routes go by."""
SCALE = 220.0
"""Points that count as a perfect result."""

_PER_TURN = 3.6  # spaces of the weather ring that a turn takes
LOST = -90.0
"""What a lost solo game counts."""
RISK = (0.0, 0.03, 0.12, 0.5, 0.75, 0.9, 1.0)
"""Alone, if the next turn is the last: the chance that no campsite is reached, by the lines that lack, from two to
spare to four too few;"""
SOON = 0.3
"""and the part of it that remains if it is not the last."""
_NEAR, _MANY = 3, 3
_FAR, _MOST = 6, 20
"""Lines to waypoints that are near, and how many of a type count; the same of those that are not far, of all types."""


class WaypointsJudgement(Judgement[WaypointsState]):
    """Players do not meet, so only the seat's own sheet counts."""

    trust = 3.0

    def evaluate(self, state: WaypointsState, seat: int) -> float:
        return min(1.0, max(0.0, prospects(state, seat, WEIGHTS) / SCALE))

    def own_reasons(
        self, before: WaypointsState, after: WaypointsState, turn: Sequence[int], seat: int
    ) -> Iterator[Reason]:
        return reasons(before, after, turn, seat)


def prospects(state: WaypointsState, seat: int, w: Weights) -> float:
    """Points to be expected at the end, as somebody sees it who goes by these weights."""
    me = state.hikers[seat]
    here = _turns_here(state, me, w)
    left = here + (HIKES - 1 - state.hike) * 5.0
    worth = scoring.total(state, me) + _solo_penalty(state, me)
    if left <= 0 and not state.stacks[seat]:
        return worth
    some = min(1.0, left / w.horizon) + w.beyond * left
    worth += some * _marks_promise(me, w) + _water_promise(me, left, w)
    worth += _goal_promise(state, me, left, w) + _journal_promise(state, me, here, w) + _pending(state, seat, w)
    if state.game.players == 1 and len(me.ends) <= state.hike:
        worth -= _camp_risk(state, me)
    return worth + (_on_the_way(state, me, w) if me.trail else some * _near(state, me, w))


def _turns_here(state: WaypointsState, me: Hiker, w: Weights) -> float:
    """Turns to be expected after this one in this hike (who has scored its entry is done with it)."""
    if len(me.ends) > state.hike or state.marker == SIDE:
        return 0.0
    return (SIDE - state.marker + w.turns) / _PER_TURN


def _marks_promise(me: Hiker, w: Weights) -> float:
    """What circled spaces promise, and specials that are not used."""
    marks, used = me.marks, me.used
    worth = w.animal[marks[BEAR]] + w.animal[marks[RABBIT]] + w.animal[marks[BIRD]]
    worth += w.lookout[marks[LOOKOUT]] + w.gear[marks[GEAR]] + w.trig[marks[TRIG]] + w.mountain[marks[MOUNTAIN]]
    for special, got in enumerate(gained(marks)):
        if got > used[special]:
            worth += w.special[special] * (got - used[special])
    return worth


def _water_promise(me: Hiker, left: float, w: Weights) -> float:
    water = me.water - me.drunk + me.lakes_due
    worth = w.water * min(water, w.water_turn * left) + w.water_first * min(water, 3)
    return worth * min(1.0, w.water_least + w.water_left * left)


def _near(state: WaypointsState, me: Hiker, w: Weights) -> float:
    """What the waypoints promise that are near, a few of each type."""
    graph = state.game.graph
    targets = graph.all_stops & ~(me.visited | me.photos)
    rows = graph.reachability(0).on_foot[graph.stop_face[me.here]]
    top = len(rows) - 1
    near = rows[min(_NEAR, top)] & targets
    worth = w.not_far * min((rows[min(_FAR, top)] & targets).bit_count(), _MOST)
    for each, stops in zip(w.near, graph.by_kind, strict=True):
        there = near & stops
        if there:
            worth += min(there.bit_count(), _MANY) * each
    return worth


def _solo_penalty(state: WaypointsState, me: Hiker) -> float:
    """Alone the hikes must end on new campsites: a lost game is worth little."""
    if state.game.players > 1:
        return 0.0
    return _camps_worth(_spare(state, me))


def _spare(state: WaypointsState, me: Hiker) -> int:
    """How many hikes may still end elsewhere; less than 0 in a lost game."""
    return (1 if state.game.options.solo == "easy" else 0) - scoring.missed_camps(state, me)


def _camps_worth(spare: int) -> float:
    return 6.0 * spare if spare >= 0 else LOST


def _camp_risk(state: WaypointsState, me: Hiker) -> float:
    """What a hike that does not end at a new campsite costs, times the chance of it.

    The last turn of a hike has the weather of its last space: with that and water a campsite must then be in reach.
    """
    spare = _spare(state, me)
    if spare < 0:
        return 0.0
    graph = state.game.graph
    ended = {state.start, *me.ends}
    if graph.kind[me.here] == CAMPSITE and me.here not in ended:
        return 0.0
    camps = graph.by_kind[CAMPSITE] & ~me.visited & ~sum([1 << end for end in ended])
    rows = graph.reachability(0).on_foot[graph.stop_face[me.here]]
    lines = next((lines for lines, stops in enumerate(rows) if stops & camps), len(rows))
    short = lines - state.game.sheet.weather[state.hike][SIDE - 1] - me.held
    last = min(1.0, max(0.0, (7 - SIDE + state.marker) / 6))
    risk = last * RISK[min(max(short + 2, 0), 6)] + (1 - last) * SOON * RISK[min(max(short, 0), 6)]
    return risk * (_camps_worth(spare) - _camps_worth(spare - 1))


def _goal_promise(state: WaypointsState, me: Hiker, left: float, w: Weights) -> float:
    """The chance that the bonus for all of the goal's things is still won."""
    have, whole = scoring.goal_count(state, me, state.goal)
    if have == whole:
        return 0.0
    missing = whole - have
    return w.goal * GOAL_BONUS * float((have / whole) ** w.goal_power) * min(1.0, left / missing)


def _journal_promise(state: WaypointsState, me: Hiker, here: float, w: Weights) -> float:
    """An average for each open entry, and what the best one for this hike brings beyond that."""
    still_open = [entry for entry, points in enumerate(me.journal) if points < 0]
    if not still_open:
        return 0.0
    later = sum([w.entry[entry] for entry in still_open])
    if len(me.ends) > state.hike:
        return later
    factor = 1.0 + w.doubled if here else hike.journal_factor(state, me)
    return later + max(
        [
            factor * (journal_points(entry, me.visits, me.hike_squares) + w.entry_turn[entry] * here) - w.entry[entry]
            for entry in still_open
        ]
    )


def _pending(state: WaypointsState, seat: int, w: Weights) -> float:
    """Decisions still to come in this turn, and a route that is not finished."""
    me = state.hikers[seat]
    worth = w.wood * me.woods_due
    for ask, _ in state.stacks[seat]:
        if ask == Ask.CAMERA:
            worth += w.photo
        elif ask == Ask.WOOD:
            worth += w.wood
        elif ask == Ask.LAND:
            worth += w.land
    return worth - w.spent * me.spent


def _on_the_way(state: WaypointsState, me: Hiker, w: Weights) -> float:
    """What a route under way leads to: the best waypoint within reach, less what it takes to come there."""
    graph = state.game.graph
    left = route.budget(state, me)
    targets = graph.all_stops & ~(me.visited | me.photos)
    kayaks = me.ready[KAYAK] + me.ready[BACKPACK]
    table = graph.reachability(kayaks, me.crossed_twice)
    masks = table.on_foot[me.node] if me.afloat < 0 else table.afloat[me.afloat][me.node]
    visits = w.visit if state.marker < SIDE else w.last_visit
    most, best, seen = max(visits), -5.0, 0
    for lines in range(min(left, table.top) + 1):
        price = w.line * lines
        if most - price <= best:
            break
        new = masks[lines] & targets & ~seen
        if new:
            seen |= new
            for worth, stops in zip(visits, graph.by_kind, strict=True):
                if new & stops and worth - price > best:
                    best = worth - price
    return best
