"""The ship status board: morale, gas, cannons, longboat speed, crew, +2 tokens."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Seat, say, term

from . import model as m
from .notoriety import reached
from .state import WindwardState


def raise_morale(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
    """Morale up to the end of its track."""
    before = state.morale[seat]
    state.morale[seat] = now = min(before + amount, state.game.morale_max)
    if log is not None and now > before:
        log.add("morale", seat, say("{who}'s morale rises to {now}.", who=Seat(seat), now=now), {"morale": now})
    if state.shown:
        reached(state, seat, "morale", log, now)


def add_gas(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
    """Gas as far as there are slots; the rest is lost (rulebook, Process Crester)."""
    before = state.gas[seat]
    state.gas[seat] = now = min(before + amount, state.gas_slots[seat])
    lost = before + amount - now
    if log is not None:
        text = say("{who} stores {n} gas.", who=Seat(seat), n=now - before)
        if lost:
            text = say("{who} stores {n} gas; {lost} {lost?is|are} lost for want of slots.", who=Seat(seat),
                       n=now - before, lost=lost)  # fmt: skip
        log.add("gas", seat, text, {"gas": now - before, "lost": lost})
    if state.shown:
        reached(state, seat, "gas", log, now)


def load_cannon(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
    """Cannons into empty slots."""
    before = state.guns[seat]
    state.guns[seat] = now = min(before + amount, state.gun_slots[seat])
    if log is not None and now > before:
        text = say("{who} loads {n:cannon|cannons}.", who=Seat(seat), n=now - before)
        log.add("cannon", seat, text, {"cannons": now})
    if state.shown:
        reached(state, seat, "cannons", log, now)


def add_rowing(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
    """Longboat speed up to the end of its track."""
    state.rowing[seat] = now = min(state.rowing[seat] + amount, state.game.rowing_max)
    if log is not None:
        log.add("rowing", seat, say("{who}'s longboat speed is {now}.", who=Seat(seat), now=now), {"rowing": now})


def add_speed(state: WindwardState, seat: int, amount: int, log: EventLog | None) -> None:
    """Ship speed for this turn."""
    state.speed += amount
    if log is not None:
        log.add("speed", seat, say("{who} has {n} speed.", who=Seat(seat), n=state.speed), {"speed": state.speed})


def take_plus2(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """A +2 token from stock, while there is one (ruling 32)."""
    left = state.plus2_stock > 0
    if left:
        state.plus2_stock -= 1
        state.plus2[seat] += 1
    if log is not None:
        text = say("{who} takes a +2 token.", who=Seat(seat)) if left else say("No +2 token is left.")
        log.add("plus2", seat, text, {"plus2": int(left)})


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
        text = say("{who} hires the {crew}.", who=Seat(seat), crew=term(game.crew_sides[side].name))
        log.add("hire", seat, text, {"crew": game.crew_sides[side].id})
    beside = state.boats[2 * seat + 1]
    open_slots(state, seat)
    if log is not None and state.boats[2 * seat + 1] != beside:
        text = say("{who}'s second longboat comes aboard.", who=Seat(seat))
        log.add("boat aboard", seat, text, {"piece": m.piece_id(m.P_BOAT + 2 * seat + 1)})
    op, amount = game.side_effect[side]
    if op == "turn_speed":
        add_speed(state, seat, amount, log)
    if state.shown:
        reached(state, seat, "crew", log, state.crew[seat].bit_count())


def open_slots(state: WindwardState, seat: int) -> None:
    """Work out the slots; put the second longboat on the board if its slot is open."""
    if count_slots(state, seat) > 1 and state.boats[2 * seat + 1] == m.BESIDE:
        state.boats[2 * seat + 1] = m.ABOARD


def count_slots(state: WindwardState, seat: int) -> int:
    """Work out the slots of gas and cannons from board, perk and crew; returns those of longboats."""
    game = state.game
    opened = {"gas_slots": game.gas_base[seat], "cannon_slots": game.gun_base[seat],
              "boat_slots": game.components.board.boat_slots}  # fmt: skip
    for side in range(len(game.crew_sides)):
        if state.crew[seat] >> side & 1:
            op, amount = game.tile_unlocks[side >> 1]
            opened[op] += amount
    state.gas_slots[seat] = opened["gas_slots"]
    state.gun_slots[seat] = opened["cannon_slots"]
    return opened["boat_slots"]
