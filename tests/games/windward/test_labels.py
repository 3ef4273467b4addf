"""What the buttons say: numbers of this ship's board, odds, and warnings before the end of more than a turn."""

from __future__ import annotations

from typing import Any

import waystation
from waystation.engine import State


def position(table: dict[str, Any], **options: Any) -> State:
    large = {} if "mode" in options else {"map": "large"}
    game = waystation.load("windward", **large, **options)
    return game.state_from({"table": {"layout": "ABCDEF", "wind": 1, "on_turn": 1, **table}})


def labels(state: State, seat: int = 0) -> dict[str, str]:
    return {state.game.actions[a].notation: state.label(a, seat) for a in state.legal_actions(seat)}


def test_orders_say_what_this_ship_makes_of_them() -> None:
    green = labels(position({"players": [{"ship": "31a", "hand": []}]}, players=2, colours="gp"))
    assert green["order rowing"] == "Longboat speed +3"
    assert green["order speed"] == "Ship speed +1"


def test_dropping_a_boat_onto_a_gray_shows_the_odds() -> None:
    table = {"grays": ["24b"], "players": [{"ship": "24b", "hand": ["quick-winch"]}]}
    said = labels(position(table, players=2))
    odds = "battle (win 31%, tie 39%, lose 31%)"  # one die each: 11, 14 and 11 of 36
    assert said["order drop"] == f"Drop a longboat: {odds}"
    assert said["play quick-winch"] == f"Play Quick Winch: {odds}"


def test_an_attack_shows_the_odds_of_each_use() -> None:
    """Two dice and the marine's two hits against five: 3 %. So too on the zephyr that a Rogue Zephyr leads to."""
    ship = {"ship": "22a", "cannons": 1, "crew": ["marine"], "hand": ["loose-shot", "rogue-zephyr"]}
    state = position({"reds": ["23a", "34c"], "players": [ship]}, players=2)
    uses = "win 3%, tie 7%, lose 90%. To win: 0 cannons 3% (+1 10%); 1 cannon 19% (+1 35%)"
    assert labels(state)["sail 23a"] == f"Sail to 23a (1 speed): attack the red crester, {uses}"
    state.play("play rogue-zephyr")
    assert labels(state)["at 34c"] == f"Ride to the zephyr of 34c: attack the red crester, {uses}"
    assert labels(state)["at 26d"] == "Ride to the zephyr of 26d"


def test_the_attacked_sees_the_odds_before_a_false_flag() -> None:
    """A ship with a cannon and a card against a ship; a boat against a boat, which fires no cannon."""
    defender = {"ship": "33b", "boats": ["43b", "beside"], "cannons": 1, "hand": ["loose-shot"]}
    attacker = {"ship": "34c", "boats": ["42b", "beside"], "rowing": 1, "cannons": 2, "hand": ["volley"]}
    start = position({"reds": [], "players": [attacker, defender]}, players=2)
    state = start.clone()
    state.play("sail 33b")
    assert state.question(1) == "{0}'s ship attacks you: do you fly a False Flag?"
    odds = "win 37%, tie 26%, lose 37%. To win: 0 cannons 37% (+1 63%); 1 cannon 76% (+1 91%)"
    more = "(before what {0} may add: 2 cannons and up to 1 card)"
    assert labels(state, 1)["pass"] == f"Accept the battle: {odds} {more}"
    assert [row[0] for row in state.view(1).table.battle.odds] == ["fire 0", "fire 1"]
    start.play("row 42b 43b")
    assert labels(start, 1)["pass"] == (
        "Accept the battle: win 31%, tie 39%, lose 31%. To win: 31% (+1 69%) (before what {0} may add: up to 1 card)"
    )
    assert [row[0] for row in start.view(1).table.battle.odds] == ["roll"]


def test_the_naturalist_finds_research_where_others_process() -> None:
    state = position({"players": [{"ship": "31a"}, {"ship": "32a", "hold": "red"}]}, players=2, naturalist=True)
    for viewer, order in ((0, "Process"), (1, "Research"), (None, "Process")):
        assert order in state.game.scene(state.view(viewer)).node("order:process").title


def test_what_the_colours_do_is_told_and_what_is_ours_is_called_so() -> None:
    state = position({"players": [{"hand": ["full-sail", "coffee"]}]}, players=5, naturalist=True, achievements=True)
    scene = state.game.scene(state.view(0))
    said = {node.id: node.title for node in scene.nodes}
    assert said["board:0"].endswith("One more open cannon slot. (reconstructed)")
    assert said["board:1"].endswith("Resting at port raises morale by one more.")
    assert said["board:4"].endswith("5 cards")  # the Naturalist
    assert said["card:full-sail"].endswith("Ship speed +1 this turn. (reconstructed)")
    assert said["card:coffee"].endswith("without mate or coffee token.")
    assert "(reconstructed)" not in said["crew:marine"]
    assert "(reconstructed)" in said["crew:gunner"]
    assert said["achievement:0"].endswith("(reconstructed)")


def test_an_end_that_costs_the_ship_says_so() -> None:
    doomed = position({"players": [{"ship": "31a", "hand": []}]}, players=2)
    assert "the ship defeated" in labels(doomed)["end"]
    safe = position({"players": [{"ship": "31a", "hand": ["bait"]}]}, players=2)
    assert labels(safe)["end"] == "End the turn"
    safe.play("end")
    assert labels(safe)["lose morale"] == "Lose the last morale: the ship is defeated"
    assert "the game is lost" in labels(position({}, players=1, mode="solo"))["end"]


def test_an_attacking_crester_is_drawn_at_its_battle() -> None:
    reds = {"reds": ["51a", "42a"], "players": [{"ship": "41a", "cannons": 1, "hand": ["bait"]}]}
    state = position(reds, players=1, mode="solo", path_choice="lowest direction")
    for move in ("end", "discard bait", "at 51a"):
        state.play(move)
    fight = next(node for node in state.game.scene(state.view(0)).nodes if node.id == "fight")
    assert sum(getattr(part, "symbol", "") == "crester" for part in fight.parts) == 2


def test_open_hands_are_named_on_the_other_boards() -> None:
    hands = {"players": [{"hand": ["bait"]}, {"hand": ["volley"]}]}
    for mode, named in (("co-operative", True), ("free-for-all", False)):
        state = position(hands, players=2, mode=mode)
        board = next(node for node in state.game.scene(state.view(0)).nodes if node.id == "board:1")
        assert ("Volley" in board.title) == named
        assert "1 card" in board.title


def test_a_boat_plan_does_not_tow_a_gray_onto_another() -> None:
    boat = {"boats": ["13a", "beside"], "hand": []}
    table: dict[str, Any] = {"reds": [], "grays": ["11a"], "items": {"12a": {"gray": 1}}}
    near = position(table | {"players": [boat | {"rowing": 2}]}, players=2)
    assert near.plans(0, "hex:12a")[-1].actions == ("row 13a 12a",)
    assert not [plan for plan in near.plans(0, "hex:11a") if plan.actions[0].startswith("row")]
    far = position(table | {"players": [boat | {"rowing": 3}]}, players=2)
    (plan,) = [plan for plan in far.plans(0, "hex:11a") if plan.actions[0].startswith("row")]
    assert len(plan.actions) == 3
    assert "row 13a 12a" not in plan.actions
