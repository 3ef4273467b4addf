"""Orders (rulebook, Give Orders; rulings 15-20)."""

from __future__ import annotations

from collections.abc import Callable

from waystation.engine import EventLog
from waystation.engine.words import Seat, mark, say

from . import board, cresters, longboats
from . import model as m
from .frames import Ask
from .state import WindwardState

PORT_ORDERS = (m.O_SUPPLIES, m.O_MORALE, m.O_CANNON, m.O_CREW)
SKY_ORDERS = (m.O_DROP, m.O_ROWING, m.O_SPEED, m.O_PROCESS)
NAMES = (mark("supplies"), mark("morale"), mark("cannon"), mark("crew"), mark("drop a longboat"),
         mark("longboat speed"), mark("ship speed"), mark("process the crester"))  # fmt: skip


def orders(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add the orders that have an effect now and whose space is free (rulings 15, 16)."""
    first = state.game.ids.order
    for order in SKY_ORDERS if state.ship[seat] else PORT_ORDERS:
        if not state.used >> order & 1 and works(state, seat, order):
            found.append(first + order)


def works(state: WindwardState, seat: int, order: int) -> bool:
    """Whether the order would do something."""
    if order == m.O_SPEED:
        return True
    if order == m.O_ROWING:
        return state.rowing[seat] < state.game.rowing_max
    if order == m.O_DROP:
        return longboats.droppable(state, seat) >= 0
    if order == m.O_PROCESS:
        if state.game.naturalist_seat == seat:
            return bool(state.hold[seat]) and may_release(state, seat)
        return state.hold[seat] > 0
    if order == m.O_SUPPLIES:
        return state.hand_size[seat] < m.HAND_LIMIT
    if order == m.O_MORALE:
        return state.morale[seat] < state.game.morale_max
    if order == m.O_CANNON:
        return state.guns[seat] < state.gun_slots[seat]
    return bool(board.hireable(state, seat))


def may_release(state: WindwardState, seat: int) -> bool:
    """Research: there is a space for the crester with its tag; without a tag it is processed (ruling 59)."""
    return not researches(state, seat) or bool(cresters.research_places(state, seat))


def researches(state: WindwardState, seat: int) -> bool:
    """Whether the order is research: the Naturalist's is, as long as a tag is left."""
    return state.game.naturalist_seat == seat and state.tags_used() < m.TAGS


def give_order(state: WindwardState, seat: int, order: int, log: EventLog | None) -> None:
    """Carry out an order; its space is used for this turn."""
    state.used |= 1 << order
    if log is not None:
        what = say("research") if order == m.O_PROCESS and researches(state, seat) else say(NAMES[order])
        data = {"order": m.ORDERS[order], "mates": state.mates}
        log.add("order", seat, say("{who} orders: {what}.", who=Seat(seat), what=what), data)
    DO[order](state, seat, log)


def _speed(state: WindwardState, seat: int, log: EventLog | None) -> None:
    board.add_speed(state, seat, state.game.speed_order[seat], log)


def _process(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """A tooth into the hold, the piece to stock, gas by morale (ruling 20); or research (ruling 59)."""
    if researches(state, seat):
        state.agenda.append((Ask.RESEARCH, 1 << seat))
        return
    kind, place = state.hold[seat], state.space_name(state.ship[seat])
    red = kind == m.HOLD_RED
    state.hold[seat] = m.EMPTY
    if red:
        state.red_teeth[seat] += 1
        state.red_stock += 1
    else:
        state.gray_teeth[seat] += 1
        state.gray_stock += 1
    if log is not None:
        text = say("{who} takes a red tooth; the red crester goes back to stock.", who=Seat(seat))
        if not red:
            text = say("{who} takes a gray tooth; the gray crester goes back to stock.", who=Seat(seat))
        log.add("tooth", seat, text, {"item": "red tooth" if red else "gray tooth", "place": place})
    render(state, seat, log)


def render(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """Gas as much as morale (rulebook, Process Crester; Research Crester Action)."""
    board.add_gas(state, seat, state.morale[seat] + state.crew_bonus(seat, "gas_on_process"), log)


def take_supplies(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """Three cards are to be taken."""
    state.agenda.append((Ask.SUPPLIES, 1 << seat, 3))


def hire(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """A crew member is to be chosen."""
    state.agenda.append((Ask.HIRE, 1 << seat))


DO: tuple[Callable[[WindwardState, int, EventLog | None], None], ...] = (
    take_supplies,
    lambda state, seat, log: board.raise_morale(state, seat, 1, log),
    lambda state, seat, log: board.load_cannon(state, seat, 1, log),
    hire,
    longboats.drop,
    lambda state, seat, log: board.add_rowing(state, seat, state.game.rowing_order[seat], log),
    _speed,
    _process,
)
"""What each order does."""
