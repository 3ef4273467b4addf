"""What a server keeps of a person, over HTTP: all of it as one file for them, and gone when they say so."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict, replace
from sqlalchemy.exc import OperationalError

from waystation.engine.words import say

from . import forgetting, holdings
from .accounts import left_behind, tables_of
from .calls import Endpoint
from .forgetting import Ahead, Forgotten
from .ledger import TRIES, too_busy
from .people import new_visit
from .protocol import PersonFile
from .refusals import Refused
from .replies import Reply
from .routes import WebCall
from .rows import Book, LogMoved
from .sql import SqlBook, connection_of
from .you import look_again

RECORDS = 20.0
"""Seconds for writing records: who waits longer than a minute for an answer is cut off."""


async def export(call: WebCall) -> Reply:
    """Everything that is kept of me, as one file."""
    call.server.limits.export(call.request, call.person)
    storage, person = call.server.storage, call.person
    found = await storage.read(lambda book: holdings.about(connection_of(book), person))
    if found is None:
        raise Refused(say("Nothing is kept of you."), status=404)
    ends, left_out, tables = time.monotonic() + RECORDS, [], []
    for ident in await storage.read(lambda book: tables_of(connection_of(book), person)):
        in_time = time.monotonic() < ends
        table = await storage.read(lambda book: _table(book, ident, person, in_time))  # noqa: B023
        if table is not None:
            tables.append(table.written)
            left_out += [ident] if table.left_out else []
    content = await asyncio.to_thread(_file, replace(found, records_left_out=left_out), tables)
    headers = {"Content-Disposition": 'attachment; filename="waystation-about-me.json"', "Cache-Control": "no-store"}
    return Reply(content, headers=headers)


class _Table(NamedTuple):
    """A table as it stands in the file, and whether its record was left out."""

    written: msgspec.Raw
    left_out: bool


def _table(book: Book, ident: str, person: str, in_time: bool) -> _Table | None:
    table = holdings.of_table(SqlBook(connection_of(book)), ident, person)
    if table is None:
        return None
    if table.over and in_time:
        table = replace(table, record=holdings.record_for(book, ident))
    return _Table(msgspec.Raw(written(table)), table.over and not in_time)


def _file(found: PersonFile, tables: list[msgspec.Raw]) -> bytes:
    return written(asdict(found) | {"tables": tables})


def written(part: object) -> bytes:
    """A part of the file. A year's games are megabytes: they are written one by one, beside the event loop, since
    nothing else of this process goes on while the encoder is at work."""
    return msgspec.json.encode(part)


async def forget(call: WebCall) -> None:
    """Delete my account: see docs/players.md for what goes and what stays."""
    call.server.limits.sign(call.request, call.person)
    done = await _forget(call, call.person)
    call.become(new_visit())
    server = call.server
    server.figures.clear()  # best scores call people by name
    server.open_tables.changed()
    await server.follow_ended()
    await look_again(call, [*done.changed, *done.gone])
    server.hub.spawn(server.hub.resume(done.going))  # a bot may be to move there now


async def _forget(call: WebCall, person: str) -> Forgotten:
    """All or nothing; a table may have moved meanwhile, or another process may wait for us as we for it."""
    storage, uptime = call.server.storage, call.server.hub.uptime
    for _ in range(TRIES):
        ahead: dict[str, Ahead | None] = {}
        left = await storage.read(lambda book: left_behind(connection_of(book), person))
        for ident in await storage.read(lambda book: tables_of(connection_of(book), person)):
            ahead[ident] = await storage.read(lambda book: forgetting.look_ahead(book, ident, person))  # noqa: B023

        def job(book: Book) -> Forgotten:
            connection = connection_of(book)
            return forgetting.forget(connection, person, ahead, left, time.time(), uptime.now())  # noqa: B023

        with suppress(LogMoved, OperationalError):
            return await storage.write(job)
    raise too_busy()


ENDPOINTS = [
    Endpoint("GET", "/api/you/export", export, PersonFile),
    Endpoint("DELETE", "/api/you", forget, None, status=204),
]
