"""A timer that is set anew after each change, mostly to the moment at which it is set already."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Bell:
    """Rings once at a moment, unless it is set to another one before."""

    def __init__(self) -> None:
        self._due: float | None = None
        self._handle: asyncio.TimerHandle | None = None

    def ring_at(self, due: float | None, delay: float, ring: Callable[[], object]) -> None:
        """Ring when it is `due`, which is after `delay` seconds; None: never."""
        if self._handle is not None and due == self._due:
            return
        self.stop()
        if due is not None:
            self._due = due
            self._handle = asyncio.get_running_loop().call_later(delay, ring)

    def stop(self) -> None:
        """Do not ring."""
        if self._handle is not None:
            self._handle.cancel()
        self._handle = self._due = None
