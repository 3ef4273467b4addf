"""Many games between bots, in one process or several, with rotating seats."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.pool import Pool
from threading import current_thread, main_thread

import msgspec

from waystation.arena.match import AccumulatorType, Row, play_match
from waystation.bots import Budget
from waystation.engine import Chance, Game, Seed


def game_seed(run: Seed, index: int) -> int:
    """The seed of one game of a run: different for each game, the same on every machine."""
    return Chance.of(run, f"game {index}").below(1 << 53)


def rotated(seats: Sequence[str], index: int) -> list[str]:
    """Who sits where in game `index`: everybody moves one seat on from game to game."""
    shift = index % len(seats)
    return [*seats[shift:], *seats[:shift]]


class Job(msgspec.Struct, frozen=True):
    """What all games of a run have in common; goes to the worker processes once."""

    game: Game
    seats: tuple[str, ...]
    seed: Seed
    rotate: bool = True
    accumulators: tuple[AccumulatorType, ...] = ()
    budget: Budget | None = None
    max_decisions: int | None = None

    def play(self, index: int) -> Row:
        """Play game number `index` of the run."""
        row = play_match(
            self.game,
            rotated(self.seats, index) if self.rotate else self.seats,
            game_seed(self.seed, index),
            accumulators=self.accumulators,
            budget=self.budget,
            max_decisions=self.max_decisions,
        )
        row.index = index
        return row


def simulate(
    game: Game,
    seats: Sequence[str],
    games: int,
    seed: Seed = 0,
    jobs: int = 1,
    *,
    rotate: bool = True,
    accumulators: Sequence[AccumulatorType] = (),
    budget: Budget | None = None,
    max_decisions: int | None = None,
) -> Iterator[Row]:
    """Play `games` games and yield their rows in order. The rows do not depend on the number of `jobs` (processes),
    but for `seconds` and for bots whose budget is in seconds.

    `seats` are bot specifications. Accumulators must be importable classes when there are several processes.
    """
    job = Job(game, tuple(seats), seed, rotate, tuple(accumulators), budget, max_decisions)
    if jobs <= 1 or games <= 1:
        yield from map(job.play, range(games))
        return
    with _started(min(jobs, games), job) as pool:
        yield from pool.imap(_play, range(games), chunksize=max(1, min(32, games // (8 * jobs))))


def _started(processes: int, job: Job) -> Pool:
    """The worker processes. Ctrl-C is for the process that hands out the games: they are born deaf to it."""
    if current_thread() is not main_thread():  # there one may not say what a signal does
        return get_context("spawn").Pool(processes, _set_job, (job,))
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return get_context("spawn").Pool(processes, _set_job, (job,))
    finally:
        signal.signal(signal.SIGINT, before)


_job: Job


def _set_job(job: Job) -> None:
    global _job
    _job = job
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(index: int) -> Row:
    return _job.play(index)
