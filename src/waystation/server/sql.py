"""The statements that read and write the rows of the database."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Dialect, Insert, Update, and_, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from waystation.engine.words import say

from . import roster, rows, schema
from .people import mark_of
from .refusals import Refused
from .rows import Book, Entry, Kind, Line, LogMoved, SeatRow, TableRow, read_numbers


def connection_of(book: Book) -> Connection:
    """The connection of a server's book, for statements that only servers need."""
    assert isinstance(book, SqlBook)
    return book.connection


class SqlBook:
    """The book of a database, during one of its transactions: see `rows.Book`, which says what each method does.

    `owner`: the process that writes, if several do: it writes to the logs of its own tables only. Whoever has no such
    name may write to all, and the owners are told.
    """

    def __init__(self, connection: Connection, owner: str | None = None) -> None:
        self.connection = connection
        self.owner = owner

    def setting(self, key: str) -> str | None:
        return self.connection.scalar(select(schema.settings.c.value).where(schema.settings.c.key == key))

    def person_name(self, person: str) -> str | None:
        return self.connection.scalar(select(schema.people.c.name).where(schema.people.c.id == person))

    def table(self, ident: str) -> TableRow | None:
        if "\0" in ident:  # PostgreSQL takes no such text
            return None
        found = self.connection.execute(select(schema.tables).where(schema.tables.c.id == ident)).mappings().first()
        return TableRow(**found) if found else None

    def table_seats(self, idents: Iterable[str]) -> dict[str, list[SeatRow]]:
        columns = schema.seats
        statement = (
            select(columns, schema.people.c.name)
            .outerjoin(schema.people, schema.people.c.id == columns.c.person)
            .where(columns.c.table_id.in_(list(idents)))
            .order_by(columns.c.table_id, columns.c.seat)
        )
        found: dict[str, list[SeatRow]] = {}
        for row in self.connection.execute(statement).mappings():
            found.setdefault(row["table_id"], []).append(SeatRow(**{**row, "name": row["name"] or ""}))
        return found

    def tables_of(self, person: str, limit: int = 200) -> list[tuple[TableRow, list[SeatRow]]]:
        mine = select(schema.seats.c.table_id).where(schema.seats.c.person == person)
        statement = (
            select(schema.tables)
            .where((schema.tables.c.host == person) | schema.tables.c.id.in_(mine))
            .order_by(schema.tables.c.updated.desc())
            .limit(limit)
        )
        found = [TableRow(**row) for row in self.connection.execute(statement).mappings()]
        seats = self.table_seats([row.id for row in found])
        return [(row, seats.get(row.id, [])) for row in found]

    def tables_that_wait_for_bots(self) -> list[str]:
        both = and_(schema.seats.c.table_id == schema.tables.c.id, schema.seats.c.bot.is_not(None))
        statement = select(schema.tables.c.id, schema.tables.c.to_act, schema.seats.c.seat).join(schema.seats, both)
        people = select(schema.seats.c.table_id).where(schema.seats.c.bot.is_(None))
        played = schema.tables.c.id.in_(people) | schema.tables.c.lost.is_not(None)
        columns = schema.tables.c
        going_on = and_(columns.over.is_(False), columns.listed.is_not(True), columns.lesson.is_not(True), played)
        found = self.connection.execute(statement.where(going_on))
        return sorted({row.id for row in found if row.seat in read_numbers(row.to_act)})

    def tables_out_of_time(self, now: float) -> list[str]:
        columns = schema.tables.c
        late = (columns.deadline <= now) & columns.closed.is_(None)
        return list(self.connection.scalars(select(columns.id).where(late).order_by(columns.deadline)))

    def table_seqs(self, idents: Sequence[str]) -> dict[str, int]:
        columns = schema.tables.c
        found = self.connection.execute(select(columns.id, columns.seq).where(columns.id.in_(idents)))
        return {row.id: row.seq for row in found}

    def seat_taken_by(self, link: str, person: str) -> tuple[str, int] | None:
        links = schema.taken_links.c
        statement = select(links.table_id, links.seat).where(links.link == link, links.person == person)
        found = self.connection.execute(statement).first()
        return (found.table_id, found.seat) if found else None

    def removals(self, ident: str) -> list[tuple[int, str]]:
        columns = schema.removals.c
        found = self.connection.execute(select(columns.seat, columns.person).where(columns.table_id == ident))
        return [(row.seat, row.person) for row in found]

    def seat_of_link(self, link: str) -> tuple[str, int] | None:
        if "\0" in link:
            return None
        found = self.connection.execute(
            select(schema.seats.c.table_id, schema.seats.c.seat).where(schema.seats.c.link == link)
        ).first()
        return (found.table_id, found.seat) if found else None

    def entries(self, ident: str, kinds: Sequence[Kind], after: int = 0, newest: int | None = None) -> list[Entry]:
        columns = [column for column in schema.log.c if column.key not in ("table_id", "events")]
        statement = (
            select(*columns)
            .where(schema.log.c.table_id == ident, schema.log.c.kind.in_(kinds), schema.log.c.seq > after)
            .order_by(schema.log.c.seq.desc())
            .limit(newest)
        )
        return [Entry(**row) for row in self.connection.execute(statement).mappings()][::-1]

    def events(self, ident: str, seqs: Sequence[int]) -> dict[int, str]:
        if not seqs:
            return {}
        lines = schema.log
        statement = select(lines.c.seq, lines.c.events).where(lines.c.table_id == ident, lines.c.seq >= min(seqs))
        wanted = set(seqs)
        return {row.seq: row.events for row in self.connection.execute(statement) if row.seq in wanted}

    def was_seen(self, ident: str, seat: int, message: str) -> bool:
        lines = schema.log.c
        statement = select(lines.seq).where(lines.table_id == ident, lines.seat == seat, lines.message == message)
        return self.connection.execute(statement).first() is not None

    def review(self, ident: str) -> str | None:
        row = self.connection.execute(select(schema.reviews.c.body).where(schema.reviews.c.table_id == ident)).first()
        return None if row is None else str(row[0])

    def snapshot(self, ident: str, ply: int) -> tuple[int, str] | None:
        shots = schema.snapshots.c
        statement = (
            select(shots.ply, shots.position)
            .where(shots.table_id == ident, shots.ply <= ply)
            .order_by(shots.ply.desc())
            .limit(1)
        )
        found = self.connection.execute(statement).first()
        return (found.ply, found.position) if found else None

    # ------------------------------------------------------------------ writing

    def keep_setting(self, key: str, value: str) -> str:
        found = self.setting(key)
        if found is None:
            self.connection.execute(insert(schema.settings).values(key=key, value=value))
        return found or value

    def save_person(self, person: str, name: str) -> None:
        changed = self.connection.execute(update(schema.people).where(schema.people.c.id == person).values(name=name))
        if changed.rowcount == 0:
            # A call may still be under way that has begun before its account was deleted.
            ended = schema.ended_devices.c.key
            if self.connection.scalar(select(ended).where(ended == mark_of(person))) is not None:
                raise Refused(say("This account has been deleted."))
            values = {"id": person, "name": name, "created": time.time(), "public": rows.new_public()}
            added = schema.adding(self.connection, schema.people).values(**values)
            if name:  # another process may make the same person known at this moment
                added = added.on_conflict_do_update(index_elements=["id"], set_={"name": name})
            self.connection.execute(added if name else added.on_conflict_do_nothing(index_elements=["id"]))

    def ensure_person(self, person: str) -> None:
        # Whoever deletes this account in another process meanwhile waits for us, or we for them.
        held = select(schema.people.c.id).where(schema.people.c.id == person).with_for_update(read=True, key_share=True)
        if self.connection.scalar(held) is None:
            self.save_person(person, "")

    def call_by_name(self, person: str, name: str, but: Sequence[str]) -> None:
        tables, seats = schema.tables.c, schema.seats.c
        there = select(tables.id).where(tables.over.is_(True) | tables.game.not_in(but))
        self.connection.execute(
            update(schema.seats).where(seats.person == person, seats.table_id.in_(there)).values(called=name)
        )
        if self.owner is not None:
            roster.tell(self.connection, "name", self.owner, person)

    def add_table(self, row: TableRow, seats: Sequence[SeatRow], log: Sequence[Entry]) -> None:
        for seat in seats:
            if seat.person is not None:
                seat.called = self.person_name(seat.person) or ""
        self.connection.execute(
            insert(schema.tables).values(**_given({**msgspec.structs.asdict(row), "owner": self.owner}))
        )
        columns = [_columns(seat) for seat in seats]
        if not any(seat.called for seat in seats):
            columns = [{name: value for name, value in column.items() if name != "called"} for column in columns]
        self.connection.execute(insert(schema.seats), columns)
        if log:
            self.connection.execute(insert(schema.log), [_first_line(row.id, entry) for entry in log])

    def append(self, ident: str, entry: Entry, changes: Mapping[str, Any]) -> None:
        line, change = append_in_words(self.connection.dialect, Line(ident, entry, changes), self.owner)
        with _moved_if_taken():
            self.connection.exec_driver_sql(*line)
        if self.connection.exec_driver_sql(*change).rowcount != 1:
            raise LogMoved
        if self.owner is None and self.connection.dialect.name == "postgresql":
            roster.tell(self.connection, "log", "", ident)

    def save_seat(self, seat: SeatRow) -> None:
        where = (schema.seats.c.table_id == seat.table_id) & (schema.seats.c.seat == seat.seat)
        self.connection.execute(update(schema.seats).where(where).values(**_columns(seat)))

    def add_snapshot(self, ident: str, ply: int, position: str) -> None:
        self.connection.execute(insert(schema.snapshots).values(table_id=ident, ply=ply, position=position))

    def drop_snapshots(self, ident: str, after: int) -> None:
        shots = schema.snapshots.c
        self.connection.execute(delete(schema.snapshots).where(shots.table_id == ident, shots.ply > after))

    def thin_out(self, ident: str, kind: Kind, seat: int | None) -> None:
        lines = schema.log.c
        these = (lines.table_id == ident) & (lines.kind == kind) & (lines.seat == seat)
        oldest = select(lines.seq).where(these).order_by(lines.seq.desc()).offset(rows.KEPT).limit(1).scalar_subquery()
        self.connection.execute(delete(schema.log).where(these, lines.seq <= oldest))

    def keep_taken_link(self, link: str, seat: SeatRow) -> None:
        values = {"link": link, "table_id": seat.table_id, "seat": seat.seat, "person": seat.person}
        with _moved_if_taken():
            self.connection.execute(insert(schema.taken_links).values(**values))

    def keep_removal(self, seat: SeatRow) -> None:
        links, known = schema.taken_links.c, (seat.seat, seat.person)
        if known not in self.removals(seat.table_id):
            values = {"table_id": seat.table_id, "seat": seat.seat, "person": seat.person}
            self.connection.execute(insert(schema.removals).values(**values))
        taken = (links.table_id == seat.table_id) & (links.person == seat.person)
        self.connection.execute(delete(schema.taken_links).where(taken))

    def save_shares(self, ident: str, before: str | None, now: str) -> bool:
        columns = schema.tables.c
        where = (columns.id == ident) & (columns.seq == 0) & (columns.shares == before)
        return self.connection.execute(update(schema.tables).where(where).values(shares=now)).rowcount == 1

    def begin_log(self, row: TableRow, lines: Sequence[Entry], changes: Mapping[str, Any]) -> None:
        columns = schema.tables.c
        where = (columns.id == row.id) & (columns.seq == 0) & (columns.shares == row.shares) & columns.closed.is_(None)
        values = {**changes, "seq": lines[-1].seq, "updated": lines[-1].at}
        if self.connection.execute(update(schema.tables).where(where).values(**values)).rowcount != 1:
            raise LogMoved
        self.connection.execute(insert(schema.log), [_first_line(row.id, entry) for entry in lines])

    def add_line(self, ident: str, entry: Entry) -> None:
        self.connection.execute(insert(schema.log).values(**_line(ident, entry)))

    def set_rematch(self, ident: str, rematch: str) -> None:
        self.connection.execute(update(schema.tables).where(schema.tables.c.id == ident).values(rematch=rematch))

    def save_review(self, ident: str, review: str) -> None:
        self.connection.execute(delete(schema.reviews).where(schema.reviews.c.table_id == ident))
        self.connection.execute(insert(schema.reviews).values(table_id=ident, body=review))

    def delete_table(self, ident: str) -> None:
        self.connection.execute(delete(schema.tables).where(schema.tables.c.id == ident))


