"""One game between bots."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Protocol

import msgspec

from waystation.bots import (
    Bot,
    BotError,
    Budget,
    Observation,
    bot_chance,
    close,
    decide,
    make,
    observe,
    turn_began,
)
from waystation.engine import Game, Match, Seed, State

MAX_DECISIONS = 20_000
"""Where a game is cut off when neither the rules nor the caller set a bound."""


class Row(msgspec.Struct, kw_only=True):
    """A finished game. Lists go by seat.

    `seats` are the bots, `ranks` 1 for the best. `wins` is 1 for a win, a fraction for a shared one, else 0. `lines`
    are the lines of each score sheet, `seconds` each seat's thinking time. `faults` tells of bots that failed and were
    replaced by `random`. `reason` is how the game ended, or "cut off": then nobody has won and `ranks` is empty.
    `extra` is what accumulators added.
    """

    game: str
    options: dict[str, Any]
    index: int = 0
    seed: Seed
    seats: list[str]
    scores: list[int]
    ranks: list[int]
    wins: list[float]
    reason: str
    decisions: list[int]
    seconds: list[float]
    lines: list[dict[str, int]]
    faults: list[str] = []
    extra: dict[str, Any] = {}


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
        from waystation.engine.record import write

        return {"record": write(self._match)}


class BranchingFactor:
    """An accumulator that counts how many actions were on offer, on average and at most."""

    def __init__(self, game: Game, seed: Seed, names: Sequence[str]) -> None:
        self._offers: list[int] = []

    def step(self, state: State, seat: int, action: int) -> None:
        self._offers.append(len(state.legal_actions(seat)))

    def columns(self, state: State) -> dict[str, Any]:
        count = len(self._offers)
        return {"mean_offers": sum(self._offers) / count if count else 0.0, "most_offers": max(self._offers, default=0)}


class AccumulatorType(Protocol):
    """How an accumulator is made: from the game, its seed and the seats' names."""

    def __call__(self, game: Game, seed: Seed, names: Sequence[str]) -> Accumulator: ...


def play_match(
    game: Game,
    seats: Sequence[str],
    seed: Seed = 0,
    *,
    accumulators: Sequence[AccumulatorType] = (),
    budget: Budget | None = None,
    max_decisions: int | None = None,
) -> Row:
    """Play one game between bots given by specification, one per seat. Same arguments, same game.

    A bot that fails is replaced by `random` for the rest of the game, and the row says so.
    """
    if len(seats) != game.players:
        raise ValueError(f"{game.name} is played by {game.players} here, got {len(seats)} bots: {', '.join(seats)}")
    bots = [make(spec, game) for spec in seats]
    try:
        return _Table(game, seats, bots, seed, budget).play(
            [kind(game, seed, seats) for kind in accumulators],
            max_decisions or game.spec.max_decisions or MAX_DECISIONS,
        )
    finally:
        for bot in bots:
            close(bot)


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
        ply = 0
        while not state.is_over and ply < limit:
            seat = state.to_act[0]
            action = self._decide(seat, ply)
            for accumulator in accumulators:
                accumulator.step(state, seat, action)
            drawn = state.chance.count
            state.apply(action, seat)
            self.moves.append((seat, state.chance.count != drawn))
            self.decisions[seat] += 1
            ply += 1
        extra: dict[str, Any] = {}
        for accumulator in accumulators:
            extra.update(accumulator.columns(state))
        return self._row(extra)

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

    def _row(self, extra: dict[str, Any]) -> Row:
        state, game = self.state, self.state.game
        outcome = state.outcome()
        sheets = [state.score_sheet(seat) for seat in range(game.players)]
        return Row(
            game=game.name,
            options=game.options_doc(),
            seed=self.seed,
            seats=self.seats,
            scores=list(outcome.scores) if outcome else state.scores(),
            ranks=list(outcome.ranks) if outcome else [],
            wins=[game.reward(state, seat) if outcome else 0.0 for seat in range(game.players)],
            reason=outcome.reason if outcome else "cut off",
            decisions=self.decisions,
            seconds=[round(seconds, 6) for seconds in self.seconds],
            lines=[sheet.points() for sheet in sheets],
            faults=self.faults,
            extra=extra,
        )
