"""RETURN: co-op; a full hand gives a card for the one it gets (ruling 63)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Seat, say, term
from waystation.games.windward import model as m
from waystation.games.windward import supplies, trading
from waystation.games.windward.state import WindwardState

from .asked import Asked
from .offer import no_trade
from .turn.offer import give_nodes


class GivingBack(Asked):
    """Card for card, so that no hand has ever more than five."""

    answers = ("give",)
    numbers = ("seat", "seat", "card")

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        first = state.game.ids.give + frame[2] * state.game.kinds
        return [first + kind for kind in supplies.held_kinds(state, seat)]

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        ids = state.game.ids
        if ids.x[action] == frame[2] and state.hands[seat * state.game.kinds + ids.y[action]]:
            return None
        text = say("Only a card of yours to the one who gives, {who}.", who=Seat(frame[2]))
        return Refusal(text, "Trading; ruling 63")

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        _, _, giver, taker, card = frame
        back = state.game.ids.y[action]
        trading.hand_over(state, taker, giver, back, None)
        trading.hand_over(state, giver, taker, card, log)
        if log is not None:
            kind = state.game.components.cards[back]
            text = say("{who} gives {card} in return.", who=Seat(seat), card=term(kind.name))
            log.add("return", seat, text, {"card": kind.id, "to": giver})

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        name = term(state.game.components.cards[frame[4]].name)
        return say("Your hand is full: which card does {who} get for {card}?", who=Seat(frame[2]), card=name)

    def label(self, state: WindwardState, frame: Frame, action: int, seat: int) -> str:
        ids = state.game.ids
        return say("Give {card}", card=term(ids.cards[ids.y[action]].name))

    def nodes(self, state: WindwardState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        ids = state.game.ids
        return give_nodes(state, ids.x[action], ids.y[action])

    def seat_of(self, state: WindwardState, frame: Frame) -> int:
        return frame[3]

    def needs(self, state: WindwardState, frame: Frame) -> str:
        full = state.hand_size[frame[3]] >= m.HAND_LIMIT
        return no_trade(state, frame) or ("" if full else "the taker's hand is not full")
