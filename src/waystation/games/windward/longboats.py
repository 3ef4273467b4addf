"""Longboats: rowing, towing, dropping (rulebook, Move Longboat; Drop Longboat; rulings 10, 19, 52)."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Seat, say

from . import battle
from . import model as m
from .model import lying
from .state import WindwardState


def boat_moves(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add every step of a longboat on the map; each costs one longboat speed (ruling 10)."""
    if not state.rowing[seat]:
        return
    low, drift = state.low, state.planet.drift
    for number in (2 * seat, 2 * seat + 1):
        here = state.boats[number]
        if here > 0:
            towing = lying(state.items[here], m.DEAD_GRAY)
            for to, action in state.game.ids.row[here]:
                if towing or low[to]:
                    if may_row(state, seat, number, here, to):
                        found.append(action)
                elif not drift[to]:
                    found.append(action)


def may_row(state: WindwardState, seat: int, number: int, here: int, to: int) -> bool:
    """No drift, not onto the other own boat; with a dead gray in tow not onto any other gray (ruling 52)."""
    if state.planet.drift[to]:
        return False
    there = state.low[to]
    if lying(state.items[here], m.DEAD_GRAY) and (
        m.GRAY <= there <= m.TAGGED_GRAY or lying(state.items[to], m.DEAD_GRAY)
    ):
        return False
    return not there or boat_may_meet(state, seat, number, to)


def boat_may_meet(state: WindwardState, seat: int, number: int, to: int) -> bool:
    """Whether a longboat may start a battle with what is in the low layer there."""
    there = state.low[to]
    piece = battle.low_piece(there)
    if there >= m.BOAT and not battle.may_attack_player(state, seat, (there - m.BOAT) >> 1):
        return False
    return not battle.is_barred(state, m.P_BOAT + number, piece, to)


def launch(state: WindwardState, number: int, here: int, to: int, towed: int, log: EventLog | None) -> None:
    """A longboat comes to a space, from another one or from the board."""
    state.boats[number] = to
    there = state.low[to]
    if there:
        battle.start(state, m.P_BOAT + number, battle.low_piece(there), here, to, log, towed)
    else:
        state.low[to] = m.BOAT + number


def droppable(state: WindwardState, seat: int) -> int:
    """The longboat that could be dropped on the ship's space; -1 if none (ruling 19)."""
    space = state.ship[seat]
    if not space or state.planet.drift[space]:
        return -1
    there = state.low[space]
    for number in (2 * seat, 2 * seat + 1):
        if state.boats[number] == m.ABOARD and (not there or boat_may_meet(state, seat, number, space)):
            return number
    return -1


def drop(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """Drop a longboat; an attack if a live gray or a foreign boat is there."""
    space, number = state.ship[seat], droppable(state, seat)
    if log is not None:
        place = state.space_name(space)
        text = say("{who} drops a longboat on {place}.", who=Seat(seat), place=place)
        log.add("drop", seat, text, {"piece": m.piece_id(m.P_BOAT + number), "place": place})
    launch(state, number, m.ABOARD, space, 0, log)
