"""What holds for the bots that games bring along, as for ours: they know what their seat knows, and no more."""

from __future__ import annotations

from typing import Any

import pytest

import waystation
from waystation.bots import bot_chance, decide, game_bots, make, observe
from waystation.engine import Chance, Game, State

OPTIONS: dict[str, dict[str, Any]] = {"wayfarers": {"players": 2}, "wayfinders": {"exploration": True}}
"""Where the defaults hide nothing, or are played alone."""

BOTS = [(name, spec) for name in waystation.game_names() for spec in [*sorted(game_bots(name)), "greedy"]]


def moments(game: Game, every: int, most: int) -> list[tuple[State, int]]:
    """States of a random game, with a seat that is to act and has a choice."""
    state, rng = game.new_state(8), Chance.of(8, "own bots")
    found: list[tuple[State, int]] = []
    ply = 0
    while len(found) < most and not state.is_over:
        seat = rng.choice(state.to_act)
        if ply >= every * len(found) and len(state.legal_actions(seat)) > 1:
            found.append((state.clone(), seat))
        state.apply(rng.choice(state.legal_actions(seat)), seat)
        ply += 1
    return found


@pytest.mark.parametrize(("name", "spec"), BOTS)
def test_two_worlds_with_one_view_and_one_seed_give_one_decision(name: str, spec: str) -> None:
    """And what the table has worked out for others is of no use: their lists of choices are asked for just before."""
    game = waystation.load(name, **OPTIONS.get(name, {}))
    looked = 0
    for number, (state, seat) in enumerate(moments(game, every=23, most=4)):
        other = state.determinize(seat, Chance.of(number, "another world"))
        choices = []
        for world in (state, other):
            for rival in world.to_act:
                world.legal_actions(rival)
            choices.append(decide(make(spec, game), observe(world, seat, bot_chance("seed", seat, number))))
        assert choices[0] == choices[1], (number, seat)
        looked += 1
    assert looked == 4
