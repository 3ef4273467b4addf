"""Rows of the database as types, and the statements that read and write them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec
from sqlalchemy import Connection, Dialect, Insert, Update, and_, bindparam, delete, insert, select, update

from waystation.engine import Event, Seed
from waystation.engine.chance import Draw, mixed
from waystation.engine.typed import decode, decoder
from waystation.engine.words import plain

from . import schema

_read_seed: Callable[[str], Seed] = decoder(Seed)
_read_shares: Callable[[str], dict[int, str]] = decoder(dict[int, str])
_read_numbers: Callable[[str], list[int]] = decoder(list[int])
_read_options: Callable[[str], dict[str, Any]] = decoder(dict[str, Any])

Kind = Literal["start", "move", "undo", "ask", "agree", "chat", "seats", "names"]
GAME_KINDS: tuple[Kind, ...] = ("start", "move", "undo")
KEPT = 200
"""Lines of other kinds that a log keeps for each seat: the newest. Talk must not fill the disk."""


class LogMoved(Exception):
    """The log is not where we left it: somebody else has written, or an older one was put back."""


class TableRow(msgspec.Struct, kw_only=True):
    """A table. `options`, `seed`, `position` and `to_act` are JSON.

    It begins from a seed or, uploaded, from a position, or (neither) from what the record says chance gave; `record` is
    then the uploaded text. `hints`: whether bots may be asked for hints (None: while nobody else plays).
    `shares`: what browsers have added to the seed, by seat (None: they are not asked).
    """

    id: str
    game: str
    options: str
    rules_version: int
    host: str
    spectators: bool
    undo: Literal["free", "ask", "off"]
    seed: str | None
    seed_known: bool
    position: str | None = None
    record: str | None = None
    rematch: str | None = None
    seq: int = 0
    ply: int = 0
    to_act: str = "[]"
    over: bool = False
    result: str = ""
    created: float = 0
    updated: float = 0
    hints: bool | None = None
    shares: str | None = None

    @property
    def plain_seed(self) -> Seed | None:
        return None if self.seed is None else _read_seed(self.seed)

    @property
    def given_shares(self) -> dict[int, str]:
        """What browsers have added to the seed, by seat."""
        return {} if self.shares is None else _read_shares(self.shares)

    @property
    def dealt(self) -> bool:
        """Whether anything has been drawn: before, the table waits for shares (see `dice`)."""
        return self.seq > 0

    @property
    def seed_of_play(self) -> Seed | None:
        """What everything is drawn from: a hash of the seed and the shares."""
        seed = self.plain_seed
        return None if seed is None else mixed(seed, self.given_shares)

    @property
    def acting(self) -> list[int]:
        return _read_numbers(self.to_act)

    @property
    def plain_options(self) -> dict[str, Any]:
        return _read_options(self.options)


class SeatRow(msgspec.Struct, kw_only=True):
    """A seat: its person (if any), its secret link, and the bot that plays it now (if one does).

    `label` names it while it has no person (seats of an uploaded record); `called` is the person's name as the table
    shows it, `name` as it is now: a new one may have to wait (see `speech`).
    """

    table_id: str
    seat: int
    link: str
    person: str | None = None
    bot: str | None = None
    shared: bool = False
    label: str = ""
    called: str = ""
    name: str = ""


class Entry(msgspec.Struct, kw_only=True):
    """A line of a table's log."""

    seq: int
    kind: Kind
    body: str
    events: str = "[]"
    seat: int | None = None
    message: str | None = None
    at: float = 0


class MoveBody(msgspec.Struct, frozen=True):
    """What a move was: notation, what chance gave, and whether anybody learned something.

    `by` is the person who played it, empty for a bot, None in logs of earlier releases: then it counts as played by
    whoever has the seat.
    """

    action: str
    draws: tuple[Draw, ...]
    reveals: bool
    by: str | None = None


class StartBody(msgspec.Struct, frozen=True):
    """What chance gave before the first move."""

    setup: tuple[Draw, ...]
    opening: tuple[Draw, ...]


class UndoBody(msgspec.Struct, frozen=True):
    """Back to `ply`; `agreed` are the seats that were asked."""

    ply: int
    agreed: tuple[int, ...] = ()


class AgreeBody(msgspec.Struct, frozen=True):
    """A person's answer (None, in earlier releases: that of whoever has the seat)."""

    yes: bool
    by: str | None = None


class TextBody(msgspec.Struct, frozen=True):
    """A line of talk; `told`: it is the table that says it."""

    text: str
    told: bool = False


