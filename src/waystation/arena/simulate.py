"""Many games between bots, in one process or several, with rotating seats."""

from __future__ import annotations

import pickle
import signal
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import current_thread, main_thread
from typing import Any, TypeVar

import msgspec

from waystation.arena.match import AccumulatorType, Plan, Row, copied, play_match
from waystation.bots import BotLike, Budget, Factory, close, make, names_of, register, registered
from waystation.engine import Chance, Game, Seed, WaystationError
from waystation.engine.borders import read_seed, whole

T = TypeVar("T")

AT_ONCE = 2
"""How many games a worker has been given, at most: one to play, one to go on with."""

AHEAD = 32
"""How many games for each worker may be finished while an earlier one is still being played."""

LEAVING = 5.0
"""Seconds that a worker has to end the programs of its bots."""

UNGUARDED = """the worker processes could not start. Each of them first runs the script that started it; so in a \
script that has several processes play, put what it does under

    if __name__ == "__main__":
"""


class WorkerError(WaystationError):
    """The processes that were to play the games ended before they were done."""


def game_seed(run: Seed, index: int) -> int:
    """The seed of one game of a run: different for each game, the same on every machine."""
    return Chance.of(run, f"game {whole(index, 'the number of a game')}").below(1 << 53)


def rotated(seats: Sequence[T], index: int) -> list[T]:
    """Who sits where in game `index`: everybody moves one seat on from game to game."""
    shift = index % len(seats)
    return [*seats[shift:], *seats[:shift]]


class Job(msgspec.Struct, frozen=True):
    """The plan of a simple run: the same bots in all games. `names` are those of the `seats`, `own` the registered
    factories that they need, so that other processes know them, too."""

    game: Game
    seats: tuple[BotLike, ...]
    seed: Seed
    rotate: bool = True
    accumulators: tuple[AccumulatorType, ...] = ()
    budget: Budget | None = None
    max_decisions: int | None = None
    names: tuple[str, ...] = ()
    own: Mapping[str, Factory] = {}

    def play(self, index: int) -> Row:
        """Play game number `index` of the run."""
        know(self.own)
        names = self.names or names_of(self.seats)
        row = play_match(
            self.game,
            rotated(fresh(self.seats), index) if self.rotate else fresh(self.seats),
            game_seed(self.seed, index),
            names=rotated(names, index) if self.rotate else names,
            accumulators=self.accumulators,
            budget=self.budget,
            max_decisions=self.max_decisions,
        )
        row.index, row.run = index, self.seed
        return row


def fresh(seats: Sequence[BotLike]) -> list[BotLike]:
    """What a game is played with: of a bot that was given as an object, a copy."""
    return [seat if isinstance(seat, str | type) else copied(seat) for seat in seats]


def know(own: Mapping[str, Factory]) -> None:
    """Register what another process has registered."""
    for name, factory in own.items():
        register(name, factory)


def check_bots(game: Game, seats: Sequence[BotLike]) -> None:
    """SpecError, before the first game is played, for what makes no bot."""
    for seat in seats:
        bot = make(seat, game)
        if bot is not seat:
            close(bot)


def simulate(
    game: Game,
    seats: Sequence[BotLike],
    games: int,
    seed: Seed = 0,
    jobs: int = 1,
    *,
    rotate: bool = True,
    accumulators: Sequence[AccumulatorType] = (),
    budget: Budget | None = None,
    max_decisions: int | None = None,
    first: int = 0,
    there: Collection[int] = (),
    in_order: bool = True,
    ray: str | None = None,
) -> Iterator[Row]:
    """Play `games` games and yield their rows in order. The rows do not depend on the number of `jobs` (processes),
    but for `seconds` and for bots whose budget is in seconds.

    `seats` are specifications, or bots, classes and functions that make bots (see `bots.make`); a bot given as an
    object is copied for each game. What goes to several processes must be importable there, accumulators, too.
    `first` is the number of the first game, and `there` are numbers of games that need not be played, to go on with a
    run. Without `in_order` rows come as games end. With `ray` games are played on a Ray cluster (see `play_plan`).
    WorkerError if the processes end before they are done.
    """
    if len(seats) != game.players:
        raise ValueError(f"{game.name} is played by {game.players} here, got {len(seats)} bots")
    check_bots(game, seats)
    wanted = range(whole(first, "the number of the first game"), first + whole(games, "a number of games", 0))
    job = Job(
        game,
        tuple(seats),
        read_seed(seed),
        rotate,
        tuple(accumulators),
        budget,
        max_decisions,
        tuple(names_of(seats)),
        registered(seats),
    )
    return play_plan(job, [number for number in wanted if number not in there], jobs, in_order, ray)


