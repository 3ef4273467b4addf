"""Several processes on one PostgreSQL: which of them live, and which has a table.

A process lives while its row says so, by the database's clock; one thread renews it and listens to what the others have
to say. A table's row names its owner. It can be taken over when it has none, or one that does not live any more; and
every line of a log is appended on the condition that the table is still the writer's (`sql`), so that a process that
was paused, or cut off, writes nothing more, whatever it believes.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, text

from . import passing
from .leases import Elsewhere, Leases, Place

log = logging.getLogger("waystation.server")

LIFE = 3.0
"""Seconds after which a process that says nothing counts as dead."""
BEAT = 0.75
"""Seconds between two signs of life."""
FOLLOW = 10.0
"""Seconds between two looks whether logs have grown without us: what others write is told as well."""
FORGET = 600.0
"""Seconds after which the row of a dead process goes."""
RECENT = 60.0
"""Seconds within which somebody may not yet have been told how a table of a dead process has ended."""
AT_ONCE = 5
"""Tables of a dead process that one takes over before it looks again: the others want their share."""
CHANNEL = "waystation"

T = TypeVar("T")
News = Callable[[str], None]

_NOW = "extract(epoch FROM clock_timestamp())"
_LIVE = f"""
    WITH before AS (SELECT expires > {_NOW} AS alive FROM processes WHERE name = :name),
    gone AS (DELETE FROM processes WHERE expires < {_NOW} - {FORGET})
    INSERT INTO processes (name, address, secret, expires) VALUES (:name, :address, :secret, {_NOW} + {LIFE})
    ON CONFLICT (name) DO UPDATE SET expires = excluded.expires, address = excluded.address, secret = excluded.secret
    RETURNING (SELECT alive FROM before)"""
_LIVING = f"SELECT name, address, secret FROM processes WHERE expires > {_NOW}"
_OWNER = f"""
    SELECT tables.owner, name, address, secret FROM tables
    LEFT JOIN processes ON name = tables.owner AND expires > {_NOW} WHERE id = :id"""
_CLAIM = "UPDATE tables SET owner = :name WHERE id = :id AND owner IS NOT DISTINCT FROM :before"
_LET_GO = "UPDATE tables SET owner = NULL WHERE owner = :name AND id = ANY(:ids)"
_ORPHANED = "SELECT DISTINCT owner FROM tables WHERE owner IS NOT NULL"
_ADOPT = f"""
    WITH before AS (
        SELECT id, owner FROM tables WHERE owner = ANY(:dead) AND NOT over
        ORDER BY updated DESC LIMIT {AT_ONCE} FOR UPDATE SKIP LOCKED)
    UPDATE tables SET owner = :name FROM before WHERE tables.id = before.id
    RETURNING tables.id, before.owner"""
_JUST_ENDED = f"SELECT id FROM tables WHERE owner = ANY(:dead) AND over AND updated > {_NOW} - {RECENT}"
_END = "DELETE FROM processes WHERE name = :name"
_TELL = f"SELECT pg_notify('{CHANNEL}', :news)"


class Roster(Leases):
    """See the module. `heard` says what to do with news of a kind, `on_dead` with processes that are gone, `on_lapse`
    when we ourselves were taken for dead, `on_listening` when we begin to listen, or do so again: nobody has heard what
    was told meanwhile. All are called in the event loop."""

    follow = FOLLOW

    def __init__(self, engine: Engine, name: str = "") -> None:
        self.engine = engine
        self.name: str = name or secrets.token_hex(6)
        self.place = Place(self.name, "", secrets.token_urlsafe(24))
        self.living: dict[str, Place] = {}
        self.heard: dict[str, News] = {}
        self.on_dead: Callable[[Collection[str]], None] = lambda names: None
        self.on_lapse: Callable[[], None] = lambda: None
        self.on_listening: Callable[[], None] = lambda: None
        self.leaving = False
        self._sure_until = 0.0
        self._died: dict[str, float] = {}  # processes that are gone, and when they were last heard of
        self._taken: dict[str, float] = {}  # tables that we have taken over from them, and when they lost their process
        self._ended = threading.Event()
        self._threads = ThreadPoolExecutor(2, "roster")
        self._keeper: threading.Thread | None = None

    @property
    def sure(self) -> bool:  # type: ignore[override]
        return monotonic() < self._sure_until

    # ------------------------------------------------------------------ living

    async def start(self, address: str) -> None:
        """Be on the roster from now on, and be reached by the others at this address."""
        self.place = Place(self.name, address, self.place.secret)
        self._loop = asyncio.get_running_loop()
        await self._run(self._beat)
        self._keeper = threading.Thread(target=self._keep, name="roster", daemon=True)
        self._keeper.start()

    async def leave(self) -> None:
        """Be off the roster: the others take over what is ours."""
        self.leaving = True
        self._ended.set()
        if self._keeper is not None:
            await asyncio.to_thread(self._keeper.join)
            self._keeper = None
            await self._run(lambda connection: strike(connection, self.name))
        self._sure_until = 0.0

    def close(self) -> None:
        """Let go of the threads."""
        self._ended.set()
        self._threads.shutdown()

    def _keep(self) -> None:
        """Renew our row and listen, for ever; in a thread of its own, which nothing that the process does delays."""
        while not self._ended.is_set():
            try:
                with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    connection.execute(text(f"LISTEN {CHANNEL}"))
                    self._loop.call_soon_threadsafe(lambda: self.on_listening())
                    driver: Any = connection.connection.driver_connection
                    while not self._ended.is_set():
                        self._beat(connection)
                        for notice in driver.notifies(timeout=BEAT):
                            self._pass_on(notice.payload)
            except Exception:
                log.exception("the other processes cannot be heard")
                self._ended.wait(BEAT)

    def _beat(self, connection: Connection) -> None:
        began = monotonic()
        facts = {"name": self.name, "address": self.place.address, "secret": self.place.secret}
        was_alive = connection.scalar(text(_LIVE), facts)
        self._sure_until = began + LIFE
        living = {row.name: Place(row.name, row.address, row.secret) for row in connection.execute(text(_LIVING))}
        self._loop.call_soon_threadsafe(self._meet, living, was_alive)

    def _meet(self, living: dict[str, Place], was_alive: bool | None) -> None:
        dead = self.living.keys() - living.keys()
        begun, self.living = not self.living, living
        self._died.update(dict.fromkeys(dead, monotonic() - LIFE))
        for name in living:  # it was only taken for dead, and may end without our having noticed yet
            self._died.pop(name, None)
        if dead:
            self.on_dead(dead)
        if not was_alive and not begun:
            log.warning("this process was taken for dead")
            self.on_lapse()

    def _pass_on(self, payload: str) -> None:
        kind, sender, what = payload.split(" ", 2)
        if sender != self.name:
            self._loop.call_soon_threadsafe(self._hear, kind, what)

    def _hear(self, kind: str, what: str) -> None:
        if kind == "left":
            if self.living.pop(what, None) is not None:
                self._died[what] = monotonic()
                self.on_dead([what])
        elif kind in self.heard:
            self.heard[kind](what)

    # ------------------------------------------------------------------ tables

    async def claim(self, ident: str) -> None:
        await self._run(lambda connection: self._claim(connection, ident))

    def _claim(self, connection: Connection, ident: str) -> None:
        while "\0" not in ident:
            found = connection.execute(text(_OWNER), {"id": ident}).first()
            if found is None:
                return
            theirs = None if found.name in (None, self.name) else Place(found.name, found.address, found.secret)
            if self.leaving:  # whoever of the others is asked has it, or takes it over as soon as we are gone
                raise Elsewhere(ident, theirs or self._other())
            if found.owner == self.name:
                return
            if theirs is not None:
                raise Elsewhere(ident, theirs)
            facts = {"name": self.name, "id": ident, "before": found.owner}
            if connection.execute(text(_CLAIM), facts).rowcount:
                if found.owner is not None:
                    self._take(connection, ident, found.owner)
                return

    def _other(self) -> Place | None:
        """A process that lives, besides this one; None if there is none."""
        return next((place for name, place in self.living.items() if name != self.name), None)

    async def let_go(self, idents: Sequence[str]) -> None:
        if idents:
            for ident in idents:  # it was in memory when we took it over, so nobody has asked
                self._taken.pop(ident, None)
            facts = {"name": self.name, "ids": list(idents)}
            await self._run(lambda connection: connection.execute(text(_LET_GO), facts))

    async def orphaned(self) -> list[str]:
        """Those that have tables and do not live."""
        owners = await self._run(lambda connection: list(connection.scalars(text(_ORPHANED))))
        return [owner for owner in owners if owner not in self.living]

    async def adopt(self, dead: Collection[str]) -> list[str]:
        """Make a few of the unfinished tables ours that these have had in memory."""
        return await self._run(lambda connection: self._adopt(connection, list(dead)))

    def _adopt(self, connection: Connection, dead: list[str]) -> list[str]:
        found = list(connection.execute(text(_ADOPT), {"name": self.name, "dead": dead}))
        for ident, owner in found:
            self._take(connection, ident, owner)
        return [ident for ident, _ in found]

    def _take(self, connection: Connection, ident: str, dead: str) -> None:
        """A table of a process that is gone is ours now; the dead may hear it: they were paused, say."""
        self._taken[ident] = self._died.get(dead, monotonic() - LIFE)
        tell(connection, "took", self.name, ident)

    def without_owner(self, ident: str) -> float | None:
        since = self._taken.pop(ident, None)
        return None if since is None else monotonic() - since

    async def ended(self, dead: Collection[str]) -> list[str]:
        """The tables that have just ended at processes that are gone, which have perhaps told nobody."""
        facts = {"dead": list(dead)}
        return await self._run(lambda connection: list(connection.scalars(text(_JUST_ENDED), facts)))

    async def tell(self, kind: str, what: str) -> None:
        """Tell the others something."""
        await self._run(lambda connection: tell(connection, kind, self.name, what))

    async def _run(self, job: Callable[[Connection], T]) -> T:
        """The result of a job, in a transaction; it waits for nothing else that is written."""

        def carry_out() -> T:
            with self.engine.begin() as connection:
                return job(connection)

        return await asyncio.get_running_loop().run_in_executor(self._threads, passing.tried_again, carry_out)


def tell(connection: Connection, kind: str, sender: str, what: str) -> None:
    """Tell all processes something, if the transaction is committed."""
    connection.execute(text(_TELL), {"news": f"{kind} {sender or '-'} {what}"})


def strike(connection: Connection, name: str) -> None:
    """Take a process that is no more off the roster: the others need not wait until its time is over."""
    connection.execute(text(_END), {"name": name})
    tell(connection, "left", name, name)
