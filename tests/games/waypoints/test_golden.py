"""Whole games, recorded once: they replay to the same end for ever (while `rules_version` stays)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import waystation
from games.records import check, replayed
from games.waypoints.golden import FOLDER, GAMES
from waystation.engine import RecordError, record

FILES = sorted(FOLDER.glob("*.txt"))
VERSION_1 = FOLDER.parent / "version_1"
GAMES_1: dict[str, dict[str, Any]] = {
    "solo_easy": {"players": 1, "goal": "lakes"},
    "solo_hard": {"players": 1, "goal": "woods", "solo": "hard"},
    "two": {"players": 2, "goal": "squares"},
    "four": {"players": 4, "goal": "bridges"},
    "strict": {"players": 2, "must_photograph": True, "paddle_on": False},
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replays_to_the_end_it_had(path: Path) -> None:
    check(path)


@pytest.mark.parametrize("path", sorted(VERSION_1.glob("*.txt")), ids=lambda path: path.stem)
def test_games_of_version_1_are_read_with_the_default_they_had(path: Path) -> None:
    """A camera could be wasted then unless the options said otherwise."""
    match = record.verify(record.parse(path.read_text(encoding="utf-8")))
    assert match.state.is_over
    assert match.game == waystation.load("waypoints", **{"must_photograph": False, **GAMES_1[path.stem]})
    again = record.replay(record.parse(record.write(match)))
    assert again.game == match.game
    assert again.state == match.state


def test_a_game_of_version_1_is_not_replayed_with_the_default_of_today() -> None:
    """The refusal says which options differ: those in the header may look the same."""
    old = record.parse((VERSION_1 / "two.txt").read_text(encoding="utf-8"))
    with pytest.raises(RecordError, match="'must_photograph': False"):
        record.replay(old, waystation.load("waypoints", **GAMES_1["two"]))


def test_a_position_of_version_1_is_read_with_the_default_it_had() -> None:
    old = {"game": "waypoints", "options": {"players": 1}, "rules_version": 1, "table": {}}
    assert waystation.state_from(old).game == waystation.load("waypoints", players=1, must_photograph=False)
    assert waystation.state_from({**old, "rules_version": 2}).game == waystation.load("waypoints", players=1)


def test_there_is_a_game_of_each_kind() -> None:
    assert {path.stem for path in FILES} == set(GAMES)
    for path in FILES:
        assert replayed(path).game == waystation.load("waypoints", **GAMES[path.stem])


def test_the_games_go_everywhere() -> None:
    """Together they use every kind of action but those that only some players would choose."""
    kinds = {match.game.actions[move.action].kind for match in map(replayed, FILES) for move in match.moves}
    everything = {action.kind for action in replayed(FILES[0]).game.actions}
    assert everything - kinds <= {"no-photo", "stay", "pack-coat"}
