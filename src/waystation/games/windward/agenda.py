"""Which agendas a game can have: what a position document may ask, of whom, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import Frame, PositionError

from . import battle, orders
from . import model as m
from .model import Ask

if TYPE_CHECKING:
    from .state import WindwardState

SKY = [Ask.SKY_REST, Ask.WHITE_MOVES, Ask.AMBUSH, Ask.REDS, Ask.REST]
PORT = [Ask.PORT_REST, Ask.WHITE_MOVES]
BATTLE = [Ask.RESOLVE, Ask.BOOST, Ask.CANNONS, Ask.FALSE_FLAG]
"""From the bottom of the stack up, the attacker's above the defender's."""
BASE = {Ask.NEXT, Ask.TURN, Ask.SKY_REST, Ask.PORT_REST, Ask.WHITE_MOVES, Ask.AMBUSH, Ask.REST}
TEAM_ONLY = {Ask.HAILED, Ask.OFFER, Ask.RETURN}

NUMBERS: dict[Ask, tuple[str, ...]] = {
    Ask.WALK: ("walker", "space", "count"), Ask.FALSE_FLAG: ("seat",), Ask.CANNONS: ("side",), Ask.BOOST: ("side",),
    Ask.LOOT: ("seat", "count"), Ask.NEW_RED: ("territory", "seat"), Ask.SUPPLIES: ("count",),
    Ask.EXTRA_ORDER: ("count",), Ask.BAIT: ("count",), Ask.VEER: ("count",), Ask.ZEPHYR: ("count",),
    Ask.HAILED: ("seat",), Ask.EFFECT: ("effect", "count"), Ask.OFFER: ("seat", "seat", "card"),
    Ask.RETURN: ("seat", "seat", "card"),
}  # fmt: skip
"""What the numbers of a frame mean."""


def _ranges(state: WindwardState) -> dict[str, range]:
    """And what they may be."""
    return {
        "seat": range(state.game.players), "space": range(1, state.planet.size), "side": range(2),
        "count": range(100), "walker": range(3), "territory": range(6), "card": range(state.game.kinds),
        "effect": range(len(orders.OPS)),
    }  # fmt: skip


def check(state: WindwardState) -> None:
    """PositionError for an agenda that no game comes to."""
    agenda = state.agenda
    if bool(agenda) == (state.ending != m.RUNNING):
        raise PositionError("agenda", "a game that has ended asks nothing, one that runs asks something")
    for number, frame in enumerate(agenda):
        _check_frame(state, frame, f"agenda[{number}]")
        lower = number < len(agenda) - 1
        if lower and frame[1] and frame[0] != Ask.TURN:
            raise PositionError(f"agenda[{number}].seats", "only the last frame, and TURN beneath it, ask somebody")
    if agenda:
        _check_order([Ask(frame[0]) for frame in agenda])
        _check_battle(state)


def _check_frame(state: WindwardState, frame: Frame, path: str) -> None:
    ask, asked, data = Ask(frame[0]), frame[1], frame[2:]
    meant, ranges = NUMBERS.get(ask, ()), _ranges(state)
    if len(data) != len(meant) or not all(n in ranges[word] for n, word in zip(data, meant, strict=True)):
        raise PositionError(f"{path}.data", f"{list(data)} is not what {ask.name} has there")
    if ask in TEAM_ONLY and not state.game.is_coop:
        raise PositionError(f"{path}.ask", f"{ask.name} is asked in co-operative games only")
    if asked and asked != 1 << _asked(state, frame):
        raise PositionError(f"{path}.seats", f"{ask.name} is not asked of these seats")
    if ask == Ask.TURN and not asked:
        raise PositionError(f"{path}.seats", "TURN is asked of the seat on turn")
    if ask == Ask.WALK and state.high[data[1]] not in _walkers(data[0]):
        raise PositionError(f"{path}.data", f"nobody who walks is on {state.space_name(data[1])}")


def _walkers(who: int) -> tuple[int, ...]:
    return (m.RED, m.TAGGED_RED, m.TWO_REDS) if who == m.RED_WALKS else (m.WHITE,)


def _asked(state: WindwardState, frame: Frame) -> int:
    """The seat that such a frame asks."""
    ask, data = Ask(frame[0]), frame[2:]
    if ask in (Ask.CANNONS, Ask.BOOST):
        return max(m.owner(state.battle[data[0]]), 0) if state.battle else state.turn
    if ask in (Ask.FALSE_FLAG, Ask.HAILED):
        return data[0]
    if ask in (Ask.NEW_RED, Ask.RETURN):
        return data[1]
    if ask in (Ask.LOOT, Ask.OFFER):  # the other one of two
        pair = {data[0], data[1]} if ask == Ask.OFFER else set(range(state.game.players)) - {data[0]}
        return next((seat for seat in pair if frame[1] == 1 << seat), state.turn)
    if ask == Ask.WALK:
        return (state.turn + max(state.game.way_chooser, 0)) % state.game.players
    return state.turn


def _check_order(kinds: list[Ask]) -> None:
    """NEXT; then TURN, or what is left of a rest; then what interrupts it, battles in their order."""
    if kinds[0] != Ask.NEXT:
        raise PositionError("agenda[0].ask", "the first frame is NEXT")
    base = 1
    for start in ([Ask.TURN], SKY, PORT):
        length = next((n for n, (a, b) in enumerate(zip(kinds[1:], start, strict=False)) if a != b), None)
        base = max(base, 1 + (min(len(kinds) - 1, len(start)) if length is None else length))
    last = -1
    for number, kind in enumerate(kinds[base:], base):
        if kind in BASE:
            raise PositionError(f"agenda[{number}].ask", f"{kind.name} does not come there")
        rank = BATTLE.index(kind) if kind in BATTLE else last
        if rank < last:
            raise PositionError(f"agenda[{number}].ask", f"{kind.name} comes beneath {BATTLE[last].name}")
        last = rank


def _check_battle(state: WindwardState) -> None:
    """A battle ends with RESOLVE, and nothing of a battle is asked without one."""
    fights = [frame for frame in state.agenda if Ask(frame[0]) in BATTLE]
    if bool(state.battle) != any(frame[0] == Ask.RESOLVE for frame in fights) or (fights and not state.battle):
        raise PositionError("agenda", "there is a battle if, and only if, RESOLVE is on the agenda")
    if state.battle and not _stands(state, *state.battle[: m.B_SPACE + 1]):
        raise PositionError("table.battle", "the pieces are not there, or not in one layer")


def _stands(state: WindwardState, attacker: int, defender: int, origin: int, space: int) -> bool:
    """Whether the two pieces can meet on that space: the defender stands there, the attacker has just come."""
    low = m.P_BOAT <= attacker < m.P_RED
    if low != (m.P_BOAT <= defender < m.P_RED or defender == m.P_GRAY) or not 0 < space < state.planet.size:
        return False
    if max(m.owner(attacker), m.owner(defender)) >= state.game.players or m.owner(attacker) == m.owner(defender):
        return False
    there = battle.low_piece(state.low[space]) if low else battle.high_piece(state.high[space])
    if not (state.low if low else state.high)[space] or there != defender or (origin < 0 and not low):
        return False
    if defender < m.P_BOAT and state.ship[defender] != space:
        return False
    if attacker < m.P_BOAT:
        return state.ship[attacker] == space
    return state.boats[attacker - m.P_BOAT] == space if low else attacker != m.P_WHITE or state.white == m.WHITE_GONE
