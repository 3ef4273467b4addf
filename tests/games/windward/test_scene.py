"""The picture, the words and the view: nothing secret, everything clickable, both layers."""

from __future__ import annotations

from io import StringIO
from xml.etree import ElementTree

import msgspec
import pytest
from rich.console import Console

import waystation
from games.windward.players import captain
from games.windward.table import table
from waystation.engine import Chance
from waystation.games.windward import text
from waystation.games.windward.state import WindwardState


@pytest.mark.parametrize("layout", ["wide", "narrow"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_draws_in_every_mode(layout: str, theme: str) -> None:
    for options in ({"players": 5, "achievements": True}, {"players": 1, "mode": "solo"},
                    {"players": 4, "mode": "co-operative"}, {"players": 2, "map": "small"}):  # fmt: skip
        game = waystation.load("windward", **options)
        state, chance = game.new_state(2), Chance.of(2, "scene")
        for _ in range(40):
            if state.to_act:
                state.apply(captain(state, state.to_act[0], chance))
        for viewer in (None, 0):
            svg = game.svg(state.view(viewer), layout, theme)  # type: ignore[arg-type]
            assert ElementTree.fromstring(svg).tag.endswith("svg")


def test_high_pieces_lie_above_low_ones() -> None:
    state = table(reds=["12a"], grays=["12a"], players=[{"ship": "11a", "boats": ["11a", "beside"]}])
    scene = state.game.scene(state.view(0))
    assert scene.node("red:12a").layer > scene.node("gray:12a").layer
    assert scene.node("ship:0").layer > scene.node("boat:0:0").layer
    assert scene.node("ship:0").title == "Red's ship on 11a"


def test_the_flag_and_the_rose_show_the_wind() -> None:
    for wind, where in ((1, "N"), (3, "SE")):
        scene = table(wind=wind).game.scene(table(wind=wind).view(0))
        for node in (scene.node("flag"), scene.node("wind")):
            assert f"to the {where}" in node.title
            assert 60 * (wind - 1) in [getattr(part, "turn", None) for part in node.parts]


def test_a_moved_piece_keeps_its_id() -> None:
    state = table(players=[{"ship": "11a"}])
    before = state.game.scene(state.view(0)).node("ship:0")
    state.play("sail 12a")
    after = state.game.scene(state.view(0)).node("ship:0")
    assert (before.x, before.y) != (after.x, after.y)


def test_reach_and_threats_are_shown_to_the_on_turn_player_only() -> None:
    state = table(players=[{"ship": "11a"}])
    mine = {node.id for node in state.game.scene(state.view(0)).nodes}
    assert {"reach:12a", "threat:12b"} <= mine
    for viewer in (1, None):
        ids = {node.id for node in state.game.scene(state.view(viewer)).nodes}
        assert not any(ident.startswith(("reach:", "threat:")) for ident in ids)


def test_labels_and_questions_change_with_the_moment() -> None:
    state = table(reds=["12a"], players=[{"ship": "11a", "cannons": 1, "hand": ["weather-eye"]}])
    labels = {offer.notation: offer.label for offer in state.view(0).legal}
    assert labels["sail 12a"] == (
        "Sail to 12a (free): attack the red crester, win 0%, tie 1%, lose 99%. To win: 0 cannons 0%; 1 cannon 3%"
    )
    assert labels["sail 12b"] == "Sail to 12b (1 speed)"
    state.play("play weather-eye")
    assert state.view(0).question == "Which way does the wind turn?"
    assert [offer.label for offer in state.view(0).legal] == [
        "Turn the wind counter-clockwise: to 6",
        "Turn the wind clockwise: to 2",
    ]
    assert state.view(1).question == "Waiting for Red."


def test_a_foreign_hand_is_nowhere_in_view_or_scene() -> None:
    """Red's five cards are the only ones of their kinds; Blue and spectators never see their names."""
    state = table(players=[{"hand": ["false-flag", "false-flag", "false-flag", "rogue-zephyr", "rogue-zephyr"]}, {}])
    for viewer in (1, None):
        view = state.view(viewer)
        text = msgspec.json.encode([view, state.game.scene(view)]).decode()
        assert "false-flag" not in text
        assert "Rogue" not in text
    assert "false-flag" in msgspec.json.encode(state.view(0)).decode()


def test_a_world_for_blue_deals_reds_hand_anew_but_keeps_what_blue_sees() -> None:
    state = table(players=[{"hand": ["false-flag"] * 3}, {"hand": ["bait"]}])
    hands = set()
    for number in range(10):
        world = state.determinize(1, Chance.of(number, "worlds"))
        hands.add(tuple(world.position()["table"]["players"][0]["hand"]))
        assert world.position()["table"]["players"][1]["hand"] == ["bait"]
        assert [stack[-1] for stack in world.stacks] == [stack[-1] for stack in state.stacks]
        assert world.chance != state.chance
    assert len(hands) > 5


def test_the_terminal_tells_terrain_and_pieces_without_colours() -> None:
    """Three things on one space: the ship, the longboat under it, and what lies there."""
    state = table(players=[{"ship": "22a", "boats": ["22a", "beside"]}, {"ship": "24b"}], items={"22a": {"gray": 1}})
    said = plain(state)
    assert "22a1b1*" in said
    assert "~24b2" in said
    for mark in ("#15e", "@13b", "o25a", "^14d", ">26a", " 12a"):
        assert mark in said


def plain(state: WindwardState) -> str:
    out = StringIO()
    Console(width=120, no_color=True, file=out).print(text.draw(state.view(0), state.game))
    return out.getvalue()


def test_no_word_about_a_ship_is_broken_in_a_terminal_of_80_letters() -> None:
    state = table(players=[{"hand": ["rogue-zephyr", "powder-keg"]}])
    screen = Console(file=StringIO(), width=80)
    screen.print(text.draw(state.view(0), state.game))
    shown = screen.file.getvalue()  # type: ignore[attr-defined]
    assert all(word in shown for word in ("Notoriety", "Cannons", "rogue-zephyr", "powder-keg"))
