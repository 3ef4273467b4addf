"""A turn: what may be done in it, its end and rest, and the next one (rulebook, Taking a Turn; End Game)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from waystation.engine import EventLog, Frame

from . import board, cresters, defeat, moves, orders, port, supplies, trading
from . import model as m
from .actions import Do
from .model import Ask

if TYPE_CHECKING:
    from .state import WindwardState

# ---------------------------------------------------------------------- in the turn


def legal_turn(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    """Everything the on-turn player may do now."""
    found: list[int] = []
    moves.ship_moves(state, seat, found)
    moves.boat_moves(state, seat, found)
    _orders(state, seat, found)
    orders.purchases(state, seat, found)
    if state.hand_size[seat]:
        orders.cards(state, seat, found)
    moves.pick_ups(state, seat, found)
    _coxswain(state, seat, found)
    if not state.game.is_ffa:
        port.trades(state, seat, found)
        if state.game.is_coop and state.trades:
            trading.chances(state, seat, found)
    _end(state, seat, found)
    found.sort()
    return found


def _orders(state: WindwardState, seat: int, found: list[int]) -> None:
    if state.mates:
        orders.orders(state, seat, found)


def _coxswain(state: WindwardState, seat: int, found: list[int]) -> None:
    if may_use_coxswain(state, seat):
        found.append(state.game.ids.coxswain)


def _end(state: WindwardState, seat: int, found: list[int]) -> None:
    if may_end(state, seat):
        found.append(state.game.ids.end)


PARTS: dict[Do, Callable[[WindwardState, int, list[int]], None]] = {
    Do.SAIL: moves.ship_moves, Do.ROW: moves.boat_moves, Do.ORDER: _orders, Do.BUY: orders.purchases,
    Do.PLAY: orders.cards, Do.TAKE: moves.pick_ups, Do.COXSWAIN: _coxswain, Do.END: _end,
}  # fmt: skip


def part(state: WindwardState, seat: int, kind: int) -> list[int] | None:
    """What of `legal_turn` is of one kind, to look at one action quickly; None where all must be looked at."""
    lists = PARTS.get(Do(kind))
    if lists is None:
        return None
    found: list[int] = []
    lists(state, seat, found)
    return found


def may_use_coxswain(state: WindwardState, seat: int) -> bool:
    """Once in each own turn, at any moment (ruling 27)."""
    return (
        state.crew[seat] & state.game.coxswains > 0
        and not state.perms & m.COXSWAIN_USED
        and state.rowing[seat] < state.game.rowing_max
    )


def may_end(state: WindwardState, seat: int) -> bool:
    """Not on drift, unless the ship is stuck there (rulings 6, 49)."""
    here = state.ship[seat]
    return not state.planet.drift[here] or not moves.has_exit(state, here, state.speed)


def answer_turn(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    ids = state.game.ids
    kind, number = ids.kind[action], ids.x[action]
    if kind == Do.SAIL:
        moves.sail(state, seat, number, log)
    elif kind == Do.ROW:
        moves.row(state, seat, number, ids.y[action], log)
    elif kind == Do.ORDER:
        state.mates -= 1
        orders.give_order(state, seat, number, log)
    elif kind == Do.BUY:
        orders.buy(state, seat, number, log)
    elif kind == Do.PLAY:
        orders.play(state, seat, number, log)
    elif kind == Do.TAKE:
        moves.pick_up(state, seat, number, log)
    elif kind == Do.COXSWAIN:
        state.perms |= m.COXSWAIN_USED
        board.add_rowing(state, seat, state.crew_bonus(seat, "turn_boat_speed"), log)
    elif kind == Do.END:
        end(state, seat, log)
    elif kind == Do.TRADE:
        port.trade(state, seat, number, ids.y[action], log)
    elif kind == Do.HAIL:
        trading.hail(state, seat, log)
    else:
        trading.offer(state, seat, action, log)


# ---------------------------------------------------------------------- the end of a turn


def end(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """To the rest steps at port or at sky (rulebook, Turn End)."""
    state.agenda.pop()
    here = state.ship[seat]
    if state.planet.drift[here]:
        state.high[here] = 0
        here = state.ship[seat] = state.last_open
        if here:
            state.high[here] = seat + 1
        if log is not None:
            log.add("stranded", seat, f"{{{seat}}}'s ship drifts back to {state.space_name(here)}.")
    if log is not None:
        log.add("end", seat, f"{{{seat}}} ends the turn at {'sky' if here else 'port'}.")
    if here:
        state.agenda += [(Ask.SKY_REST, 0), (Ask.WHITE_MOVES, 0), (Ask.AMBUSH, 0), (Ask.REDS, 0), (Ask.REST, 0)]
    elif state.game.is_solo:
        state.finish(m.LOST)
    else:
        state.agenda.append((Ask.PORT_REST, 0))
        if state.game.is_coop:
            state.agenda.append((Ask.WHITE_MOVES, 0))


def rest(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """Discard a card or lose one morale (ruling 45)."""
    if state.hand_size[state.turn]:
        state.agenda.append((Ask.REST, 1 << state.turn))
    else:
        lose_morale(state, state.turn, log)


def legal_rest(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    ids = state.game.ids
    return [*(ids.discard + kind for kind in supplies.held_kinds(state, seat)), ids.lose_morale]


def answer_rest(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    ids = state.game.ids
    if action == ids.lose_morale:
        lose_morale(state, seat, log)
        return
    kind = action - ids.discard
    supplies.discard(state, seat, kind)
    if log is not None:
        name = state.game.components.cards[kind].name
        log.add("discard", seat, f"{{{seat}}} discards {name}.", reveals=True)


def lose_morale(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """The last morale gone: the ship is defeated where it is (rulings 39, 40)."""
    state.morale[seat] -= 1
    if log is not None:
        log.add("morale", seat, f"{{{seat}}}'s morale falls to {state.morale[seat]}.")
    if not state.morale[seat]:
        space = state.ship[seat]
        state.high[space] = 0
        defeat.ship_defeated(state, seat, -1, space, log)


def sky_rest(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """Still at sky: +1 notoriety; the Naturalist scores for living tagged cresters (ruling 60)."""
    seat = state.turn
    state.gain(seat, 1, m.L_SKY, log)
    game = state.game
    if game.naturalist_seat == seat:
        grays = state.low.count(m.TAGGED_GRAY)
        if game.counts_untagged:
            grays = state.live_grays
        state.gain(seat, 3 * state.high.count(m.TAGGED_RED) + 2 * grays, m.L_RESEARCH, log)


def port_rest(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """+1 morale, blue +2 (ruling 44)."""
    board.raise_morale(state, state.turn, 1 + state.game.port_morale[state.turn], log)


# ---------------------------------------------------------------------- the next turn


def next_turn(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """The game's end, or the next seat's turn (rulings 9, 53-55)."""
    game = state.game
    seat = (state.turn + 1) % game.players
    if seat == state.trigger and state.notoriety.count(max(state.notoriety)) == 1:
        state.finish(m.BY_NOTORIETY)
        return
    if seat == 0 and game.max_rounds == state.round:
        state.finish(m.ROUND_LIMIT)
        return
    state.turn = seat
    if seat == 0:
        state.round += 1
    if log is not None:
        log.add("turn", seat, f"Round {state.round}: {{{seat}}}'s turn.")
    if game.is_ffa and state.trigger < 0 and state.notoriety[seat] >= m.TRACK_END:
        state.last_turns(seat, log)
    begin(state, seat)
    if seat == 0 or game.is_solo:
        orders.roll_wind(state, log)
    if game.has_white_variant and state.white == m.WHITE_WAITING:
        cresters.white_appears(state, log)
    state.agenda += [(Ask.NEXT, 0), (Ask.TURN, 1 << seat)]


def begin(state: WindwardState, seat: int) -> None:
    """What is remembered within a turn starts afresh."""
    state.speed = m.SPEED + state.crew_bonus(seat, "turn_speed")
    state.mates = m.MATES
    state.used = state.perms = state.flagged = 0
    state.trades = m.TRADES_A_TURN
    state.last_open = here = state.ship[seat]
    state.toured = 1 << state.planet.territory[here] if here else 0
    state.barred = []
    state.settled = []
    state.pursuers = []
