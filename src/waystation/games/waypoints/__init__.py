"""Waypoints, a roll-and-write about hiking over a topographic map (rulings: RULINGS.md; maps: docs/games/waypoints.md)."""

from .game import Waypoints

GAME = Waypoints
