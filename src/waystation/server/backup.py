"""Backups of a server's database, and putting them back, while the server runs.

A backup is one SQLite file, whatever the server stores in: of a SQLite database by SQLite's own online backup, of
PostgreSQL a copy of our tables as of one moment. It holds everything, secrets included, and nobody else may read it.

What is put back replaces all that is there, in one transaction. Each table's log then ends behind everything that it
ever ended at here, so that no number is given twice: servers see that their tables have moved, and whoever is connected
is greeted anew. Notices that have been sent since the backup was made are not sent again, and who has been signed out
since stays so.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, delete, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from waystation.engine.documents import naming

from . import beats, devices, notices, roster, rows, schema
from .rows import Entry, TextBody
from .sql import SqlBook
from .storage import default_url, make_engine, migrate, refuse_newer, url_of

ROWS = 1000
"""Rows that are copied at a time."""
ORDER = (
    "notices, push_targets, mails, notice_wishes, log, tables, results, result_seats, ratings, pairings, entrants, "
    "contests, seats, snapshots, taken_links, removals, people, settings, bans, devices, ended_devices, passkeys"
)
"""The tables as PostgreSQL is to lock them: in the order in which a server that writes takes them."""
TABLES = [table for table in schema.metadata.sorted_tables if table is not schema.processes]
"""What is copied: all but the processes, which are those that run now."""
PUT_BACK = "The table was put back to an earlier moment, from a backup of the server."


class BackupError(Exception):
    """It can't be done; the text says why."""


def backup(file: Path, url: str | None = None) -> int:
    """Write a backup of the database to a file, which must not exist; the number of tables in it. BackupError."""
    part = file.with_name(f"{file.name}.part")
    for there in (file, part):  # a part: another backup is being written, or was broken off
        if there.exists():
            raise BackupError(f"{there} exists already")
    url = url or default_url()
    try:
        with naming(file, part):
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            parsed = url_of(url)
            if parsed.get_backend_name() == "sqlite":
                _copy_file(Path(parsed.database or ""), part)
            else:
                _dump(url, part)
            count = _check(part)
            part.rename(file)
        finally:
            part.unlink(missing_ok=True)
    except (SQLAlchemyError, sqlite3.Error, ValueError) as error:
        raise BackupError(str(error).split("\n")[0]) from error
    return count


def restore(file: Path, url: str | None = None) -> int:
    """Put a backup back in place of all that the database holds; the number of tables. BackupError."""
    if not file.is_file():
        raise BackupError(f"{file}: there is no such file")
    try:
        _check(file)
        target = make_engine(url or default_url())
        try:
            migrate(target)
            with _newest(file) as source:
                return _replace(source, target)
        finally:
            target.dispose()
    except (SQLAlchemyError, sqlite3.Error, ValueError) as error:
        raise BackupError(str(error).split("\n")[0]) from error


def _copy_file(source: Path, target: Path) -> None:
    """SQLite's online backup: one moment of the database, whoever writes meanwhile."""
    if not source.is_file():
        raise BackupError(f"{source}: there is no such database")
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without others beside it


def _dump(url: str, target: Path) -> None:
    engine, copy = make_engine(url), make_engine(f"sqlite:///{target}")
    try:
        migrate(copy)
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as source:
            refuse_newer(found := _revision(source))
            if found != _revision_of(copy):
                raise BackupError("the database is of another release; start its server once with this one")
            with copy.execution_options(writes=True).begin() as into:
                _copy_rows(source, into)
    finally:
        engine.dispose()
        copy.dispose()
    with closing(sqlite3.connect(target)) as file:
        file.execute("PRAGMA journal_mode=DELETE")


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _revision_of(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return _revision(connection)


def _check(file: Path) -> int:
    """The number of tables in a backup. BackupError if it is none, or damaged."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            sound = connection.execute("PRAGMA quick_check").fetchone()[0]
            if sound != "ok":
                raise BackupError(f"{file} is damaged: {sound}")
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
            return int(connection.execute("SELECT count(*) FROM tables").fetchone()[0])
    except sqlite3.Error as error:
        raise BackupError(f"{file} is no backup of a Waystation server: {error}") from error


@contextmanager
def _newest(file: Path) -> Iterator[Connection]:
    """The rows of a backup in the form of this release; the file stays as it is."""
    with tempfile.TemporaryDirectory(prefix="waystation-restore-") as folder:
        copy = Path(folder) / "copy.sqlite"
        _copy_file(file, copy)
        engine = make_engine(f"sqlite:///{copy}")
        try:
            migrate(engine)
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()


def _replace(source: Connection, target: Engine) -> int:
    with target.execution_options(writes=True).begin() as into:
        if target.dialect.name == "postgresql":
            into.execute(text(f"LOCK TABLE {ORDER} IN EXCLUSIVE MODE"))
        ended = {row.id: row.seq for row in into.execute(select(schema.tables.c.id, schema.tables.c.seq))}
        here, waiting, signed_out = beats.read(into), notices.all_waiting(into), devices.all_ended(into)
        for table in reversed(TABLES):
            into.execute(delete(table))
        _copy_rows(source, into)
        beats.put_back(into, here)
        notices.settle(into, waiting, time.time())
        devices.stay_ended(into, signed_out)
        put_back = list(into.execute(select(schema.tables.c.id, schema.tables.c.seq)))
        for row in put_back:
            if row.seq == 0:  # not dealt yet: its log begins when it is
                continue
            _go_on_behind(into, row.id, max(row.seq, ended.get(row.id, 0)) + 1)
        if target.dialect.name == "postgresql":
            roster.tell(into, "log", "", "*")
        return len(put_back)


def _go_on_behind(connection: Connection, ident: str, seq: int) -> None:
    """Let a log go on with a line of this number, which says why there is a gap."""
    entry = Entry(seq=seq, kind="seats", body=rows.pack(TextBody(PUT_BACK)), at=time.time())
    SqlBook(connection).add_line(ident, entry)
    connection.execute(update(schema.tables).where(schema.tables.c.id == ident).values(seq=seq))


def _copy_rows(source: Connection, target: Connection) -> None:
    for table in TABLES:
        found = source.execution_options(yield_per=ROWS).execute(select(table)).mappings()
        for part in found.partitions(ROWS):
            target.execute(insert(table), [dict(row) for row in part])
