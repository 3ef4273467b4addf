"""The weather, the course of a turn, and the end of a hike (rules: 1. Roll; End of a hike; Game end)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog
from waystation.games.waypoints.card import (
    BACKPACK,
    CAMPSITE,
    GLIDER,
    HIKES,
    JOURNAL,
    SIDE,
    WATER_BETWEEN_HIKES,
    counted,
    gained,
    journal_points,
)
from waystation.games.waypoints.hiker import Ask, Hiker

from . import arrival

if TYPE_CHECKING:
    from waystation.games.waypoints.state import WaypointsState


def roll(state: WaypointsState, log: EventLog | None) -> None:
    """Count the die along the hike's side, never past its last space, and begin everybody's turn."""
    die = state.chance.die(6)
    state.marker = min(SIDE, state.marker + die)
    state.circled[state.hike].append(state.marker)
    if log is not None:
        last = "; the last turn of the hike" if state.marker == SIDE else ""
        log.add(
            "roll",
            None,
            f"The die shows {die}: weather space {state.marker} gives {counted(state.movement, 'point')}{last}.",
            {"die": die, "space": state.marker, "points": state.movement},
        )
    for me in state.hikers:
        begin_turn(state, me)


def begin_turn(state: WaypointsState, me: Hiker) -> None:
    """What was circled before this turn may be used in it."""
    me.ready = [got - used for got, used in zip(gained(me.marks), me.used, strict=True)]
    me.node = state.game.graph.stop_face[me.here]
    me.afloat = -1
    me.spent = me.coats = me.crossed = me.crossed_twice = 0
    me.doing = [Ask.JOURNAL, Ask.WALK] if state.marker == SIDE else [Ask.WALK]


def proceed(state: WaypointsState, me: Hiker, seat: int, log: EventLog | None) -> None:
    """Go on to the player's next question, passing over those that leave nothing to choose."""
    while me.doing:
        ask = me.doing[-1]
        if ask == Ask.FEATURES:
            me.doing.pop()
            arrival.pay_features(state, me, seat, log)
        elif (
            (ask == Ask.CAMERA and not arrival.photo_choices(state, me))
            or (ask == Ask.GLIDE and not _can_glide(state, me))
            or (ask == Ask.WOOD and not arrival.legal_wood(state, me))
        ):
            me.doing.pop()
        else:
            return


def _can_glide(state: WaypointsState, me: Hiker) -> bool:
    return (me.ready[GLIDER] > 0 or me.ready[BACKPACK] > 0) and arrival.landings(state, me) != 0


# ---------------------------------------------------------------------- the end of a hike


def legal_journal(state: WaypointsState, me: Hiker) -> list[int]:
    """The entries not scored yet."""
    return [state.game.moves.journal + entry for entry, points in enumerate(me.journal) if points < 0]


def entry_points(state: WaypointsState, me: Hiker, entry: int) -> int:
    """What a journal entry would score for the hike now; doubled at a campsite reached on this hike."""
    return journal_factor(state, me) * journal_points(entry, me.visits, me.hike_squares)


def journal_factor(state: WaypointsState, me: Hiker) -> int:
    """A campsite reached on this hike doubles the entry."""
    if state.game.graph.kind[me.here] != CAMPSITE:
        return 1
    began = me.ends[state.hike - 1] if state.hike else state.start
    return 1 if me.here == began else 2


def apply_journal(state: WaypointsState, me: Hiker, action: int, seat: int, log: EventLog | None) -> None:
    """Score an entry; it can't be scored again. The place is marked and the hike's counts begin anew."""
    me.doing.pop()
    entry = action - state.game.moves.journal
    me.journal[entry] = entry_points(state, me, entry)
    me.ends.append(me.here)
    me.hike_squares = 0
    me.visits = [0] * 7
    if log is not None:
        text = f"{{{seat}}} scores {me.journal[entry]} in the journal ({JOURNAL[entry]})."
        log.add("journal", seat, text, {"entry": JOURNAL[entry], "points": me.journal[entry]})


def next_turn(state: WaypointsState, log: EventLog | None) -> bool:
    """After everybody's turn: on to the next hike if this one is over. False when the game is."""
    if state.marker == SIDE:
        if state.hike == HIKES - 1:
            return False
        state.hike += 1
        state.marker = 0
        for me in state.hikers:
            arrival.gain_water(me, WATER_BETWEEN_HIKES)
        if log is not None:
            log.add("hike", None, f"Hike {state.hike + 1} begins; everybody gains {WATER_BETWEEN_HIKES} water.")
    return True
