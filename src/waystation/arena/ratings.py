"""Ratings of bots from rows: Bradley-Terry (by choix) with bootstrapped intervals, and openskill's Plackett-Luce."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any

import msgspec

from waystation.arena.match import Row
from waystation.arena.results import wilson
from waystation.arena.tournament import share
from waystation.engine import Chance
from waystation.engine.borders import whole
from waystation.engine.extras import needed_for

ELO = 400 / log(10)
MEAN = 1500.0
PRIOR = 0.05
"""Added to each pair of bots on both sides, in games: else who wins all games would be infinitely strong."""
RESAMPLES = 200


class Rating(msgspec.Struct, kw_only=True):
    """How strong a bot is. `score` is its mean share of opponents beaten (a tie is a half), `low` and `high` bound it.

    `elo` is Bradley-Terry's strength on the Elo scale (mean 1500; 400 more: ten wins for each loss) between `elo_low`
    and `elo_high`: bootstrapped over deals, None with fewer than two. `mu` is openskill's, known to `sigma`.
    """

    name: str
    games: int
    score: float
    low: float
    high: float
    elo: float
    elo_low: float | None
    elo_high: float | None
    mu: float
    sigma: float


def ratings(rows: Sequence[Row], resamples: int = RESAMPLES) -> list[Rating]:
    """The bots of these rows, the strongest first; all intervals are for 95 %. Games cut off do not count.

    `resamples` is how often deals are drawn anew for the intervals of `elo`; 0: there are none.
    """
    choix, resamples = need_choix(), whole(resamples, "a number of resamples")
    played = [row for row in rows if row.ranks]
    names = sorted({name for row in played for name in row.seats})
    if len(names) < 2:
        return []
    strengths = _bradley_terry(choix, _beaten(played, names))
    bounds = _bootstrapped(choix, played, names, resamples)
    skills = _openskill(played, names)
    found = [_rating(played, name, strengths[at], bounds[at], skills[name]) for at, name in enumerate(names)]
    return sorted(found, key=lambda rating: -rating.elo)


def need_choix() -> Any:
    """The choix library; MissingExtra says how to get it."""
    with needed_for("rating bots"):
        import choix
        import openskill  # noqa: F401 - asked for now, used at the end
    return choix


def _rating(rows: Sequence[Row], name: str, elo: float, bounds: tuple[Any, Any], skill: Any) -> Rating:
    shares = [share(row, seat) for row in rows for seat, who in enumerate(row.seats) if who == name]
    low, high = wilson(sum(shares), len(shares))
    return Rating(
        name=name,
        games=len(shares),
        score=sum(shares) / len(shares),
        low=low,
        high=high,
        elo=elo,
        elo_low=bounds[0],
        elo_high=bounds[1],
        mu=skill.mu,
        sigma=skill.sigma,
    )


def _beaten(rows: Sequence[Row], names: Sequence[str]) -> list[list[float]]:
    """How often each bot came before each other, a tie being a half for both."""
    number = {name: at for at, name in enumerate(names)}
    found = [[0.0] * len(names) for _ in names]
    for row in rows:
        for seat, name in enumerate(row.seats):
            for other, rival in enumerate(row.seats):
                if name != rival and row.ranks[seat] <= row.ranks[other]:
                    found[number[name]][number[rival]] += 1.0 if row.ranks[seat] < row.ranks[other] else 0.5
    return found


def _bradley_terry(choix: Any, beaten: list[list[float]]) -> list[float]:
    import numpy

    matrix = numpy.array(beaten) + PRIOR
    numpy.fill_diagonal(matrix, 0.0)
    return [MEAN + ELO * float(value) for value in choix.ilsr_pairwise_dense(matrix)]


def _bootstrapped(
    choix: Any, rows: Sequence[Row], names: Sequence[str], resamples: int
) -> list[tuple[float | None, float | None]]:
    """95 % intervals: deals are drawn anew, each with all its games, since they hang together."""
    deals: dict[Any, list[Row]] = {}
    for row in rows:
        deals.setdefault(row.seed, []).append(row)
    tables = [_beaten(games, names) for games in deals.values()]
    if len(tables) < 2 or resamples < 1:
        return [(None, None)] * len(names)
    chance = Chance.of(0, "bootstrap")
    found: list[list[float]] = []
    for _ in range(resamples):
        drawn = [tables[chance.below(len(tables))] for _ in tables]
        summed = [[float(sum(cell)) for cell in zip(*line, strict=True)] for line in zip(*drawn, strict=True)]
        found.append(_bradley_terry(choix, summed))
    ordered = [sorted(values) for values in zip(*found, strict=True)]
    cut = round(0.025 * resamples)
    return [(values[cut], values[-1 - cut]) for values in ordered]


def _openskill(rows: Sequence[Row], names: Sequence[str]) -> dict[str, Any]:
    """Ratings after all games in order; a bot with several seats counts once, by their mean rank."""
    with needed_for("rating bots"):
        from openskill.models import PlackettLuce
    model = PlackettLuce()
    skills: dict[str, Any] = {name: model.rating(name=name) for name in names}
    for row in sorted(rows, key=lambda row: row.index):
        places: dict[str, list[int]] = {}
        for name, rank in zip(row.seats, row.ranks, strict=True):
            places.setdefault(name, []).append(rank)
        if len(places) > 1:
            ranks = [sum(ranks) / len(ranks) for ranks in places.values()]
            rated = model.rate([[skills[name]] for name in places], ranks=ranks)
            skills.update({name: team[0] for name, team in zip(places, rated, strict=True)})
    return skills
