"""How well a seat stands, for bots: points now, what tokens, workers and permanents can still bring, and the lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp

from waystation.engine import Judgement, Reason
from waystation.games.wayfinders.components import KEEP
from waystation.games.wayfinders.hangars import workers_out
from waystation.games.wayfinders.payment import size
from waystation.games.wayfinders.reasons import reasons
from waystation.games.wayfinders.scoring import islands_points
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.turns import ENDING_CUBES

TOKEN = 0.4
"""What a token in hand is worth while the game is long, beside the point that it is worth at the end."""

EXCESS = 0.5
"""What a token over the limit is worth: it can only be spent in this very flight."""

WORKER = 0.1
"""What a worker at a hangar is worth while the game is long, beside its point: it will bring a token."""

PERMANENT = 1.0
"""What a permanent (wild type, free colour, token to keep) will bring for each island still to come."""

SPREAD = 12.0
"""A lead of so many points early in the game makes about three wins in four; late ones count for more."""


class WayfindersJudgement(Judgement[WayfindersState]):
    """Points now and to come, compared with the best rival's."""

    looks = 100
    trust = 0.65

    def evaluate(self, state: WayfindersState, seat: int) -> float:
        """From 0 (lost) to 1 (won)."""
        left = ENDING_CUBES - max([cells.bit_count() for cells in state.owned])
        length = left / (ENDING_CUBES - 1) if left > 0 else 0.0
        best = mine = -99.0
        for other in range(len(state.owned)):
            worth = _worth(state, other, length)
            if other == seat:
                mine = worth
            elif worth > best:
                best = worth
        return 1 / (1 + exp((best - mine) / (2 + SPREAD * length)))

    def own_reasons(
        self, before: WayfindersState, after: WayfindersState, turn: Sequence[int], seat: int
    ) -> Iterator[Reason]:
        return reasons(before, after, turn, seat)


def _worth(state: WayfindersState, seat: int, length: float) -> float:
    """Points now and to come; `length` is the share of the game that is still ahead."""
    rivals = 0
    for other, cells in enumerate(state.owned):
        if other != seat:
            rivals |= cells
    held = size(state.hands[seat])
    limit = state.keep[seat]
    kept = held if held < limit else limit
    permanents = state.wild[seat].bit_count() + (state.passes[seat] != 0) + limit - KEEP
    return (
        _islands(state.chart, state.owned[seat], rivals, state.game.options.home_counts)
        + kept
        + workers_out(state.workers[seat])
        + (held - kept) * EXCESS
        + length * (kept * TOKEN + workers_out(state.workers[seat]) * WORKER + permanents * PERMANENT)
    )


_islands = lru_cache(maxsize=1 << 14)(islands_points)
"""Islands change rarely between the positions that a search looks at."""
