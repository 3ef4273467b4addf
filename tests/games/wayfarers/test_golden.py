"""Whole games, recorded once: they replay to the same end for ever (while `rules_version` stays)."""

from __future__ import annotations

from pathlib import Path

import pytest

import waystation
from games.records import check, replayed
from games.wayfarers.golden import FOLDER, GAMES
from waystation.engine import record

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replays_to_the_end_it_had(path: Path) -> None:
    check(path)


OLD = {path.stem: path.read_text(encoding="utf-8") for path in (FOLDER.parent / "version_1").glob("*.txt")}


def test_games_of_more_players_go_as_they_went_under_rules_version_1() -> None:
    old = record.parse(OLD["three"])
    assert old.rules_version == 1
    record.verify(old)
    match = record.replay(old)
    assert match.state.is_over
    assert record.result_line(match) in OLD["three"]


def test_solo_games_of_rules_version_1_are_refused() -> None:
    """The opponent may have retrieved another worker in them."""
    with pytest.raises(record.RecordError, match="played under rules version 1 of wayfarers; these are 3"):
        record.replay(record.parse(OLD["solo"]))


def test_games_of_rules_version_2_are_asked_about_a_chosen_branch_once_more() -> None:
    game = waystation.load("wayfarers")
    seat = {"dice": [3], "townsfolk": {"HOME_CITY": "T140"}, "tiles": ["U31 front r2c3"], "provision": 0}
    table = {"turn": 0, "seats": [seat]}
    asked = {}
    for version in (2, 3):
        state = game.under(version).state_from({"table": table})
        state.play("place 3 HOME_CITY")
        state.play("choose 1 of (yellow / move)")
        asked[version] = (
            [state.game.actions.format(action) for action in state.legal_actions(0)] if state.to_act == (0,) else []
        )
    assert asked == {2: ["do yellow", "skip"], 3: []}


def test_there_is_a_game_for_each_number_of_players_and_each_option() -> None:
    assert {path.stem for path in FILES} == set(GAMES)
    assert {options["players"] for options in GAMES.values()} == {1, 2, 3, 4}
    assert {board for options in GAMES.values() if (board := options.get("solo_board"))} == {1, 2, 3, 4}
    for path in FILES:
        assert replayed(path).game == waystation.load("wayfarers", **GAMES[path.stem])


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
