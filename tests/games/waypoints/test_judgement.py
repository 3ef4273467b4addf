"""Alone the hikes must end at new campsites, and the bots know it in time."""

from __future__ import annotations

import waystation
from waystation.bots import bot_chance, make, observe
from waystation.games.waypoints.judgement import WEIGHTS, prospects
from waystation.games.waypoints.state import WaypointsState


def alone(solo: str, seed: int = 5) -> WaypointsState:
    state = waystation.load("waypoints", players=1, solo=solo, goal="woods").new_state(seed)
    assert isinstance(state, WaypointsState)
    return state


def test_the_expert_ends_all_hikes_at_new_campsites() -> None:
    """In this game two hikes ended elsewhere as long as it looked no further than the next throw."""
    state, bot, ply = alone("hard"), make("expert", "waypoints"), 0
    while not state.is_over:
        state.advance(bot.choose(observe(state, 0, bot_chance(5, 0, ply))), 0)
        ply += 1
    assert state.winners() == (0,)


def test_the_later_the_hike_the_more_a_campsite_far_away_matters() -> None:
    """And the more it matters, the less may go wrong."""

    def loss(solo: str, marker: int, water: int) -> float:
        state = alone(solo)
        state.marker = marker
        state.hikers[0].water = state.hikers[0].drunk + water
        return prospects(state, 0, WEIGHTS)

    for solo in ("easy", "hard"):
        early = loss(solo, 4, 9) - loss(solo, 4, 0)
        late = loss(solo, 17, 9) - loss(solo, 17, 0)
        assert late > early
    assert loss("hard", 17, 9) - loss("hard", 17, 0) > loss("easy", 17, 9) - loss("easy", 17, 0)
