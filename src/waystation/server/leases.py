"""Which process has a table. A table is one process's at a time: that one alone holds it in memory and writes to it.

Where there is only one process, as with SQLite and in a browser, it has them all; `roster` is for several.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .table import NoTable

FOLLOW = 2.0
"""Seconds between two looks whether logs have grown without us."""
MOVED = 1012
"""The close code for sockets whose table another process has now: come back at once."""


class Place(msgspec.Struct, frozen=True):
    """A process, and where the others of its database reach it; `secret` is what they show."""

    name: str
    address: str
    secret: str

    @property
    def host_and_port(self) -> tuple[str, int]:
        host, _, port = self.address.rpartition(":")
        return host, int(port)


class Elsewhere(NoTable):
    """Another process has the table (`place`; None: just now nobody can say which). Here there is none."""

    def __init__(self, ident: str, place: Place | None) -> None:
        super().__init__(ident)
        self.ident = ident
        self.place = place


class Leases:
    """All tables are ours, always.

    `name` is what the process is called in the database (None: it has no name, and nobody asks); `sure`: what is ours
    need not be asked for again; `follow`: see FOLLOW.
    """

    name: str | None = None
    sure = True
    follow = FOLLOW

    async def claim(self, ident: str) -> None:
        """Make a table ours. Elsewhere if another process has it; a table that does not exist is nobody's."""

    def without_owner(self, ident: str) -> float | None:
        """Seconds for which a table had no process that lived, if ours has just taken it over from one that had ended;
        it is told once."""
        return None

    async def let_go(self, idents: Sequence[str]) -> None:
        """Whoever is asked for these tables next may have them."""