READ = (MoveBody, StartBody, UndoBody, AgreeBody, TextBody)
"""What lines of the log are read into."""


def pack(value: Any) -> str:
    """JSON text; a phrase is written as the English sentence that it is."""
    return msgspec.json.encode(value, enc_hook=plain).decode()


T = TypeVar("T")


def unpack(text: str, kind: type[T]) -> T:
    """A value from JSON text."""
    return decode(text, kind)


_read_events = decoder(list[Event])


def unpack_events(text: str) -> list[Event]:
    """The events of a log line."""
    found: list[Event] = _read_events(text)
    return found


# ---------------------------------------------------------------------- reading


def setting(connection: Connection, key: str) -> str | None:
    """A setting of this server."""
    return connection.scalar(select(schema.settings.c.value).where(schema.settings.c.key == key))


def person_name(connection: Connection, person: str) -> str | None:
    """The name of a person, if we know them."""
    return connection.scalar(select(schema.people.c.name).where(schema.people.c.id == person))


def table(connection: Connection, ident: str) -> TableRow | None:
    """A table, if it exists."""
    if "\0" in ident:  # PostgreSQL takes no such text
        return None
    found = connection.execute(select(schema.tables).where(schema.tables.c.id == ident)).mappings().first()
    return TableRow(**found) if found else None


def table_seats(connection: Connection, idents: Iterable[str]) -> dict[str, list[SeatRow]]:
    """The seats of tables, in order, with their people's names."""
    columns = schema.seats
    statement = (
        select(columns, schema.people.c.name)
        .outerjoin(schema.people, schema.people.c.id == columns.c.person)
        .where(columns.c.table_id.in_(list(idents)))
        .order_by(columns.c.table_id, columns.c.seat)
    )
    found: dict[str, list[SeatRow]] = {}
    for row in connection.execute(statement).mappings():
        found.setdefault(row["table_id"], []).append(SeatRow(**{**row, "name": row["name"] or ""}))
    return found


def tables_of(connection: Connection, person: str, limit: int = 200) -> list[tuple[TableRow, list[SeatRow]]]:
    """The tables that a person hosts or has a seat at, newest first."""
    mine = select(schema.seats.c.table_id).where(schema.seats.c.person == person)
    statement = (
        select(schema.tables)
        .where((schema.tables.c.host == person) | schema.tables.c.id.in_(mine))
        .order_by(schema.tables.c.updated.desc())
        .limit(limit)
    )
    rows = [TableRow(**row) for row in connection.execute(statement).mappings()]
    seats = table_seats(connection, [row.id for row in rows])
    return [(row, seats.get(row.id, [])) for row in rows]


def tables_that_wait_for_bots(connection: Connection) -> list[str]:
    """Unfinished tables where a seat that is to act is a bot's, and another is not: the others wait for viewers."""
    both = and_(schema.seats.c.table_id == schema.tables.c.id, schema.seats.c.bot.is_not(None))
    statement = select(schema.tables.c.id, schema.tables.c.to_act, schema.seats.c.seat).join(schema.seats, both)
    people = select(schema.seats.c.table_id).where(schema.seats.c.bot.is_(None))
    going_on = and_(schema.tables.c.over.is_(False), schema.tables.c.id.in_(people))
    rows = connection.execute(statement.where(going_on))
    return sorted({row.id for row in rows if row.seat in _read_numbers(row.to_act)})


def table_seqs(connection: Connection, idents: Sequence[str]) -> dict[str, int]:
    """How far the logs of tables go, of those that there are."""
    columns = schema.tables.c
    found = connection.execute(select(columns.id, columns.seq).where(columns.id.in_(idents)))
    return {row.id: row.seq for row in found}


def seat_taken_by(connection: Connection, link: str, person: str) -> tuple[str, int] | None:
    """The table and seat that a person took by this link."""
    links = schema.taken_links.c
    statement = select(links.table_id, links.seat).where(links.link == link, links.person == person)
    found = connection.execute(statement).first()
    return (found.table_id, found.seat) if found else None


def seat_of_link(connection: Connection, link: str) -> tuple[str, int] | None:
    """The table and seat that a link stands for."""
    if "\0" in link:
        return None
    found = connection.execute(
        select(schema.seats.c.table_id, schema.seats.c.seat).where(schema.seats.c.link == link)
    ).first()
    return (found.table_id, found.seat) if found else None


