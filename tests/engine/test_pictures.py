"""Pictures of the rules: all of them can be drawn, are shown with a caption, and point at what is there."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

import waystation
from waystation.engine import PictureError, pictures
from waystation.engine.pictures import Pictures
from waystation.engine.scene import Rect
from waystation.engine.svg import to_svg

GAMES = Path(waystation.__file__).parent / "games"


def rules_of(name: str) -> str:
    return (GAMES / name / "RULES.md").read_text("utf-8")


def shipped(name: str) -> Pictures:
    found = pictures.of(waystation.game_type(name))
    assert found is not None, f"{name} has no pictures"
    return found


@pytest.mark.parametrize("name", waystation.game_names())
def test_all_are_drawn_shown_and_captioned(name: str) -> None:
    found, kind = shipped(name), waystation.game_type(name)
    assert found.game == name
    assert pictures.check(found, kind, rules_of(name)) >= 8
    for position, shown in found.positions.items():
        scene, look = pictures.draw(found, position, kind)
        whole = {node.id for node in scene.nodes}
        assert whole.issuperset(f"ring:{node}" for node in shown.show), "the rings lie inside the picture"
        assert scene.width > 100
        assert scene.height > 40
        light, dark = to_svg(scene, look), to_svg(scene, look, theme="dark")
        assert light.startswith("<svg")
        assert light != dark
        assert len(light) < 250_000


FILE = (GAMES / "wayfinders" / pictures.FILE).read_text("utf-8")
WRONG = {
    "a node that is not there": (
        'show = ["cubes:1"]',
        'show = ["cubes:9"]',
        "two-cubes: .*'cubes:9'; .*cubes:2",
    ),
    "a frame that is not there": ('frame = ["sea"]', 'frame = ["seas"]', "islands: .*'seas'; .*regions"),
    "a step that is not there": ("lesson = 14", "lesson = 15", "around: .*no step 15"),
    "a seat that is not there": ("lesson = 14", "lesson = 14\nseat = 3", "around: there is no seat 3"),
    "a position that can't be": ("r2c2 = [0], r3c2", "r9c9 = [0], r3c2", "two-cubes: table.airstrips"),
    "an unknown key": ("lesson = 14", "lessons = 14", "around: .*lessons"),
    "a picture that is not shown": ("[around]", "[about]", "the text shows 'around', which is not here"),
    "a picture that nobody shows": (
        "[around]",
        "[more]\nlesson = 1\n[around]",
        "more: the text does not show",
    ),
    "a move that is none": ("lesson = 14", 'play = ["1: plaice 1"]', "around: .*plaice 1"),
    "no game": ('game = "wayfinders"', "game = 7", "`game` is a name"),
    "no TOML": ("[around]", "[around", ": "),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_said_with_file_and_picture(wrong: str) -> None:
    old, new, said = WRONG[wrong]
    assert old in FILE
    with pytest.raises(PictureError, match=f"(?s)^somewhere.*{said}"):
        checked(FILE.replace(old, new, 1))


def checked(text: str) -> int:
    found = pictures.parse(text, "somewhere")
    return pictures.check(found, waystation.game_type("wayfinders"), rules_of("wayfinders"))


def test_a_caption_is_needed_and_a_picture_is_shown_once() -> None:
    kind, found, text = waystation.game_type("wayfinders"), shipped("wayfinders"), rules_of("wayfinders")
    caption, name = pictures.named_in(text)[0]
    for changed in (text.replace(caption, " "), f"{text}\n![again](position:{name})\n"):
        with pytest.raises(PictureError):
            pictures.check(found, kind, changed)


def test_a_picture_is_cut_to_what_it_is_to_hold() -> None:
    """Of the table only the two hangars, and what stands on them, with the ring around the first."""
    kind = waystation.game_type("wayfinders")
    text = 'game = "wayfinders"\n[one]\nshow = ["hangar:1"]\nframe = ["hangar:1", "hangar:2"]\n'
    scene, look = pictures.draw(pictures.parse(text, "here"), "one", kind)
    whole = kind.from_options({}).draw(kind.from_options({}).new_state(0).view(0))
    assert scene.width < whole.width / 2
    assert scene.node("ring:hangar:1")
    assert "island:r1c1" not in {node.id for node in scene.nodes}
    assert pictures.RING in look.palette


def test_moves_lead_to_a_picture_too() -> None:
    kind = waystation.game_type("wayfinders")
    text = 'game = "wayfinders"\n[one]\nplay = ["1: place 2", "2: place 2"]\nseat = 0\nframe = ["hangars"]\n'
    scene, _ = pictures.draw(pictures.parse(text, "here"), "one", kind)
    before, _ = pictures.draw(pictures.parse('game = "wayfinders"\n[one]\nframe = ["hangars"]\n', "here"), "one", kind)
    worker = next(node for node in scene.nodes if node.id == "worker:1:1")
    assert worker not in before.nodes
    assert cast(Rect, worker.parts[0])


def test_the_terminal_has_the_captions() -> None:
    assert pictures.captions_only("See:\n\n![A plane.](position:plane)\n") == "See:\n\n*A plane.*\n"
