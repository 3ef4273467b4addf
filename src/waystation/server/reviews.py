"""Looking back on finished games: the chances of winning over the game, and the turns that cost most.

A review is made once and kept. It is thought out by the bots' processes in steps of a few seconds at most, behind all
bots for whose moves somebody waits, one review at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import msgspec

from waystation.bots.analysis import Costly, glances, turning_points
from waystation.bots.curve import curve, curve_look
from waystation.engine.typed import decode
from waystation.engine.words import say

from .allowance import Allowance
from .protocol import ReviewInfo
from .refusals import Refused, refuse_too_much
from .replay import record_of
from .rows import Book, Storage, people_at
from .table import NoTable, Table
from .thinking import BotFailed, BotPool
from .worker import Look, Walk, Walked

SECONDS = 60.0
"""Of one processor's time for a game, at most."""
WAITING = 20
"""Games that may wait to be looked back on."""
A_PERSON = 1 / 60, 5.0
"""Reviews that a person may ask for: so many a second in the long run, so many at once."""

log = logging.getLogger("waystation.server")


class Kept(msgspec.Struct, frozen=True):
    """A review as it is kept: of the game as it was in that version."""

    version: int
    walked: Walked
    costly: tuple[Costly, ...]
    seconds: float


READ = (Kept,)
"""What is read from the database."""


class Reviews:
    """The reviews that are being made, by table."""

    def __init__(self, storage: Storage, bots: BotPool) -> None:
        self.storage = storage
        self.bots = bots
        self.asked = Allowance(*A_PERSON)
        self._making: dict[str, asyncio.Task[None]] = {}
        self._share: dict[str, float] = {}
        self._failed: dict[str, str] = {}
        self._one = asyncio.Lock()

    async def of(self, table: Table) -> ReviewInfo:
        """The review of a finished game, or how far it is."""
        _finished(table)
        if table.id in self._making:
            return ReviewInfo("making", self._share.get(table.id, 0.0))
        kept = await self._kept(table)
        if kept is not None:
            return await asyncio.to_thread(shown, kept, table)
        if table.id in self._failed:
            return ReviewInfo("failed", reason=self._failed[table.id])
        return ReviewInfo("none")

    async def begin(self, table: Table, person: str) -> ReviewInfo:
        """Have a finished game looked back on, unless that is done or under way."""
        _finished(table)
        if table.id not in self._making and await self._kept(table) is None:
            if len(self._making) >= WAITING:
                raise Refused(say("Too many games wait to be looked back on; come again later."), status=503, wait=60.0)
            refuse_too_much(self.asked, person, say("You ask for too many reviews"))
            self._failed.pop(table.id, None)
            task = self._making[table.id] = asyncio.create_task(self._make(table, person))
            task.add_done_callback(lambda _: self._forget(table.id))
        return await self.of(table)

    def close(self) -> None:
        """Give up what is under way."""
        for task in list(self._making.values()):
            task.cancel()

    def _forget(self, ident: str) -> None:
        self._making.pop(ident, None)
        self._share.pop(ident, None)

    async def _kept(self, table: Table) -> Kept | None:
        text = await self.storage.read(lambda book: book.review(table.id))
        try:
            kept = None if text is None else decode(text, Kept)
        except msgspec.MsgspecError:  # another release has written it: it is made anew
            return None
        return kept if kept is not None and kept.version == table.version else None

    async def _make(self, table: Table, person: str) -> None:
        people = [seat.person for seat in table.seats]
        try:
            async with self._one:
                kept = await self._looked_back(table, person)
            text = msgspec.json.encode(kept).decode()
            await self.storage.write(lambda book: _save(book, table.id, people, text))
        except NoTable:
            pass  # it has been deleted
        except BotFailed as error:
            self._failed[table.id] = str(error)
        except Exception as error:
            self._failed[table.id] = type(error).__name__
            log.exception("game cannot be looked back on", extra={"table": table.id})

    async def _looked_back(self, table: Table, person: str) -> Kept:
        game, version = table.row.game, table.version
        record = await self.storage.read(lambda book: record_of(book, table.row, table.names))
        walked = (await self.bots.ask(Walk(game, record), person, alone=True)).walked
        if walked is None:
            raise BotFailed(say("it gave no answer"))
        looking = glances(walked.turns, SECONDS - walked.seconds)
        spent = walked.seconds
        try:
            glance = next(looking)
            while True:
                self._share[table.id] = glance.share
                asked = Look(game, record, glance.turn, glance.seconds, glance.simulations)
                looked = (await self.bots.ask(asked, person, alone=True)).looked
                if looked is None:
                    raise BotFailed(say("it gave no answer"))
                spent += looked.seconds
                glance = looking.send(looked)
        except StopIteration as end:
            return Kept(version, walked, end.value, spent)


def _save(book: Book, ident: str, people: Sequence[str | None], text: str) -> None:
    """Keep a review, unless the table has been deleted meanwhile, or the account of somebody whom it may call by
    name."""
    if people_at(book, ident) == people:
        book.save_review(ident, text)


def _finished(table: Table) -> None:
    if not table.state.is_over:
        raise Refused(say("A game is looked back on when it is over; before, that would tell what is hidden."))


def shown(kept: Kept, table: Table) -> ReviewInfo:
    """A review as everybody may see it, with its picture."""
    turnings = turning_points(kept.walked.curve)
    scene, look = curve(kept.walked.curve, turnings, table.game, table.names), curve_look(table.game)
    return ReviewInfo("done", 1.0, scene, look, turnings, kept.costly, kept.seconds)
