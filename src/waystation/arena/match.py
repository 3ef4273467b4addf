"""One game between bots."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from time import perf_counter
from typing import Any, Protocol

import msgspec

import waystation
from waystation.bots import (
    Bot,
    BotError,
    BotLike,
    Budget,
    Observation,
    SpecError,
    bot_chance,
    close,
    decide,
    make,
    name_of,
    names_of,
    observe,
    turn_began,
)
from waystation.engine import Game, Match, Seed, State, record
from waystation.engine.borders import read_names, read_seed, whole

MAX_DECISIONS = 20_000
"""Where a game is cut off when neither the rules nor the caller set a bound."""

STANDSTILL = 300
"""After so many decisions of each seat without any point for anybody, in which each seat did only FEW things, a game
stands still."""

FEW = 3


class Row(msgspec.Struct, kw_only=True):
    """A finished game. Lists go by seat.

    `version` is Waystation's, `seats` are the bots, `ranks` 1 for the best. `wins` is 1 for a win, a fraction for a
    shared one, else 0. `lines` are the points by what they are for: lines of the score sheet, and where a line is of
    one component (an island tile), that component's id. `seconds` is each seat's thinking time, `rounds` how many had
    begun. `faults` tells of bots that failed and were replaced by `random`, and of those at which the game stood still.
    `reason` is how the game ended, or "cut off" or "standstill": then nobody has won and `ranks` is empty. `seed` is
    the game's, `run` that of the run it is number `index` of. `extra` is what accumulators added.
    """

    game: str
    version: str = ""
    rules_version: int = 0
    options: dict[str, Any]
    run: Seed | None = None
    index: int = 0
    seed: Seed
    seats: list[str]
    scores: list[int]
    ranks: list[int]
    wins: list[float]
    reason: str
    rounds: int = 0
    decisions: list[int]
    seconds: list[float]
    lines: list[dict[str, int]]
    faults: list[str] = []
    extra: dict[str, Any] = {}


class Plan(Protocol):
    """Numbered games, each of which can be played by itself, anywhere: what goes to the processes of a run."""

    def play(self, index: int) -> Row:
        """Play game number `index`."""


class Accumulator(Protocol):
    """Watches one game and adds to its row. A new one is made for each game."""

    def step(self, state: State, seat: int, action: int) -> None:
        """Called before each action is carried out."""

    def columns(self, state: State) -> dict[str, Any]:
        """Called at the end: what goes into `Row.extra`."""


class RecordOfGame:
    """An accumulator that keeps the whole game record as text, in the column "record"."""

    def __init__(self, game: Game, seed: Seed, names: Sequence[str]) -> None:
        self._match = Match(game, seed, names)

    def step(self, state: State, seat: int, action: int) -> None:
        self._match.apply(action, seat)

    def columns(self, state: State) -> dict[str, Any]:
        return {"record": record.write(self._match)}


class BranchingFactor:
    """An accumulator that counts how many actions were on offer, on average and at most."""

    def __init__(self, game: Game, seed: Seed, names: Sequence[str]) -> None:
        self._offers: list[int] = []

    def step(self, state: State, seat: int, action: int) -> None:
        self._offers.append(len(state.legal_actions(seat)))

    def columns(self, state: State) -> dict[str, Any]:
        count = len(self._offers)
        return {"mean_offers": sum(self._offers) / count if count else 0.0, "most_offers": max(self._offers, default=0)}


class ComponentsOfGame:
    """An accumulator that notes which components were in play, and which seat had them (see `Scoring.components`).

    The column "components" is ``{"dealt": [id, ...], "taken": [[id, ...], ...]}``, taken by seat. It looks before each
    decision and at the end: what comes and goes within one decision is missed.
    """

    def __init__(self, game: Game, seed: Seed, names: Sequence[str]) -> None:
        self._dealt: dict[str, None] = {}
        self._taken: list[dict[str, None]] = [{} for _ in range(game.players)]

    def step(self, state: State, seat: int, action: int) -> None:
        dealt, taken = self._dealt, self._taken
        for name, holder in state.game.components_in_play(state):
            dealt[name] = None
            if holder >= 0:
                taken[holder][name] = None

    def columns(self, state: State) -> dict[str, Any]:
        self.step(state, 0, 0)
        return {"components": {"dealt": list(self._dealt), "taken": [list(taken) for taken in self._taken]}}


class AccumulatorType(Protocol):
    """How an accumulator is made: from the game, its seed and the seats' names."""

    def __call__(self, game: Game, seed: Seed, names: Sequence[str]) -> Accumulator: ...


def play_match(
    game: Game,
    seats: Sequence[BotLike],
    seed: Seed = 0,
    *,
    names: Sequence[str] | None = None,
    accumulators: Sequence[AccumulatorType] = (),
    budget: Budget | None = None,
    max_decisions: int | None = None,
) -> Row:
    """Play one game between bots, one per seat. Same arguments, same game.

    A bot is given by specification, as an object, or as a class or function that makes one (see `bots.make`); an object
    that has several seats is copied for all but the first of them. `names` are what the row calls them. A bot that
    fails is replaced by `random` for the rest of the game, and the row says so.
    """
    if len(seats) != game.players:
        raise ValueError(f"{game.name} is played by {game.players} here, got {len(seats)} bots")
    called = list(read_names(names or names_of(seats), game.players))
    if max_decisions is not None and whole(max_decisions, "a number of decisions") < 1:
        raise ValueError(f"max_decisions: expected 1 or more, got {max_decisions}")
    seed = read_seed(seed)
    bots = _at_seats(seats, game)
    try:
        return _Table(game, called, bots, seed, budget).play(
            [kind(game, seed, called) for kind in accumulators],
            max_decisions or game.spec.max_decisions or MAX_DECISIONS,
        )
    finally:
        for bot in bots:
            close(bot)


