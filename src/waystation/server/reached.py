"""How a server that runs is reached by those who play: through whatever stands before it, as a browser would."""

from __future__ import annotations

import ipaddress
import json
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from email.utils import parsedate_to_datetime
from functools import partial
from http.client import HTTPResponse
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import connect

import waystation
from waystation.engine.words import say

from .address import site_of, without_password
from .doctor import is_local
from .findings import Finding, carried_out, ok, warning, wrong

SECONDS = 10.0
"""For each answer."""
SKEW = 5.0
"""Seconds by which the server's clock may differ from ours."""
SOON = 14 * 24 * 3600
"""Seconds before a certificate ends in which it is told."""
SEE = say('See "A proxy" in docs/serving.md.')
PRETENDED = "203.0.113.99"
"""An address that nobody has (RFC 5737)."""


class Heard(NamedTuple):
    """An answer over HTTP."""

    status: int
    headers: Any
    body: bytes

    def field(self, name: str) -> Any:
        """A field of a JSON body; None if there is none."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return None
        return found.get(name) if isinstance(found, dict) else None


def reached(url: str) -> Iterator[Finding]:
    """What a browser meets that comes to this address."""
    url = url.rstrip("/")
    try:
        site_of(url)
    except ValueError:
        text = say("{url} is no address of a server.", url=without_password(url))
        yield wrong("reached", text, say("Write it as https://play.example.org"))
        return
    try:
        health = _get(f"{url}/health")
    except OSError as error:
        yield _out_of_reach(url, error)
        return
    if health.field("version") is None:
        yield wrong(
            "reached",
            say("{url} answers ({status}), but it is no Waystation server.", url=url, status=health.status),
            say("Does the proxy pass everything on to the server's port? {see}", see=SEE),
        )
        return
    yield _greeted(url, health)
    checks: dict[str, Callable[[str], Iterator[Finding]]] = {
        "ready": _ready,
        "clock": partial(_clock, health=health),
        "cookies": _cookies,
        "proxy": _proxy,
        "websocket": _websocket,
        "metrics": _metrics,
        "certificate": _certificate,
    }
    for name, check in checks.items():
        yield from carried_out(name, partial(check, url))


def _get(url: str, **headers: str) -> Heard:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        answer: HTTPResponse = urlopen(Request(url, headers=named), timeout=SECONDS)
        with answer:
            return Heard(answer.status, answer.headers, answer.read(1 << 20))
    except HTTPError as error:
        with error:
            return Heard(error.code, error.headers, error.read(1 << 20))


def _out_of_reach(url: str, error: OSError) -> Finding:
    reason = error.reason if isinstance(error, URLError) else error
    advice = say("Does the server run, does the name lead to this machine, and is the port open?")
    if isinstance(reason, ssl.SSLCertVerificationError):
        advice = say(
            "The certificate is not good for this name: renew it (certbot renew), or mend the proxy's settings."
        )
    elif isinstance(reason, ssl.SSLError):
        advice = say("What answers there speaks no TLS: is the port the proxy's?")
    return wrong("reached", say("{url} cannot be reached: {reason}.", url=url, reason=str(reason).rstrip(".")), advice)


def _greeted(url: str, health: Heard) -> Finding:
    theirs, ours = str(health.field("version")), waystation.__version__
    if theirs != ours:
        text = say("{url} runs Waystation {theirs}; this is {ours}.", url=url, theirs=theirs, ours=ours)
        return warning("reached", text, say("Restart the server, if it was upgraded."))
    if urlsplit(url).scheme == "http" and not is_local(url):
        text = say("{url} is plain HTTP: anybody on the way can take the cookies.", url=url)
        return warning("reached", text, say("Let a proxy speak TLS. {see}", see=SEE))
    return ok("reached", say("{url} runs Waystation {theirs}.", url=url, theirs=theirs))


def _ready(url: str) -> Iterator[Finding]:
    answer = _get(f"{url}/ready")
    if answer.status == 200:
        yield ok("ready", say("The server is ready."))
    else:
        reason = str(answer.field("reason") or answer.status)
        yield wrong("ready", say("The server is not ready: {reason}", reason=reason), say("See its log."))


def _clock(url: str, health: Heard) -> Iterator[Finding]:
    told = health.headers.get("Date")
    if told is None:
        return
    off = parsedate_to_datetime(told).timestamp() - time.time()
    if abs(off) > SKEW:
        text = say("The server's clock is {s} s off from this machine's.", s=f"{off:+.0f}")
        yield warning("clock", text, say("Let both keep their clocks: timedatectl set-ntp true"))


def _cookies(url: str) -> Iterator[Finding]:
    cookie = str(_get(f"{url}/api/me").headers.get("Set-Cookie", "")).lower()
    secure = urlsplit(url).scheme == "https"
    if "httponly" not in cookie:
        text = say("The server's cookie does not arrive as it was set.")
        yield wrong("cookies", text, say("Let the proxy pass Set-Cookie on as it is. {see}", see=SEE))
    elif ("secure" in [part.strip() for part in cookie.split(";")]) != secure:
        if secure:
            text = say("Cookies are not Secure: the server does not know that people come by HTTPS.")
            advice = say(
                "Start it with --public-url {url}, or let the proxy set X-Forwarded-Proto. {see}", url=url, see=SEE
            )
        else:
            text = say("Cookies are Secure, so no browser brings them back over plain HTTP.")
            advice = say("Open the address with https, or start the server with --public-url {url}", url=url)
        yield wrong("cookies", text, advice)
    else:
        yield ok("cookies", say("Cookies are as they should be."))


def _proxy(url: str) -> Iterator[Finding]:
    seen = str(_get(f"{url}/api/seen").field("address") or "")
    if is_local(url):
        yield ok("proxy", say("Nothing stands between (the server sees {address}).", address=seen))
        return
    advice = say(
        "Let it set X-Forwarded-For, and name its address with --proxies if it is on another machine. {see}", see=SEE
    )
    ours = {str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None)}
    there = {str(found[4][0]) for found in socket.getaddrinfo(urlsplit(url).hostname, None)}
    private = _is_inside(seen) and not any(map(_is_inside, there))
    if private and not ours & there:
        text = say(
            "To the server everybody comes from {address}, the proxy: limits by address cannot tell people apart.",
            address=seen,
        )
        yield wrong("proxy", text, advice)
        return
    pretended = str(_get(f"{url}/api/seen", X_Forwarded_For=PRETENDED).field("address") or "")
    if pretended == PRETENDED and not _is_inside(seen):
        text = say("Whoever comes can pretend to come from any address: the server believes what they say.")
        yield wrong("proxy", text, say("Name only the proxy's own address with --proxies (not *). {see}", see=SEE))
    else:
        yield ok("proxy", say("The server sees where people come from ({address}).", address=seen))


def _is_inside(address: str) -> bool:
    """Whether an address is one of this machine or of a private network; of a text that is none, too."""
    try:
        return not ipaddress.ip_address(address).is_global
    except ValueError:
        return True


def _websocket(url: str) -> Iterator[Finding]:
    """A browser's socket at a table that does not exist: the server says so, if it takes the page for its own."""
    address = f"ws{url.removeprefix('http')}/api/tables/none/live"
    origin: Any = url
    told, code = "", 0
    try:
        with connect(address, origin=origin, open_timeout=SECONDS, compression=None) as live:
            told = str(live.recv(SECONDS))
            live.recv(SECONDS)
    except ConnectionClosed as closed:
        code = closed.rcvd.code if closed.rcvd else 0
    except (InvalidStatus, WebSocketException, OSError) as error:
        reason = str(error).rstrip(".").split("\n")[0]
        text = say("No WebSocket comes through: {reason}.", reason=reason)
        yield wrong(
            "websocket", text, say("Let the proxy pass Upgrade and Connection on (nginx), by HTTP/1.1. {see}", see=SEE)
        )
        return
    if code == 4404:
        yield ok("websocket", say("A WebSocket comes through, and the page counts as the server's own."))
        return
    text = say("The server takes its own page for another site's ({told}).", told=_reason(told) or code)
    yield wrong(
        "websocket",
        text,
        say("Start it with --public-url {url}, or let the proxy pass Host on. {see}", url=url, see=SEE),
    )


