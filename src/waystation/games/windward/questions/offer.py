"""OFFER: co-op; may this card change hands? (rulebook, Trading; ruling 63)"""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Seat, say, term
from waystation.games.windward import model as m
from waystation.games.windward import trading
from waystation.games.windward.frames import Ask
from waystation.games.windward.state import WindwardState

from .asked import Asked


class Offer(Asked):
    """The other one of the two says yes or no."""

    answers = ("accept", "pass")
    numbers = ("seat", "seat", "card")

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        return [state.game.ids.skip, state.game.ids.accept]

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        return None  # yes or no

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        _, _, giver, taker, card = frame
        accepted = action == state.game.ids.accept
        if log is not None:
            text = say("{who} agrees.", who=Seat(seat)) if accepted else say("{who} declines.", who=Seat(seat))
            log.add("answer", seat, text, {"accepted": accepted})
        if not accepted:
            return
        if state.hand_size[taker] >= m.HAND_LIMIT:
            state.agenda.append((Ask.RETURN, 1 << taker, giver, taker, card))
        else:
            trading.hand_over(state, giver, taker, card, log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        _, _, giver, taker, card = frame
        full, name = state.hand_size[taker] >= m.HAND_LIMIT, term(state.game.components.cards[card].name)
        if giver == seat and full:
            return say(
                "{who} asks you for {card} and will give a card for it: do you agree?", who=Seat(taker), card=name
            )
        if giver == seat:
            return say("{who} asks you for {card}: do you agree?", who=Seat(taker), card=name)
        if full:
            return say("{who} offers you {card}; your hand is full, you would give one for it: agreed?",
                       who=Seat(giver), card=name)  # fmt: skip
        return say("{who} offers you {card}: agreed?", who=Seat(giver), card=name)

    def label(self, state: WindwardState, frame: Frame, action: int, seat: int) -> str:
        return say("Decline") if action == state.game.ids.skip else state.game.actions[action].label

    def seat_of(self, state: WindwardState, frame: Frame) -> int:
        return next((seat for seat in frame[2:4] if frame[1] == 1 << seat), state.turn)

    def needs(self, state: WindwardState, frame: Frame) -> str:
        return no_trade(state, frame)


def no_trade(state: WindwardState, frame: Frame) -> str:
    """Why these two cannot trade that card."""
    _, asked, giver, taker, card = frame
    if not asked or giver == taker or state.ship[giver] or state.ship[taker]:
        return "two captains at port trade"
    return "" if state.hands[giver * state.game.kinds + card] else "the giver has no such card"
