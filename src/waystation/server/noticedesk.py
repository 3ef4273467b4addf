"""What is asked about how one is told: in which browsers, at which address, of what, and when not."""

from __future__ import annotations

import time

from waystation.engine.words import say

from . import notices, targets
from .calls import Endpoint
from .devices import device_name
from .mail import check_address
from .protocol import MailWish, Notices, NoticeWishes, PushWish, Secret, Tried
from .refusals import Refused
from .routes import WebCall
from .rows import Book
from .sql import connection_of
from .targets import PushTarget, push_id


async def my_notices(call: WebCall) -> Notices:
    """How I am told while I look elsewhere."""
    herald, person = call.server.herald, call.person
    await herald.follow_key()  # a browser that is given another one takes nothing

    def job(book: Book) -> Notices:
        connection = connection_of(book)
        mail, confirmed = targets.mail_of(connection, person)
        return Notices(
            wishes=notices.wishes_of(connection, person),
            push_key=herald.keys.public,
            pushes=targets.pushes_of(connection, person),
            can_mail=herald.post is not None,
            mail=mail,
            confirmed=confirmed,
        )

    return await call.server.storage.read(job)


async def change_notices(call: WebCall) -> Notices:
    """Say of what I wish to be told, and when not."""
    call.server.limits.sign(call.request, call.person)
    wishes: NoticeWishes = call.body
    if notices.zone_of(wishes.zone) is None:
        raise Refused(say("This server knows no time zone {zone}.", zone=wishes.zone), status=422)

    def job(book: Book) -> None:
        book.ensure_person(call.person)
        notices.keep_wishes(connection_of(book), call.person, wishes, time.time())

    await call.server.storage.write(job)
    return await my_notices(call)


async def add_push(call: WebCall) -> Notices:
    """Tell me in this browser, too."""
    call.server.limits.sign(call.request, call.person)
    asked: PushWish = call.body
    wanted = PushTarget(push_id(asked.endpoint), asked.endpoint, asked.p256dh, asked.auth)
    call.server.herald.push.check(wanted)
    name = device_name(call.request.headers.get("user-agent", ""))

    def job(book: Book) -> None:
        book.ensure_person(call.person)
        targets.add_push(connection_of(book), call.visit, wanted, name, time.time())

    await call.server.storage.write(job)
    return await my_notices(call)


async def remove_push(call: WebCall) -> Notices:
    """Tell me in one of my browsers no more."""
    ident = call.path("push")
    if not await call.server.storage.write(lambda book: targets.forget_push(connection_of(book), ident, call.person)):
        raise Refused(say("You are not told anything there."), status=404)
    return await my_notices(call)


async def ask_mail(call: WebCall) -> Notices:
    """Write to this address, once somebody has opened the link in the letter that goes there now."""
    asked: MailWish = call.body
    address = check_address(asked.address)
    call.server.limits.letter(call.request, call.person)
    call.server.limits.mailbox(address)
    await call.server.herald.confirm(call.person, address)
    return await my_notices(call)


async def remove_mail(call: WebCall) -> Notices:
    """Write to me no more, and forget my address."""
    await call.server.storage.write(lambda book: targets.forget_mail(connection_of(book), call.person))
    return await my_notices(call)


async def try_notices(call: WebCall) -> Tried:
    """Send me something now, to see whether it comes."""
    call.server.limits.letter(call.request, call.person)
    outcomes = await call.server.herald.try_out(call.person)
    sent = sum(outcome.state == "sent" for outcome in outcomes)
    return Tried(sent=sent, failed=len(outcomes) - sent)


async def confirm_mail(call: WebCall) -> None:
    """Say that the address is right to which this link was sent."""
    asked: Secret = call.body
    now = time.time()
    if not await call.server.storage.write(lambda book: targets.confirm_mail(connection_of(book), asked.secret, now)):
        raise Refused(say("This link leads nowhere (any more): ask for another letter."), status=404)


async def stop_mail(call: WebCall) -> None:
    """Send no more letters to whoever got this link (RFC 8058)."""
    secret = str(call.path("secret"))
    await call.server.storage.write(lambda book: targets.stop_mail(connection_of(book), secret))


_NOTICES = "/api/you/notices"

ENDPOINTS = [
    Endpoint("GET", _NOTICES, my_notices, Notices),
    Endpoint("POST", _NOTICES, change_notices, Notices, NoticeWishes),
    Endpoint("POST", f"{_NOTICES}/push", add_push, Notices, PushWish),
    Endpoint("DELETE", f"{_NOTICES}/push/{{push}}", remove_push, Notices),
    Endpoint("POST", f"{_NOTICES}/mail", ask_mail, Notices, MailWish),
    Endpoint("DELETE", f"{_NOTICES}/mail", remove_mail, Notices),
    Endpoint("POST", f"{_NOTICES}/try", try_notices, Tried),
    Endpoint("POST", "/api/confirm", confirm_mail, None, Secret, status=204),
    Endpoint("POST", "/stop/{secret}", stop_mail, None, status=204),
]
