"""The pace of a table: how much time its people have, and what each of them has left.

Not to be confused with the timers of a game's own rules (`clock`). A person's *turn* is all that they decide until
somebody else decides or chance speaks, as bots' budgets are counted; in a common decision it lasts until they have
answered, whatever the others do. It is charged from the moment they are asked. Nobody is charged while a seat is open,
and bots never are. Times are seconds of `uptime`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from waystation.engine.words import Phrase, say

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600

OutOfTime = Literal["bot", "lose"]


class _Pace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Base of all."""


class Live(_Pace, frozen=True, tag="live"):
    """Everybody is there: a bank of seconds for the whole game, to which each turn adds some.

    `out`: what becomes of whoever runs out. ``bot``: a bot stands in, and they may come back for their next turn, if
    that adds anything. ``lose``: a bot plays on to the end, and they come last.
    """

    bank: Annotated[int, Meta(ge=10, le=5 * HOUR)]
    turn: Annotated[int, Meta(ge=0, le=600)] = 0
    out: OutOfTime = "bot"


class Turns(_Pace, frozen=True, tag="turns"):
    """One looks in now and then: so many seconds for each turn, and a bank of time away, which a person switches on."""

    turn: Annotated[int, Meta(ge=HOUR, le=30 * DAY)]
    away: Annotated[int, Meta(ge=0, le=60 * DAY)] = 0
    out: OutOfTime = "bot"


class Absent(_Pace, frozen=True, tag="absent"):
    """Whoever is there may take as long as they like; for who is not, a bot stands in after so many seconds."""

    turn: Annotated[int, Meta(ge=MINUTE, le=30 * DAY)]


Pace = Live | Turns | Absent


def loses(pace: Pace | None) -> bool:
    """Whether whoever runs out of time at this pace loses."""
    return getattr(pace, "out", "bot") == "lose"


class Times(msgspec.Struct, frozen=True, omit_defaults=True):
    """What each seat has left at the moment `at`: of its bank or of this turn (`left`), and of its time away.

    `resting`: the seats that use up their time away.
    """

    at: float
    left: tuple[float, ...]
    away: tuple[float, ...]
    resting: tuple[int, ...] = ()

    def charged(self, seats: Collection[int], now: float) -> Times:
        """What is left later, if these seats were waited for. A clock that went backwards gives nothing."""
        passed = max(0.0, now - self.at)
        left, away = list(self.left), list(self.away)
        for seat in seats:
            spent = passed
            if seat in self.resting:
                resting = min(spent, away[seat])
                away[seat] = _rounded(away[seat] - resting)
                spent -= resting
            left[seat] = _rounded(left[seat] - spent)
        return replace(self, at=self.at + passed, left=tuple(left), away=tuple(away))

    def begun(self, pace: Pace, seats: Collection[int]) -> Times:
        """A turn begins for these seats."""
        left = list(self.left)
        for seat in seats:
            left[seat] = _rounded(left[seat] + pace.turn) if isinstance(pace, Live) else float(pace.turn)
        return replace(self, left=tuple(left))

    def not_begun(self, pace: Pace, seats: Collection[int]) -> Times:
        """What the turn that had begun for these seats added is taken away again: it is not their turn after all."""
        if not isinstance(pace, Live):
            return self
        left = [_rounded(left - pace.turn) if seat in seats else left for seat, left in enumerate(self.left)]
        return replace(self, left=tuple(left))

    def remaining(self, seat: int) -> float:
        """Seconds after which a seat that is waited for is out of time."""
        return self.left[seat] + (self.away[seat] if seat in self.resting else 0.0)

    def later(self, seconds: float) -> Times:
        """The same at another moment."""
        return replace(self, at=self.at + seconds)

    def rest(self, seat: int, on: bool) -> Times:
        """A seat goes away, or is back."""
        others = [one for one in self.resting if one != seat]
        return replace(self, resting=tuple(sorted([*others, seat] if on else others)))


def wound(pace: Pace, players: int, now: float) -> Times:
    """What everybody begins with."""
    bank = pace.bank if isinstance(pace, Live) else pace.turn
    away = pace.away if isinstance(pace, Turns) else 0
    return Times(now, (float(bank),) * players, (float(away),) * players)


def deadline(times: Times, seats: Sequence[int]) -> float | None:
    """When the first of the seats that are waited for is out of time."""
    return min((times.at + times.remaining(seat) for seat in seats), default=None)


def _rounded(seconds: float) -> float:
    return max(0.0, round(seconds, 3))


def span(seconds: int) -> Phrase:
    """A time in words."""
    if seconds % DAY == 0:
        return say("{n:day|days}", n=seconds // DAY)
    if seconds % HOUR == 0:
        return say("{n:hour|hours}", n=seconds // HOUR)
    return say("{n:minute|minutes}", n=round(seconds / MINUTE))
