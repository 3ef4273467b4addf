"""Whole games, recorded once: they replay to the same end for ever (while `rules_version` stays)."""

from __future__ import annotations

from pathlib import Path

import pytest

import waystation
from games.records import check, replayed
from games.wayfinders.golden import FOLDER, GAMES

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replays_to_the_end_it_had(path: Path) -> None:
    check(path)


def test_there_is_a_game_for_each_number_of_players_and_each_variant() -> None:
    assert {path.stem for path in FILES} == set(GAMES)
    assert {options["players"] for options in GAMES.values()} == {2, 3, 4}
    for path in FILES:
        assert replayed(path).game == waystation.load("wayfinders", **GAMES[path.stem])


def test_the_games_go_everywhere() -> None:
    """Every kind of action, every effect and both ends occur."""
    kinds, effects, reasons = set(), set(), set()
    for path in FILES:
        match = replayed(path)
        kinds |= {match.game.actions[move.action].kind for move in match.moves}
        table = match.state.position()["table"]
        effects |= {table["islands"][name]["effect"] for name in table["airstrips"]}
        outcome = match.state.outcome()
        assert outcome is not None
        reasons.add(outcome.reason)
    assert kinds == {"place", "return", "fly", "build", "pay", "land", "discard"}
    assert effects == {
        *("draw", "keep", "free", "wild", "own_colour", "cost_at_least", "colours", "shared", "groups"),
        *("column", "row", "around", "far", "squares"),
    }
    assert reasons == {"last round", "round limit"}
