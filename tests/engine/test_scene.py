"""Scenes: keyed change, SVG and PNG."""

from __future__ import annotations

import io
import sys
import types
import xml.etree.ElementTree as ET
from functools import cache
from html import escape
from typing import Any

import msgspec
import pytest
import resvg_py

import waystation
from tiny.duel import Duel
from tiny.stones import Stones
from waystation.engine import (
    Circle,
    KindError,
    Look,
    Match,
    Node,
    Path,
    PictureError,
    Rect,
    Region,
    Scene,
    Style,
    Text,
    Use,
)
from waystation.engine.svg import _KNOWN, WIDEST, to_png, to_svg

SVG = "{http://www.w3.org/2000/svg}"


def scene(*nodes: Node) -> Scene:
    return Scene("t", 100, 50, (Region("a", "A", 100, 50),), nodes)


def node(ident: str, x: float = 0) -> Node:
    return Node(ident, "a", (Rect(0, 0, 5, 5),), x)


def apply_change(old: Scene, new: Scene) -> list[Node]:
    """What a client does with a change."""
    change = new.change_from(old)
    nodes = {n.id: n for n in old.nodes if n.id not in change.remove}
    nodes.update({n.id: n for n in change.set})
    return [nodes[ident] for ident in change.order] if change.order is not None else list(nodes.values())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("abc", "abc"),
        ("abc", "ac"),
        ("abc", "abcd"),
        ("abc", "dabc"),
        ("abc", "cba"),
        ("abc", "bd"),
        ("", "ab"),
        ("abc", ""),
        ("abc", "adbc"),
        ("acd", "ad"),
        ("acde", "aced"),
        ("acd", "acxd"),
    ],
)
@pytest.mark.parametrize("kept", [False, True], ids=["drawn anew", "kept"])
def test_a_client_that_applies_the_change_shows_the_new_scene(old: str, new: str, kept: bool) -> None:
    draw = cache(node) if kept else node
    before, after = scene(*map(draw, old)), scene(*(draw(i, 1) if i == "b" else draw(i) for i in new))
    assert apply_change(before, after) == list(after.nodes)
    change, anew = after.change_from(before), after.change_from(scene(*map(node, old)))
    assert change == anew, "what is kept is compared faster, not otherwise"


def test_a_change_holds_only_what_changed() -> None:
    change = scene(node("a"), node("b", 5)).change_from(scene(node("a"), node("b")))
    assert [n.id for n in change.set] == ["b"]
    assert (change.remove, change.order) == ((), None)


def test_actions_go_to_the_nodes_they_point_at() -> None:
    game = Duel.from_options({})
    match = Match(game, None, position={"table": {"hands": [[4, 9], [7]]}, "agenda": [{"ask": "TURN", "seats": [0]}]})
    drawn = game.scene(match.view(0))
    assert drawn.node("card:9").actions == ("attack 9",)
    assert drawn.node("deck").actions == ()
    assert all(n.actions == () for n in game.scene(match.view(1)).nodes), "nothing to click when it is not your turn"
    with pytest.raises(KeyError):
        drawn.node("card:7")


