"""Passkeys: a device signs a question that it is asked once, and so says who somebody is, without a password.

The passkey is bound to this server's name (the host of its public address) by the browser; we check what was signed:
our question, from our page, by the key that we know, for the person that the device has noted, with a counter that only
grows.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, Literal, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec
import webauthn
from sqlalchemy import Connection, delete, func, insert, select, update
from starlette.requests import HTTPConnection
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from waystation.engine.typed import decoder
from waystation.engine.words import say

from . import schema
from .address import Address, site_of, usual
from .refusals import Refused

log = logging.getLogger("waystation.server")

_T = TypeVar("_T")

MOST = 20
"""Passkeys of a person."""
LONGEST = 1400
"""Letters of a passkey's id: the standard has 1023 bytes."""
SECONDS = 300.0
"""How long a question waits for its answer."""

Purpose = Literal["add", "enter"]


class Place(NamedTuple):
    """What a passkey is bound to: the server's name, and the address of its page."""

    name: str
    origin: str


class Held(NamedTuple):
    """A passkey that we know."""

    id: str
    person: str
    credential: str
    handle: str
    public_key: str
    counter: int
    name: str
    synced: bool
    added: float
    used: float | None


BY_NAME = say("Passkeys work over HTTPS and by a name only, or at localhost on this machine.")


def place(address: Address, request: HTTPConnection) -> Place:
    """Where a request has come to. Refused where browsers allow no passkeys."""
    host = request.headers.get("host", "")
    if address.public and usual(host) != usual(urlsplit(address.public).netloc):
        raise Refused(say("Passkeys work at {url} only.", url=address.public))
    try:
        parts = site_of(address.public or f"{request.url.scheme}://{host}")  # whoever asks may write anything there
    except ValueError as error:
        raise Refused(BY_NAME) from error
    name = parts.hostname or ""
    try:
        ip_address(name)
    except ValueError:
        if name == "localhost" or parts.scheme == "https":
            return Place(name, f"{parts.scheme}://{usual(parts.netloc)}")
    raise Refused(BY_NAME)


# ---------------------------------------------------------------------- questions


def ask(connection: Connection, purpose: Purpose, person: str, handle: str = "") -> str:
    """A new question for a person's device, to be answered once, and soon."""
    columns = schema.challenges.c
    now = time.time()
    old = columns.until < now
    connection.execute(
        delete(schema.challenges).where(old | ((columns.asked_by == person) & (columns.purpose == purpose)))
    )
    challenge = secrets.token_urlsafe(32)
    row = {"challenge": challenge, "purpose": purpose, "asked_by": person, "handle": handle, "until": now + SECONDS}
    connection.execute(insert(schema.challenges).values(**row))
    return challenge


def take(connection: Connection, purpose: Purpose, person: str, challenge: str) -> str | None:
    """Use a question up. Its handle; None if this person was not asked it, or it was answered, or it is too late."""
    columns = schema.challenges.c
    asked = (columns.challenge == challenge) & (columns.asked_by == person) & (columns.purpose == purpose)
    handle = connection.scalar(select(columns.handle).where(asked, columns.until > time.time()))
    gone = connection.execute(delete(schema.challenges).where(asked)).rowcount
    return handle if gone else None


class ClientData(msgspec.Struct):
    """What of a device's own words is read before they are checked."""

    challenge: str


_client_data = decoder(ClientData)


def challenge_in(credential: dict[str, Any]) -> str:
    """The question that a device says it has answered; Refused if it says nothing that makes sense."""
    try:
        said: ClientData = _client_data(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return said.challenge[:64].replace("\0", "")
    except Exception as error:  # whatever strangers send
        raise _makes_no_sense() from error


def _makes_no_sense() -> Refused:
    return Refused(say("That is no answer of a passkey."), status=422)


TOO_LATE = say("That took too long, or was answered before; try again.")


# ---------------------------------------------------------------------- adding and using


def of(connection: Connection, person: str) -> list[Held]:
    """A person's passkeys, oldest first."""
    columns = schema.passkeys
    found = connection.execute(select(columns).where(columns.c.person == person).order_by(columns.c.added))
    return [Held(**row) for row in found.mappings()]


def by_credential(connection: Connection, credential: str) -> Held | None:
    """The passkey with this id of its device."""
    statement = select(schema.passkeys).where(schema.passkeys.c.credential == credential.replace("\0", ""))
    found = connection.execute(statement).mappings().first()
    return Held(**found) if found else None


def new_options(at: Place, held: list[Held], handle: str, called: str, challenge: str) -> dict[str, Any]:
    """What a browser is to be told to make a passkey."""
    options = webauthn.generate_registration_options(
        rp_id=at.name,
        rp_name="Waystation",
        user_id=base64url_to_bytes(handle),
        user_name=called,
        challenge=base64url_to_bytes(challenge),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(one.credential)) for one in held],
    )
    return dict(json.loads(options_to_json(options)))


