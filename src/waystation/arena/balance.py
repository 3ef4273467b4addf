"""What rows say about a game's balance: points of winners and losers, and every component by its id."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt
from statistics import fmean, stdev

import msgspec

from waystation.arena.compare import student
from waystation.arena.match import Row
from waystation.arena.results import wilson

FEWEST = 10
"""A component that fewer seats had is not tested: nothing could be said about it."""


class Mean(msgspec.Struct, kw_only=True):
    """A mean of `n` values; `low` and `high` bound it (95 %, Student), None where fewer than two differ."""

    n: int
    mean: float
    low: float | None
    high: float | None


class Line(msgspec.Struct, kw_only=True):
    """What a line of the score sheet, or a component, brought to those who won and to those who did not."""

    key: str
    winners: Mean
    losers: Mean


class Component(msgspec.Struct, kw_only=True):
    """A component over many games.

    In `dealt` games it was in play, `taken` seats had it (where all win together: games), and these won `rate` of
    their games, between `low` and `high` (Wilson). `expected` is what the bots that sat there win on average; `p` is
    the chance of a difference as large if the component does nothing, `q` the same corrected for the number of
    components (Benjamini and Hochberg); both None for what fewer than `FEWEST` had. `points` is what it brought to
    those who had it, None if the score does not tell.
    """

    id: str
    dealt: int
    taken: int
    rate: float
    low: float
    high: float
    expected: float
    p: float | None
    q: float | None
    points: float | None


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of these values with its interval."""
    n = len(values)
    mean = fmean(values) if values else 0.0
    if n < 2 or stdev(values) == 0:
        return Mean(n=n, mean=mean, low=None, high=None)
    half = student(n - 1) * stdev(values) / sqrt(n)
    return Mean(n=n, mean=mean, low=mean - half, high=mean + half)


def score_lines(rows: Sequence[Row]) -> list[Line]:
    """Points by line for seats that won and seats that did not, the largest first. Games cut off do not count."""
    played = [(row, seat) for row in rows if row.ranks for seat in range(len(row.seats))]
    keys = dict.fromkeys(key for row, seat in played for key in row.lines[seat])
    lines = [
        Line(
            key=key,
            winners=mean_of([row.lines[seat].get(key, 0) for row, seat in played if row.wins[seat] > 0]),
            losers=mean_of([row.lines[seat].get(key, 0) for row, seat in played if row.wins[seat] == 0]),
        )
        for key in keys
    ]
    return sorted(lines, key=lambda line: -max(abs(line.winners.mean), abs(line.losers.mean)))


def components(rows: Sequence[Row]) -> list[Component]:
    """Every component that was in play, the surest differences first. Games cut off do not count."""
    played = [row for row in rows if row.ranks and "components" in row.extra]
    together = all(len(set(row.wins)) == 1 for row in played)
    usual = _usual(played)
    dealt: dict[str, int] = {}
    had: dict[str, list[tuple[float, float, int | None]]] = {}
    for row in played:
        noted = row.extra["components"]
        for name in noted["dealt"]:
            dealt[name] = dealt.get(name, 0) + 1
        for seat, names in enumerate([sorted(set().union(*noted["taken"]))] if together else noted["taken"]):
            for name in names:
                points = row.lines[seat].get(name)
                had.setdefault(name, []).append((row.wins[seat], usual[row.seats[seat]], points))
    found = [_component(name, games, had.get(name, [])) for name, games in dealt.items()]
    tested = [each for each in found if each.p is not None]
    for each, q in zip(tested, benjamini_hochberg([each.p or 0.0 for each in tested]), strict=True):
        each.q = q
    return sorted(found, key=lambda each: (2.0 if each.p is None else each.p, -each.taken, each.id))


def _usual(rows: Sequence[Row]) -> dict[str, float]:
    """What share of its games each bot wins."""
    wins: dict[str, list[float]] = {}
    for row in rows:
        for seat, bot in enumerate(row.seats):
            wins.setdefault(bot, []).append(row.wins[seat])
    return {bot: fmean(won) for bot, won in wins.items()}


def _component(name: str, dealt: int, had: Sequence[tuple[float, float, int | None]]) -> Component:
    taken, wins, expected = len(had), sum(won for won, _, _ in had), sum(usual for _, usual, _ in had)
    low, high = wilson(wins, taken)
    spread = sqrt(sum(usual * (1 - usual) for _, usual, _ in had))
    p = None
    if taken >= FEWEST and spread:
        p = 1 - erf(abs(wins - expected) / spread / sqrt(2))
    points = [each for _, _, each in had if each is not None]
    return Component(
        id=name,
        dealt=dealt,
        taken=taken,
        rate=wins / taken if taken else 0.0,
        low=low,
        high=high,
        expected=expected / taken if taken else 0.0,
        p=p,
        q=None,
        points=fmean(points) if points else None,
    )


def benjamini_hochberg(chances: Sequence[float]) -> list[float]:
    """Chances corrected for their number, so that of those under 5 % at most one in twenty is expected to be false."""
    order = sorted(range(len(chances)), key=lambda at: -chances[at])
    found, least = [0.0] * len(chances), 1.0
    for place, at in enumerate(order):
        least = min(least, chances[at] * len(chances) / (len(chances) - place))
        found[at] = least
    return found
