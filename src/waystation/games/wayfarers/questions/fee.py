"""The influence fee: is it paid with silver or with a provision? (rules: Influence)"""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Phrase, mark, say
from waystation.games.wayfarers.fee import fee_ways, pay_fee
from waystation.games.wayfarers.frames import TAKE
from waystation.games.wayfarers.names import GOODS_WORDS
from waystation.games.wayfarers.state import WayfarersState

from .base import Asked, what

RULE = "Influence"


class Fee(Asked):
    """With what the fee is paid, where both would do."""

    answers = ("fee",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        return [state.game.ids.fee + way for way in fee_ways(state, seat, *frame[2:])]

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        way = what(state, action)[1][0]
        if way in fee_ways(state, seat, *frame[2:]):
            return None
        player = state.seats[seat]
        have = (player.silver, player.provision)[way]
        reason = NONE if not have else PRICE if frame[2] == TAKE else ACTION
        return Refusal(say(reason, what=GOODS_WORDS[way], n=frame[4]), RULE)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        purpose, slot, extra = frame[2:]
        pay_fee(state, seat, what(state, action)[1][0], purpose, slot, extra, log)

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        card = state.game.box.labels[state.show[frame[3]]]
        return say("How do you pay for the influence on {card}?", card=card)


NONE = mark("You have no {what}.")
PRICE = mark("With 1 {what} less the price of {n} silver could not be paid.")
ACTION = mark("With 1 {what} less nothing of the worker's action would be possible.")
