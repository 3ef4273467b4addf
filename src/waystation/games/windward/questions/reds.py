"""REDS: red cresters come one by one when a turn ends at sky (rulebook, Turn End; rulings 46-48, 69)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import say
from waystation.games.windward import hunt
from waystation.games.windward.state import WindwardState

from .asked import Place


class Reds(Place):
    """The hunted player says which of several equally near ones comes first."""

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        movers = hunt.next_movers(state)
        if len(movers) > 1:
            state.agenda.append((frame[0], 1 << state.turn))
        elif movers:
            hunt.send(state, movers[0])

    def places(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        return hunt.next_movers(state)

    def no_place(self, state: WindwardState, frame: Frame, space: int, seat: int) -> Refusal:
        text = say("No red that could move next is on {place}.", place=state.space_name(space))
        return Refusal(text, "Turn End; ruling 48")

    def chosen(self, state: WindwardState, frame: Frame, space: int, seat: int, log: EventLog | None) -> None:
        hunt.send(state, space)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("Which red crester moves next?")

    def names(self, state: WindwardState, frame: Frame, space: int, seat: int) -> str:
        return say("Move the red crester of {place} first", place=state.space_name(space))

    def needs(self, state: WindwardState, frame: Frame) -> str:
        return "there is nothing to choose" if frame[1] and len(hunt.next_movers(state)) < 2 else ""
