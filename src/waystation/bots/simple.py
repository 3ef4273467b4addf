"""The bot that does not think."""

from __future__ import annotations

from typing import Self

from waystation.bots.base import Observation


class RandomBot:
    """Any legal action, all equally likely."""

    spec = "random"

    @classmethod
    def from_argument(cls, argument: str) -> Self:
        if argument:
            raise ValueError("it takes no argument")
        return cls()

    def choose(self, observation: Observation) -> int:
        return observation.rng.choice(observation.legal)
