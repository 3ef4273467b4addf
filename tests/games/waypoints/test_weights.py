"""The weights that the evaluation goes by, and the files that hold them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

import waystation
from waystation.engine import ComponentError
from waystation.games.waypoints.components import GEAR
from waystation.games.waypoints.judgement import prospects
from waystation.games.waypoints.state import WaypointsState
from waystation.games.waypoints.weights import ROUTES, STEPS, Weights, read_weights, written


@pytest.mark.parametrize("weights", [ROUTES, STEPS])
def test_what_is_written_is_read(weights: Weights) -> None:
    assert read_weights(written(weights), "here") == weights


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "mine.toml: Expected `object`, got `null`"),
        ("[weights", "mine.toml: "),
        (written(ROUTES).replace("horizon", "horizons"), "mine.toml: Object contains unknown field `horizons`"),
        (written(replace(ROUTES, horizon=0.0)), "mine.toml: Expected `float` >= 0.5 - at `$.horizon`"),
        (written(replace(ROUTES, special=(1.0,) * 3)), "mine.toml: Expected `array` of length >= 4 - at `$.special`"),
        (written(replace(ROUTES, spent=float("nan"))), "mine.toml: "),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, reason: str) -> None:
    with pytest.raises(ComponentError) as found:
        read_weights(text, "mine.toml")
    assert str(found.value).startswith(reason)


def test_learning_begins_with_the_weights_that_a_bot_goes_by() -> None:
    """``ahead:8`` began with those of step-by-step search, though it goes by the expert's."""
    code = "from waypoints_learn import *; print([shipped(bot) is ROUTES for bot in ('expert', 'ahead:8', 'mcts:5')])"
    folder = Path(__file__).parents[3] / "benchmarks"
    run = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[True, True, False]"


def test_promises_are_worth_as_much_as_one_goes_by() -> None:
    """Early in a game a backpack that waits is worth as much more as its weight is higher."""
    state = waystation.load("waypoints", players=2).new_state(1)
    assert isinstance(state, WaypointsState)
    state.hikers[0].marks[GEAR] = 1
    plain = replace(ROUTES, beyond=0.0)
    *others, backpack = plain.special
    more = replace(plain, special=(*others, backpack + 2.0))
    assert prospects(state, 0, more) - prospects(state, 0, plain) == pytest.approx(2.0)
    assert prospects(state, 1, more) == prospects(state, 1, plain)
