"""Whole games, recorded once: they replay to the same end for ever (while `rules_version` stays)."""

from __future__ import annotations

from pathlib import Path

import pytest

import waystation
from games.records import check, replayed
from games.windward.golden import ENDINGS, FOLDER, GAMES
from waystation.engine import record

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replays_to_the_end_it_had(path: Path) -> None:
    check(path)


@pytest.mark.parametrize("path", sorted((FOLDER.parent / "version_1").glob("*.txt")), ids=lambda path: path.stem)
def test_games_of_rules_version_1_still_go_as_they_went(path: Path) -> None:
    """Its choices when teeth and cards are traded are among those of version 2."""
    text = path.read_text(encoding="utf-8")
    old = record.parse(text)
    assert old.rules_version == 1
    record.verify(old)
    match = record.replay(old)
    assert match.state.is_over
    assert record.result_line(match) in text


def test_there_is_a_game_for_each_mode_and_number_of_players() -> None:
    assert {path.stem for path in FILES} == {*GAMES, *ENDINGS}
    kinds = {(options.get("mode"), options["players"]) for options in GAMES.values()}
    assert kinds == {(None, n) for n in (2, 3, 4, 5)} | {("co-operative", n) for n in (1, 2, 3, 4)} | {("solo", 1)}
    for path in FILES:
        options = ENDINGS[path.stem][0] if path.stem in ENDINGS else GAMES[path.stem]
        assert replayed(path).game == waystation.load("windward", **options)


def test_every_kind_of_end_and_of_action_occurs() -> None:
    ends, kinds = set(), set()
    for path in FILES:
        match = replayed(path)
        outcome = match.state.outcome()
        assert outcome is not None
        ends.add((match.game.options_doc().get("mode", "free-for-all"), outcome.reason))
        kinds |= {match.game.actions[move.action].kind for move in match.moves}
    assert ends == {
        ("free-for-all", "most notoriety"),
        ("free-for-all", "round limit"),
        ("co-operative", "white crester beaten"),
        ("co-operative", "ship defeated"),
        ("co-operative", "round limit"),
        ("solo", "white crester beaten"),
        ("solo", "ship defeated"),
    }
    assert kinds == {action.kind for action in waystation.load("windward", mode="co-operative").actions}
