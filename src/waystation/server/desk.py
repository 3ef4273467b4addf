"""What is asked about tables that are open to all, over HTTP."""

from __future__ import annotations

from .opentables import check_waiting
from .protocol import Publish, Sit, TableInfo
from .replies import Reply
from .routes import WebCall
from .rows import Book


async def open_tables(call: WebCall) -> Reply:
    """The tables that anybody may sit down at, newest first; the same for all who ask."""
    content, tag = await call.server.open_tables.told(call.person)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if call.request.headers.get("if-none-match") == tag:
        return Reply(b"", status=304, headers=headers)
    return Reply(content, headers=headers)


async def sit(call: WebCall) -> TableInfo:
    """Sit down at an open table, in a certain seat or the first that is free."""
    asked: Sit = call.body
    hub, person = call.server.hub, call.person
    room = await hub.room(call.path("table"))

    def job(book: Book) -> None:
        book.ensure_person(person)
        if not room.table.seats_of(person):
            check_waiting(book, person)

    await call.server.storage.write(job)
    await hub.seating.sit_at_open_table(room, person, asked.seat)
    call.server.open_tables.changed()
    return hub.info(room, person)


async def publish(call: WebCall) -> TableInfo:
    """Put a table on the list of open ones, or take it off; its host only."""
    asked: Publish = call.body
    room = await call.room()
    if asked.listed:
        await call.server.storage.read(lambda book: check_waiting(book, call.person))
    await call.server.hub.seating.publish(room, call.person, asked.listed)
    call.server.open_tables.changed()
    return call.server.hub.info(room, call.person)
