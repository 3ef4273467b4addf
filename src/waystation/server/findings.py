"""What `doctor` and `reached` find: whether something is as it should be, and what to do if it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from waystation.engine.words import say

from .refusals import as_heard

State = Literal["ok", "warning", "wrong"]


class Finding(msgspec.Struct, frozen=True):
    """What was looked at, how it is, in a sentence, and (unless all is well) what to do about it."""

    check: str
    state: State
    text: str
    advice: str = ""


def ok(check: str, text: str) -> Finding:
    return Finding(check, "ok", as_heard(text))


def warning(check: str, text: str, advice: str) -> Finding:
    return Finding(check, "warning", as_heard(text), as_heard(advice))


def wrong(check: str, text: str, advice: str) -> Finding:
    return Finding(check, "wrong", as_heard(text), as_heard(advice))


def carried_out(name: str, check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """What a check finds; one that fails itself is wrong, and does not take the others along."""
    try:
        yield from check()
    except Exception as error:
        yield wrong(
            name,
            say("This could not be looked at: {error}", error=f"{type(error).__name__}: {error}".split("\n")[0]),
            say("If this is not plain from the rest, it is a fault of Waystation's: please report it."),
        )
