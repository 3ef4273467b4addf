"""Nodes of pictures are written once, for all who see them."""

from __future__ import annotations

import msgspec
import pytest

import waystation
from waystation.engine import Chance, Scene
from waystation.server import live


def test_changes_are_written_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "WRITTEN", 20)  # they are forgotten several times meanwhile
    looks = object.__new__(live.Looks)
    looks._changes = {}
    game, chance = waystation.load("wayfinders", players=3), Chance.of(1, "moves")
    state, before = game.new_state(1), None
    for _ in range(40):
        scene: Scene = game.draw(state.view(None))
        if before is not None:
            change = looks.change(before, scene)
            assert msgspec.json.encode(change) == msgspec.json.encode(scene.change_from(before))
            assert looks.change(before, scene) is change
        before, seat = scene, state.to_act[0]
        state.apply(chance.choice(state.legal_actions(seat)), seat)
    assert 0 < len(live._known) < 100
