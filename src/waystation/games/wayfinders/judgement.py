"""How well a seat stands, for bots: points now, what tokens, workers and permanents can still bring, and the lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp

from waystation.engine import Judgement, Reason
from waystation.games.wayfinders.components import KEEP
from waystation.games.wayfinders.hangars import workers_out
from waystation.games.wayfinders.reasons import reasons
from waystation.games.wayfinders.scoring import islands_points, rivals_of
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
        chart, home_counts = state.chart, state.game.options.home_counts
        found = chart.standings.get((state.owned, home_counts))
        if found is None:
            found = _remember(state, home_counts)
        length, bases = found
        hands, workers, keep = state.hands, state.workers, state.keep
        token, worker = 1 + length * TOKEN, 1 + length * WORKER
        best = mine = -99.0
        for other, base in enumerate(bases):
            held, limit = hands[other] % 63, keep[other]
            worth = base + worker * workers_out(workers[other])
            worth += token * held if held <= limit else token * limit + EXCESS * (held - limit)
            if other == seat:
                mine = worth
            elif worth > best:
                best = worth
        return 1 / (1 + exp((best - mine) / (2 + SPREAD * length)))

    def own_reasons(
        self, before: WayfindersState, after: WayfindersState, turn: Sequence[int], seat: int
    ) -> Iterator[Reason]:
        return reasons(before, after, turn, seat)


MOST_KEPT = 1 << 14


def _remember(state: WayfindersState, home_counts: bool) -> tuple[float, list[float]]:
    """What only building changes: the share of the game that is still ahead, and by seat the worth of its airstrips."""
    chart, owned = state.chart, state.owned
    left = ENDING_CUBES - max([cells.bit_count() for cells in owned])
    length = left / (ENDING_CUBES - 1) if left > 0 else 0.0
    bases = []
    for seat, cells in enumerate(owned):
        permanents = state.wild[seat].bit_count() + (state.passes[seat] != 0) + state.keep[seat] - KEEP
        islands = islands_points(chart, cells, rivals_of(state, seat), home_counts)
        bases.append(islands + length * PERMANENT * permanents)
    if len(chart.standings) >= MOST_KEPT:
        chart.standings.clear()
    chart.standings[owned, home_counts] = found = (length, bases)
    return found
