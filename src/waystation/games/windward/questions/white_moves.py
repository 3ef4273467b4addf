"""WHITE_MOVES: the white crester comes after the reds, in co-op to port, too (rulings 47, 58, 64, 65)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame
from waystation.games.windward import model as m
from waystation.games.windward.frames import Ask
from waystation.games.windward.state import WindwardState

from .asked import Asked


class WhiteMoves(Asked):
    """Nobody is asked."""

    silent = True

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        """If it is on the map and did not fight this turn, it walks to the ship, or the trading post."""
        if state.white > 0 and m.WHITE_SETTLED not in state.settled:
            who = m.WHITE_WALKS if state.ship[state.turn] else m.WHITE_TO_PORT
            state.agenda.append((Ask.WALK, 0, who, state.white, state.game.white_move))
