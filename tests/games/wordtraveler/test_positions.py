"""Positions: what is accepted can be played to the end; what no game leads to is named; what a game leads to is not.

Thousands instead of hundreds: ``WORDTRAVELER_MUTANTS=5000 pytest tests/games/wordtraveler/test_positions.py``.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

import waystation
from games.positions import check
from games.wordtraveler.players import straight, wordy
from waystation.engine import Chance, PositionError

MUTANTS = int(os.environ.get("WORDTRAVELER_MUTANTS", "60"))

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "show_intentions": False, "timer": 60},
    {"players": 4, "guess": "decider", "first": 2},
    {"players": 5, "city": "tokyo"},
    {"players": 2, "solo": "guide_me"},
    {"players": 2, "solo": "i_know_this_town", "guess": "decider"},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_changed_position_is_refused_or_can_be_played(options: dict[str, Any]) -> None:
    accepted = check(waystation.load("wordtraveler", **options), 5, MUTANTS)
    assert 0 < accepted < MUTANTS


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_no_game_is_called_impossible(options: dict[str, Any]) -> None:
    """After every move of games that are played straight on and of such that lay every card."""
    game = waystation.load("wordtraveler", **options)
    for chooser in (straight, wordy):
        state, chance = game.new_state("possible"), Chance.of("possible", "play")
        while not state.is_over:
            assert list(game.faults(state)) == []
            seat = chance.choice(state.to_act)
            state.advance(chooser(state, seat, chance), seat)
        assert list(game.faults(state)) == []
        assert game.state_from(state.position()) == state


HANDS = [["busy", "cold"], ["sweet"]]
PLANS = [["stop r4c6", "say busy"], ["stop r4c2", "say sweet"]]
GUESSING = [
    {"ask": "NIGHT"},
    {"ask": "TRAVEL", "data": [1]},
    {"ask": "SCORE", "data": [0]},
    {"ask": "GUESS", "seats": [1], "data": [0]},
]

SECOND = [{"ask": "NIGHT"}, {"ask": "SCORE", "data": [1]}, {"ask": "GUESS", "seats": [0], "data": [1]}]


def test_a_game_with_smaller_hands_is_saved_on_both_days() -> None:
    game = waystation.load("wordtraveler")
    state, chance = game.state_from({"table": {"hands": HANDS}}), Chance.of("smaller", "play")
    days = set()
    while not state.is_over:
        days.add(state.day)  # type: ignore[attr-defined]
        assert game.state_from(state.position()) == state
        seat = chance.choice(state.to_act)
        state.advance(straight(state, seat, chance), seat)
    assert days == {1, 2}
    assert game.state_from(state.position()) == state


@pytest.mark.parametrize(
    ("options", "document", "path", "reason"),
    [
        ({}, {"table": {"day": 2, "hands": [["round", "flat"], ["tall"]], "bag": []}}, "table.bag", "need 17"),
        ({}, {"table": {"hands": HANDS, "bag": ["hot"]}}, "table.bag", "need 20"),
        ({}, {"table": {"markers": ["r1c1", "r4c4"]}}, "table.starts[0]", "in the centre"),
        (
            {},
            {"table": {"starts": ["r4c4"] * 2, "markers": ["r1c1", "r4c4"]}},
            "table.markers[0]",
            "where the day began",
        ),
        ({}, {"table": {"gained": [[7, 0], [0, 0]]}}, "table.gained[0]", "0 to 6 on day 1"),
        ({}, {"table": {"gained": [[0, 1], [0, 0]]}}, "table.gained[0]", "0 on day 2"),
        ({"first": 1}, {"table": {"first": 1}}, "table.first", "by the option"),
        ({}, {"table": {"take_backs": [101, 0]}}, "table.take_backs[0]", "100"),
        ({}, {"table": {"paths": [["r4c6"], []]}}, "table.paths[0]", "has not begun"),
        ({}, {"table": {"proposals": [["r4c6"], []]}}, "table.proposals", "nobody has been asked"),
        (
            {"solo": "guide_me"},
            {"table": {"maps": [[{"two": "r1c1"}, {}], [{"two": "r1c2"}, {}]]}},
            "table.maps[1]",
            "has no map",
        ),
        ({"solo": "guide_me"}, {"table": {"hands": [[], ["busy"]]}}, "table.hands[1]", "at most 0, got 1"),
        (
            {"guess": "decider", "first": 1},
            {"table": {"hands": HANDS, "plans": PLANS}, "agenda": GUESSING},
            "agenda[3]",
            "DECIDE",
        ),
        (
            {"first": 1},
            {"table": {"hands": HANDS, "plans": PLANS, "paths": [["r4c6"], []]}, "agenda": SECOND},
            "table.markers[0]",
            "on the last footprint",
        ),
        (
            {"first": 1},
            {
                "table": {
                    "hands": HANDS,
                    "plans": PLANS,
                    "paths": [["r4c6"], []],
                    "starts": ["r4c4", "r4c4"],
                    "markers": ["r4c6", "r4c4"],
                    "maps": [[{"two": "r4c6"}, {}], [{"one": "r4c6"}, {}]],
                    "gained": [[1, 0], [0, 0]],
                },
                "agenda": SECOND,
            },
            "table.gained[0]",
            "are worth is 2",
        ),
    ],
)
def test_what_no_game_leads_to_is_named(
    options: dict[str, Any], document: dict[str, Any], path: str, reason: str
) -> None:
    with pytest.raises(PositionError) as caught:
        waystation.load("wordtraveler", players=2, **options).state_from(document)
    assert caught.value.place == path
    assert reason in caught.value.reason


@pytest.mark.parametrize("day", [1, 2])
def test_a_hand_told_in_part_can_be_drawn_anew(day: int) -> None:
    """Others may hold any ten words: there must be as many, also where a position tells of fewer."""
    state = waystation.load("wordtraveler", players=2).state_from(
        {"table": {"day": day, "hands": [["round"], ["tall"]]}}
    )
    world = state.determinize(0, Chance.of("anew", "world"))
    assert world.view(0) == state.view(0)
    assert len(world.free[1]) == 10  # type: ignore[attr-defined]
    assert len(state.bag) == 165 - 2 - 20 * (day - 1)  # type: ignore[attr-defined]
