"""Orders, purchases and the effects of supply cards (rulebook, Give Orders; Spend Gas; Use a Supply Card)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from waystation.engine import EventLog, Frame

from . import board, cresters, moves, supplies
from . import model as m
from .model import Ask

if TYPE_CHECKING:
    from .state import WindwardState

PORT_ORDERS = (m.O_SUPPLIES, m.O_MORALE, m.O_CANNON, m.O_CREW)
SKY_ORDERS = (m.O_DROP, m.O_ROWING, m.O_SPEED, m.O_PROCESS)

# ---------------------------------------------------------------------- orders


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
        return moves.droppable(state, seat) >= 0
    if order == m.O_PROCESS:
        if state.game.naturalist_seat == seat:
            return bool(cresters.research_places(state, seat))
        return state.hold[seat] > 0
    if order == m.O_SUPPLIES:
        return state.hand_size[seat] < m.HAND_LIMIT
    if order == m.O_MORALE:
        return state.morale[seat] < state.game.morale_max
    if order == m.O_CANNON:
        return state.guns[seat] < state.gun_slots[seat]
    return bool(board.hireable(state, seat))


def give_order(state: WindwardState, seat: int, order: int, log: EventLog | None) -> None:
    """Carry out an order; its space is used for this turn."""
    state.used |= 1 << order
    game = state.game
    if log is not None:
        name = "research" if order == m.O_PROCESS and game.naturalist_seat == seat else m.ORDERS[order]
        log.add("order", seat, f"{{{seat}}} orders: {name}.")
    if order == m.O_SUPPLIES:
        state.agenda.append((Ask.SUPPLIES, 1 << seat, 3))
    elif order == m.O_MORALE:
        board.raise_morale(state, seat, 1, log)
    elif order == m.O_CANNON:
        board.load_cannon(state, seat, 1, log)
    elif order == m.O_CREW:
        state.agenda.append((Ask.HIRE, 1 << seat))
    elif order == m.O_DROP:
        moves.drop(state, seat, log)
    elif order == m.O_ROWING:
        board.add_rowing(state, seat, game.rowing_order[seat], log)
    elif order == m.O_SPEED:
        state.speed += game.speed_order[seat]
    elif game.naturalist_seat == seat:
        state.agenda.append((Ask.RESEARCH, 1 << seat))
    else:
        process(state, seat, log)


def process(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """A tooth into the hold, the piece to stock, gas by morale (ruling 20)."""
    if state.hold[seat] == m.HOLD_RED:
        state.red_teeth[seat] += 1
        state.red_stock += 1
    else:
        state.gray_teeth[seat] += 1
        state.gray_stock += 1
    state.hold[seat] = m.EMPTY
    board.add_gas(state, seat, state.morale[seat] + state.crew_bonus(seat, "gas_on_process"), log)


def legal_extra(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    """Coffee: an order without a mate."""
    found: list[int] = []
    orders(state, seat, found)
    return found


def answer_extra(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    give_order(state, seat, action - state.game.ids.order, log)


def legal_hire(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    return [state.game.ids.hire + side for side in board.hireable(state, seat)]


def answer_hire(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    board.hire(state, seat, action - state.game.ids.hire, log)


# ---------------------------------------------------------------------- purchases


def purchases(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add what can be bought: at port, paid in gas, and only if it does something (ruling 13)."""
    gas = state.gas[seat]
    if gas and not state.ship[seat]:
        for purchase, price in enumerate(state.game.prices):
            if gas >= price and worth_buying(state, seat, purchase):
                found.append(state.game.ids.buy + purchase)


def worth_buying(state: WindwardState, seat: int, purchase: int) -> bool:
    """A purchase does what the order of the same kind does; notoriety always counts."""
    if purchase == m.P_NOTORIETY:
        return True
    order = {m.P_CANNON: m.O_CANNON, m.P_CREW: m.O_CREW, m.P_RUM: m.O_MORALE, m.P_SUPPLIES: m.O_SUPPLIES}[purchase]
    return works(state, seat, order)


def buy(state: WindwardState, seat: int, purchase: int, log: EventLog | None) -> None:
    """Pay gas and get it at once."""
    state.gas[seat] -= state.game.prices[purchase]
    if log is not None:
        log.add("buy", seat, f"{{{seat}}} buys {m.PURCHASES[purchase]} for {state.game.prices[purchase]} gas.")
    if purchase == m.P_CANNON:
        board.load_cannon(state, seat, 1, log)
    elif purchase == m.P_CREW:
        state.agenda.append((Ask.HIRE, 1 << seat))
    elif purchase == m.P_RUM:
        board.raise_morale(state, seat, 1, log)
    elif purchase == m.P_NOTORIETY:
        state.gain(seat, 1, m.L_BOUGHT, log)
    else:
        state.agenda.append((Ask.SUPPLIES, 1 << seat, 3))


# ---------------------------------------------------------------------- cards in the own turn


