"""The 5 x 5 grid of islands: cells, their neighbours, and the chart, which says what lies on each cell of one game.

Cells are numbered 0 to 24 by rows and called r1c1 to r5c5; Home is r3c3. Sets of cells are ints, bit i for cell i.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from waystation.games.wayfinders.components import COLOURS, EFFECTS, RESOURCES, Tile
from waystation.games.wayfinders.payment import ONE

SIDE = 5
CELLS = range(SIDE * SIDE)
HOME = 12
HOME_BIT = 1 << HOME
ALL_CELLS = (1 << SIDE * SIDE) - 1
ISLAND_CELLS = tuple(cell for cell in CELLS if cell != HOME)

CELL_NAMES = tuple(f"r{cell // SIDE + 1}c{cell % SIDE + 1}" for cell in CELLS)
EFFECT_NAMES = tuple(EFFECTS)


def bits(cells: int) -> Iterator[int]:
    """The cells of a set in ascending order."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def mask(cells: Iterable[int]) -> int:
    """The set of these cells."""
    return sum(1 << cell for cell in set(cells))


def _near(cell: int, *moves: tuple[int, int]) -> tuple[int, ...]:
    """The cells on the grid that lie so many rows down and columns across."""
    row, column = divmod(cell, SIDE)
    places = ((row + down, column + across) for down, across in moves)
    return tuple(SIDE * r + c for r, c in places if 0 <= r < SIDE and 0 <= c < SIDE)


_BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))

NEIGHBOURS = tuple(_near(cell, *_BESIDE) for cell in CELLS)
BESIDE = tuple(mask(cells) for cells in NEIGHBOURS)
AROUND = tuple(mask(_near(cell, *_BESIDE, *_DIAGONAL)) for cell in CELLS)
ROW = tuple(mask(other for other in CELLS if other // SIDE == cell // SIDE) for cell in CELLS)
COLUMN = tuple(mask(other for other in CELLS if other % SIDE == cell % SIDE) for cell in CELLS)
FROM_HOME = tuple(abs(cell // SIDE - 2) + abs(cell % SIDE - 2) for cell in CELLS)
FAR = mask(cell for cell in CELLS if FROM_HOME[cell] >= 3)
"""The twelve cells three or more steps from Home."""

SQUARES = tuple(mask((cell, cell + 1, cell + SIDE, cell + SIDE + 1)) for cell in CELLS if cell % SIDE < 4 and cell < 20)
"""The sixteen 2 x 2 squares."""


class Chart:
    """What lies on each cell of one game: fixed when the game is dealt, shared by all copies of a state.

    `tiles[cell]` is the tile (None for Home); the other fields repeat what the tiles say as ints by cell.
    """

    __slots__ = (
        "_hash", "amount", "coloured", "cost", "costing", "effect", "points", "standings", "tiles", "toll", "what",
    )  # fmt: skip

    def __init__(self, tiles: tuple[Tile | None, ...]) -> None:
        self.tiles = tiles
        self._hash = hash(tiles)
        self.toll = [ONE[COLOURS.index(tile.colour)] if tile else 0 for tile in tiles]
        """The bundle that entering costs: one resource."""
        self.cost = [sum(ONE[RESOURCES.index(name)] for name in tile.cost) if tile else 0 for tile in tiles]
        """The bundle that an airstrip costs."""
        self.effect = [EFFECT_NAMES.index(tile.effect) if tile else -1 for tile in tiles]
        self.points = [tile.points if tile else 0 for tile in tiles]
        self.amount = [tile.amount if tile else 0 for tile in tiles]
        self.what = [_index(tile.of) if tile else -1 for tile in tiles]
        """The colour or resource a permanent effect speaks of."""
        self.coloured = [mask(cell for cell in CELLS if self.toll[cell] == one) for one in ONE]
        """By colour: the cells of that colour."""
        self.costing = [
            mask(cell for cell in CELLS if (tile := tiles[cell]) and len(tile.cost) >= least) for least in range(5)
        ]
        """By number: the cells with a printed cost that large."""
        self.standings: dict[tuple[tuple[int, ...], bool], tuple[float, list[float]]] = {}
        """What bots have found out about who owns which cells, kept by `judgement`."""

    def colour(self, cell: int) -> int:
        """The colour of an island as an index into COLOURS; Home has none (-1)."""
        return ONE.index(self.toll[cell]) if self.toll[cell] else -1

    def __reduce__(self) -> tuple[Callable[[tuple[Tile | None, ...]], Chart], tuple[tuple[Tile | None, ...]]]:
        return chart_of, (self.tiles,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chart) and self.tiles == other.tiles

    def __hash__(self) -> int:
        return self._hash


@lru_cache(maxsize=64)
def chart_of(tiles: tuple[Tile | None, ...]) -> Chart:
    """The chart of these tiles; states of one game that come back from pickling share it."""
    return Chart(tiles)


def _index(of: str) -> int:
    names: tuple[str, ...] = COLOURS if of in COLOURS else RESOURCES
    return names.index(of) if of else -1
