"""The database: migrations, one transaction for many, and nothing kept of what failed."""

from __future__ import annotations

import asyncio
import select
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from waystation.server import atonce, rows
from waystation.server.opening import open_table
from waystation.server.protocol import NewTable
from waystation.server.roster import Roster
from waystation.server.rows import Book, Line
from waystation.server.schema import metadata
from waystation.server.sql import SqlBook, connection_of
from waystation.server.storage import Job, Storage, default_url, make_engine, migrate


def test_migrations_from_empty_make_the_schema(database: str) -> None:
    engine = make_engine(database)
    assert inspect(engine).get_table_names() == []
    migrate(engine)
    migrate(engine)  # again: nothing to do
    with engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), metadata)
    assert found == []
    engine.dispose()


def test_tables_of_the_first_release_are_kept(database: str) -> None:
    """From the first schema to the newest: the rows are there, and so is the room for a hundred seats."""
    engine = make_engine(database)
    migrate(engine, "0001")
    row, seats, log = open_table(NewTable(game="wayfinders", seats=["me", "open"]), "ada")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO people (id, name, created) VALUES ('ada', '', 0)"))
        SqlBook(connection).add_table(row, seats, log)
    migrate(engine)
    with engine.begin() as connection:
        book = SqlBook(connection)
        assert connection.scalar(text("SELECT length(public) FROM people")) == 12
        assert book.table(row.id) == row
        assert [seat.seat for seat in book.table_seats([row.id])[row.id]] == [0, 1]
        assert len(book.entries(row.id, rows.GAME_KINDS)) == 1
        acting = rows.pack(list(range(100)))
        entry = rows.Entry(seq=2, kind="move", seat=0, body="{}", at=1)
        book.append(row.id, entry, {"to_act": acting})
        kept = book.table(row.id)
        assert kept is not None
        assert kept.acting == list(range(100))
    engine.dispose()


@pytest.mark.postgres
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize(("late", "known"), [("Ben", "Ben"), ("", "Ada")])
def test_two_processes_make_the_same_person_known(database: str, late: str, known: str) -> None:
    """The later one waits for the earlier one; a name that somebody has said is kept."""
    engine = make_engine(database)
    migrate(engine)

    def second() -> None:
        with engine.begin() as connection:
            SqlBook(connection).save_person("ada", late)

    with ThreadPoolExecutor(1) as threads:
        with engine.begin() as connection:
            SqlBook(connection).save_person("ada", "Ada")
            later = threads.submit(second)
            with pytest.raises(TimeoutError):
                later.result(0.5)
        later.result(30)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT name FROM people")).scalars().all() == [known]
    engine.dispose()


def test_a_job_that_fails_leaves_nothing_and_spoils_nothing(database: str) -> None:
    async def play() -> None:
        storage = Storage(database)

        def fail(book: Book) -> None:
            book.save_person("b", "B")
            book.add_snapshot("no such table", 1, "{}")

        results = await together(storage, [name("a"), fail, name("c")])
        assert [type(result) for result in results] == [type(None), IntegrityError, type(None)]
        names = await storage.read(lambda book: [book.person_name(person) for person in "abc"])
        assert names == ["A", None, "C"]
        storage.close()

    asyncio.run(play())


def test_what_is_read_is_read_as_of_one_moment(database: str) -> None:
    """What somebody deletes meanwhile is still there for whoever has begun to read it."""

    async def play() -> None:
        storage = Storage(database)
        row, seats, lines = open_table(NewTable(game="duel", seats=["me", "open"]), "ada")

        def add(book: Book) -> None:
            book.save_person("ada", "Ada")
            book.add_table(row, seats, lines)

        def look(book: Book) -> int:
            assert book.table(row.id) is not None
            other = make_engine(database)
            with other.execution_options(writes=True).begin() as connection:
                SqlBook(connection).delete_table(row.id)
            other.dispose()
            return len(book.table_seats([row.id])[row.id])

        await storage.write(add)
        assert await storage.read(look) == 2
        assert await storage.read(lambda book: book.table(row.id)) is None
        storage.close()

    asyncio.run(play())


