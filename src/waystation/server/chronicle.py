"""What is kept of games that have ended, for lists and statistics: a row a game and a row a seat.

It is written in the transaction of the move that ends the game, so it is there exactly once, whatever happens. Games
that ended elsewhere (in an earlier release, in a record that somebody uploaded) are written down later.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from waystation.engine import Outcome, State

from . import archive, ratings
from .archive import Ended, SeatAtEnd
from .losing import judged
from .replay import load
from .rows import Book, SeatRow, Storage, TableRow, pack, people_at
from .sql import connection_of
from .table import BrokenTable, NoTable, Table
from .variants import changed

log = logging.getLogger("waystation.server")

SOME = 50
"""Games that ended elsewhere which are looked for at a time."""
PAUSE = 0.05
"""Seconds between two of them: they have time."""


class Chronicle:
    """See the module."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def at_the_end(self, table: Table, state: State) -> Callable[[Book], None]:
        """What to write in the transaction of the move that leads to this state, which is the last."""
        ended = ended_of(table.row, table.seats, table.ply + 1, time.time())
        seats = seats_of(table.seats, judged(state.outcome(), table.lost, table.game.spec.cooperative))
        rated = table.row.rated
        former = [one.seat for one in table.lost if table.seats[one.seat].person is None]

        def job(book: Book) -> None:
            connection = connection_of(book)
            archive.keep(connection, ended, seats)
            if rated:
                ratings.rate(connection, ended.table_id, ended.game, ended.ended, seats, former)

        return job

    async def catch_up(self) -> None:
        """Write down the games that ended elsewhere."""
        try:
            while missing := await self.storage.read(lambda book: archive.not_kept(connection_of(book), SOME)):
                for ident in missing:
                    await self.remember(ident)
                    await asyncio.sleep(PAUSE)
        except SQLAlchemyError:
            log.exception("games that have ended cannot be written down")

    async def remember(self, ident: str) -> None:
        """Write down a game that ended elsewhere; of one that can't be loaded any more, only that it was."""

        def read(book: Book) -> tuple[Ended, list[SeatAtEnd]] | None:
            row = book.table(ident)
            if row is None:
                return None
            seats = book.table_seats([ident])[ident]
            ended = ended_of(row, seats, row.ply, row.updated)
            try:
                return ended, seats_of(seats, load(book, ident).outcome)
            except SQLAlchemyError:
                raise
            except Exception as error:  # rules that fail on an old log do not keep all others from being written down
                if not isinstance(error, BrokenTable | NoTable):
                    log.exception("a game that has ended cannot be loaded", extra={"table": ident})
                ended.counted = False
                return ended, seats_of(seats, None)

        found = await self.storage.read(read)
        if found is None:
            return
        ended, seats = found

        def write(book: Book) -> None:
            if people_at(book, ident) == [seat.person for seat in seats]:  # else an account was deleted just now
                archive.keep(connection_of(book), ended, seats)

        try:
            await self.storage.write(write)
        except IntegrityError:
            log.info("a game that has ended was written down by another process", extra={"table": ident})


def ended_of(row: TableRow, seats: list[SeatRow], moves: int, ended: float) -> Ended:
    """What is kept of a game. Whoever may watch it and was told of it before it began may find it afterwards."""
    own = row.record is None and row.position is None and not row.lesson and not row.seed_known
    return Ended(
        table_id=row.id,
        game=row.game,
        host=row.host,
        players=len(seats),
        variant=pack(dict(sorted(changed(row.game, row.options).items()))),
        public=row.spectators and row.listed is not None,
        counted=own,
        moves=moves,
        began=row.created,
        ended=ended,
    )


def seats_of(seats: list[SeatRow], outcome: Outcome | None) -> list[SeatAtEnd]:
    """Who sat where, and how they did."""
    return [
        SeatAtEnd(
            seat=seat.seat,
            person=seat.person,
            bot=seat.bot,
            rank=None if outcome is None else outcome.ranks[seat.seat],
            score=None if outcome is None else outcome.scores[seat.seat],
            won=outcome is not None and seat.seat in outcome.winners,
        )
        for seat in seats
    ]
