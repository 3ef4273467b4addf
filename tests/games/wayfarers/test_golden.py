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
    spec = importlib.util.spec_from_file_location("golden_wayfarers", FOLDER.parent / "golden.py")
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
    record.verify(record.parse(text))
    match = replayed(path)
    assert match.state.is_over
    assert record.write(match, comments=False) == text


def test_there_is_a_game_for_each_number_of_players_and_each_option() -> None:
    games = golden().GAMES
    assert {path.stem for path in FILES} == set(games)
    assert {options["players"] for options in games.values()} == {1, 2, 3, 4}
    assert {board for options in games.values() if (board := options.get("solo_board"))} == {1, 2, 3, 4}
    for path in FILES:
        assert replayed(path).game == waystation.load("wayfarers", **games[path.stem])


def test_the_games_go_everywhere() -> None:
    """Every kind of action but the rarest, every way of ending, most cards in somebody's panorama."""
    kinds, reasons, cards = set(), set(), set()
    for path in FILES:
        match = replayed(path)
        kinds |= {match.game.actions[move.action].kind for move in match.moves}
        for seat in match.state.position()["table"]["seats"]:
            cards |= {*seat["cards"], *seat["space"], *seat["townsfolk"].values(), *seat["inspiration"].values()}
        outcome = match.state.outcome()
        assert outcome is not None
        reasons.add(outcome.reason)
    everything = {action.kind for action in match.game.actions}
    assert everything - kinds <= {"trade_after", "lift_guild", "lift"}
    assert len(cards) > 100
    assert reasons == {"last round", "round limit"}
