"""temporary"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from waystation.games.wayfinders.state import WayfindersState


def evaluate(state: WayfindersState, seat: int) -> float:
    return 0.5
