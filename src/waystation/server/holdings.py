"""Everything that a server keeps of a person, as one file for them: what they may see of it, and no other's secrets."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, or_, select

from . import archive, rows, schema
from .games import title_of
from .lobby import fallback
from .protocol import PersonFile, PersonLine, PersonMove, PersonTable
from .replay import record_of
from .rows import Book, MoveBody, SeatRow, TableRow, TextBody
from .sql import SqlBook
from .table import BrokenTable, NoTable, seat_names

FORMAT = "waystation person 1"
SHOWN = {
    "contests": ("id", "name", "game", "options", "system", "state", "created"),
    "devices": ("name", "first", "last"),
    "entrants": ("contest", "number", "gone"),
    "mails": ("address", "asked", "confirmed"),
    "notice_wishes": ("body", "since"),
    "notices": ("table_id", "kind", "due", "sent"),
    "passkeys": ("name", "public_key", "synced", "added", "used"),
    "push_targets": ("name", "added"),
    "ratings": ("game", "mu", "sigma", "shown", "games", "wins", "last", "away"),
    "removals": ("table_id", "seat"),
    "taken_links": ("table_id", "seat"),
}
"""What is shown, row by row, of tables of the database that name people."""
WITH_GAMES = {"tables", "seats", "result_seats"}
"""Tables of which a person's games tell."""


def about(connection: Connection, person: str) -> PersonFile | None:
    """The file without its games; None if nothing is kept of this person."""
    people = schema.people.c
    found = connection.execute(select(people.public, people.name, people.created).where(people.id == person)).first()
    if found is None:
        return None
    return PersonFile(
        format=FORMAT,
        made=time.time(),
        id=found.public or "",
        name=found.name,
        created=found.created,
        tables=[],
        kept={name: _rows(connection, name, columns, person) for name, columns in SHOWN.items()},
        records_left_out=[],
    )


def _rows(connection: Connection, name: str, columns: Sequence[str], person: str) -> list[dict[str, Any]]:
    table = schema.metadata.tables[name]
    mine = or_(*(column == person for column in schema.names_of_people(table)))
    found = connection.execute(select(*(table.c[column] for column in columns)).where(mine))
    return [dict(row) for row in found.mappings()]


def of_table(book: SqlBook, ident: str, person: str) -> PersonTable | None:
    """A table of a person, without its record; None if it is gone, or they have nothing of it any more."""
    row = book.table(ident)
    seats = book.table_seats([ident]).get(ident, [])
    mine = [seat.seat for seat in seats if seat.person == person]
    if row is None or not (mine or row.host == person):
        return None
    return PersonTable(
        id=row.id,
        game=row.game,
        title=title_of(row.game),
        options=row.plain_options,
        created=row.created,
        updated=row.updated,
        host=row.host == person,
        seats=list(seat_names(seats, fallback(row, len(seats)))),
        mine=mine,
        links=[seat.link for seat in seats if seat.seat in mine and not row.over],
        over=row.over,
        result=row.result,
        end=[
            {"seat": end.seat, "rank": end.rank, "score": end.score, "won": end.won}
            | {"before": end.before, "after": end.after}
            for end in archive.seats_at_end(book.connection, ident)
            if end.person == person
        ],
        moves=[] if row.over else _moves(book, ident, person, mine),
        chat=_said(book, ident, person, mine),
    )


def _moves(book: Book, ident: str, person: str, mine: Sequence[int]) -> list[PersonMove]:
    """What a person has played; in logs of earlier releases whoever has a seat has played what was played there."""
    found = []
    for entry in book.entries(ident, ("move",)):
        body = rows.unpack(entry.body, MoveBody)
        if entry.seat is not None and (body.by == person or (body.by is None and entry.seat in mine)):
            found.append(PersonMove(entry.at, entry.seat, body.action))
    return found


def _said(book: Book, ident: str, person: str, mine: Sequence[int]) -> list[PersonLine]:
    found = []
    for entry in book.entries(ident, ("chat",)):
        body = rows.unpack(entry.body, TextBody)
        mine_then = body.by == person if isinstance(body.by, str) else entry.seat in mine
        if mine_then and not body.told:
            found.append(PersonLine(entry.at, entry.seat or 0, body.text))
    return found


def record_for(book: Book, ident: str) -> str | None:
    """The record of a finished game; None where there is none to be had."""
    row = book.table(ident)
    if row is None or not row.over or row.closed is not None:
        return None
    try:
        return record_of(book, row, _names(row, book.table_seats([ident])[ident]))
    except (BrokenTable, NoTable, ValueError):
        return None


def _names(row: TableRow, seats: Sequence[SeatRow]) -> tuple[str, ...]:
    return seat_names(seats, fallback(row, len(seats)))
