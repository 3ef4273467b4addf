"""What one server is made of, for those who answer its calls; `app` puts it together."""

from __future__ import annotations

from typing import Any

from .address import Address
from .chronicle import Chronicle
from .doors import Doors
from .guard import Guard
from .herald import Herald
from .house import House
from .limits import Limits
from .opentables import OpenTables
from .passing import AWAY
from .people import People
from .prometheus import Counted
from .protocol import GameStatistics
from .storage import Storage
from .tournaments import Tournaments


class Machine(House):
    """Its parts by name. `stopping`: it has been told to end; `seen`: when it was last noted that a device was here."""

    database: Storage
    stopping: bool
    metrics: Counted
    address: Address
    doors: Doors
    limits: Limits
    guard: Guard
    people: People
    open_tables: OpenTables
    tournaments: Tournaments
    chronicle: Chronicle
    herald: Herald
    figures: dict[str, tuple[float, GameStatistics]]
    openapi: dict[str, Any]
    seen: dict[str, float]

    def is_away(self, error: Exception) -> bool:
        return isinstance(error, AWAY)

    async def follow_ended(self) -> None:
        """Let nobody go on who is signed out."""
        raise NotImplementedError
