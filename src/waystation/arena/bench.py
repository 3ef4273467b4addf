"""How fast the engines are. `waystation bench` prints it; docs/benchmarks.md says what is measured and how.

Every measure is taken several times, all subjects in turn, and the median counts: a busy moment of the machine then
spoils one round, not one subject. Times are CPU seconds of the process. Choices are made by Python's own generator, as
in peers.py, so that all engines carry the same weight.
"""

# ruff: noqa: TID251

from __future__ import annotations

import gc
import json
import random
import subprocess
import tracemalloc
from collections.abc import Callable, Sequence
from importlib.resources import as_file, files
from statistics import median
from time import process_time
from typing import Any

import msgspec

from waystation.engine import Game, Match, State
from waystation.engine import record as records
from waystation.engine.borders import whole

GAME_LIMIT = 5000
"""Random games are stopped after so many decisions."""

MIN_SECONDS = 0.4
"""A speed is measured for at least so long in each round."""


class Speed(msgspec.Struct, kw_only=True):
    """What was measured for one game. Times are medians over the rounds."""

    game: str
    players: int
    decisions_per_second: float
    """Random play through `legal_actions` and `apply`, the checked public way."""
    search_decisions_per_second: float
    """The same through `advance`, unchecked, as search uses it."""
    clone_us: float
    replay_ms: float
    """Reading and replaying the record of a whole random game."""
    decisions_per_game: float
    state_bytes: int
    """Memory of one more clone in the middle of a game."""


class PeerSpeed(msgspec.Struct, kw_only=True):
    """Decisions per second of another engine, in the same process conditions and rounds."""

    name: str
    decisions_per_second: float


def random_game(game: Game, seed: int, checked: bool) -> tuple[State, int]:
    """A game of random decisions; returns the last state and the number of decisions."""
    state = game.new_state(seed)
    choose = random.Random(seed).choice
    decisions = 0
    while state.agenda and decisions < GAME_LIMIT:
        seat = state.to_act[0]
        action = choose(state.legal_actions(seat))
        if checked:
            state.apply(action, seat)
        else:
            state.advance(action, seat)
        decisions += 1
    return state, decisions


def _rate(game: Game, checked: bool, seed: int) -> float:
    """Decisions per second of random play."""
    decisions = 0
    start = process_time()
    while (spent := process_time() - start) < MIN_SECONDS:
        decisions += random_game(game, seed, checked)[1]
        seed += 1
    return decisions / spent


def _middle(game: Game, seed: int) -> tuple[State, int]:
    """A state half way through a random game, and the length of that game."""
    _, length = random_game(game, seed, checked=False)
    state = game.new_state(seed)
    choose = random.Random(seed).choice
    for _ in range(length // 2):
        seat = state.to_act[0]
        state.advance(choose(state.legal_actions(seat)), seat)
    return state, length


def _seconds_per(act: Callable[[], object]) -> float:
    """Seconds for one call, from as many calls as fill a quarter of MIN_SECONDS."""
    calls = 0
    start = process_time()
    while (spent := process_time() - start) < MIN_SECONDS / 4:
        for _ in range(10):
            act()
        calls += 10
    return spent / calls


def _state_bytes(state: State, copies: int = 200) -> int:
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [state.clone() for _ in range(copies)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del kept
    return (after - before) // copies


def record_of_random_game(game: Game, seed: int) -> str:
    """The record of a whole game of random decisions."""
    match = Match(game, seed)
    choose = random.Random(seed).choice
    while match.state.agenda and len(match.moves) < GAME_LIMIT:
        seat = match.state.to_act[0]
        match.apply(choose(match.state.legal_actions(seat)), seat)
    return records.write(match)


class _Subject:
    """One game of ours with what was measured so far."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.middle, self.length = _middle(game, seed)
        self.record = record_of_random_game(game, seed)
        self.rounds: list[tuple[float, float, float, float]] = []

    def measure(self) -> None:
        game, seed = self.game, self.seed
        start = process_time()
        records.replay(records.parse(self.record), game)
        replay = process_time() - start
        clone = _seconds_per(self.middle.clone)
        self.rounds.append((_rate(game, True, seed), _rate(game, False, seed), clone, replay))

    def result(self) -> Speed:
        checked, unchecked, clone, replay = (median(column) for column in zip(*self.rounds, strict=True))
        return Speed(
            game=self.game.name,
            players=self.game.players,
            decisions_per_second=checked,
            search_decisions_per_second=unchecked,
            clone_us=clone * 1e6,
            replay_ms=replay * 1e3,
            decisions_per_game=self.length,
            state_bytes=_state_bytes(self.middle),
        )


def bench(
    games: Sequence[Game],
    rounds: int = 5,
    peers: str | None = None,
    progress: Callable[[str], None] = lambda text: None,
    seed: int = 1,
) -> tuple[list[Speed], list[PeerSpeed]]:
    """Measure games of ours, and other engines where `peers` is a Python that has them installed."""
    rounds = whole(rounds, "a number of rounds", 1)
    subjects = [_Subject(game, seed) for game in games]
    found: dict[str, list[float]] = {}
    for number in range(rounds):
        for subject in subjects:
            progress(f"round {number + 1} of {rounds}: {subject.game.name}")
            subject.measure()
        if peers is not None:
            progress(f"round {number + 1} of {rounds}: peers")
            for name, rate in run_peers(peers, number).items():
                found.setdefault(name, []).append(rate)
    others = [PeerSpeed(name=name, decisions_per_second=median(rates)) for name, rates in found.items()]
    return [subject.result() for subject in subjects], others


def run_peers(python: str, seed: int) -> dict[str, float]:
    """Decisions per second of the engines installed in another Python (or this one), measured there."""
    with as_file(files("waystation.arena").joinpath("peers.py")) as script:
        command = [python, str(script), str(seed), str(MIN_SECONDS)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise OSError(f"{python} could not measure the peers: {last}")
    rates: dict[str, Any] = json.loads(done.stdout)
    return rates
