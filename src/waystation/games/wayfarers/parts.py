"""What the parts of the box are: cards, tiles, connections and spaces of the track, the solo opponent's material."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from waystation.engine.words import Phrase

from .counting import Need, Score
from .expression import Book, Cost
from .names import TAGS
from .sections import Row

NOTHING = -1
HOME_CITY, HOME_M1, HOME_M2, HOME_M3, HOME_M4, HOME_HARBOUR, HOME_STAR, HOME_TOWNSFOLK = range(8)
HOME = ("HOME_CITY", "HOME_M1", "HOME_M2", "HOME_M3", "HOME_M4", "HOME_HARBOUR", "HOME_STAR", "HOME_TOWNSFOLK")
ON_TOWNSFOLK = 1 << len(TAGS)
ON_UPGRADE = 1 << len(TAGS) + 1
"""What sets a vista off is a set of bits: a bit per tag, and these two for gaining townsfolk or an upgrade tile."""
BLOCKED_CELLS = 1 | 1 << 5
"""Caravan cells are numbered row by row from the top left, 0 to 17; the two upper corners are printed over."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card, or a part of the player board that works like one. Effects are numbers of the `Book`."""

    id: int
    name: str
    title: Phrase
    deck: int
    promo: bool
    tags: tuple[int, ...]
    mask: int
    now: tuple[int, ...]
    needs: int
    action: int
    when: int
    then: int
    receives: int
    offers: tuple[int, int, int, int]
    price: int
    under: int
    kind: int
    gives: int
    effects: tuple[int, ...]
    score: Score | None
    goal: tuple[Need, ...]
    row: Row

    @property
    def has_die_space(self) -> bool:
        return self.action != NOTHING


class Side(NamedTuple):
    """What one column of a tile's side gives."""

    assets: int = 0
    raises: bool = False
    lowers: bool = False
    silver: int = 0
    provision: int = 0


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """An upgrade tile design. `sides[s]` lists its columns; `order` is its place in its pile or in the ring."""

    id: int
    name: str
    colour: int
    wide: int
    high: int
    sides: tuple[tuple[Side, ...], ...]
    texts: tuple[str, ...]
    vp: int
    tags: tuple[int, ...]
    mask: int
    order: int


class Edge(NamedTuple):
    """A connection of the journal track: to enter `to`, have or spend this."""

    to: int
    have: Need | None
    spend: tuple[int, int, int]
    text: str


class JournalSpace(msgspec.Struct, frozen=True, kw_only=True):
    """A space of the journal track; `worker` is the group of its green worker or -1, `tile` its tile's index or -1."""

    name: str
    column: int
    enter: tuple[int, ...]
    worker: int
    final: bool
    tile: int


class Scheme(msgspec.Struct, frozen=True, kw_only=True):
    """A scheme card of the solo opponent."""

    name: str
    red: bool
    silver: int
    first_cost: Cost
    first: tuple[int, ...]
    second: tuple[int, ...]
    special: int
    comet: bool


class SoloBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board of the solo opponent; `caravan[cell]` are the effects of its 21 cells, row by row from the top."""

    name: str
    focus: tuple[int, ...]
    rest: tuple[int, ...]
    bonus: tuple[int, ...]
    caravan: tuple[tuple[int, ...], ...]


class Components(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Everything in the box."""

    book: Book
    cards: tuple[Card, ...]
    by_name: dict[str, int]
    tiles: tuple[Tile, ...]
    prices: tuple[tuple[Cost, ...], ...]
    slot_actions: tuple[tuple[tuple[int, ...], ...], ...]
    slot_workers: tuple[tuple[int, ...], ...]
    slot_silver: tuple[int, ...]
    caravans: tuple[tuple[tuple[int, ...], ...], ...]
    caravan_texts: tuple[tuple[str, ...], ...]
    board_names: tuple[str, ...]
    middle_tags: tuple[int, ...]
    printed: tuple[int, ...]
    seats: tuple[tuple[int, int, tuple[int, int, int]], ...]
    spaces: tuple[JournalSpace, ...]
    edges: tuple[tuple[tuple[int, int, Edge, Edge], ...], ...]
    journal_tiles: tuple[tuple[int, ...], ...]
    schemes: tuple[Scheme, ...]
    solo_boards: tuple[SoloBoard, ...]
    track: tuple[tuple[int, int], ...]

    def deck(self, deck: int, promos: bool) -> list[int]:
        """The cards of a deck in the order of their numbers."""
        return [c.id for c in self.cards[8:] if c.deck == deck and (promos or not c.promo)]
