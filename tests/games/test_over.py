"""A game is over when its rules say so, not because a position asks nobody; and who is not asked is not advised."""

from __future__ import annotations

import pytest

import waystation
from waystation.engine import Chance, PositionError
from waystation.engine.conformance import random_choice

TABLES = [
    (name, players)
    for name in waystation.game_names()
    for players in range(
        waystation.game_type(name).spec.players[0], min(5, waystation.game_type(name).spec.players[1]) + 1
    )
]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_game_that_has_just_begun_is_not_over(name: str, players: int) -> None:
    game = waystation.load(name, players=players)
    with pytest.raises(PositionError) as caught:
        game.state_from({"agenda": []})
    assert caught.value.place == "agenda"


@pytest.mark.parametrize("name", waystation.game_names())
def test_who_owes_no_decision_gets_no_advice(name: str) -> None:
    game = waystation.load(name, **waystation.game_type(name).spec.harness)
    state, chance = game.new_state(3), Chance.of(3, "advice")
    while not state.is_over:
        for seat in set(range(game.players)) - set(state.to_act):
            assert game.advise(state, seat) is None
        seat = chance.choice(state.to_act)
        state.advance(random_choice(state, seat, chance), seat)
    assert [game.advise(state, seat) for seat in range(game.players)] == [None] * game.players


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("wayfinders", {"max_rounds": 2}),
        ("wayfarers", {"round_limit": 2}),
        ("wayfarers", {"round_limit": 2, "players": 1}),
        ("windward", {"max_rounds": 2}),
    ],
)
def test_no_round_is_counted_beyond_the_limit(name: str, options: dict[str, int]) -> None:
    state, chance = waystation.load(name, **options).new_state(3), Chance.of(3, "limit")
    while not state.is_over:
        seat = chance.choice(state.to_act)
        state.advance(random_choice(state, seat, chance), seat)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "round limit"
    assert state.game.rounds(state) == state.view(0).table.round == 2
    assert state.game.encoding.decode(state.observe(0))["round"] == 2