def cards(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add the cards that can be played now (ruling 22)."""
    game = state.game
    first = seat * game.kinds
    for kind in game.turn_cards:
        if state.hands[first + kind] and playable(state, seat, kind):
            found.append(game.ids.play + kind)


def playable(state: WindwardState, seat: int, kind: int) -> bool:
    """Whether a card may be played here and would do something once it has left the hand."""
    if state.game.sky_only[kind] and not state.ship[seat]:
        return False
    state.hand_size[seat] -= 1
    works = any(CAN[op](state, seat, amount) for op, amount in state.game.card_effects[kind])
    state.hand_size[seat] += 1
    return works


def play(state: WindwardState, seat: int, kind: int, log: EventLog | None) -> None:
    """Discard the card, then its effects in their order."""
    supplies.discard(state, seat, kind)
    if log is not None:
        log.add("card", seat, f"{{{seat}}} plays {state.game.components.cards[kind].name}.", reveals=True)
    for op, amount in reversed(state.game.card_effects[kind]):
        state.agenda.append((Ask.EFFECT, 0, OPS.index(op), amount))


def effect(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """One effect of a card, if it still does something."""
    op = OPS[frame[2]]
    if CAN[op](state, state.turn, frame[3]):
        DO[op](state, state.turn, frame[3], log)


def can_order_more(state: WindwardState, seat: int, amount: int) -> bool:
    """Coffee needs a token and an order that works (ruling 15)."""
    tokens = state.used.bit_count() - (m.MATES - state.mates)
    return tokens < m.COFFEE_TOKENS and bool(legal_extra(state, (), seat))


def zephyr_targets(state: WindwardState, seat: int) -> list[int]:
    """Zephyrs the ship could be sent to."""
    here = state.ship[seat]
    return [to for to in state.planet.zephyrs if to != here and moves.may_enter(state, seat, to)]


def bait_grounds(state: WindwardState) -> list[int]:
    """Feeding grounds for one more gray (ruling 23)."""
    if not state.gray_stock:
        return []
    return [space for space in state.planet.feeding if cresters.ground_free(state, space)]


CAN: dict[str, Callable[[WindwardState, int, int], bool]] = {
    "extra_order": can_order_more,
    "spawn_gray": lambda state, seat, _: bool(bait_grounds(state)),
    "enter_drift": lambda state, seat, _: not state.perms & m.ENTER_DRIFT,
    "speed": lambda state, seat, _: True,
    "into_wind": lambda state, seat, _: not state.perms & m.INTO_WIND,
    "wind_roll": lambda state, seat, _: True,
    "wind_turn": lambda state, seat, _: True,
    "zephyr_jump": lambda state, seat, cost: (
        state.ship[seat] > 0 and state.speed >= cost and bool(zephyr_targets(state, seat))
    ),
    "boat_speed": lambda state, seat, _: works(state, seat, m.O_ROWING),
    "drop_boat": lambda state, seat, _: moves.droppable(state, seat) >= 0,
    "morale": lambda state, seat, _: works(state, seat, m.O_MORALE),
    "gas": lambda state, seat, _: state.gas[seat] < state.gas_slots[seat],
    "cannon": lambda state, seat, _: works(state, seat, m.O_CANNON),
    "notoriety": lambda state, seat, _: True,
}
OPS = tuple(CAN)


def _allow(permission: int) -> Callable[[WindwardState, int, int, EventLog | None], None]:
    def do(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
        state.perms |= permission

    return do


def _ask(kind: Ask) -> Callable[[WindwardState, int, int, EventLog | None], None]:
    def do(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
        state.agenda.append((kind, 1 << seat, amount))

    return do


def _more_speed(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
    state.speed += amount


DO: dict[str, Callable[[WindwardState, int, int, EventLog | None], None]] = {
    "extra_order": _ask(Ask.EXTRA_ORDER),
    "spawn_gray": _ask(Ask.BAIT),
    "enter_drift": _allow(m.ENTER_DRIFT),
    "speed": _more_speed,
    "into_wind": _allow(m.INTO_WIND),
    "wind_roll": lambda state, seat, _, log: roll_wind(state, log),
    "wind_turn": _ask(Ask.VEER),
    "zephyr_jump": _ask(Ask.ZEPHYR),
    "boat_speed": board.add_rowing,
    "drop_boat": lambda state, seat, _, log: moves.drop(state, seat, log),
    "morale": board.raise_morale,
    "gas": board.add_gas,
    "cannon": board.load_cannon,
    "notoriety": lambda state, seat, amount, log: state.gain(seat, amount, m.L_BOUGHT, log),
}


def legal_bait(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    return [state.game.ids.at + space for space in bait_grounds(state)]


def answer_bait(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    cresters.put_gray(state, action - state.game.ids.at, log)


def legal_zephyr(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    return [state.game.ids.at + space for space in zephyr_targets(state, seat)]


def answer_zephyr(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    state.speed -= frame[2]
    moves.enter(state, seat, action - state.game.ids.at, log)


# ---------------------------------------------------------------------- the wind


def roll_wind(state: WindwardState, log: EventLog | None) -> None:
    """The wind die, thrown again until the direction is a new one (rulebook, Wind)."""
    turned = state.game.wind_offset
    wind = (state.chance.below(6) + turned) % 6
    while wind == state.wind:
        wind = (state.chance.below(6) + turned) % 6
    set_wind(state, wind, log)


def set_wind(state: WindwardState, wind: int, log: EventLog | None) -> None:
    state.wind = wind
    if log is not None:
        number = (wind - state.game.wind_offset) % 6 + 1
        log.add("wind", None, f"The wind is {number}.", {"wind": number})


def legal_veer(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    return [state.game.ids.turn_wind, state.game.ids.turn_wind + 1]


def answer_veer(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    turn = frame[2] if action > state.game.ids.turn_wind else -frame[2]
    set_wind(state, (state.wind + turn) % 6, log)