def _at_seats(seats: Sequence[BotLike], game: Game) -> list[Bot]:
    """A bot for each seat, none of them at two."""
    bots: list[Bot] = []
    for seat in seats:
        bot = make(seat, game)
        bots.append(copied(bot) if any(bot is other for other in bots) else bot)
    return bots


def copied(bot: Any) -> Any:
    """A copy of a bot, or of what makes bots; SpecError for what can't be copied."""
    try:
        return copy.deepcopy(bot)
    except Exception as error:  # whatever it holds: locks, files, connections
        raise SpecError(
            f"bot {name_of(bot)!r} can't be copied for another game or seat ({type(error).__name__}: {error}); "
            "give a class or function that makes it"
        ) from error


class _Table:
    def __init__(self, game: Game, seats: Sequence[str], bots: list[Bot], seed: Seed, budget: Budget | None) -> None:
        self.state = game.new_state(seed)
        self.seats = list(seats)
        self.bots = bots
        self.seed = seed
        self.budget = budget
        self.decisions = [0] * game.players
        self.seconds = [0.0] * game.players
        self.faults: list[str] = []
        self.moves: list[tuple[int, bool]] = []

    def play(self, accumulators: list[Accumulator], limit: int) -> Row:
        state = self.state
        still = _Standstill(state)
        ply = 0
        while not state.is_over and ply < limit and not still.reached:
            seat = state.to_act[0]
            action = self._decide(seat, ply)
            for accumulator in accumulators:
                accumulator.step(state, seat, action)
            drawn = state.chance.count
            state.apply(action, seat)
            self.moves.append((seat, state.chance.count != drawn))
            still.note(action, seat)
            self.decisions[seat] += 1
            ply += 1
        if still.reached:
            self.faults.append(still.told(self.seats, ply))
        extra: dict[str, Any] = {}
        for accumulator in accumulators:
            extra.update(accumulator.columns(state))
        return self._row(extra, "standstill" if still.reached else "cut off")

    def _decide(self, seat: int, ply: int) -> int:
        start = perf_counter()
        try:
            return decide(self.bots[seat], self._observe(seat, ply))
        except BotError as error:
            self.faults.append(f"seat {seat}, decision {ply}: {error}")
            close(self.bots[seat])
            self.bots[seat] = make("random")
            return decide(self.bots[seat], self._observe(seat, ply))
        finally:
            self.seconds[seat] += perf_counter() - start

    def _observe(self, seat: int, ply: int) -> Observation:
        turn = turn_began(seat, ply, reversed(self.moves))
        return observe(self.state, seat, bot_chance(self.seed, seat, ply), self.budget, turn)

    def _row(self, extra: dict[str, Any], unfinished: str) -> Row:
        state, game = self.state, self.state.game
        outcome = state.outcome()
        return Row(
            game=game.name,
            version=waystation.__version__,
            rules_version=game.rules_version,
            options=game.options_doc(),
            seed=self.seed,
            seats=self.seats,
            scores=list(outcome.scores) if outcome else state.scores(),
            ranks=list(outcome.ranks) if outcome else [],
            wins=[game.reward(state, seat) if outcome else 0.0 for seat in range(game.players)],
            reason=outcome.reason if outcome else unfinished,
            rounds=game.rounds(state),
            decisions=self.decisions,
            seconds=[round(seconds, 6) for seconds in self.seconds],
            lines=[game.points_by_component(state, seat) for seat in range(game.players)],
            faults=self.faults,
            extra=extra,
        )


class _Standstill:
    """Notices that a game goes on without coming any further: nobody gains or loses a point, and all do the same few
    things over and over."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.scores: list[int] = []
        self.done: list[set[int]] = [set() for _ in range(state.game.players)]
        self.since = 0
        self.patience = STANDSTILL * state.game.players
        self.reached = False

    def note(self, action: int, seat: int) -> None:
        """An action was carried out."""
        self.since += 1
        done = self.done[seat]
        done.add(action)
        if len(done) > FEW:
            self._begin_again()
        elif self.since == self.patience // 2:
            self.scores = self.state.scores()
        elif self.since >= self.patience:
            self.reached = self.state.scores() == self.scores
            if not self.reached:
                self._begin_again()

    def _begin_again(self) -> None:
        self.since = 0
        for done in self.done:
            done.clear()

    def told(self, names: Sequence[str], ply: int) -> str:
        """Who does what."""
        written = self.state.game.actions.format
        who = (
            f"seat {seat} ({names[seat]}) only plays {', '.join(repr(written(action)) for action in sorted(done))}"
            for seat, done in enumerate(self.done)
            if done
        )
        return f"the game stands still since decision {ply - self.since}: {'; '.join(who)}"
