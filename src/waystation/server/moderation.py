"""What whoever runs a server does about tables and people, as statements: closing, hiding, bans, quotas, statistics.

The owner's command (`waystation admin`) and a running server both speak to the database through this; a server looks
every two seconds who is banned (see `guard`), and sees that a table was closed as it sees any line that another process
has written.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec
from alembic.runtime.migration import MigrationContext
from sqlalchemy import ColumnElement, Connection, and_, case, delete, distinct, func, insert, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from waystation.engine.words import say

from . import rows, schema
from .refusals import Refused, Told, as_heard
from .rows import Entry, SeatRow, TableRow, TextBody
from .sql import SqlBook
from .storage import database_size, default_url, known_schemas, make_engine, refuse_newer, url_of
from .story import said

DAY = 24 * 3600.0
TRIES = 5
"""How often a table is closed anew whose log grows at the same moment."""
QUOTAS = {"tables": 200, "upload_kb": 50_000}
"""What one person may have, unless the owner says otherwise: tables that go on, kilobytes of what was uploaded."""
FEW = 4096
"""Bytes that are kept whatever there is already: what a usual table begins with."""

State = Literal["going", "waiting", "finished", "closed"]
_tables, _seats, _people, _log = schema.tables.c, schema.seats.c, schema.people.c, schema.log.c


class ModerationError(Told):
    """It can't be done; the text says why."""


class Ban(msgspec.Struct, frozen=True):
    """Somebody who is refused: a person (by id), or a network. `until`: None is for ever."""

    kind: Literal["person", "address"]
    who: str
    since: float
    until: float | None
    reason: str


class TableLine(msgspec.Struct, frozen=True):
    """A table in the owner's list."""

    id: str
    game: str
    state: State
    hidden: bool
    host: str
    seats: tuple[str, ...]
    moves: int
    created: float
    updated: float


class PersonLine(msgspec.Struct, frozen=True):
    """A person in the owner's list, by their public id."""

    id: str
    name: str
    created: float
    tables: int
    going: int
    last: float | None
    banned: bool


class Statistics(msgspec.Struct, frozen=True):
    """How a server stands. `games`: tables by game and state; `active`: who played in a day, a week, a month."""

    games: dict[str, dict[str, int]]
    people: int
    active: dict[str, int]
    moves_an_hour: int
    moves_a_day: int
    database_mb: float
    biggest: tuple[tuple[str, str, int], ...]


@contextmanager
def opened(url: str | None, writes: bool = False) -> Iterator[Connection]:
    """A transaction on a server's database, which may run meanwhile. ModerationError if that can't be."""
    url = url or default_url()
    try:
        parsed = url_of(url)
        if parsed.get_backend_name() == "sqlite" and not Path(parsed.database or "").is_file():
            raise ModerationError(say("{file}: there is no such database.", file=str(parsed.database)))
        engine = make_engine(url)
        try:
            with engine.execution_options(writes=writes).begin() as connection:
                found = MigrationContext.configure(connection).get_current_revision()
                refuse_newer(found)
                ours = known_schemas().get_current_head()
                if found != ours:
                    raise ModerationError(
                        say(
                            "The database has schema {found}, this release {ours}: start a server of this one first.",
                            found=str(found),
                            ours=str(ours),
                        )
                    )
                yield connection
        finally:
            engine.dispose()
    except (SQLAlchemyError, ValueError, OSError) as error:
        raise ModerationError(say("{error}.", error=str(error).strip().split("\n")[0].rstrip("."))) from error


# ---------------------------------------------------------------------- tables


def close(connection: Connection, ident: str, reason: str, now: float) -> None:
    """End a table for all, with a sentence; it is in no list any more. ModerationError if there is no such table."""
    row = _table(connection, ident)
    text = closed_text(reason)
    changes = {"closed": reason, "hidden": True, "over": True, "to_act": "[]", "result": text, "listed": None}
    _change(connection, row, changes, text, now)


def hide(connection: Connection, ident: str, hidden: bool) -> None:
    """Leave a table out of all lists but its people's own, or put it back."""
    _table(connection, ident)
    connection.execute(update(schema.tables).where(_tables.id == ident).values(hidden=hidden or None))


