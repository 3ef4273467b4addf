"""Supply cards in the own turn, and what their effects do (rulebook, Use a Supply Card; rulings 22, 23)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from waystation.engine import EventLog
from waystation.engine.words import Seat, mark, say, term

from . import board, cresters, longboats, orders, sailing, supplies, wind
from . import model as m
from .frames import Ask
from .notoriety import gain
from .state import WindwardState


def playable_cards(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add the cards that can be played now (ruling 22)."""
    game = state.game
    hands, first = state.hands, seat * game.kinds
    for kind in game.turn_cards:
        if hands[first + kind] and playable(state, seat, kind):
            found.append(game.ids.play + kind)


def playable(state: WindwardState, seat: int, kind: int) -> bool:
    """Whether a card may be played here and would do something once it has left the hand."""
    if state.game.sky_only[kind] and not state.ship[seat]:
        return False
    effects = state.game.card_effects[kind]
    if state.hand_size[seat] >= m.HAND_LIMIT and any(op == "extra_order" for op, _ in effects):
        state = state.clone()  # with the card gone from a full hand, there is room for an order of supplies
        state.hand_size[seat] -= 1
    for op, amount in effects:  # noqa: SIM110 (a generator takes longer)
        if CAN[op](state, seat, amount):
            return True
    return False


def play(state: WindwardState, seat: int, kind: int, log: EventLog | None) -> None:
    """Discard the card, then its effects in their order."""
    supplies.discard(state, seat, kind)
    if log is not None:
        card = state.game.components.cards[kind]
        text = say("{who} plays {card}.", who=Seat(seat), card=term(card.name))
        log.add("card", seat, text, {"card": card.id}, reveals=True)
    for op, amount in reversed(state.game.card_effects[kind]):
        state.agenda.append((Ask.EFFECT, 0, OPS.index(op), amount))


def can_order_more(state: WindwardState, seat: int, amount: int) -> bool:
    """Coffee needs a token and an order that works (ruling 15)."""
    tokens = state.used.bit_count() - (m.MATES - state.mates)
    found: list[int] = []
    orders.orders(state, seat, found)
    return tokens < m.COFFEE_TOKENS and bool(found)


def zephyr_targets(state: WindwardState, seat: int) -> list[int]:
    """Zephyrs the ship could be sent to."""
    here = state.ship[seat]
    return [to for to in state.planet.zephyrs if to != here and sailing.may_enter(state, seat, to)]


def bait_grounds(state: WindwardState) -> list[int]:
    """Feeding grounds for one more gray (ruling 23)."""
    if not state.gray_stock:
        return []
    return [space for space in state.planet.feeding if cresters.ground_free(state, space)]


# ---------------------------------------------------------------------- effects

Can = Callable[[WindwardState, int, int], bool]
Do = Callable[[WindwardState, int, int, EventLog | None], None]


class Effect(NamedTuple):
    """When an effect does something, what it does, and why it would do nothing."""

    can: Can
    do: Do
    useless: str = ""


def _ask(kind: Ask) -> Do:
    def do(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
        state.agenda.append((kind, 1 << seat, amount))

    return do


def _into_wind(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
    state.into_wind = True
    if log is not None:
        text = say("{who} may sail into the wind for the rest of the turn.", who=Seat(seat))
        log.add("into wind", seat, text, {"piece": m.piece_id(seat)})


def _drift(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
    state.drift = True
    if log is not None:
        text = say("{who} may enter drift for the rest of the turn.", who=Seat(seat))
        log.add("drift", seat, text, {"piece": m.piece_id(seat)})


def _as_order(order: int) -> Can:
    return lambda state, seat, _: orders.works(state, seat, order)


EFFECTS: dict[str, Effect] = {
    "extra_order": Effect(can_order_more, _ask(Ask.EXTRA_ORDER), mark("no further order has an effect")),
    "spawn_gray": Effect(
        lambda state, seat, _: bool(bait_grounds(state)), _ask(Ask.BAIT),
        mark("no gray is in stock, or no feeding ground is free"),
    ),
    "enter_drift": Effect(lambda state, seat, _: not state.drift, _drift, mark("drift is open to you already")),
    "speed": Effect(lambda state, seat, _: True, board.add_speed),
    "into_wind": Effect(
        lambda state, seat, _: not state.into_wind, _into_wind, mark("you may go into the wind already")
    ),
    "wind_roll": Effect(lambda state, seat, _: True, lambda state, seat, _, log: wind.roll_wind(state, log)),
    "wind_turn": Effect(lambda state, seat, _: True, _ask(Ask.VEER)),
    "zephyr_jump": Effect(
        lambda state, seat, cost: state.ship[seat] > 0 and state.speed >= cost and bool(zephyr_targets(state, seat)),
        _ask(Ask.ZEPHYR), mark("no speed is left, or no zephyr is open"),
    ),
    "boat_speed": Effect(
        _as_order(m.O_ROWING), board.add_rowing, mark("longboat speed is at the end of its track")
    ),
    "drop_boat": Effect(
        lambda state, seat, _: longboats.droppable(state, seat) >= 0,
        lambda state, seat, _, log: longboats.drop(state, seat, log), mark("no longboat can be dropped here"),
    ),
    "morale": Effect(_as_order(m.O_MORALE), board.raise_morale, mark("morale is at its maximum")),
    "gas": Effect(
        lambda state, seat, _: state.gas[seat] < state.gas_slots[seat], board.add_gas, mark("every gas slot is full")
    ),
    "cannon": Effect(_as_order(m.O_CANNON), board.load_cannon, mark("no cannon slot is empty")),
    "notoriety": Effect(
        lambda state, seat, _: True, lambda state, seat, amount, log: gain(state, seat, amount, m.L_BOUGHT, log)
    ),
}  # fmt: skip
OPS = tuple(EFFECTS)
CAN = {op: effect.can for op, effect in EFFECTS.items()}
