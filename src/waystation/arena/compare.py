"""Two bots, or two variants of the rules, on the same deals: what differs, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev

import msgspec

from waystation.arena.match import Row
from waystation.arena.schedule import Fixture, Schedule, Series, schedule, seatings
from waystation.arena.tournament import share
from waystation.bots import BotLike, Budget, names_of
from waystation.engine import Game, Seed
from waystation.engine.borders import whole


class Effect(msgspec.Struct, kw_only=True):
    """One thing measured: its mean under `a` and under `b`, and by how much b's is greater, with a 95 % interval.

    The interval is Student's over `pairs` of deals. None if there are fewer than two, or all differ by the same.
    """

    what: str
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None
    pairs: int

    @property
    def sure(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


class Comparison(Series):
    """Two bots (`bots` are their numbers at the seats of a game) or two rule variants on the same deals."""

    def __init__(self, plan: Schedule, names: tuple[str, str], of_rules: bool) -> None:
        super().__init__(plan)
        self.names, self.of_rules = names, of_rules

    def effects(self, rows: Sequence[Row]) -> list[Effect]:
        """What differs, from those deals of which all games are there and none was cut off."""
        deals: dict[int, list[tuple[Fixture, Row]]] = {}
        for row in rows:
            fixture = self.plan.fixtures[row.index]
            deals.setdefault(fixture.deal, []).append((fixture, row))
        size = sum(fixture.deal == 0 for fixture in self.plan.fixtures)
        full = [games for _, games in sorted(deals.items()) if len(games) == size]
        full = [games for games in full if all(row.ranks for _, row in games)]
        if self.of_rules:
            return _of_rules(full, self.plan.games[0].players)
        return _of_bots(full, _together(self.plan))


def _together(plan: Schedule) -> bool:
    """Whether each game is played by one bot at all its seats."""
    return all(len(set(fixture.bots)) == 1 for fixture in plan.fixtures)


def compare_bots(
    game: Game, a: BotLike, b: BotLike, deals: int = 100, seed: Seed = 0, *, budget: Budget | None = None
) -> Comparison:
    """Two bots: against each other with seats rotated; where all win together or one is alone, one after the other."""
    plan = schedule([game], [a, b], seed, budget=budget)
    deals = whole(deals, "a number of deals", 0)
    seats = game.players
    if seats == 1 or game.spec.cooperative:
        seated = [(0,) * seats, (1,) * seats]
    else:
        seated = list(seatings(tuple(seat % 2 for seat in range(seats))))
        if seats % 2:
            seated += seatings(tuple((seat + 1) % 2 for seat in range(seats)))
    fixtures = tuple(Fixture(seating, deal) for deal in range(deals) for seating in seated)
    first, second = names_of([a, b])
    return Comparison(msgspec.structs.replace(plan, fixtures=fixtures), (first, second), of_rules=False)


def compare_rules(
    a: Game, b: Game, bots: Sequence[BotLike], deals: int = 100, seed: Seed = 0, *, budget: Budget | None = None
) -> Comparison:
    """Two variants of a game's rules: the same bots on the same deals, with every rotation of their seats."""
    if a.players != b.players or a.name != b.name:
        raise ValueError("two variants are of one game, for the same number of players")
    if len(bots) != a.players:
        raise ValueError(f"{a.name} is played by {a.players} here, got {len(bots)} bots")
    plan = schedule([a, b], bots, seed, budget=budget)
    deals = whole(deals, "a number of deals", 0)
    names = names_of(bots)
    number = [names.index(name) for name in names]
    seated = list(seatings(number))
    fixtures = tuple(Fixture(seating, deal, game) for deal in range(deals) for seating in seated for game in (0, 1))
    return Comparison(msgspec.structs.replace(plan, fixtures=fixtures), ("A", "B"), of_rules=True)


# ---------------------------------------------------------------------- measures

Games = list[tuple[Fixture, Row]]
Measure = Callable[[Row], float]


def _lead(row: Row) -> float:
    first, second = sorted(row.scores, reverse=True)[:2]
    return first - second


def _won(seat: int) -> Measure:
    return lambda row: row.wins[seat]


def _of_rules(deals: list[Games], players: int) -> list[Effect]:
    measures: dict[str, Measure] = {f"seat {seat + 1} wins": _won(seat) for seat in range(players)}
    measures["mean score"] = lambda row: fmean(row.scores)
    measures["best score"] = lambda row: max(row.scores)
    if players > 1:
        measures["lead of the first"] = _lead
    measures["rounds"] = lambda row: row.rounds
    measures["decisions"] = lambda row: sum(row.decisions)
    return [
        _effect(
            what,
            [fmean(measure(row) for fixture, row in games if fixture.game == 0) for games in deals],
            [fmean(measure(row) for fixture, row in games if fixture.game == 1) for games in deals],
        )
        for what, measure in measures.items()
    ]


def _of_bots(deals: list[Games], together: bool) -> list[Effect]:
    measures: dict[str, Callable[[Row, int], float]] = {
        "wins": lambda row, seat: row.wins[seat],
        "opponents beaten": share,
        "score": lambda row, seat: row.scores[seat],
        "decisions": lambda row, seat: row.decisions[seat],
        "ms a decision": lambda row, seat: 1000 * row.seconds[seat] / (row.decisions[seat] or 1),
    }
    if together:
        del measures["opponents beaten"]
    return [
        _effect(what, *([_mean_of(games, bot, measure) for games in deals] for bot in (0, 1)))
        for what, measure in measures.items()
    ]


def _mean_of(games: Games, bot: int, measure: Callable[[Row, int], float]) -> float:
    return fmean(measure(row, seat) for fixture, row in games for seat, who in enumerate(fixture.bots) if who == bot)


def _effect(what: str, a: list[float], b: list[float]) -> Effect:
    differences = [second - first for first, second in zip(a, b, strict=True)]
    mean = fmean(differences) if differences else 0.0
    low = high = None
    if len(differences) > 1 and (spread := stdev(differences)) > 0:
        half = student(len(differences) - 1) * spread / sqrt(len(differences))
        low, high = mean - half, mean + half
    return Effect(
        what=what,
        a=fmean(a) if a else 0.0,
        b=fmean(b) if b else 0.0,
        difference=mean,
        low=low,
        high=high,
        pairs=len(differences),
    )


def student(df: int) -> float:
    """The 97.5 % quantile of Student's t (Cornish and Fisher's expansion; within 1 % from 3 degrees of freedom on)."""
    if df < 3:
        return (12.706, 4.303)[df - 1]
    z = 1.959964
    g = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return z + g[0] / df + g[1] / df**2 + g[2] / df**3
