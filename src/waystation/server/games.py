"""The installed games, kept ready."""

from __future__ import annotations

from functools import lru_cache

import waystation
from waystation.engine import Game
from waystation.engine.typed import decode


@lru_cache(maxsize=64)
def load_game(name: str, options: str, rules_version: int | None = None) -> Game:
    """A game under options (JSON) as rules of this version write them (None: today's), shared by all its tables."""
    kind = waystation.game_type(name)
    return kind.from_options(kind.options_since(decode(options, dict[str, object]), rules_version))


@lru_cache
def title_of(game: str) -> str:
    """The title of a game, or its bare name if it is not installed any more."""
    try:
        return waystation.game_type(game).spec.title
    except KeyError:
        return game
