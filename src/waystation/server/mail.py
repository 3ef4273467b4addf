"""Letters by SMTP, to the server that whoever runs this one has named."""

from __future__ import annotations

import asyncio
import re
import ssl
from email.message import EmailMessage
from time import monotonic
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from aiosmtplib import SMTP, SMTPDataError, SMTPException, SMTPRecipientsRefused

from waystation.engine.words import say

from .delivery import FAILED, LATER, SENT, Outcome
from .refusals import Refused

SECONDS = 20.0
"""For a connection, and for each answer."""
AT_ONCE = 4
"""Connections to the mail server."""
REST = 10.0
"""Seconds for which a mail server that can't be reached is left alone."""
_LOCAL = ("localhost", "::1")
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")


class MailServer(NamedTuple):
    """Where letters are handed in: `implicit` TLS from the beginning, else (None: where it is offered) by STARTTLS."""

    host: str
    port: int
    user: str | None
    password: str | None
    implicit: bool
    starttls: bool | None

    @classmethod
    def of(cls, url: str) -> MailServer:
        """ValueError if it makes no sense."""
        how = "a mail server is written as smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST"
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise ValueError(how) from error
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path.strip("/") or parts.query:
            raise ValueError(how)
        implicit, local = parts.scheme == "smtps", is_local(parts.hostname)
        user = None if parts.username is None else unquote(parts.username)
        password = None if parts.password is None else unquote(parts.password)
        # A password goes over no wire that others can listen to.
        starttls = False if implicit else True if user is not None and not local else None
        usual = 465 if implicit else 25 if local else 587
        return cls(parts.hostname, port or usual, user, password, implicit, starttls)

    def connection(self) -> SMTP:
        """A connection that is yet to be made."""
        return SMTP(
            hostname=self.host,
            port=self.port,
            username=self.user,
            password=self.password,
            use_tls=self.implicit,
            start_tls=self.starttls,
            timeout=SECONDS,
        )


def is_local(host: str) -> bool:
    """Whether a host is this machine."""
    return host in _LOCAL or host.startswith("127.")


def check_address(text: str) -> str:
    """An e-mail address, as it is kept. Refused (422) if it is none that we can write to."""
    local, _, domain = text.strip().rpartition("@")
    address = f"{local}@{domain.lower()}"
    dots = local.startswith(".") or local.endswith(".") or ".." in local
    # "=?" begins what readers of headers decode: it might say anything, another address too
    if len(address) > 254 or dots or "=?" in address or not _ADDRESS.fullmatch(address):
        raise Refused(say("This is no e-mail address: it is written as name@example.org."), status=422)
    return address


class Post:
    """Hands letters in. `sender` is the address that they come from; ValueError if that or the server is none."""

    def __init__(self, url: str, sender: str) -> None:
        self.server = MailServer.of(url)
        try:
            self.sender = check_address(sender)
        except Refused as refused:
            raise ValueError(f"{sender!r}: {refused.reason}") from refused
        self._room = asyncio.Semaphore(AT_ONCE)
        self._rests_until = 0.0

    async def send(self, message: EmailMessage) -> Outcome:
        """Hand a letter in."""
        async with self._room:
            if monotonic() < self._rests_until:
                return LATER
            try:
                async with self.server.connection() as connection:
                    await connection.sendmail(self.sender, [str(message["To"])], message.as_bytes())
            except SMTPRecipientsRefused as refused:
                return _refused(max(one.code for one in refused.recipients))
            except SMTPDataError as error:
                return _refused(error.code)
            except (SMTPException, OSError, ssl.SSLError, TimeoutError):
                self._rests_until = monotonic() + REST
                return LATER
            return SENT

    async def look(self) -> None:
        """Connect, with the password if there is one. SMTPException or OSError if that can't be done."""
        async with self.server.connection() as connection:
            await connection.noop()


def _refused(code: int) -> Outcome:
    """A server does not take this letter: 4xx for now, 5xx for ever."""
    return LATER if code < 500 else FAILED


def post_of(smtp: str, mail_from: str, public_url: str) -> Post | None:
    """Who sends letters through the mail server at `smtp`; None if none is named. ValueError if it can't be."""
    if not smtp:
        if mail_from:
            raise ValueError("--mail-from needs a mail server: --smtp smtp://HOST")
        return None
    if not public_url:
        raise ValueError("letters lead back to the server: --smtp needs --public-url")
    if not mail_from:
        raise ValueError("letters come from somewhere: --smtp needs --mail-from ADDRESS")
    return Post(smtp, mail_from)
