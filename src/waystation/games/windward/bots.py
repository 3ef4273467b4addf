"""The `expert`: a captain who goes by rules of thumb, and alone looks ahead as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from waystation.engine.words import mark

from . import alone, captain
from .frames import Ask
from .state import WindwardState


class Expert:
    """One captain; among others it keeps nothing between decisions, alone the course that it is on."""

    spec = "expert"

    def __init__(self) -> None:
        self._course: tuple[int, ...] = ()

    def choose(self, observation: Any) -> int:
        """The action for an observation (see docs/bots.md)."""
        state, seat, legal = observation.world, observation.seat, observation.legal
        assert isinstance(state, WindwardState)
        if not state.game.is_solo or len(legal) == 1:
            return captain.choose(state, seat, legal)
        course, self._course = self._course, ()
        if not course or course[0] not in legal or state.agenda[-1][0] != Ask.TURN:
            course = alone.best(observation).actions
        self._course = course[1:]
        return course[0]


def _expert(argument: str) -> Expert:
    if argument:
        raise ValueError("it takes no argument")
    return Expert()


BOTS: dict[str, Callable[[str], object]] = {"expert": _expert}
LEVELS = {
    "casual": ("greedy:55", ""),
    "strong": ("greedy", mark("looks at its own turn, and finds the best of it")),
    "five": ("", ""),
}
"""Five times as many simulations are worth nothing more here."""
