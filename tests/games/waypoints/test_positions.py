"""Position documents: what no game leads to is refused, whatever is accepted can be played to the end.

    PYTHONPATH=tests python tests/games/waypoints/test_positions.py [mutants for each game: 500]

tries many more changed documents than the suite does.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec
import pytest

import waystation
from games.positions import check, moments, playable
from games.waypoints.test_holds import hoard
from waystation.engine import Chance, PositionError
from waystation.games.waypoints.atlas import load_sheet

GAMES: dict[str, dict[str, Any]] = {
    "alone": {"players": 1, "goal": "lakes"},
    "two": {"players": 2, "must_photograph": False},
    "three": {"players": 3, "goal": "squares", "paddle_on": False, "solo": "hard"},
}


@pytest.mark.parametrize("name", GAMES)
def test_changed_documents_are_refused_or_bear_play(name: str) -> None:
    assert check(waystation.load("waypoints", **GAMES[name]), 7, 60) >= 0


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_a_game_can_be_read_back(name: str) -> None:
    """After every decision of players who collect all they can, and of careless ones."""
    game = waystation.load("waypoints", **GAMES[name])
    for seed in range(2):
        state, chance = game.new_state(seed), Chance.of(seed, "back")
        ply = 0
        while not state.is_over:
            seat = chance.choice(state.to_act)
            choose = hoard if seed else lambda state, seat, chance: chance.choice(state.legal_actions(seat))
            state.apply(choose(state, seat, chance), seat)  # type: ignore[arg-type]
            assert not list(game.faults(state))
            ply += 1
            if ply % 7 == 0 or state.is_over:
                assert game.state_from(state.position()) == state
        assert state.is_over


IMPOSSIBLE: tuple[tuple[dict[str, Any], str], ...] = (
    ({"hike": 2, "hikers": [{"ends": []}]}, "ends"),
    ({"hike": 1, "marker": 16, "hikers": [{"journal": {"types": 1, "most": 2, "pairs": 3, "squares": 4}}]}, "journal"),
    ({"marker": 3, "hikers": [{"afloat": 3}]}, "at"),
    ({"marker": 3, "hikers": [{"afloat": 50}]}, "afloat"),
    ({"marker": 3, "hikers": [{"spent": 6}]}, "spent"),
    ({"marker": 3, "hikers": [{"coats": 2}]}, "used"),
    ({"marker": 3, "hikers": [{"crossed": [1]}]}, "crossed"),
    ({"marker": 3, "hikers": [{"lakes_due": 2}]}, "lakes_due"),
    ({"marker": 3, "hikers": [{"doing": ["CAMERA"]}]}, "doing"),
    ({"marker": 3, "hikers": [{"doing": ["JOURNAL", "WALK"]}]}, "doing"),
    ({"marker": 16, "hikers": [{"doing": ["WALK"]}]}, "doing"),
    ({"marker": 3, "hikers": [{"doing": ["FEATURES", "GLIDE"]}]}, "doing"),
    ({"marker": 3, "hikers": [{"doing": ["WOOD"] * 3}]}, "doing"),
    ({"marker": 3, "hikers": [{"walk": ["go F1a"]}]}, "walk"),
    ({"marker": 3, "circled": [[1, 2], [], [], []]}, "circled"),
    ({"start": "bear1", "marker": 3}, "start"),
    ({"marker": 3, "hikers": [{"marks": {"gear": 6}}]}, "gear"),
    ({"marker": 3, "hikers": [{"heights": [1, 1, 1, 1, 3]}]}, "heights"),
    ({"marker": 3, "hikers": [{"ready": {"kayak": 1}}]}, "ready"),
    ({"marker": 3, "hikers": [{"legs": [{"hike": 1, "start": "camp1", "end": "bear1", "moves": ["rest"]}]}]}, "legs"),
)


@pytest.mark.parametrize(("table", "where"), IMPOSSIBLE, ids=[where for _, where in IMPOSSIBLE])
def test_what_no_game_leads_to_is_refused_with_place_and_reason(table: dict[str, Any], where: str) -> None:
    game = waystation.load("waypoints", players=1)
    with pytest.raises(PositionError) as caught:
        game.state_from({"table": {"start": "camp1", **table}})
    assert where in caught.value.place
    assert caught.value.reason


@pytest.mark.parametrize(
    "table",
    [
        {"hike": 2},
        {"hike": 4, "marker": 16},
        {"hike": 3, "marker": 9, "hikers": [{"here": "bear1"}, {"here": "mt3", "water": 4}]},
        {"marker": 3, "hikers": [{"walk": ["go B3e", "go B3f"]}]},
    ],
)
def test_what_is_left_out_is_filled_so_that_it_can_be_played(table: dict[str, Any]) -> None:
    game = waystation.load("waypoints", players=2)
    assert playable(game, {"table": {"start": "camp1", **table}})


def test_a_map_with_heights_of_thousands_of_metres() -> None:
    """The highest number in a box was once taken for a fault."""
    document = msgspec.to_builtins(load_sheet("map1"))
    for stop in document["waypoints"]:
        if stop[1] == 3:
            stop[5] = 5000
    game = waystation.load("waypoints", players=1, goal="lakes", sheet=document)
    table = {"start": "camp3", "marker": 6, "hikers": [{"here": "bird6", "heights": [50, 50, 50, 50], "water": 9}]}
    state = game.state_from({"table": table})
    state.play("go D3e")
    state.play("to mt7")
    assert state.view(0).table.hikers[0].heights == (50, 50, 50, 50, 100)
    assert game.state_from(state.position()) == state
    assert all(game.state_from(moment.position()) == moment for moment in moments(game, 2, 60))


if __name__ == "__main__":
    for name, options in GAMES.items():
        count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
        print(name, count, "tried,", check(waystation.load("waypoints", **options), 11, count), "accepted")
