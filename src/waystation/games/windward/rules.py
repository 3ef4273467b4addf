"""Which rule answers for which frame of the agenda: what is legal, what an answer does, what happens unasked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from waystation.engine import EventLog, Frame

from . import battle, cresters, defeat, hunt, orders, supplies, trading, turn
from .model import Ask

if TYPE_CHECKING:
    from .state import WindwardState

Legal = Callable[["WindwardState", Frame, int], list[int]]
Answer = Callable[["WindwardState", Frame, int, int, EventLog | None], None]
Continue = Callable[["WindwardState", Frame, EventLog | None], None]

_ASKING: dict[Ask, tuple[Legal, Answer]] = {
    Ask.TURN: (turn.legal_turn, turn.answer_turn),
    Ask.REST: (turn.legal_rest, turn.answer_rest),
    Ask.REDS: (hunt.legal_reds, hunt.answer_reds),
    Ask.WALK: (hunt.legal_walk, hunt.answer_walk),
    Ask.FALSE_FLAG: (battle.legal_window, battle.answer_window),
    Ask.CANNONS: (battle.legal_cannons, battle.answer_cannons),
    Ask.BOOST: (battle.legal_boosts, battle.answer_boosts),
    Ask.LOOT: (defeat.legal_loot, defeat.answer_loot),
    Ask.NEW_RED: (cresters.legal_new_red, cresters.answer_new_red),
    Ask.SUPPLIES: (supplies.legal, supplies.answer),
    Ask.HIRE: (orders.legal_hire, orders.answer_hire),
    Ask.EXTRA_ORDER: (orders.legal_extra, orders.answer_extra),
    Ask.RESEARCH: (cresters.legal_research, cresters.answer_research),
    Ask.BAIT: (orders.legal_bait, orders.answer_bait),
    Ask.VEER: (orders.legal_veer, orders.answer_veer),
    Ask.ZEPHYR: (orders.legal_zephyr, orders.answer_zephyr),
    Ask.HAILED: (trading.legal_hailed, trading.answer_hailed),
    Ask.CORNER: (cresters.legal_corner, cresters.answer_corner),
    Ask.OFFER: (trading.legal_offer, trading.answer_offer),
    Ask.RETURN: (trading.legal_return, trading.answer_return),
}
_PASSING: dict[Ask, Continue] = {
    Ask.NEXT: turn.next_turn,
    Ask.REST: turn.rest,
    Ask.REDS: hunt.reds,
    Ask.WALK: hunt.walk,
    Ask.WHITE_MOVES: hunt.white_moves,
    Ask.SKY_REST: turn.sky_rest,
    Ask.PORT_REST: turn.port_rest,
    Ask.AMBUSH: hunt.ambush,
    Ask.FALSE_FLAG: battle.window,
    Ask.CANNONS: battle.cannons,
    Ask.BOOST: battle.boosts,
    Ask.RESOLVE: battle.resolve,
    Ask.NEW_RED: cresters.new_red,
    Ask.CORNER: cresters.corner,
    Ask.EFFECT: orders.effect,
    Ask.HAILED: trading.hailed,
}


def _nothing_to_choose(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    return []


def _no_answer(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    raise AssertionError(f"nobody is asked by {Ask(frame[0]).name}")


def _no_continuation(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    raise AssertionError(f"{Ask(frame[0]).name} needs an answer")


LEGAL: list[Legal] = [_ASKING[ask][0] if ask in _ASKING else _nothing_to_choose for ask in Ask]
ANSWER: list[Answer] = [_ASKING[ask][1] if ask in _ASKING else _no_answer for ask in Ask]
CONTINUE: list[Continue] = [_PASSING.get(ask, _no_continuation) for ask in Ask]
