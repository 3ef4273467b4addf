"""The levels: tree search does best here. How many simulations it makes says how well it plays, on any machine."""

from __future__ import annotations

from waystation.engine.words import mark

_ABOUT = mark("looks ahead, and compares many turns")
LEVELS = {"strong": ("mcts:50", ""), "expert": ("mcts:500", _ABOUT)}
LEVELS_AMONG = {4: {"expert": ("mcts:2000", _ABOUT)}}
"""With three rivals between two of its turns a search of 500 simulations is no better than one of 50 (docs/bots.md)."""
