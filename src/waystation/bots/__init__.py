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
from waystation.bots.registry import (
    BotLike,
    Factory,
    factories,
    game_bots,
    make,
    name_of,
    names_of,
    register,
    registered,
)

__all__ = [
    "Bot",
    "BotError",
    "BotLike",
    "Budget",
    "Factory",
    "Observation",
    "SpecError",
    "bot_chance",
    "close",
    "decide",
    "factories",
    "game_bots",
    "make",
    "name_of",
    "names_of",
    "observe",
    "register",
    "registered",
    "turn_began",
    "world_for",
]
