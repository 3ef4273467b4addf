"""How fast a table is meant to be played: said in lists, and by what it is told how long a host may be away."""

from __future__ import annotations

from typing import Any, Literal

from .pace import Live, Turns
from .rows import TableRow

Speed = Literal["live", "days", "free"]
"""In one sitting; over days; as long as it takes."""


def speed_of(row: TableRow) -> Speed:
    """How fast this table is meant to be played."""
    pace = row.plain_pace
    return "live" if isinstance(pace, Live) else "days" if isinstance(pace, Turns) else "free"


def is_live(tables: Any) -> Any:
    """The same as a condition on the columns of `schema.tables`: whether it is played in one sitting."""
    return tables.pace.like('{"kind":"live"%')