@pytest.mark.postgres
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize("how", ["idle", "lost", "deadlock"])
def test_what_postgresql_ends_before_the_commit_is_done_again(database: str, how: str) -> None:
    """A machine that stood still costs nobody an answer. Alone, among others, reading, and in the roster."""
    tries: list[str] = []

    def late(what: str, connection: Connection) -> str:
        tries.append(what)
        if tries.count(what) == 1:
            end(connection, how)
        return what

    def job(person: str) -> Job[str]:
        def change(book: Book) -> str:
            book.save_person(f"before {person}", "A")
            late(person, connection_of(book))
            book.save_person(person, person.upper())
            return person

        return change

    async def play() -> None:
        storage = Storage(database)
        roster = Roster(storage.engine)
        assert await storage.write(job("a")) == "a"
        assert await together(storage, [job("b"), job("c")]) == ["b", "c"]
        assert await storage.read(lambda book: late("read", connection_of(book))) == "read"
        assert await roster._run(lambda connection: late("run", connection)) == "run"
        people = [person for one in "abc" for person in (one, f"before {one}")]
        names = await storage.read(lambda book: [book.person_name(person) for person in people])
        assert names == ["A", "A", "B", "A", "C", "A"]
        with pytest.raises(DBAPIError):
            await storage.write(lambda book: end(connection_of(book), how))
        await storage.write(name("d"))
        roster.close()
        storage.close()

    asyncio.run(play())
    assert {what: tries.count(what) >= 2 for what in tries} == dict.fromkeys(["a", "b", "c", "read", "run"], True)


