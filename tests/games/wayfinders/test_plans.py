"""Plans: tap an island, see the cheapest ways there."""

from __future__ import annotations

from typing import Any

import waystation
from waystation.engine import Chance, State

LAYOUT = """
    R-DES-D2    B-TRO-COLOUR B-FAR-COLUMN Y-ICE-FREE  R-FAR-D1
    Y-DES-KEEP  B-DES-AROUND R-TRO-D2     B-CIT-ROW   Y-CIT-KEEP
    B-ICE-SQUARE R-ICE-D1                 R-CIT-D2    B-FAR-GROUP
    Y-TRO-WILD  B-DES-SHARED Y-TRO-FREE   B-CIT-COST3 R-DES-D3
    B-TRO-KINDS B-ICE-COST4  Y-DES-WILD   B-TRO-FAR   Y-FAR-WILD
"""


def flying(**table: Any) -> State:
    game = waystation.load("wayfinders", layout=LAYOUT)
    return game.state_from({"table": table, "agenda": [{"ask": "FLIGHT", "seats": [0]}]})


def test_the_way_over_airstrips_is_free_and_comes_first() -> None:
    state = flying(hands=["G", ""], airstrips={"r2c3": [1], "r2c4": [1]})
    plans = state.plans(0, "island:r2c4")
    assert [plan.actions for plan in plans] == [("fly r2c3", "fly r2c4")]
    assert plans[0].label == "Fly to r2c4: free"


def test_payments_that_must_be_chosen_are_in_the_plan() -> None:
    state = flying(hands=["PHHG", ""])
    plans = state.plans(0, "island:r2c4")
    # by r2c3 for P and G, or by r3c4 for G and then r2c4 for HH (its G is spent), and so on: two tokens are least
    assert plans[0].actions == ("fly r2c3", "pay P", "fly r2c4", "pay G")
    assert plans[0].label == "Fly to r2c4: pay 1 parachute and 1 gas can"


def test_every_plan_can_be_played() -> None:
    chance = Chance.of(2, "plans")
    game = waystation.load("wayfinders", players=3)
    played = 0
    for seed in range(6):
        state = game.new_state(seed)
        for _ in range(150):
            (seat,) = state.to_act
            if "land" in {game.actions.format(action) for action in state.legal_actions()}:
                for name in ("r1c1", "r5c5", "r2c2", "r3c3", "r3c5"):
                    for plan in state.plans(seat, f"island:{name}"):
                        copy = state.clone()
                        for text in plan.actions:
                            copy.play(text)
                        assert copy.position()["table"]["planes"][seat] == name
                        played += 1
            state.apply(chance.choice(state.legal_actions()))
    assert played > 100


def test_no_plan_where_none_is_possible_or_nobody_flies() -> None:
    assert flying(hands=["", ""]).plans(0, "island:r1c1") == []
    assert flying(hands=["P", ""]).plans(0, "island:r3c3") == [], "the plane is there"
    assert flying(hands=["P", ""]).plans(1, "island:r2c3") == []
    assert flying(hands=["P", ""]).plans(0, "hangar:1") == []
    assert flying(hands=["P", ""]).plans(0, "island:r9c9") == []
    assert waystation.load("wayfinders").new_state(1).plans(0, "island:r2c3") == []


def test_plans_fly_only_over_islands_that_are_face_up() -> None:
    game = waystation.load("wayfinders", exploration=True)
    document = {"table": {"hands": ["PPHHRRTTGG", ""]}, "agenda": [{"ask": "FLIGHT", "seats": [0]}]}
    state = game.state_from(document)
    assert state.plans(0, "island:r2c3") != []
    assert state.plans(0, "island:r1c3") == []
