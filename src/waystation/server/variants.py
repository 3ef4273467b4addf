"""What of a table's options is not as usual: lists say only that, in words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import waystation
from waystation.engine import OptionError

from .rows import pack, read_options

LONG = 60
"""Characters of a value beyond which a list only says that it is another."""
KEPT = 4096
"""Characters of options up to which the answer is remembered: whole maps are not."""


def changed(game: str, options: str) -> dict[str, Any]:
    """Options (JSON) that differ from what a new table of as many players would have; nothing of a game that is gone.

    The number of players is not among them. A long value is cut down to "…".
    """
    return _remembered(game, options) if len(options) < KEPT else _changed(game, options)


def _changed(game: str, options: str) -> dict[str, Any]:
    given = read_options(options)
    try:
        usual = _usual(game, given.get("players"))
    except (KeyError, OptionError):
        return {}
    return {name: _short(value) for name, value in given.items() if name != "players" and value != usual.get(name)}


_remembered = lru_cache(maxsize=512)(_changed)


@lru_cache
def _usual(game: str, players: int | None) -> dict[str, Any]:
    """What a new table has if nobody chooses; without the number of players where it goes with something else only."""
    kind = waystation.game_type(game)
    asked = {} if players is None else {"players": players}
    try:
        found = kind.from_options({**kind.spec.tables, **asked})
    except OptionError:
        found = kind.from_options(kind.spec.tables)
    return read_options(pack(found.written_options()))


def _short(value: Any) -> Any:
    return value if len(pack(value)) <= LONG else "…"
