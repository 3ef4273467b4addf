"""VEER: a card turns the wind, either way (ruling 9)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import say
from waystation.games.windward import wind
from waystation.games.windward.state import WindwardState

from .asked import Asked


class Veer(Asked):
    """Back or veer."""

    answers = ("turn wind",)
    numbers = ("amount",)

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        return [state.game.ids.turn_wind, state.game.ids.turn_wind + 1]

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        return None  # both ways are open

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        wind.set_wind(state, turned(state, frame, action), log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("Which way does the wind turn?")

    def label(self, state: WindwardState, frame: Frame, action: int, seat: int) -> str:
        plain = state.game.actions[action].label
        if not frame or state.game.by_kind[frame[0]] is not self:
            return plain
        return say("{turn}: to {number}", turn=plain, number=wind.number_of(state, turned(state, frame, action)))


def turned(state: WindwardState, frame: Frame, action: int) -> int:
    """The wind after that answer."""
    return (state.wind + (frame[2] if action > state.game.ids.turn_wind else -frame[2])) % 6