def closed_text(reason: str) -> str:
    """What everybody reads who comes to a closed table."""
    if not reason:
        return as_heard(say("Whoever runs this server has closed this table."))
    return as_heard(say("Whoever runs this server has closed this table: {reason}", reason=reason))


def _table(connection: Connection, ident: str) -> TableRow:
    row = SqlBook(connection).table(ident)
    if row is None:
        raise ModerationError(say("There is no table {id}.", id=ident))
    return row


def _change(connection: Connection, row: TableRow, changes: dict[str, Any], told: str, now: float) -> None:
    """Change a table's row with a line in its log, by which servers notice."""
    for _ in range(TRIES):
        seq = connection.scalar(select(_tables.seq).where(_tables.id == row.id)) or 0
        if seq == 0:  # not dealt: it has no log yet
            connection.execute(update(schema.tables).where(_tables.id == row.id).values(**changes))
            return
        entry = Entry(seq=seq + 1, kind="seats", body=rows.pack(TextBody(as_heard(told))), at=now)
        try:
            with connection.begin_nested():
                SqlBook(connection).append(row.id, entry, changes)
            return
        except rows.LogMoved:
            continue
    raise ModerationError(say("The table {id} is being written to all the time: try again.", id=row.id))


def tables(
    connection: Connection, game: str = "", state: str = "", person: str | None = None, limit: int = 50
) -> list[TableLine]:
    """Tables, the newest first: of a game, in a state (or ``hidden``), of a person."""
    where: list[ColumnElement[bool]] = []
    if game:
        where.append(_tables.game == game)
    if state == "hidden":
        where.append(_tables.hidden.is_(True))
    elif state:
        where.append(_state() == state)
    if person is not None:
        seated = select(_seats.table_id).where(_seats.person == person)
        where.append(or_(_tables.host == person, _tables.id.in_(seated)))
    statement = (
        select(schema.tables, _state().label("state")).where(*where).order_by(_tables.updated.desc()).limit(limit)
    )
    found = [dict(row) for row in connection.execute(statement).mappings()]
    return _lines(connection, found)


def table_line(connection: Connection, ident: str) -> TableLine:
    """One table."""
    _table(connection, ident)
    statement = select(schema.tables, _state().label("state")).where(_tables.id == ident)
    return _lines(connection, [dict(row) for row in connection.execute(statement).mappings()])[0]


def _lines(connection: Connection, found: list[dict[str, Any]]) -> list[TableLine]:
    seats = SqlBook(connection).table_seats([row["id"] for row in found])
    hosts = {row["host"] for row in found}
    public = {
        row.id: row.public or ""
        for row in connection.execute(select(_people.id, _people.public).where(_people.id.in_(hosts)))
    }
    return [
        TableLine(
            id=row["id"],
            game=row["game"],
            state=row["state"],
            hidden=bool(row["hidden"]),
            host=public.get(row["host"], ""),
            seats=tuple(_sitting(seat) for seat in seats.get(row["id"], [])),
            moves=row["ply"],
            created=row["created"],
            updated=row["updated"],
        )
        for row in found
    ]


def _sitting(seat: SeatRow) -> str:
    if seat.person is None:
        return f"bot:{seat.bot}" if seat.bot else "-"
    return (seat.called or seat.label or "?") + (f" (bot:{seat.bot})" if seat.bot else "")


def _state() -> ColumnElement[str]:
    return case(
        (_tables.closed.is_not(None), "closed"),
        (_tables.over.is_(True), "finished"),
        (_tables.seq == 0, "waiting"),
        else_="going",
    )


def talk(connection: Connection, ident: str, newest: int = 50) -> list[tuple[float, str, str]]:
    """The newest lines of a table's chat: when, who, what."""
    book = SqlBook(connection)
    seats = book.table_seats([ident]).get(ident, [])
    return [(at, line.name, line.text) for line, at in said(book, ident, seats, list(map(_sitting, seats)), newest)]


def abandoned(connection: Connection, before: float, finished: bool) -> list[str]:
    """Tables at which nothing has happened since: those that are not finished; with `finished`, the others, too."""
    where = _tables.updated < before
    if not finished:
        where = and_(where, or_(_tables.over.is_(False), _tables.closed.is_not(None)))
    return list(connection.scalars(select(_tables.id).where(where).order_by(_tables.updated)))


