"""The course of a turn and of a hike (rules: 1. Roll; End of a hike)."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Seat, say

from .arrival import gain_water
from .components import CAMPSITE, HIKES, SIDE, WATER_BETWEEN_HIKES, gained, journal_points
from .frames import Ask
from .state import Hiker, WaypointsState


def begin_turn(state: WaypointsState, seat: int) -> None:
    """What was circled before this turn may be used in it."""
    me, bit = state.hikers[seat], 1 << seat
    me.ready = [got - used for got, used in zip(gained(me.marks), me.used, strict=True)]
    me.node = state.game.graph.stop_face[me.here]
    me.afloat = -1
    me.spent = me.coats = me.crossed = me.crossed_twice = 0
    state.stacks[seat] = [(Ask.JOURNAL, bit), (Ask.WALK, bit)] if state.marker == SIDE else [(Ask.WALK, bit)]


def began_at(state: WaypointsState, me: Hiker) -> int:
    """The waypoint where this hike began."""
    return me.ends[state.hike - 1] if state.hike else state.start


def journal_factor(state: WaypointsState, me: Hiker) -> int:
    """A campsite reached on this hike doubles the entry."""
    if state.game.graph.kind[me.here] != CAMPSITE:
        return 1
    return 1 if me.here == began_at(state, me) else 2


def entry_points(state: WaypointsState, me: Hiker, entry: int) -> int:
    """What a journal entry would score for the hike now; doubled at a campsite reached on this hike."""
    return journal_factor(state, me) * journal_points(entry, me.visits, me.hike_squares)


def next_hike(state: WaypointsState, log: EventLog | None) -> bool:
    """On to the next hike; False when there is none, and the game is over."""
    if state.hike == HIKES - 1:
        return False
    state.hike += 1
    state.marker = 0
    got = [gain_water(me, WATER_BETWEEN_HIKES) for me in state.hikers]
    if log is not None:
        _tell_hike(state, got, log)
    return True


def _tell_hike(state: WaypointsState, got: list[int], log: EventLog) -> None:
    data = {"hike": state.hike + 1, "water": got}
    if min(got) == WATER_BETWEEN_HIKES:
        text = say("Hike {hike} begins; everybody gains {n} water.", hike=state.hike + 1, n=WATER_BETWEEN_HIKES)
        log.add("hike", None, text, data)
        return
    log.add("hike", None, say("Hike {hike} begins.", hike=state.hike + 1), data)
    for seat, water in enumerate(got):
        if water == WATER_BETWEEN_HIKES:
            text = say("{who} gains {n} water.", who=Seat(seat), n=water)
        else:
            text = say("{who} gains {n} water: no more spaces are left to circle.", who=Seat(seat), n=water)
        log.add("water", seat, text, {"water": water})
