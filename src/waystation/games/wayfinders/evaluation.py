"""How well a seat stands, for bots: points now, what can still be made of tokens, workers and permanents, and the lead."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import TYPE_CHECKING

from waystation.games.wayfinders.hangars import workers_out
from waystation.games.wayfinders.payment import size
from waystation.games.wayfinders.scoring import islands_points
from waystation.games.wayfinders.turns import ENDING_CUBES

if TYPE_CHECKING:
    from waystation.games.wayfinders.state import WayfindersState

TOKEN = 1.4
"""What a token in hand is worth while the game is long, in points; at the end it is worth one."""

EXCESS = 0.5
"""What a token over the limit is worth: it can only be spent in this very flight."""

WORKER = 1.1
"""What a worker at a hangar is worth while the game is long: it will bring a token. At the end it is worth one."""

PERMANENT = 1.0
"""What a permanent (wild type, free colour, token to keep) will bring for each island still to come."""

SPREAD = 12.0
"""A lead of so many points early in the game makes about three wins in four; late ones count for more."""


def evaluate(state: WayfindersState, seat: int) -> float:
    """From 0 (lost) to 1 (won)."""
    owned = state.owned
    left = ENDING_CUBES - max(cells.bit_count() for cells in owned)
    length = left / (ENDING_CUBES - 1) if left > 0 else 0.0
    worth = [_worth(state, other, length) for other in range(len(owned))]
    mine = worth[seat]
    worth[seat] = -99.0
    return 1 / (1 + exp((max(worth) - mine) / (2 + SPREAD * length)))


def _worth(state: WayfindersState, seat: int, length: float) -> float:
    """Points now and to come; `length` is the share of the game that is still ahead."""
    owned = state.owned[seat]
    rivals = 0
    for other, cells in enumerate(state.owned):
        if other != seat:
            rivals |= cells
    held = size(state.hands[seat])
    kept = min(held, state.keep[seat])
    permanents = state.wild[seat].bit_count() + (state.passes[seat] != 0) + (state.keep[seat] - 3)
    return (
        _islands(state.chart, owned, rivals, state.game.options.home_counts)
        + kept * (1 + (TOKEN - 1) * length)
        + (held - kept) * EXCESS
        + workers_out(state.workers[seat]) * (1 + (WORKER - 1) * length)
        + permanents * PERMANENT * length
    )


_islands = lru_cache(maxsize=1 << 14)(islands_points)
"""Islands change rarely between the positions that a search looks at."""
