"""The events of a table, read from its log, as a viewer knows them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache

from waystation.engine.events import Viewer

from . import rows
from .live import tell
from .protocol import ChatLine, MomentEvent
from .refusals import as_heard
from .replay import told_lines
from .rows import Book, SeatRow, Storage, TextBody
from .table import FORMER, Table, named

NEWEST_LINES = 60


async def told(
    storage: Storage, table: Table, viewer: Viewer, newest: int | None = None
) -> tuple[list[MomentEvent], bool]:
    """The events so far and whether older ones were left out; `newest` bounds how many there are."""
    ident = table.id
    lines = await storage.read(lambda book: told_lines(book.entries(ident, rows.GAME_KINDS)))
    wanted = lines if newest is None else lines[-min(newest, NEWEST_LINES) :]
    seqs = [line.seq for _, line in wanted]
    texts = await storage.read(lambda book: book.events(ident, seqs))
    names = table.names

    def tell_all() -> list[MomentEvent]:
        return [
            event
            for ply, line in wanted
            for event in tell(rows.unpack_events(texts[line.seq]), ply, viewer, names, line.seat)
        ]

    found = tell_all() if newest is not None else await asyncio.to_thread(tell_all)
    cut = found if newest is None else found[-newest:]
    return cut, len(wanted) < len(lines) or len(cut) < len(found)


async def chat(storage: Storage, table: Table, newest: int = 50) -> list[ChatLine]:
    """What was said."""
    names = table.names
    return await storage.read(lambda book: [line for line, _ in said(book, table.id, table.seats, names, newest)])


def said(
    book: Book, ident: str, seats: Sequence[SeatRow], names: Sequence[str], newest: int
) -> list[tuple[ChatLine, float]]:
    """The newest lines of a table's chat, each under the name that who has said it has now, and when it was."""
    found, name_of = [], cache(book.person_name)
    for line in book.entries(ident, ("chat",), newest=newest):
        seat, body = line.seat or 0, rows.unpack(line.body, TextBody)
        called = list(names)
        if isinstance(body.by, str) and body.by != seats[seat].person:  # somebody else sits there now
            called[seat] = (name_of(body.by) if body.by else "") or as_heard(FORMER)
        text = named(body.text, called) if body.told else body.text
        found.append((ChatLine(line.seq, seat, called[seat], text, body.told), line.at))
    return found
