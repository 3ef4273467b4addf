"""Bots: one interface, three of ours, a game's own, programs in any language. See docs/bots.md."""

from waystation.bots.base import (
    Bot,
    BotError,
    Budget,
    Observation,
    SpecError,
    bot_chance,
    close,
    decide,
    observe,
    turn_began,
    world_for,
)
from waystation.bots.registry import factories, game_bots, make

__all__ = [
    "Bot",
    "BotError",
    "Budget",
    "Observation",
    "SpecError",
    "bot_chance",
    "close",
    "decide",
    "factories",
    "game_bots",
    "make",
    "observe",
    "turn_began",
    "world_for",
]
