"""The database: SQLite (WAL) or PostgreSQL. The event loop never waits for it.

All writing goes through one thread, but for single lines of logs in SQLite while the thread has nothing to do (see
`atonce`). What is waiting when it comes round is written in one transaction, and nobody is answered before the commit.
If a job fails, the others are done again, each in a savepoint of its own; and if the database itself ends a transaction
before its commit, or another process was quicker to write what is there only once (see `passing`), it is done again. So
a job may run several times, and must change nothing but the database.
Reading has threads and connections of its own.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from waystation.engine.documents import user_data_path

from . import passing
from .atonce import AtOnce
from .rows import Book, Line
from .sql import SqlBook

T = TypeVar("T")
Job = Callable[[Book], T]

BATCH = 100
PAUSE = 2.0
"""Seconds without writing after which the writer gives its connection back, so that a dead one is noticed."""
READERS = 4
HIDDEN = True
"""What a statement was given is in no error, and so in no log: people, links, addresses."""
ABANDON = 3
"""Seconds after which PostgreSQL ends the transaction of a process that says nothing in the middle of it: others wait
for the rows that it holds."""
READ_ABANDON = 60
"""The same for reading, which holds nothing that others wait for, and may have much to do with what it has found."""


def data_folder() -> Path:
    """The user's data folder."""
    return user_data_path()


def default_url() -> str:
    """SQLite in the user's data folder, which is nobody else's to look into."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    _for_us_alone(folder, 0o700)
    return f"sqlite:///{folder / 'tables.sqlite'}"


def url_of(text: str) -> URL:
    """The parts of a database's URL. ValueError if it makes no sense; nothing of it is repeated: it may hold a
    password."""
    try:
        return make_url(text)
    except (ArgumentError, ValueError) as error:
        raise ValueError("a database is named as sqlite:///PATH or postgresql://USER@HOST/NAME") from error


def make_engine(url: str, abandon: int = 0) -> Engine:
    """An engine for ``sqlite:///PATH`` or ``postgresql://USER@HOST/NAME``; `abandon`: see ABANDON (0: never)."""
    parsed = url_of(url)
    if parsed.get_backend_name() == "sqlite":
        if parsed.database in (None, "", ":memory:"):
            raise ValueError("a server needs a SQLite file; name one as sqlite:///PATH")
        if (file := Path(str(parsed.database))).exists() and not file.is_file():  # it would be made ours alone
            raise ValueError(f"{file} is no file, and a SQLite database is one")
        engine = create_engine(parsed, connect_args={"timeout": 30, "check_same_thread": False}, hide_parameters=HIDDEN)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    if parsed.get_backend_name() != "postgresql":
        raise ValueError(f"the server stores in SQLite or PostgreSQL, not in {parsed.get_backend_name()}")
    given = parsed.query.get("options", "")
    options = (
        f"{given if isinstance(given, str) else ' '.join(given)} -c idle_in_transaction_session_timeout={abandon}s"
    )
    return create_engine(
        parsed.set(drivername="postgresql+psycopg"),
        pool_pre_ping=True,
        hide_parameters=HIDDEN,
        pool_size=READERS + 4,  # for whoever writes, and three for `roster`
        connect_args={"options": options.strip()},
    )


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves, see below
    # NORMAL: what is committed survives the end of the process, kill -9 included; only a power cut may cost the newest
    # moves. FULL would wait for the disk at each commit (half a second here when the disk is busy).
    # The write-ahead log is moved to its place by `Storage` where there is one, so a commit seldom has to.
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "wal_autocheckpoint=8000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes its lock at once: a read that turns into a write could be refused half-way.
    write = connection.get_execution_options().get("writes", False)
    driver: Any = connection.connection
    driver.execute("BEGIN IMMEDIATE" if write else "BEGIN")


def _for_us_alone(path: Path, mode: int) -> None:
    """Let nobody else read it: a database holds seeds, links, and the key of all cookies."""
    with suppress(OSError):
        path.chmod(mode)


