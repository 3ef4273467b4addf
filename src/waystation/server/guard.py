"""Whom this server refuses: looked up in the database every two seconds, and asked at every request and socket."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from waystation.engine.words import say

from .live import in_json
from .moderation import Ban, bans
from .outflow import Connection
from .protocol import Closed
from .refusals import Refused, as_heard
from .rows import Storage
from .sql import connection_of

log = logging.getLogger("waystation.server")

LOOK = 1.5
"""Seconds between two looks."""
NOT_LET_IN = 4403
"""The close code for whoever is refused."""


class Guard:
    """See the module."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.people: dict[str, Ban] = {}
        self.networks: list[tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, Ban]] = []
        self._inside: dict[Connection, tuple[str, str]] = {}

    async def watch(self) -> None:
        """Keep up with what the owner says, for ever."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look()
            except Exception:
                log.exception("it cannot be read who is banned")

    async def look(self) -> None:
        """Read who is banned, and show whoever is inside the door."""
        found = await self.storage.read(lambda book: bans(connection_of(book)))
        self.people = {ban.who: ban for ban in found if ban.kind == "person"}
        self.networks = [(ipaddress.ip_network(ban.who), ban) for ban in found if ban.kind == "address"]
        for connection, (person, address) in list(self._inside.items()):
            ban = self._ban(person, address)
            if ban is not None:
                connection.send(in_json(Closed(seq=0, reason=_sentence(ban))))
                connection.close(NOT_LET_IN)

    def connections(self) -> list[Connection]:
        """All sockets that are open, also those that wait to be greeted."""
        return list(self._inside)

    def check(self, person: str | None, address: str) -> None:
        """Refused (403) if this person, or whoever comes from this address, is banned."""
        ban = self._ban(person or "", address)
        if ban is not None:
            raise Refused(_sentence(ban), status=403)

    @contextmanager
    def inside(self, connection: Connection, address: str) -> Iterator[None]:
        """While a socket is open."""
        self._inside[connection] = connection.person, address
        try:
            yield
        finally:
            del self._inside[connection]

    def _ban(self, person: str, address: str) -> Ban | None:
        if not self.people and not self.networks:
            return None
        found = [self.people[person]] if person in self.people else []
        if self.networks and address:
            try:
                here = ipaddress.ip_address(address.partition("%")[0])
            except ValueError:
                return found[0] if found else None
            here = getattr(here, "ipv4_mapped", None) or here
            found += [ban for network, ban in self.networks if here in network]
        now = time.time()
        return next((ban for ban in found if ban.until is None or ban.until > now), None)


def _sentence(ban: Ban) -> str:
    reason = ban.reason or say("whoever runs this server has decided so.")
    if ban.until is None:
        return as_heard(say("You are not let in here: {reason}", reason=reason))
    day = time.strftime("%Y-%m-%d %H:%M", time.gmtime(ban.until))
    return as_heard(say("You are not let in here until {day} (UTC): {reason}", day=day, reason=reason))
