"""What people are to be told while they look elsewhere: found out from the database, and kept in a queue there.

Nothing of this is on the path of a move (see `herald`, who calls all this). What somebody is to be told waits for a
minute: whoever comes by until then is not told at all, and what comes up at several tables is told in one. The same of
the same table is told again only after the first was seen, or when an hour has passed.

A *target* is where notices go: a browser that takes pushes, or a person's e-mail address. Each has a queue of its own,
so that one that can't be reached does not hold up the others. There is one row for each person, table, kind and target,
for as long as the table lives: `mark` says which event of its kind it is about (for a turn: the person's own last move
before it), so that nobody is told of one thing twice; `due` when it is to be sent (NULL: nothing waits), `sent` when it
was, and `sending` since when a process does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple, get_args
from zoneinfo import ZoneInfo

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from . import rows, schema
from .protocol import NoticeKind, NoticeWishes
from .rows import AgreeBody, SeatRow, TableRow
from .sql import SqlBook
from .table import seat_names
from .targets import Destination, MailTarget, destinations

GATHER = 60.0
"""Seconds that a notice waits for others, and for its person to come by."""
AGAIN = 3600.0
"""Seconds until the same is told of the same table again, unless it was seen before."""
GAPS = {"push": 60.0, "mail": 600.0}
"""Seconds between two letters to one target."""
SENDING = 300.0
"""Seconds after which what was being sent counts as not sent: its process has ended."""
FARTHEST = 26 * 3600.0
"""Seconds for which a notice may wait, mostly for the end of quiet hours. What is due later than that was put into the
queue by a clock that was ahead of itself, and is due now."""
AT_ONCE = 200
"""Notices that one process takes out of the queue at a time."""
PAUSES = (30.0, 120.0, 600.0, 1800.0, 3600.0, 3600.0, 7200.0)
"""Seconds until the next try; after the last the notice is given up."""
NEAR = 60
"""Lines from the end of a log in which it is looked for who has come, and for a question."""
UNTOLD = -1.0
"""The mark of what need not be told after all, but may have to be later."""

_notices = schema.notices.c
_tables = schema.tables.c
_lines = schema.log.c


class Plan(NamedTuple):
    """What has come up for a person at a table, and where they are told; need not be, if they have `seen` it."""

    person: str
    table: str
    kind: NoticeKind
    target: str
    mark: float
    seen: bool


class Waiting(NamedTuple):
    """A notice that was taken out of the queue to be sent now."""

    person: str
    target: str
    table: str
    kind: NoticeKind
    mark: float
    tries: int


_WAITING = (_notices.person, _notices.target, _notices.table_id, _notices.kind, _notices.mark, _notices.tries)


class Item(NamedTuple):
    """A thing to tell: what kind it is, of which table, and who else sits there."""

    kind: NoticeKind
    table: str
    game: str
    others: tuple[str, ...]


class Letter(NamedTuple):
    """What goes to one target in one go. `key` is the same when it is sent again, `topic` for the same tables."""

    destination: Destination
    items: tuple[Item, ...]
    notices: tuple[Waiting, ...]

    @property
    def key(self) -> str:
        one = self.notices[0]
        return _hash(one.person, one.target, *sorted((row.table, row.kind, row.mark) for row in self.notices))

    @property
    def topic(self) -> str:
        return _hash(self.notices[0].target, *sorted({row.table for row in self.notices}))


def _hash(*facts: object) -> str:
    return sha256(repr(facts).encode()).hexdigest()[:32]


# ---------------------------------------------------------------------- quiet hours


def zone_of(name: str) -> tzinfo | None:
    """A time zone by its name; None if this machine does not know it."""
    if name in ("", "UTC"):
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def quiet_until(wishes: NoticeWishes, now: float) -> float | None:
    """When the quiet hours end that a person has now, in their own time zone; None outside of them."""
    if wishes.quiet is None:
        return None
    zone = zone_of(wishes.zone) or UTC
    here = datetime.fromtimestamp(now, zone)
    begins, ends = (int(text[:2]) * 60 + int(text[3:]) for text in wishes.quiet)
    minute = here.hour * 60 + here.minute
    inside = begins <= minute < ends if begins <= ends else minute >= begins or minute < ends
    if not inside:
        return None
    day = here.date() + timedelta(days=int(ends <= minute))
    ended = datetime(day.year, day.month, day.day, ends // 60, ends % 60, tzinfo=zone, fold=here.fold)
    return ended.timestamp()  # of an hour that there is twice, the same one as now


# ---------------------------------------------------------------------- what people wish


def wishes_of(connection: Connection, person: str) -> NoticeWishes:
    """What a person wishes to be told; nothing, unless they have said so."""
    body = connection.scalar(select(schema.notice_wishes.c.body).where(schema.notice_wishes.c.person == person))
    return NoticeWishes() if body is None else rows.unpack(body, NoticeWishes)


def keep_wishes(connection: Connection, person: str, wishes: NoticeWishes, now: float) -> None:
    """What a person wishes from now on."""
    columns = schema.notice_wishes.c
    mine, body = columns.person == person, rows.pack(wishes)
    if not wishes.push and not wishes.mail and wishes.quiet is None:
        connection.execute(delete(schema.notice_wishes).where(mine))
    elif connection.execute(update(schema.notice_wishes).where(mine).values(body=body)).rowcount == 0:
        connection.execute(insert(schema.notice_wishes).values(person=person, body=body, since=now))


def anybody(connection: Connection) -> bool:
    """Whether anybody wishes to be told anything."""
    return connection.execute(select(schema.notice_wishes.c.person).limit(1)).first() is not None


# ---------------------------------------------------------------------- what has come up


def plan(connection: Connection, idents: Collection[str], here: Mapping[tuple[str, str], float]) -> list[Plan]:
    """What has come up at these tables for people who wish to be told; `here`: who has looked at them, until when."""
    wishes, seats = schema.notice_wishes.c, schema.seats.c
    statement = (
        select(seats.table_id, seats.person, wishes.body, wishes.since)
        .join(schema.notice_wishes, wishes.person == seats.person)
        .where(seats.table_id.in_(idents))
        .order_by(seats.table_id)
        .distinct()
    )
    found: list[Plan] = []
    there: dict[str, list[Destination]] = {}
    for ident, people in groupby(list(connection.execute(statement)), key=lambda row: row.table_id):
        standing = Standing.of(connection, ident)
        told = _told(connection, ident)
        for row in people if standing is not None else ():
            assert standing is not None
            if row.person not in there:
                there[row.person] = destinations(connection, row.person)
            seen = here.get((row.person, ident), 0.0) >= standing.row.updated
            wished = rows.unpack(row.body, NoticeWishes)
            for kind, target, mark in _news(connection, standing, row.person, wished, there[row.person], row.since):
                if told.get((row.person, target, kind), UNTOLD) < mark:
                    found.append(Plan(row.person, ident, kind, target, mark, seen))
    return found


def _told(connection: Connection, ident: str) -> dict[tuple[str, str, str], float]:
    """What people know of a table, or are about to be told: the marks, by person, target and kind."""
    columns = (_notices.person, _notices.target, _notices.kind, _notices.mark)
    found = connection.execute(select(*columns).where(_notices.table_id == ident))
    return {(row.person, row.target, row.kind): row.mark for row in found}


def _news(
    connection: Connection,
    standing: Standing,
    person: str,
    wishes: NoticeWishes,
    there: Collection[Destination],
    since: float,
) -> Iterator[tuple[NoticeKind, str, float]]:
    for kind in get_args(NoticeKind):
        targets = [one.target for one in there if kind in one.wished(wishes)]
        mark = standing.mark(connection, person, kind, since) if targets else None
        if mark is not None:
            yield from ((kind, target, mark) for target in targets)


def recent(connection: Connection, since: float) -> list[str]:
    """Tables that have changed since then, of people who wish to be told: what a server may have missed that ended."""
    seats, wishes = schema.seats.c, schema.notice_wishes.c
    wished = select(seats.table_id).where(seats.person.in_(select(wishes.person)))
    statement = select(_tables.id).where(_tables.id.in_(wished), _tables.updated > since)
    return list(connection.scalars(statement.order_by(_tables.updated.desc()).limit(5000)))


class Standing:
    """A table as it stands: its row, who sits there, and the newest lines of its log."""

    def __init__(self, row: TableRow, seats: list[SeatRow], lines: Sequence[Row[Any, Any, Any, Any]]) -> None:
        self.row, self.seats, self.lines = row, seats, lines

    @classmethod
    def of(cls, connection: Connection, ident: str) -> Standing | None:
        """None if there is no such table, or none that goes on."""
        book = SqlBook(connection)
        row = book.table(ident)
        if row is None or row.closed is not None or row.seq == 0:
            return None
        columns = (_lines.seq, _lines.kind, _lines.seat, _lines.at)
        near = select(*columns).where(_lines.table_id == ident, _lines.seq > row.seq - NEAR)
        lines = connection.execute(near.order_by(_lines.seq.desc())).all()
        return cls(row, book.table_seats([ident])[ident], lines)

    def mark(self, connection: Connection, person: str, kind: NoticeKind, since: float) -> float | None:
        """Which event of this kind there is to tell a person; None if there is none.

        Of a table at which nobody else plays nothing is told, unless it is a tournament's. `since`: when they first
        wished to be told anything.
        """
        if not self.row.tournament and not self._others(person):
            return None
        if kind == "over":
            return self._over(connection, since)
        if self.row.over:
            return None
        mine = [seat.seat for seat in self.seats if seat.person == person and seat.bot is None]
        match kind:
            case "turn":
                return self._turn(connection, mine)
            case "round":
                return 1.0 if self.row.tournament and self.row.created > since and mine else None
            case "joined":
                return self._joined(person, since)
            case "undo":
                return self._asked(connection, person, mine, since)

    def names_of_others(self, person: str) -> tuple[str, ...]:
        """What the other seats are called."""
        names = seat_names(self.seats, [str(seat.seat + 1) for seat in self.seats])
        return tuple(name for seat, name in zip(self.seats, names, strict=True) if seat.person != person)

    def _others(self, person: str) -> list[int]:
        return [seat.seat for seat in self.seats if seat.person not in (None, person)]

    def _over(self, connection: Connection, since: float) -> float | None:
        results = schema.results.c
        ended = connection.scalar(select(results.ended).where(results.table_id == self.row.id))
        return 1.0 if self.row.over and ended is not None and ended > since else None

    def _turn(self, connection: Connection, mine: Sequence[int]) -> float | None:
        if self.row.listed or not set(mine) & set(self.row.acting):
            return None
        newest = next((line.seq for line in self.lines if line.kind == "move" and line.seat in mine), None)
        if newest is None:
            moves = select(_lines.seq).where(_lines.table_id == self.row.id, _lines.kind == "move")
            older = moves.where(_lines.seat.in_(mine)).order_by(_lines.seq.desc()).limit(1)
            newest = connection.scalar(older) or 0
        return float(newest)

    def _joined(self, person: str, since: float) -> float | None:
        """The newest line about the seat of somebody else who plays there now."""
        others = [seat.seat for seat in self.seats if seat.person not in (None, person) and seat.bot is None]
        lines = (line for line in self.lines if line.kind == "seats" and line.seat in others and line.at > since)
        newest = next(lines, None)
        return None if newest is None else float(newest.seq)

    def _asked(self, connection: Connection, person: str, mine: Sequence[int], since: float) -> float | None:
        """The line that asks this person whether moves may be taken back; None if none does (any more)."""
        for line in self.lines:
            if line.kind == "ask":
                return float(line.seq) if line.seat not in mine and line.at > since and mine else None
            if line.kind == "agree":
                said = select(_lines.body).where(_lines.table_id == self.row.id, _lines.seq == line.seq)
                answer = rows.unpack(connection.scalar(said) or "{}", AgreeBody)
                if not answer.yes or answer.by == person:
                    return None
            elif line.kind in (*rows.GAME_KINDS, "seats"):
                return None
        return None


# ---------------------------------------------------------------------- the queue


def queue(connection: Connection, plans: Collection[Plan], now: float) -> None:
    """Let notices wait to be sent; of what was seen only that is remembered. Nothing is kept of somebody whose account
    was deleted since these were planned."""
    people = schema.people.c
    known = select(people.id).where(people.id.in_({one.person for one in plans})).order_by(people.id)
    # Whoever deletes an account meanwhile waits for us, or we for them.
    here = set(connection.scalars(known.with_for_update(read=True, key_share=True)))
    for one in plans:
        if one.person not in here:
            continue
        mine = and_(_notices.person == one.person, _notices.target == one.target)
        same = and_(mine, _notices.table_id == one.table, _notices.kind == one.kind)
        told = connection.scalar(select(_notices.sent).where(same))
        due = None
        if not one.seen:
            last = connection.scalar(select(func.max(_notices.sent)).where(mine)) or 0.0
            gap = GAPS["mail" if one.target == MailTarget.target else "push"]
            # What was sent while the clock was ahead of itself was sent by now.
            due = max(now + GATHER, min(last, now) + gap, min(told or 0.0, now) + AGAIN)
        values = {"mark": one.mark, "at": now, "due": due, "tries": 0, "sending": None}
        if told is not None:
            connection.execute(update(schema.notices).where(same, _notices.mark < one.mark).values(**values))
            continue
        names = {"person": one.person, "table_id": one.table, "kind": one.kind, "target": one.target}
        with suppress(IntegrityError), connection.begin_nested():  # the table is gone, or another process was faster
            connection.execute(insert(schema.notices).values(**names, **values, sent=0.0))


def see(connection: Connection, pairs: Collection[tuple[str, str]]) -> None:
    """These people look at these tables (as person and table): what waits about them need not be sent any more."""
    of = and_(_notices.person == bindparam("who"), _notices.table_id == bindparam("at_table"))
    statement = update(schema.notices).where(of).values(due=None, sent=0.0)
    connection.execute(statement, [{"who": person, "at_table": ident} for person, ident in pairs])


def is_due(connection: Connection, now: float) -> bool:
    """Whether there is anything to send now."""
    return connection.execute(select(_notices.person).where(_ready(now)).limit(1)).first() is not None


def _ready(now: float, soon: float = 0.0) -> ColumnElement[bool]:
    return or_(_notices.due <= now + soon, _notices.due > now + FARTHEST)


def claim(connection: Connection, now: float) -> list[Waiting]:
    """Take what is to be sent now out of the queue, for this process alone, until `finish` or `put_back`; with what
    would be sent to the same targets a moment later."""
    free = or_(_notices.sending.is_(None), func.abs(_notices.sending - now) > SENDING)
    due = select(_notices.person, _notices.target).where(_ready(now), free)
    ready = (
        select(*_WAITING)
        .where(tuple_(_notices.person, _notices.target).in_(due), _ready(now, GATHER), free)
        .order_by(_notices.due)
        .limit(AT_ONCE)
        .with_for_update(skip_locked=True)
    )
    claimed = sorted(Waiting(*row) for row in connection.execute(ready))
    for one in claimed:
        connection.execute(update(schema.notices).where(_is(one)).values(sending=now))
    return claimed


def compose(
    connection: Connection, claimed: Sequence[Waiting], now: float
) -> tuple[list[Letter], list[tuple[Waiting, float | None]]]:
    """The letters to send, and what goes back into the queue: until a moment, or (None) as it need not be told."""
    letters, back = [], []
    for (person, target), found in groupby(claimed, key=lambda one: (one.person, one.target)):
        wishes = wishes_of(connection, person)
        there = next((one for one in destinations(connection, person) if one.target == target), None)
        quiet = quiet_until(wishes, now)
        said: list[tuple[Waiting, Item]] = []
        for one in found:
            item = None
            if there is not None and one.kind in there.wished(wishes):
                item = _still_true(connection, one)
            if item is None or quiet is not None:
                back.append((one, None if item is None else quiet))
            else:
                said.append((one, item))
        if said and there is not None:
            letters.append(Letter(there, tuple(item for _, item in said), tuple(one for one, _ in said)))
    return letters, back


def _still_true(connection: Connection, one: Waiting) -> Item | None:
    standing = Standing.of(connection, one.table)
    if standing is None or not any(seat.person == one.person for seat in standing.seats):
        return None
    if one.kind in ("turn", "undo") and standing.mark(connection, one.person, one.kind, 0.0) != one.mark:
        return None
    return Item(one.kind, one.table, standing.row.game, standing.names_of_others(one.person))


def _is(one: Waiting) -> ColumnElement[bool]:
    """The row of a notice, unless something newer has come up since, or its person has seen it."""
    return and_(
        _notices.person == one.person,
        _notices.table_id == one.table,
        _notices.kind == one.kind,
        _notices.target == one.target,
        _notices.mark == one.mark,
        _notices.due.is_not(None),
    )


def put_back(connection: Connection, back: Collection[tuple[Waiting, float | None]]) -> None:
    """Let notices wait until a moment; None: forget them, unless they become true again."""
    for one, until in back:
        values = {"due": None, "mark": UNTOLD} if until is None else {"due": until}
        connection.execute(update(schema.notices).where(_is(one)).values(**values, sending=None))


def sent(connection: Connection, letter: Letter, now: float) -> None:
    """It was sent."""
    for one in letter.notices:
        connection.execute(update(schema.notices).where(_is(one)).values(due=None, sending=None, sent=now))


def try_again(connection: Connection, letter: Letter, now: float, wait: float = 0.0) -> None:
    """It was not sent: it will be tried again, after `wait` seconds at least, unless it has been tried often enough."""
    for one in letter.notices:
        pause = PAUSES[one.tries] if one.tries < len(PAUSES) else None
        due = None if pause is None else now + max(pause, min(wait, PAUSES[-1]))
        connection.execute(update(schema.notices).where(_is(one)).values(due=due, sending=None, tries=one.tries + 1))


def give_up(connection: Connection, letter: Letter) -> None:
    """It was not sent, and never will be."""
    for one in letter.notices:
        connection.execute(update(schema.notices).where(_is(one)).values(due=None, sending=None))


# ---------------------------------------------------------------------- when a backup is put back


def all_waiting(connection: Connection) -> set[tuple[Any, ...]]:
    """What waits to be sent, by person, target, table, kind and mark."""
    return {tuple(row) for row in connection.execute(select(*_WAITING[:5]).where(_notices.due.is_not(None)))}


def settle(connection: Connection, here: Collection[tuple[Any, ...]], now: float) -> None:
    """A backup was put back: what was due by now has been sent since it was made, and is not sent again.

    Unless it still waited in what was replaced (`here`: `all_waiting` of that). What waits for a later moment, such as
    the end of quiet hours, is told then if it is still so.
    """
    connection.execute(update(schema.notices).values(sending=None))
    for one in [Waiting(*row) for row in connection.execute(select(*_WAITING).where(_notices.due <= now))]:
        if one[:5] not in here:
            connection.execute(update(schema.notices).where(_is(one)).values(due=None))
