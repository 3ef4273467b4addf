"""Hidden islands: what a seat may know, and worlds that it cannot tell apart."""

from __future__ import annotations

import msgspec

import waystation
from waystation.engine import Chance
from waystation.games.wayfinders.chart import ALL_CELLS, bits
from waystation.games.wayfinders.state import WayfindersState

GAME = waystation.load("wayfinders", players=3, exploration=True)


def explored(seed: int = 3, steps: int = 120) -> WayfindersState:
    state, chance = GAME.new_state(seed), Chance.of(seed, "explore")
    assert isinstance(state, WayfindersState)
    for _ in range(steps):
        state.apply(chance.choice(state.legal_actions()))
    return state


def test_hidden_tiles_are_in_no_view() -> None:
    state = GAME.new_state(5)
    assert isinstance(state, WayfindersState)
    hidden = state.secrets(0)[1:]
    assert len(hidden) == 20
    for viewer in (None, 0, 1, 2):
        view = state.view(viewer)
        text = msgspec.json.encode([view, GAME.scene(view)]).decode()
        assert not [name for name in hidden if f'"{name}"' in text or name in text]
        assert view.table.islands["r1c1"].tile is None
        assert view.table.islands["r1c1"].back in ("red", "blue", "yellow")
        assert view.table.islands["r2c3"].tile is not None


def test_another_world_has_the_same_backs_and_open_islands() -> None:
    state = explored()
    for number in range(20):
        world = state.determinize(0, Chance.of(number, "world"))
        assert world.view(0) == state.view(0)
        for cell, (true, drawn) in enumerate(zip(state.chart.tiles, world.chart.tiles, strict=True)):
            if true is None or state.seen >> cell & 1:
                assert drawn == true
            else:
                assert drawn is not None
                assert drawn.back == true.back
        names = [tile.id for tile in world.chart.tiles if tile]
        assert len(set(names)) == 24


def test_tiles_in_the_box_may_be_among_the_hidden_ones() -> None:
    state = explored()
    dealt = {tile.id for tile in state.chart.tiles if tile}
    drawn = set()
    for number in range(60):
        world = state.determinize(1, Chance.of(number, "box"))
        drawn |= {tile.id for tile in world.chart.tiles if tile}
    assert drawn - dealt, "a seat does not know which tiles went back to the box"
    faces = {tile.id for cell in bits(state.seen) if (tile := state.chart.tiles[cell])}
    hidden_backs = {tile.back for cell in bits(ALL_CELLS & ~state.seen) if (tile := state.chart.tiles[cell])}
    unseen = {tile.id for tile in waystation.load("wayfinders").new_state(0).game.tiles} - faces  # type: ignore[attr-defined]
    could = {name for name in unseen if {"R": "red", "B": "blue", "Y": "yellow"}[name[0]] in hidden_backs}
    assert drawn == faces | could, "after sixty worlds every tile that could lie there has lain there"


def test_free_entry_follows_the_new_faces() -> None:
    """A hidden island's colour is not known, so free entry may not betray it."""
    islands = {"r3c2": "Y-TRO-FREE"}
    state = GAME.state_from({"table": {"islands": islands, "airstrips": {"r3c2": [0]}}})
    assert isinstance(state, WayfindersState)
    for number in range(10):
        world = state.determinize(0, Chance.of(number, "free"))
        assert world.passes[0] == world.chart.coloured[0]


def test_without_exploration_nothing_is_hidden() -> None:
    state = waystation.load("wayfinders").new_state(1)
    world = state.determinize(0, Chance.of(1, "world"))
    assert state.secrets(0) == [state.chance.key.hex()]
    assert world.chance != state.chance
    world.chance = state.chance.clone()
    assert world == state
