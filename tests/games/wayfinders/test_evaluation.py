"""The evaluation for bots: who leads stands better, the later the surer."""

from __future__ import annotations

from math import exp
from typing import Any

import pytest

import waystation
from waystation.engine import State

GAME = waystation.load("wayfinders", players=2)


def position(**table: Any) -> State:
    return GAME.state_from({"seed": 1, "table": table})


def test_equal_players_stand_equal() -> None:
    state = position(hands=["PP", "GG"])
    assert GAME.evaluate(state, 0) == pytest.approx(0.5)
    assert GAME.evaluate(state, 1) == pytest.approx(0.5)


def test_the_two_sides_of_two_players_add_up_to_one() -> None:
    state = position(hands=["PPH", "G"], airstrips={"r2c3": [0]})
    assert GAME.evaluate(state, 0) + GAME.evaluate(state, 1) == pytest.approx(1)


def test_tokens_workers_and_permanents_count() -> None:
    even = position(hands=["P", "G"])
    for better in (
        position(hands=["PP", "G"]),
        position(hands=["P", "G"], workers=[[1, 0, 0, 0], [0, 0, 0, 0]]),
    ):
        assert GAME.evaluate(better, 0) > GAME.evaluate(even, 0)


def test_tokens_over_the_limit_count_less() -> None:
    three, four, two = (position(hands=[hand, "G"]) for hand in ("PPP", "PPPP", "PP"))
    gain = GAME.evaluate(three, 0) - GAME.evaluate(two, 0)
    assert 0 < GAME.evaluate(four, 0) - GAME.evaluate(three, 0) < gain


def test_in_the_last_round_a_lead_of_two_points_is_nearly_a_win() -> None:
    """Seven islands of one seat and none of the other: no game is left, so points are all; the lead is the score's."""
    islands = ["r1c1", "r1c2", "r1c4", "r2c5", "r4c1", "r5c2", "r5c5"]
    state = position(hands=["", ""], airstrips={cell: [0] for cell in islands})
    lead = state.scores()[0] - state.scores()[1]
    assert GAME.evaluate(state, 0) == pytest.approx(1 / (1 + exp(-lead / 2)))
