"""What can be wrong with what somebody hands in, and how it is said.

Every error is a ``ValueError`` and names the place and the reason. A *refusal* is not an error: it is the
answer to "why not?", and `IllegalAction` carries one.
"""

from __future__ import annotations

from typing import Self

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is not allowed now: the reason in plain words and where the rule stands."""

    reason: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason


class WaystationError(ValueError):
    """Base of all errors about input."""


class IllegalAction(WaystationError):
    """The action is known but not allowed now; the state is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class NotationError(WaystationError):
    """The text names no action of this game."""


class KindError(WaystationError, TypeError):
    """A value of the wrong kind, such as True or 7.0 where a whole number belongs."""


class SeatError(WaystationError):
    """There is no such seat."""


class SeedError(WaystationError, TypeError):
    """A value that is no seed: seeds are whole numbers and texts."""


class UnknownGame(WaystationError, KeyError):
    """No game of this name is installed."""

    __str__ = WaystationError.__str__  # a KeyError would put the sentence in quotes


class OptionError(WaystationError):
    """An option is unknown or out of range."""


class PlacedError(WaystationError):
    """An error at a place: a path in a document, or a file and line."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}" if place else reason)
        self.place = place
        self.reason = reason

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:  # by itself an exception keeps its text alone
        return type(self), (self.place, self.reason)


class PositionError(PlacedError):
    """A position document is wrong at a path such as ``table.hands[1]``."""


class ComponentError(PlacedError):
    """A component file (tiles, cards, maps) is wrong at a named entry and field."""


class RecordError(PlacedError):
    """A game record is wrong at a line."""


class ScenarioError(PlacedError):
    """A scenario file is wrong, or what it claims does not hold."""


class LessonError(PlacedError):
    """A lesson file is wrong at a step."""


class PictureError(PlacedError):
    """A picture of the rules can't be drawn."""
