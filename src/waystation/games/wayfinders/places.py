"""Where things lie in the panel of the islands."""

from waystation.games.wayfinders.chart import SIDE

TILE = 150
"""Width and height of an island."""

GAP = 9
MARGIN = 36
"""Space for the row and column numbers."""

MAP = MARGIN + SIDE * (TILE + GAP) + 10
"""Width and height of the panel."""


def corner(cell: int) -> tuple[float, float]:
    """The top left corner of a cell."""
    row, column = divmod(cell, SIDE)
    return MARGIN + column * (TILE + GAP), MARGIN + row * (TILE + GAP)


def centre(cell: int) -> tuple[float, float]:
    """The middle of a cell."""
    x, y = corner(cell)
    return x + TILE / 2, y + TILE / 2
