"""The trading post: what teeth are traded for (rulebook, Trading Post; co-op Cresters; ruling 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog

from . import achievements
from . import model as m
from .board import add_gas

if TYPE_CHECKING:
    from .state import WindwardState

WORTH = (m.RED_POINTS, m.GRAY_POINTS)


def enter(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """Free-for-all: teeth are traded at once (rulebook, Trading Post; The Naturalist)."""
    if seat == state.turn:
        state.last_open = 0
    red, gray = state.red_teeth[seat], state.gray_teeth[seat]
    game = state.game
    if not game.is_ffa or not (red or gray):
        return
    state.red_teeth[seat] = state.gray_teeth[seat] = 0
    if game.naturalist_seat == seat:
        if log is not None:
            log.add("teeth", seat, f"{{{seat}}} puts the teeth back to stock.")
        return
    if log is not None:
        log.add("teeth", seat, f"{{{seat}}} trades {red} red and {gray} gray teeth.")
    state.gain(seat, red * m.RED_POINTS, m.L_RED, log)
    state.gain(seat, gray * m.GRAY_POINTS, m.L_GRAY, log)
    if state.shown:
        achievements.reached(state, seat, "port_teeth", log, red, gray)


def trades(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add what a tooth may bring at port in co-op and solo: notoriety, or gas while there is a free slot."""
    if state.ship[seat]:
        return
    prices = (0, 1) if state.gas[seat] < state.gas_slots[seat] else (0,)
    first = state.game.ids.trade
    for tooth, teeth in enumerate((state.red_teeth, state.gray_teeth)):
        if teeth[seat]:
            found.extend(first + 2 * tooth + price for price in prices)


def trade(state: WindwardState, seat: int, tooth: int, price: int, log: EventLog | None) -> None:
    """One tooth for notoriety (price 0) or gas (rulebook, co-op Cresters)."""
    (state.red_teeth, state.gray_teeth)[tooth][seat] -= 1
    if price:
        add_gas(state, seat, WORTH[tooth], log)
    else:
        state.gain(seat, WORTH[tooth], (m.L_RED, m.L_GRAY)[tooth], log)