def may_write(file: Path) -> bool:
    """Whether a SQLite database may be written to: the file, and its folder, where SQLite puts what is under way."""
    return os.access(file, os.W_OK) and os.access(file.parent, os.W_OK | os.X_OK)


def _keep_private(engine: Engine) -> None:
    """Make a SQLite file ours alone, from its first moment; what SQLite puts beside it is then as private.

    ValueError if it may not be written to, which SQLite itself would say at the first line that is written.
    """
    if engine.url.get_backend_name() == "sqlite" and engine.url.database:
        file = Path(engine.url.database)
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        for one in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
            _for_us_alone(one, 0o600)
        if not may_write(file):
            raise ValueError(f"{file} or its folder may not be written to")


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def known_schemas() -> ScriptDirectory:
    """The steps by which the schema came to be what it is in this release."""
    return ScriptDirectory.from_config(_alembic())


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the database up to date, from empty or from any earlier release. ValueError if it is a later one's."""
    _keep_private(engine)
    config = _alembic()
    with engine.execution_options(writes=True).begin() as connection:
        refuse_newer(MigrationContext.configure(connection).get_current_revision())
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def refuse_newer(found: str | None) -> None:
    """ValueError, as a sentence, if this is the schema of a release that is newer than this one."""
    scripts = known_schemas()
    if found is not None and found not in {script.revision for script in scripts.walk_revisions()}:
        raise ValueError(
            f"it was written by a newer Waystation (schema {found}, this one knows {scripts.get_current_head()})"
        )


def database_size(connection: Connection, file: Path | None) -> int:
    """Bytes that a database takes."""
    if file is None:
        return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
    beside = (file, file.with_name(f"{file.name}-wal"))
    return sum(one.stat().st_size for one in beside if one.exists())


@dataclass(slots=True)
class _Order:
    job: Job[Any]
    answer: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


