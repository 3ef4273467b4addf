"""Positions may give numbers that no game comes to; what they take can be seen, observed and judged all the same."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

import waystation
from waystation.engine import Chance, Game, PositionError, State

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("wayfinders", {}),
    ("waypoints", {}),
    ("wordtraveler", {}),
    ("wayfarers", {}),
    ("wayfarers", {"players": 1}),
    ("windward", {}),
    ("windward", {"players": 1, "mode": "solo"}),
    ("windward", {"players": 2, "mode": "co-operative"}),
]
LARGE = (300, 32_768, 40_000, 999_999)
"""Teeth, the first number that an observation has no room for, notoriety, goods: each is taken somewhere."""


def moment(game: Game) -> State:
    """Some way into a random game, before its end."""
    state, chance = game.new_state(5), Chance.of(5, "large")
    for _ in range(40):
        after = state.clone()
        after.advance(chance.choice(state.legal_actions(state.to_act[0])), state.to_act[0])
        if after.is_over:
            break
        state = after
    return state


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where numbers stand in a document; of a list, in its first two entries."""
    items = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for key, item in items:
        yield from [(*path, key)] if type(item) is int else numbers(item, (*path, key))


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_numbers_as_large_as_positions_take_are_shown_and_judged(name: str, options: dict[str, Any]) -> None:
    game = waystation.load(name, **options)
    document = moment(game).position()
    for path in numbers(document["table"]):
        for large in LARGE:
            changed = copy.deepcopy(document)
            holder = changed["table"]
            for key in path[:-1]:
                holder = holder[key]
            holder[path[-1]] = large
            try:
                state = game.state_from(changed)
            except PositionError:
                continue
            for seat in range(game.players):
                assert 0 <= game.evaluate(state, seat) <= 1, (path, large)
                game.encoding.encode(game.encoding.decode(state.observe(seat)))
                assert game.text(state.view(seat))
