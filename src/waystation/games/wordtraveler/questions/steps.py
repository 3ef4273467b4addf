"""Frames that ask nobody: what happens at dawn, when somebody travels, when a path is settled, and at night."""

from __future__ import annotations

from waystation.engine.agenda import Frame
from waystation.engine.events import EventLog
from waystation.engine.questions import Question
from waystation.games.wordtraveler import days, travel
from waystation.games.wordtraveler.state import WordTravelerState


class Dawn(Question[WordTravelerState]):
    """Step 1: Prepare."""

    def resume(self, state: WordTravelerState, frame: Frame, log: EventLog | None) -> None:
        days.dawn(state, log)


class Travel(Question[WordTravelerState]):
    """ "Traveler Asks for Directions": whose turn it is stands in the frame."""

    def resume(self, state: WordTravelerState, frame: Frame, log: EventLog | None) -> None:
        travel.read_aloud(state, frame[2], log)


class Score(Question[WordTravelerState]):
    """ "Traveler Follows the Path"."""

    def resume(self, state: WordTravelerState, frame: Frame, log: EventLog | None) -> None:
        travel.follow(state, frame[2], log)


class Night(Question[WordTravelerState]):
    """The end of a day, and of the game."""

    def resume(self, state: WordTravelerState, frame: Frame, log: EventLog | None) -> None:
        days.night(state, log)
