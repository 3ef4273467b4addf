"""The spaces of observations and actions, and observations as numpy arrays."""

from __future__ import annotations

from typing import Any

from waystation.engine import Game, State
from waystation.engine.extras import needed_for

with needed_for("an environment"):
    import gymnasium  # first: it is what an extra brings by itself
    import numpy as np

Array = Any
"""A numpy array (numpy's own types need its stubs)."""


def flat_space(game: Game) -> gymnasium.spaces.Box:
    """All parts in one array of int16."""
    low = [part.low for part in game.encoding.parts for _ in range(part.size)]
    high = [part.high for part in game.encoding.parts for _ in range(part.size)]
    return gymnasium.spaces.Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16)


def parts_space(game: Game) -> gymnasium.spaces.Dict:
    """Each part by its name, in its shape; a single number is an array of one."""
    return gymnasium.spaces.Dict(
        {
            part.name: gymnasium.spaces.Box(part.low, part.high, part.shape or (1,), np.int16)
            for part in game.encoding.parts
        }
    )


def flat(state: State, seat: int) -> Array:
    """What the seat may know, as an array of its own."""
    return np.array(state.observe(seat), np.int16)


def parts(game: Game, numbers: Array) -> dict[str, Array]:
    """The parts of a flat observation, each in its shape."""
    encoding = game.encoding
    return {part.name: numbers[encoding.slices[part.name]].reshape(part.shape or (1,)) for part in encoding.parts}


def mask(state: State, seat: int, wait: bool = False) -> Array:
    """1 for each action that the seat may choose now; with `wait` one more, for waiting while it is not asked."""
    legal = np.zeros(len(state.game.actions) + wait, np.int8)
    chosen = state.legal_now(seat)
    legal[chosen if chosen or not wait else -1] = 1
    return legal
