"""What a position is worth: points now, and what marks, symbols, water and places are likely to bring.

The numbers are in points and were tuned by play. Bots use them; no rule does.
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
    RABBIT,
    SIDE,
    gained,
    journal_points,
)
from .frames import Ask
from .reasons import reasons
from .state import Hiker, WaypointsState

SCALE = 220.0
"""Points that count as a perfect result."""

# What circled spaces promise beyond their printed points: the next number is nearer.
_ANIMAL_PROMISE = (0.0, 0.8, 1.6, 0.9, 1.2, 3.0, 1.8, 1.8, 1.9, 1.2, 0.0)
_COLLECTION_PROMISE = (0.0, 0.8, 1.9, 3.4, 3.0, 0.0)
_SPECIAL = (3.0, 2.0, 3.5, 4.0)  # kayak, coat, glider, backpack
_WATER = 1.0
_PER_TURN = 3.6  # spaces of the weather ring that a turn takes
_ENTRY = 6.0  # what a journal entry of a later hike may be expected to bring
_VISIT = (1.5, 1.5, 1.5, 4.0, 3.0, 3.5, 5.5, 0.5)  # what a visit may be expected to bring, by type
_LAST_VISIT = (*_VISIT[:7], 7.0)  # at the end of a hike a campsite doubles the journal
_BEST_VISITS, _BEST_LAST_VISITS = (
    sorted(((worth, kind) for kind, worth in enumerate(visit)), reverse=True) for visit in (_VISIT, _LAST_VISIT)
)
LOST = -90.0
"""What a lost solo game counts."""
RISK = (0.0, 0.03, 0.12, 0.5, 0.75, 0.9, 1.0)
"""Alone, if the next turn is the last: the chance that no campsite is reached, by the lines that lack, from two to
spare to four too few;"""
SOON = 0.3
"""and the part of it that remains if it is not the last."""
_NEAR = 0.3  # a waypoint within 3 lines


class WaypointsJudgement(Judgement[WaypointsState]):
    """Players do not meet, so only the seat's own sheet counts."""

    trust = 3.0

    def evaluate(self, state: WaypointsState, seat: int) -> float:
        return min(1.0, max(0.0, prospects(state, seat) / SCALE))

    def own_reasons(
        self, before: WaypointsState, after: WaypointsState, turn: Sequence[int], seat: int
    ) -> Iterator[Reason]:
        return reasons(before, after, turn, seat)


def prospects(state: WaypointsState, seat: int) -> float:
    """Points to be expected at the end."""
    me = state.hikers[seat]
    left = turns_left(state, me)
    worth = scoring.total(state, me) + _solo_penalty(state, me)
    if left <= 0 and not state.stacks[seat]:
        return worth
    marks, used = me.marks, me.used
    some = min(1.0, left / 4)
    worth += some * (_ANIMAL_PROMISE[marks[BEAR]] + _ANIMAL_PROMISE[marks[RABBIT]] + _ANIMAL_PROMISE[marks[BIRD]])
    worth += some * (_COLLECTION_PROMISE[marks[LOOKOUT]] + _COLLECTION_PROMISE[marks[GEAR]])
    for special, got in enumerate(gained(marks)):
        if got > used[special]:
            worth += some * _SPECIAL[special] * (got - used[special])
    water = me.water - me.drunk + me.lakes_due
    worth += _WATER * min(water, 2.0 * left) * min(1.0, 0.4 + left / 8)
    worth += _goal_promise(state, me, left) + _journal_promise(state, me) + _pending(state, seat)
    if state.game.players == 1 and len(me.ends) <= state.hike:
        worth -= _camp_risk(state, me)
    if me.trail:
        return worth + _on_the_way(state, me)
    targets = state.game.graph.all_stops & ~(me.visited | me.photos)
    rows = state.game.graph.reachability(0).on_foot[state.game.graph.stop_face[me.here]]
    near = (rows[min(3, len(rows) - 1)] & targets).bit_count()
    return worth + some * _NEAR * min(near, 8)


def turns_left(state: WaypointsState, me: Hiker) -> float:
    """Turns to be expected after this one (a player who has scored this hike's entry is done with it)."""
    later = HIKES - 1 - state.hike
    here = 0.0 if len(me.ends) > state.hike else (SIDE - state.marker) / _PER_TURN
    return here + later * 5.0


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


def _goal_promise(state: WaypointsState, me: Hiker, left: float) -> float:
    """The chance that the bonus for all of the goal's things is still won."""
    have, whole = scoring.goal_count(state, me, state.goal)
    if have == whole:
        return 0.0
    missing = whole - have
    return GOAL_BONUS * float((have / whole) ** 3) * min(1.0, left / missing)


def _journal_promise(state: WaypointsState, me: Hiker) -> float:
    """The best open entry for this hike as it stands, and an average for each later one."""
    still_open = [entry for entry, points in enumerate(me.journal) if points < 0]
    if not still_open:
        return 0.0
    later = _ENTRY * len(still_open)
    if len(me.ends) > state.hike:
        return later
    best = max([journal_points(entry, me.visits, me.hike_squares) for entry in still_open])
    near_end, camp = state.marker / SIDE, 0.0
    if state.game.graph.kind[me.here] == CAMPSITE:
        best *= hike.journal_factor(state, me)
        camp = 2.0 if state.marker < SIDE else 0.0
    return later - _ENTRY + max(best, _ENTRY * (1 - near_end)) + camp * near_end


def _pending(state: WaypointsState, seat: int) -> float:
    """Decisions still to come in this turn, and a route that is not finished."""
    me = state.hikers[seat]
    worth = 2.5 * me.woods_due
    for ask, _ in state.stacks[seat]:
        if ask == Ask.CAMERA:
            worth += 3.0
        elif ask == Ask.WOOD:
            worth += 2.5
        elif ask == Ask.LAND:
            worth += 2.5 + _SPECIAL[2]
    return worth - 0.02 * me.spent


def _on_the_way(state: WaypointsState, me: Hiker) -> float:
    """What a route under way leads to: the best waypoint within reach, less a little for each line to it."""
    graph = state.game.graph
    left = route.budget(state, me)
    targets = graph.all_stops & ~(me.visited | me.photos)
    kayaks = me.ready[KAYAK] + me.ready[BACKPACK]
    table = graph.reachability(kayaks, me.crossed_twice)
    masks = table.on_foot[me.node] if me.afloat < 0 else table.afloat[me.afloat][me.node]
    visit = _BEST_VISITS if state.marker < SIDE else _BEST_LAST_VISITS
    best, seen = -5.0, 0
    for lines in range(min(left, table.top) + 1):
        if visit[0][0] - 0.2 * lines - 1.0 <= best:
            break
        new = masks[lines] & targets & ~seen
        if new:
            seen |= new
            for worth, kind in visit:
                if new & graph.by_kind[kind]:
                    best = max(best, worth - 0.2 * lines - 1.0)
                    break
    return best
