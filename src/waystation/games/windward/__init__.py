"""Windward: ride the wind of a gas planet, hunt cresters, plunder other captains.

`GAME` is what `waystation.load("windward", ...)` loads. Exact battle odds are in `odds`, an owner's component file is
read by `components.read`. What the rulebook leaves open is decided in RULINGS.md.
"""

from .game import Windward

GAME = Windward

__all__ = ["GAME", "Windward"]
