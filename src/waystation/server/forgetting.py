"""Deleting an account: whatever says who somebody was goes, in one transaction.

Games that others have played with them stay, with a seat of which nobody knows who sat there; so do others' ratings. At
tables that go on, a bot plays their seats to the end; rated games that have begun are lost. Tables at which nobody else
sits go. The logs of tables that stay go on with a line, so that every process that has one in memory loads it anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection, delete, select, update

from waystation.bots import called
from waystation.engine.words import say

from . import archive, contests, devices, moderation, ratings, roster, rows, schema
from .accounts import become, tables_of
from .losing import Lost
from .pace import deadline
from .refusals import as_heard
from .replay import load
from .rows import Book, Entry, LogMoved, SeatRow, TableRow, TextBody
from .sql import SqlBook
from .table import FORMER, BrokenTable, NoTable, game_of, seat_names, summary, waited_for

STAYS = {"people", "tables", "seats", "contests", "entrants", "results", "result_seats", "ended_devices"}
"""Tables of which rows stay, without the person; of all others, those that name them go."""
TOLD = '{%"told":true}'
_tables, _seats, _log = schema.tables.c, schema.seats.c, schema.log.c


class Ahead(NamedTuple):
    """What takes too long for a transaction, of a table: how its game ended, in words, or the bot that plays on."""

    over: bool
    text: str


class Forgotten(NamedTuple):
    """The tables that have changed, those of them that go on, and those that are gone."""

    changed: list[str]
    going: list[str]
    gone: list[str]


class Census(NamedTuple):
    """How many tables go with a person, and at how many, finished or going on, others stay."""

    gone: int
    finished: int
    going: int


def census(connection: Connection, person: str) -> Census:
    """What it comes to if a person is forgotten."""
    shared = [row for row, seats in _tables_of(connection, person) if _others(row, seats, person) or row.tournament]
    finished = sum(row.over for row in shared)
    return Census(len(tables_of(connection, person)) - len(shared), finished, len(shared) - finished)


def look_ahead(book: Book, ident: str, person: str) -> Ahead | None:
    """What is to be known of a table before its person is forgotten; None if it goes, or is gone."""
    row = book.table(ident)
    if row is None:
        return None
    seats = book.table_seats([ident])[ident]
    if not (_others(row, seats, person) or row.tournament):
        return None
    if row.closed is not None:
        return Ahead(True, row.result)
    try:
        if not row.over:
            return Ahead(False, game_of(row).default_bot)
        table = load(book, ident)
    except NoTable:
        return None
    except BrokenTable:  # nobody can say any more what names stand in it
        return Ahead(row.over, as_heard(say("The game is over.")) if row.over else "random")
    names = seat_names([_nobody(seat) if seat.person == person else seat for seat in seats], table.game.seat_names)
    return Ahead(True, summary(table.state, names, table.lost)["result"])


def forget(
    connection: Connection,
    person: str,
    ahead: Mapping[str, Ahead | None],
    left: Sequence[str],
    at: float,
    open_for: float,
) -> Forgotten:
    """Forget a person. `left`: see `accounts.left_behind`; `open_for`: how long the house has been open (see `uptime`).

    LogMoved if a table is not any more as `look_ahead` has found it: look anew.
    """
    # Whatever else is written about this person waits for us, or has been written.
    held = connection.scalar(select(schema.people.c.id).where(schema.people.c.id == person).with_for_update())
    if held is None:
        return Forgotten([], [], [])
    _leave_tournaments(connection, person, at)
    stay, gone = [], []
    for row, seats in _tables_of(connection, person):
        heir = next(iter(_others(row, seats, person)), None) or _of_tournament(connection, row)
        if heir is None:
            gone.append(row.id)
            continue
        known = ahead.get(row.id)
        if known is None or known.over != row.over:
            raise LogMoved
        stay.append(row)
        _leave_table(connection, row, seats, person, heir, known, at, open_for)
    known_here = {*gone, *(row.id for row in stay)}
    for row, _ in archive.tables(connection, [ident for ident in left if ident not in known_here]):
        stay.append(row)
        _forget_in_log(connection, row.id, person, ())
        _go_on(connection, row, (), {}, at)
    moderation.sweep(connection, gone)
    if gone and connection.dialect.name == "postgresql":
        roster.tell(connection, "log", "", "*")
    archive.forget_person(connection, person)
    ratings.forget_person(connection, person)
    _forget_rows(connection, person)
    devices.forget_person(connection, person, at)
    connection.execute(delete(schema.people).where(schema.people.c.id == person))
    return Forgotten([row.id for row in stay], [row.id for row in stay if not row.over], gone)


def _forget_rows(connection: Connection, person: str) -> None:
    """What nobody else has anything of: passkeys, links taken, and whatever a later release keeps."""
    for table in reversed(schema.metadata.sorted_tables):
        if table.name not in STAYS:
            for column in schema.names_of_people(table):
                connection.execute(delete(table).where(column == person))
    bans, asked = schema.bans.c, schema.challenges.c
    connection.execute(delete(schema.bans).where(bans.kind == "person", bans.who == person))
    connection.execute(delete(schema.challenges).where(asked.asked_by == person))


# ---------------------------------------------------------------------- tables


def _tables_of(connection: Connection, person: str) -> list[tuple[TableRow, list[SeatRow]]]:
    return archive.tables(connection, tables_of(connection, person))


def _others(row: TableRow, seats: Sequence[SeatRow], person: str) -> list[str]:
    """Who else has something of a table: its host, then those who play, then those for whom a bot stands in."""
    sitting = [seat for bot in (False, True) for seat in seats if (seat.bot is not None) is bot]
    people = [row.host, *(seat.person for seat in sitting if seat.person is not None)]
    return [one for one in dict.fromkeys(people) if one != person]


def _nobody(seat: SeatRow) -> SeatRow:
    """A seat of a finished game, without who sat there."""
    former = as_heard(FORMER)[:24]
    return replace(seat, person=None, link=rows.new_link(), shared=False, label="", called=former, name="")


def _left(row: TableRow, seat: SeatRow, bot: str) -> SeatRow:
    """What becomes of a seat whose player is forgotten: where the game has not begun, it is anybody's."""
    if row.over:
        return _nobody(seat)
    waits = None if row.listed else bot
    return SeatRow(table_id=row.id, seat=seat.seat, link=rows.new_link(), bot=seat.bot or waits)