def _reason(told: str) -> str:
    return str(Heard(0, {}, told.encode()).field("reason") or "")


def _metrics(url: str) -> Iterator[Finding]:
    if not is_local(url) and _get(f"{url}/metrics").status == 200:
        text = say("Everybody can read {url}/metrics.", url=url)
        yield warning(
            "metrics",
            text,
            say("Let the proxy answer it with 404, if the numbers are nobody's business. {see}", see=SEE),
        )


def _certificate(url: str) -> Iterator[Finding]:
    parts = urlsplit(url)
    if parts.scheme != "https" or parts.hostname is None:
        return
    context = ssl.create_default_context()
    with (
        socket.create_connection((parts.hostname, parts.port or 443), SECONDS) as plain,
        context.wrap_socket(plain, server_hostname=parts.hostname) as safe,
    ):
        shown: Any = safe.getpeercert()
    left = ssl.cert_time_to_seconds(shown["notAfter"]) - time.time()
    days = int(left // 86400)
    if left < SOON:
        text = say("The certificate ends in {days:day|days}.", days=days)
        yield warning(
            "certificate", text, say("Renew it, and see why that did not happen by itself: certbot renew --dry-run")
        )
    else:
        yield ok("certificate", say("The certificate is good for {days:day|days}.", days=days))
