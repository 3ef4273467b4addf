"""What ends a turn, a round and the game.

Rulebook, "Returning workers", "Game end and scoring"; rulings 7, 27 and 28.
"""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Arg, Seat, say
from waystation.games.wayfinders import hangars
from waystation.games.wayfinders.components import CUBES, LETTERS
from waystation.games.wayfinders.frames import TURN
from waystation.games.wayfinders.payment import letters
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.wording import in_words

ENDING_CUBES = CUBES - 2
"""Airstrips on the board, Home included, from which a player ends the game."""


def end_return(state: WayfindersState, seat: int, log: EventLog | None) -> None:
    """The hangars are refilled (step 4), and the turn is over."""
    before = state.bag
    columns = None if log is None else state.columns[:]
    state.bag = hangars.refill(state.columns, state.game.hangars, before, state.chance)
    if log is not None and columns is not None and state.bag != before:
        _tell_refill(state, columns, before - state.bag, log)
    end_turn(state, seat, log)


def _tell_refill(state: WayfindersState, before: list[int], drawn: int, log: EventLog) -> None:
    """What was drawn, and which hangar got what."""
    parts: list[Arg] = []
    got: dict[str, str] = {}
    for hangar, (old, new) in enumerate(zip(before, state.columns, strict=True)):
        added = hangars.column_tokens(new)[len(hangars.column_tokens(old)) :]
        if added:
            tokens = hangars.bundle_in(added)
            parts.append(say("hangar {number} gets {tokens}", number=hangar + 1, tokens=in_words(tokens)))
            got[str(hangar + 1)] = "".join(LETTERS[kind] for kind in added)
    text = say("The hangars are refilled with {tokens}: {parts}.", tokens=in_words(drawn), parts=parts)
    log.add("refill", None, text, {"tokens": letters(drawn), "hangars": got}, reveals=True)


def end_turn(state: WayfindersState, seat: int, log: EventLog | None) -> None:
    """The next seat is asked, or the game is over when the last seat has played in the last round."""
    state.turns += 1
    if log is not None and newly_ending(state, seat):
        log.add("last_round", seat, say("{who} has 2 cubes or fewer left: this is the last round.", who=Seat(seat)))
    if seat < state.game.players - 1:
        state.agenda[-1] = (TURN, 2 << seat)
    elif is_last_round(state) or state.turns >= state.game.turn_limit:
        state.agenda.clear()
        if log is not None:
            log.add("end", None, state._outcome().text)
    else:
        state.agenda[-1] = (TURN, 1)


def rounds(state: WayfindersState) -> int:
    """The round at hand, from 1; after the end, the last one."""
    begun = state.turns if state.agenda else state.turns - 1
    return begun // state.game.players + 1


def is_last_round(state: WayfindersState) -> bool:
    """Whether somebody has two cubes or fewer left."""
    return max(map(int.bit_count, state.owned)) >= ENDING_CUBES


def is_last_turn(state: WayfindersState) -> bool:
    """Whether whoever is on turn has no further one."""
    return is_last_round(state) or state.turns + state.game.players >= state.game.turn_limit


def newly_ending(state: WayfindersState, seat: int) -> bool:
    """Whether this seat alone has brought the last round about."""
    ending = [other for other, owned in enumerate(state.owned) if owned.bit_count() >= ENDING_CUBES]
    return ending == [seat]
