"""The commit point: one line of a table's log, and what happens when the log says no."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from waystation.engine import Event

from . import rows
from .live import Room
from .rows import Entry, Kind
from .storage import Storage
from .table import MAX_LOG, Table, load


class Refused(Exception):
    """What was asked for is not possible; the text says why. Nothing has changed."""

    def __init__(self, reason: str, rule: str = "", stale: bool = False, status: int = 409) -> None:
        super().__init__(reason)
        self.reason, self.rule, self.stale, self.status = reason, rule, stale, status


class Repeated(Exception):
    """The message had been carried out before."""


class Ledger:
    """Appends to logs. Whoever calls holds the room's lock."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def commit(
        self,
        room: Room,
        kind: Kind,
        seat: int | None,
        message: str | None,
        body: Any,
        events: Sequence[Event] = (),
        changes: dict[str, Any] | None = None,
        also: Callable[[Connection], None] | None = None,
    ) -> Entry:
        """Append a line to the log. Repeated if its message id is known; Refused if the log has grown without us."""
        table = room.table
        if table.row.seq >= MAX_LOG:
            raise Refused("This table's log is full.")
        entry = Entry(
            seq=table.row.seq + 1,
            kind=kind,
            seat=seat,
            message=message,
            body=rows.pack(body),
            events=rows.pack(events),
            at=time.time(),
        )

        def job(connection: Connection) -> None:
            rows.append(connection, table.id, entry, changes or {})
            if also is not None:
                also(connection)

        try:
            await self.storage.write(job)
        except IntegrityError as error:
            if message is not None and not await self._has_grown(table):
                await self.refuse_repeat(table, seat or 0, message)
            await self.reload(room)
            raise Refused("The table has moved on since; look again.", stale=True) from error
        for name, value in {**(changes or {}), "seq": entry.seq, "updated": entry.at}.items():
            setattr(table.row, name, value)
        return entry

    async def _has_grown(self, table: Table) -> bool:
        """Whether the log has lines that are not ours, or that were written in our name before a restart."""
        row = await self.storage.read(lambda connection: rows.table(connection, table.id))
        return row is None or row.seq != table.row.seq

    async def refuse_repeat(self, table: Table, seat: int, message: str) -> None:
        """Repeated if this seat's message has been carried out."""
        if await self.storage.read(lambda connection: rows.was_seen(connection, table.id, seat, message)):
            raise Repeated

    async def reload(self, room: Room) -> None:
        """Make memory agree with the log again, and give everybody the whole table."""
        room.table = await self.storage.read(lambda connection: load(connection, room.table.id))
        for socket in room.sockets():
            socket.close(1013)
        room.channels.clear()
