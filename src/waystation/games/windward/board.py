"""The ship status board: morale, gas, cannons, longboat speed and crew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog

from . import achievements
from . import model as m

if TYPE_CHECKING:
    from .state import WindwardState


def raise_morale(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
    """Morale up to the end of its track."""
    before = state.morale[seat]
    state.morale[seat] = now = min(before + amount, state.game.morale_max)
    if log is not None and now > before:
        log.add("morale", seat, f"{{{seat}}}'s morale rises to {now}.")
    if state.shown:
        achievements.reached(state, seat, "morale", log, now)


def add_gas(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
    """Gas as far as there are slots; the rest is lost (rulebook, Process Crester)."""
    before = state.gas[seat]
    state.gas[seat] = now = min(before + amount, state.gas_slots[seat])
    if log is not None and now > before:
        log.add("gas", seat, f"{{{seat}}} stores {now - before} gas.")
    if state.shown:
        achievements.reached(state, seat, "gas", log, now)


def load_cannon(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
    """Cannons into empty slots."""
    before = state.guns[seat]
    state.guns[seat] = now = min(before + amount, state.gun_slots[seat])
    if log is not None and now > before:
        log.add("cannon", seat, f"{{{seat}}} loads a cannon.")
    if state.shown:
        achievements.reached(state, seat, "cannons", log, now)


def add_rowing(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
    """Longboat speed up to the end of its track."""
    state.rowing[seat] = now = min(state.rowing[seat] + amount, state.game.rowing_max)
    if log is not None:
        log.add("rowing", seat, f"{{{seat}}}'s longboat speed is {now}.")


def hireable(state: WindwardState, seat: int) -> list[int]:
    """Crew sides that may be hired: a tile in stock whose column is still empty (ruling 25)."""
    mask = state.crew[seat]
    return [
        side
        for side in range(len(state.game.crew_sides))
        if state.crew_stock[side >> 1] and not mask & state.game.same_column[side]
    ]


def hire(state: WindwardState, seat: int, side: int, log: EventLog | None) -> None:
    """Place a crew side; it works and opens its slots at once (rulings 25, 26)."""
    game = state.game
    state.crew[seat] |= 1 << side
    state.crew_stock[side >> 1] -= 1
    if log is not None:
        log.add("hire", seat, f"{{{seat}}} hires the {game.crew_sides[side].name}.")
    open_slots(state, seat)
    op, amount = game.side_effect[side]
    if op == "turn_speed":
        state.speed += amount
    if state.shown:
        achievements.reached(state, seat, "crew", log, state.crew[seat].bit_count())


def open_slots(state: WindwardState, seat: int) -> None:
    """Work out the slots from board, perk and crew; put the second longboat on the board if its slot is open."""
    game = state.game
    opened = {"gas_slots": game.gas_base[seat], "cannon_slots": game.gun_base[seat],
              "boat_slots": game.components.board.boat_slots}  # fmt: skip
    for side in range(len(game.crew_sides)):
        if state.crew[seat] >> side & 1:
            op, amount = game.tile_unlocks[side >> 1]
            opened[op] += amount
    state.gas_slots[seat] = opened["gas_slots"]
    state.gun_slots[seat] = opened["cannon_slots"]
    if opened["boat_slots"] > 1 and state.boats[2 * seat + 1] == m.BESIDE:
        state.boats[2 * seat + 1] = m.ABOARD
