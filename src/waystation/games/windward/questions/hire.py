"""HIRE: choosing a crew side (rulebook, Hire Crew; rulings 25, 26)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import say, term
from waystation.games.windward import board
from waystation.games.windward.state import WindwardState

from .asked import Asked


class Hire(Asked):
    """A tile in stock whose column is still empty."""

    answers = ("hire",)

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        return [state.game.ids.hire + side for side in board.hireable(state, seat)]

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        side = action - state.game.ids.hire
        if state.crew[seat] & state.game.same_column[side]:
            return Refusal(say("That column is filled already."), "Hire Crew; ruling 25")
        if not state.crew_stock[side >> 1]:
            name = term(state.game.crew_sides[side].name)
            return Refusal(say("No tile with the {crew} is left.", crew=name), "Hire Crew; ruling 25")
        return None

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        board.hire(state, seat, action - state.game.ids.hire, log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("Which crew member do you hire?")

    def needs(self, state: WindwardState, frame: Frame) -> str:
        return "" if not state.ship[state.turn] else "crew are hired at port"
