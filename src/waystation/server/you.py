"""What a person asks about themselves: passkeys, devices, signing in and out. Only servers know of it, no tab does."""

from __future__ import annotations

import secrets
import time
from typing import Any

from waystation.engine.borders import fold_name
from waystation.engine.words import say

from . import accounts, devices, lobby, passkeys, statistics
from .calls import Endpoint
from .figures import of_person
from .ledger import write_lines
from .people import Visit, new_device, new_visit
from .protocol import DeviceInfo, Me, NewPasskey, PasskeyInfo, RenamePasskey, SignedIn, SignIn, You
from .refusals import Refused, as_heard
from .routes import WebCall
from .rows import Book
from .sql import connection_of


async def me(call: WebCall) -> Me:
    """Who this browser is."""
    call.server.hub.spawn(note(call))
    return await lobby.me(call)


async def rename(call: WebCall) -> Me:
    """Take a name."""
    call.server.limits.name(call.request)
    return await lobby.rename(call)


async def you(call: WebCall) -> You:
    """What is known of me."""
    await note(call)
    return await _you(call)


async def note(call: WebCall) -> None:
    """Remember, once in an hour, that this device is its person's."""
    seen, now = call.server.seen, time.time()
    if now - seen.get(call.visit.device, 0.0) < devices.NOTED:
        return
    name = devices.device_name(call.request.headers.get("user-agent", ""))
    if await call.server.storage.write(lambda book: devices.note(connection_of(book), call.visit, name, now)):
        if len(seen) > 10_000:
            seen.clear()
        seen[call.visit.device] = now


async def _you(call: WebCall) -> You:
    try:
        passkeys.place(call.server.address, call.request)
        why_not = ""
    except Refused as refused:
        why_not = refused.reason

    def job(book: Book) -> You:
        connection = connection_of(book)
        held, signed = passkeys.of(connection, call.person), devices.of(connection, call.person)
        public = statistics.public_of(connection, call.person)
        return You(
            name=book.person_name(call.person) or "",
            played=None if public is None else of_person(book, public),
            passkeys=[PasskeyInfo(one.id, one.name, one.added, one.used, one.synced) for one in held],
            no_passkeys=why_not,
            devices=[DeviceInfo(one.id, one.name, one.first, one.last, one.id == call.visit.device) for one in signed],
        )

    return await call.server.storage.read(job)


# ---------------------------------------------------------------------- passkeys


async def begin_passkey(call: WebCall) -> dict[str, Any]:
    """What a browser needs to make a passkey (publicKey of navigator.credentials.create)."""
    call.server.limits.sign(call.request, call.person)
    at = passkeys.place(call.server.address, call.request)
    handle = secrets.token_urlsafe(32)

    def job(book: Book) -> dict[str, Any]:
        book.ensure_person(call.person)
        connection = connection_of(book)
        held = passkeys.of(connection, call.person)
        called = book.person_name(call.person) or as_heard(say("Waystation player"))
        challenge = passkeys.ask(connection, "add", call.person, handle)
        return passkeys.new_options(at, held, handle, called, challenge)

    return await call.server.storage.write(job)


async def add_passkey(call: WebCall) -> You:
    """Keep the passkey that a browser has made."""
    call.server.limits.sign(call.request, call.person)
    asked: NewPasskey = call.body
    at = passkeys.place(call.server.address, call.request)
    challenge = passkeys.challenge_in(asked.credential)
    handle = await call.server.storage.write(
        lambda book: passkeys.take(connection_of(book), "add", call.person, challenge)
    )
    if handle is None:
        raise Refused(passkeys.TOO_LATE)
    made = await passkeys.check_new(asked.credential, at, challenge)
    name = fold_name(asked.name) or devices.device_name(call.request.headers.get("user-agent", ""))

    def job(book: Book) -> None:
        book.ensure_person(call.person)
        passkeys.add(connection_of(book), call.person, made, handle, name)

    await call.server.storage.write(job)
    return await you(call)


async def rename_passkey(call: WebCall) -> You:
    """Call a passkey something else."""
    call.server.limits.sign(call.request, call.person)
    asked: RenamePasskey = call.body
    name = fold_name(asked.name)
    if not name:
        raise Refused(say("A name needs a letter that can be seen."), status=422)
    ident = call.path("passkey")
    if not await call.server.storage.write(lambda book: passkeys.rename(connection_of(book), call.person, ident, name)):
        raise Refused(say("You have no such passkey."), status=404)
    return await _you(call)


async def remove_passkey(call: WebCall) -> You:
    """Take a passkey away: it opens nothing here any more."""
    call.server.limits.sign(call.request, call.person)
    ident = call.path("passkey")
    if not await call.server.storage.write(lambda book: passkeys.remove(connection_of(book), call.person, ident)):
        raise Refused(say("You have no such passkey."), status=404)
    return await _you(call)


# ---------------------------------------------------------------------- signing in and out


async def begin_sign_in(call: WebCall) -> dict[str, Any]:
    """What a browser needs to sign in by a passkey (publicKey of navigator.credentials.get)."""
    call.server.limits.sign(call.request, call.person)
    at = passkeys.place(call.server.address, call.request)
    challenge = await call.server.storage.write(lambda book: passkeys.ask(connection_of(book), "enter", call.person))
    return passkeys.enter_options(at, challenge)


