"""Wayfinders (2019): flights and airstrips for two to four players."""

from waystation.games.wayfinders.components import Tile, load_tiles
from waystation.games.wayfinders.game import Wayfinders, WayfindersOptions

GAME = Wayfinders

__all__ = ["GAME", "Tile", "Wayfinders", "WayfindersOptions", "load_tiles"]
