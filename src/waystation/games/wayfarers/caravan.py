"""Where upgrade tiles can lie in a caravan of 6 columns and 3 rows (rules: Upgrade tiles). No state."""

from __future__ import annotations

from .components import BOX

TILES_OF = tuple(tuple(tile.id for tile in BOX.tiles if tile.colour == colour) for colour in range(5))


def _places(wide: int, high: int) -> tuple[tuple[int, int], ...]:
    """Where a tile of this size can lie: (upper left cell, covered cells as bits)."""
    found = []
    for row in range(4 - high):
        for column in range(7 - wide):
            cells = [(row + y) * 6 + column + x for y in range(high) for x in range(wide)]
            found.append((row * 6 + column, sum(1 << cell for cell in cells)))
    return tuple(found)


PLACES = tuple(_places(BOX.tiles[tiles[0]].wide, BOX.tiles[tiles[0]].high) for tiles in TILES_OF)
"""Per colour: all tiles of a colour have one size."""


def fits(colour: int, covered: int) -> bool:
    """Whether a tile of this colour finds room in a caravan with these cells covered."""
    return any(not covered & mask for _, mask in PLACES[colour])