async def sign_in(call: WebCall) -> SignedIn:
    """Be the person to whom a passkey belongs; what was played here before comes along."""
    call.server.limits.sign(call.request, call.person)
    asked: SignIn = call.body
    at = passkeys.place(call.server.address, call.request)
    challenge = passkeys.challenge_in(asked.credential)
    credential = str(asked.credential.get("id", ""))

    def look(book: Book) -> passkeys.Held | None:
        if passkeys.take(connection_of(book), "enter", call.person, challenge) is None:
            raise Refused(passkeys.TOO_LATE)
        return passkeys.by_credential(connection_of(book), credential)

    held = await call.server.storage.write(look)
    if held is None:
        raise Refused(say("This passkey is not known here (any more)."), status=404)
    count = await passkeys.check_used(asked.credential, at, challenge, held)
    return await _enter(call, held, count)


async def _enter(call: WebCall, held: passkeys.Held, count: int) -> SignedIn:
    ended = call.server.people.ended.get(held.person, 0.0)  # later than now, if the clock was ahead of itself then
    before, after = call.visit, Visit(held.person, new_device(max(time.time(), ended + 0.001)))
    name = devices.device_name(call.request.headers.get("user-agent", ""))

    def comes_along(book: Book) -> bool:
        known = book.person_name(before.person) is not None
        return known and before.person != after.person and not accounts.is_signed_up(connection_of(book), before.person)

    def look(book: Book) -> list[str]:
        return accounts.left_behind(connection_of(book), before.person) if comes_along(book) else []

    left = await call.server.storage.read(look)

    def job(book: Book) -> tuple[list[str], SignedIn]:
        connection, now = connection_of(book), time.time()
        if not passkeys.used(connection, held, count):
            raise Refused(passkeys.TOO_LATE)
        alone = comes_along(book)
        touched = accounts.join(connection, before.person, after.person, left) if alone else []
        if alone:
            devices.move(connection, before, after)
            devices.forget_person(connection, before.person, now)
        else:
            devices.leave(connection, before, now)
        devices.note(connection, after, name, now)
        return touched, SignedIn(name=book.person_name(after.person) or "", tables=len(touched))

    touched, signed = await write_lines(call.server.storage, job)
    call.become(after)
    await call.server.follow_ended()
    await look_again(call, [*touched, *left])
    return signed


async def look_again(call: WebCall, touched: list[str]) -> None:
    """Let tables in memory agree with their logs, which have moved."""
    rooms = call.server.hub.rooms
    await call.server.hub.look_after([rooms[ident] for ident in touched if ident in rooms])


async def sign_out(call: WebCall) -> None:
    """Sign this device out: the browser is somebody new."""

    call.server.limits.sign(call.request, call.person)
    visit = call.visit
    await call.server.storage.write(lambda book: devices.leave(connection_of(book), visit, time.time()))
    call.become(new_visit())
    await call.server.follow_ended()


async def sign_out_others(call: WebCall) -> You:
    """Sign out everywhere but here."""
    call.server.limits.sign(call.request, call.person)
    name = devices.device_name(call.request.headers.get("user-agent", ""))
    signed = await call.server.storage.read(lambda book: devices.of(connection_of(book), call.person))
    # Later than now, if the clock was ahead of itself then.
    begun = [Visit(call.person, one.id).begun for one in signed]
    here = Visit(call.person, new_device(max(time.time(), call.visit.begun, *begun) + 0.01))

    def job(book: Book) -> None:
        now = here.begun - 0.001
        devices.move(connection_of(book), call.visit, here)
        devices.sign_out_all(connection_of(book), call.person, now, here.device)
        devices.note(connection_of(book), here, name, now)

    await call.server.storage.write(job)
    call.become(here)
    await call.server.follow_ended()
    return await _you(call)


async def sign_out_device(call: WebCall) -> You:
    """Sign one of my devices out."""
    ident = call.path("device")
    if ident == call.visit.device:
        raise Refused(say("That is this device."))
    if not await call.server.storage.write(
        lambda book: devices.sign_out(connection_of(book), call.person, ident, time.time())
    ):
        raise Refused(say("You are not signed in on such a device."), status=404)
    await call.server.follow_ended()
    return await _you(call)


ENDPOINTS = [
    Endpoint("GET", "/api/you", you, You),
    Endpoint("POST", "/api/you/passkeys/begin", begin_passkey, dict[str, Any]),
    Endpoint("POST", "/api/you/passkeys", add_passkey, You, NewPasskey),
    Endpoint("POST", "/api/you/passkeys/{passkey}", rename_passkey, You, RenamePasskey),
    Endpoint("DELETE", "/api/you/passkeys/{passkey}", remove_passkey, You),
    Endpoint("POST", "/api/sign-in/begin", begin_sign_in, dict[str, Any]),
    Endpoint("POST", "/api/sign-in", sign_in, SignedIn, SignIn),
    Endpoint("POST", "/api/sign-out", sign_out, None, status=204),
    Endpoint("POST", "/api/you/sign-out-others", sign_out_others, You),
    Endpoint("DELETE", "/api/you/devices/{device}", sign_out_device, You),
]
