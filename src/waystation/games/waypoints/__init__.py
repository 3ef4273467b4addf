"""Waypoints, a roll-and-write about hiking over a topographic map (RULES.md, RULINGS.md, docs/games/waypoints.md)."""

from .game import Waypoints

GAME = Waypoints
