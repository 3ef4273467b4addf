"""Where upgrade tiles can lie in a caravan of 6 columns and 3 rows (rules: Upgrade tiles). No state."""

from __future__ import annotations


def places(wide: int, high: int) -> tuple[tuple[int, int], ...]:
    """Where a tile of this size can lie: (upper left cell, covered cells as bits)."""
    found = []
    for row in range(4 - high):
        for column in range(7 - wide):
            cells = [(row + y) * 6 + column + x for y in range(high) for x in range(wide)]
            found.append((row * 6 + column, sum(1 << cell for cell in cells)))
    return tuple(found)


def cell_name(cell: int) -> str:
    """A caravan cell by row and column, both from 1."""
    return f"r{cell // 6 + 1}c{cell % 6 + 1}"
