"""A bot to win against: it looks at its own turn, not far, and now and then does something else."""

from __future__ import annotations

from typing import Self

from waystation.bots.base import Observation
from waystation.bots.greedy import GreedyBot

ONE_IN = 5
"""Of so many decisions one is a slip."""
NODES = 30
"""Positions that it tries for its turn."""


class BeginnerBot:
    """A `greedy` that tries few positions, and plays any legal action one time in five."""

    spec = "beginner"

    def __init__(self) -> None:
        self._careful = GreedyBot(nodes=NODES, samples=1)

    @classmethod
    def from_argument(cls, argument: str) -> Self:
        if argument:
            raise ValueError("it takes no argument")
        return cls()

    def choose(self, observation: Observation) -> int:
        rng = observation.rng.spawn("slip")
        if rng.below(ONE_IN) == 0:
            return rng.choice(observation.legal)
        return self._careful.choose(observation)
