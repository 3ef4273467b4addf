"""The expert: how long it searches."""

from __future__ import annotations

import pytest

import waystation
from waystation.bots import make
from waystation.bots.base import observe
from waystation.engine import Chance


@pytest.mark.parametrize(("players", "simulations"), [(2, 500), (3, 500), (4, 2000)])
def test_the_expert_searches_longer_among_four(players: int, simulations: int) -> None:
    game = waystation.load("wayfinders", players=players)
    state = game.new_state(seed=5)
    seat = state.to_act[0]
    expert, search = make("expert", game), make(f"mcts:{simulations}")
    moves = [bot.choose(observe(state, seat, Chance.of(1, "search"))) for bot in (expert, search)]
    assert moves[0] == moves[1]
    assert expert.budget == search.budget  # type: ignore[attr-defined]


def test_the_expert_takes_no_argument() -> None:
    with pytest.raises(waystation.engine.WaystationError, match="it takes no argument"):
        make("expert:3", "wayfinders")
