"""What the buttons say beyond the action itself: fees, costs, and what a discarded card gives."""

from __future__ import annotations

from typing import Any

import waystation
from waystation.engine import State


def position(table: dict[str, Any]) -> State:
    return waystation.load("wayfarers", players=2).state_from({"table": {"turn": 0, **table}})


def labels(state: State) -> dict[str, str]:
    return {state.game.actions[a].notation: state.label(a, 0) for a in state.legal_actions(0)}


def test_a_worker_on_a_rivals_influence_names_the_fee() -> None:
    seat = {"silver": 1, "provision": 0, "workers": {"blue": 1}}
    display = {"water": ["W55", "W70", "W53", "W66"]}
    said = labels(position({"seats": [seat], "display": display, "influence": {"W70": 1}}))
    assert said["work blue W70"].endswith("the open water W70 for the influence fee")
    assert said["work blue W55"].endswith("the harbour W55")


def test_a_hired_ship_names_its_price() -> None:
    said = labels(position({"seats": [{"dice": [3], "guilds": {"blue": 1}}]}))
    assert said["place 3 HOME_HARBOUR hiring"].endswith("(spend 1 exploration influence)")


def test_drawing_three_names_the_provision() -> None:
    state = position({"seats": [{"dice": [1], "provision": 3}]})
    state.play("place 1 HOME_CITY")
    state.play("do 2 provision -> 1 silver + land")
    assert labels(state)["three land"] == "Draw three land cards, keep one, for 1 provision"


def test_discarding_names_what_the_slot_gives() -> None:
    display = {"space": ["S96", "S94a", "S110a", "S102a"], "inspiration": ["I01", "I02", "I03", "I04"]}
    state = position({"seats": [{"dice": [6], "silver": 3, "cards": ["L05"]}], "display": display})
    for move in ("place 6 HOME_M1", "choose 1 of (space / black upgrade)", "take S96", "take I02"):
        state.play(move)
    assert labels(state)["discard"].endswith("slot: 1 provision; 1 influence in any guild")


def test_a_step_names_the_influence_that_is_spent() -> None:
    seat = {"dice": [3], "cards": ["L16"], "tiles": ["U34 front r2c3"], "marker": "J4a", "guilds": {"black": 1}}
    state = position({"seats": [seat]})
    state.play("place 3 L16")
    state.play("do journal")
    assert labels(state)["go J5a"] == "Journal to J5a (spend 1 science influence)"


def test_scheme_cards_say_what_they_cost_and_who_works() -> None:
    state = waystation.load("wayfarers", players=1).state_from(
        {"table": {"turn": 0, "solo": {"schemes": ["SC4", "SC2"]}}}
    )
    titles = {node.id: node.title for node in state.game.draw(state.view(0)).nodes}
    assert titles["scheme:SC4"].startswith(
        "Scheme card SC4 (red, 1 silver, comet): first acquire a water card for 2 exploration influence"
    )
    assert "first place a green or blue worker; else" in titles["scheme:SC2"]


def test_tiles_say_what_they_cost_in_either_way() -> None:
    state = position({"seats": [{"board": "B1", "dice": [6], "silver": 3, "guilds": {"black": 2}, "tiles": []}]})
    state.play("place 6 HOME_M1")
    state.play("choose 2 of (space / black upgrade)")
    said = labels(state)
    assert said["buy U22 silver"].endswith("for 3 silver")
    assert said["buy U22 influence"].endswith("for 2 science influence")