@pytest.mark.parametrize("layout", ["wide", "narrow"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_svg_is_well_formed_and_escaped(layout: str, theme: str) -> None:
    game = Stones.from_options({"players": 2})
    match = Match(game, 1, names=["<b>&\"'", "Ben"])
    root = ET.fromstring(game.svg(match.view(0), layout, theme))  # type: ignore[arg-type]
    assert root.tag == f"{SVG}svg"
    texts = [t.text for t in root.iter(f"{SVG}text")]
    assert "<b>&\"'" in texts
    ids = [g.get("id") for g in root.iter(f"{SVG}g")]
    assert {"hand:0", "hand:1", "take:3", "s-stone"} <= set(ids)


@pytest.mark.parametrize("letter", ["\0", "\x07", "\ud800", "\ufffe"])
def test_what_no_xml_may_hold_ends_no_picture(letter: str) -> None:
    """A match folds its names; those given to a view, and places in an owner's city, came into pictures as they are."""
    game = waystation.load("wayfinders")
    svg = game.svg(game.new_state(1).view(0, [f"A{letter}da", "Ben"]))
    ET.fromstring(svg)
    assert "Ada" in svg
    assert to_png(svg)


def test_a_picture_has_a_layout_and_a_theme_that_there_are() -> None:
    view = Stones.from_options({"players": 2}).new_state(1).view(0)
    for wrong in ({"layout": "tall"}, {"theme": "blue"}, {"theme": None}):
        with pytest.raises(PictureError, match="is none of"):
            Stones.from_options({"players": 2}).svg(view, **wrong)  # type: ignore[arg-type]


def test_parts_symbols_and_roles_are_written() -> None:
    look = Look(
        {"dot": (Circle(0, 0, 50, "ink"),), "pair": (Use("dot", -20, 0, 40), Use("dot", 20, 0, 40))},
        {"ink": Style("#111", "#222", 2, dark_fill="#eee", dash="4 2", opacity=0.5)},
    )
    parts = (Path("M0 0L5 5", "ink"), Text(1, 2, "hi", 10, "start", True), Use("pair", 3, 4, 50, 90))
    text = to_svg(scene(Node("n", "a", parts, 1.25, 2, scale=0.5, turn=45, title="a & b")), look)
    ET.fromstring(text)
    for piece in (
        'd="M0 0L5 5" class="r-ink"',
        ".r-ink{fill:#111;stroke:#222;stroke-width:2;opacity:0.5;stroke-dasharray:4 2}",
        'transform="translate(1.25 2) rotate(45) scale(0.5)"',
        '<use href="#s-pair" transform="translate(3 4) rotate(90) scale(0.5)"/>',
        'id="s-dot"',
        "<title>a &amp; b</title>",
        'font-weight="bold"',
    ):
        assert piece in text, piece
    assert ".r-ink{fill:#eee;stroke:#222" in to_svg(scene(Node("n", "a", parts)), look, theme="dark")


def test_unknown_roles_and_symbols_are_errors() -> None:
    with pytest.raises(KeyError, match="no role 'x'"):
        to_svg(scene(Node("n", "a", (Rect(0, 0, 1, 1, role="x"),))), Look({}, {}))
    with pytest.raises(KeyError, match="no symbol 'y'"):
        to_svg(scene(Node("n", "a", (Use("y"),))), Look({}, {}))


def test_png_has_the_width_asked_for() -> None:
    state = Duel.from_options({}).new_state(1)
    image = to_png(state._repr_svg_(), 200)
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(image[16:20], "big") == 200


def test_a_picture_without_bounds_is_refused() -> None:
    """The library that draws ends the whole process when it runs out of memory."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    for width in (-1, WIDEST + 1, 10**30):
        with pytest.raises(PictureError, match="expected 0 to"):
            to_png(svg, width)
    with pytest.raises(KindError):
        to_png(svg, 9.5)  # type: ignore[arg-type]


def test_scenes_survive_json() -> None:
    game = Duel.from_options({})
    drawn = game.scene(game.new_state(1).view(0))
    assert msgspec.json.decode(msgspec.json.encode(drawn), type=Scene) == drawn


def letters(png: bytes) -> int:
    """How many pixels of a picture are darker than its ground."""
    from PIL import Image

    return sum(count for count, grey in Image.open(io.BytesIO(png)).convert("L").getcolors(1 << 20) or [] if grey < 128)


@pytest.mark.parametrize("text", ["Wayfinders: 3 points", "Åsa & Øyvind – ★ → ≥", "Ελένη Дарья", "bold"])
def test_pictures_have_letters_on_a_machine_without_fonts(text: str) -> None:
    """Our own font draws them, and no other is looked at."""
    drawn: dict[str, Any] = {}

    def spy(**given: Any) -> bytes:
        drawn.update(given)
        return bytes(resvg_py.svg_to_bytes(**{**given, "skip_system_fonts": True}))

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "resvg_py", types.SimpleNamespace(svg_to_bytes=spy))
        for weight in ("normal", "bold"):
            svg = (
                '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40"><rect width="300" height="40"'
                f' fill="#fff"/><text x="4" y="26" font-size="18" font-weight="{weight}">{escape(text)}</text></svg>'
            )
            assert letters(to_png(svg)) > 20 * len(text.replace(" ", ""))
    assert drawn["skip_system_fonts"] is True
    assert letters(to_png(svg.replace(escape(text), ""))) == 0


def test_pictures_of_all_games_need_no_font_of_the_machine() -> None:
    for name in waystation.game_names():
        game = waystation.load(name)
        state = game.new_state(1)
        assert _KNOWN.fullmatch(game.svg(state.view(state.to_act[0]))), name


def test_letters_that_our_font_lacks_are_taken_from_the_machine() -> None:
    assert not _KNOWN.fullmatch("日本")
    assert to_png('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">日</text></svg>')