def play_plan(
    plan: Plan, numbers: Sequence[int], jobs: int = 1, in_order: bool = True, ray: str | None = None
) -> Iterator[Row]:
    """Play these games of a plan and yield the rows: in this process, in several, or on a Ray cluster.

    `ray` is the cluster's address, "auto" for the one that runs here, "local" for a new one on this machine; `jobs` is
    then how many games are out at the same time (1: two for each processor of the cluster).
    """
    if ray is not None:
        from waystation.arena.cluster import by_ray

        return by_ray(plan, numbers, jobs, in_order, ray)
    if whole(jobs, "a number of processes") <= 1 or len(numbers) <= 1:
        return (plan.play(number) for number in numbers)  # `map` would take a StopIteration in a game for the end
    return _by_workers(plan, numbers, min(jobs, len(numbers)), in_order)


# ---------------------------------------------------------------------- several processes


class _Worker:
    """A process that plays games, as the process that hands them out sees it."""

    def __init__(self, process: BaseProcess, line: Connection) -> None:
        self.process = process
        self.line = line
        self.given = 0
        self.ready = False


def _by_workers(plan: Plan, numbers: Sequence[int], count: int, in_order: bool) -> Iterator[Row]:
    crew: list[_Worker] = []
    try:
        with deaf_to_ctrl_c():
            for _ in range(count):
                crew.append(_Worker(*started(_work, plan)))
        yield from _handed_out(crew, numbers, in_order)
    finally:
        end([worker.process for worker in crew])
        for worker in crew:
            worker.line.close()


def started(work: Callable[..., None], *given: Any) -> tuple[BaseProcess, Connection]:
    """A new process that does this work, and the line to it, of which the work gets the other end before what else is
    given. WorkerError for what can't be given."""
    if getattr(current_process(), "_inheriting", False):  # a worker that runs the script it was started from
        sys.exit(1)
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, *given), daemon=True)
    try:
        process.start()
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        ours.close()
        raise WorkerError(f"this can't be given to another process: {error}") from error
    finally:
        theirs.close()
    return process, ours


def end(processes: Sequence[BaseProcess]) -> None:
    """End these at once; what does not end by itself in a while, since a bot heeds nobody, is killed."""
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(LEAVING)
        process.kill()
        process.join()


def _handed_out(crew: list[_Worker], numbers: Sequence[int], in_order: bool) -> Iterator[Row]:
    """Give every worker the next numbers, and the rows on: in order, or as they come."""
    to_give, awaited, done = iter(numbers), list(reversed(numbers)), dict[int, Row]()
    workers: dict[Any, _Worker] = {worker.line: worker for worker in crew}
    most, given, returned = AHEAD * len(crew), 0, 0
    while returned < len(numbers):
        for line in wait(list(workers)):
            worker = workers[line]
            said = _heard(worker)
            if isinstance(said, Row):
                worker.given -= 1
                done[said.index] = said
            for other in crew:
                while other.ready and other.given < AT_ONCE and given - returned < most:
                    number = next(to_give, None)
                    if number is None:
                        break
                    with suppress(OSError):  # it has ended: what it sent before is read first
                        other.line.send(number)
                    other.given, given = other.given + 1, given + 1
        while done and (not in_order or awaited[-1] in done):
            returned += 1
            yield done.pop(awaited.pop() if in_order else next(iter(done)))


def _heard(worker: _Worker) -> Row | None:
    """A row, or that the worker is ready; what went wrong there is raised here."""
    try:
        said = worker.line.recv()
    except (EOFError, OSError):
        worker.process.join()
        if not worker.ready:
            raise WorkerError(UNGUARDED) from None
        raise WorkerError(f"a worker process has ended (exit code {worker.process.exitcode})") from None
    worker.ready = True
    if isinstance(said, BaseException):
        raise said
    return said if isinstance(said, Row) else None


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Ctrl-C is for the process that hands out the games: workers are born deaf to it."""
    if current_thread() is not main_thread():  # there one may not say what a signal does
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def unwind_when_told() -> None:
    """In a worker: Ctrl-C is not for it, and when it is told to end it does not fall down where it stands: programs
    that its bots have started are ended, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _unwind)


def _unwind(number: int, frame: object) -> None:
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt  # no bot can be blamed for that


def _work(line: Connection, plan: Plan) -> None:
    """What a worker does until its line is closed."""
    unwind_when_told()
    with suppress(EOFError, OSError, KeyboardInterrupt):  # whoever handed out the games has gone, or ends the run
        line.send("ready")
        while True:
            number = line.recv()
            try:
                said: object = plan.play(number)
            except Exception as error:
                said = error
            try:
                line.send(said)
            except (pickle.PicklingError, AttributeError, TypeError) as error:
                line.send(WorkerError(f"game {number}: its result can't be sent to another process: {error}"))
