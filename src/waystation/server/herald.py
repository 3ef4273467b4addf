"""Tells people who look elsewhere what has come up at their tables.

Nothing of this is on the path of a move: `Ledger.commit` only remembers that a table has changed. Every few seconds it
is looked who wishes to hear of that and is not there, and what waits long enough is sent. The process that has a table
finds out what there is to tell of it; any process of the same database sends, and takes what it sends out of the queue
first, so that it goes once. What waits is in the database, and so survives a restart.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping
from email.message import EmailMessage
from functools import partial
from math import inf
from typing import Protocol

from waystation.engine.words import say

from . import letters, notices, targets
from .address import Address
from .delivery import FAILED, Outcome
from .ledger import Ledger, whole
from .letters import Envelope, Message
from .live import Room
from .mail import Post
from .metrics import Metrics
from .notices import Letter
from .push import Keys, Push, new_secret
from .refusals import Refused
from .rows import Book, Storage
from .sql import connection_of
from .targets import Destination, MailTarget

log = logging.getLogger("waystation.server")

LOOK = 5.0
"""Seconds between two looks at what has changed."""
SOME = 100
"""Tables that are looked at in one go."""
MISSED = 24 * 3600.0
"""Seconds before a start in which something may have come up that nobody was told."""
KEY = "push key"


class Hall(Protocol):
    """What is asked of the hub."""

    storage: Storage
    ledger: Ledger
    metrics: Metrics
    seen: dict[tuple[str, str], float]

    @property
    def rooms(self) -> Mapping[str, Room]: ...


class Herald:
    """See the module. Without `post` no letters are written."""

    def __init__(self, hub: Hall, address: Address, post: Post | None = None) -> None:
        self.hub, self.address, self.post = hub, address, post
        self.push = Push(_contact(address, post))
        self.keys = Keys("", "")

    async def start(self) -> None:
        """Have a key pair; the first process of a database makes it."""
        await self.follow_key()

    async def keep_up(self) -> None:
        """Tell people, for ever."""
        missed = True
        while True:
            try:
                if missed:
                    self.hub.ledger.changed.update(await self._recent())
                    missed = False
                await asyncio.sleep(LOOK)
                await self.look()
            except Exception:
                log.exception("people cannot be told what has come up")
                await asyncio.sleep(LOOK)

    async def _recent(self) -> list[str]:
        """What may have changed without anybody being told, before this start."""
        since = time.time() - MISSED
        return await self.hub.storage.read(lambda book: notices.recent(connection_of(book), since))

    async def look(self, now: float | None = None) -> None:
        """See what has come up, and send what is due."""
        now = time.time() if now is None else now
        ledger, storage = self.hub.ledger, self.hub.storage
        anybody = await storage.read(lambda book: notices.anybody(connection_of(book)))
        changed, ledger.changed = ledger.changed, set()
        seen, self.hub.seen = self.hub.seen, {}
        if not anybody:
            return
        here = seen | {
            (socket.person, ident): inf
            for ident in changed
            if (room := self.hub.rooms.get(ident)) is not None
            for socket in room.sockets()
            if not socket.away
        }
        try:
            await self._plan(sorted(changed), here, seen, now)
        except BaseException:
            ledger.changed |= changed
            self.hub.seen = seen | self.hub.seen
            raise
        if await storage.read(lambda book: notices.is_due(connection_of(book), now)):
            await self._send_due(now)

    async def _plan(
        self, changed: list[str], here: Mapping[tuple[str, str], float], seen: Collection[tuple[str, str]], now: float
    ) -> None:
        storage = self.hub.storage
        if seen:
            await storage.write(lambda book: notices.see(connection_of(book), seen))
        for some in (changed[start : start + SOME] for start in range(0, len(changed), SOME)):
            plans = await storage.read(lambda book: notices.plan(connection_of(book), some, here))  # noqa: B023
            if plans:
                await storage.write(lambda book: notices.queue(connection_of(book), plans, now))  # noqa: B023

    # ------------------------------------------------------------------ sending

    async def _send_due(self, now: float) -> None:
        storage = self.hub.storage
        claimed = await storage.write(lambda book: notices.claim(connection_of(book), now))
        found, back = await storage.read(lambda book: notices.compose(connection_of(book), claimed, now))
        if back:
            await storage.write(lambda book: notices.put_back(connection_of(book), back))
        if found:
            await self.follow_key()
            await asyncio.gather(*(self._send(letter, now) for letter in found))

    async def _send(self, letter: Letter, now: float) -> None:
        try:
            outcome = await self._deliver(letter.destination, letters.message(letter))
        except Exception:  # it does not come back for ever, and holds up no other
            log.exception("a notice cannot be sent")
            outcome = FAILED

        def job(book: object) -> None:
            connection = connection_of(book)  # type: ignore[arg-type]
            match outcome.state:
                case "sent":
                    notices.sent(connection, letter, now)
                case "later":
                    notices.try_again(connection, letter, now, outcome.wait)
                case "failed":
                    notices.give_up(connection, letter)

        await self.hub.storage.write(job)

    async def _deliver(self, to: Destination, message: Message) -> Outcome:
        """Send something; a browser that is gone is forgotten, with all that waits for it."""
        if isinstance(to, MailTarget):
            return await self._mail(to, message.mailed)
        outcome = await self.push.send(to, message.pushed(), message.topic, self.keys.secret)
        self._count("push", outcome)
        if outcome.state == "gone":
            await self.hub.storage.write(lambda book: targets.forget_push(connection_of(book), to.target))
        return outcome

    async def _mail(self, to: MailTarget, written: Callable[[Envelope], EmailMessage]) -> Outcome:
        if self.post is None:
            return FAILED
        envelope = Envelope(self.address.public, self.post.sender, to.address, to.stop)
        outcome = await self.post.send(written(envelope))
        self._count("mail", outcome)
        return outcome

    def _count(self, way: str, outcome: Outcome) -> None:
        self.hub.metrics.notices.labels(way, outcome.state).inc()

    async def follow_key(self) -> None:
        """The key is that of the database, which may have been put back to an earlier moment."""
        new = new_secret()
        secret = await self.hub.storage.read(lambda book: book.setting(KEY))
        if secret is None:
            secret = await self.hub.storage.write(lambda book: book.keep_setting(KEY, new))
        if secret != self.keys.secret:
            self.keys = Keys.of(secret)

    # ------------------------------------------------------------------ at once

    async def confirm(self, person: str, address: str) -> None:
        """Ask at an address whether it is right. Refused if that can't be done: then all is as it was."""
        now = time.time()
        if self.post is None:
            raise Refused(say("This server writes no letters."), status=404)

        def job(book: Book) -> targets.Asking:
            book.ensure_person(person)
            return targets.ask_mail(connection_of(book), person, address, now)

        asking = await self.hub.storage.write(job)
        try:
            outcome = await self._mail(MailTarget(address, asking.stop), partial(letters.confirmation, asking.confirm))
        except BaseException:  # the server ends, which does not wait for a mail server
            await self._take_back(asking)
            raise
        if outcome.state != "sent":
            await self._take_back(asking)
            status = 503 if outcome.state == "later" else 422
            raise Refused(say("The letter could not be sent to this address."), status=status)

    @whole
    async def _take_back(self, asking: targets.Asking) -> None:
        await self.hub.storage.write(lambda book: targets.take_back(connection_of(book), asking))

    async def try_out(self, person: str) -> list[Outcome]:
        """Send something to wherever a person is told anything."""
        found = await self.hub.storage.read(lambda book: targets.destinations(connection_of(book), person))
        await self.follow_key()
        message = letters.trial(new_secret()[:16])
        return list(await asyncio.gather(*(self._deliver(one, message) for one in found)))

    async def close(self) -> None:
        """Let go of connections."""
        await self.push.close()


def _contact(address: Address, post: Post | None) -> str:
    """How a push service reaches whoever runs this server."""
    if post is not None:
        return f"mailto:{post.sender}"
    return address.public if address.is_secure else "mailto:waystation@localhost.localdomain"
