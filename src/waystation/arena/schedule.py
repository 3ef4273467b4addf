"""Which games are to be played, one by one: what tournaments and comparisons hand to the processes of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

import msgspec

from waystation.arena.match import AccumulatorType, ComponentsOfGame, Row, play_match
from waystation.arena.simulate import check_bots, fresh, game_seed, know, play_plan, rotated
from waystation.bots import BotLike, Budget, Factory, names_of, registered
from waystation.engine import Game, Seed
from waystation.engine.borders import read_seed


class Fixture(msgspec.Struct, frozen=True):
    """One game: which bots sit where, the number of its deal, and which of the schedule's games (rule variants)."""

    bots: tuple[int, ...]
    deal: int
    game: int = 0


class Schedule(msgspec.Struct, frozen=True):
    """Bots and games, and the fixtures between them: a plan. Game number `first` is the first fixture."""

    games: tuple[Game, ...]
    bots: tuple[BotLike, ...]
    seed: Seed
    fixtures: tuple[Fixture, ...] = ()
    first: int = 0
    accumulators: tuple[AccumulatorType, ...] = (ComponentsOfGame,)
    budget: Budget | None = None
    max_decisions: int | None = None
    own: Mapping[str, Factory] = {}

    def play(self, index: int) -> Row:
        """Play fixture number `index`."""
        know(self.own)
        fixture, names = self.fixtures[index - self.first], names_of(self.bots)
        row = play_match(
            self.games[fixture.game],
            fresh([self.bots[bot] for bot in fixture.bots]),
            game_seed(self.seed, fixture.deal),
            names=[names[bot] for bot in fixture.bots],
            accumulators=self.accumulators,
            budget=self.budget,
            max_decisions=self.max_decisions,
        )
        row.index, row.run = index, self.seed
        return row

    def wrong(self, row: Row) -> str | None:
        """Why a row can't be of this schedule; None if it can."""
        at = row.index - self.first
        if not 0 <= at < len(self.fixtures):
            return f"there is no game {row.index} in this run"
        fixture, names = self.fixtures[at], names_of(self.bots)
        game, seats = self.games[fixture.game], [names[bot] for bot in fixture.bots]
        wanted = (game.name, game.rules_version, game_seed(self.seed, fixture.deal))
        if (row.game, row.rules_version, row.seed) != wanted or row.seats != seats:
            return f"game {row.index} is of another run (game, rules, seed or seats differ)"
        if type(game).read_options(row.options) != game.options:
            return f"game {row.index} was played under other options"
        return None


class Series:
    """The games of a schedule as a run that may have been begun already; `plan` is the schedule."""

    def __init__(self, plan: Schedule) -> None:
        self.plan = plan

    def __len__(self) -> int:
        """How many games it has."""
        return len(self.plan.fixtures)

    def wrong(self, rows: Sequence[Row]) -> str | None:
        """Why these rows can't be of this run; None if they can."""
        return next((fault for row in rows if (fault := self.plan.wrong(row))), None)

    def play(self, jobs: int = 1, rows: Sequence[Row] = (), ray: str | None = None) -> Iterator[Row]:
        """Play all games but those whose `rows` are there; the rows come as games end."""
        there = {row.index for row in rows}
        return play_plan(self.plan, [n for n in range(len(self)) if n not in there], jobs, in_order=False, ray=ray)


def schedule(
    games: Sequence[Game],
    bots: Sequence[BotLike],
    seed: Seed = 0,
    *,
    accumulators: Sequence[AccumulatorType] = (ComponentsOfGame,),
    budget: Budget | None = None,
    max_decisions: int | None = None,
) -> Schedule:
    """A schedule without fixtures yet; SpecError for what makes no bot."""
    check_bots(games[0], bots)
    return Schedule(
        tuple(games),
        tuple(bots),
        read_seed(seed),
        accumulators=tuple(accumulators),
        budget=budget,
        max_decisions=max_decisions,
        own=registered(bots),
    )


def tables(bots: int, seats: int) -> list[tuple[int, ...]]:
    """Who meets whom: every choice of bots for the seats of a table.

    With fewer bots than seats, bots have several seats, as equally many as can be.
    """
    if bots >= seats:
        return list(combinations(range(bots), seats))
    most = -(-seats // bots)
    least = seats // bots
    return [
        table
        for table in combinations_with_replacement(range(bots), seats)
        if all(least <= table.count(bot) <= most for bot in range(bots))
    ]


def seatings(table: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The table with everybody at every seat: all move one on, as often as that gives something new."""
    return iter(dict.fromkeys(tuple(rotated(table, shift)) for shift in range(len(table))))
