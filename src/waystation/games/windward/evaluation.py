"""How a seat stands: Windward's own evaluation for greedy and tree search."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .state import WindwardState


def evaluate(state: WindwardState, seat: int) -> float:
    return 0.5
