"""Co-op and solo: a tooth for notoriety or for gas (rulebook, co-op Cresters; ruling 12)."""

from __future__ import annotations

from waystation.engine import EventLog, Refusal
from waystation.engine.words import Seat, say
from waystation.games.windward import board, notoriety, port
from waystation.games.windward import model as m
from waystation.games.windward.actions import Do
from waystation.games.windward.state import WindwardState

from .deed import Deed

RULE = "Co-operative: Cresters; ruling 12"


class Trade(Deed):
    kind = Do.TRADE
    team = True

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        """Notoriety, or gas while there is a free slot."""
        if state.game.is_ffa or state.ship[seat]:
            return
        prices = (0, 1) if state.gas[seat] < state.gas_slots[seat] else (0,)
        first = state.game.ids.trade
        for tooth, teeth in enumerate((state.red_teeth, state.gray_teeth)):
            if teeth[seat]:
                found.extend(first + 2 * tooth + price for price in prices)

    def why_not(self, state: WindwardState, seat: int, tooth: int, price: int) -> Refusal | None:
        if state.game.is_ffa:
            text = say("Teeth are traded by themselves, for notoriety, when the ship enters port.")
            return Refusal(text, "Trading Post")
        if state.ship[seat]:
            return Refusal(say("Teeth are traded at port."), "Trading Post")
        if not (state.red_teeth, state.gray_teeth)[tooth][seat]:
            return Refusal(say("There is no such tooth to trade."), RULE)
        if price and state.gas[seat] >= state.gas_slots[seat]:
            return Refusal(say("No gas slot is free."), RULE)
        return None

    def do(self, state: WindwardState, seat: int, tooth: int, price: int, log: EventLog | None) -> None:
        """One tooth for notoriety (price 0) or gas."""
        (state.red_teeth, state.gray_teeth)[tooth][seat] -= 1
        if log is not None:
            teeth = port.teeth(1 - tooth, tooth)
            log.add("teeth", seat, say("{who} trades {teeth}.", who=Seat(seat), teeth=teeth),
                    {"red": 1 - tooth, "gray": tooth, "for": "gas" if price else "notoriety"})  # fmt: skip
        if price:
            board.add_gas(state, seat, port.WORTH[tooth], log)
        else:
            notoriety.gain(state, seat, port.WORTH[tooth], (m.L_RED, m.L_GRAY)[tooth], log)

    def nodes(self, state: WindwardState, seat: int, x: int, y: int, plain: tuple[str, ...]) -> tuple[str, ...]:
        return (f"board:{seat}",)