class Storage:
    """See `rows.Storage`: runs jobs on a database."""

    def __init__(self, url: str) -> None:
        self.owner: str | None = None  # see SqlBook
        self.engine = make_engine(url, ABANDON)
        try:
            migrate(self.engine)
        except BaseException:
            self.engine.dispose()
            raise
        self._schema = str(known_schemas().get_current_head())
        self._writes = self.engine.execution_options(writes=True)
        self._reads = self.engine
        if self.engine.name == "postgresql":
            # A job that reads sees one moment, as in SQLite: what it has found is not gone at its next statement.
            self._reads = make_engine(url, READ_ABANDON).execution_options(isolation_level="REPEATABLE READ")
        self._orders: queue.SimpleQueue[_Order | None] = queue.SimpleQueue()
        self._held: Connection | None = None
        self._waiting = 0
        self._at_once = AtOnce(self.engine) if self.engine.name == "sqlite" else None
        self._begins_anew = False
        self._tidying: asyncio.Future[None] | None = None
        self._readers = ThreadPoolExecutor(READERS, "storage-read")
        self._writer = threading.Thread(target=self._write_on, name="storage-write", daemon=True)
        self._writer.start()

    async def read(self, job: Job[T]) -> T:
        """The result of a job that only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, job)

    async def write(self, job: Job[T]) -> T:
        """The result of a job, once it is committed. If it fails, nothing of it is kept and its error is raised."""
        loop = asyncio.get_running_loop()
        if type(job) is Line and self._append(job, loop):
            return None  # type: ignore[return-value]  # as the job would
        answer: asyncio.Future[T] = loop.create_future()
        self._waiting += 1
        self._begins_anew = False
        self._orders.put(_Order(job, answer))
        return await answer

    def _append(self, line: Line, loop: asyncio.AbstractEventLoop) -> bool:
        """Write a line at once, if that can be: nobody else writes, and nothing has to wait for the disk."""
        at_once = self._at_once
        if at_once is None or self._waiting or self._begins_anew or not at_once.append(line):
            return False
        if at_once.is_full:
            at_once.begin_anew()
            self._tidying = loop.run_in_executor(self._readers, self._tidy)
        return True

    def _tidy(self) -> None:
        """Move what is in SQLite's write-ahead log to its place; the next commit begins that log anew."""
        with closing(self.engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
        self._begins_anew = True

    async def schemas(self) -> tuple[str, str]:
        """The schema that the database has now, and the one that this release knows."""
        found = await asyncio.get_running_loop().run_in_executor(self._readers, self._found_schema)
        return found, self._schema

    def _found_schema(self) -> str:
        with self._reads.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision() or ""

    def close(self) -> None:
        """Finish what is waiting and let go of the database."""
        self._orders.put(None)
        self._writer.join()
        self._readers.shutdown()
        if self._at_once is not None:
            self._at_once.close()
        self._reads.dispose()
        self.engine.dispose()

    def _read(self, job: Job[T]) -> T:
        def carry_out() -> T:
            with self._reads.connect() as connection:
                return job(SqlBook(connection, self.owner))

        return passing.tried_again(carry_out)

    def _write_on(self) -> None:
        while (first := self._next()) is not None:
            batch, ending = self._batch(first)
            try:
                self._commit(batch)
            except Exception as error:
                for order in batch:
                    order.error = order.error or error
                self._let_go()
            for order in batch:
                self._answer(order)
            if ending:
                break
        self._let_go()

    def _next(self) -> _Order | None:
        """Wait for work; the connection is kept meanwhile, but not for long."""
        if self._held is not None:
            try:
                return self._orders.get(timeout=PAUSE)
            except queue.Empty:
                self._let_go()
        return self._orders.get()

    def _let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            with suppress(SQLAlchemyError):  # it may have been lost
                held.close()

    def _batch(self, first: _Order) -> tuple[list[_Order], bool]:
        batch = [first]
        while len(batch) < BATCH:
            try:
                order = self._orders.get_nowait()
            except queue.Empty:
                break
            if order is None:
                return batch, True
            batch.append(order)
        return batch, False

    def _commit(self, batch: list[_Order]) -> None:
        """All at once; if one of them fails, each for itself."""
        failed = self._carried_out(batch, _do)
        if failed is not None and len(batch) > 1:
            failed = self._carried_out(batch, _try)
        if failed is not None:
            raise failed

    def _carried_out(self, batch: list[_Order], carry_out: _CarryOut) -> Exception | None:
        """Commit a transaction; the error that ended it before. What another try may do is tried again, but not what
        is lost at the commit (that is raised): nobody knows then whether it was done."""
        for left in reversed(range(passing.TRIES)):
            self._held = connection = self._held or self._writes.connect()
            transaction = connection.begin()
            try:
                for order in batch:
                    carry_out(order, connection, self.owner)
            except Exception as error:
                self._let_go()  # which takes all of it back
                if not left or not passing.may_pass(error):
                    return error
            else:
                transaction.commit()
                break
        return None

    def _answer(self, order: _Order) -> None:
        def answer() -> None:
            self._waiting -= 1
            if order.answer.cancelled():
                return
            if order.error is None:
                order.answer.set_result(order.result)
            else:
                order.answer.set_exception(order.error)

        loop = order.answer.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(answer)


_CarryOut = Callable[[_Order, Connection, str | None], None]


def _do(order: _Order, connection: Connection, owner: str | None) -> None:
    order.result = order.job(SqlBook(connection, owner))


def _try(order: _Order, connection: Connection, owner: str | None) -> None:
    """One of several jobs: if it fails, the others stay, unless the whole transaction has ended."""
    for _ in range(passing.TRIES):
        try:
            with connection.begin_nested():
                _do(order, connection, owner)
            order.error = None
            return
        except Exception as error:
            if passing.passes(error):
                raise
            order.error = error
            if not passing.is_taken(error):
                return
