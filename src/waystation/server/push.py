"""Web push (RFC 8030): what is pushed is encrypted for one browser (RFC 8291), and signed by this server (RFC 8292).

Where a push goes is an address that somebody gave us. So it must be one on the internet: its name is looked up here,
and only public addresses are connected to; nothing is followed that it answers, and nothing of it is read but the
status.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import socket
from base64 import urlsafe_b64decode, urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from waystation.engine.words import say

from .delivery import FAILED, GONE, LATER, SENT, Outcome
from .refusals import Refused
from .targets import PushTarget

SECONDS = 10.0
"""For the lookup of a name, the connection, and the answer."""
KEPT = 24 * 3600
"""Seconds for which a push service keeps what a browser that is switched off can't take."""
LOOKUPS = 4
"""Names that are looked up at a time. Whoever owns a name decides how long that takes: nobody else waits for it."""
_GLOBAL = ipaddress.ip_network("2000::/3")
_RESERVED = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20")))
_ENDPOINT = re.compile(r"https://(?P<host>([a-z0-9_-]{1,63}\.)+[a-z0-9_-]{1,63})(:443)?([/?][!-~]*)?", re.I | re.ASCII)
_NUMBERS = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
_KEY = re.compile("[A-Za-z0-9_-]+={0,2}")

log = logging.getLogger("waystation.server")


def is_public(host: str) -> bool:
    """Whether a number is an address on the internet, not one of this machine or its network, however it is wrapped."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address not in _GLOBAL or address.sixtofour is not None or address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast and not any(address in one for one in _RESERVED)


class Public(AbstractResolver):
    """Looks names up, and lets only public addresses through."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(LOOKUPS, "push-names")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        look = partial(socket.getaddrinfo, host, port, family, socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._threads, look)
        public = [
            ResolveResult(hostname=host, host=str(at[0]), port=port, family=kind, proto=proto, flags=_NUMBERS)
            for kind, _, proto, _, at in found
            if is_public(str(at[0]))
        ]
        if not public:
            raise OSError("there is no public address of that name")
        return public

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class Keys(NamedTuple):
    """This server's key pair: the secret half as it is kept, the public one as browsers want it."""

    secret: str
    public: str

    @classmethod
    def of(cls, secret: str) -> Keys:
        key = ec.derive_private_key(int.from_bytes(_bytes(secret)), ec.SECP256R1())
        return cls(secret, _text(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))


def new_secret() -> str:
    """The secret half of a new key pair."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(32))


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


class Push:
    """Pushes to browsers. `contact` is how a push service reaches whoever runs this server; with `anywhere`, as in
    tests, it goes to any address."""

    def __init__(self, contact: str, anywhere: bool = False) -> None:
        self.contact = contact
        self.anywhere = anywhere
        self._held: aiohttp.ClientSession | None = None

    def check(self, target: PushTarget) -> None:
        """Refused (422) if nothing can be pushed there."""
        if not self.anywhere and not _on_the_internet(target.endpoint):
            raise Refused(say("This is no address of a push service."), status=422)
        if not _are_keys(target):
            raise Refused(say("These are no keys of a browser."), status=422)

    async def send(self, target: PushTarget, content: bytes, topic: str, secret: str) -> Outcome:
        """Push something; what has the same topic, and was not taken yet, it replaces."""
        if not self.anywhere and not _on_the_internet(target.endpoint):
            return GONE
        try:
            body, headers = await asyncio.to_thread(_sealed, target, content, secret, self.contact)
            headers |= {"TTL": str(KEPT), "Topic": topic, "Urgency": "normal"}
            post = partial(self._session().post, target.endpoint, data=body, headers=headers)
            async with post(allow_redirects=False) as answer:
                return _outcome(answer.status, answer.headers.get("Retry-After", ""))
        except (aiohttp.ClientError, OSError, TimeoutError):
            return LATER
        except Exception as error:  # what the libraries make of what strangers gave, and releases before this one kept
            log.warning("nothing can be pushed to a browser", extra={"reason": type(error).__name__})
            return FAILED

    def _session(self) -> aiohttp.ClientSession:
        if self._held is None:
            resolver = None if self.anywhere else Public()
            self._held = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(resolver=resolver, limit=40),
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=SECONDS),
            )
        return self._held

    async def close(self) -> None:
        """Let go of all connections."""
        if self._held is not None:
            await self._held.close()


def _on_the_internet(url: str) -> bool:
    """Whether a URL is one by a name, with HTTPS, at the usual port, and nothing in it that two readers read in two
    ways."""
    found = _ENDPOINT.fullmatch(url)
    return found is not None and not found["host"].replace(".", "").isdigit() and len(found["host"]) <= 253


def _are_keys(target: PushTarget) -> bool:
    """Whether a browser's keys are written as they should be: a point of the curve, not compressed, and 16 bytes."""
    if not (_KEY.fullmatch(target.p256dh) and _KEY.fullmatch(target.auth)):
        return False
    try:
        point, auth = _bytes(target.p256dh.rstrip("=")), _bytes(target.auth.rstrip("="))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == 65 and len(auth) == 16


def _sealed(target: PushTarget, content: bytes, secret: str, contact: str) -> tuple[bytes, dict[str, str]]:
    """What is sent, and its headers. (The libraries are loaded when somebody is first told something.)"""
    from py_vapid import Vapid02  # type: ignore[import-untyped]
    from pywebpush import WebPusher  # type: ignore[import-untyped]

    parts = urlsplit(target.endpoint)
    keys = {"p256dh": target.p256dh, "auth": target.auth}
    body: Any = WebPusher({"endpoint": target.endpoint, "keys": keys}).encode(content)["body"]
    signed = Vapid02.from_raw(secret.encode()).sign({"aud": f"{parts.scheme}://{parts.netloc}", "sub": contact})
    return body, {**signed, "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}


def _outcome(status: int, wait: str) -> Outcome:
    if 200 <= status < 300:
        return SENT
    if status in (404, 410):
        return GONE
    if status in (401, 403, 408, 425, 429) or status >= 500:
        seconds = 0.0
        with suppress(ValueError):
            seconds = float(wait)
        return Outcome("later", max(seconds, 0.0))
    return FAILED
