"""Tables kept in a browser: the rows of all of them in memory, and what of them is to be written down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from waystation.server import rows
from waystation.server.rows import Entry, Kind, LogMoved, SeatRow, TableRow
from waystation.server.table import game_of

Change = tuple[str, list[str | int], str | None]
"""A store of the browser, a key in it, and the text that is to stand there (None: nothing, under all keys like it)."""


class Head(msgspec.Struct):
    """What is kept of a table beside its log. `title` and `names` of seats are its game's, which need not be loaded."""

    row: TableRow
    seats: list[SeatRow]
    title: str
    names: list[str]


class Kept:
    """What is kept of a table. `log` and `shots` (states by ply) are None until somebody asks for them."""

    def __init__(self, head: Head, log: list[Entry] | None = None, shots: dict[int, str] | None = None) -> None:
        self.head = head
        self.log = log
        self.shots = shots

    @property
    def row(self) -> TableRow:
        return self.head.row

    @property
    def seats(self) -> list[SeatRow]:
        return self.head.seats

    def copy(self) -> Kept:
        """One that can be changed without changing this."""
        head = replace(self.head, row=replace(self.row), seats=[replace(seat) for seat in self.seats])
        return Kept(head) if self.log is None else Kept(head, list(self.log), dict(self.shots or {}))


READ = (Head, Entry)
"""What is read from the browser's stores."""


class NotHere(Exception):
    """The log of this table has to be fetched first."""


