"""The events of a table, read from its log, as a viewer knows them."""

from __future__ import annotations

import asyncio

from waystation.engine.events import Viewer

from . import rows
from .live import tell
from .protocol import ChatLine, MomentEvent
from .rows import Storage, TextBody
from .table import Table, named, told_lines

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
    ident, names = table.id, table.names
    lines = await storage.read(lambda book: book.entries(ident, ("chat",), newest=newest))
    said = []
    for line in lines:
        seat = line.seat or 0
        body = rows.unpack(line.body, TextBody)
        said.append(
            ChatLine(line.seq, seat, names[seat], named(body.text, names) if body.told else body.text, body.told)
        )
    return said
