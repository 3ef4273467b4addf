"""Every game with every number of players, short enough to be played often."""

from __future__ import annotations

from typing import Any

import waystation

SHORT: dict[str, dict[str, Any]] = {
    "wayfinders": {"max_rounds": 6, "max_free_steps": 5},
    "wayfarers": {"round_limit": 3},
    "wordtraveler": {},
    "windward": {"max_rounds": 2},
    "waypoints": {},
}
MOST_SEATS = 4
"""Waypoints takes a hundred; more of them are more of the same."""


def short(name: str, players: int = 2) -> dict[str, Any]:
    """Options for a quick game."""
    return {"players": players, **SHORT[name]}


def seats(name: str) -> range:
    """How many may play."""
    low, high = waystation.game_type(name).spec.players
    return range(low, min(high, MOST_SEATS if name == "waypoints" else high) + 1)


TABLES = [(name, short(name, players)) for name in SHORT for players in seats(name)]
