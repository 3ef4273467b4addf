"""RESOLVE: the results are compared (rulebook, How Battles Work 6; After the Battle)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame
from waystation.games.windward import aftermath
from waystation.games.windward.state import WindwardState

from .asked import Asked


class Resolve(Asked):
    """Nobody is asked."""

    silent = True

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        aftermath.compare(state, log)
