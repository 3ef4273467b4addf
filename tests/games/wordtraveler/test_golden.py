"""Whole games, recorded once: they replay to the same end for ever (while `rules_version` stays)."""

from __future__ import annotations

from pathlib import Path

import pytest

import waystation
from games.records import check, replayed
from games.wordtraveler.golden import FOLDER, GAMES
from waystation.engine import RecordError, record

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replays_to_the_end_it_had(path: Path) -> None:
    check(path)


def test_there_is_a_game_for_each_number_of_players_and_each_variant() -> None:
    assert {path.stem for path in FILES} == set(GAMES)
    assert {options["players"] for options in GAMES.values()} == {2, 3, 4, 5}
    for path in FILES:
        assert replayed(path).game == waystation.load("wordtraveler", **GAMES[path.stem])


def test_the_games_go_everywhere() -> None:
    """Every kind of action and every step of a day occurs."""
    kinds, events, numbered = set(), set(), 0
    for path in FILES:
        match = replayed(path)
        actions = [match.game.actions[move.action] for move in match.moves]
        kinds |= {action.kind for action in actions}
        numbered += sum(len(action.args) == 2 and action.kind in ("say", "not") for action in actions)
        events |= {event.kind for event in match.events}
    assert kinds == {"stop", "foot", "say", "not", "done", "back", "clear", "take", "aim"}
    assert numbered, "cards under an earlier arrow"
    assert events == {
        *("dealt", "sealed", "set out", "read", "proposed", "proposal", "disagree", "footprint", "lifted"),
        *("scored", "meant", "souvenir", "night", "end", "ready", "timer"),
    } | ({"stays"} & events)


def old(name: str) -> record.Record:
    """A record that was written under rules version 1."""
    found = record.parse((FOLDER.parent / "version_1" / f"{name}.txt").read_text(encoding="utf-8"))
    assert found.rules_version == 1
    return found


def test_games_of_rules_version_1_without_a_timer_go_as_they_went() -> None:
    record.verify(old("two"))
    assert record.result_line(record.replay(old("two"))) == record.result_line(replayed(FOLDER / "two.txt"))


def test_games_of_rules_version_1_with_a_timer_are_refused() -> None:
    with pytest.raises(RecordError, match="played under rules version 1"):
        record.replay(old("four"))
