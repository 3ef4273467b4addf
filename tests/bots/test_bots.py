"""The interface of bots: what they are given, what they may not know, and what happens when they fail."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import waystation
from tiny.duel import Duel
from tiny.stones import Stones
from waystation.arena import RecordOfGame, play_match, simulate, write_rows
from waystation.bots import BotError, Budget, Observation, SpecError, bot_chance, decide, make, observe, registry
from waystation.bots.turns import PATIENCE, Progress
from waystation.engine import Chance, Game, State
from waystation.engine import record as records

SPECS = ("random", "greedy", "mcts:40")


def games() -> list[Game]:
    return [
        Duel.from_options({"players": 3}),
        Stones.from_options({"players": 3}),
        waystation.load("wayfinders", players=2, exploration=True),
    ]


def moments(game: Game, seed: int, every: int, most: int = 200) -> list[tuple[State, int]]:
    """States of a random game, with a seat that is to act."""
    state = game.new_state(seed)
    rng = Chance.of(seed, "test")
    found = []
    for ply in range(most):
        if state.is_over:
            break
        seat = rng.choice(state.to_act)
        if ply % every == 0:
            found.append((state.clone(), seat))
        state.apply(rng.choice(state.legal_actions(seat)), seat)
    return found


# ---------------------------------------------------------------------- what a bot may know


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("spec", SPECS)
def test_two_worlds_with_one_view_and_one_seed_give_one_decision(game: Game, spec: str) -> None:
    for number, (state, seat) in enumerate(moments(game, 5, every=9, most=60)):
        other = state.determinize(seat, Chance.of(number, "another world"))
        choices = [
            decide(make(spec), observe(world, seat, bot_chance("seed", seat, number))) for world in (state, other)
        ]
        assert choices[0] == choices[1], (number, seat)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("spec", SPECS)
def test_thinking_changes_nothing_at_the_table(game: Game, spec: str) -> None:
    for state, seat in moments(game, 6, every=25, most=60):
        before = state.clone()
        decide(make(spec), observe(state, seat, bot_chance(0, seat, 0)))
        assert state == before
        assert state.chance.count == before.chance.count


def test_an_observation_never_holds_the_true_state_or_its_chance() -> None:
    state = Duel.from_options({}).new_state(3)
    observation = observe(state, 0, bot_chance(3, 0, 0))
    worlds = [observation.world, *(observation.sample() for _ in range(20))]
    assert all(world.chance.key != state.chance.key for world in worlds)
    assert all(world.view(0) == observation.view == state.view(0) for world in worlds)
    assert len({tuple(world.hands[1]) for world in worlds}) > 5  # type: ignore[attr-defined]
    assert len({world.chance.key for world in worlds}) == len(worlds)


def test_the_bots_stream_is_neither_that_of_the_table_nor_that_of_another_bot() -> None:
    keys = {bot_chance(1, seat, ply).key for seat in range(3) for ply in range(3)}
    assert len(keys) == 9
    assert not keys & {Chance.of(1, "setup").key, Chance.of(1, "play").key}


# ---------------------------------------------------------------------- specifications


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("grandmaster", "there is no bot 'grandmaster'"),
        ("random:1", "takes no argument"),
        ("greedy:deep", "number of positions"),
        ("greedy:0", "must be positive"),
        ("mcts:fast", "expected a budget"),
        ("mcts:0", "expected a budget"),
        ("mcts:1.5", "expected a budget"),
        ("exec:", "say which program"),
    ],
)
def test_a_bad_specification_is_refused_with_the_reason(spec: str, reason: str) -> None:
    with pytest.raises(SpecError, match=reason):
        make(spec)


def test_budgets_in_specifications() -> None:
    assert make("mcts:500").budget == Budget(simulations=500)  # type: ignore[attr-defined]
    assert make("mcts:200ms").budget == Budget(seconds=0.2)  # type: ignore[attr-defined]
    assert make("mcts:1.5s").budget == Budget(seconds=1.5)  # type: ignore[attr-defined]


class Last:
    """A third-party bot: always the last action of the list."""

    def __init__(self, argument: str) -> None:
        self.argument = argument

    def choose(self, observation: Observation) -> int:
        return observation.legal[-1]


def test_a_third_party_bot_is_found_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name = "last"

        def load(self) -> type[Last]:
            return Last

    monkeypatch.setattr(registry, "entry_points", lambda group: [Point()] if group == "waystation.bots" else [])
    bot = make("last:now")
    assert isinstance(bot, Last)
    assert bot.argument == "now"
    state = Duel.from_options({}).new_state(1)
    assert decide(bot, observe(state, 0, bot_chance(1, 0, 0))) == state.legal_actions(0)[-1]


@pytest.mark.parametrize("broken", [ImportError("no module"), SystemExit("no module")])
def test_a_third_party_bot_that_is_broken_is_named(monkeypatch: pytest.MonkeyPatch, broken: BaseException) -> None:
    class Point:
        name = "last"

        def load(self) -> type[Last]:
            raise broken

    monkeypatch.setattr(registry, "entry_points", lambda group: [Point()] if group == "waystation.bots" else [])
    with pytest.raises(SpecError, match=f"bot 'last' can't be loaded: {type(broken).__name__}: no module"):
        make("last:now")


class Leaving:
    """A bot whose code ends the program, as what reads its own command line does."""

    def choose(self, observation: Observation) -> int:
        raise SystemExit("usage: ...")


def leaves() -> Any:
    raise SystemExit("usage: ...")


def test_a_bot_that_would_end_the_program_has_failed() -> None:
    row = play_match(Duel.from_options({}), [Leaving(), "random"], 1)
    assert "SystemExit: usage: ..." in row.faults[0]
    with pytest.raises(SpecError, match="bot 'leaves' can't be made: SystemExit: usage"):
        make(leaves)


def test_a_game_brings_bots_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "parlour"
    package.mkdir()
    (package / "__init__.py").write_text("from .game import GAME\n")
    (package / "game.py").write_text("from tiny.duel import Duel\n\nclass GAME(Duel):\n    name = 'parlour'\n")
    (package / "bots.py").write_text(
        "class Expert:\n    def choose(self, observation):\n        return observation.legal[0]\n\n"
        "BOTS = {'expert': lambda argument: Expert()}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    from parlour import GAME  # type: ignore[import-not-found]

    state = GAME.from_options({}).new_state(1)
    expert = make("expert", state.game)
    assert decide(expert, observe(state, 0, bot_chance(1, 0, 0))) == state.legal_actions(0)[0]
    with pytest.raises(SpecError, match="no bot 'expert'"):
        make("expert", Duel.from_options({}))


# ---------------------------------------------------------------------- failing


class Failing:
    spec = "failing"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, observation: Observation) -> int:
        if isinstance(self.answer, Exception):
            raise self.answer
        chosen: int = self.answer
        return chosen


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (RuntimeError("out of ideas"), "RuntimeError: out of ideas"),
        (28, "pass is not allowed now"),
        (10_000, "10000 is not allowed now"),
        ("attack 1", "'attack 1' is not allowed now"),
        (None, "None is not allowed now"),
    ],
)
def test_a_bot_that_fails_is_reported(answer: Any, reason: str) -> None:
    state = Duel.from_options({}).new_state(1)
    with pytest.raises(BotError) as caught:
        decide(Failing(answer), observe(state, 0, bot_chance(1, 0, 0)))
    assert caught.value.bot == "failing"
    assert reason in caught.value.reason


def test_what_a_failing_bot_says_can_be_written_and_sent(tmp_path: Path) -> None:
    """Python puts half letters into errors about files whose names are no text."""
    failing = Failing(ValueError("no file a\udcff\x1b[2J " + "x" * 100_000))
    row = play_match(Duel.from_options({}), [failing, "random"], seed=3)
    assert "ValueError: no file a[2J xxx" in row.faults[0]
    assert len(row.faults[0]) < 2000
    for ending in (".jsonl", ".csv", ".parquet"):
        write_rows([row], tmp_path / f"rows{ending}")
    with pytest.raises(BotError) as caught:
        decide(Failing(ValueError("\ud800")), observe(Duel.from_options({}).new_state(1), 0, bot_chance(1, 0, 0)))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.bot, again.reason) == ("bot failing: ValueError: ", "failing", "ValueError: ")


def test_a_bot_that_fails_when_it_is_closed_costs_no_game() -> None:
    closed = []

    class Last(Failing):
        def close(self) -> None:
            closed.append(self)
            raise RuntimeError("not now")

    with pytest.warns(RuntimeWarning, match=r"bot failing: RuntimeError: not now \(when it was closed\)"):
        row = play_match(Duel.from_options({}), [Last(None), Last(None)], seed=3)
    assert row.reason == "passed"
    assert len(set(closed)) == 2


def test_a_bot_that_cannot_be_copied_is_named() -> None:
    bot = Failing(threading.Lock())
    with pytest.raises(SpecError, match=r"bot 'failing' can't be copied .* give a class or function that makes it"):
        list(simulate(Duel.from_options({}), [bot, "random"], 1))


def test_decisions_do_not_depend_on_the_hash_seed() -> None:
    script = (
        "from waystation.arena import play_match; import waystation;"
        "row = play_match(waystation.load('wayfinders', max_rounds=8), ['mcts:20', 'greedy:20'], 4);"
        "print(row.scores, row.decisions, row.lines)"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


@pytest.mark.parametrize("bot", ["greedy:30", "mcts:3"])
def test_no_bot_stands_still_for_ever(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it thinks that nothing could be better: after some turns it notices that nobody gets anywhere."""
    game = waystation.load("windward", players=2)
    start = game.new_state(1)

    def lazy(state: Any, seat: int) -> float:
        return float(state.ship[seat] == start.ship[seat])  # type: ignore[attr-defined]

    monkeypatch.setattr(type(game), "evaluate", lambda self, state, seat: lazy(state, seat))
    monkeypatch.setattr(type(game), "advise", lambda self, state, seat, plan=None: None)
    row = play_match(game, [bot, bot], seed=1, max_decisions=160, accumulators=[RecordOfGame])
    played = records.parse(row.extra["record"])
    idle = longest = 0
    for move in played.moves:
        idle = idle + 1 if move.action == "end" else 0
        longest = max(longest, idle)
    assert longest <= 2 * PATIENCE + 2
    assert {move.action.partition(" ")[0] for move in played.moves} > {"end"}


