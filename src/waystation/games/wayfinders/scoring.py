"""What islands are worth. Rulebook, "Game end and scoring" and "Scoring effects"; rulings 29 to 41.

Every function takes `mine`, the set of cells where the player's airstrips count (with or without Home: ruling 40),
and `rivals`, the set of cells where anybody else has one.
"""

from collections.abc import Callable
from functools import lru_cache

from waystation.games.wayfinders.chart import (
    AROUND,
    BESIDE,
    COLUMN,
    EFFECT_NAMES,
    FAR,
    HOME_BIT,
    ROW,
    SQUARES,
    Chart,
    bits,
)


def own_colour(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips on islands of the tile's own colour, itself included."""
    return (mine & chart.coloured[chart.colour(cell)]).bit_count()


def cost_at_least(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips on islands whose printed cost is that large (ruling 32)."""
    return (mine & chart.costing[chart.amount[cell]]).bit_count()


def colours(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Different colours among the player's islands; Home has none."""
    return sum(1 for cells in chart.coloured if cells & mine)


def shared(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips on islands where a rival has one too (ruling 34)."""
    return (mine & rivals).bit_count()


def groups(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Separate groups of orthogonally joined islands (ruling 35)."""
    return count_groups(mine)


def column(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips in the tile's column, itself included."""
    return (mine & COLUMN[cell]).bit_count()


def row(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips in the tile's row, itself included."""
    return (mine & ROW[cell]).bit_count()


def around(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips on the up to eight cells around the tile, itself not included."""
    return (mine & AROUND[cell]).bit_count()


def far(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips three or more orthogonal steps from Home."""
    return (mine & FAR).bit_count()


def squares(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """The largest number of 2 x 2 squares without a common cell, anywhere (ruling 39)."""
    return count_squares(mine)


Scorer = Callable[[Chart, int, int, int], int]
_SCORERS: dict[str, Scorer] = {
    scorer.__name__: scorer
    for scorer in (own_colour, cost_at_least, colours, shared, groups, column, row, around, far, squares)
}
SCORERS: tuple[Scorer | None, ...] = tuple(_SCORERS.get(name) for name in EFFECT_NAMES)
"""By effect number; None where the tile has flat points."""


@lru_cache(maxsize=1 << 14)
def count_groups(cells: int) -> int:
    """The number of orthogonally connected groups in a set of cells."""
    number = 0
    while cells:
        number += 1
        group = cells & -cells
        edge = group
        while edge:
            beside = 0
            for cell in bits(edge):
                beside |= BESIDE[cell]
            edge = beside & cells & ~group
            group |= edge
        cells &= ~group
    return number


@lru_cache(maxsize=1 << 14)
def count_squares(cells: int) -> int:
    """The largest number of 2 x 2 squares that fit into a set of cells without overlap."""
    inside = [square for square in SQUARES if square & cells == square]
    return max((1 + count_squares(cells & ~square) for square in inside), default=0)


def island_points(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """What the player's airstrip on this cell is worth."""
    scorer = SCORERS[chart.effect[cell]]
    return chart.points[cell] * (scorer(chart, cell, mine, rivals) if scorer else 1)


def islands_points(chart: Chart, built: int, rivals: int, home_counts: bool) -> int:
    """What all the player's airstrips are worth together; `built` includes Home."""
    mine = built if home_counts else built & ~HOME_BIT
    return sum(island_points(chart, cell, mine, rivals) for cell in bits(built & ~HOME_BIT))
