"""What belongs to a person in all tables of the database: two persons become one.

Whatever table has a column that names a person is found in the schema, so that a table that comes later is not
forgotten.
"""

from __future__ import annotations

import time
from collections.abc import Collection

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Table,
    UniqueConstraint,
    and_,
    delete,
    exists,
    func,
    select,
    update,
)

from . import contests, schema
from .sql import turn_page

_log = schema.log.c
OWN = {"people", "devices", "passkeys", "challenges", "ended_devices", "seats", "tables"}
"""Tables whose rows are dealt with one by one."""


def tables_of(connection: Connection, person: str) -> list[str]:
    """The tables at which a person has a seat, or which they host."""
    seats, tables = schema.seats.c, schema.tables.c
    seated = select(seats.table_id).where(seats.person == person)
    found = connection.execute(select(tables.id).where((tables.host == person) | tables.id.in_(seated)))
    return sorted(row.id for row in found)


def is_signed_up(connection: Connection, person: str) -> bool:
    """Whether a person can come back by themselves, as somebody with a passkey can."""
    return connection.scalar(select(func.count()).where(schema.passkeys.c.person == person)) != 0


def left_behind(connection: Connection, person: str) -> list[str]:
    """The tables at which somebody has played or talked, whoever has their seat now. Reads all logs."""
    return list(connection.scalars(select(_log.table_id).where(_played_by(person)).distinct()))


def _played_by(person: str) -> ColumnElement[bool]:
    """Lines of a log that say who has played, agreed, or said something."""
    return and_(_log.kind.in_(("move", "agree", "chat")), _log.body.contains(f'"by":"{person}"'))


def become(connection: Connection, ident: str, goes: str, stays: str) -> None:
    """What somebody has played and said at a table was another ("": nobody), who is asked before it is taken back."""
    body = func.replace(_log.body, f'"by":"{goes}"', f'"by":"{stays}"')
    connection.execute(update(schema.log).where(_log.table_id == ident, _played_by(goes)).values(body=body))


def join(
    connection: Connection, goes: str, stays: str, left: Collection[str] = (), now: float | None = None
) -> list[str]:
    """Everything of one person becomes another's: seats, tables, what they played. The tables that it touches.

    `left`: see `left_behind`.

    Where both sit at one table, the seat that comes along is a second seat on the same device. Where both take part in
    a tournament, only `stays` does from now on. Of what a person has
    only once, such as a rating in a game, `stays` keeps their own. A server that has one of these tables in memory sees
    that its log has moved, and loads it anew.
    """
    at = time.time() if now is None else now
    contests.hold(connection, goes)
    touched = tables_of(connection, goes)
    for ident in sorted({*touched, *left}):
        _join_seats(connection, ident, goes, stays)
        become(connection, ident, goes, stays)
        turn_page(connection, ident, at)
    for hosted in (schema.tables, schema.results):
        connection.execute(update(hosted).where(hosted.c.host == goes).values(host=stays))
    contests.withdraw(connection, goes, stays)
    for table in reversed(schema.metadata.sorted_tables):
        if table.name not in OWN:
            for column in schema.names_of_people(table):
                _hand_over(connection, table, column, goes, stays)
    connection.execute(delete(schema.devices).where(schema.devices.c.person == goes))
    connection.execute(delete(schema.people).where(schema.people.c.id == goes))
    return touched


def _join_seats(connection: Connection, ident: str, goes: str, stays: str) -> None:
    columns = schema.seats.c
    sits = exists(select(1).where(columns.table_id == ident, columns.person == stays))
    second = connection.scalar(select(sits))
    here = and_(columns.table_id == ident, columns.person == goes)
    if second:
        label = func.coalesce(func.nullif(columns.called, ""), columns.label)
        values = {"person": stays, "shared": True, "label": label}
        connection.execute(update(schema.seats).where(here, columns.shared.is_(False)).values(**values))
    connection.execute(update(schema.seats).where(here).values(person=stays))


def _hand_over(connection: Connection, table: Table, column: Column[str], goes: str, stays: str) -> None:
    """Rows of one person become another's, but for those of which the other has one already."""
    unique = [list(one.columns) for one in table.constraints if isinstance(one, UniqueConstraint)]
    for columns in (list(table.primary_key.columns), *unique):
        if column in columns:
            other = table.alias()
            same = (other.c[key.name] == key for key in columns if key is not column)
            both = exists(select(1).where(other.c[column.name] == stays, *same))
            connection.execute(delete(table).where(column == goes, both))
    connection.execute(update(table).where(column == goes).values({column.name: stays}))
