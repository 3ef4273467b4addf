"""EXTRA_ORDER: Coffee gives an order without a mate (rulebook, Coffee; ruling 15)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import say
from waystation.games.windward import orders
from waystation.games.windward.state import WindwardState

from .asked import Asked
from .turn.order import no_order, order_label


class ExtraOrder(Asked):
    """An order that was not given yet this turn."""

    answers = ("order",)
    numbers = ("one",)

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        found: list[int] = []
        orders.orders(state, seat, found)
        return found

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        return no_order(state, seat, action - state.game.ids.order)

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        orders.give_order(state, seat, action - state.game.ids.order, log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("Coffee: which order do you give?")

    def label(self, state: WindwardState, frame: Frame, action: int, seat: int) -> str:
        return order_label(state, seat, action - state.game.ids.order, state.game.actions[action].label)
