"""Fixed tasks to measure bots by: a game, its options, who sits opposite, and the seeds to train and to be tested on.

    for task in TASKS: print(task.name)
    result = evaluate(task_named("wayfinders-greedy"), MyBot, deals=50, jobs=2)

A bot is tested on deals that nobody trains on, at every seat of each. Where all win together it plays with itself and
with a partner that it has not trained with, on the same deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from statistics import fmean
from typing import Any

import msgspec

import waystation
from waystation.arena import Row, game_seed
from waystation.arena.balance import Mean, mean_of
from waystation.arena.schedule import Fixture, Series, schedule
from waystation.arena.tournament import share
from waystation.bots import BotLike, name_of
from waystation.engine import Game, Seed
from waystation.engine.borders import whole
from waystation.engine.frozen import Seen
from waystation.engine.typed import decode
from waystation.engine.words import mark

BOT, OTHER = 0, 1


class Task(Seen, frozen=True, kw_only=True):
    """What is to be done: play `game` under `options` against (or, where all win together, beside) `other`.

    `deals` is how many deals a test has. Those of a test are numbered from 0 on in the run `test_run`; to train there
    are those of `training_run`, as many as anybody likes.
    """

    name: str
    about: str
    game: str
    options: Mapping[str, Any]
    other: str
    deals: int = 200

    @property
    def test_run(self) -> str:
        """The seed of the run whose deals are the test."""
        return f"waystation/{self.name}/test"

    @property
    def training_run(self) -> str:
        """The seed of the run whose deals are to train on."""
        return f"waystation/{self.name}/training"

    def load(self) -> Game:
        """The game under the task's options."""
        return waystation.load(self.game, **self.options)

    def training_seed(self, number: int) -> Seed:
        """The seed of a deal to train on."""
        return game_seed(self.training_run, number)

    def test_seed(self, number: int) -> Seed:
        """The seed of a deal of the test; ValueError beyond its end."""
        if not 0 <= whole(number, "the number of a deal") < self.deals:
            raise ValueError(f"the test of {self.name} has the deals 0 to {self.deals - 1}")
        return game_seed(self.test_run, number)


TASKS = (
    Task(
        name="wayfinders-random",
        about=mark("Beat who plays anything: where learning begins."),
        game="wayfinders",
        options={"players": 2, "max_rounds": 100, "max_free_steps": 50},
        other="random",
    ),
    Task(
        name="wayfinders-greedy",
        about=mark("Beat a bot that plans its own turn."),
        game="wayfinders",
        options={"players": 2, "max_rounds": 100, "max_free_steps": 50},
        other="greedy",
    ),
    Task(
        name="waypoints-expert",
        about=mark("Hike better than the game's expert, on paper of one's own and under the same weather."),
        game="waypoints",
        options={"players": 2},
        other="expert",
    ),
    Task(
        name="wayfarers-expert",
        about=mark("Chain effects better than the game's expert."),
        game="wayfarers",
        options={"players": 2, "round_limit": 60},
        other="expert",
    ),
    Task(
        name="windward-expert",
        about=mark("Sail and fight against the game's expert."),
        game="windward",
        options={"players": 2, "max_rounds": 60},
        other="expert",
    ),
    Task(
        name="wordtraveler-partners",
        about=mark(
            "Give and understand clues, with oneself and with the game's expert as a partner whom one has not met."
        ),
        game="wordtraveler",
        options={"players": 2},
        other="expert",
    ),
)


class Result(msgspec.Struct, kw_only=True):
    """What a test gave: `measures` by name, each over deals. `faults` are decisions at which the bot failed."""

    task: str
    bot: str
    version: str
    rules_version: int
    deals: int
    games: int
    cut_off: int
    faults: int
    ms_per_decision: float
    measures: dict[str, Mean]


def task_named(name: str) -> Task:
    """The task of this name; ValueError names those there are."""
    found = next((task for task in TASKS if task.name == name), None)
    if found is None:
        raise ValueError(f"there is no task {name!r:.60}; there are {', '.join(task.name for task in TASKS)}")
    return found


class Test(Series):
    """A bot's test: its games, of which some may have been played already, and what they give."""

    __test__ = False

    def __init__(self, task: Task, bot: BotLike, deals: int | None = None) -> None:
        self.task, self.name = task, name_of(bot)
        self.deals = task.deals if deals is None else whole(deals, "a number of deals")
        if not 0 < self.deals <= task.deals:
            raise ValueError(f"the test of {task.name} has 1 to {task.deals} deals, not {self.deals}")
        game = task.load()
        self.together = game.spec.cooperative
        plan = schedule([game], [bot, task.other], task.test_run, accumulators=())
        super().__init__(msgspec.structs.replace(plan, fixtures=tuple(self._fixtures(game.players))))

    def _fixtures(self, players: int) -> Iterator[Fixture]:
        for deal in range(self.deals):
            for seat in range(players):
                yield Fixture(tuple(BOT if other == seat else OTHER for other in range(players)), deal)
            if self.together:
                yield Fixture((BOT,) * players, deal)

    def result(self, rows: Sequence[Row]) -> Result:
        """What the rows give; each measure is a mean over deals, whose games hang together."""
        played = [(self.plan.fixtures[row.index], row) for row in rows]
        seats = [(row, seat) for fixture, row in played for seat, who in enumerate(fixture.bots) if who == BOT]
        decisions = sum(row.decisions[seat] for row, seat in seats)
        return Result(
            task=self.task.name,
            bot=self.name,
            version=waystation.__version__,
            rules_version=self.plan.games[0].rules_version,
            deals=len({fixture.deal for fixture, _ in played}),
            games=len(rows),
            cut_off=sum(not row.ranks for row in rows),
            faults=sum(fault.startswith(f"seat {seat},") for row, seat in seats for fault in row.faults),
            ms_per_decision=1000 * sum(row.seconds[seat] for row, seat in seats) / (decisions or 1),
            measures=self._measures(played),
        )

    def _measures(self, played: Sequence[tuple[Fixture, Row]]) -> dict[str, Mean]:
        if self.together:
            return {
                mark("score with itself"): self._mean(played, lambda fixture, row: row.scores[0], alone=True),
                mark("score with a stranger"): self._mean(played, lambda fixture, row: row.scores[0], alone=False),
            }
        return {
            mark("opponents beaten"): self._mean(played, lambda fixture, row: share(row, fixture.bots.index(BOT))),
            mark("lead"): self._mean(played, _lead),
            mark("score"): self._mean(played, lambda fixture, row: row.scores[fixture.bots.index(BOT)]),
        }

    def _mean(self, played: Sequence[tuple[Fixture, Row]], measure: Any, alone: bool | None = None) -> Mean:
        deals: dict[int, list[float]] = {}
        for fixture, row in played:
            if alone is None or alone == (OTHER not in fixture.bots):
                deals.setdefault(fixture.deal, []).append(measure(fixture, row))
        return mean_of([fmean(values) for values in deals.values()])


def _lead(fixture: Fixture, row: Row) -> float:
    """Points more than the best opponent."""
    own = fixture.bots.index(BOT)
    return row.scores[own] - max(score for seat, score in enumerate(row.scores) if seat != own)


def evaluate(task: Task, bot: BotLike, deals: int | None = None, jobs: int = 1) -> Result:
    """Test a bot (a specification, object, class or function) on the task's first deals."""
    test = Test(task, bot, deals)
    return test.result(list(test.play(jobs)))


def references() -> tuple[Result, ...]:
    """What our own bots reach, measured once."""
    text = files(__package__).joinpath("references.json").read_bytes()
    return tuple(decode(text, list[Result]))
