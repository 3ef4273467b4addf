"""AMBUSH: solo; the reds beside the ship attack together, their strengths added (rulebook, Solo; ruling 69)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame
from waystation.games.windward import battle
from waystation.games.windward import model as m
from waystation.games.windward.state import WindwardState

from .asked import Asked


class Ambush(Asked):
    """Nobody is asked."""

    silent = True

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        if state.pursuers:
            two = len(state.pursuers) == 2
            piece, code = (m.P_TWO_REDS, m.TWO_REDS) if two else (m.P_RED, m.RED)
            battle.start(state, piece, state.turn, state.pursuers[0], state.ship[state.turn], log, code=code)
