"""Where a server is reached: its public address, and the proxies that it trusts to say who comes and by which name."""

from __future__ import annotations

import ipaddress
import os
import re
from functools import lru_cache
from urllib.parse import SplitResult, urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

PROXIES = "127.0.0.1,::1"
"""Addresses of proxies that are trusted unless others are named: those on the same machine."""


def site_of(url: str) -> SplitResult:
    """The parts of a server's address, which is scheme, host, and perhaps a port. ValueError if it is none."""
    how = f"is written as https://play.example.org, not as {without_password(url)!r}"
    try:
        parts = urlsplit(url)
        wrong = parts.port == 0 or not parts.hostname or url.endswith(":")
    except ValueError as error:  # brackets, or a port that is none
        raise ValueError(how) from error
    if wrong or not re.fullmatch(r"https?://[A-Za-z0-9._:\[\]-]+", url):
        raise ValueError(how)
    return parts


def page_at(host: str, port: int, public: str = "") -> str:
    """Where the page of a server that listens there is opened: at its `public` address, else on this machine."""
    here = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"{public or f'http://{here}:{port}'}/"


def without_password(url: str) -> str:
    """An address as it may be shown."""
    return re.sub(r"//[^/]*@", "//…@", url)


class Address:
    """`public` is the server's address as its users see it ("" if it need not be known); ValueError if it is none.

    `proxies`: addresses and networks, separated by commas, or ``*`` for all.
    """

    def __init__(self, public: str = "", proxies: str = "") -> None:
        self.public = public.rstrip("/")
        try:
            self.is_secure = bool(self.public) and site_of(self.public).scheme == "https"
        except ValueError as error:
            raise ValueError(f"a public address {error}") from error
        self.proxies = proxies or os.environ.get("FORWARDED_ALLOW_IPS") or PROXIES
        _check_proxies(self.proxies)
        self._trusted = Forwarded(_nobody, self).trusted_hosts

    def trusts(self, host: str) -> bool:
        """Whether an address is a trusted proxy's."""
        return host in self._trusted

    def is_ours(self, request: HTTPConnection) -> bool:
        """Whether a request comes from our own page, or from a program that is no browser page."""
        origin = request.headers.get("origin")
        if origin is None:
            return True
        known = {usual(request.headers.get("host", "")), usual(urlsplit(self.public).netloc)} - {""}
        return usual(origin.partition("://")[2]) in known

    def secure(self, request: HTTPConnection) -> bool:
        """Whether a browser came by HTTPS, so that its cookie must go no other way."""
        return self.is_secure or request.url.scheme in ("https", "wss")


def _check_proxies(proxies: str) -> None:
    """ValueError if one of them is no address and no network: it would be trusted by nobody, without a word."""
    for one in [one.strip() for one in proxies.split(",")] if proxies.strip() != "*" else []:
        try:
            ipaddress.ip_network(one)
        except ValueError as error:
            raise ValueError(f"proxies are addresses or networks between commas, or *; {one!r} is neither") from error


async def _nobody(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that is never called."""


@lru_cache(4096)
def household(host: str) -> str:
    """What an address counts as where there are limits: of IPv6 its network of 64 bits, since whoever has one address
    there has them all."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    address = getattr(address, "ipv4_mapped", None) or address
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False))


def usual(text: str) -> str:
    """Host and port, without a port that goes without saying."""
    return text.strip().lower().removesuffix(":443").removesuffix(":80")


class Forwarded(ProxyHeadersMiddleware):
    """What a trusted proxy says about who came (For), how (Proto) and to which name (Host)."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        super().__init__(app, address.proxies)  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override]
        client = scope.get("client")
        if scope["type"] != "lifespan":
            scope["waystation.came"] = client, scope["headers"]
        if scope["type"] != "lifespan" and client is not None and client[0] in self.trusted_hosts:
            named = [value for name, value in scope["headers"] if name == b"x-forwarded-host"]
            host = named[0].split(b",")[0].strip() if named else b""
            if host:
                others = [(name, value) for name, value in scope["headers"] if name != b"host"]
                scope["headers"] = [*others, (b"host", host)]
        await super().__call__(scope, receive, send)  # type: ignore[arg-type]
