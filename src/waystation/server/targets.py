"""Where notices go: browsers that take pushes, and e-mail addresses that were confirmed; statements about them.

An address gets one letter, which asks whether it is right, and nothing more before somebody has said so. The links in
letters are secrets of their own: they open nothing but what they are for.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, ClassVar, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from waystation.engine.words import say

from . import schema
from .people import Visit
from .protocol import NoticeKind, NoticeWishes, PushInfo
from .refusals import Refused

MOST_BROWSERS = 10
"""Browsers of one person; of more, the oldest goes."""
DAY = 24 * 3600.0
CONFIRM_WITHIN = 2 * DAY
STRANGERS = 3
"""People who may have asked within a day to be written to at one address."""

_pushes, _mails, _notices = schema.push_targets.c, schema.mails.c, schema.notices.c


class PushTarget(NamedTuple):
    """A browser that takes pushes, by what it has told us of itself."""

    target: str
    endpoint: str
    p256dh: str
    auth: str

    def wished(self, wishes: NoticeWishes) -> Sequence[NoticeKind]:
        """What is told there."""
        return wishes.push


class _Mail(NamedTuple):
    address: str
    stop: str


class MailTarget(_Mail):
    """A person's e-mail address, and the secret by which its letters are stopped."""

    target: ClassVar[str] = "mail"

    def wished(self, wishes: NoticeWishes) -> Sequence[NoticeKind]:
        """What is told there."""
        return wishes.mail


Destination = PushTarget | MailTarget


def destinations(connection: Connection, person: str) -> list[Destination]:
    """Where a person can be told anything."""
    columns = (_pushes.id, _pushes.endpoint, _pushes.p256dh, _pushes.auth)
    found: list[Destination] = [
        PushTarget(*row) for row in connection.execute(select(*columns).where(_pushes.person == person))
    ]
    confirmed = select(_mails.address, _mails.stop).where(_mails.person == person, _mails.confirmed.is_not(None))
    return found + [MailTarget(*row) for row in connection.execute(confirmed)]


# ---------------------------------------------------------------------- browsers


def push_id(endpoint: str) -> str:
    """What a browser is called by: the page works it out as well, to know itself in the list."""
    return sha256(endpoint.encode()).hexdigest()[:16]


def add_push(connection: Connection, visit: Visit, pushed: PushTarget, name: str, now: float) -> None:
    """Push to this browser from now on: to this person, whoever it was before."""
    forget_push(connection, pushed.target)
    row = pushed._asdict()
    del row["target"]
    row |= {"id": pushed.target, "person": visit.person, "device": visit.device, "name": name, "added": now}
    connection.execute(insert(schema.push_targets).values(**row))
    newest = select(_pushes.id).where(_pushes.person == visit.person).order_by(_pushes.added.desc())
    for ident in list(connection.scalars(newest))[MOST_BROWSERS:]:
        forget_push(connection, ident)


def forget_push(connection: Connection, ident: str, person: str | None = None) -> bool:
    """Push there no more; whether we did. With a person: if it is theirs."""
    mine = [_pushes.person == person] if person is not None else []
    gone = connection.execute(delete(schema.push_targets).where(_pushes.id == ident, *mine)).rowcount > 0
    if gone:
        connection.execute(delete(schema.notices).where(_notices.target == ident))
    return gone


def pushes_of(connection: Connection, person: str) -> list[PushInfo]:
    """A person's browsers, the newest first."""
    columns = select(_pushes.id, _pushes.name, _pushes.added)
    found = connection.execute(columns.where(_pushes.person == person).order_by(_pushes.added.desc()))
    return [PushInfo(id=row.id, name=row.name, added=row.added) for row in found]


# ---------------------------------------------------------------------- addresses


class Asking(NamedTuple):
    """An address to be confirmed: the secrets to confirm it by, and to stop it. `before`: what it replaces."""

    confirm: str
    stop: str
    before: dict[str, Any] | None


def ask_mail(connection: Connection, person: str, address: str, now: float) -> Asking:
    """Write down an address, which is yet to be confirmed.

    Refused if too many others have asked for the same one: nobody's mailbox is to be filled by strangers.
    """
    others = select(func.count()).where(func.lower(_mails.address) == address.lower(), _mails.person != person)
    if (connection.scalar(others.where(_mails.asked > now - DAY)) or 0) >= STRANGERS:
        raise Refused(say("Too many have asked today to be written to at this address."), status=429, wait=DAY)
    before = connection.execute(select(schema.mails).where(_mails.person == person)).mappings().first()
    connection.execute(delete(schema.mails).where(_mails.person == person))
    asking = Asking(secrets.token_urlsafe(24), secrets.token_urlsafe(24), None if before is None else dict(before))
    row = {"person": person, "address": address, "confirm": asking.confirm, "stop": asking.stop, "asked": now}
    connection.execute(insert(schema.mails).values(**row))
    return asking


def take_back(connection: Connection, asking: Asking) -> None:
    """An address could not be asked: what was there before counts again."""
    gone = connection.execute(delete(schema.mails).where(_mails.stop == asking.stop)).rowcount > 0
    if gone and asking.before is not None:
        connection.execute(insert(schema.mails).values(**asking.before))


def confirm_mail(connection: Connection, secret: str, now: float) -> bool:
    """Whoever reads what comes to an address says that it is right; False if the secret is none (any more)."""
    asked = (_mails.confirm == secret) & (_mails.asked > now - CONFIRM_WITHIN)
    done = connection.execute(update(schema.mails).where(asked).values(confirm=None, confirmed=now))
    return done.rowcount > 0


def stop_mail(connection: Connection, secret: str) -> bool:
    """Write there no more; False if nothing was written there by this secret."""
    person = connection.scalar(select(_mails.person).where(_mails.stop == secret))
    if person is not None:
        forget_mail(connection, person)
    return person is not None


def forget_mail(connection: Connection, person: str) -> None:
    """Write to a person no more."""
    connection.execute(delete(schema.mails).where(_mails.person == person))
    waiting = (_notices.person == person) & (_notices.target == MailTarget.target)
    connection.execute(delete(schema.notices).where(waiting))


def mail_of(connection: Connection, person: str) -> tuple[str, bool]:
    """A person's address ("": none), and whether it was confirmed."""
    row = connection.execute(select(_mails.address, _mails.confirmed).where(_mails.person == person)).first()
    return ("", False) if row is None else (row.address, row.confirmed is not None)
