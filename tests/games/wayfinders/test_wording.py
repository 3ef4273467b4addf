"""What buttons, questions and events say."""

from __future__ import annotations

from typing import Any

import pytest

import waystation
from waystation.engine import State
from waystation.games.wayfinders.components import standard_tiles
from waystation.games.wayfinders.payment import bundle_of
from waystation.games.wayfinders.wording import effect_words, in_words


def flying(**table: Any) -> State:
    islands = {"r2c3": "R-TRO-D2", "r3c4": "R-CIT-D2"}
    game = waystation.load("wayfinders")
    return game.state_from({"table": {"islands": islands, **table}, "agenda": [{"ask": "FLIGHT", "seats": [0]}]})


def labels(state: State) -> dict[str, str]:
    return {offer.notation: offer.label for offer in state.view(0).legal}


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        ("", "nothing"),
        ("P", "1 parachute"),
        ("HH", "2 headphones"),
        ("TTG", "2 tires and 1 gas can"),
        ("PRRGG", "1 parachute, 2 propellers and 2 gas cans"),
    ],
)
def test_tokens_in_words(tokens: str, words: str) -> None:
    assert in_words(bundle_of(tokens)) == words


def test_buttons_say_what_a_step_costs() -> None:
    said = labels(flying(hands=["PGG", ""]))
    assert said["fly r2c3"] == "Fly to r2c3 (Tropical): costs 1 parachute, choose how to pay"
    assert said["fly r3c4"] == "Fly to r3c4 (City): pay 1 gas can"
    assert said["land"] == "Land: end the flight"
    assert labels(flying(hands=["", ""], airstrips={"r2c3": [1]}))["fly r2c3"] == "Fly to r2c3 (Tropical): free"
    said = labels(flying(hands=["HRT", ""], planes=["r2c3", "r3c3"]))
    assert said["build r2c3"] == "Build at r2c3 (Tropical): pay 1 headphones, 1 propeller and 1 tire"
    assert said["fly r3c3"] == "Fly to Home: free"


def test_buttons_say_what_workers_bring() -> None:
    """The first worker at a hangar takes the top token, the second the next; hangar 2 has only one."""
    state = waystation.load("wayfinders").state_from({"table": {"hangars": ["TPG", "H", "RRR", "GGG"]}})
    said = labels(state)
    assert said["place 1"] == "Place a worker at hangar 1: 1 tire for now"
    assert said["return"] == "Return all workers: collect nothing"
    assert state.label(state.game.actions.parse("place 6"), 0) == "Place a worker at hangar 6", "it is closed"
    for move in ("place 1", "place 3", "place 2", "place 4"):
        state.play(move)
    said = labels(state)
    assert said["place 1"] == "Place a worker at hangar 1: 1 parachute for now"
    assert said["place 2"] == "Place a worker at hangar 2: nothing for now"
    assert said["return"] == "Return all workers: collect 1 headphones and 1 tire"


def test_questions() -> None:
    state = flying(hands=["PPPGG", ""])
    assert state.view(0).question == "Player 1: fly, build, or land."
    assert state.view(1).question == "Waiting for Player 1."
    state.play("fly r2c3")
    assert state.view(0).question == "Player 1: how do you pay 1 parachute for the flight to r2c3?"
    state.play("pay GG")
    state.play("land")
    assert state.view(1).question == "Player 2: place a worker, or return all your workers."
    state = flying(hands=["PPPGG", ""])
    state.play("land")
    assert state.view(0).question == "Player 1: discard 2; you may keep 3."


def test_every_effect_has_words() -> None:
    assert all(len(effect_words(tile)) > 5 for tile in standard_tiles())
    assert len({effect_words(tile) for tile in standard_tiles()}) == 3 + 1 + 5 + 5 + 5 + 2 + 8
