"""What ways to play for tests have in common."""

from __future__ import annotations

from waystation.engine import State


def kinds(state: State, seat: int) -> dict[str, list[int]]:
    """The legal actions by kind."""
    found: dict[str, list[int]] = {}
    for action in state.legal_actions(seat):
        found.setdefault(state.game.actions[action].kind, []).append(action)
    return found
