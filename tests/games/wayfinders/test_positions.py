"""Positions that no game leads to are refused, and what is accepted can be played to the end."""

from __future__ import annotations

from typing import Any

import pytest

import waystation
from games.positions import check
from waystation.engine import PositionError
from waystation.games.wayfinders.chart import CELL_NAMES

TURN, FLYING = [{"ask": "TURN", "seats": [0]}], [{"ask": "FLIGHT", "seats": [0]}]


@pytest.mark.parametrize("exploration", [False, True])
@pytest.mark.parametrize("players", [2, 4])
def test_changed_positions_are_refused_or_played_to_the_end(players: int, exploration: bool) -> None:
    game = waystation.load("wayfinders", players=players, exploration=exploration, max_rounds=12, max_free_steps=20)
    assert check(game, seed=players, mutants=60) > 0


def load(table: dict[str, Any], agenda: list[dict[str, Any]] | None = None, **options: Any) -> Any:
    document: dict[str, Any] = {"table": table}
    if agenda is not None:
        document["agenda"] = agenda
    return waystation.load("wayfinders", **options).state_from(document)


def asking(kind: str, seat: int = 0, *data: int) -> dict[str, Any]:
    return {"ask": kind, "seats": [seat], "data": list(data)}


NO_CUBES = {
    "airstrips": {name: [0] for name in CELL_NAMES[:9]},
    "planes": ["r2c5", "r3c3"],
    "hands": ["PPHHRRTTGG", ""],
}
TWO_WAYS = {"islands": {"r2c3": "R-TRO-D1"}, "hands": ["PGG", ""]}
OWN = {"id": "NEW", "back": "red", "colour": "ice", "effect": "draw", "amount": 1, "points": 1, "cost": ["gas"]}


@pytest.mark.parametrize(
    ("table", "agenda", "options", "message"),
    [
        (NO_CUBES, [*FLYING, asking("PAY", 0, 9, 1)], {}, "agenda[1].data: seat 0 has no airstrip cube left"),
        ({**TWO_WAYS, "hands": ["P", ""]}, [*FLYING, asking("PAY", 0, 7, 0)], {}, "agenda[1].data: there is one way"),
        (
            {"islands": {"r1c1": OWN}},
            None,
            {"exploration": True},
            "table.face_down: the tile at r1c1 is not",
        ),
        ({"workers": [[1], []]}, FLYING, {}, "table.workers[0]: seat 0 has returned its workers"),
        (
            {"workers": [[1], []], "hands": ["PPPP", ""]},
            [asking("DISCARD")],
            {},
            "table.workers[0]: seat 0 has returned",
        ),
        ({"turns": 1}, TURN, {}, "table.turns: turn 2 is seat 1's"),
        ({"turns": 4}, [asking("TURN", 1)], {}, "table.turns: turn 5 is seat 0's"),
        ({"turns": 6}, TURN, {"max_rounds": 3}, "table.turns: the game is over after round 3"),
        ({}, [], {}, "agenda: nobody is asked, but the game is not over"),
        ({"turns": 10**12}, TURN, {}, "table.turns"),
        ({"free_steps": 3}, FLYING, {}, "table.free_steps: they are counted with the option"),
        ({"free_steps": 3}, TURN, {"max_free_steps": 5}, "table.free_steps: nobody is flying"),
        (
            {"free_steps": 3, "hands": ["PPPP", ""]},
            [asking("DISCARD")],
            {"max_free_steps": 5},
            "table.free_steps: nobody is flying",
        ),
        (
            {"free_steps": 3, "turns": 6},
            [],
            {"max_free_steps": 5, "max_rounds": 3},
            "table.free_steps: nobody is flying",
        ),
        ({"free_steps": 9}, FLYING, {"max_free_steps": 5}, "table.free_steps: at most 5 free steps"),
    ],
)
def test_what_fields_say_of_each_other(
    table: dict[str, Any], agenda: list[dict[str, Any]] | None, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(PositionError) as error:
        load(table, agenda, **options)
    assert str(error.value).startswith(message), str(error.value)


def test_turns_that_are_left_out_are_as_few_as_the_agenda_allows() -> None:
    """With seat 2 to act, the first round is under way: a round too many was counted."""
    state = load({}, [asking("TURN", 2)], players=3)
    assert state.position()["table"]["turns"] == 2
    assert state.view(0).table.round == 1
    for _ in range(2):
        state.play("place 1")
    assert state.view(0).table.round == 2


def test_two_ways_to_pay_are_still_asked() -> None:
    assert load(TWO_WAYS, [*FLYING, asking("PAY", 0, 7, 0)]).to_act == (0,)