def sweep(connection: Connection, idents: list[str]) -> None:
    """Forget tables for ever."""
    for start in range(0, len(idents), 500):
        connection.execute(delete(schema.tables).where(_tables.id.in_(idents[start : start + 500])))


# ---------------------------------------------------------------------- people


def person_of(connection: Connection, public: str) -> str:
    """A person by their public id, or by a name that only one has. ModerationError if that is nobody, or several."""
    found = list(connection.scalars(select(_people.id).where(_people.public == public)))
    found = found or list(connection.scalars(select(_people.id).where(_people.name == public)))
    if len(found) == 1:
        return str(found[0])
    if found:
        raise ModerationError(say("{n} people are called {name}: take the id.", n=len(found), name=public))
    raise ModerationError(say("There is nobody with the id or name {name}.", name=public))


def called(connection: Connection, person: str) -> str:
    """A person's public id and name, for the owner."""
    row = connection.execute(select(_people.public, _people.name).where(_people.id == person)).first()
    return "?" if row is None else f"{row.public} {row.name}".strip()


def people(connection: Connection, search: str = "", limit: int = 50) -> list[PersonLine]:
    """People, those who played last first; `search`: part of a name, or an id."""
    mine = or_(
        _tables.host == _people.id,
        _tables.id.in_(select(_seats.table_id).where(_seats.person == _people.id).correlate(schema.people)),
    )
    count = select(func.count()).select_from(schema.tables).where(mine)
    last = select(func.max(_tables.updated)).where(mine).scalar_subquery()
    banned = (
        select(func.count()).where(schema.bans.c.kind == "person", schema.bans.c.who == _people.id).scalar_subquery()
    )
    statement = select(
        _people.public,
        _people.name,
        _people.created,
        count.scalar_subquery().label("tables"),
        count.where(_tables.over.is_(False)).scalar_subquery().label("going"),
        last.label("last"),
        banned.label("banned"),
    )
    if search:
        part = _people.name.icontains(search, autoescape=True)
        statement = statement.where(or_(part, _people.public == search))
    statement = statement.order_by(func.coalesce(last, _people.created).desc()).limit(limit)
    return [
        PersonLine(row.public or "", row.name, row.created, row.tables, row.going, row.last, row.banned > 0)
        for row in connection.execute(statement)
    ]


def network(target: str) -> str | None:
    """An address or a network as it is kept; None if the text is neither."""
    try:
        return str(ipaddress.ip_network(target, strict=False))
    except ValueError:
        return None


def ban(connection: Connection, given: Ban) -> None:
    """Refuse somebody from now on, in place of what was said about them before."""
    unban(connection, given.kind, given.who)
    connection.execute(insert(schema.bans).values(**msgspec.structs.asdict(given)))


def unban(connection: Connection, kind: str, who: str) -> bool:
    """Let them in again; whether they were banned."""
    columns = schema.bans.c
    return connection.execute(delete(schema.bans).where(columns.kind == kind, columns.who == who)).rowcount > 0


def bans(connection: Connection) -> list[Ban]:
    """Whoever is banned, or was."""
    found = connection.execute(select(schema.bans).order_by(schema.bans.c.since)).mappings()
    return [Ban(**row) for row in found]


# ---------------------------------------------------------------------- quotas


def quota(connection: Connection, name: str) -> int:
    """How much of something one person may have; QUOTAS has the names."""
    found = SqlBook(connection).setting(f"quota {name}")
    return QUOTAS[name] if found is None else int(found)


def set_quota(connection: Connection, name: str, most: int | None) -> None:
    """Say how much of something one person may have; None: what is usual."""
    if name not in QUOTAS:
        raise ModerationError(say("There is no quota {name}; there are {names}.", name=name, names=sorted(QUOTAS)))
    connection.execute(delete(schema.settings).where(schema.settings.c.key == f"quota {name}"))
    if most is not None:
        connection.execute(insert(schema.settings).values(key=f"quota {name}", value=str(most)))


