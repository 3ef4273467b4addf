"""A discard: tokens over the limit go back to the bag. Rulebook, "Discard down to 3 resources"; ruling 26."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from waystation.engine import EventLog, Frame, Question, Refusal
from waystation.engine.words import Seat, say
from waystation.games.wayfinders.actions import DISCARD
from waystation.games.wayfinders.components import LETTERS
from waystation.games.wayfinders.payment import ONE, TYPES, count, letters, size
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.turns import end_return
from waystation.games.wayfinders.wording import TOKEN, in_words

DISCARDING = "Discard down to 3 resources; ruling 26"


class Discard(Question[WayfindersState]):
    """The token types in hand, one token at a time."""

    answers = ("discard",)

    def legal(self, state: WayfindersState, frame: Frame, seat: int) -> list[int]:
        return _held(state.hands[seat])

    def why_not(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        kind = action - DISCARD
        if count(state.hands[seat], kind):
            return None
        return Refusal(say("You have no {token}.", token=TOKEN[kind]), DISCARDING)

    def not_now(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> Refusal:
        text = say("You discard only when your flight is over and you hold more tokens than you may keep.")
        return Refusal(text, DISCARDING)

    def apply(self, state: WayfindersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        one = ONE[action - DISCARD]
        state.hands[seat] -= one
        state.bag += one
        if log is not None:
            text = say("{who} discards {tokens}.", who=Seat(seat), tokens=in_words(one))
            log.add("discard", seat, text, {"tokens": letters(one)})
        if size(state.hands[seat]) <= state.keep[seat]:
            end_return(state, seat, log)

    def ask(self, state: WayfindersState, frame: Frame, seat: int) -> str:
        over, keep = size(state.hands[seat]) - state.keep[seat], state.keep[seat]
        return say("{who}: discard {over}; you may keep {keep}.", who=Seat(seat), over=over, keep=keep)

    def nodes(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        return (f"token:{seat + 1}:{LETTERS[action - DISCARD]}",)

    def faults(self, state: WayfindersState, frame: Frame) -> Iterator[str]:
        seat = frame[1].bit_length() - 1
        if size(state.hands[seat]) <= state.keep[seat]:
            yield f"seat {seat} has no token over the limit of {state.keep[seat]} to discard"


@lru_cache(maxsize=1 << 12)
def _held(hand: int) -> list[int]:
    return [DISCARD + kind for kind in TYPES if count(hand, kind)]
