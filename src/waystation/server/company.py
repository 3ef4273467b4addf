"""The processes that serve one PostgreSQL together, as one of them sees it: who is there, and what it does about that.

Any process takes any request. What is asked about a table that another one has is passed on to it (`forwarding`). When
a process ends, the others take over its tables: those that somebody asks for at once, all that were not over one after
another, so that bots and clocks go on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from .doors import Doors
from .forwarding import Inside, Pipes
from .hub import Hub
from .leases import MOVED
from .ledger import finish
from .roster import Roster

log = logging.getLogger("waystation.server")

LOOK = 60.0
"""Seconds between two looks for tables whose process is gone and that nobody has taken over."""


class Company:
    """See the module. `host`: where the other processes reach this one."""

    def __init__(self, roster: Roster, hub: Hub, doors: Doors, host: str = "") -> None:
        self.roster, self.hub, self.doors, self.host = roster, hub, doors, host or "127.0.0.1"
        self.pipes = Pipes(self.here)
        self._adopting: asyncio.Task[None] | None = None
        self._dead: set[str] = set()
        roster.on_dead = self._bury
        roster.on_lapse = lambda: self._soon(self._look_again(list(hub.rooms)))
        roster.on_listening = lambda: self._soon(self._catch_up_with_all())
        roster.heard["took"] = lambda ident: self._soon(self._look_again([ident]))
        roster.heard["log"] = lambda ident: self._soon(self._catch_up(ident))
        roster.heard["name"] = lambda person: self._soon(hub.seating.called(person))

    async def start(self, app: ASGIApp) -> None:
        """Let the others in, and let them know."""
        config = self.doors.configuration(
            Inside(app, self.roster.place.secret),
            self.host,
            0,
            inside=True,
            date_header=False,
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        config.load()
        self._entry = uvicorn.Server(config)
        self._entry.lifespan = config.lifespan_class(config)
        await self._entry.startup()
        port = self._entry.servers[0].sockets[0].getsockname()[1]
        await self.roster.start(f"{self.host}:{port}")
        self.doors.leads = self.pipes.take
        self.hub.spawn(self._watch())

    async def leave(self) -> None:
        """Stop acting, then let the others take over; whoever is connected comes back at once, to one of them."""
        self.roster.leaving = True
        for room in list(self.hub.rooms.values()):
            self.hub.autoplay.stop(room)
            for socket in room.sockets():
                socket.close(MOVED)
        await finish()
        await self.roster.leave()
        self.pipes.end()

    async def stop(self) -> None:
        """Let go of everything."""
        await self._entry.shutdown()
        self.roster.close()

    async def here(self, ident: str) -> None:
        """Nothing if a table is this process's, or nobody's; else Elsewhere."""
        room = self.hub.rooms.get(ident)
        if room is None or room.gone or self.roster.leaving or not self.roster.sure:
            await self.roster.claim(ident)

    # ------------------------------------------------------------------ what happens to the others

    def _bury(self, names: Collection[str]) -> None:
        """Processes are gone: whoever is connected with them comes back, and their tables go on."""
        for name in names:
            self.pipes.end(name)
        self._dead |= set(names)
        if not self.roster.leaving and (self._adopting is None or self._adopting.done()):
            self._adopting = self.hub.spawn(self._adopt())

    async def _adopt(self) -> None:
        """Take over what the dead have left, a few at a time: the other processes do so, too."""
        while self._dead:
            dead = set(self._dead)
            while idents := await self.roster.adopt(dead):
                await self.hub.resume(idents)
            self.hub.ledger.changed.update(await self.roster.ended(dead))
            self._dead -= dead

    async def _watch(self) -> None:
        """Look for tables that nobody has taken over, for ever."""
        while True:
            try:
                self._bury(await self.roster.orphaned())
            except Exception:
                log.exception("tables of other processes cannot be looked for")
            await asyncio.sleep(LOOK)

    # ------------------------------------------------------------------ what the others tell

    async def _look_again(self, idents: list[str]) -> None:
        for ident in idents:
            await self.hub.look_again(ident)

    async def _catch_up(self, ident: str) -> None:
        """Somebody else has written: to one table, or ("*") to any."""
        rooms = [room for room in self.hub.rooms.values() if ident in ("*", room.table.id)]
        await self.hub.look_after(rooms)

    async def _catch_up_with_all(self) -> None:
        """Nobody has told us anything for a while."""
        await self._catch_up("*")
        await self.hub.seating.called_meanwhile()

    def _soon(self, coroutine: Any) -> None:
        self.hub.spawn(_logged(coroutine))


async def _logged(coroutine: Any) -> None:
    try:
        await coroutine
    except Exception:
        log.exception("what another process has told cannot be followed")
