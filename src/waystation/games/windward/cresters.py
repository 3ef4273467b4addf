"""Cresters come and go: new grays, new reds, the white crester, tags (rulebook, After the Battle; White Crester)."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Phrase, say

from . import model as m
from .frames import Ask
from .model import lying
from .state import WindwardState


def name(code: int) -> Phrase:
    """What lives there, by its code in the high layer."""
    if code == m.TAGGED_RED:
        return say("tagged red crester")
    return say("white crester") if code == m.WHITE else say("red crester")


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
        place = state.space_name(space)
        log.add("gray", None, say("A gray crester appears on {place}.", place=place), {"piece": "gray", "place": place})


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


def forget_pairs(state: WindwardState, piece: int, space: int) -> None:
    """That crester is gone: ties with it bar nobody any more."""
    state.barred = [pair for pair in state.barred if pair >> 10 != space or pair >> 5 & 31 != piece]


# ---------------------------------------------------------------------- reds


def red_places(state: WindwardState, territory: int) -> list[int]:
    """Where a new red may stand."""
    return [space for space in state.planet.open_spaces[territory] if state.place_free(space)]


def put_red(state: WindwardState, space: int, log: EventLog | None) -> None:
    """A new red from stock. Placed before the rest step it moves in it, placed during it it does not (ruling 47)."""
    state.red_stock -= 1
    state.high[space] = m.RED
    in_own_turn = len(state.agenda) > 1 and state.agenda[1][0] == Ask.TURN
    if not in_own_turn:
        state.settled.append(space)
    if log is not None:
        place = state.space_name(space)
        log.add("red", None, say("A red crester appears on {place}.", place=place), {"piece": "red", "place": place})


def pursuers_return(state: WindwardState, log: EventLog | None) -> None:
    """Solo: reds that fought together go back; where two already stand, one goes to the nearest space further off."""
    planet = state.planet
    field = planet.field(state.ship[state.turn], 0)
    for origin in state.pursuers:
        open_spaces = [
            space for space in range(1, planet.size) if not planet.drift[space] and state.high[space] in (0, m.RED)
        ]
        space = min(open_spaces, key=lambda to: (planet.geometry.distance(origin, to), -field[to], to))
        state.high[space] = m.TWO_REDS if state.high[space] else m.RED
        gone_back(state, m.RED, space, log)
    state.pursuers = []


def gone_back(state: WindwardState, code: int, space: int, log: EventLog | None) -> None:
    """Tell that a crester is back where it came from."""
    if log is not None:
        place = state.space_name(space)
        text = say("The {crester} goes back to {place}.", crester=name(code), place=place)
        log.add("back", None, text, {"piece": "white" if code == m.WHITE else "red", "place": place})


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
        place = state.space_name(space)
        text = say("The white crester appears on {place}.", place=place)
        log.add("white", None, text, {"piece": "white", "place": place})


def corners(state: WindwardState) -> list[int]:
    """Where the white crester may be put: free corners, else free spaces of the outermost row."""
    planet = state.planet
    free = [space for space in planet.corners if corner_free(state, space)]
    if free:
        return free
    edge = [space for space in range(1, planet.size) if len(planet.steps[space]) < 6 and not planet.by_port[space]]
    return [space for space in edge if not planet.drift[space] and corner_free(state, space)]


# ---------------------------------------------------------------------- research


def research_places(state: WindwardState, seat: int) -> list[int]:
    """Free neighbour spaces of the ship, if a tag is left (ruling 59)."""
    if not state.hold[seat] or not state.ship[seat] or state.tags_used() >= m.TAGS:
        return []
    return sorted(to for to in state.planet.open_steps[state.ship[seat]] if state.place_free(to))
