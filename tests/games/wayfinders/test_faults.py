"""Faults that people met at the table, each as they met it."""

from __future__ import annotations

import re
from typing import Any

import pytest

import waystation
from waystation.engine import Chance, EventLog, Match, State
from waystation.engine.conformance import random_choice
from waystation.games.wayfinders.components import standard_tiles

FLYING = [{"ask": "FLIGHT", "seats": [0]}]


def flying(options: dict[str, Any] | None = None, **table: Any) -> State:
    return waystation.load("wayfinders", **(options or {})).state_from({"table": table, "agenda": FLYING})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_round_shown_after_the_end_is_the_last_one(players: int) -> None:
    state, chance = waystation.load("wayfinders", players=players, max_rounds=1).new_state(1), Chance.of(1, "end")
    while not state.is_over:
        assert state.view(None).table.round == 1
        (seat,) = state.to_act
        state.apply(random_choice(state, seat, chance), seat)
    assert state.view(None).table.round == 1
    assert state.game.rounds(state) == 1


@pytest.mark.parametrize("text", ["pay HP", "pay PH", "PAY hp", " pay  ph "])
def test_the_letters_of_a_payment_stand_in_any_order(text: str) -> None:
    table = waystation.load("wayfinders").actions
    assert table.format(table.parse(text)) == "pay PH"
    for action in table:
        if action.kind == "pay":
            assert table.parse(f"pay {action.notation.removeprefix('pay ')[::-1]}") == action.id


@pytest.mark.parametrize("text", ["pay XP", "pay P H", "pay", "pay PPPPPPPPP", "yap HP"])
def test_what_is_no_payment_stays_unknown(text: str) -> None:
    with pytest.raises(ValueError, match="names no action"):
        waystation.load("wayfinders").actions.parse(text)


def test_nobody_flies_round_for_ever_where_the_table_has_a_bound() -> None:
    """Home and r2c3, which has an airstrip: going there and back is free."""
    state = flying({"max_free_steps": 3}, hands=["", ""], airstrips={"r2c3": [1]})
    for cell in ("r2c3", "r3c3", "r2c3"):
        state.play(f"fly {cell}")
    refusal = state.why_not("fly r3c3")
    assert refusal is not None
    assert refusal.reason.startswith("You have flown 3 steps for nothing in a row")
    assert state.plans(0, "island:r3c3") == []
    state.play("land")
    assert "free_steps" not in state.position()["table"]
    endless = flying(hands=["", ""], airstrips={"r2c3": [1]})
    for cell in ("r2c3", "r3c3") * 100:
        endless.play(f"fly {cell}")


def test_what_is_paid_begins_the_count_anew() -> None:
    state = flying(
        {"max_free_steps": 1},
        hands=["P", ""],
        islands={"r1c3": "R-TRO-D1"},
        airstrips={"r2c3": [1]},
        planes=["r3c3"] * 2,
    )
    state.play("fly r2c3")
    assert state.why_not("fly r3c3") is not None
    state.play("fly r1c3")
    assert state.why_not("fly r2c3") is None


def test_rows_of_the_score_sheet_are_called_the_same_for_all() -> None:
    islands = {"r2c3": "B-FAR-COLUMN", "r1c1": "B-TRO-FAR"}
    table = {"islands": islands, "airstrips": {"r2c3": [0, 1], "r1c1": [1, 0], "r1c3": [1]}}
    state = waystation.load("wayfinders").state_from({"table": table})
    mine, yours = ({line.key: line.label for line in state.score_sheet(seat).lines} for seat in (0, 1))
    assert mine["r2c3"] == yours["r2c3"]
    assert mine["r1c1"] == yours["r1c1"]
    assert state.score_sheet(0)["r2c3"] != state.score_sheet(1)["r2c3"]


def test_the_refill_says_which_hangar_gets_what() -> None:
    state = flying(hands=["", ""], hangars=["PPP", "H", "TTT", ""])
    log = EventLog()
    state.play("land", log=log)
    (refill,) = [event for event in log if event.kind == "refill"]
    columns = [hangar.tokens for hangar in state.view(None).table.hangars]
    assert refill.data["hangars"] == {"2": columns[1][1:], "4": columns[3]}
    assert re.search(r"hangar 2 gets .+ and hangar 4 gets .+\.$", refill.text)


