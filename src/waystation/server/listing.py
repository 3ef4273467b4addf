"""The statements about tables that are open to all."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, bindparam, case, func, or_, select, update

from . import schema
from .rows import SeatRow, TableRow
from .speeds import is_live
from .sql import SqlBook

MOST = 200
"""Tables in the list: the newest."""
LIVE_AWAY, AWAY = 15 * 60, 3 * 24 * 3600
"""Seconds after which a table whose host has not looked is left out: one to be played now, and any other."""

_tables = schema.tables.c


def open_tables(connection: Connection, now: float) -> list[tuple[TableRow, list[SeatRow]]]:
    """The tables that want players, newest first; not those whose host has been away for too long."""
    patience = case((is_live(_tables), LIVE_AWAY), else_=AWAY)
    wanted = (
        select(schema.tables)
        .where(_tables.listed.is_(True), _tables.seq > 0, _tables.seen > now - patience)
        .where(_tables.hidden.is_not(True), _tables.closed.is_(None))
        .order_by(_tables.created.desc())
        .limit(MOST)
    )
    found = [TableRow(**row) for row in connection.execute(wanted).mappings()]
    seats = SqlBook(connection).table_seats([row.id for row in found])
    return [(row, seats[row.id]) for row in found]


def wanting(connection: Connection, person: str, but: str = "") -> int:
    """At how many tables that want players somebody is waiting, as host or in a seat, `but` this one."""
    mine = select(schema.seats.c.table_id).where(schema.seats.c.person == person)
    where = _tables.listed.is_(True) & (_tables.id != but) & or_(_tables.host == person, _tables.id.in_(mine))
    return connection.scalar(select(func.count()).select_from(schema.tables).where(where)) or 0


def host_was_here(connection: Connection, people: Collection[str], tables: Collection[str], now: float) -> None:
    """Remember that these hosts, and the hosts of these tables, have looked after their open tables."""
    # Whoever asks for the list is in `people`, and no database takes any number of them in one statement.
    listed = connection.execute(select(_tables.id, _tables.host).where(_tables.listed.is_(True)))
    theirs = [{"of": row.id} for row in listed if row.host in people or row.id in tables]
    if theirs:
        connection.execute(update(schema.tables).where(_tables.id == bindparam("of")).values(seen=now), theirs)
