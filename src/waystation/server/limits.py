"""How much a person or an address may have at a time, and how often: one table of numbers. docs/serving.md explains it.

A person is a cookie; whoever has none is their address. Addresses of trusted proxies, and of this machine, count for
nobody: everybody comes from there. All addresses of one network of 64 bits (IPv6) are one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from waystation.engine.words import say

from .address import Address, household
from .allowance import Allowance
from .doors import Doors
from .refusals import Refused, refuse_too_much
from .responses import problem

PERSON_SOCKETS = 40
ADDRESS_SOCKETS = 200
PERSON_REQUESTS = 16
ADDRESS_REQUESTS = 64
TABLES = 0.2, 60.0
"""New tables of a person: so many a second in the long run, so many at once."""
ADDRESS_TABLES = 1.0, 300.0
ADDRESS_NAMES = 1.0, 300.0
"""Names that are taken: each may be that of somebody new, who is kept from then on."""
LARGE = 0.1, 6.0
"""Bodies that are too large to be read at once."""
PICTURES = 2.0, 60.0
"""Pictures, and records."""
SIGN = 0.2, 30.0
"""Signing in, passkeys, and changes to what is kept of a person; of an address five times as many."""
EXPORTS = 1 / 300, 3.0
"""Files with all that is kept of a person; of an address five times as many."""
LETTERS = 1 / 600, 5.0
"""What is sent because somebody asks for it now: to confirm an address, or as a trial; of an address twice as many."""
MAILBOX = 1 / (8 * 3600), 3.0
"""Letters that ask whether one and the same address is right, whoever asks for them."""
COME_AGAIN = 5.0
"""Seconds after which to try again when there is no room."""


class Limits:
    """What everybody has at the moment."""

    def __init__(self, address: Address, doors: Doors) -> None:
        self.address = address
        self.doors = doors
        self.sockets: Counter[str] = Counter()
        self.requests: Counter[str] = Counter()
        self.tables = Allowance(*TABLES)
        self.address_tables = Allowance(*ADDRESS_TABLES)
        self.address_names = Allowance(*ADDRESS_NAMES)
        self.large = Allowance(*LARGE)
        self.reading: set[str] = set()
        self.pictures = Allowance(*PICTURES)
        self.signs = Allowance(*SIGN)
        self.address_signs = Allowance(*(5 * number for number in SIGN))
        self.exports = Allowance(*EXPORTS)
        self.address_exports = Allowance(*(5 * number for number in EXPORTS))
        self.letters = Allowance(*LETTERS)
        self.mailboxes = Allowance(*MAILBOX)
        self.address_letters = Allowance(*(2 * number for number in LETTERS))

    def came_from(self, request: HTTPConnection) -> str:
        """The address that a request comes from; "" if it is a trusted proxy's."""
        host = request.client.host if request.client else ""
        return "" if self.address.trusts(host) else host

    def counted(self, request: HTTPConnection) -> str:
        """What a request counts for among addresses; "" if it counts for none."""
        return household(self.came_from(request))

    def open_table(self, request: HTTPConnection, person: str, size: int = 0, small: int = 0) -> None:
        """Refused (429) if somebody opens too many tables, or too many of large records."""
        refuse_too_much(self.tables, person, say("You open too many tables"))
        if address := self.counted(request):
            refuse_too_much(self.address_tables, address, say("Too many tables are opened from your address"))
        if size > small:
            refuse_too_much(self.large, self.counted(request) or person, say("You send too many large records"))

    def name(self, request: HTTPConnection) -> None:
        """Refused (429) if too many names are taken at an address; how many a person may take, tables look after."""
        if address := self.counted(request):
            refuse_too_much(self.address_names, address, say("Too many names are taken at your address"))

    @contextmanager
    def read(self, request: HTTPConnection, person: str, size: int, small: int) -> Iterator[None]:
        """Around reading a body. Refused (429) if somebody has a large one read already: these are read one after
        another, and each may take half a minute that others wait for."""
        who = self.counted(request) or person
        if size <= small:
            yield
            return
        if who in self.reading:
            raise Refused(say("You have a large record read already."), status=429, wait=COME_AGAIN)
        self.reading.add(who)
        try:
            yield
        finally:
            self.reading.discard(who)

    def draw(self, request: HTTPConnection, person: str) -> None:
        """Refused (429) if somebody asks for too many pictures or records."""
        refuse_too_much(self.pictures, self.counted(request) or person, say("You ask for too many pictures or records"))

    def sign(self, request: HTTPConnection, person: str) -> None:
        """Refused (429) if somebody tries too often to be somebody, or changes too much."""
        refuse_too_much(self.signs, person, say("You try too often"))
        if address := self.counted(request):
            refuse_too_much(self.address_signs, address, say("Your address tries too often"))

    def export(self, request: HTTPConnection, person: str) -> None:
        """Refused (429) if somebody asks too often for all that is kept of them."""
        refuse_too_much(self.exports, person, say("You ask for your data too often"))
        if address := self.counted(request):
            refuse_too_much(self.address_exports, address, say("Your address asks for data too often"))

    def letter(self, request: HTTPConnection, person: str) -> None:
        """Refused (429) if somebody has too much sent."""
        refuse_too_much(self.letters, person, say("You have too much sent"))
        if address := self.counted(request):
            refuse_too_much(self.address_letters, address, say("Too much is sent for your address"))

    def mailbox(self, address: str) -> None:
        """Refused (429) if too many letters ask at one address whether it is right; ada+games@ is ada@, too."""
        local, _, domain = address.lower().rpartition("@")
        box = f"{local.partition('+')[0]}@{domain}"
        if wait := self.mailboxes.take(sha256(box.encode()).hexdigest()):
            raise Refused(say("Too many have asked today to be written to at this address."), status=429, wait=wait)

    @contextmanager
    def request(self, request: HTTPConnection, person: str | None) -> Iterator[None]:
        """Around a request. Refused (429, 503) if there is no room for one more."""
        if self.doors.are_full():
            raise Refused(say("The server is full."), status=503, wait=COME_AGAIN)
        with self._one_more(self.requests, person or "", self.counted(request), PERSON_REQUESTS, ADDRESS_REQUESTS):
            yield

    @contextmanager
    def socket(self, request: HTTPConnection, person: str | None, plays: bool) -> Iterator[None]:
        """Around a socket; some room is kept for those who play."""
        if self.doors.are_full(plays):
            raise Refused(say("The server is full."), status=503, wait=COME_AGAIN)
        with self._one_more(self.sockets, person or "", self.counted(request), PERSON_SOCKETS, ADDRESS_SOCKETS):
            yield

    @contextmanager
    def _one_more(self, held: Counter[str], person: str, address: str, mine: int, ours: int) -> Iterator[None]:
        names = [
            (name, most) for name, most in ((f"person {person}", mine), (f"from {address}", ours)) if name[-1] != " "
        ]
        if any(held[name] >= most for name, most in names):
            raise Refused(say("You have too much open at once."), status=429, wait=COME_AGAIN)
        for name, _ in names:
            held[name] += 1
        try:
            yield
        finally:
            for name, _ in names:
                held[name] -= 1
                if not held[name]:
                    del held[name]


class Gate:
    """Lets requests in while there is room for them."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        server = scope["app"].state.server
        person = server.people.known(HTTPConnection(scope))
        try:
            if scope["path"].startswith("/api/"):  # the page itself may be had: it shows the reason
                server.guard.check(person, self.limits.came_from(HTTPConnection(scope)))
            with self.limits.request(HTTPConnection(scope), person):
                await self.app(scope, receive, send)
        except Refused as refused:
            await problem(refused.status, refused.reason, wait=refused.wait)(scope, receive, send)
