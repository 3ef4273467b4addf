"""Observations of our games: whole games held to the contract, quick enough, and told on the site."""

from __future__ import annotations

from timeit import repeat
from typing import Any

import pytest

import waystation
from waystation.engine import Chance
from waystation.engine.conformance import _Run, random_choice
from waystation.games.windward import model as m

TABLES: dict[str, tuple[dict[str, Any], ...]] = {
    "wayfinders": (
        {"players": 2, "max_rounds": 25},
        {"players": 4, "exploration": True, "max_rounds": 20, "max_free_steps": 5},
    ),
    "wayfarers": ({"players": 4, "round_limit": 6, "promos": True}, {"players": 1, "round_limit": 8}),
    "wordtraveler": (
        {"players": 3, "timer": 60, "show_intentions": False},
        {"players": 5, "guess": "decider"},
        {"players": 2, "solo": "guide_me"},
    ),
    "windward": (
        {"players": 5, "achievements": True, "white_crester": True, "naturalist": True, "max_rounds": 5},
        {"players": 3, "mode": "co-operative", "max_rounds": 5},
        {"players": 1, "mode": "solo"},
    ),
    "waypoints": ({"players": 3}, {"players": 1, "solo": "hard"}),
}
MOST_SECONDS = 60e-6


@pytest.mark.parametrize(("name", "options"), [(name, each) for name in TABLES for each in TABLES[name]])
def test_observations_hold_in_a_whole_game(name: str, options: dict[str, Any]) -> None:
    """Worlds of one view look alike, views that differ do not, all seats see the same table."""
    game = waystation.load(name, **options)
    run = _Run(game, 0, 1, (random_choice,), 100_000)
    state, ply = game.new_state(4), 0
    while not state.is_over:
        run.where = f"ply {ply}"
        if run.chance.below(5) == 0:
            run.check_observations(state)
        seat = run.chance.choice(state.to_act)
        state.advance(random_choice(state, seat, run.chance), seat)
        ply += 1
    run.check_observations(state)
    assert len(run.observed) > 2


@pytest.mark.parametrize("name", TABLES)
def test_an_observation_is_quick(name: str) -> None:
    """The best of many, at moments of a game with as many seats as fit: a busy machine is not the code's fault."""
    game = waystation.load(name, **TABLES[name][0])
    state, chance, best = game.new_state(1), Chance.of(1, "quick"), []
    for ply in range(200):
        if state.is_over:
            break
        seat = state.to_act[0]
        if ply % 20 == 10:
            best.append(min(repeat(lambda state=state, seat=seat: state.observe(seat), number=1, repeat=40)))  # type: ignore[misc]
        state.advance(random_choice(state, seat, chance), seat)
    assert sum(best) / len(best) < MOST_SECONDS


@pytest.mark.parametrize("name", TABLES)
def test_each_part_says_what_it_is(name: str) -> None:
    encoding = waystation.load(name, **TABLES[name][0]).encoding
    for part in encoding.parts:
        assert part.doc
        assert part.name == part.name.lower()
    assert len(encoding.table()) == len(encoding.parts)


def test_windward_tells_of_a_battle_between_longboats() -> None:
    """What the attacker tows is kept by kind of thing, and its dice in one number; both are told one by one."""
    game = waystation.load("windward", players=2, max_rounds=12)
    state: Any = game.new_state(1)
    state.battle = [0] * m.BATTLE_FIELDS
    state.battle[m.B_ATTACKER], state.battle[m.B_DEFENDER] = m.P_BOAT, m.P_BOAT + 3
    state.battle[m.B_TOW] = m.DEAD_GRAY
    state.battle[m.B_FACES] = m.packed([3, 1])
    found = game.encoding.words(state.observe(1))
    assert (found["battle"], found["battle_owners"]) == (["longboat 1", "longboat 2"], ["the next", "own"])
    assert (found["battle_tow"], found["dice"][0][:3]) == (1, [3, 1, 0])
