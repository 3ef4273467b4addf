"""The weather, and a turn of everybody at once (rules: 1. Roll; Game end). Nothing is asked here by itself."""

from __future__ import annotations

from typing import Any

from waystation.engine import EachSeat, EventLog, Frame, Question
from waystation.engine.events import rolled
from waystation.engine.words import count, mark, say, term
from waystation.games.waypoints.components import GOALS, SIDE
from waystation.games.waypoints.frames import Ask
from waystation.games.waypoints.hike import begin_turn, next_hike
from waystation.games.waypoints.state import WaypointsState

ROLLED = mark("The die shows {die}: weather space {space} gives {points}.")
ROLLED_LAST = mark("The die shows {die}: weather space {space} gives {points}; the last turn of the hike.")


class Roll(Question[WaypointsState]):
    """The die is thrown: count it along the hike's side, never past its last space, and begin everybody's turn."""

    def resume(self, state: WaypointsState, frame: Frame, log: EventLog | None) -> None:
        if log is not None and not any(state.circled):
            camp = state.game.sheet.waypoints[state.start]
            text = say("The goal is {goal}; everybody begins at {camp}.", goal=term(GOALS[state.goal]), camp=camp.told)
            log.add("begin", None, text, {"goal": GOALS[state.goal], "start": camp.id})
        die = state.chance.die(6)
        state.marker = min(SIDE, state.marker + die)
        state.circled[state.hike].append(state.marker)
        if log is not None:
            points = count(state.movement, "point|points")
            text = say(ROLLED_LAST if state.marker == SIDE else ROLLED, die=die, space=state.marker, points=points)
            sides = [rolled(say("The die"), [die])]
            log.add("roll", None, text, {"die": die, "space": state.marker, "points": state.movement, "sides": sides})
        for seat in range(state.game.players):
            begin_turn(state, seat)
        state.agenda.append((Ask.TURN, (1 << state.game.players) - 1))


class Turn(EachSeat):
    """Everybody moves or rests; when all are done, the next turn or hike begins, or the game ends."""

    def resume(self, state: Any, frame: Frame, log: EventLog | None) -> None:
        if state.marker < SIDE or next_hike(state, log):
            state.agenda.append((Ask.ROLL, 0))
