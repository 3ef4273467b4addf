"""The two actions of a turn, and what ends a turn, a round and the game.

Rulebook, "Placing a worker", "Returning workers", "Game end and scoring"; rulings 1 to 7, 27 and 28.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.events import EventLog
from waystation.games.wayfinders import hangars
from waystation.games.wayfinders.components import CUBES
from waystation.games.wayfinders.frames import Frames
from waystation.games.wayfinders.payment import letters
from waystation.games.wayfinders.wording import in_words

if TYPE_CHECKING:
    from waystation.games.wayfinders.state import WayfindersState

_TURN, _FLIGHT = int(Frames.TURN), int(Frames.FLIGHT)

ENDING_CUBES = CUBES - 2
"""Airstrips on the board, Home included, from which a player ends the game."""


def place(state: WayfindersState, hangar: int, seat: int, log: EventLog | None) -> None:
    """A worker goes to a hangar, and the turn is over."""
    state.workers[seat] += 1 << 2 * hangar
    if log is not None:
        log.add("place", seat, f"{{{seat}}} sends a worker to hangar {hangar + 1}.", {"hangar": hangar + 1})
    end_turn(state, seat, log)


def return_workers(state: WayfindersState, seat: int, log: EventLog | None) -> None:
    """All workers come back with what they collect (step 1), and the flight begins (step 2)."""
    taken = hangars.collect(state.columns, state.workers[seat])
    state.hands[seat] += taken
    state.workers[seat] = 0
    state.agenda[-1] = (_FLIGHT, 1 << seat)
    if log is not None:
        text = f"{{{seat}}} returns all workers and collects {in_words(taken)}."
        log.add("return", seat, text, {"tokens": letters(taken)})


def end_return(state: WayfindersState, seat: int, log: EventLog | None) -> None:
    """The hangars are refilled (step 4), and the turn is over."""
    before = state.bag
    state.bag = hangars.refill(state.columns, state.game.hangars, before, state.chance)
    if log is not None and state.bag != before:
        drawn = before - state.bag
        text = f"The hangars are refilled with {in_words(drawn)}."
        log.add("refill", None, text, {"tokens": letters(drawn)}, reveals=True)
    end_turn(state, seat, log)


def end_turn(state: WayfindersState, seat: int, log: EventLog | None) -> None:
    """The next seat is asked, or the game is over when the last seat has played in the last round."""
    state.turns += 1
    if log is not None and newly_ending(state, seat):
        log.add("last_round", seat, f"{{{seat}}} has 2 cubes or fewer left: this is the last round.")
    if seat < state.game.players - 1:
        state.agenda[-1] = (_TURN, 2 << seat)
    elif is_last_round(state) or state.turns >= state.game.turn_limit:
        state.agenda.clear()
        if log is not None:
            log.add("end", None, state._outcome().text)
    else:
        state.agenda[-1] = (_TURN, 1)


def is_last_round(state: WayfindersState) -> bool:
    """Whether somebody has two cubes or fewer left."""
    return any(owned.bit_count() >= ENDING_CUBES for owned in state.owned)


def newly_ending(state: WayfindersState, seat: int) -> bool:
    """Whether this seat alone has brought the last round about."""
    ending = [other for other, owned in enumerate(state.owned) if owned.bit_count() >= ENDING_CUBES]
    return ending == [seat]