def test_a_bot_that_gets_points_may_do_the_same_again() -> None:
    progress, state = Progress(), Duel.from_options({}).new_state(1)
    for turn in range(3 * PATIENCE):
        observation = Observation(state, state.to_act[0], Chance.of(1, "x"), turn=turn)
        assert progress.stale(observation) is None
        progress.note(observation.legal[0], observation)
        state.points[0] += 1  # type: ignore[attr-defined]
    for turn in range(3 * PATIENCE, 4 * PATIENCE + 1):
        observation = Observation(state, state.to_act[0], Chance.of(1, "x"), turn=turn)
        stale = progress.stale(observation)
        progress.note(observation.legal[0], observation)
    assert stale == observation.legal[0]
    assert progress.stale(observation) is None  # within a turn nothing is said


def test_ties_are_broken_by_the_bots_own_chance() -> None:
    """Two of a kind do not play the same game twice, one at each seat."""
    game = waystation.load("waypoints", players=2)
    rows = list(simulate(game, ["expert", "expert"], 5, seed=3))
    assert sum(row.scores[0] == row.scores[1] for row in rows) <= 2  # without, all
    assert play_match(game, ["expert", "expert"], rows[0].seed).scores == rows[0].scores


@pytest.mark.parametrize("answer", [True, 1.0, np.float64(1), "1", None, [1], -1, 10**30])
def test_what_is_no_action_is_no_answer(answer: Any) -> None:
    class Odd:
        def choose(self, observation: Observation) -> Any:
            return answer

    state = waystation.load("wayfinders").new_state(1)
    with pytest.raises(BotError):
        decide(Odd(), observe(state, 0, Chance.of(1, "bot")))
    row = play_match(waystation.load("wayfinders", max_rounds=2), [Odd(), "random"], seed=1)
    assert "bot Odd" in row.faults[0]


def test_a_number_of_another_kind_is_an_answer() -> None:
    class Computed:
        def choose(self, observation: Observation) -> Any:
            return np.asarray(observation.legal)[-1]

    state = waystation.load("wayfinders").new_state(1)
    assert type(decide(Computed(), observe(state, 0, Chance.of(1, "bot")))) is int
    assert play_match(waystation.load("wayfinders", max_rounds=2), [Computed, "random"], seed=1).faults == []


@pytest.mark.parametrize("wrong", [{"simulations": 0}, {"simulations": -1}, {"simulations": True}, {"simulations": 1.5},
                                   {"seconds": nan}, {"seconds": inf}, {"seconds": -1}])  # fmt: skip
def test_a_budget_bounds_something(wrong: dict[str, Any]) -> None:
    """A search with ``seconds=nan`` went on for ever."""
    with pytest.raises(ValueError, match=r"simulations|seconds"):
        Budget(**wrong)
