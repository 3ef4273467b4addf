"""Defeated ships: what is dropped or looted, and what follows (rulebook, Defeated Ship; rulings 39-43)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog, Frame

from . import achievements, port
from . import model as m
from .model import Ask

if TYPE_CHECKING:
    from .state import WindwardState


def ship_defeated(state: WindwardState, seat: int, victor: int, space: int, log: EventLog | None) -> None:
    """`victor` is -1 for a crester or the rest. The ship has left its space already."""
    if log is not None:
        log.add("defeated", seat, f"{{{seat}}}'s ship is defeated.")
    if seat == state.turn:
        del state.agenda[1:]  # the turn is over at once, without any rest step
    state.morale[seat] = 1
    state.ship[seat] = 0
    if state.game.is_solo:
        state.finish(m.LOST)
        return
    if victor < 0:
        drop_cargo(state, seat, space)
        back_at_port(state, seat, log)
    else:
        if state.shown:
            achievements.reached(state, victor, "defeat_ship", log)
        take_crester(state, seat, victor, space)
        goods = state.red_teeth[seat] + state.gray_teeth[seat] + state.plus2[seat]
        loot(state, seat, victor, (goods + 1) // 2, log)


def drop_cargo(state: WindwardState, seat: int, space: int) -> None:
    """Everything in the hold falls onto the space; at port (co-op) it is kept (ruling 43)."""
    if not space:
        return
    if state.hold[seat]:
        state.items[space] += m.DEAD_RED if state.hold[seat] == m.HOLD_RED else m.DEAD_GRAY
    state.items[space] += (
        state.red_teeth[seat] * m.RED_TOOTH + state.gray_teeth[seat] * m.GRAY_TOOTH + state.plus2[seat] * m.PLUS2
    )
    state.hold[seat] = state.red_teeth[seat] = state.gray_teeth[seat] = state.plus2[seat] = 0


def take_crester(state: WindwardState, seat: int, victor: int, space: int) -> None:
    """The victor takes the crester into an empty hold, else it falls onto the space (ruling 41)."""
    cargo, state.hold[seat] = state.hold[seat], m.EMPTY
    if cargo and not state.hold[victor]:
        state.hold[victor] = cargo
    elif cargo:
        state.items[space] += m.DEAD_RED if cargo == m.HOLD_RED else m.DEAD_GRAY


def goods_of(state: WindwardState, seat: int) -> tuple[int, int, int]:
    """Red teeth, gray teeth and +2 tokens."""
    return state.red_teeth[seat], state.gray_teeth[seat], state.plus2[seat]


def loot(state: WindwardState, seat: int, victor: int, left: int, log: EventLog | None) -> None:
    """The victor chooses one thing after the other; without a choice they are simply taken."""
    while left:
        kinds = [kind for kind, count in enumerate(goods_of(state, seat)) if count]
        if len(kinds) > 1:
            state.agenda.append((Ask.LOOT, 1 << victor, seat, left))
            return
        take_good(state, seat, victor, kinds[0], log)
        left -= 1
    back_at_port(state, seat, log)


def take_good(state: WindwardState, seat: int, victor: int, kind: int, log: EventLog | None) -> None:
    goods = (state.red_teeth, state.gray_teeth, state.plus2)[kind]
    goods[seat] -= 1
    goods[victor] += 1
    if log is not None:
        log.add("loot", victor, f"{{{victor}}} takes a {m.ITEM_NAMES[kind + 3]} from {{{seat}}}.")


def legal_loot(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    return [state.game.ids.loot + kind for kind, count in enumerate(goods_of(state, frame[2])) if count]


def answer_loot(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    take_good(state, frame[2], seat, action - state.game.ids.loot, log)
    loot(state, frame[2], seat, frame[3] - 1, log)


def back_at_port(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """Afterwards, whatever the cause: a +2 token; co-op: a captain's life (ruling 42, 67)."""
    state.take_plus2(seat, log)
    game = state.game
    if game.placed_at_port_trades:
        port.enter(state, seat, log)
    if game.is_coop:
        state.lives -= 1
        if log is not None:
            log.add("life", seat, f"Lives left to the captains: {state.lives}.")
        if not state.lives:
            state.finish(m.LOST)
