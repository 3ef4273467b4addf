"""The table as a viewer may know it; `knowledge` says who may know what."""

from __future__ import annotations

import msgspec

from waystation.engine.frozen import Seen


class Shown(msgspec.Struct, frozen=True):
    """A displayed card: workers on it, whose influence (-1: nobody's), its price in silver, its slot 1 to 4."""

    card: str
    slot: int
    workers: tuple[str, ...]
    influence: int
    price: int


class Laid(msgspec.Struct, frozen=True):
    """An upgrade tile in a caravan: its side, and row and column of its upper left cell."""

    tile: str
    side: int
    row: int
    column: int


class SeatView(Seen, frozen=True, kw_only=True):
    """A panorama and what lies beside it. All of it is open information."""

    board: str
    silver: int
    provision: int
    supply: int
    guilds: dict[str, int]
    workers: dict[str, int]
    dice: tuple[int, ...]
    reserve: int
    cards: tuple[str, ...]
    placed: tuple[str, ...]
    townsfolk: dict[str, str]
    space: tuple[str, ...]
    inspiration: dict[str, str]
    tiles: tuple[Laid, ...]
    marker: str
    tags: dict[str, int]


class SoloView(Seen, frozen=True, kw_only=True):
    """The solo opponent. `lines`: what its points are made of."""

    board: str
    track: int
    comets: int
    due: int
    schemes: tuple[str, ...]
    pile: int
    guilds: dict[str, int]
    workers: dict[str, int]
    cards: tuple[str, ...]
    tiles: tuple[str, ...]
    covered: int
    marker: str
    points: int
    lines: dict[str, int]


class TableView(Seen, frozen=True, kw_only=True):
    """The table. `drawn`: cards that the viewer has drawn and must choose from. `pending`: effects that wait."""

    seats: tuple[SeatView, ...]
    displays: dict[str, tuple[Shown, ...]]
    piles: dict[str, int]
    stock: dict[str, int]
    journal: tuple[str, ...]
    green: tuple[int, ...]
    sides: str
    turn: int
    round: int
    ending: int
    used: tuple[str, ...]
    ask: str
    drawn: tuple[str, ...]
    hand: str
    pending: tuple[str, ...]
    opponent: SoloView | None
