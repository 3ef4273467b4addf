"""PORT_REST: a rest at port raises morale (rulebook, Turn End; ruling 44)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame
from waystation.games.windward import board
from waystation.games.windward.state import WindwardState

from .asked import Asked


class PortRest(Asked):
    """Nobody is asked. +1 morale, blue +2."""

    silent = True

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        board.raise_morale(state, state.turn, 1 + state.game.port_morale[state.turn], log)
