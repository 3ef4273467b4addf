"""The levels: how long the expert searches."""

from __future__ import annotations

import pytest

import waystation
from waystation.bots import make
from waystation.bots.base import Budget


@pytest.mark.parametrize(("players", "simulations"), [(2, 500), (3, 500), (4, 2000)])
def test_the_expert_searches_longer_among_four(players: int, simulations: int) -> None:
    expert = make("expert", waystation.load("wayfinders", players=players))
    assert expert.budget == Budget(simulations=simulations)  # type: ignore[attr-defined]
