"""Fair dice, against whoever runs the server, too.

A table that its page opens is not dealt at once. The server has chosen its seed and shows the commitment to it; then
the browser of everybody who sits at the table adds a share, and only then is anything drawn: from a hash of the seed
and all shares. A share that does not come within a moment is left out, which the table says. Whoever sits down later
adds none, bots neither. docs/server.md says what this proves and what not.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any, Protocol

from waystation.engine import Match
from waystation.engine.words import Seat, say

from . import rows
from .ledger import whole
from .protocol import Shares
from .refusals import Refused
from .replay import log_of
from .rows import Book, Entry, LogMoved, SeatRow, Storage, TableRow, TextBody
from .table import BrokenTable, NoTable, commitment_of, game_of, may_watch, seat_names, summary, unnamed

log = logging.getLogger("waystation.server")

MOMENT = 4.0
"""Seconds after which nobody waits for a share any more."""
LOOK_AGAIN = 0.2
"""Seconds between two looks whether another process has dealt."""


class Hall(Protocol):
    """What waiting for shares takes of the hub."""

    storage: Storage

    def spawn(self, coroutine: Any) -> asyncio.Task[Any]: ...

    async def room(self, ident: str) -> Any: ...


class Dice:
    """The tables that wait for shares."""

    def __init__(self, hub: Hall) -> None:
        self.hub = hub
        self._complete: dict[str, asyncio.Event] = {}
        self._gathering: dict[str, asyncio.Task[None]] = {}

    def gather(self, row: TableRow, seats: list[SeatRow]) -> None:
        """Wait for the shares of a new table for a moment, then deal."""
        self._complete[row.id] = asyncio.Event()
        self._gathering[row.id] = self.hub.spawn(self._gather(row.id, expected(seats)))

    async def shares(self, ident: str, person: str) -> Shares:
        """How far a table is, at once; NoTable."""
        row, seats = await self.read(ident)
        if not may_watch(row, seats, person):
            raise Refused(say("This table is not open to spectators."), status=403)
        return Shares(
            commitment=commitment_of(row),
            open=not row.dealt,
            shares=row.given_shares,
            missing=sorted(set(expected(seats).values()) - set(row.given_shares)) if not row.dealt else [],
        )

    @whole
    async def add(self, ident: str, person: str, share: str) -> Shares:
        """A person's share. Refused if it comes too late or twice, or from somebody who does not sit there."""
        while True:
            row, seats = await self.read(ident)
            if row.dealt:
                raise Refused(say("It is too late for a share: the table is dealt."))
            seat = expected(seats).get(person)
            if seat is None:
                raise Refused(say("Only who sits at the table adds a share."), status=403)
            if seat in row.given_shares:
                raise Refused(say("You have added your share already."))
            given = {**row.given_shares, seat: share}
            known = row.shares
            if await self.hub.storage.write(lambda book: book.save_shares(ident, known, rows.pack(given))):  # noqa: B023
                break
        if set(given) == set(expected(seats).values()) and ident in self._complete:
            self._complete[ident].set()
        return await self.shares(ident, person)

    async def dealt(self, ident: str) -> None:
        """Wait until a table is dealt; deal it if everybody has had their moment. NoTable."""
        while True:
            row, _ = await self.read(ident)
            if row.dealt or row.closed is not None:
                return
            left = row.created + MOMENT - time.time()
            if ident in self._gathering:
                await asyncio.shield(self._gathering[ident])
            elif 0 < left <= MOMENT:
                await asyncio.sleep(min(left, LOOK_AGAIN))
            else:
                await self.deal(ident)

    async def _gather(self, ident: str, seats: dict[str, int]) -> None:
        try:
            if seats:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._complete[ident].wait(), MOMENT)
            await self.deal(ident)
            self.hub.spawn(self._begin(ident))
        except NoTable:  # deleted meanwhile
            pass
        except Exception:
            log.exception("table cannot be dealt", extra={"table": ident})
        finally:
            del self._complete[ident], self._gathering[ident]

    async def _begin(self, ident: str) -> None:
        """Bots may begin, unless the table was deleted or closed meanwhile."""
        with suppress(NoTable, BrokenTable):
            await self.hub.room(ident)

    @whole
    async def deal(self, ident: str) -> None:
        """Draw what is drawn first, from the seed and the shares that are there; nothing if it is done, or the table
        is closed. NoTable."""
        while True:
            row, seats = await self.read(ident)
            if row.dealt or row.closed is not None:
                return
            match, lines = await asyncio.to_thread(_dealt, row, seats)
            changes = {"ply": 0, **summary(match.state, match.names)}

            def job(book: Book) -> None:
                book.begin_log(row, lines, changes)  # noqa: B023

            try:
                await self.hub.storage.write(job)
                return
            except LogMoved:  # another share has come, or another process has dealt
                continue

    async def read(self, ident: str) -> tuple[TableRow, list[SeatRow]]:
        """The row and seats of a table, dealt or not; NoTable."""

        def job(book: Book) -> tuple[TableRow, list[SeatRow]]:
            row = book.table(ident)
            if row is None:
                raise NoTable(ident)
            return row, book.table_seats([ident])[ident]

        return await self.hub.storage.read(job)


def expected(seats: list[SeatRow]) -> dict[str, int]:
    """Who is to add a share, with the seat under whose number it counts: a person's first."""
    found: dict[str, int] = {}
    for seat in seats:
        if seat.person is not None and seat.bot is None:
            found.setdefault(seat.person, seat.seat)
    return found


def _dealt(row: TableRow, seats: list[SeatRow]) -> tuple[Match, list[Entry]]:
    """The beginning of a table, and its log: with a line for each share that is left out."""
    game = game_of(row)
    names = seat_names(seats, game.seat_names)
    match = Match(game, row.plain_seed, names, shares=row.given_shares)
    now = time.time()
    lines = log_of(match, now)
    for seat in sorted(set(expected(seats).values()) - set(row.given_shares)):
        text = say(
            "The browser of {name} added nothing to the seed in time; the table was dealt without it.", name=Seat(seat)
        )
        body = rows.pack(TextBody(unnamed(text, len(seats)), told=True))
        lines.append(Entry(seq=len(lines) + 1, kind="chat", seat=seat, body=body, at=now))
    return match, lines
