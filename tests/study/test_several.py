"""The PettingZoo environments: PettingZoo's own tests for every game and number of players, rewards, and names."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import waystation
from waystation.engine import IllegalAction, KindError
from waystation.study import ParallelTableEnv, SeatEnv, TableEnv, register

from .tables import TABLES, short

CYCLES = 200
SIMULTANEOUS = [(name, options) for name, options in TABLES if waystation.load(name, **options).spec.simultaneous]

QUIET = [
    # Observations with a mask are dictionaries, as in PettingZoo's own board games, which its test knows by name.
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    # Agents that are not asked have no legal actions.
    "ignore:Action mask numpy array is all zeros:UserWarning",
]


def quiet(test: Any) -> Any:
    for line in QUIET:
        test = pytest.mark.filterwarnings(line)(test)
    return test


@quiet
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_pettingzoo_finds_nothing_wrong(name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    game = waystation.load(name, **options)
    api_test(TableEnv(game), num_cycles=CYCLES, verbose_progress=False)
    seed_test(lambda: TableEnv(game), num_cycles=CYCLES)


@quiet
@pytest.mark.parametrize(("name", "options"), SIMULTANEOUS)
def test_pettingzoo_finds_nothing_wrong_all_at_once(name: str, options: dict[str, Any]) -> None:
    game = waystation.load(name, **options)
    parallel_api_test(ParallelTableEnv(game), num_cycles=CYCLES)
    parallel_seed_test(lambda: ParallelTableEnv(game), num_cycles=CYCLES)


def played(env: TableEnv, seed: int) -> dict[str, float]:
    """A random game; what each agent was given in all."""
    env.reset(seed=seed)
    chance, given = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        given[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else chance.choice(legal))
    return given


def test_all_seats_are_rewarded_at_the_end() -> None:
    env = TableEnv("wayfinders", **short("wayfinders", 3))
    for seed in range(4):
        given = played(env, seed)
        state = env.episode.state
        assert state.is_over
        winners = state.winners()
        worth = 2 / len(winners) - 1
        assert list(given.values()) == [worth if seat in winners else -1.0 for seat in range(3)]


def test_points_add_up_whoever_gains_them() -> None:
    env = TableEnv("wayfinders", reward="score", **short("wayfinders", 3))
    given = played(env, 5)
    first = env.game.new_state(env.episode.seed).scores()
    assert list(given.values()) == [now - then for now, then in zip(env.episode.state.scores(), first, strict=True)]


def test_a_foul_costs_the_one_who_did_it() -> None:
    env = TableEnv("wayfinders", players=2)
    env.reset(seed=1)
    env.step(len(env.game.actions) - 1)
    assert (env.terminations, env.rewards) == (
        {"player_0": True, "player_1": True},
        {"player_0": -1.0, "player_1": 0.0},
    )
    env = TableEnv("wayfinders", players=2, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(len(env.game.actions) - 1)


def test_those_who_are_not_asked_wait() -> None:
    env = ParallelTableEnv("wordtraveler", players=3, first=1)
    observations, _ = env.reset(seed=2)
    chance = np.random.default_rng(2)
    seen = set()
    while env.agents:
        asked = {agent for agent in env.agents if env.seat_of[agent] in env.episode.state.to_act}
        for agent in env.agents:
            mask = observations[agent]["action_mask"]
            assert mask[env.wait] == (agent not in asked)
            assert mask.any()
        seen.add(len(asked))
        actions = {agent: chance.choice(np.flatnonzero(observations[agent]["action_mask"])) for agent in env.agents}
        observations, _, terminated, _, infos = env.step(actions)
    assert {1, 2, 3} & seen == seen
    assert len(seen) > 1
    assert all(terminated.values())
    assert infos["player_0"]["scores"] == env.episode.state.scores()


@pytest.mark.parametrize(
    ("others", "error"), [({}, KeyError), ({"player_1": -1}, IllegalAction), ({"player_1": 0.5}, KindError)]
)
def test_nothing_is_played_unless_all_of_it_can_be(others: dict[str, Any], error: type[Exception]) -> None:
    env = ParallelTableEnv("waypoints", players=2, illegal="raise")
    observations, _ = env.reset(seed=1)
    before = env.episode.state.clone()
    first = int(np.flatnonzero(observations["player_0"]["action_mask"])[0])
    with pytest.raises(error):
        env.step({"player_0": first, **others})
    assert env.episode.state == before


def test_a_game_that_is_broken_keeps_no_other_from_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name = "wreck"

        def load(self) -> Any:
            raise ImportError("no such thing")

    names = register()
    monkeypatch.setattr(waystation, "entry_points", lambda group: [Point()])
    with pytest.warns(RuntimeWarning, match="wreck can't be loaded: ImportError: no such thing"):
        assert register() == names


def test_games_have_names_in_other_tools() -> None:
    names = register()
    assert names == register(), "a second time changes nothing"
    assert {"waystation/wayfinders-v1", "waystation/wordtraveler-v2"} <= set(names)
    table = pettingzoo.make(
        "aec", "waystation/windward-v2" if "waystation/windward-v2" in names else names[3], players=3
    )
    assert isinstance(table, TableEnv)
    assert table.game.players == 3
    assert isinstance(pettingzoo.make("parallel", "waystation/wordtraveler-v2"), ParallelTableEnv)
    assert isinstance(gymnasium.make("waystation/wayfinders-v1", players=2).unwrapped, SeatEnv)
    assert "waystation/wayfinders-v1" not in pettingzoo.parallel_registry


def test_what_will_not_do_is_told() -> None:
    with pytest.raises(ValueError, match="wayfinders asks one seat at a time: TableEnv has it"):
        ParallelTableEnv("wayfinders")
    with pytest.raises(ValueError, match="reward: 'fame' is none of"):
        TableEnv("wayfinders", reward="fame")
    with pytest.raises(RuntimeError, match="call reset first"):
        TableEnv("wayfinders").observe("player_0")


def test_the_table_is_told_in_words() -> None:
    env = TableEnv("wayfinders", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.game.text(env.episode.state.view(0))
    both = ParallelTableEnv("waypoints", render_mode="ansi")
    both.reset(seed=1)
    assert both.render() == both.game.text(both.episode.state.view(None))
    assert TableEnv("wayfinders").render() is None
