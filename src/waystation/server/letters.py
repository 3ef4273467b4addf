"""What a notice says: which game, with whom, what has come up, and the way there. Nothing that is secret at the table.

A push service carries what is pushed encrypted, but whoever looks at the phone can read it; a letter is read by
every server on its way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from functools import partial
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from waystation.engine.words import Phrase, say

from .games import title_of
from .notices import Item, Letter
from .protocol import NoticeKind
from .refusals import as_heard

MOST = 20
"""Things that are told one by one; of more, how many."""
SHORT = 4
"""The same, where there is little room."""
NAMES = 4
"""Others who are named at a table."""
_SAID: dict[NoticeKind, Phrase] = {
    "turn": say("It is your turn."),
    "round": say("The next round of your tournament has begun."),
    "joined": say("Somebody has sat down."),
    "undo": say("You are asked whether moves may be taken back."),
    "over": say("The game is over."),
}


class Pushed(msgspec.Struct, frozen=True):
    """What the page's service worker shows: `tag` names what it replaces, `path` is where a click leads."""

    title: str
    body: str
    tag: str
    path: str


class Envelope(NamedTuple):
    """Of a letter to an address. `base`: this server's; `stop`: the secret that ends such letters."""

    base: str
    sender: str
    address: str
    stop: str


class Message(NamedTuple):
    """Something to be told, for whichever way it goes: a push replaces what has the same topic."""

    topic: str
    pushed: Callable[[], bytes]
    mailed: Callable[[Envelope], EmailMessage]


def message(letter: Letter) -> Message:
    """What has come up."""
    return Message(letter.topic, partial(_pushed, letter), partial(_mailed, letter))


def trial(key: str) -> Message:
    """What somebody gets who wants to see whether it works. `key`: another each time."""
    text = as_heard(say("This is how you are told."))
    push = Pushed("Waystation", text, "trial", "/you")
    return Message("trial", partial(_packed, push), partial(_written, text, "Waystation", f"trial-{key}"))


def confirmation(confirm: str, envelope: Envelope) -> EmailMessage:
    """The letter that asks whether an address is right."""
    base = envelope.base
    subject = as_heard(say("Waystation: is this your address?"))
    text = as_heard(
        say(
            "Somebody, probably you, wants to be told by e-mail about games at {base}. "
            "If that was you, open this within two days:",
            base=base,
        )
    )
    key = sha256(confirm.encode()).hexdigest()[:32]
    end = as_heard(say("If it was not you, do nothing: nothing more will come."))
    return _written(f"{text}\n{base}/confirm#{confirm}\n\n{end}", subject, key, envelope)


def _pushed(letter: Letter) -> bytes:
    tables = list(_by_table(letter.items))
    if len(tables) == 1:
        ident, found = tables[0]
        body = " ".join(as_heard(_SAID[item.kind]) for item in found)
        return _packed(Pushed(_table(found[0]), body, letter.topic, f"/table/{ident}"))
    title = as_heard(say("News from {n:table|tables}", n=len(tables)))
    lines = [_line(found) for _, found in tables[:SHORT]]
    lines += _more(len(tables) - SHORT)
    return _packed(Pushed(title, "\n".join(lines), letter.topic, "/"))


def _packed(what: Pushed) -> bytes:
    return msgspec.json.encode(what)


def _mailed(letter: Letter, envelope: Envelope) -> EmailMessage:
    tables = list(_by_table(letter.items))
    if len(tables) == 1:
        _, found = tables[0]
        subject = as_heard(say("{game}: {said}", game=title_of(found[0].game), said=_SAID[found[0].kind]))
    else:
        subject = as_heard(say("Waystation: news from {n:table|tables}", n=len(tables)))
    parts = [f"{_line(found)}\n{envelope.base}/table/{ident}" for ident, found in tables[:MOST]]
    parts += _more(len(tables) - MOST)
    return _written("\n\n".join(parts), subject, letter.key, envelope)


def _by_table(items: tuple[Item, ...]) -> Iterator[tuple[str, list[Item]]]:
    for ident in dict.fromkeys(item.table for item in items):
        found = [item for item in items if item.table == ident]
        yield ident, sorted(found, key=lambda item: list(_SAID).index(item.kind))


def _table(item: Item) -> str:
    """What a table is called."""
    game, others = title_of(item.game), list(item.others[:NAMES])
    if not others:
        return game
    if len(item.others) > NAMES:
        more = len(item.others) - NAMES
        return as_heard(say("{game} with {others} and {more} more", game=game, others=", ".join(others), more=more))
    return as_heard(say("{game} with {others}", game=game, others=others))


def _line(items: list[Item]) -> str:
    said = " ".join(as_heard(_SAID[item.kind]) for item in items)
    return as_heard(say("{table}: {said}", table=_table(items[0]), said=said))


def _more(n: int) -> list[str]:
    return [as_heard(say("And {n} more.", n=n))] if n > 0 else []


def _written(text: str, subject: str, key: str, envelope: Envelope) -> EmailMessage:
    base, sender, address, stop = envelope
    message = EmailMessage(policy=SMTP.clone(max_line_length=500))  # not every reader puts folded links together
    message["From"] = Address("Waystation", addr_spec=sender)
    message["To"] = Address(addr_spec=address)
    message["Subject"] = subject
    message["Date"] = formatdate(usegmt=True)
    message["Message-ID"] = f"<{key}@{urlsplit(base).hostname}>"
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{base}/stop/{stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    foot = say(
        "What you are told, and when: {you}\nNo more of these letters: {stop}",
        you=f"{base}/you",
        stop=f"{base}/stop/{stop}",
    )
    message.set_content(f"{text}\n\n-- \n{as_heard(foot)}\n")
    return message
