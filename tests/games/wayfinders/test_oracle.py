"""The engine against the slow oracle, all through games of every variant."""

from __future__ import annotations

from typing import Any

import pytest

import waystation
from games.wayfinders.oracle import Table
from games.wayfinders.players import builder, placer
from waystation.engine import Chance
from waystation.engine.conformance import random_choice
from waystation.games.wayfinders.frames import Ask

VARIANTS: list[dict[str, Any]] = [
    {"players": 2, "blue": 15, "red": 0, "yellow": 9},
    {"players": 3, "home_counts": False, "blue": 12, "red": 5},
    {"players": 4, "exploration": True, "any_mix": True},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_scores_and_flights(options: dict[str, Any]) -> None:
    game = waystation.load("wayfinders", max_rounds=60, **options)
    effects: set[str] = set()
    for seed, player in enumerate((builder, random_choice, builder, placer)):
        state, chance = game.new_state(seed), Chance.of(seed, "oracle")
        while not state.is_over:
            (seat,) = state.to_act
            if state.agenda[-1][0] == Ask.FLIGHT:
                table = Table(state.position())
                legal = {game.actions.format(action) for action in state.legal_actions(seat)}
                assert legal == table.legal_in_flight(seat)
                assert state.scores() == [table.score(other) for other in range(game.players)]
                effects |= {tile["effect"] for other in range(game.players) for tile in table.own_tiles(other)}
            state.apply(player(state, seat, chance), seat)
        end = Table(state.position())
        assert state.scores() == [end.score(seat) for seat in range(game.players)]
    assert len(effects) > 8, effects
