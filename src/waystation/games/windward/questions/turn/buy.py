"""Spending gas at port (rulebook, Spend Gas; ruling 13)."""

from __future__ import annotations

from waystation.engine import EventLog, Refusal
from waystation.engine.words import Seat, mark, say
from waystation.games.windward import board, notoriety, orders
from waystation.games.windward import model as m
from waystation.games.windward.actions import Do
from waystation.games.windward.state import WindwardState

from .deed import Deed
from .order import no_effect

SAME_AS = (m.O_CANNON, m.O_CREW, m.O_MORALE, -1, m.O_SUPPLIES)
"""The order that does what a purchase does; buying notoriety does what no order does."""
NAMES = (mark("a cannon"), mark("a crew tile"), mark("rum"), mark("notoriety"), mark("supplies"))


class Buy(Deed):
    kind = Do.BUY

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        """At port, paid in gas, and only if it does something."""
        gas = state.gas[seat]
        if gas and not state.ship[seat]:
            for purchase, price in enumerate(state.game.prices):
                if gas >= price and worth_buying(state, seat, purchase):
                    found.append(state.game.ids.buy + purchase)

    def why_not(self, state: WindwardState, seat: int, purchase: int, _: int) -> Refusal | None:
        if state.ship[seat]:
            return Refusal(say("Gas is spent at port."), "Spend Gas")
        price = state.game.prices[purchase]
        if state.gas[seat] < price:
            return Refusal(
                say("That costs {price} gas; you have {gas}.", price=price, gas=state.gas[seat]), "Spend Gas"
            )
        if worth_buying(state, seat, purchase):
            return None
        return Refusal(no_effect(state, seat, SAME_AS[purchase]), "Spend Gas; ruling 13")

    def do(self, state: WindwardState, seat: int, purchase: int, _: int, log: EventLog | None) -> None:
        """Pay gas and get it at once."""
        price = state.game.prices[purchase]
        state.gas[seat] -= price
        if log is not None:
            text = say("{who} buys {what} for {n} gas.", who=Seat(seat), what=say(NAMES[purchase]), n=price)
            log.add("buy", seat, text, {"purchase": m.PURCHASES[purchase], "gas": price})
        if purchase == m.P_CANNON:
            board.load_cannon(state, seat, 1, log)
        elif purchase == m.P_CREW:
            orders.hire(state, seat, log)
        elif purchase == m.P_RUM:
            board.raise_morale(state, seat, 1, log)
        elif purchase == m.P_NOTORIETY:
            notoriety.gain(state, seat, 1, m.L_BOUGHT, log)
        else:
            orders.take_supplies(state, seat, log)

    def label(self, state: WindwardState, seat: int, purchase: int, _: int, plain: str) -> str:
        return say("{buy} for {n} gas", buy=plain, n=state.game.prices[purchase])


def worth_buying(state: WindwardState, seat: int, purchase: int) -> bool:
    """A purchase does what the order of the same kind does; notoriety always counts."""
    return purchase == m.P_NOTORIETY or orders.works(state, seat, SAME_AS[purchase])
