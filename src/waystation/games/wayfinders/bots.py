"""The levels: tree search does best here. How many simulations it makes says how well it plays, on any machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from waystation.bots.base import Budget, Observation
from waystation.bots.mcts import MctsBot
from waystation.engine.words import mark

SIMULATIONS = 500
AMONG_FOUR = 2000
"""With three rivals between two of its turns a search with fewer is no better than one with 50 (docs/bots.md)."""


class Expert(MctsBot):
    """Tree search with as many simulations a turn as the number of players asks for."""

    def choose(self, observation: Observation) -> int:
        self.budget = Budget(simulations=AMONG_FOUR if observation.game.players == 4 else SIMULATIONS)
        return super().choose(observation)


def _expert(argument: str) -> Expert:
    if argument:
        raise ValueError("it takes no argument")
    return Expert()


BOTS: dict[str, Callable[[str], Any]] = {"expert": _expert}
LEVELS = {"strong": ("mcts:50", ""), "expert": ("expert", mark("looks ahead, and compares many turns"))}
