"""How long the house has been open: the clock by which people's time is counted (see `pace`).

It counts the seconds that a server runs, from the first start of its database on, and nothing else: it stands still
while no server runs, for a moment after one has started, so that people come back, while one hangs, and while the
database cannot be written, and it knows no date, so that a system clock that is wrong or jumps does no harm. Every few
seconds it is written down; what passed since is lost when a server ends suddenly, which gives whoever was to move a few
seconds. Several servers of one database agree on the highest count.
"""

from __future__ import annotations

from time import monotonic

BEAT = 5.0
"""Seconds between two times that it is written down."""
STALL = 15.0
"""Seconds without that after which it stands still."""
COMING_BACK = 10.0
"""Seconds after a start in which it stands still: a page that has lost its connection tries again every eight."""


class Uptime:
    """See the module."""

    def __init__(self) -> None:
        self.base = 0.0
        self._since = monotonic()

    def now(self) -> float:
        """Seconds that the house has been open; never less than before."""
        return self.base + min(max(0.0, monotonic() - self._since), STALL)

    def start(self) -> None:
        """Stand still until people have come back."""
        self.base = self.now()
        self._since = monotonic() + COMING_BACK

    @property
    def coming_back(self) -> float:
        """Seconds that it goes on before people who have lost their connection now must be back."""
        return max(0.0, COMING_BACK - max(0.0, self._since - monotonic()))

    def agree(self, written: float) -> None:
        """This is what is written down now, perhaps by another server that has been open for longer."""
        self.base = max(self.now(), written)
        self._since = max(self._since, monotonic())
