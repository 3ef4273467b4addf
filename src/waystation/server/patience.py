"""Tables that wait too long: where the table has a limit, a bot stands in for whoever is waited for and not there.

The time runs from the last move (or the last one taken back) and is read from the log, so that a restart, or a table
that nobody watches, makes no difference. Whoever is there may take as long as they like.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Protocol

import msgspec

from waystation.bots import called
from waystation.engine.words import Phrase, say

from .autoplay import Autoplay, Seats
from .ledger import whole
from .live import Room
from .rows import Storage
from .table import BrokenTable, NoTable, Table

log = logging.getLogger("waystation.server")

LOOK = 20.0
"""Seconds between two looks at the tables that wait."""
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


class Hall(Protocol):
    """What patience needs of the hub."""

    storage: Storage

    @property
    def seating(self) -> Seats: ...

    @property
    def autoplay(self) -> Autoplay: ...

    async def room(self, ident: str) -> Room: ...


class Patience:
    """See the module."""

    def __init__(self, hub: Hall) -> None:
        self.hub = hub

    async def watch(self) -> None:
        """Look after the tables that wait, for ever."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.relieve_all()
            except Exception:
                log.exception("waiting tables cannot be looked after")

    async def relieve_all(self) -> None:
        """Let bots stand in wherever a table has waited too long."""
        for ident in await self._late():
            try:
                await self._relieve(await self.hub.room(ident))
            except (NoTable, BrokenTable):
                continue  # it says so to whoever opens it

    async def _late(self) -> list[str]:
        now = time.time()
        return await self.hub.storage.read(lambda book: book.tables_that_wait_too_long(now))

    @whole
    async def _relieve(self, room: Room) -> None:
        async with room.lock:
            table = room.table
            here, _ = room.here()
            away = [seat for seat in table.state.to_act if table.playing_person(seat) and seat not in here]
            if room.gone or not away or table.id not in await self._late():  # somebody has moved meanwhile
                return
            for seat in away:
                bot = table.game.default_bot
                await self.hub.seating.save(
                    room, msgspec.structs.replace(table.seats[seat], bot=bot), _told(table, seat, bot)
                )
        self.hub.autoplay.go_on(room)


def _told(table: Table, seat: int, bot: str) -> Phrase:
    waited = span(table.row.turn_limit or 0)
    return say(
        "{name} has been away for {time}; {bot} stands in.", name=table.names[seat], time=waited, bot=called(bot)
    )


def span(seconds: int) -> Phrase:
    """A limit in words."""
    if seconds % DAY == 0:
        return say("{n:day|days}", n=seconds // DAY)
    if seconds % HOUR == 0:
        return say("{n:hour|hours}", n=seconds // HOUR)
    return say("{n:minute|minutes}", n=round(seconds / MINUTE))
