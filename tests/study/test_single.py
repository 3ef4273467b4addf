"""The Gymnasium environment of one seat: its own checker, rewards, fouls, and features."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import waystation
from waystation.arena import play_match
from waystation.bots import BotError, Observation
from waystation.bots.simple import RandomBot
from waystation.engine import IllegalAction, KindError
from waystation.study import Features, SeatEnv

from .tables import TABLES, short


def play(env: SeatEnv, seed: int) -> tuple[list[float], dict[str, Any]]:
    """A random game: all rewards, and the last info."""
    _, info = env.reset(seed=seed)
    chance, rewards = np.random.default_rng(seed), []
    while True:
        action = chance.choice(np.flatnonzero(info["action_mask"]))
        _, reward, terminated, truncated, info = env.step(action)
        rewards.append(reward)
        if terminated or truncated:
            return rewards, info


@pytest.mark.parametrize(("name", "options"), TABLES)
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
def test_gymnasium_finds_nothing_wrong(name: str, options: dict[str, Any]) -> None:
    check_env(SeatEnv(name, seat=None, limit=300, parts=options["players"] == 2, **options))


def test_the_end_is_rewarded() -> None:
    env = SeatEnv("wayfinders", seat=None, players=2, max_rounds=10, max_free_steps=5)
    for seed in range(6):
        rewards, info = play(env, seed)
        won, shared = info["seat"] in info["winners"], len(info["winners"]) > 1
        assert rewards[:-1] == [0.0] * (len(rewards) - 1)
        assert rewards[-1] == (0.0 if shared else 1.0 if won else -1.0)
        assert info["winners"] == list(env.episode.state.winners())  # type: ignore[union-attr]


def test_points_and_lead_are_rewarded_as_they_come() -> None:
    for reward, worth in (("score", lambda mine, best: mine), ("lead", lambda mine, best: mine - best)):
        env = SeatEnv("wayfinders", seat=1, players=3, max_rounds=10, max_free_steps=5, reward=reward)  # type: ignore[arg-type]
        for seed in range(3):
            first = env.game.new_state().scores()
            rewards, info = play(env, seed)
            scores = info["scores"]
            assert sum(rewards) == worth(scores[1], max(scores[0], scores[2])) - worth(
                first[1], max(first[0], first[2])
            )


def test_what_is_not_allowed_loses_or_is_an_error() -> None:
    env = SeatEnv("wayfinders", players=2)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert env.step(wrong)[1:4] == (-1.0, True, False)
    with pytest.raises(RuntimeError, match="the game is over: call reset"):
        env.step(wrong)
    env = SeatEnv("wayfinders", players=2, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(wrong)


def test_a_game_is_cut_off() -> None:
    env = SeatEnv("wayfinders", players=2, limit=7)
    rewards, info = play(env, 1)
    assert env.episode is not None
    assert (env.episode.decisions, env.episode.cut, info["winners"]) == (7, True, [])
    assert rewards[-1] == 0.0


def test_bots_of_any_kind_have_the_other_seats() -> None:
    env = SeatEnv("wayfinders", seat=1, opponents=["greedy", RandomBot], players=3, max_rounds=3)
    play(env, 2)
    assert env.seat == 1
    again = SeatEnv("wayfinders", seat=1, opponents=["greedy", RandomBot], players=3, max_rounds=3)
    assert play(env, 3)[0] == play(again, 3)[0], "the same seed is the same game"


class Counting(RandomBot):
    """Plays by how often it was asked: a bot that remembers."""

    def __init__(self) -> None:
        self.seats: set[int] = set()
        self.asked = 0

    def choose(self, observation: Observation) -> int:
        self.seats.add(observation.seat)
        self.asked += 1
        assert len(self.seats) == 1, "one object at two seats"
        return observation.legal[self.asked % len(observation.legal)]


def test_an_object_is_a_bot_of_its_own_at_each_seat_in_each_game() -> None:
    bot = Counting()
    env = SeatEnv("wayfinders", opponents=bot, players=3, max_rounds=3)
    first, again = play(env, 3), play(env, 3)
    assert first[0] == again[0], "the same seed is the same game, whatever was played before"
    assert bot.asked == 0


class Middle:
    """Chooses what stands in the middle of the list."""

    def choose(self, observation: Observation) -> int:
        return observation.legal[len(observation.legal) // 2]


@pytest.mark.parametrize(
    ("name", "options"), [("windward", {"max_rounds": 25}), ("wayfinders", {"max_rounds": 15}), ("waypoints", {})]
)
def test_bots_play_as_they_do_in_the_arena(name: str, options: dict[str, Any]) -> None:
    """They are told when the turn at hand began, too: without it each step of a turn counts as a turn."""
    game = waystation.load(name, players=2, **options)
    env = SeatEnv(game, seat=0, opponents="greedy:20")
    _, info = env.reset(seed=5)
    while "scores" not in info:
        legal = np.flatnonzero(info["action_mask"])
        *_, info = env.step(legal[len(legal) // 2])
    assert env.episode is not None
    row = play_match(game, [Middle(), "greedy:20"], seed=env.episode.seed)
    assert (row.scores, sum(row.decisions)) == (info["scores"], env.episode.decisions)


def test_a_bot_that_fails_is_told_of_and_costs_the_seat_nothing() -> None:
    """Nobody takes its place: that would be another task to learn."""

    class Fails:
        def choose(self, observation: Observation) -> int:
            raise ValueError("no idea")

    env = SeatEnv("wayfinders", opponents=Fails, players=2)
    with pytest.raises(BotError, match="Fails: ValueError: no idea"):
        play(env, 1)
    with pytest.raises(RuntimeError, match="the last step was broken off: call reset"):
        env.step(0)
    assert env.reset(seed=1)[1]["action_mask"].any()


def test_where_a_bot_cannot_be_made_there_is_no_game() -> None:
    made: list[int] = []

    def second_never(argument: str) -> RandomBot:
        made.append(1)
        if len(made) > 1:
            raise OSError("out of memory")
        return RandomBot()

    env = SeatEnv("wayfinders", opponents=second_never, players=2)
    _, info = env.reset(seed=1)
    with pytest.raises(Exception, match="out of memory"):
        env.reset(seed=2)
    with pytest.raises(RuntimeError, match="no game has begun: call reset first"):
        env.step(np.flatnonzero(info["action_mask"])[0])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"seat": 2}, "seat: expected 0 to 1, or None for any, got 2"),
        ({"opponents": ["random", "random"]}, "opponents: expected 1, one for each other seat, got 2"),
        ({"reward": "fame"}, "reward: 'fame' is none of win, score, lead"),
        ({"illegal": "shrug"}, "illegal: 'shrug' is none of lose, raise"),
        ({"render_mode": "human"}, "render_mode: 'human' is none of ansi"),
        ({"limit": 0}, "limit: expected at least 1 decision, got 0"),
        ({"limit": 1.5}, "a limit is a whole number"),
        ({"seat": 1.0}, "a seat is a whole number"),
    ],
)
def test_wrong_arguments_are_told(arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises((ValueError, KindError), match=complaint):
        SeatEnv("wayfinders", **arguments)


def test_a_seed_is_a_whole_number_of_any_kind() -> None:
    env = SeatEnv("wayfinders", players=2)
    assert (env.reset(seed=np.int64(7))[0] == env.reset(seed=7)[0]).all()  # type: ignore[arg-type]
    for wrong in (True, 7.0, "7"):
        with pytest.raises(KindError, match="a seed is a whole number"):
            env.reset(seed=wrong)  # type: ignore[arg-type]


def test_a_game_comes_with_its_options() -> None:
    game = waystation.load("wayfinders", players=3)
    assert SeatEnv(game).game is game
    with pytest.raises(TypeError, match="options players go with a game's name"):
        SeatEnv(game, players=2)
    with pytest.raises(RuntimeError, match="call reset first"):
        SeatEnv(game).step(0)


def test_the_table_is_told_in_words() -> None:
    env = SeatEnv("wayfinders", render_mode="ansi", players=2)
    env.reset(seed=3)
    assert env.render() == env.game.text(env.episode.state.view(0))  # type: ignore[union-attr]
    assert SeatEnv("wayfinders").render() is None


def test_features_are_one_hot_and_small() -> None:
    game = waystation.load("wayfinders", **short("wayfinders"))
    features = Features(game.encoding)
    flat = np.array(game.new_state(1).observe(0))
    made = features(flat)
    assert made.dtype == np.float32
    assert made.shape == (features.size,) == (len(features.names),)
    values = dict(zip(features.names, made.tolist(), strict=True))
    assert [name for name in values if name.startswith("asked=") and values[name]] == ["asked=turn"]
    home = [name for name in values if name.startswith("planes[0]=") and values[name]]
    assert home == ["planes[0]=r3c3"]
    assert values["cubes[0]"] == pytest.approx(0.9)
    assert 0 <= made.min() <= made.max() < 3
    assert (features(np.stack([flat, flat]))[1] == made).all()


def test_features_of_floats_are_the_same_and_other_shapes_are_refused() -> None:
    """Learners make floats of what they are given before anybody sees it."""
    game = waystation.load("wayfinders")
    features, seen = Features(game.encoding), np.asarray(game.new_state(1).observe(0))
    assert (features(seen.astype(np.float32)) == features(seen)).all()
    assert features(np.zeros((0, game.encoding.size), np.int16)).shape == (0, features.size)
    for wrong in (seen[:5], np.append(seen, 0), np.int16(3), []):
        with pytest.raises(ValueError, match=f"an observation has {game.encoding.size} numbers"):
            features(wrong)


@pytest.mark.parametrize("wrong", [-1, 99, -999, 10_000])
def test_what_stands_for_nothing_has_no_features(wrong: int) -> None:
    """One number beyond its names would have been told as the next part's first; -999 as anything."""
    game = waystation.load("wayfinders", players=2)
    seen = np.array(game.new_state(1).observe(0))
    seen[game.encoding.slices["asked"]] = wrong
    with pytest.raises(ValueError, match=f"part asked: {wrong} stands for nothing there"):
        Features(game.encoding)(np.stack([game.new_state(1).observe(0), seen]))


@pytest.mark.parametrize("name", waystation.game_names())
def test_features_tell_the_least_amounts_apart(name: str) -> None:
    """-1, which stands for none, and 0, for one."""
    encoding = waystation.load(name).encoding
    features = Features(encoding)
    low = np.array([part.low for part in encoding.parts for _ in range(part.size)], np.int16)
    high = np.array([part.high for part in encoding.parts for _ in range(part.size)], np.int16)
    least, next_to_it = features(low), features(np.minimum(low + 1, high))
    for part in encoding.parts:
        for place in range(part.size if not part.names and part.low < part.high else 0):
            at = features.names.index(part.name if not part.shape else f"{part.name}[{place}]")
            assert least[at] < next_to_it[at], features.names[at]
