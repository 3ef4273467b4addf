"""The table as a viewer may know it: all of it, but for the faces of islands that nobody has explored.

Hands are open (ruling 15) and so are the amounts in the bag, which anybody can work out (ruling 7). The back of an
island face down shows its category (ruling 42).
"""

from __future__ import annotations

import msgspec

from waystation.engine.frozen import Seen
from waystation.games.wayfinders.components import Back, Tile


class IslandView(msgspec.Struct, frozen=True, cache_hash=True):
    """An island. `tile` is None while it is face down; `airstrips` are seats in slot order."""

    back: Back
    tile: Tile | None
    airstrips: tuple[int, ...]


class HangarView(msgspec.Struct, frozen=True, cache_hash=True):
    """A hangar in use: its tokens as letters, top first, and each seat's workers there."""

    tokens: str
    workers: tuple[int, ...]


class SeatView(msgspec.Struct, frozen=True, cache_hash=True):
    """What a player has. `cubes` and `workers` are those left in supply; `free` and `wild` name permanents."""

    hand: str
    keep: int
    plane: str
    cubes: int
    workers: int
    free: tuple[str, ...]
    wild: tuple[str, ...]


class TableView(Seen, frozen=True):
    """The table. Cells are names (`r2c3`), tokens letters (`PHRTG`). `limit` is the round limit (0: none)."""

    islands: dict[str, IslandView]
    hangars: tuple[HangarView, ...]
    seats: tuple[SeatView, ...]
    bag: str
    round: int
    last_round: bool
    limit: int

    def __hash__(self) -> int:  # of a part: the islands are a dict
        return hash((self.hangars, self.seats, self.bag, self.round))