def entries(
    connection: Connection, ident: str, kinds: Sequence[Kind], after: int = 0, newest: int | None = None
) -> list[Entry]:
    """Lines of a table's log in order, perhaps only the newest ones; without their events (see `events`)."""
    columns = [column for column in schema.log.c if column.key not in ("table_id", "events")]
    statement = (
        select(*columns)
        .where(schema.log.c.table_id == ident, schema.log.c.kind.in_(kinds), schema.log.c.seq > after)
        .order_by(schema.log.c.seq.desc())
        .limit(newest)
    )
    return [Entry(**row) for row in connection.execute(statement).mappings()][::-1]


def events(connection: Connection, ident: str, seqs: Sequence[int]) -> dict[int, str]:
    """The events (JSON) of log lines, by their numbers."""
    if not seqs:
        return {}
    lines = schema.log
    statement = select(lines.c.seq, lines.c.events).where(lines.c.table_id == ident, lines.c.seq >= min(seqs))
    wanted = set(seqs)
    return {row.seq: row.events for row in connection.execute(statement) if row.seq in wanted}


def was_seen(connection: Connection, ident: str, seat: int, message: str) -> bool:
    """Whether this seat's message has been carried out."""
    lines = schema.log.c
    statement = select(lines.seq).where(lines.table_id == ident, lines.seat == seat, lines.message == message)
    return connection.execute(statement).first() is not None


def snapshot(connection: Connection, ident: str, ply: int) -> tuple[int, str] | None:
    """The newest snapshot at or before a ply: (ply, position)."""
    shots = schema.snapshots.c
    statement = (
        select(shots.ply, shots.position)
        .where(shots.table_id == ident, shots.ply <= ply)
        .order_by(shots.ply.desc())
        .limit(1)
    )
    found = connection.execute(statement).first()
    return (found.ply, found.position) if found else None


# ---------------------------------------------------------------------- writing


def keep_setting(connection: Connection, key: str, value: str) -> str:
    """Set a setting unless it is there; returns what counts."""
    found = setting(connection, key)
    if found is None:
        connection.execute(insert(schema.settings).values(key=key, value=value))
    return found or value


def save_person(connection: Connection, person: str, name: str) -> None:
    """Add a person or rename them."""
    changed = connection.execute(update(schema.people).where(schema.people.c.id == person).values(name=name))
    if changed.rowcount == 0:
        connection.execute(insert(schema.people).values(id=person, name=name, created=time.time()))


def ensure_person(connection: Connection, person: str) -> None:
    """Add a person who has no name yet."""
    if person_name(connection, person) is None:
        save_person(connection, person, "")


def call_by_name(connection: Connection, person: str, name: str, but: Sequence[str]) -> None:
    """Show a person's new name wherever nobody can be silent: at all tables but those going on of the games `but`."""
    tables, seats = schema.tables.c, schema.seats.c
    there = select(tables.id).where(tables.over.is_(True) | tables.game.not_in(but))
    connection.execute(
        update(schema.seats).where(seats.person == person, seats.table_id.in_(there)).values(called=name)
    )


def add_table(connection: Connection, row: TableRow, seats: Sequence[SeatRow], log: Sequence[Entry]) -> None:
    """A new table with its log so far; people are called by the names they have now."""
    for seat in seats:
        if seat.person is not None:
            seat.called = person_name(connection, seat.person) or ""
    connection.execute(insert(schema.tables).values(**_given(msgspec.structs.asdict(row))))
    columns = [_columns(seat) for seat in seats]
    if not any(seat.called for seat in seats):
        columns = [{name: value for name, value in column.items() if name != "called"} for column in columns]
    connection.execute(insert(schema.seats), columns)
    if log:
        connection.execute(insert(schema.log), [_line(row.id, entry) for entry in log])


def append(connection: Connection, ident: str, entry: Entry, changes: Mapping[str, Any]) -> None:
    """The commit point of everything that happens at a table: one line of the log, and what it changes in the row.

    IntegrityError if the line's number or its message id is taken; LogMoved if the log does not end just before it.
    """
    _run(connection, _append_line(), _line(ident, entry))
    values = {**changes, "seq": entry.seq, "updated": entry.at}
    if _run(connection, _change_table(tuple(values)), {**values, "of": ident, "after": entry.seq - 1}) != 1:
        raise LogMoved


@cache
def _append_line() -> Insert:
    return insert(schema.log)


