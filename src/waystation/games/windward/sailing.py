"""Sailing: steps of the ship under the wind, into port, by zephyr and around the planet (rulebook, Move Your Ship).

The lists are the hot path: ints in, ints out.
"""

from __future__ import annotations

from waystation.engine import EventLog

from . import battle, port
from . import model as m
from .notoriety import reached
from .planet import FAR
from .state import WindwardState


def ship_moves(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add every space the ship may enter with one step (actions ``sail + space`` where sail is 0)."""
    here = state.ship[seat]
    planet = state.planet
    speed = state.speed
    if not here:
        if speed > 0:
            found.extend(to for to in planet.ring if may_enter(state, seat, to))
        return
    high = state.high
    free = state.wind
    against = (free + 3) % 6 if free >= 0 else -1
    drift = planet.drift
    for direction, to in planet.steps[here]:
        if direction == against:
            if not state.into_wind or speed < 1:
                continue
        elif direction != free and speed < 1:
            continue
        if high[to] and not may_enter(state, seat, to):
            continue
        if drift[to] and not may_drift(state, here, to):
            continue
        found.append(to)
    if speed < 1:
        return
    if planet.by_port[here] and not state.hold[seat]:
        found.append(0)
    if planet.zephyr_mask[here]:
        found.extend(to for to in planet.zephyrs if to != here and to not in found and may_enter(state, seat, to))
    across = planet.geometry.opposite[here]
    if across >= 0 and may_enter(state, seat, across):
        found.append(across)


def may_enter(state: WindwardState, seat: int, to: int) -> bool:
    """Whether what stands there lets the ship in: nobody, or someone it may start a battle with."""
    there = state.high[to]
    if not there:
        return True
    if there < m.RED:
        return battle.may_attack_player(state, seat, there - 1) and not battle.is_barred(state, seat, there - 1, 0)
    return not battle.is_barred(state, seat, m.P_WHITE if there == m.WHITE else m.P_RED, to)


def step_cost(state: WindwardState, here: int, to: int) -> int:
    """Speed that the cheapest single move between two spaces costs; FAR if there is none."""
    planet = state.planet
    if not here or not to:
        return 1
    cost = FAR
    for direction, space in planet.steps[here]:
        if space == to:
            against = direction == (state.wind + 3) % 6
            cost = 0 if direction == state.wind else FAR if against and not state.into_wind else 1
    if (planet.zephyr_mask[here] and planet.zephyr_mask[to]) or planet.geometry.opposite[here] == to:
        return min(cost, 1)
    return cost


def may_drift(state: WindwardState, here: int, to: int) -> bool:
    """Deadweight: drift may be entered if a way out is left afterwards (ruling 6)."""
    if not state.drift:
        return False
    return has_exit(state, to, state.speed - step_cost(state, here, to))


def has_exit(state: WindwardState, start: int, speed: int) -> bool:
    """Whether the on-turn ship, in drift, can get off it without a battle (also to the space that it came from)."""
    planet, own = state.planet, state.turn + 1
    best = {start: speed}
    frontier = [start]
    while frontier:
        here = frontier.pop()
        for _, to in planet.steps[here]:
            left = best[here] - step_cost(state, here, to)
            if left < 0 or state.high[to] not in (0, own):
                continue
            if not planet.drift[to]:
                return True
            if best.get(to, -1) < left and state.drift:
                best[to] = left
                frontier.append(to)
    return False


def enter(state: WindwardState, seat: int, to: int, log: EventLog | None) -> None:
    """The ship leaves its space for another, by whatever means."""
    here = state.ship[seat]
    state.came_from[seat] = here
    if here:
        state.high[here] = 0
    state.ship[seat] = to
    if not to:
        port.enter(state, seat, log)
        return
    there = state.high[to]
    if not there:
        state.high[to] = seat + 1
        if not state.planet.drift[to]:
            state.last_open = to
    state.toured |= 1 << state.planet.territory[to]
    if state.shown:
        reached(state, seat, "territories", log, state.toured.bit_count())
    if there:
        battle.start(state, seat, battle.high_piece(there), here, to, log)
