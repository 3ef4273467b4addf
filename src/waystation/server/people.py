"""Who is who: a random id in a signed cookie, and which browser it was given to. There are no passwords."""

from __future__ import annotations

import hmac
import secrets
import time
from hashlib import sha256
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "waystation"
LIVES = 365 * 24 * 3600
"""Seconds for which a cookie is taken, and kept by its browser: less than it is remembered who is signed out
(`devices`)."""
AGAIN = 30 * 24 * 3600
"""Seconds after which a cookie is given again to whoever comes with it."""
UNDATED = 1_796_083_200
"""Cookies of earlier releases do not say when they were given: they count as of 2026-12-01."""
_STARTED = time.time() - time.monotonic()


class Visit(NamedTuple):
    """A person at one of their devices. The device's id begins with when it was made; `given`: when their cookie was
    (0: they have none)."""

    person: str
    device: str
    given: float = 0.0

    @property
    def needs_cookie(self) -> bool:
        """Whether the answer is to bring a cookie: so nobody who comes at all loses theirs after a year."""
        return self.given + AGAIN < now()

    @property
    def begun(self) -> float:
        """When this browser became this person's, in seconds since 1970."""
        return int(self.device[:12], 16) / 1000


class People:
    """Reads and writes the cookie.

    `ended`: devices that are signed out, people of whom all devices that began by then are, and marks of people who
    are forgotten.
    """

    def __init__(self, key: str) -> None:
        self.key = key.encode()
        self.ended: dict[str, float] = {}

    def known(self, request: HTTPConnection) -> str | None:
        """The person that a request comes from, if its cookie is ours."""
        visit = self.visit(request)
        return None if visit is None else visit.person

    def visit(self, request: HTTPConnection) -> Visit | None:
        """The person and their device. Cookies of earlier releases name no device, or no time."""
        signed, _, signature = request.cookies.get(COOKIE, "").rpartition(".")
        if not hmac.compare_digest(self._sign(signed).encode(), signature.encode()):
            return None
        person, device, given, *_ = [*signed.split("."), "", ""]
        visit = Visit(person, device or _unnamed(person), int(given, 16) if given else UNDATED)
        if visit.given + LIVES < now():
            return None
        over = visit.device in self.ended or visit.begun <= self.ended.get(person, -1.0)
        over = over or mark_of(person) in self.ended
        return None if over else visit

    def welcome(self, response: Response, visit: Visit, secure: bool) -> None:
        """Give a person their cookie (again: it lives a year). Nobody else is to be given it out of a cache."""
        signed = f"{visit.person}.{visit.device}.{max(int(now()), UNDATED):x}"
        response.set_cookie(
            COOKIE,
            f"{signed}.{self._sign(signed)}",
            max_age=LIVES,
            httponly=True,
            samesite="lax",
            secure=secure,
        )
        if "no-store" not in response.headers.get("Cache-Control", ""):
            response.headers["Cache-Control"] = "private, no-cache"

    def _sign(self, signed: str) -> str:
        return hmac.new(self.key, signed.encode(), sha256).hexdigest()


def now() -> float:
    """Seconds since 1970, as a clock says that nobody sets while the process runs: whoever comes while the clock is
    years ahead is still who they were."""
    return _STARTED + time.monotonic()


def new_person() -> str:
    """An id that nobody can guess."""
    return secrets.token_hex(16)


def new_device(now: float | None = None) -> str:
    """An id for a browser that is given a cookie."""
    return f"{int((time.time() if now is None else now) * 1000):012x}{secrets.token_hex(8)}"


def new_visit() -> Visit:
    """Somebody whom nobody knows yet."""
    return Visit(new_person(), new_device())


def mark_of(person: str) -> str:
    """What is kept of the id of somebody who is forgotten: their cookies are known by it, and it says nothing else."""
    return sha256(f"forgotten {person}".encode()).hexdigest()[:32]


def _unnamed(person: str) -> str:
    """The device of a cookie that names none: always the same one, as old as can be."""
    return "0" * 12 + sha256(f"device of {person}".encode()).hexdigest()[:16]
