"""CORNER: where the white crester appears, co-op and solo (rulebook, co-op Cresters; Final Battle; rulings 66, 70)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import say
from waystation.games.windward import cresters
from waystation.games.windward.state import WindwardState

from .asked import Place


class Corner(Place):
    """Asked of the player on turn."""

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        state.agenda.append((frame[0], 1 << state.turn))

    def places(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        return cresters.corners(state)

    def no_place(self, state: WindwardState, frame: Frame, space: int, seat: int) -> Refusal:
        text = say("{place} is no free around-the-planet space.", place=state.space_name(space))
        return Refusal(text, "Co-operative: Cresters; ruling 66")

    def chosen(self, state: WindwardState, frame: Frame, space: int, seat: int, log: EventLog | None) -> None:
        cresters.put_white(state, space, log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("On which corner does the white crester appear?")

    def names(self, state: WindwardState, frame: Frame, space: int, seat: int) -> str:
        return say("Place the white crester on {place}", place=state.space_name(space))

    def needs(self, state: WindwardState, frame: Frame) -> str:
        return "no white crester comes so in free-for-all" if state.game.is_ffa else ""
