"""Position documents: what they fill in, what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

import waystation
from waystation.engine import PositionError
from waystation.games.windward.components import shipped
from waystation.games.windward.state import WindwardState


def test_cards_not_named_come_from_the_rest_of_the_deck() -> None:
    game = waystation.load("windward", players=2, map="large")
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
    ({"players": [{}, {}, {}]}, "table.players", "at most 2 entries"),
    ({"players": [{"gas": 9}]}, "table.players[0].gas", "between 0 and 5"),
    ({"players": [{"morale": 0}]}, "table.players[0].morale", ">= 1"),
    ({"players": [{"crew": ["cook"]}]}, "table.players[0].crew[0]", "'cook' is none of marine"),
    ({"players": [{"crew": ["marine", "gunner"]}]}, "table.players[0].crew", "filled twice"),
    ({"players": [{"hand": ["coffee"] * 6}]}, "table.players[0].hand", "at most 5"),
    ({"players": [{"hand": ["tea"]}]}, "table.players[0].hand[0]", "'tea' is none of coffee"),
    ({"players": [{"hand": ["bait"] * 4}, {"hand": ["bait"]}]}, "table.players[1].hand", "not so many"),
    ({"players": [{"notoriety": {"luck": 3}}]}, "table.players[0].notoriety.luck", "none of red teeth"),
    ({"players": [{"plus2": 9}, {"plus2": 9}]}, "table", "more +2 pieces"),
    ({"reds": ["14a"]}, "table.reds[0]", "drift"),
    ({"reds": ["11a", "11a"]}, "table.reds[1]", "somebody else"),
    ({"reds": ["port"]}, "table.reds[0]", "trading post"),
    ({"white": "nowhere"}, "table.white", "no space"),
    ({"items": {"11a": {"gold": 1}}}, "table.items.11a", "known are gas"),
    ({"items": {"11a": {"red": 9}}}, "table", "more red pieces"),
    ({"wind": 7}, "table.wind", "<= 6"),
    ({"on_turn": 4}, "table.on_turn", "no seat 4"),
    ({"turn": {"used": ["sing"]}}, "table.turn.used[0]", "'sing'"),
    ({"turn": {"barred": [["ship 1", "kite"]]}}, "table.turn.barred", "no piece"),
    (
        {"battle": {"attacker": "ship 9", "defender": "red", "origin": "11a", "space": "12a"}},
        "table.battle.attacker",
        "no piece",
    ),
    ({"achievements": [{"card": "full-crew"}]}, "table.achievements", "two cards"),
    ({"discard": {"bait": 5}}, "table.discard", "not so many"),
    ({"hands": []}, "table", "unknown field"),
    ({"discard": {card.id: card.count for card in shipped().cards}}, "table", "more cards than the deck has"),
]


@pytest.mark.parametrize(("table", "place", "reason"), BAD, ids=lambda value: str(value)[:50])
def test_bad_positions_name_path_and_reason(table: dict[str, Any], place: str, reason: str) -> None:
    game = waystation.load("windward", players=2, map="large", ship_perks="none")
    with pytest.raises(PositionError) as caught:
        game.state_from({"table": table})
    assert caught.value.place.startswith(place)
    assert reason in caught.value.reason


def test_every_moment_of_a_battle_survives() -> None:
    game = waystation.load("windward", players=2, map="large", ship_perks="none", achievements=True)
    players = [
        {"ship": "33b", "cannons": 1, "plus2": 1, "hand": ["volley"]},
        {"ship": "32a", "cannons": 2, "hand": ["bait"]},
    ]
    state = game.state_from({"table": {"layout": "ABCDEF", "wind": 1, "on_turn": 1, "players": players}})
    for move in ("sail 32a", "pass", "fire 1", "fire 2", "use +2", "pass", "pass"):
        state.play(move)
        assert game.state_from(state.position()) == state


NEXT, TURN = {"ask": "NEXT"}, {"ask": "TURN", "seats": [0]}
WHITE = {"white": "66a", "on_turn": 1, "layout": "ABCDEF"}
BAD_AGENDAS: list[tuple[list[dict[str, Any]], str, str]] = [
    ([], "agenda", "one that runs asks something"),
    ([TURN], "agenda[0].ask", "first frame is NEXT"),
    ([NEXT, NEXT], "agenda[1].ask", "does not come there"),
    ([NEXT, {"ask": "TURN", "seats": [0, 1]}], "agenda[1].seats", "not asked of these seats"),
    ([NEXT, {"ask": "TURN", "seats": [1]}], "agenda[1].seats", "not asked of these seats"),
    ([NEXT, {"ask": "TURN"}], "agenda[1].seats", "seat on turn"),
    ([NEXT, {"ask": "TURN", "seats": [0], "data": [3]}], "agenda[1].data", "not what TURN has"),
    ([NEXT, TURN, {"ask": "SUPPLIES", "seats": [0]}], "agenda[2].data", "not what SUPPLIES has"),
    ([NEXT, TURN, {"ask": "SUPPLIES", "seats": [1], "data": [2]}], "agenda[2].seats", "not asked of these seats"),
    ([NEXT, TURN, {"ask": "REST", "seats": [0]}], "agenda[2].ask", "does not come there"),
    ([NEXT, {"ask": "REST", "seats": [0]}, TURN], "agenda[1].seats", "only the last frame"),
    ([NEXT, TURN, {"ask": "BOOST", "seats": [0], "data": [0]}], "agenda", "if, and only if, RESOLVE"),
    ([NEXT, TURN, {"ask": "CANNONS", "data": [0]}, {"ask": "RESOLVE"}], "agenda[3].ask", "beneath CANNONS"),
    ([NEXT, TURN, {"ask": "WALK", "data": [0, 5, 3]}], "agenda[2].data", "nobody who walks"),
    ([NEXT, TURN, {"ask": "WALK", "data": [0, 500, 3]}], "agenda[2].data", "not what WALK has"),
    ([NEXT, TURN, {"ask": "HAILED", "seats": [1], "data": [0]}], "agenda[2].seats", "not asked of these seats"),
    ([NEXT, TURN, {"ask": "OFFER", "seats": [1], "data": [0, 1, 77]}], "agenda[2].data", "not what OFFER has"),
    ([NEXT, TURN, {"ask": "TRADE", "seats": [0], "data": [1, 0]}], "agenda[2].ask", "no frame of this game"),
]


@pytest.mark.parametrize(("agenda", "place", "reason"), BAD_AGENDAS, ids=lambda value: str(value)[:60])
def test_agendas_that_no_game_has_are_refused(agenda: list[dict[str, Any]], place: str, reason: str) -> None:
    game = waystation.load("windward", players=2, mode="co-operative")
    with pytest.raises(PositionError) as caught:
        game.state_from({"table": WHITE, "agenda": agenda})
    assert caught.value.place == place
    assert reason in caught.value.reason


def test_cards_are_offered_in_co_operative_games_only() -> None:
    frame = {"ask": "OFFER", "seats": [1], "data": [0, 1, 0]}
    with pytest.raises(PositionError, match="co-operative games only"):
        waystation.load("windward").state_from({"table": {"on_turn": 1}, "agenda": [NEXT, TURN, frame]})
