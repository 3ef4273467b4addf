"""How much a person may do in a while, however many sockets and pages it is spread over."""

from __future__ import annotations

from time import monotonic

MANY = 10_000
"""Buckets, beyond which those that are full again are forgotten."""


class Allowance:
    """A bucket for each person that fills again with time: `burst` at once, `per_second` in the long run."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst
        self._left: dict[str, tuple[float, float]] = {}
        self._many = MANY

    def take(self, person: str) -> float:
        """Use one up. 0 if there was one, else (nothing is used up) the seconds until there is."""
        now = monotonic()
        left = self._now(person, now)
        if left < 1:
            return (1 - left) / self.per_second if self.per_second else 3600.0
        if len(self._left) > self._many:
            self._forget(now)
            self._many = max(MANY, 2 * len(self._left))  # not for each who comes, where few are full again
        self._left[person] = left - 1, now
        return 0.0

    def _now(self, person: str, now: float) -> float:
        left, then = self._left.get(person, (self.burst, now))
        return min(self.burst, left + (now - then) * self.per_second)

    def _forget(self, now: float) -> None:
        self._left = {person: found for person, found in self._left.items() if self._now(person, now) < self.burst}
