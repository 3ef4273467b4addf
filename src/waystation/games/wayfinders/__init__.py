"""Wayfinders (2019): flights and airstrips for two to four players."""

from waystation.games.wayfinders.components import Tile, load_tiles
from waystation.games.wayfinders.edition import WayfindersOptions
from waystation.games.wayfinders.game import Wayfinders

GAME = Wayfinders

__all__ = ["GAME", "Tile", "Wayfinders", "WayfindersOptions", "load_tiles"]