class MemoryBook:
    """The book of a browser, during one job: see `rows.Book`, which says what each method does.

    What a job changes is a copy until it is done: `tables` has the changed ones (None: deleted), `changes` what is to
    be written.
    """

    def __init__(self, before: Mapping[str, Kept], settings: Mapping[str, str]) -> None:
        self.before = before
        self.tables: dict[str, Kept | None] = {}
        self.settings = dict(settings)
        self.changes: list[Change] = []

    # ------------------------------------------------------------------ reading

    def setting(self, key: str) -> str | None:
        return self.settings.get(key)

    def person_name(self, person: str) -> str | None:
        return self.settings.get(f"name {person}")

    def table(self, ident: str) -> TableRow | None:
        kept = self._kept(ident)
        return None if kept is None else replace(kept.row)

    def table_seats(self, idents: Iterable[str]) -> dict[str, list[SeatRow]]:
        found = {}
        for ident in idents:
            kept = self._kept(ident)
            if kept is not None:
                found[ident] = [replace(seat, name=self._name(seat)) for seat in kept.seats]
        return found

    def tables_of(self, person: str, limit: int = 200) -> list[tuple[TableRow, list[SeatRow]]]:
        mine = [
            kept.row
            for kept in self._all()
            if kept.row.host == person or any(seat.person == person for seat in kept.seats)
        ]
        mine.sort(key=lambda row: -row.updated)
        return [(replace(row), self.table_seats([row.id])[row.id]) for row in mine[:limit]]

    def tables_that_wait_for_bots(self) -> list[str]:
        return sorted(
            kept.row.id
            for kept in self._all()
            if not kept.row.over
            and any(seat.bot is None for seat in kept.seats)
            and any(seat.bot is not None and seat.seat in kept.row.acting for seat in kept.seats)
        )

    def tables_out_of_time(self, now: float) -> list[str]:
        return []  # whoever plays in a tab may take their time

    def table_seqs(self, idents: Sequence[str]) -> dict[str, int]:
        return {ident: kept.row.seq for ident in idents if (kept := self._kept(ident)) is not None}

    def seat_taken_by(self, link: str, person: str) -> tuple[str, int] | None:
        return None  # there is nobody to send a link to

    def removals(self, ident: str) -> list[tuple[int, str]]:
        return []  # there is nobody else

    def seat_of_link(self, link: str) -> tuple[str, int] | None:
        return next(
            ((seat.table_id, seat.seat) for kept in self._all() for seat in kept.seats if seat.link == link), None
        )

    def entries(self, ident: str, kinds: Sequence[Kind], after: int = 0, newest: int | None = None) -> list[Entry]:
        found = [entry for entry in self._log(ident) if entry.kind in kinds and entry.seq > after]
        return found if newest is None else found[max(0, len(found) - newest) :]

    def events(self, ident: str, seqs: Sequence[int]) -> dict[int, str]:
        wanted = set(seqs)
        return {entry.seq: entry.events for entry in self._log(ident) if entry.seq in wanted}

    def was_seen(self, ident: str, seat: int, message: str) -> bool:
        return any(entry.seat == seat and entry.message == message for entry in self._log(ident))

    def snapshot(self, ident: str, ply: int) -> tuple[int, str] | None:
        shots = self._opened(ident).shots or {}
        best = max((at for at in shots if at <= ply), default=None)
        return None if best is None else (best, shots[best])

    def review(self, ident: str) -> str | None:
        return self.settings.get(_review_key(ident))

    # ------------------------------------------------------------------ writing

    def save_review(self, ident: str, review: str) -> None:
        self._set(_review_key(ident), review)

    def keep_setting(self, key: str, value: str) -> str:
        if key not in self.settings:
            self._set(key, value)
        return self.settings[key]

    def save_person(self, person: str, name: str) -> None:
        self._set(f"name {person}", name)

    def ensure_person(self, person: str) -> None:
        self.keep_setting(f"name {person}", "")

    def call_by_name(self, person: str, name: str, but: Sequence[str]) -> None:
        for kept in self._all():
            if kept.row.over or kept.row.game not in but:
                for seat in kept.seats:
                    if seat.person == person and seat.called != name:
                        self.save_seat(replace(seat, called=name))

    def add_table(self, row: TableRow, seats: Sequence[SeatRow], log: Sequence[Entry]) -> None:
        for seat in seats:
            if seat.person is not None:
                seat.called = self.person_name(seat.person) or ""
        game = game_of(row)
        head = Head(replace(row), [replace(seat) for seat in seats], game.spec.title, list(game.seat_names))
        kept = Kept(head, list(log), {})
        self.tables[row.id] = kept
        self._write_head(kept)
        for entry in log:
            self._write_line(row.id, entry)

    def append(self, ident: str, entry: Entry, changes: Mapping[str, Any]) -> None:
        kept = self._mine(ident)
        if kept.row.seq != entry.seq - 1:
            raise LogMoved
        if entry.message is not None and self.was_seen(ident, entry.seat or 0, entry.message):
            raise LogMoved
        self.add_line(ident, entry)
        for name, value in {**changes, "seq": entry.seq, "updated": entry.at}.items():
            setattr(kept.row, name, value)
        self._write_head(kept)

    def save_seat(self, seat: SeatRow) -> None:
        kept = self._mine(seat.table_id, opened=False)
        kept.seats[seat.seat] = replace(seat)
        self._write_head(kept)

    def add_snapshot(self, ident: str, ply: int, position: str) -> None:
        kept = self._mine(ident)
        assert kept.shots is not None
        kept.shots[ply] = position
        self.changes.append(("shots", [ident, ply], position))

    def drop_snapshots(self, ident: str, after: int) -> None:
        kept = self._mine(ident)
        assert kept.shots is not None
        for ply in [ply for ply in kept.shots if ply > after]:
            del kept.shots[ply]
            self.changes.append(("shots", [ident, ply], None))

    def thin_out(self, ident: str, kind: Kind, seat: int | None) -> None:
        kept = self._mine(ident)
        assert kept.log is not None
        these = [entry.seq for entry in kept.log if entry.kind == kind and entry.seat == seat]
        gone = set(these[: max(0, len(these) - rows.KEPT)])
        kept.log = [entry for entry in kept.log if entry.seq not in gone]
        self.changes += [("log", [ident, seq], None) for seq in sorted(gone)]

    def keep_taken_link(self, link: str, seat: SeatRow) -> None:
        """Nobody else can take a seat here, so nobody has to be led back by an old link."""

    def keep_removal(self, seat: SeatRow) -> None:
        """There is nobody to remove."""

    def save_shares(self, ident: str, before: str | None, now: str) -> bool:
        kept = self._mine(ident)
        if kept.row.seq != 0 or kept.row.shares != before:
            return False
        kept.row.shares = now
        self._write_head(kept)
        return True

    def begin_log(self, row: TableRow, lines: Sequence[Entry], changes: Mapping[str, Any]) -> None:
        kept = self._mine(row.id)
        if kept.row.seq != 0 or kept.row.shares != row.shares:
            raise LogMoved
        for entry in lines:
            self.add_line(row.id, entry)
        for name, value in {**changes, "seq": lines[-1].seq, "updated": lines[-1].at}.items():
            setattr(kept.row, name, value)
        self._write_head(kept)

    def add_line(self, ident: str, entry: Entry) -> None:
        kept = self._mine(ident)
        assert kept.log is not None
        kept.log.append(entry)
        self._write_line(ident, entry)

    def set_rematch(self, ident: str, rematch: str) -> None:
        kept = self._mine(ident, opened=False)
        kept.row.rematch = rematch
        self._write_head(kept)

    def delete_table(self, ident: str) -> None:
        self.tables[ident] = None
        self.changes += [(store, [ident], None) for store in ("tables", "log", "shots")]
        if self.settings.pop(_review_key(ident), None) is not None:
            self.changes.append(("settings", [_review_key(ident)], None))

    # ------------------------------------------------------------------ within

    def _kept(self, ident: str) -> Kept | None:
        return self.tables[ident] if ident in self.tables else self.before.get(ident)

    def _all(self) -> list[Kept]:
        return [kept for ident in {**self.before, **self.tables} if (kept := self._kept(ident)) is not None]

    def _opened(self, ident: str) -> Kept:
        """A table with its log."""
        kept = self._found(ident)
        if kept.log is None:
            raise NotHere(ident)
        return kept

    def _found(self, ident: str) -> Kept:
        kept = self._kept(ident)
        if kept is None:  # another tab has deleted it
            raise LogMoved
        return kept

    def _log(self, ident: str) -> list[Entry]:
        return self._opened(ident).log or []

    def _mine(self, ident: str, opened: bool = True) -> Kept:
        """A table that this job may change; its log need not be here for what stands in its head alone."""
        kept = self._opened(ident) if opened else self._found(ident)
        if self.tables.get(ident) is not kept:
            kept = self.tables[ident] = kept.copy()
        return kept

    def _name(self, seat: SeatRow) -> str:
        return "" if seat.person is None else self.person_name(seat.person) or ""

    def _set(self, key: str, value: str) -> None:
        self.settings[key] = value
        self.changes.append(("settings", [key], value))

    def _write_head(self, kept: Kept) -> None:
        change = written_head(kept)
        self.changes = [*(one for one in self.changes if one[:2] != change[:2]), change]

    def _write_line(self, ident: str, entry: Entry) -> None:
        self.changes.append(written_line(ident, entry))


def _review_key(ident: str) -> str:
    return f"review {ident}"


def written_head(kept: Kept) -> Change:
    """A table without its log, as it is written."""
    return "tables", [kept.row.id], msgspec.json.encode(kept.head).decode()


def written_line(ident: str, entry: Entry) -> Change:
    """A line of a log, as it is written."""
    return "log", [ident, entry.seq], msgspec.json.encode(entry).decode()


def all_of(kept: Kept) -> list[Change]:
    """Everything of a table, in place of whatever is written of it; but for its log, if nobody has asked for that."""
    if kept.log is None:
        return [written_head(kept)]
    ident = kept.row.id
    found: list[Change] = [("log", [ident], None), ("shots", [ident], None), written_head(kept)]
    found += [written_line(ident, entry) for entry in kept.log]
    found += [("shots", [ident, ply], text) for ply, text in (kept.shots or {}).items()]
    return found
