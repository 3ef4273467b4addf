"""The picture: everything in its panel, explained in words, and the same node for the same thing."""

from __future__ import annotations

import pytest

import waystation
from games.wayfarers.players import eager
from games.wayfarers.table import position
from waystation.engine import Chance, State
from waystation.engine.scene import Scene


def drawn(state: State, viewer: int = 0) -> Scene:
    return state.game.draw(state.view(viewer))


def inside(scene: Scene) -> None:
    """Every node stands in its region, and every region in the wide picture."""
    regions = {region.id: region for region in scene.regions}
    for node in scene.nodes:
        region = regions[node.region]
        assert 0 <= node.x <= region.width, node.id
        assert 0 <= node.y <= region.height, node.id
    for region in scene.regions:
        assert region.x + region.width * region.scale <= scene.width + 1, region.id
        assert region.y + region.height * region.scale <= scene.height + 1, region.id


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_everything_is_in_its_panel(players: int) -> None:
    state = waystation.load("wayfarers", players=players, round_limit=25).new_state("scene")
    chance = Chance.of("scene", "play")
    step = 0
    while not state.is_over:
        (seat,) = state.to_act
        if step % 40 == 0:
            inside(drawn(state, seat))
        state.advance(eager(state, seat, chance), seat)
        step += 1
    inside(drawn(state))


def test_the_largest_panorama_still_fits() -> None:
    cards = [f"W{number}" for number in range(41, 77) if number not in (61, 62, 63, 64, 67, 70)]
    inside(drawn(position({"cards": [*cards, "L05", "L20"], "space": ["S86", "S91", "S112"]})))


def test_things_are_explained() -> None:
    scene = drawn(position({"cards": ["L24", "W42"], "space": ["S97"], "inspiration": {"S97": "I09"}}, ("T121",)))
    words = {node.id: node.title for node in scene.nodes}
    assert "Whenever you gain a comet tag" in words["card:L24"]
    assert "Links on the left take: provision" in words["card:W42"]
    assert "at least 2 green upgrades and 2 black upgrades" in words["card:I09"]
    assert "Price 2 silver, goes under city" in words["card:T121"]
    assert "spend 1 to hire a ship" in words["guild:blue"]
    assert "have 2 cities" in words["edge:J1a:J2a"]
    panels = {region.id for region in scene.regions}
    silent = [node.id for node in scene.nodes if not node.title and not node.id.startswith(("panel:", "waiting"))]
    assert not silent
    assert {"journal", "guilds", "stock", "legend", "hand", "seat:0", "display:land"} <= panels


def test_a_card_keeps_its_node_when_it_moves() -> None:
    state = position({"dice": [1]}, ("L29",))
    before = drawn(state).node("card:L29")
    for move in ("place 1 HOME_CITY", "do 2 provision -> 1 silver + land", "take L29"):
        state.play(move)
    after = drawn(state).node("card:L29")
    assert (before.region, after.region) == ("display:land", "seat:0")


def test_drawn_cards_are_shown_to_their_drawer_only() -> None:
    state = position({"dice": [3]})
    for move in ("place 3 HOME_HARBOUR", "do 2 provision -> water", "three water"):
        state.play(move)
    mine = {node.id for node in drawn(state).nodes if node.region == "hand"}
    other = {node.id for node in drawn(state, 1).nodes if node.region == "hand"}
    assert sum(ident.startswith("card:") for ident in mine) == 3
    assert not any(ident.startswith("card:") for ident in other)
