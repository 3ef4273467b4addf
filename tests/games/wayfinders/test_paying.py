"""Paying by clicks on the tokens in hand, and what a click on an island can mean."""

from __future__ import annotations

import waystation
from waystation.engine import State


def building(hand: str) -> State:
    """The first plane is on an island whose airstrip costs a parachute and a tire."""
    table = {"islands": {"r2c3": "Y-TRO-KEEP"}, "planes": ["r2c3", "r3c3"], "hands": [hand, ""]}
    return waystation.load("wayfinders").state_from({"table": table, "agenda": [{"ask": "FLIGHT", "seats": [0]}]})


def test_a_payment_is_clicked_token_by_token() -> None:
    state = building("PPPHH")  # the tire is paid for by two tokens alike
    state.play("build r2c3")
    clicks = {offer.notation: offer.nodes for offer in state.view(0).legal if offer.any_order}
    parachute, headphones = "token:1:P", "token:1:H"
    assert clicks == {"pay PPP": (parachute,) * 3, "pay PHH": (parachute, headphones, headphones)}
    assert state.so_far(0, [parachute]) == "You pay 1 parachute; still missing: 2 parachutes, or 2 headphones."
    assert state.so_far(0, [headphones]) == "You pay 1 headphones; still missing: 1 parachute and 1 headphones."
    assert state.so_far(0, ["token:1:G"]) == "", "no way to pay has gas in it"
    assert state.so_far(1, [parachute]) == "", "the other one pays nothing"


def test_a_click_where_the_plane_is_can_only_mean_to_build() -> None:
    state = building("P")
    meant = {action.notation for action in state.game.actions if "island:r2c3" in state.nodes(action.id, 0)}
    assert meant == {"build r2c3"}


def test_a_click_on_a_token_that_does_not_pay_says_so() -> None:
    state = building("PPPHHG")
    state.play("build r2c3")
    meant = [action.id for action in state.game.actions if "token:1:G" in state.nodes(action.id, 0)]
    assert meant, "it is in the hand"
    reasons = {refusal.reason for action in meant if (refusal := state.why_not(action, 0))}
    assert "Paying 1 gas can does not settle 1 parachute and 1 tire." in reasons
    assert not any("You do not have" in reason for reason in reasons)
