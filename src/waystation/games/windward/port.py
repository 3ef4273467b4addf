"""The trading post: entering it with teeth, and what they are traded for (rulebook, Trading Post; ruling 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog, Frame

from . import achievements
from . import model as m
from .board import add_gas
from .model import Ask

if TYPE_CHECKING:
    from .state import WindwardState

WORTH = (m.RED_POINTS, m.GRAY_POINTS)


def enter(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """Teeth are traded at once (rulebook, Trading Post; The Naturalist; co-op Cresters)."""
    if seat == state.turn:
        state.last_open = 0
    red, gray = state.red_teeth[seat], state.gray_teeth[seat]
    if not red and not gray:
        return
    game = state.game
    if not game.is_ffa:
        state.agenda.append((Ask.TRADE, 1 << seat, red, gray))
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


def legal_trade(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    """Co-op and solo: each tooth for notoriety, or for gas while there is a free slot."""
    first = state.game.ids.trade
    prices = (0, 1) if state.gas[seat] < state.gas_slots[seat] else (0,)
    return [first + 2 * tooth + price for tooth in (0, 1) if frame[2 + tooth] for price in prices]


def answer_trade(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    tooth, price = divmod(action - state.game.ids.trade, 2)
    (state.red_teeth, state.gray_teeth)[tooth][seat] -= 1
    if price:
        add_gas(state, seat, WORTH[tooth], log)
    else:
        state.gain(seat, WORTH[tooth], (m.L_RED, m.L_GRAY)[tooth], log)
    red, gray = frame[2] - (tooth == 0), frame[3] - (tooth == 1)
    if red or gray:
        state.agenda.append((Ask.TRADE, 1 << seat, red, gray))