def _leave_table(
    connection: Connection,
    row: TableRow,
    seats: Sequence[SeatRow],
    person: str,
    heir: str,
    known: Ahead,
    at: float,
    open_for: float,
) -> None:
    book = SqlBook(connection)
    after = [_left(row, seat, known.text) if seat.person == person else seat for seat in seats]
    mine = [new for old, new in zip(seats, after, strict=True) if new is not old]
    for seat in mine:
        book.save_seat(seat)
    changes: dict[str, Any] = {"host": heir} if row.host == person else {}
    if row.over:
        changes["result"] = known.text
        connection.execute(
            delete(schema.reviews).where(schema.reviews.c.table_id == row.id)
        )  # it may call them by name
    elif mine:
        changes |= _rating(row, mine)
        changes |= _times(row, seats, after, open_for)
    ended = schema.results.c
    connection.execute(update(schema.results).where(ended.table_id == row.id, ended.host == person).values(host=heir))
    _forget_in_log(connection, row.id, person, [seat.seat for seat in mine])
    _go_on(connection, row, mine, changes, at)


def _go_on(connection: Connection, row: TableRow, mine: Sequence[SeatRow], changes: dict[str, Any], at: float) -> None:
    """Let a table's log go on: seats have changed, and those who play there are told."""
    if row.seq == 0:  # not dealt yet: its log begins when it is
        if changes:
            connection.execute(update(schema.tables).where(_tables.id == row.id).values(**changes))
        return
    news = Entry(seq=row.seq + 1, kind="seats", body=rows.pack(rows.NEWS), at=at, times=changes.get("times"))
    SqlBook(connection).append(row.id, news, changes)
    bots = [] if row.over else [seat for seat in mine if seat.bot is not None]
    for number, seat in enumerate(bots, row.seq + 2):
        text = say("Who sat here has deleted their account; {bot} plays on.", bot=called(seat.bot or ""))
        body = TextBody(as_heard(text), told=True)
        line = Entry(seq=number, kind="chat", seat=seat.seat, body=rows.pack(body), at=at)
        SqlBook(connection).append(row.id, line, {})


def _rating(row: TableRow, mine: Sequence[SeatRow]) -> dict[str, Any]:
    """A rated game that has begun is lost, as if they had left it; another one is not rated any more."""
    if not row.rated:
        return {}
    if not row.ply:
        return {"rated": False}
    gone = {one.seat for one in row.all_lost}
    lost = [Lost(seat.seat, row.ply, left=True) for seat in mine if seat.seat not in gone]
    return {"lost": rows.pack([*row.all_lost, *lost])}


def _times(row: TableRow, before: Sequence[SeatRow], after: Sequence[SeatRow], open_for: float) -> dict[str, Any]:
    """What everybody has left when nobody waits for this person any more."""
    times = row.plain_times
    if times is None:
        return {}
    times = times.charged(waited_for(row, row.acting, before), open_for)
    return {"times": rows.pack(times), "deadline": deadline(times, waited_for(row, row.acting, after))}


def _forget_in_log(connection: Connection, ident: str, person: str, seats: Sequence[int]) -> None:
    """Moves are nobody's, as those of bots are, and what was said is a former player's. (Names in what others have said
    stay: these are their words.)"""
    here = _log.table_id == ident
    become(connection, ident, person, "")
    told = (_log.kind == "chat") & _log.seat.in_(seats) & _log.body.like(TOLD) & _log.body.not_like("{%{%")
    connection.execute(delete(schema.log).where(here, told))  # earlier releases have called them by name there


# ---------------------------------------------------------------------- tournaments


def _leave_tournaments(connection: Connection, person: str, at: float) -> None:
    """Take part no more; a tournament of theirs is another's who takes part, or gone if there is none."""
    hosted = schema.contests.c
    for ident in list(connection.scalars(select(hosted.id).where(hosted.host == person))):
        heir = next((one for one in _entrants(connection, ident) if one != person), None)
        if heir is None:
            contests.forget(connection, ident, at)
        else:
            connection.execute(update(schema.contests).where(hosted.id == ident).values(host=heir))
    contests.withdraw(connection, person)


def _entrants(connection: Connection, contest: str) -> list[str]:
    """The people who take part in a tournament, those who still do first."""
    entered = schema.entrants.c
    people = select(entered.person).where(entered.contest == contest, entered.person.is_not(None))
    return list(connection.scalars(people.order_by(entered.gone, entered.number)))


def _of_tournament(connection: Connection, row: TableRow) -> str | None:
    """Who is to host a table of a tournament at which no other person sits; None if it belongs to none (any more)."""
    contest = contests.contest(connection, row.tournament) if row.tournament else None
    if contest is None:
        return None
    return contest.host or next(iter(_entrants(connection, contest.id)), None)