def check_new_table(connection: Connection, row: TableRow, person: str) -> None:
    """Refused if its host, who need not be the person that asks for it, has too many tables that go on, or keeps too
    much of what they have uploaded."""
    check_going(connection, row.host, person, 0 if row.over else 1)
    check_kept(connection, row.host, sum(len(part or "") for part in (row.record, row.position, row.options)))


def check_going(connection: Connection, host: str, person: str, more: int) -> None:
    """Refused if a host would have too many tables that go on with so many more."""
    most = quota(connection, "tables")
    mine = (_tables.host == host) & _tables.over.is_(False)
    going = connection.scalar(select(func.count()).where(mine)) or 0
    if not more or going + more <= most:
        return
    if more > 1:
        raise Refused(say("That would be more than {n} tables.", n=most))
    raise Refused(
        say("You have {n:table|tables} going on, as many as anybody may: finish or delete one first.", n=going)
        if host == person
        else say("The host has {n:table|tables} going on, as many as anybody may.", n=going)
    )


def check_kept(connection: Connection, host: str, size: int) -> None:
    """Refused if a host would keep too much with so many bytes more, and these are not few."""
    kept = sum(func.coalesce(func.length(part), 0) for part in (_tables.record, _tables.position, _tables.options))
    total = select(func.coalesce(func.sum(kept), 0)).where(_tables.host == host)
    cups = schema.contests.c
    of_cups = select(func.coalesce(func.sum(func.length(cups.options)), 0)).where(cups.host == host)
    before = int(connection.scalar(total) or 0) + int(connection.scalar(of_cups) or 0)
    limit = quota(connection, "upload_kb")
    if size > FEW and before + size > limit * 1024:
        raise Refused(
            say(
                "What you have uploaded would take {n} KB; {most} KB are kept. Delete a table first.",
                n=(before + size) // 1024,
                most=limit,
            )
        )


# ---------------------------------------------------------------------- statistics


def statistics(connection: Connection, size: int) -> Statistics:
    """How the server stands; `size` are the bytes of its database. Reads what was played in a month."""
    now = time.time()
    games: dict[str, dict[str, int]] = {}
    state = _state().label("state")
    for row in connection.execute(select(_tables.game, state, func.count().label("n")).group_by(_tables.game, state)):
        games.setdefault(row.game, {})[row.state] = row.n
    active = {name: _active(connection, now - days * DAY) for name, days in (("day", 1), ("week", 7), ("month", 30))}
    length = func.sum(func.length(_log.body) + func.length(_log.events)).label("bytes")
    large = select(_log.table_id, _tables.game, length).join(schema.tables, _tables.id == _log.table_id)
    large = large.group_by(_log.table_id, _tables.game).order_by(length.desc()).limit(5)
    return Statistics(
        games=games,
        people=connection.scalar(select(func.count()).select_from(schema.people)) or 0,
        active=active,
        moves_an_hour=_moves(connection, now - 3600),
        moves_a_day=_moves(connection, now - DAY),
        database_mb=round(size / (1 << 20), 1),
        biggest=tuple((row.table_id, row.game, int(row.bytes)) for row in connection.execute(large)),
    )


def size_of(connection: Connection) -> int:
    """Bytes that the database takes."""
    url = connection.engine.url
    return database_size(connection, Path(url.database or "") if url.get_backend_name() == "sqlite" else None)


def _played(since: float) -> ColumnElement[bool]:
    """Moves since then; a table that was not touched since has none, so that its log need not be read."""
    fresh = select(_tables.id).where(_tables.updated >= since)
    return and_(_log.table_id.in_(fresh), _log.kind == "move", _log.at >= since)


def _moves(connection: Connection, since: float) -> int:
    return connection.scalar(select(func.count()).select_from(schema.log).where(_played(since))) or 0


def _active(connection: Connection, since: float) -> int:
    """People who have a seat for which something was played since."""
    held = and_(
        _seats.table_id == _log.table_id, _seats.seat == _log.seat, _seats.person.is_not(None), _seats.bot.is_(None)
    )
    statement = select(func.count(distinct(_seats.person))).select_from(schema.log).join(schema.seats, held)
    return connection.scalar(statement.where(_played(since))) or 0
