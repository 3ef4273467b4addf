"""Whole games, recorded once: they replay to the same end for ever (while `rules_version` stays)."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import waystation
from waystation.engine import Match, record

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.txt"))


def golden() -> ModuleType:
    """The script that plays and writes the records."""
    spec = importlib.util.spec_from_file_location("wordtraveler_golden", FOLDER.parent / "golden.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def replayed(path: Path) -> Match:
    return record.replay(record.parse(path.read_text(encoding="utf-8"), str(path)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replays_to_the_end_it_had(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert record.parse(text).checksum == "good"
    record.verify(record.parse(text))
    match = replayed(path)
    assert match.state.is_over
    assert record.write(match, comments=False) == text


def test_there_is_a_game_for_each_number_of_players_and_each_variant() -> None:
    games = golden().GAMES
    assert {path.stem for path in FILES} == set(games)
    assert {options["players"] for options in games.values()} == {2, 3, 4, 5}
    for path in FILES:
        assert replayed(path).game == waystation.load("wordtraveler", **games[path.stem])


def test_the_games_go_everywhere() -> None:
    """Every kind of action and every step of a day occurs."""
    kinds, events = set(), set()
    for path in FILES:
        match = replayed(path)
        kinds |= {match.game.actions[move.action].kind for move in match.moves}
        events |= {event.kind for event in match.events}
    assert kinds == {"stop", "foot", "say", "not", "done", "back", "clear"}
    assert events == {
        *("dealt", "sealed", "set out", "read", "proposed", "proposal", "disagree", "footprint", "lifted"),
        *("scored", "meant", "souvenir", "night", "end"),
    } | ({"stays"} & events)
