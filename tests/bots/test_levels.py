"""What bots are called, and the beginner among them."""

from __future__ import annotations

import pytest

import waystation
from tiny.stones import Stones
from waystation.arena import simulate, summarize
from waystation.bots import LEVELS, SpecError, called, levels_of, make
from waystation.bots.registry import game_levels
from waystation.server.bots import bots_of, hint_spec


@pytest.mark.parametrize("game", waystation.game_names())
def test_every_level_is_a_bot_and_the_usual_bot_is_one_of_them(game: str) -> None:
    levels = levels_of(game)
    for level in levels:
        make(level.spec, game)
    specs = [level.spec for level in levels]
    assert len(set(specs)) == len(specs)
    assert waystation.game_type(game).default_bot in specs
    assert hint_spec(game) in specs
    assert [bot.spec for bot in bots_of(game)] == specs
    assert set(game_levels(game)) <= {level.name for level in LEVELS}


def test_a_game_says_what_stands_behind_a_level_and_which_it_has_not() -> None:
    """In Word Traveler more time helps nobody, and levels differ in what they associate."""
    levels = levels_of("wordtraveler")
    assert [level.title for level in levels] == ["Random", "Beginner", "Casual", "Strong", "Expert"]
    assert [level.spec for level in levels] == ["random", "beginner", "casual", "strong", "expert"]
    assert all(level.about != usual.about for level, usual in zip(levels[1:], LEVELS[1:], strict=False))
    assert [str(called(level.spec)) for level in levels[2:]] == ["Casual bot", "Strong bot", "Expert bot"]
    assert [level.title for level in levels_of("wayfinders")][3:5] == ["Strong", "Expert"]
    assert called("strong") == called("mcts:300ms")
    with pytest.raises(SpecError, match="it takes no argument"):
        make("casual:3", "wordtraveler")
    with pytest.raises(SpecError, match="no bot 'casual'"):
        make("casual", "wayfinders")


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("greedy", "Casual bot"),
        ("mcts:5s", "Bot with five seconds"),
        ("mcts:500", "Bot with 500 tries a turn"),
        ("mcts:1", "Bot with 1 try a turn"),
        ("mcts:2s", "Bot with 2 seconds"),
        ("mcts:40ms", "Bot with 40 ms"),
        ("quiet:3", "Quiet bot"),
    ],
)
def test_what_a_bot_is_called(spec: str, name: str) -> None:
    assert called(spec) == name


def test_a_beginner_wins_more_than_chance_and_less_than_the_casual_bot() -> None:
    game = waystation.load("wayfinders", players=2, max_rounds=12)
    for other, wins in (("random", True), ("greedy", False)):
        tallies = summarize(list(simulate(game, ["beginner", other], games=12, seed=3))).bots
        rate = next(tally.rate for tally in tallies if tally.name == "beginner")
        assert (rate > 0.5) is wins, (other, rate)


def test_the_beginner_takes_no_argument_and_plays_the_same_game_again() -> None:
    with pytest.raises(waystation.engine.WaystationError, match="it takes no argument"):
        make("beginner:3")
    game = Stones.from_options({"players": 3})
    games = [list(simulate(game, ["beginner"] * 3, games=1, seed=5)) for _ in range(2)]
    assert games[0][0].scores == games[1][0].scores
