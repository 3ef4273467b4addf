"""Wayfinders (2019), a game of flights and airstrips for two to four players."""

from waystation.games.wayfinders.game import Wayfinders

GAME = Wayfinders

__all__ = ["GAME", "Wayfinders"]
