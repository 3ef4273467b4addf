"""The installed games, kept ready."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from importlib.resources import files

import msgspec

import waystation
from waystation.engine import Game
from waystation.engine.typed import decode

LOOK_HASH = "look_hash.txt"
"""Where a site without a server has it in a game's package: there the look is a file, and making it takes a moment."""


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
    written = files(waystation.game_type(name).__module__.rpartition(".")[0]) / LOOK_HASH
    return written.read_text(encoding="utf-8") if written.is_file() else sha256(look(name)).hexdigest()[:12]