def test_who_is_paid_is_told() -> None:
    state = flying(hands=["PPHHRRTTGG", ""], airstrips={"r2c3": [1]}, planes=["r2c3", "r3c3"])
    log = EventLog()
    state.play("build r2c3", log=log)
    state.apply(state.legal_actions(0)[0], 0, log)  # one of several ways to pay
    (built,) = [event for event in log if event.kind == "build"]
    assert " to {1}." in built.text
    assert built.data["to"] == 1


def test_no_sentence_names_a_tile_by_its_id() -> None:
    ids = [tile.id for tile in standard_tiles()]
    match, chance = Match(waystation.load("wayfinders", exploration=True, max_rounds=10), 3), Chance.of(3, "ids")
    while not match.state.is_over:
        (seat,) = match.state.to_act
        match.apply(random_choice(match.state, seat, chance), seat)
    sentences = [event.text for event in match.told(None)]
    found = [event for event in match.told(None) if event.kind == "discover"]
    assert found
    assert all(event.data["tile"] in ids for event in found), "the id is for logs"
    assert not [text for text in sentences for name in ids if name in text]


def test_titles_say_what_the_rules_need() -> None:
    state = waystation.load("wayfinders").state_from(
        {
            "table": {
                "islands": {"r2c3": "R-TRO-D1", "r1c3": "Y-CIT-WILD", "r4c3": "Y-ICE-FREE"},
                "hangars": ["PTP", "", "G", "H"],
                "hands": ["PP", "G"],
                "workers": [[2, 1], [0, 1]],
                "airstrips": {"r2c3": [1, 0], "r1c3": [0], "r4c3": [0]},
                "planes": ["r2c3", "r3c3"],
            }
        }
    )
    titles = {node.id: node.title for node in state.game.scene(state.view(0)).nodes}
    assert (
        titles["hangar:1"] == "Hangar 1, from the top: parachute, then tire, then parachute. There: Player 1 2 workers."
    )
    assert titles["hangar:2"].endswith("no tokens. There: Player 1 1 worker and Player 2 1 worker.")
    assert titles["column:1:2"] == "tire, number 2 from the top of hangar 1"
    assert titles["plane:1"] == "Player 1's plane at r2c3"
    assert titles["plane:2"] == "Player 2's plane at Home"
    assert titles["airstrip:r2c3:1"] == "Player 1's airstrip at r2c3, slot 2"
    assert titles["island:r2c3"].endswith("free to enter; airstrip slots: 1 Player 2 and 2 Player 1")
    assert titles["player:1"].endswith("plane at r2c3, enters Ice islands freely and gas can counts as any resource")
    assert titles["worker:1:1"] == "Player 1's worker at hangar 1"
    assert titles["worker:1:4"] == "Player 1's worker at hand"


@pytest.mark.parametrize(
    ("hands", "left"),
    [
        ("", "2 resources are missing"),
        ("T", "1 resource is missing"),
        ("PP", "1 resource is missing"),
        ("PPH", "1 resource is missing"),
    ],
)
def test_refusals_say_how_much_is_missing(hands: str, left: str) -> None:
    """An airstrip for a tire and a gas can."""
    tile = {"id": "X", "back": "blue", "colour": "ice", "effect": "far", "points": 1, "cost": ["tire", "gas"]}
    state = flying(hands=[hands, ""], islands={"r2c3": tile}, airstrips={"r2c3": [1]}, planes=["r2c3", "r3c3"])
    refusal = state.why_not("build r2c3")
    assert refusal is not None
    assert left in refusal.reason


def test_one_point_is_one_point() -> None:
    """Both return nothing; player 1 keeps a token, player 2 has none."""
    state = waystation.load("wayfinders", max_rounds=1).state_from({"table": {"hands": ["P", ""]}})
    for move in ("return", "land", "return", "land"):
        state.play(move)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.text == "The round limit is reached: {0} wins with 1 point."
