"""BAIT: a gray crester comes to a feeding ground (rulebook, Bait; ruling 23)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import say
from waystation.games.windward import cards, cresters
from waystation.games.windward.state import WindwardState

from .asked import Place


class Bait(Place):
    """A ground without gray crester or longboat."""

    numbers = ("one",)

    def places(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        return cards.bait_grounds(state)

    def no_place(self, state: WindwardState, frame: Frame, space: int, seat: int) -> Refusal:
        text = say("{place} is no free feeding ground.", place=state.space_name(space))
        return Refusal(text, "Bait; ruling 23")

    def chosen(self, state: WindwardState, frame: Frame, space: int, seat: int, log: EventLog | None) -> None:
        cresters.put_gray(state, space, log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("To which feeding ground does the gray crester come?")

    def names(self, state: WindwardState, frame: Frame, space: int, seat: int) -> str:
        return say("Bait a gray crester to {place}", place=state.space_name(space))
