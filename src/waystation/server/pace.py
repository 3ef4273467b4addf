"""How fast a table is meant to be played: said in lists, and by what it is told how long a host may be away."""

from __future__ import annotations

from typing import Any, Literal

from .rows import TableRow

Pace = Literal["live", "days", "free"]
"""In one sitting; over days; as long as it takes."""

LIVE = 3600
"""A table that waits for a player for at most so many seconds is played in one sitting."""


def pace_of(row: TableRow) -> Pace:
    """How fast this table is meant to be played."""
    if row.turn_limit is None:
        return "free"
    return "live" if row.turn_limit <= LIVE else "days"


def is_live(tables: Any) -> Any:
    """The same as a condition on the columns of `schema.tables`: whether it is played in one sitting."""
    return tables.turn_limit <= LIVE
