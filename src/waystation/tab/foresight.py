"""What the next pictures of a table need is made while people look at the one they have."""

from __future__ import annotations

import asyncio

from waystation.server.live import Room
from waystation.server.outflow import Connection

PAUSE = 0.05
"""Seconds after a frame: others may follow, and the page is to be drawn first."""


class Foresight:
    """Of one visit. A choice that comes meanwhile waits for the piece at hand at most: it would need most of them."""

    def __init__(self, room: Room, connection: Connection) -> None:
        self.room = room
        self.connection = connection
        self.seen: tuple[object, ...] = ()
        self.work: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Something was sent: if the table has changed, look ahead from there."""
        now = self.room.table, self.room.table.version, self.connection.viewer
        if now != self.seen:
            self.end()
            self.seen = now
            self.work = asyncio.create_task(self._foresee())

    def end(self) -> None:
        """Stop."""
        if self.work is not None:
            self.work.cancel()

    async def _foresee(self) -> None:
        await asyncio.sleep(PAUSE)
        table = self.room.table
        for _ in table.game.foresee(table.state.view(self.connection.viewer, table.names)):
            await asyncio.sleep(0)
