"""The commit point: one line of a table's log, and what happens when the log says no.

Whatever commits is `whole`: from the append to the telling nothing is cut off, whoever goes away meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Generator, Sequence
from contextlib import suppress
from functools import wraps
from types import TracebackType, coroutine
from typing import Any, ParamSpec, TypeVar

from waystation.engine import Event
from waystation.engine.words import say

from . import rows
from .leases import MOVED, Elsewhere, Leases
from .live import CLOSED, NO_MORE, Room
from .outflow import TOO_SLOW
from .refusals import Refused, Repeated, Told, as_heard
from .replay import load
from .rows import Book, Entry, Kind, Line, Storage
from .table import BrokenTable, NoTable, Table

log = logging.getLogger("waystation.server")

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 5
"""How often what touches the logs of many tables is written anew, when one of them has moved."""

_under_way: set[asyncio.Task[Any]] = set()


def whole(function: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Carry the function out to its end, even if whoever waits for it is cancelled: a player's line drops, say.

    It runs at once as far as it comes without waiting, often to its end; what is left is a task of its own.
    """

    @wraps(function)
    async def carried_out(*args: P.args, **kwargs: P.kwargs) -> T:
        running = function(*args, **kwargs)
        try:
            waits_for = running.send(None)
        except StopIteration as done:
            result: T = done.value
            return result
        task = asyncio.create_task(_rest(running, waits_for))
        _under_way.add(task)
        task.add_done_callback(_under_way.discard)
        try:
            await asyncio.wait([task])  # not `shield`: that tells the log itself what nobody heard, also a refusal
        except asyncio.CancelledError:
            task.add_done_callback(_unheard)
            raise
        return task.result()

    return carried_out


def _unheard(task: asyncio.Task[Any]) -> None:
    """Whoever would have been told how it ended is gone: of a refusal nobody need hear, of a failure the log."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, Told | Repeated):
        log.error("it failed when nobody waited any more", exc_info=error)


def begun(running: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run a coroutine as far as it comes without waiting; a task of what is left, if anything is."""
    try:
        waits_for = running.send(None)
    except StopIteration:
        return None
    return asyncio.create_task(_rest(running, waits_for))


async def _rest(running: Coroutine[Any, Any, T], waits_for: Any) -> T:
    """What is left of a coroutine that waits for something."""
    return await _go_on(running, waits_for)


@coroutine
def _go_on(running: Coroutine[Any, Any, T], waits_for: Any) -> Generator[Any, Any, T]:
    while True:
        try:
            try:
                given = yield waits_for
            except BaseException as error:
                waits_for = running.throw(error)
            else:
                waits_for = running.send(given)
        except StopIteration as done:
            result: T = done.value
            return result


async def finish() -> None:
    """Wait for whatever is `whole` and under way in this event loop."""
    loop = asyncio.get_running_loop()
    await asyncio.gather(*(task for task in _under_way if task.get_loop() is loop), return_exceptions=True)


async def write_lines(storage: Storage, job: Callable[[Book], T]) -> T:
    """Write what touches the logs of many tables. Refused if others have moved one of them meanwhile, again and
    again."""
    for _ in range(TRIES):
        with suppress(rows.LogMoved):
            return await storage.write(job)
    raise too_busy()


def too_busy() -> Refused:
    """Why it could not be written."""
    return Refused(say("Your tables are too busy now; try again."), status=503, wait=5.0)


class Telling:
    """See `Ledger.telling`."""

    def __init__(self, ledger: Ledger, room: Room) -> None:
        self.ledger = ledger
        self.room = room

    async def __aenter__(self) -> None:
        pass

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, Exception):
            return False
        log.error("committed, but not told", exc_info=error, extra={"table": self.room.table.id})
        await self.ledger.reload(self.room)
        return True


class Ledger:
    """Appends to logs. Whoever calls holds the room's lock."""

    def __init__(self, storage: Storage, leases: Leases) -> None:
        self.storage = storage
        self.leases = leases
        self.changed: set[str] = set()  # tables that whoever tells absent people has not looked at yet (`herald`)

    async def commit(
        self,
        room: Room,
        kind: Kind,
        seat: int | None,
        message: str | None,
        body: Any,
        events: Sequence[Event] = (),
        changes: dict[str, Any] | None = None,
        also: Callable[[Book], None] | None = None,
    ) -> Entry:
        """Append a line to the log. Repeated if its message id is known; Refused if the log has grown without us.

        What the caller does next (taking the change over, telling) belongs into `telling`.
        """
        table = room.table
        entry = Entry(
            seq=table.row.seq + 1,
            kind=kind,
            seat=seat,
            message=message,
            body=rows.pack(body),
            events=rows.pack(events),
            at=time.time(),
            times=(changes or {}).get("times"),
        )

        line = Line(table.id, entry, changes or {})
        thins = kind not in rows.GAME_KINDS and entry.seq % 32 == 0

        def more(book: Book) -> None:
            line(book)
            if also is not None:
                also(book)
            if thins:
                book.thin_out(table.id, kind, seat)

        try:
            await self.storage.write(line if also is None and not thins else more)
        except rows.LogMoved as error:
            if message is not None and not await self._has_grown(table):
                await self.refuse_repeat(table, seat or 0, message)
            await self.reload(room)
            raise Refused(say("The table has moved on since; look again."), stale=True) from error
        except Exception:  # it may be written all the same: if the connection broke at the commit, say
            if await self._has_grown(table):
                await self.reload(room)
            raise
        for name, value in {**(changes or {}), "seq": entry.seq, "updated": entry.at}.items():
            setattr(table.row, name, value)
        self.changed.add(table.id)
        return entry

    async def _has_grown(self, table: Table) -> bool:
        """Whether the log has lines that are not ours, or that were written in our name before a restart."""
        try:
            row = await self.storage.read(lambda book: book.table(table.id))
        except Exception:  # nobody can say
            return True
        return row is None or row.seq != table.row.seq

    async def refuse_repeat(self, table: Table, seat: int, message: str) -> None:
        """Repeated if this seat's message has been carried out."""
        if await self.storage.read(lambda book: book.was_seen(table.id, seat, message)):
            raise Repeated

    def telling(self, room: Room) -> Telling:
        """Around what follows a commit: if it fails, memory is made to agree with the log again, and all start anew."""
        return Telling(self, room)

    async def reload(self, room: Room) -> None:
        """Make memory agree with the log again, and give everybody the whole table. The room's lock is held.

        A table that is gone, another process's, or cannot be read now, leaves memory: whoever comes next finds out
        how it is.
        """
        ident = room.table.id
        try:
            await self.leases.claim(ident)
            room.table = await self.storage.read(lambda book: load(book, ident))
            room.begin_life()
        except Elsewhere:
            room.go(MOVED)
        except NoTable:
            room.end(as_heard(say("This table has been deleted.")), NO_MORE)
            return
        except BrokenTable as error:  # closed by whoever runs the server, say
            room.end(str(error), CLOSED)
            return
        except Exception:
            log.exception("table cannot be loaded again", extra={"table": ident})
            room.go(TOO_SLOW)
        for socket in room.sockets():
            socket.close(TOO_SLOW)
        room.forget_all()