@pytest.mark.postgres
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize("among", [0, 1])
def test_two_processes_write_what_is_there_once(database: str, among: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have looked whether it is there: the later one looks again, alone and among others that are written with
    it."""
    monkeypatch.setattr("waystation.server.storage.ABANDON", 600)
    both = threading.Barrier(2)

    def keep(value: str) -> Job[str]:
        tries: list[int] = []

        def job(book: Book) -> str:
            tries.append(1)
            if len(tries) > among and book.setting("key") is None:
                both.wait(60)
            return book.keep_setting("key", value)

        return job

    def fail(book: Book) -> str:
        raise ValueError("the others are done again")

    async def play() -> list[object]:
        storages = [Storage(database), Storage(database)]
        jobs = [[keep(value), *[fail] * among] for value in "ab"]
        found = await asyncio.gather(*map(together, storages, jobs))
        for storage in storages:
            storage.close()
        return [results[0] for results in found]

    found = asyncio.run(play())
    assert found in (["a", "a"], ["b", "b"])


def end(connection: Connection, how: str) -> None:
    """Let PostgreSQL end this transaction."""
    if how == "idle":
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 1"))
        driver: Any = connection.connection.driver_connection
        select.select([driver.fileno()], [], [], 60)  # it says so
        connection.execute(text("SELECT 1"))
    elif how == "lost":
        connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    else:
        connection.execute(text("DO $$ BEGIN RAISE deadlock_detected; END $$"))


async def together(storage: Storage, jobs: Iterable[Job[Any]]) -> list[object]:
    """Write jobs that all stand in line before the first of them is taken; their results."""
    gate = threading.Event()
    first = asyncio.create_task(storage.write(lambda book: gate.wait(60)))
    others = [asyncio.create_task(storage.write(job)) for job in jobs]
    await asyncio.sleep(0)
    gate.set()
    await first
    return list(await asyncio.gather(*others, return_exceptions=True))


def name(person: str) -> Job[None]:
    """Name a person after the id."""
    return lambda book: book.save_person(person, person.upper())


def test_many_writers_share_transactions(tmp_path: Path) -> None:
    """Four hundred writes at once take far fewer commits."""
    from sqlalchemy import event

    async def play() -> int:
        storage = Storage(f"sqlite:///{tmp_path / 'many'}")
        commits = []
        event.listen(storage.engine, "commit", lambda book: commits.append(1))
        await together(storage, [name(f"p{number}") for number in range(400)])
        storage.close()
        return len(commits)

    assert asyncio.run(play()) <= 5


def test_a_full_disk_or_a_gone_database_is_told_to_each_writer(tmp_path: Path) -> None:
    async def play() -> None:
        storage = Storage(f"sqlite:///{tmp_path / 'gone'}")
        nowhere = make_engine(f"sqlite:///{tmp_path / 'no such folder' / 'x'}")
        storage._writes = nowhere.execution_options(writes=True)
        results = await asyncio.gather(*(storage.write(name("p")) for _ in range(3)), return_exceptions=True)
        assert all(isinstance(result, Exception) for result in results)
        storage.close()

    asyncio.run(play())


@pytest.mark.parametrize("url", ["sqlite://", "mysql://x/y", "nonsense", "postgresql://me:geheim@[::1/x"])
def test_databases_that_cannot_be_used(url: str) -> None:
    with pytest.raises(ValueError, match=r"SQLite|is named as") as said:
        make_engine(url)
    assert "geheim" not in str(said.value)


def test_what_is_no_file_is_left_as_it_is(tmp_path: Path) -> None:
    """A server keeps its database to itself: it once made /dev/null its owner's alone."""
    tmp_path.chmod(0o755)
    with pytest.raises(ValueError, match="is no file"):
        Storage(f"sqlite:///{tmp_path}")
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_long_tables_load_from_a_snapshot(tmp_path: Path) -> None:
    """The state from snapshot and newest moves is the state from all moves."""
    import waystation
    from waystation.engine import Chance, Match
    from waystation.server.replay import load, log_of, state_at

    game = waystation.load("wayfinders", players=2)
    match, chance = Match(game, "7"), Chance.of(1, "moves")
    while len(match.moves) < 110:
        match.apply(chance.choice(match.state.legal_actions(match.state.to_act[0])))
    row, seats, _ = open_table(NewTable(game="wayfinders", seats=["open", "open"], seed="7"), "ada")
    log = log_of(match, 0)
    row.seq, row.ply = len(log), len(match.moves)
    engine = make_engine(f"sqlite:///{tmp_path / 'long'}")
    migrate(engine)
    with engine.begin() as connection:
        book = SqlBook(connection)
        book.ensure_person("ada")
        book.add_table(row, seats, log)
        plain = load(book, row.id)
        assert plain.state == match.state
        book.add_snapshot(row.id, 96, rows.pack(match.at(96).position()))
        book.add_snapshot(row.id, 48, rows.pack(match.at(48).position()))
        quick = load(book, row.id)
        assert quick.state == match.state
        assert (quick.ply, quick.version, quick.moves) == (plain.ply, plain.version, plain.moves)
        # It is a cache: one that can't be read (any more) is passed over.
        book.add_snapshot(row.id, 100, rows.pack({**match.at(100).position(), "nobody knows": 1}))
        book.add_snapshot(row.id, 105, "no JSON")
        assert load(book, row.id).state == match.state
        for ply in (0, 47, 48, 95, 97, 110):
            assert state_at(book, row, game, ply) == match.at(ply)
    engine.dispose()


def test_a_database_that_cannot_be_opened_is_said_in_a_sentence(tmp_path: Path) -> None:
    from waystation.server import run

    for url in (f"sqlite:///{tmp_path / 'no such folder' / 'x'}", "postgresql://nobody@127.0.0.1:1/x", "mysql://x/y"):
        with pytest.raises(SystemExit, match="the database cannot be opened: "):
            run(db=url)


def test_tables_are_kept_in_the_data_folder_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_url() == f"sqlite:///{tmp_path / 'waystation' / 'tables.sqlite'}"
    assert (tmp_path / "waystation").is_dir()


def opened(book: Book) -> str:
    """A table of two seats; its log has one line."""
    row, seats, log = open_table(NewTable(game="wayfinders", seats=["me", "open"]), "ada")
    book.ensure_person("ada")
    book.add_table(row, seats, log)
    return row.id


def move(table: str, seq: int) -> Line:
    """A line of its log."""
    entry = rows.Entry(seq=seq, kind="move", seat=0, message=f"m{seq}", body="{}", at=1)
    return Line(table, entry, {"ply": seq - 1})


def test_lines_are_written_at_once_while_nobody_else_writes(tmp_path: Path) -> None:
    async def play() -> None:
        storage = Storage(f"sqlite:///{tmp_path / 'lines'}")
        table = await storage.write(opened)
        at_once = storage.write(move(table, 2))
        with pytest.raises(StopIteration):  # it waits for nothing
            at_once.send(None)
        for wrong in (move(table, 2), move(table, 4), move("nothing", 2)):
            with pytest.raises(rows.LogMoved):
                await storage.write(wrong)
        held = storage._writes.connect()
        with held.begin():  # somebody else writes
            waiting = asyncio.create_task(storage.write(move(table, 3)))
            behind = asyncio.create_task(storage.write(move(table, 4)))
            await asyncio.sleep(0.05)
            assert not waiting.done()
        held.close()
        await asyncio.gather(waiting, behind)
        lines = await storage.read(lambda book: book.entries(table, rows.GAME_KINDS))
        assert [line.seq for line in lines] == [1, 2, 3, 4]
        found = await storage.read(lambda book: book.table(table))
        assert found is not None
        assert (found.seq, found.ply) == (4, 3)
        storage.close()

    asyncio.run(play())


def test_the_write_ahead_log_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in it is moved to its place now and then, and it begins anew."""
    monkeypatch.setattr(atonce, "FULL", 50)
    file = tmp_path / "long"

    async def play() -> list[int]:
        storage = Storage(f"sqlite:///{file}")
        table = await storage.write(opened)
        sizes = []
        for number in range(2, 302):
            await storage.write(move(table, number))
            if storage._tidying is not None:
                await storage._tidying
            sizes.append(file.with_name("long-wal").stat().st_size)
        storage.close()
        return sizes

    sizes = asyncio.run(play())
    assert max(sizes[100:]) <= max(sizes[:60])
