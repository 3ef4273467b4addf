"""The clock on a table's decision at hand. Time that the server is down is nobody's: a restart gives it all anew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from waystation.engine import Timer

from .protocol import Clock

REMEMBERED = 50
"""Decisions back to which an undo finds its clock as it was."""


class TableClock:
    """Runs, is left by a move, and is found again when the move is taken back."""

    def __init__(self) -> None:
        self.timer: Timer | None = None
        self.deadline = 0.0
        self._bell: asyncio.TimerHandle | None = None
        self._left_at: dict[int, tuple[float, float]] = {}

    def start(self, timer: Timer, ring: Callable[[], None], seconds: float | None = None) -> None:
        """Begin a decision's time; `ring` is called when it is over."""
        self.stop()
        seconds = max(0.0, timer.seconds if seconds is None else seconds)
        self.timer = timer
        self.deadline = monotonic() + seconds
        self._bell = asyncio.get_running_loop().call_later(seconds, self._ring, ring)

    def leave(self, ply: int) -> None:
        """A move is made after `ply` moves: remember the deadline and what was left."""
        if self.timer is not None:
            self._left_at[ply] = (self.deadline, self.deadline - monotonic())
            self._left_at.pop(ply - REMEMBERED, None)

    def seconds_again(self, ply: int, free: bool) -> float | None:
        """What a decision that is taken up again has left; None if it had no clock.

        A seat that takes back freely has used the time since, too; one that everybody let go back has not.
        """
        if ply not in self._left_at:
            return None
        deadline, left = self._left_at[ply]
        return deadline - monotonic() if free else left

    def stop(self) -> None:
        """No clock runs."""
        if self._bell is not None:
            self._bell.cancel()
        self._bell = self.timer = None

    def shown(self) -> Clock | None:
        """What viewers see."""
        if self.timer is None:
            return None
        return Clock(self.timer.seconds, round(max(0.0, self.deadline - monotonic()), 1), self.timer.label)

    def _ring(self, ring: Callable[[], None]) -> None:
        self._bell = self.timer = None
        ring()
