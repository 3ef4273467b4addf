"""Tables that are open to all: the list of them, and sitting down at one.

An open table waits until all its seats are taken; until then nobody moves. It leaves the list when it begins, when its
host takes it off or deletes it, and while its host has been away for too long (see `listing`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from hashlib import sha256
from time import monotonic
from typing import Protocol

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from waystation.engine.words import say, told

from . import listing
from .live import Room
from .protocol import OpenSeat, OpenTable
from .ratings import rating_of
from .refusals import Refused
from .rows import Book, SeatRow, Storage, TableRow
from .speeds import speed_of
from .sql import connection_of
from .table import game_of, level_of, seat_names, table_info
from .variants import changed

log = logging.getLogger("waystation.server")

FRESH = 1.0
"""Seconds for which the list is not read anew, however many ask."""
LOOK = 30.0
"""Seconds between two times that it is written down which hosts are here."""
MOST_WAITING = 8
"""Tables that want players at which one person may wait."""


class Hall(Protocol):
    """What open tables need of the hub."""

    storage: Storage
    rooms: dict[str, Room]


class OpenTables:
    """See the module."""

    def __init__(self, hub: Hall) -> None:
        self.hub = hub
        self._looking: set[str] = set()
        self._made = 0.0
        self._list = b"[]"
        self._reading = asyncio.Lock()

    async def told(self, person: str) -> tuple[bytes, str]:
        """The list as JSON, made once for all who ask within a moment, and a tag that tells whether it has changed."""
        self._looking.add(person)
        async with self._reading:
            if monotonic() - self._made > FRESH:
                made, now = monotonic(), time.time()
                found = await self.hub.storage.read(lambda book: listing.open_tables(connection_of(book), now))
                self._list = await asyncio.to_thread(_as_json, found)
                self._made = made
        return self._list, f'"{sha256(self._list).hexdigest()[:16]}"'

    def changed(self) -> None:
        """Have whoever asks next see the list as it is now."""
        self._made = 0.0

    async def keep_up(self) -> None:
        """Write down which hosts are here, for ever."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.write_down()
            except SQLAlchemyError:
                log.exception("it cannot be written down which hosts are here")

    async def write_down(self) -> None:
        """Write down which hosts are here: at their tables, or looking at the list."""
        rooms = [room for room in self.hub.rooms.values() if room.table.row.listed]
        tables = [room.table.id for room in rooms if _host_is_here(room)]
        people, self._looking = self._looking, set()
        if people or tables:
            now = time.time()
            await self.hub.storage.write(lambda book: listing.host_was_here(connection_of(book), people, tables, now))


def _host_is_here(room: Room) -> bool:
    return any(socket.person == room.table.row.host for socket in room.sockets())


def check_waiting(book: Book, person: str, but: str = "") -> None:
    """Refused if somebody waits at too many tables already, `but` this one."""
    if listing.wanting(connection_of(book), person, but) >= MOST_WAITING:
        raise Refused(say("You wait at {n} open tables already; leave one of them first.", n=MOST_WAITING))


def check_level(book: Book, row: TableRow, person: str) -> None:
    """Refused if somebody's rating is not one that the table is for."""
    level = level_of(row)
    if level is None:
        return
    mine = rating_of(connection_of(book), person, row.game).shown
    if not level[0] <= mine <= level[1]:
        raise Refused(
            say(
                "This table is for ratings from {low} to {high}; yours is {mine}.",
                low=level[0],
                high=level[1],
                mine=mine,
            ),
            status=403,
        )


def _as_json(found: list[tuple[TableRow, list[SeatRow]]]) -> bytes:
    tables = []
    for row, seats in found:
        try:
            tables.append(_open_table(row, seats))
        except Exception:  # of a game that is gone, say: it does not hide the others
            log.exception("open table cannot be shown", extra={"table": row.id})
    return msgspec.json.encode(tables)


def _open_table(row: TableRow, seats: list[SeatRow]) -> OpenTable:
    game = game_of(row)
    infos = table_info(row, seats, "", seat_names(seats, game.seat_names)).seats
    return OpenTable(
        id=row.id,
        game=row.game,
        title=told(game.spec.title),
        options=changed(row.game, row.options),
        seats=[OpenSeat(kind=info.kind, name="" if info.kind == "open" else info.name) for info in infos],
        speed=speed_of(row),
        pace=row.plain_pace,
        spectators=row.spectators,
        chat=row.chat is not False,
        undo=row.undo,
        created=row.created,
        rated=bool(row.rated),
        level=level_of(row),
    )
