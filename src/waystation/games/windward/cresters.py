"""Cresters come and go: respawn of grays, beaten reds and their successors, the white crester, research.

Rulebook: After the Battle; White Crester; The Naturalist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog, Frame

from . import achievements
from . import model as m
from .board import add_gas
from .model import Ask, lying

if TYPE_CHECKING:
    from .state import WindwardState

# ---------------------------------------------------------------------- grays


def ground_free(state: WindwardState, space: int) -> bool:
    """A feeding ground without gray crester, alive or dead, and without longboat."""
    return not state.low[space] and not lying(state.items[space], m.DEAD_GRAY)


def put_gray(state: WindwardState, space: int, log: EventLog | None) -> None:
    """A live gray from stock."""
    state.gray_stock -= 1
    state.live_grays += 1
    state.low[space] = m.GRAY
    if log is not None:
        log.add("gray", None, f"A gray crester appears on {state.space_name(space)}.")


def respawn_grays(state: WindwardState, log: EventLog | None) -> None:
    """Roll for new grays until there is one less than players; closed grounds are rolled again (ruling 50)."""
    feeding = state.planet.feeding
    while state.live_grays < state.game.gray_target and state.gray_stock:
        free = [ground_free(state, space) for space in feeding]
        if not any(free):
            return
        territory = state.chance.below(6)
        while not free[territory]:
            territory = state.chance.below(6)
        put_gray(state, feeding[territory], log)


def gray_beaten(state: WindwardState, space: int, log: EventLog | None) -> None:
    """It lies dead there, in tow of the longboat; new grays appear at once (rulings 37, 50)."""
    state.live_grays -= 1
    state.items[space] += m.DEAD_GRAY
    forget_pairs(state, m.P_GRAY, space)
    respawn_grays(state, log)


def forget_pairs(state: WindwardState, piece: int, space: int) -> None:
    """That crester is gone: ties with it bar nobody any more."""
    state.barred = [pair for pair in state.barred if pair >> 10 != space or pair >> 5 & 31 != piece]


# ---------------------------------------------------------------------- reds


def reds_beaten(state: WindwardState, victor: int, fields: list[int], side: int, log: EventLog | None) -> None:
    """One goes into an empty hold, the others lie there; in free-for-all the victor places a new red (ruling 36)."""
    space, loser = fields[m.B_SPACE], fields[1 - side]
    if side == 0:
        state.settled = [stands for stands in state.settled if stands != space]
        forget_pairs(state, m.P_RED, space)
    state.pursuers.clear()
    count = 2 if loser == m.P_TWO_REDS else 1
    for _ in range(count):
        if state.hold[victor]:
            state.items[space] += m.DEAD_RED
        else:
            state.hold[victor] = m.HOLD_RED
    if state.shown and not fields[m.B_AIDED + side]:
        achievements.reached(state, victor, "red_unaided", log)
    game = state.game
    if game.is_ffa and state.red_stock:
        state.agenda.append((Ask.NEW_RED, 0, state.planet.territory[space], victor))
    elif game.is_solo:
        state.kills += count
        if state.kills >= game.solo_kills:
            state.agenda.append((Ask.CORNER, 0))


def red_places(state: WindwardState, territory: int) -> list[int]:
    """Where a new red may stand."""
    return [space for space in state.planet.open_spaces[territory] if state.place_free(space)]


def new_red(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """Ask the victor where the new red goes; without a free space there is none."""
    places = red_places(state, frame[2])
    if len(places) > 1:
        state.agenda.append((Ask.NEW_RED, 1 << frame[3], *frame[2:]))
    elif places:
        put_red(state, places[0], log)


def legal_new_red(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    at = state.game.ids.at
    return [at + space for space in red_places(state, frame[2])]


def answer_new_red(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    put_red(state, action - state.game.ids.at, log)


def put_red(state: WindwardState, space: int, log: EventLog | None) -> None:
    """A new red from stock. Placed before the rest step it moves in it, placed during it it does not (ruling 47)."""
    state.red_stock -= 1
    state.high[space] = m.RED
    if not in_own_turn(state):
        state.settled.append(space)
    if log is not None:
        log.add("red", None, f"A red crester appears on {state.space_name(space)}.")


def in_own_turn(state: WindwardState) -> bool:
    """Whether the on-turn player has not ended his turn yet."""
    return len(state.agenda) > 1 and state.agenda[1][0] == Ask.TURN


def pursuers_return(state: WindwardState) -> None:
    """Solo: reds that fought together go back; where two already stand, one goes to the nearest space further off."""
    planet = state.planet
    field = planet.field(state.ship[state.turn], 0)
    for origin in state.pursuers:
        open_spaces = [
            space for space in range(1, planet.size) if not planet.drift[space] and state.high[space] in (0, m.RED)
        ]
        space = min(open_spaces, key=lambda to: (planet.geometry.distance(origin, to), -field[to], to))
        state.high[space] = m.TWO_REDS if state.high[space] else m.RED
    state.pursuers = []


# ---------------------------------------------------------------------- the white crester


def corner_free(state: WindwardState, space: int) -> bool:
    """No ship, no red; not where a ship in drift or in a battle has to be put back."""
    if state.high[space] or state.kept(space):
        return False
    fighting = (seat for seat, at in enumerate(state.ship) if at and state.high[at] != seat + 1)
    return all(space not in (state.came_from[seat], state.last_open) for seat in fighting)


def white_appears(state: WindwardState, log: EventLog | None) -> None:
    """Variant: once somebody has 10 notoriety, on a rolled corner (ruling 57)."""
    corners = state.planet.corners
    free = [corner_free(state, space) for space in corners]
    if max(state.notoriety) < m.WHITE_ENTERS or not any(free):
        return
    territory = state.chance.below(6)
    while not free[territory]:
        territory = state.chance.below(6)
    put_white(state, corners[territory], log)


def put_white(state: WindwardState, space: int, log: EventLog | None) -> None:
    state.white = space
    state.high[space] = m.WHITE
    if log is not None:
        log.add("white", None, f"The white crester appears on {state.space_name(space)}.")


def white_beaten(state: WindwardState, victor: int, log: EventLog | None) -> None:
    """6 notoriety and it is gone; co-op: a life, and back on a corner; solo: won (rulings 58, 66, 67, 70)."""
    game = state.game
    state.settled = [stands for stands in state.settled if stands != m.WHITE_SETTLED]
    forget_pairs(state, m.P_WHITE, 0)
    state.white = m.WHITE_GONE
    if game.is_ffa:
        state.gain(victor, m.WHITE_REWARD, m.L_WHITE, log)
        return
    state.white_lives -= 1
    if not state.white_lives:
        state.finish(m.WON)
        return
    if log is not None:
        log.add(
            "life",
            None,
            f"Lives left to the white crester: {state.white_lives}.",
        )
    state.agenda.append((Ask.CORNER, 0))


def corners(state: WindwardState) -> list[int]:
    """Where the white crester may be put: free corners, else free spaces of the outermost row."""
    planet = state.planet
    free = [space for space in planet.corners if corner_free(state, space)]
    if free:
        return free
    edge = [space for space in range(1, planet.size) if len(planet.steps[space]) < 6 and not planet.by_port[space]]
    return [space for space in edge if not planet.drift[space] and corner_free(state, space)]


def corner(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    state.agenda.append((Ask.CORNER, 1 << state.turn))


def legal_corner(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    return [state.game.ids.at + space for space in corners(state)]


def answer_corner(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    put_white(state, action - state.game.ids.at, log)


# ---------------------------------------------------------------------- research


def tags_used(state: WindwardState) -> int:
    """Tagged cresters on the map."""
    return state.high.count(m.TAGGED_RED) + state.low.count(m.TAGGED_GRAY)


def research_places(state: WindwardState, seat: int) -> list[int]:
    """Free neighbour spaces of the ship, if a tag is left (ruling 59)."""
    if not state.hold[seat] or not state.ship[seat] or tags_used(state) >= m.TAGS:
        return []
    return sorted(to for to in state.planet.open_steps[state.ship[seat]] if state.place_free(to))


def legal_research(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    return [state.game.ids.at + space for space in research_places(state, seat)]


def answer_research(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    """The crester goes back, tagged; gas by morale (rulebook, The Naturalist)."""
    state.agenda.pop()
    space = action - state.game.ids.at
    if log is not None:
        log.add("research", seat, f"{{{seat}}} releases a tagged crester on {state.space_name(space)}.")
    if state.hold[seat] == m.HOLD_RED:
        state.high[space] = m.TAGGED_RED
    else:
        state.low[space] = m.TAGGED_GRAY
        state.live_grays += 1
    state.hold[seat] = m.EMPTY
    add_gas(state, seat, state.morale[seat] + state.crew_bonus(seat, "gas_on_process"), log)
