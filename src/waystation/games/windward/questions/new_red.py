"""NEW_RED: the victor places a new red crester (rulebook, After the Battle; ruling 36)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import say
from waystation.games.windward import cresters
from waystation.games.windward.state import WindwardState

from .asked import Place


class NewRed(Place):
    """Asked while there is more than one space for it."""

    numbers = ("territory", "seat")

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        places = cresters.red_places(state, frame[2])
        if len(places) > 1:
            state.agenda.append((frame[0], 1 << frame[3], *frame[2:]))
        elif places:
            cresters.put_red(state, places[0], log)
        elif log is not None:
            text = say("No space of territory {n} is free: no red crester comes.", n=frame[2] + 1)
            log.add("no red", None, text, {"piece": "red"})

    def places(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        return cresters.red_places(state, frame[2])

    def no_place(self, state: WindwardState, frame: Frame, space: int, seat: int) -> Refusal:
        text = say("The new red needs a free space of that territory; {place} is none.", place=state.space_name(space))
        return Refusal(text, "After the Battle; ruling 36")

    def chosen(self, state: WindwardState, frame: Frame, space: int, seat: int, log: EventLog | None) -> None:
        cresters.put_red(state, space, log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("Where does the new red crester appear?")

    def names(self, state: WindwardState, frame: Frame, space: int, seat: int) -> str:
        return say("Place the red crester on {place}", place=state.space_name(space))

    def seat_of(self, state: WindwardState, frame: Frame) -> int:
        return frame[3]

    def needs(self, state: WindwardState, frame: Frame) -> str:
        _, _, territory, seat = frame
        if not state.game.is_ffa or not state.red_stock:
            return "no red crester comes"
        if seat != state.turn or state.planet.territory[state.ship[seat]] != territory:
            return "the victor is on turn, in that territory"
        return ""
