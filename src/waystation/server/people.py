"""Who is who: a random id in a signed cookie. There are no accounts and no passwords."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "waystation"
_YEAR = 365 * 24 * 3600


class People:
    """Reads and writes the cookie."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()

    def known(self, request: HTTPConnection) -> str | None:
        """The person that a request comes from, if its cookie is ours."""
        person, _, signature = request.cookies.get(COOKIE, "").partition(".")
        return person if hmac.compare_digest(self._sign(person).encode(), signature.encode()) else None

    def welcome(self, response: Response, person: str, secure: bool) -> None:
        """Give a person their cookie (again: it lives a year from the last visit)."""
        response.set_cookie(
            COOKIE,
            f"{person}.{self._sign(person)}",
            max_age=_YEAR,
            httponly=True,
            samesite="lax",
            secure=secure,
        )

    def _sign(self, person: str) -> str:
        return hmac.new(self.key, person.encode(), sha256).hexdigest()


def new_person() -> str:
    """An id that nobody can guess."""
    return secrets.token_hex(16)