def turn_page(connection: Connection, ident: str, at: float) -> None:
    """Let a table's log go on with a line, so that whoever has it in memory looks again; LogMoved if it moves at this
    moment."""
    tables = schema.tables.c
    seq = connection.scalar(select(tables.seq).where(tables.id == ident)) or 0
    if seq == 0:  # not dealt yet: its log begins when it is
        return
    SqlBook(connection).append(ident, Entry(seq=seq + 1, kind="seats", body=rows.pack(rows.NEWS), at=at), {})


@contextmanager
def _moved_if_taken() -> Iterator[None]:
    """A number or a name that is taken was taken by somebody else."""
    try:
        yield
    except IntegrityError as error:
        raise LogMoved from error


@cache
def _append_line() -> Insert:
    return insert(schema.log)


@cache
def _change_table(names: tuple[str, ...], fenced: bool) -> Update:
    where = (schema.tables.c.id == bindparam("of")) & (schema.tables.c.seq == bindparam("after"))
    if fenced:
        where &= schema.tables.c.owner == bindparam("by")
    return update(schema.tables).where(where).values(**{name: bindparam(name) for name in names})


Said = tuple[str, dict[str, Any] | tuple[Any, ...]]
"""A statement in the driver's own words, and its values."""


def append_in_words(dialect: Dialect, line: Line, owner: str | None = None) -> tuple[Said, Said]:
    """The two statements that append a line, in the driver's own words: SQLAlchemy takes longer to put them so than
    SQLite to carry them out. The second one has to change one row."""
    entry = line.entry
    values = {**line.changes, "seq": entry.seq, "updated": entry.at}
    change = _change_table(tuple(values), owner is not None)
    where: dict[str, Any] = {"of": line.table, "after": entry.seq - 1}
    if owner is not None:
        where["by"] = owner
    return _said(dialect, _append_line(), _line(line.table, entry)), _said(dialect, change, {**values, **where})


def _said(dialect: Dialect, statement: Insert | Update, values: dict[str, Any]) -> Said:
    text, order = _in_words(statement, dialect)
    return text, values if order is None else tuple([values[name] for name in order])


@cache
def _in_words(statement: Insert | Update, dialect: Dialect) -> tuple[str, list[str] | None]:
    """A statement's text, and the order of its values if they go by position."""
    compiled = statement.compile(dialect=dialect)
    return str(compiled), compiled.positiontup


def _given(values: dict[str, Any]) -> dict[str, Any]:
    """Without what is not set: that is NULL by itself, also in a database of an earlier release."""
    return {name: value for name, value in values.items() if value is not None}


def _columns(seat: SeatRow) -> dict[str, Any]:
    values = msgspec.structs.asdict(seat)
    del values["name"]
    return values


def _line(ident: str, entry: Entry) -> dict[str, Any]:
    return {"table_id": ident, **msgspec.structs.asdict(entry)}


def _first_line(ident: str, entry: Entry) -> dict[str, Any]:
    """One that is written when the table is made; nobody's time is counted yet."""
    return {name: value for name, value in _line(ident, entry).items() if name != "times"}