def enter_options(at: Place, challenge: str) -> dict[str, Any]:
    """What a browser is to be told to look for a passkey of this server."""
    options = webauthn.generate_authentication_options(rp_id=at.name, challenge=base64url_to_bytes(challenge))
    return dict(json.loads(options_to_json(options)))


class Made(NamedTuple):
    """What a device has made."""

    credential: str
    public_key: str
    counter: int
    synced: bool


async def check_new(credential: dict[str, Any], at: Place, challenge: str) -> Made:
    """A new passkey, if its answer is right. Refused (403)."""

    def check() -> Made:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=at.name,
            expected_origin=at.origin,
        )
        key, ident = bytes_to_base64url(found.credential_public_key), bytes_to_base64url(found.credential_id)
        if len(ident) > LONGEST:
            raise ValueError("an id is not as long as that")
        return Made(ident, key, found.sign_count, found.credential_backed_up)

    return await _checked(check)


async def check_used(credential: dict[str, Any], at: Place, challenge: str, held: Held) -> int:
    """The new count of a passkey, if its answer is right. Refused (403)."""
    if str(credential.get("response", {}).get("userHandle", "")).rstrip("=") != held.handle:
        raise Refused(say("This passkey belongs to somebody else."), status=403)

    def check() -> int:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=at.name,
            expected_origin=at.origin,
            credential_public_key=base64url_to_bytes(held.public_key),
            credential_current_sign_count=held.counter,
        )
        return found.new_sign_count

    return await _checked(check)


async def _checked(check: Callable[[], _T]) -> _T:
    """What a check finds. Refused (403) if it does not go well."""
    try:
        return await asyncio.to_thread(check)
    except Exception as error:  # the library has many kinds, and strangers send anything
        log.info("passkey refused", extra={"reason": type(error).__name__})
        raise Refused(say("This passkey's answer is not right."), status=403) from error


def add(connection: Connection, person: str, made: Made, handle: str, name: str) -> None:
    """Keep a new passkey. Refused if there are too many, or it is known already."""
    columns = schema.passkeys.c
    if connection.scalar(select(func.count()).where(columns.person == person)) >= MOST:  # type: ignore[operator]
        raise Refused(say("You have {n} passkeys; take one away first.", n=MOST))
    if by_credential(connection, made.credential) is not None:
        raise Refused(say("This passkey is known already."))
    row = {"id": secrets.token_hex(8), "person": person, "handle": handle, "name": name, "added": time.time()}
    connection.execute(insert(schema.passkeys).values(**row, **made._asdict()))


def used(connection: Connection, held: Held, counter: int) -> bool:
    """Note that a passkey was used; False if it was used, or taken away, meanwhile."""
    columns = schema.passkeys.c
    same = (columns.id == held.id) & (columns.counter == held.counter) & (columns.person == held.person)
    return (
        connection.execute(update(schema.passkeys).where(same).values(counter=counter, used=time.time())).rowcount == 1
    )


def rename(connection: Connection, person: str, ident: str, name: str) -> bool:
    """Call a passkey something else; whether it is this person's."""
    mine = (schema.passkeys.c.id == ident) & (schema.passkeys.c.person == person)
    return connection.execute(update(schema.passkeys).where(mine).values(name=name)).rowcount == 1


def remove(connection: Connection, person: str, ident: str) -> bool:
    """Take a passkey away; whether it was this person's."""
    mine = (schema.passkeys.c.id == ident) & (schema.passkeys.c.person == person)
    return connection.execute(delete(schema.passkeys).where(mine)).rowcount == 1
