"""Where a database keeps how long its house has been open (see `uptime`)."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from . import rows, schema
from .pace import Times

KEY = "seconds open"


def beat(connection: Connection, now: float) -> float:
    """Write down how long the house has been open; what is written then, which is never less than before."""
    found = read(connection)
    if found is None:
        connection.execute(insert(schema.settings).values(key=KEY, value=str(now)))
        return now
    if now > found:
        connection.execute(update(schema.settings).where(schema.settings.c.key == KEY).values(value=str(now)))
    return max(now, found)


def read(connection: Connection) -> float | None:
    """How long the house has been open, as far as it is written down."""
    found = connection.scalar(select(schema.settings.c.value).where(schema.settings.c.key == KEY))
    return None if found is None else float(found)


def put_back(connection: Connection, here: float | None) -> None:
    """After a backup was put back: its tables' clocks go on from now. `here`: what was written before."""
    then = read(connection) or 0.0
    now = beat(connection, max(then, here or 0.0))
    tables = schema.tables
    running = select(tables.c.id, tables.c.times, tables.c.deadline).where(tables.c.times.is_not(None))
    for row in list(connection.execute(running)):
        times = rows.unpack(row.times, Times)
        values = {
            "times": rows.pack(times.later(now - then)),
            "deadline": None if row.deadline is None else row.deadline + now - then,
        }
        connection.execute(update(tables).where(tables.c.id == row.id).values(**values))
