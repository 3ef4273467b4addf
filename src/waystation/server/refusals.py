"""What is not done, and why."""

from __future__ import annotations

from math import ceil

from waystation.engine.words import say, told

from .allowance import Allowance

NO_DATABASE = say("The database does not answer.")


def as_heard(text: str) -> str:
    """What people are told, in the language of this server; a plain string (of a library, of a person) as it is."""
    return told(text)


class Told(Exception):
    """An error whose text people read, in the language of this server."""

    def __init__(self, reason: str) -> None:
        super().__init__(as_heard(reason))


class Refused(Told):
    """What was asked for is not possible; the text says why. Nothing has changed.

    `wait`: seconds until it may be asked for again, if that is all there is to it.
    """

    def __init__(
        self, reason: str, rule: str = "", stale: bool = False, status: int = 409, wait: float | None = None
    ) -> None:
        super().__init__(reason)
        self.reason, self.rule, self.stale, self.status, self.wait = as_heard(reason), rule, stale, status, wait


def refuse_too_much(allowance: Allowance, person: str, reason: str) -> None:
    """Use up one of what a person may do; Refused (429) if there is none left now."""
    wait = allowance.take(person)
    if wait:
        raise Refused(say("{reason}; wait {n} s.", reason=reason, n=ceil(wait)), status=429, wait=wait)


class Repeated(Exception):
    """The message had been carried out before."""
