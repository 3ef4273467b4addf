"""Fixed ratings of a game's bots on the scale on which people are rated, from matches among them.

Bradley-Terry's strengths (see `ratings`) are put on openskill's scale: there, too, the odds between two are a logistic
function of the difference of their means, whose width for players who are well known is `WIDTH`.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from math import log, sqrt

import waystation
from waystation.arena.ratings import Rating
from waystation.bots.strength import Anchor, Measured
from waystation.engine import Game

MEAN, BETA = 25.0, 25.0 / 6
"""openskill's mean, and how much luck it takes there to be in one game."""
WIDTH = sqrt(2) * BETA
"""The difference of means that makes the odds e to 1."""
PER_ELO = WIDTH * log(10) / 400
KNOWN = 0.5
"""The least deviation that a bot has: matches among bots are not matches with people."""


def on_the_scale(game: Game, found: Sequence[Rating], usual: str, deals: int, seed: object) -> Measured:
    """Put ratings on the scale of people, the usual bot on its mean. ValueError if that has not played."""
    base = next((rating.elo for rating in found if rating.name == usual), None)
    if base is None:
        raise ValueError(f"{usual} must be among the bots: it stands where people begin")
    return Measured(
        version=waystation.__version__,
        rules_version=game.rules_version,
        measured=datetime.datetime.now(datetime.UTC).date().isoformat(),
        players=game.players,
        deals=deals,
        seed=str(seed),
        usual=usual,
        bots={rating.name: _anchor(rating, base) for rating in found},
    )


def _anchor(rating: Rating, base: float) -> Anchor:
    def on_scale(elo: float) -> float:
        return round(MEAN + PER_ELO * (elo - base), 2)

    low = None if rating.elo_low is None else on_scale(rating.elo_low)
    high = None if rating.elo_high is None else on_scale(rating.elo_high)
    spread = KNOWN if low is None or high is None else max(KNOWN, (high - low) / (2 * 1.96))
    return Anchor(
        mu=on_scale(rating.elo), sigma=round(spread, 2), low=low, high=high, elo=round(rating.elo), games=rating.games
    )
