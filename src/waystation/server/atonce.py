"""A line of a log written to SQLite on the event loop itself, while nobody else writes.

A commit of one line takes SQLite some sixty microseconds: nothing of it waits for the disk (`synchronous=NORMAL`). To
hand it to a thread and to be told when it is done takes several times as long. What may wait for the disk is left to
threads: moving what is in the write-ahead log to its place, and the first commit after it, which begins that log anew.
"""

from __future__ import annotations

import sqlite3

from sqlalchemy import Engine

from .rows import Line, LogMoved
from .sql import append_in_words

FULL = 500
"""Lines after which what is in the write-ahead log is to be moved to its place: some 10 MB."""


class AtOnce:
    """A connection of its own to a SQLite database; `close` it where it is used."""

    def __init__(self, engine: Engine) -> None:
        self._dialect = engine.dialect
        self._lines = 0
        self._connection = sqlite3.connect(
            engine.url.database or "", timeout=0, isolation_level=None, check_same_thread=False
        )
        self._run = self._connection.cursor().execute
        # That the line's table exists is not looked up here (`foreign_keys` is off): its row is changed along with it.
        for pragma in ("synchronous=NORMAL", "foreign_keys=OFF", "wal_autocheckpoint=0"):
            self._connection.execute(f"PRAGMA {pragma}")

    def append(self, line: Line) -> bool:
        """Commit a line; False if it is to be written as all else is: somebody is writing, or something is wrong.

        LogMoved as `Book.append`.
        """
        run = self._run
        (insert, given), (update, changes) = append_in_words(self._dialect, line)
        try:
            run("BEGIN IMMEDIATE")
            try:
                run(insert, given)
                moved = run(update, changes).rowcount != 1
                run("ROLLBACK" if moved else "COMMIT")
            except sqlite3.IntegrityError:
                run("ROLLBACK")
                moved = True
        except sqlite3.Error:
            if self._connection.in_transaction:
                self._connection.rollback()
            return False
        if moved:
            raise LogMoved
        self._lines += 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether it is time to `tidy`."""
        return self._lines >= FULL

    def begin_anew(self) -> None:
        """Somebody tidies now."""
        self._lines = 0

    def close(self) -> None:
        self._connection.close()
