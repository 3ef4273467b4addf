"""The levels: tree search does best here. How many simulations it makes says how well it plays, on any machine."""

from __future__ import annotations

from waystation.engine.words import mark

LEVELS = {
    "strong": ("mcts:50", ""),
    "expert": ("mcts:500", mark("looks ahead, and compares many turns")),
}
