"""Positions of two players on the large planet, of which a test says what matters."""

from __future__ import annotations

import waystation
from waystation.games.windward.state import WindwardState


def table(**doc: object) -> WindwardState:
    """The set-up, but for what this part of a position document says."""
    game = waystation.load("windward", players=2, map="large", ship_perks="none")
    state = game.state_from({"table": {"layout": "ABCDEF", "wind": 1, "on_turn": 1, **doc}})
    assert isinstance(state, WindwardState)
    return state
