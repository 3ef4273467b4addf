"""Questions, button labels, and which clicks on the table mean what now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.games.wordtraveler import planning
from waystation.games.wordtraveler import state as table
from waystation.games.wordtraveler.actions import FOOT, SAY
from waystation.games.wordtraveler.geometry import ARROWS, DIRECTION_NAMES, HEADING, SIZE

if TYPE_CHECKING:
    from waystation.games.wordtraveler.state import WordTravelerState


def question(state: WordTravelerState, seat: int) -> str:
    """What the seat is asked, as one sentence."""
    frame = state.agenda[-1]
    if frame[0] == table.Frames.PLAN:
        return _planning_question(state, seat)
    if state.preparing:
        return f"Day {state.day}: your words are drawn. Ready? Then the sand timer runs, and you see your map."
    arrows, path = state.directions(frame[2]), state.path_of(seat)
    asked = f"{{{frame[2]}}} asks the way: "
    if len(path) == len(arrows):
        return asked + "is this the path?"
    decide = "you decide, as left neighbour; " if frame[0] == table.Frames.DECIDE else ""
    return f"{asked}{decide}where does move {len(path) + 1}, {DIRECTION_NAMES[arrows[len(path)]]}, end?"


def _planning_question(state: WordTravelerState, seat: int) -> str:
    _, used, wordless = planning.position(state, seat)
    if not used:
        return f"Day {state.day}: choose the first stop, in a straight line from your marker, or seal an empty plan."
    if wordless:
        return f"Put one or more words under arrow {used}: white describes the stop, black does not."
    if used == state.arrows:
        return "All arrows are used: add words, or seal the plan."
    return f"Add words under arrow {used}, choose stop {used + 1}, or seal the plan."


def nodes(state: WordTravelerState, action: int, seat: int) -> tuple[str, ...]:
    """The clicks that mean an action, or would if it were legal: a space is a stop while plans are made, else a
    footprint, and another stop for an arrow only where that arrow can reach it."""
    ids = state.game.ids
    planning_now = bool(state.agenda) and state.agenda[-1][0] in (table.Frames.PLAN, table.Frames.PREPARE)
    if action < SAY and (action < FOOT) != planning_now:
        return ()
    if action >= ids.aim:
        index, space = ids.aim_of(action)
        reached = planning_now and index < len(state.stops(seat)) and space in planning.other_stops(state, seat, index)
        return state.game.actions[action].nodes if reached else ()
    return state.game.actions[action].nodes


def label(state: WordTravelerState, action: int, seat: int) -> str:
    """What the button for this action says now."""
    ids, city = state.game.ids, state.game.city
    if SAY <= action < ids.done or action >= ids.back:
        return state.game.actions[action].label
    planning_now = state.agenda[-1][0] == table.Frames.PLAN
    if action == ids.done and state.preparing:
        return "I am ready"
    if action == ids.done:
        return "Seal the plan" if planning_now else "This is the path"
    if planning_now:
        here, used, _ = planning.position(state, seat)
        return f"{used + 1} {_way(here, action)} {city.space_title(action)}"
    path = state.path_of(seat)
    here = path[-1] if path else state.starts[state.agenda[-1][2]]
    return f"{len(path) + 1} {_way(here, action - FOOT)} {city.space_title(action - FOOT)}"


def _way(here: int, space: int) -> str:
    direction = HEADING[here][space]
    distance = abs(here - space) // (1 if direction % 2 else SIZE)
    return f"{ARROWS[direction]}{distance}"
