"""Crew that raise longboat speed once a turn (rulebook, Hire Crew; ruling 27)."""

from __future__ import annotations

from waystation.engine import EventLog, Refusal
from waystation.engine.words import say
from waystation.games.windward import board
from waystation.games.windward.actions import Do
from waystation.games.windward.state import WindwardState

from .deed import Deed


class Coxswain(Deed):
    kind = Do.COXSWAIN

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        if state.crew[seat] & state.game.coxswains and self.why_not(state, seat, 0, 0) is None:
            found.append(state.game.ids.coxswain)

    def why_not(self, state: WindwardState, seat: int, x: int, y: int) -> Refusal | None:
        if not state.crew[seat] & state.game.coxswains:
            return Refusal(say("No crew of yours raises longboat speed."), "Hire Crew")
        if state.coxswain_used:
            return Refusal(say("That was used this turn already."), "Hire Crew; ruling 27")
        if state.rowing[seat] >= state.game.rowing_max:
            return Refusal(say("Longboat speed is at the end of its track."), "Hire Crew; ruling 27")
        return None

    def do(self, state: WindwardState, seat: int, x: int, y: int, log: EventLog | None) -> None:
        state.coxswain_used = True
        board.add_rowing(state, seat, state.crew_bonus(seat, "turn_boat_speed"), log)
