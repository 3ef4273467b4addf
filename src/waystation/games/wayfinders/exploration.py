"""The exploration variant's hidden islands. Rulebook, "Game variants"; ruling 42.

The backs are known, the faces are not, and neither is which tiles went back to the box.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.chance import Chance
from waystation.games.wayfinders.chart import ALL_CELLS, Chart, bits
from waystation.games.wayfinders.components import Back, Tile
from waystation.games.wayfinders.document import derive

if TYPE_CHECKING:
    from waystation.games.wayfinders.state import WayfindersState


def hidden_tiles(state: WayfindersState) -> dict[int, Tile]:
    """The tiles that lie face down, by cell."""
    tiles = state.chart.tiles
    return {cell: tile for cell in bits(ALL_CELLS & ~state.seen) if (tile := tiles[cell])}


def hidden_ids(state: WayfindersState) -> list[str]:
    """The ids of the tiles that lie face down."""
    return [tile.id for tile in hidden_tiles(state).values()]


def deal_hidden(state: WayfindersState, rng: Chance) -> None:
    """Deal the islands face down anew, each from the tiles of its back that nobody has seen."""
    hidden = hidden_tiles(state)
    if not hidden:
        return
    seen = {tile.id for cell in bits(state.seen) if (tile := state.chart.tiles[cell])}
    stacks: dict[Back, list[Tile]] = {"red": [], "blue": [], "yellow": []}
    for tile in state.game.tiles:
        if tile.id not in seen:
            stacks[tile.back].append(tile)
    for stack in stacks.values():
        rng.shuffle(stack)
    tiles = list(state.chart.tiles)
    for cell, tile in hidden.items():
        tiles[cell] = stacks[tile.back].pop()
    state.chart = Chart(tuple(tiles))
    derive(state)
