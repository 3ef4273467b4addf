"""SKY_REST: still at sky when all cresters have moved (rulebook, Turn End; The Naturalist; rulings 45, 60)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame
from waystation.games.windward import model as m
from waystation.games.windward.notoriety import gain
from waystation.games.windward.state import WindwardState

from .asked import Asked


class SkyRest(Asked):
    """Nobody is asked."""

    silent = True

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        """+1 notoriety; the Naturalist scores for living tagged cresters."""
        seat = state.turn
        gain(state, seat, 1, m.L_SKY, log)
        game = state.game
        if game.naturalist_seat == seat:
            grays = state.live_grays if game.counts_untagged else state.low.count(m.TAGGED_GRAY)
            gain(state, seat, 3 * state.high.count(m.TAGGED_RED) + 2 * grays, m.L_RESEARCH, log)
