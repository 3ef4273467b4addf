"""Wayfarers of the South Tigris, for 1 to 4 players."""

from .game import Wayfarers

GAME = Wayfarers
