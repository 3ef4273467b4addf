"""Position documents: what they fill in, what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

import waystation
from waystation.engine import PositionError
from waystation.games.windward.state import WindwardState


def test_cards_not_named_come_from_the_rest_of_the_deck() -> None:
    game = waystation.load("windward", players=2)
    state = game.state_from({"table": {"players": [{"hand": ["coffee"] * 5}], "stacks": [["bait"], [], []]}})
    assert isinstance(state, WindwardState)
    table = state.position()["table"]
    assert table["players"][0]["hand"] == ["coffee"] * 5
    assert len(table["players"][1]["hand"]) == 3
    assert "coffee" not in [card for stack in table["stacks"] for card in stack] + table["players"][1]["hand"]
    assert table["stacks"][0][-1] == "bait"
    assert sum(map(len, table["stacks"])) == 74 - 5 - 3


def test_a_part_is_enough_and_stocks_follow() -> None:
    game = waystation.load("windward", players=3)
    state = game.state_from({"table": {"reds": ["11a"], "players": [{}, {"hold": "red", "plus2": 4}], "on_turn": 2}})
    assert isinstance(state, WindwardState)
    assert (state.red_stock, state.plus2_stock) == (6, 12)
    assert state.to_act == (1,)


BAD: list[tuple[dict[str, Any], str, str]] = [
    ({"layout": "ABCDEE"}, "table.layout", "is not an order"),
    ({"players": [{"ship": "99a"}]}, "table.players[0].ship", "no space"),
    ({"players": [{"ship": "11a"}, {"ship": "11a"}]}, "table.players[1].ship", "somebody else"),
    ({"players": [{"boats": ["11a", "11a"]}]}, "table.players[0].boats", "somebody else"),
    ({"players": [{}, {}, {}]}, "table.players", "2 seats"),
    ({"players": [{"gas": 9}]}, "table.players[0].gas", "at most 5"),
    ({"players": [{"morale": 0}]}, "table.players[0].morale", ">= 1"),
    ({"players": [{"crew": ["cook"]}]}, "table.players[0].crew", "no crew"),
    ({"players": [{"crew": ["marine", "gunner"]}]}, "table.players[0].crew", "filled twice"),
    ({"players": [{"hand": ["coffee"] * 6}]}, "table.players[0].hand", "length <= 5"),
    ({"players": [{"hand": ["tea"]}]}, "table.players[0].hand", "no supply card"),
    ({"players": [{"hand": ["bait"] * 4}, {"hand": ["bait"]}]}, "table.players[1].hand", "not so many"),
    ({"players": [{"notoriety": {"luck": 3}}]}, "table.players[0].notoriety", "no source"),
    ({"players": [{"plus2": 9}, {"plus2": 9}]}, "table", "more +2 pieces"),
    ({"reds": ["14a"]}, "table.reds[0]", "drift"),
    ({"reds": ["11a", "11a"]}, "table.reds[1]", "somebody else"),
    ({"reds": ["port"]}, "table.reds[0]", "trading post"),
    ({"white": "nowhere"}, "table.white", "no space"),
    ({"items": {"11a": {"gold": 1}}}, "table.items.11a", "known are gas"),
    ({"items": {"11a": {"red": 9}}}, "table", "more red pieces"),
    ({"wind": 7}, "table.wind", "<= 6"),
    ({"on_turn": 4}, "table.on_turn", "no seat 4"),
    ({"turn": {"used": ["sing"]}}, "table.turn.used", "none of"),
    ({"turn": {"barred": [["ship 1", "kite"]]}}, "table.turn.barred", "no piece"),
    (
        {"battle": {"attacker": "ship 9", "defender": "red", "origin": "11a", "space": "12a"}},
        "table.battle.attacker",
        "no piece",
    ),
    ({"achievements": [{"card": "full-crew"}]}, "table.achievements", "two cards"),
    ({"discard": {"bait": 5}}, "table.discard", "not so many"),
    ({"hands": []}, "table", "unknown field"),
]


@pytest.mark.parametrize(("table", "place", "reason"), BAD, ids=lambda value: str(value)[:50])
def test_bad_positions_name_path_and_reason(table: dict[str, Any], place: str, reason: str) -> None:
    game = waystation.load("windward", players=2, ship_perks="none")
    with pytest.raises(PositionError) as caught:
        game.state_from({"table": table})
    assert caught.value.place.startswith(place)
    assert reason in caught.value.reason


def test_every_moment_of_a_battle_survives() -> None:
    game = waystation.load("windward", players=2, ship_perks="none", achievements=True)
    players = [
        {"ship": "33b", "cannons": 1, "plus2": 1, "hand": ["volley"]},
        {"ship": "32a", "cannons": 2, "hand": ["bait"]},
    ]
    state = game.state_from({"table": {"layout": "ABCDEF", "wind": 1, "on_turn": 1, "players": players}})
    for move in ("sail 32a", "pass", "fire 1", "fire 2", "use +2", "pass", "pass"):
        state.play(move)
        assert game.state_from(state.position()) == state
