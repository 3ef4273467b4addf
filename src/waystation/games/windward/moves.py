"""Moving ships and longboats, entering port, picking up (rulebook, Game Principles; Move Your Ship/Longboats).

The legal lists are the hot path: ints in, ints out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog

from . import achievements, battle, port
from . import model as m
from .actions import TAKE_BOAT
from .board import add_gas
from .model import lying
from .planet import FAR

if TYPE_CHECKING:
    from .state import WindwardState

# ---------------------------------------------------------------------- ships


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
            if not state.perms & m.INTO_WIND or speed < 1:
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
        return may_attack_player(state, seat, there - 1) and not is_barred(state, seat, there - 1, 0)
    return not is_barred(state, seat, m.P_WHITE if there == m.WHITE else m.P_RED, to)


def may_attack_player(state: WindwardState, seat: int, other: int) -> bool:
    """Not in co-op (Players' Ships and Boats), not after a False Flag this turn."""
    return state.game.is_ffa and other != seat and not state.flagged >> other & 1


def is_barred(state: WindwardState, a: int, b: int, space: int) -> bool:
    """Whether these two pieces tied this turn (rulebook, How Battles Work 6)."""
    return bool(state.barred) and state.pair(a, b, space) in state.barred


def step_cost(state: WindwardState, here: int, to: int) -> int:
    """Speed that the cheapest single move between two spaces costs; FAR if there is none."""
    planet = state.planet
    if not here or not to:
        return 1
    cost = FAR
    for direction, space in planet.steps[here]:
        if space == to:
            against = direction == (state.wind + 3) % 6
            cost = 0 if direction == state.wind else FAR if against and not state.perms & m.INTO_WIND else 1
    if (planet.zephyr_mask[here] and planet.zephyr_mask[to]) or planet.geometry.opposite[here] == to:
        return min(cost, 1)
    return cost


def may_drift(state: WindwardState, here: int, to: int) -> bool:
    """Deadweight: drift may be entered if a way out is left afterwards (ruling 6)."""
    if not state.perms & m.ENTER_DRIFT:
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
            if best.get(to, -1) < left and state.perms & m.ENTER_DRIFT:
                best[to] = left
                frontier.append(to)
    return False


def sail(state: WindwardState, seat: int, to: int, log: EventLog | None) -> None:
    """One step of the ship: pay, leave, enter; a battle if somebody is there (ruling 8)."""
    here = state.ship[seat]
    state.speed -= step_cost(state, here, to)
    if log is not None:
        log.add("sail", seat, f"{{{seat}}} sails to {state.space_name(to)}.")
    enter(state, seat, to, log)


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
        achievements.reached(state, seat, "territories", log, state.toured.bit_count())
    if there:
        battle.start(state, seat, battle.high_piece(there), here, to, log)


# ---------------------------------------------------------------------- longboats


def boat_moves(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add every step of a longboat on the map; each costs one longboat speed (ruling 10)."""
    if not state.rowing[seat]:
        return
    for number in (2 * seat, 2 * seat + 1):
        here = state.boats[number]
        if here > 0:
            for to, action in state.game.ids.row[here]:
                if may_row(state, seat, number, here, to):
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
    if there >= m.BOAT and not may_attack_player(state, seat, (there - m.BOAT) >> 1):
        return False
    return not is_barred(state, m.P_BOAT + number, piece, to)


def row(state: WindwardState, seat: int, here: int, to: int, log: EventLog | None) -> None:
    """One step of a longboat, its dead gray in tow."""
    state.rowing[seat] -= 1
    number = state.low[here] - m.BOAT
    towed = lying(state.items[here], m.DEAD_GRAY) * m.DEAD_GRAY
    if log is not None:
        log.add("row", seat, f"{{{seat}}} rows from {state.space_name(here)} to {state.space_name(to)}.")
    state.low[here] = 0
    state.items[here] -= towed
    state.items[to] += towed
    launch(state, number, here, to, towed, log)


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
    space = state.ship[seat]
    if log is not None:
        log.add("drop", seat, f"{{{seat}}} drops a longboat on {state.space_name(space)}.")
    launch(state, droppable(state, seat), m.ABOARD, space, 0, log)


# ---------------------------------------------------------------------- picking up


def pick_ups(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add what the ship may take aboard from its space, free (ruling 21)."""
    space = state.ship[seat]
    if not space:
        return
    there = state.low[space]
    own_boat = there >= m.BOAT and (there - m.BOAT) >> 1 == seat
    take = state.game.ids.take
    if own_boat:
        found.append(take + TAKE_BOAT)
    items = state.items[space]
    if not items:
        return
    if lying(items, m.GAS) and state.gas[seat] < state.gas_slots[seat]:
        found.append(take)
    if not state.hold[seat]:
        if lying(items, m.DEAD_RED):
            found.append(take + 1)
        if lying(items, m.DEAD_GRAY) and (own_boat or there < m.BOAT):
            found.append(take + 2)
    for item in (3, 4, 5):
        if lying(items, m.ITEMS[item]):
            found.append(take + item)


def pick_up(state: WindwardState, seat: int, item: int, log: EventLog | None) -> None:
    """Take one thing aboard."""
    space = state.ship[seat]
    if log is not None:
        what = "longboat" if item == TAKE_BOAT else m.ITEM_NAMES[item]
        log.add("take", seat, f"{{{seat}}} takes a {what} aboard." if item else f"{{{seat}}} takes gas aboard.")
    if item == TAKE_BOAT:
        state.boats[state.low[space] - m.BOAT] = m.ABOARD
        state.low[space] = 0
        return
    state.items[space] -= m.ITEMS[item]
    if item == 0:
        add_gas(state, seat, 1, log)
    elif item == 1:
        state.hold[seat] = m.HOLD_RED
    elif item == 2:
        state.hold[seat] = m.HOLD_GRAY
    else:
        (state.red_teeth, state.gray_teeth, state.plus2)[item - 3][seat] += 1
