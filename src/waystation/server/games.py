"""The installed games, kept ready."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

import msgspec

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


@lru_cache
def look(name: str) -> bytes:
    """A game's symbols and palette, as JSON."""
    return msgspec.json.encode(waystation.game_type(name).look)


@lru_cache
def look_hash(name: str) -> str:
    """Changes when the look does."""
    return sha256(look(name)).hexdigest()[:12]
