"""What is kept of tables and people, as types, and what a place where it is kept can do (`sql` is that of servers)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from string import ascii_letters
from typing import Any, Literal, Protocol, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from waystation.engine import Event, Seed
from waystation.engine.chance import Draw, mixed
from waystation.engine.typed import decode, decoder
from waystation.engine.words import plain

from .losing import Lost
from .pace import Pace, Times

_read_seed: Callable[[str], Seed] = decoder(Seed)
_read_shares: Callable[[str], dict[int, str]] = decoder(dict[int, str])
read_numbers: Callable[[str], list[int]] = decoder(list[int])
read_options: Callable[[str], dict[str, Any]] = decoder(dict[str, Any])
read_pace: Callable[[str], Pace] = decoder(Pace)
_read_times: Callable[[str], Times] = decoder(Times)
_read_lost: Callable[[str], tuple[Lost, ...]] = decoder(tuple[Lost, ...])

Kind = Literal["start", "move", "undo", "ask", "agree", "chat", "seats", "names", "pace"]
GAME_KINDS: tuple[Kind, ...] = ("start", "move", "undo")
KEPT = 200
"""Lines of other kinds that a log keeps for each seat: the newest. Talk must not fill the disk."""


class LogMoved(Exception):
    """The log is not where we left it: somebody else has written, or an older one was put back."""


class TableRow(msgspec.Struct, kw_only=True):
    """A table. `options`, `seed`, `position` and `to_act` are JSON.

    It begins from a seed or, uploaded, from a position, or (neither) from what the record says chance gave; `record` is
    then the uploaded text. `hints`: whether bots may be asked for hints (None: while nobody else plays).
    `shares`: what browsers have added to the seed, by seat (None: they are not asked). `lesson`: it is a guided first
    game (None: it is not, or is not any more). `chat`: whether people may chat (None: yes). `hidden`: it is in
    no list (None: it may be). `closed`: why whoever runs the server has ended it for all (None: they have not).
    `listed`: it is open to all and waits for players (False: it was, and has begun; None: it never was, or not any
    more), `seen`: when its host last looked after it then. `pace`: how much time people have (None: as much as they
    like). `times`: what each of them had left at the newest line of the log that says so; `deadline`: when the first of
    them runs out (0: their clocks are to be wound yet). `tournament`: the one that it belongs to. `owner`: the
    process that has it in memory (None: none, or there is only one; see `leases`). `rated`: the game counts for
    ratings (False: not any more). `lost`: who has lost before it ends, in that order. `level_low`, `level_high`: the
    ratings with which one may sit down.
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
    lesson: bool | None = None
    chat: bool | None = None
    hidden: bool | None = None
    closed: str | None = None
    listed: bool | None = None
    seen: float | None = None
    pace: str | None = None
    times: str | None = None
    deadline: float | None = None
    tournament: str | None = None
    owner: str | None = None
    rated: bool | None = None
    lost: str | None = None
    level_low: int | None = None
    level_high: int | None = None

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
    def plain_pace(self) -> Pace | None:
        return None if self.pace is None else read_pace(self.pace)

    @property
    def plain_times(self) -> Times | None:
        return None if self.times is None else _read_times(self.times)

    @property
    def all_lost(self) -> tuple[Lost, ...]:
        return () if self.lost is None else _read_lost(self.lost)

    @property
    def acting(self) -> list[int]:
        return read_numbers(self.to_act)

    @property
    def plain_options(self) -> dict[str, Any]:
        return read_options(self.options)


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
    """A line of a table's log. `times`: what everybody has left after it, where that is counted."""

    seq: int
    kind: Kind
    body: str
    events: str = "[]"
    seat: int | None = None
    message: str | None = None
    at: float = 0
    times: str | None = None


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
    """A line of talk; `told`: it is the table that says it. `by`: the person who has said it, or of whom it is told;
    empty if their account is deleted, left out for bots and in logs of earlier releases: then it counts as said by
    whoever has the seat."""

    text: str
    told: bool = False
    by: str | UnsetType = UNSET


NEWS = TextBody("")
"""What lines about seats and names hold. All are told in words what has changed; the log keeps no word of it: nobody
reads it again, and it would keep people's names for ever."""


class PaceBody(msgspec.Struct, frozen=True):
    """People's clocks are wound; or a seat goes away, or is back."""

    what: Literal["begin", "away", "back"]


READ = (MoveBody, StartBody, UndoBody, AgreeBody, TextBody, PaceBody, Pace, Times, Lost)
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


def new_link() -> str:
    """A secret that takes a seat."""
    return secrets.token_urlsafe(18)


def new_ident() -> str:
    """An id that nobody guesses, for addresses; commands would take one that begins with "-" for an option."""
    return secrets.choice(ascii_letters) + secrets.token_urlsafe(9)[1:]


def new_public() -> str:
    """What others know a person by: in addresses, never as proof of anything."""
    return new_ident()


class Line(msgspec.Struct, frozen=True):
    """A job that appends a line to a table's log, and nothing else (see `Book.append`)."""

    table: str
    entry: Entry
    changes: Mapping[str, Any]

    def __call__(self, book: Book) -> None:
        book.append(self.table, self.entry, self.changes)