@cache
def _change_table(names: tuple[str, ...]) -> Update:
    where = (schema.tables.c.id == bindparam("of")) & (schema.tables.c.seq == bindparam("after"))
    return update(schema.tables).where(where).values(**{name: bindparam(name) for name in names})


def _run(connection: Connection, statement: Insert | Update, values: dict[str, Any]) -> int:
    """Run a statement in the driver's own words: SQLAlchemy takes longer to put it so than SQLite to carry it out.

    The number of rows that it changed.
    """
    text, order = _in_words(statement, connection.dialect)
    given = values if order is None else tuple(values[name] for name in order)
    return connection.exec_driver_sql(text, given).rowcount


@cache
def _in_words(statement: Insert | Update, dialect: Dialect) -> tuple[str, list[str] | None]:
    """A statement's text, and the order of its values if they go by position."""
    compiled = statement.compile(dialect=dialect)
    return str(compiled), compiled.positiontup


def save_seat(connection: Connection, seat: SeatRow) -> None:
    """Write what changed at a seat."""
    where = (schema.seats.c.table_id == seat.table_id) & (schema.seats.c.seat == seat.seat)
    connection.execute(update(schema.seats).where(where).values(**_columns(seat)))


def add_snapshot(connection: Connection, ident: str, ply: int, position: str) -> None:
    connection.execute(insert(schema.snapshots).values(table_id=ident, ply=ply, position=position))


def drop_snapshots(connection: Connection, ident: str, after: int) -> None:
    """Forget states that moves taken back had led to."""
    shots = schema.snapshots.c
    connection.execute(delete(schema.snapshots).where(shots.table_id == ident, shots.ply > after))


def thin_out(connection: Connection, ident: str, kind: Kind, seat: int | None) -> None:
    """Forget all but the newest lines of a kind that is not of the game."""
    lines = schema.log.c
    these = (lines.table_id == ident) & (lines.kind == kind) & (lines.seat == seat)
    oldest = select(lines.seq).where(these).order_by(lines.seq.desc()).offset(KEPT).limit(1).scalar_subquery()
    connection.execute(delete(schema.log).where(these, lines.seq <= oldest))


def keep_taken_link(connection: Connection, link: str, seat: SeatRow) -> None:
    """Remember who took a seat by a link."""
    values = {"link": link, "table_id": seat.table_id, "seat": seat.seat, "person": seat.person}
    connection.execute(insert(schema.taken_links).values(**values))


def save_shares(connection: Connection, ident: str, before: str | None, now: str) -> bool:
    """Keep the shares of a table that is not dealt; False if others have changed them, or it is."""
    columns = schema.tables.c
    where = (columns.id == ident) & (columns.seq == 0) & (columns.shares == before)
    return connection.execute(update(schema.tables).where(where).values(shares=now)).rowcount == 1


def begin_log(connection: Connection, row: TableRow, lines: Sequence[Entry], changes: Mapping[str, Any]) -> None:
    """The first lines of a table that was waiting for shares. LogMoved if it is not as `row` says any more."""
    columns = schema.tables.c
    where = (columns.id == row.id) & (columns.seq == 0) & (columns.shares == row.shares)
    values = {**changes, "seq": lines[-1].seq, "updated": lines[-1].at}
    if connection.execute(update(schema.tables).where(where).values(**values)).rowcount != 1:
        raise LogMoved
    connection.execute(insert(schema.log), [_line(row.id, entry) for entry in lines])


def add_line(connection: Connection, ident: str, entry: Entry) -> None:
    """A line of a log, without more."""
    connection.execute(insert(schema.log).values(**_line(ident, entry)))


def set_rematch(connection: Connection, ident: str, rematch: str) -> None:
    connection.execute(update(schema.tables).where(schema.tables.c.id == ident).values(rematch=rematch))


def delete_table(connection: Connection, ident: str) -> None:
    """Forget a table and all that belongs to it."""
    connection.execute(delete(schema.tables).where(schema.tables.c.id == ident))


def new_link() -> str:
    """A secret that takes a seat."""
    return secrets.token_urlsafe(18)


def _given(values: dict[str, Any]) -> dict[str, Any]:
    """Without what is not set: that is NULL by itself, also in a database of an earlier release."""
    return {name: value for name, value in values.items() if value is not None}


def _columns(seat: SeatRow) -> dict[str, Any]:
    values = msgspec.structs.asdict(seat)
    del values["name"]
    return values


def _line(ident: str, entry: Entry) -> dict[str, Any]:
    return {"table_id": ident, **msgspec.structs.asdict(entry)}
