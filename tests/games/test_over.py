"""A game is over when its rules say so, not because a position asks nobody."""

from __future__ import annotations

import pytest

import waystation
from waystation.engine import PositionError

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