class Book(Protocol):
    """Where rows are kept: what a job of a storage reads and writes, in one go."""

    def setting(self, key: str) -> str | None:
        """A setting of this server."""

    def person_name(self, person: str) -> str | None:
        """The name of a person, if we know them."""

    def table(self, ident: str) -> TableRow | None:
        """A table, if it exists."""

    def table_seats(self, idents: Iterable[str]) -> dict[str, list[SeatRow]]:
        """The seats of tables, in order, with their people's names."""

    def tables_of(self, person: str, limit: int = 200) -> list[tuple[TableRow, list[SeatRow]]]:
        """The tables that a person hosts or has a seat at, newest first."""

    def tables_that_wait_for_bots(self) -> list[str]:
        """Unfinished tables where a seat that is to act is a bot's, and another is not, or somebody has lost; other
        tables wait for viewers, or for players, and those of lessons for who learns."""

    def tables_out_of_time(self, now: float) -> list[str]:
        """Tables where somebody is out of time, or whose clocks are to be wound yet."""

    def table_seqs(self, idents: Sequence[str]) -> dict[str, int]:
        """How far the logs of tables go, of those that there are."""

    def seat_taken_by(self, link: str, person: str) -> tuple[str, int] | None:
        """The table and seat that a person took by this link."""

    def removals(self, ident: str) -> list[tuple[int, str]]:
        """Whom the host has removed from a table, and from which seat."""

    def seat_of_link(self, link: str) -> tuple[str, int] | None:
        """The table and seat that a link stands for."""

    def entries(self, ident: str, kinds: Sequence[Kind], after: int = 0, newest: int | None = None) -> list[Entry]:
        """Lines of a table's log in order, perhaps only the newest ones; without their events (see `events`)."""

    def events(self, ident: str, seqs: Sequence[int]) -> dict[int, str]:
        """The events (JSON) of log lines, by their numbers."""

    def was_seen(self, ident: str, seat: int, message: str) -> bool:
        """Whether this seat's message has been carried out."""

    def snapshot(self, ident: str, ply: int) -> tuple[int, str] | None:
        """The newest snapshot at or before a ply: (ply, position)."""

    def review(self, ident: str) -> str | None:
        """What was found when somebody looked back on a table's game (see `reviews`)."""

    def save_review(self, ident: str, review: str) -> None:
        """Keep that, in place of an earlier one."""

    def keep_setting(self, key: str, value: str) -> str:
        """Set a setting unless it is there; returns what counts."""

    def save_person(self, person: str, name: str) -> None:
        """Add a person or rename them."""

    def ensure_person(self, person: str) -> None:
        """Add a person who has no name yet."""

    def call_by_name(self, person: str, name: str, but: Sequence[str]) -> None:
        """Show a person's new name wherever nobody can be silent: not at tables going on of the games `but`."""

    def add_table(self, row: TableRow, seats: Sequence[SeatRow], log: Sequence[Entry]) -> None:
        """A new table with its log so far; people are called by the names they have now."""

    def append(self, ident: str, entry: Entry, changes: Mapping[str, Any]) -> None:
        """The commit point of everything that happens at a table: one line of the log, and what it changes in the row.

        LogMoved if the line's number or its message id is taken, or the log does not end just before it.
        """

    def save_seat(self, seat: SeatRow) -> None:
        """Write what changed at a seat."""

    def add_snapshot(self, ident: str, ply: int, position: str) -> None:
        """Keep the state after so many moves, as a position."""

    def drop_snapshots(self, ident: str, after: int) -> None:
        """Forget states that moves taken back had led to."""

    def thin_out(self, ident: str, kind: Kind, seat: int | None) -> None:
        """Forget all but the newest lines of a kind that is not of the game."""

    def keep_taken_link(self, link: str, seat: SeatRow) -> None:
        """Remember who took a seat by a link; LogMoved if somebody has."""

    def keep_removal(self, seat: SeatRow) -> None:
        """Remember that the host has removed a seat's person; the links that they took lead them nowhere any more."""

    def save_shares(self, ident: str, before: str | None, now: str) -> bool:
        """Keep the shares of a table that is not dealt; False if others have changed them, or it is."""

    def begin_log(self, row: TableRow, lines: Sequence[Entry], changes: Mapping[str, Any]) -> None:
        """The first lines of a table that was waiting for shares. LogMoved if it is not as `row` says any more."""

    def add_line(self, ident: str, entry: Entry) -> None:
        """A line of a log, without more."""

    def set_rematch(self, ident: str, rematch: str) -> None:
        """Remember the table that follows this one."""

    def delete_table(self, ident: str) -> None:
        """Forget a table and all that belongs to it."""


class Storage(Protocol):
    """Runs jobs (functions of a book), from a running event loop."""

    async def read(self, job: Callable[[Book], T]) -> T:
        """The result of a job that only reads."""

    async def write(self, job: Callable[[Book], T]) -> T:
        """The result of a job, once it is committed. If it fails, nothing of it is kept and its error is raised."""


def people_at(book: Book, ident: str) -> list[str | None]:
    """The people at a table, by seat; none if there is no such table."""
    return [seat.person for seat in book.table_seats([ident]).get(ident, [])]
