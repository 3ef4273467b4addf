"""Whole games, recorded once: they replay to the same end for ever (while `rules_version` stays)."""

from __future__ import annotations

from pathlib import Path

import pytest

import waystation
from games.records import check, replayed
from games.waypoints.golden import FOLDER, GAMES

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replays_to_the_end_it_had(path: Path) -> None:
    check(path)


def test_there_is_a_game_of_each_kind() -> None:
    assert {path.stem for path in FILES} == set(GAMES)
    for path in FILES:
        assert replayed(path).game == waystation.load("waypoints", **GAMES[path.stem])


def test_the_games_go_everywhere() -> None:
    """Together they use every kind of action but those that only some players would choose."""
    kinds = {match.game.actions[move.action].kind for match in map(replayed, FILES) for move in match.moves}
    everything = {action.kind for action in replayed(FILES[0]).game.actions}
    assert everything - kinds <= {"no-photo", "stay", "pack-coat"}
