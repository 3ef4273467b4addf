"""The book of a browser says what the book of a database says, whatever is done to both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from waystation.engine import Chance
from waystation.server import rows
from waystation.server.opening import open_table
from waystation.server.protocol import NewTable
from waystation.server.rows import Book, Entry, LogMoved
from waystation.server.sql import SqlBook
from waystation.server.storage import make_engine, migrate
from waystation.tab.book import Kept, MemoryBook

PEOPLE = ("me", "bea")
KINDS: tuple[rows.Kind, ...] = ("move", "undo", "chat", "seats")


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = make_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    migrate(engine)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


class Both:
    """Two books to which the same is done; a memory book lives for one job."""

    def __init__(self, connection: Connection) -> None:
        self.sql = SqlBook(connection)
        self.tables: dict[str, Kept] = {}
        self.settings: dict[str, str] = {}

    def memory(self) -> MemoryBook:
        return MemoryBook(self.tables, self.settings)

    def do(self, name: str, *given: Any) -> None:
        """One job on both, with the same end."""
        ends = []
        for book in (self.sql, memory := self.memory()):
            with self.sql.connection.begin_nested() as savepoint:
                try:
                    ends.append(repr(getattr(book, name)(*given)))
                except LogMoved:
                    savepoint.rollback()
                    ends.append("moved")
        assert ends[0] == ends[1], (name, given)
        if ends[0] != "moved":
            self.settings = memory.settings
            for ident, kept in memory.tables.items():
                self.tables.pop(ident, None)
                if kept is not None:
                    self.tables[ident] = kept


def told(book: Book, tables: list[str], person: str) -> list[Any]:
    """All that a book says."""
    found: list[Any] = [book.table_seqs(tables), book.table_seats(tables), book.tables_that_wait_for_bots()]
    found += [book.person_name(person), book.tables_of(person), book.setting("key")]
    for ident in [*tables, "none"]:
        found.append(book.table(ident))
        if found[-1] is not None:
            found.append([replace(entry, events="") for entry in book.entries(ident, KINDS, 1, 7)])
            found.append(book.events(ident, [1, 2, 5]))
            found += [book.was_seen(ident, seat, "m3") for seat in (0, 1)]
            found += [book.snapshot(ident, ply) for ply in (0, 3, 9)]
    return found


def same(both: Both, tables: list[str]) -> None:
    for person in PEOPLE:
        ours, theirs = told(both.memory(), tables, person), told(both.sql, tables, person)
        assert [without_events(one) for one in ours] == [without_events(one) for one in theirs]


def without_events(value: Any) -> Any:
    """A log's lines are asked for without their events; a memory leaves them in."""
    return (
        [replace(one, events="") if isinstance(one, Entry) else one for one in value] if type(value) is list else value
    )


@pytest.mark.parametrize("seed", range(2))
def test_two_books_say_the_same(connection: Connection, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "KEPT", 3)
    chance = Chance.of(seed, "books")
    both = Both(connection)
    for person in PEOPLE:
        both.do("ensure_person", person)
    tables = []
    for wish in (["me", "shared:Cy"], ["bot:random", "me"]):
        row, seats, lines = open_table(NewTable(game="wayfinders", options={"players": 2}, seats=wish, seed="x"), "me")
        row.created = row.updated = float(len(tables))
        both.do("add_table", row, seats, lines)
        tables.append(row.id)
    both.do("keep_setting", "key", "one")
    both.do("keep_setting", "key", "two")
    for step in range(40):
        ident = chance.choice(tables)
        row = both.sql.table(ident)
        if row is None:
            continue
        seq = row.seq + chance.choice([0, 1, 1, 1, 1, 2])
        seat = both.sql.table_seats([ident])[ident][chance.choice(range(2))]
        entry = Entry(
            seq=seq,
            kind=chance.choice(KINDS),
            body="{}",
            events=f"[{step}]",
            seat=seat.seat,
            message=chance.choice([None, f"m{chance.choice(range(6))}"]),
            at=100.0 + step,
        )
        change = chance.choice([{}, {"ply": step}, {"over": step > 40}, {"to_act": "[1]"}])
        job: tuple[Any, ...] = chance.choice(
            [
                ("append", ident, entry, change),
                ("append", ident, entry, change),
                ("append", ident, entry, change),
                (
                    "save_seat",
                    replace(seat, bot=chance.choice([None, "greedy"]), person=chance.choice([*PEOPLE, None])),
                ),
                ("save_person", chance.choice(PEOPLE), f"name {step}"),
                ("call_by_name", "me", f"name {step}", ["wayfinders"] if step % 2 else []),
                ("drop_snapshots", ident, step % 9),
                ("thin_out", ident, "chat", 0),
                ("set_rematch", ident, f"next {step}"),
            ]
        )
        both.do(*job)
        if step % 7 == 0 and both.sql.snapshot(ident, step) != (step, "{}"):
            both.do("add_snapshot", ident, step, "{}")
        same(both, tables)
    both.do("delete_table", tables[0])
    same(both, tables)


def test_shares_are_kept_until_the_table_is_dealt(connection: Connection) -> None:
    both = Both(connection)
    both.do("ensure_person", "me")
    wish = NewTable(game="wayfinders", options={"players": 2}, seats=["me", "bot:random"], shares=True)
    row, seats, _ = open_table(wish, "me")
    both.do("add_table", row, seats, [])
    both.do("save_shares", row.id, "{}", '{"0": "aa"}')
    both.do("save_shares", row.id, "{}", '{"0": "bb"}')
    same(both, [row.id])
    line = Entry(seq=1, kind="start", body="{}", at=1.0)
    both.do("begin_log", row, [line], {"to_act": "[0]"})
    both.do("begin_log", replace(row, shares='{"0": "aa"}'), [line], {"to_act": "[0]"})
    same(both, [row.id])
