"""The drawing kit: text that fits, shapes, places, nodes that stay."""

from __future__ import annotations

import re

import pytest

from waystation.engine import Node, Region, Scene, kit
from waystation.engine.scene import Circle, Line, Path, Rect, Style, Text, Use
from waystation.engine.svg import to_svg
from waystation.engine.words import Language, say, speaking


def test_a_line_is_made_smaller_and_then_shortened_until_it_fits() -> None:
    assert kit.line(0, 0, "Ada", 14, most=100).text == "Ada"
    smaller = kit.line(0, 0, "A name of some length", 14, most=140)
    assert smaller.text == "A name of some length"
    assert kit.SMALLEST <= smaller.size < 14
    short = kit.line(0, 0, "A name that is very long indeed", 14, most=60)
    assert short.text.endswith("…")
    assert short.size == kit.SMALLEST
    for text in (smaller, short):
        assert kit.width(text.text, text.size) <= 140


@pytest.mark.parametrize("rows", [1, 2, 3])
@pytest.mark.parametrize("bold", [False, True])
def test_a_block_stays_within_its_width_and_rows(rows: int, bold: bool) -> None:
    sentence = "Guide the traveller past the cathedral with the gargoyle and on to the canal lock"
    texts = kit.block(0, 50, sentence, 120, 16, rows=rows, bold=bold)
    assert len(texts) <= rows
    assert all(kit.width(text.text, text.size, bold) <= 120 for text in texts)
    assert all(text.size >= kit.SMALLEST for text in texts)
    assert sum(text.y for text in texts) / len(texts) == pytest.approx(50)


def test_a_block_without_a_limit_keeps_its_size_and_every_word() -> None:
    texts = kit.block(0, 0, "one two three four five six", 60, 12)
    assert " ".join(text.text for text in texts) == "one two three four five six"
    assert {text.size for text in texts} == {12}


def test_bold_letters_are_counted_wider() -> None:
    assert kit.width("Waystation", 10, bold=True) > kit.width("Waystation", 10) > 40


def test_every_role_and_symbol_of_the_kit_is_in_its_look() -> None:
    parts = (
        kit.panel(90, 40),
        kit.panel(90, 40, on=True),
        kit.slot(20, 20),
        kit.card(40, 60),
        kit.card(40, 60, "card-back"),
        *kit.button("End turn", 100),
        *kit.button("End turn", 100, lit=True),
        *kit.button("End turn", 100, lit=False),
        *(part for seat in range(6) for part in kit.chip(0, 0, seat, role="" if seat < 5 else "seat-0")),
        *kit.badge(0, 0, "+2"),
        *(kit.die(0, 0, value) for value in range(1, 7)),
        *kit.counter("dot", 0, 0, 3),
        *kit.gauge("dot", 0, 0, 1, 3, 20),
        kit.rule(0, 0, 10),
    )
    scene = Scene("Kit", 100, 100, (Region("all", "All", 100, 100),), (Node("n", "all", parts),))
    svg = to_svg(scene, kit.look({}, {}))
    assert len(re.findall("<use", svg)) == 5 + 1 + 6 + 1 + 3


def test_a_button_is_lit_by_who_shows_it() -> None:
    button = Node("n", "all", kit.button("End turn", 100))
    look, scene = kit.look({}, {}), Scene("Kit", 100, 100, (Region("all", "All", 100, 100),), (button,))
    idle, lit = to_svg(scene, look), to_svg(scene.with_actions({"n": ["end"]}), look)
    assert 'class="r-button-idle"' in idle
    assert 'class="r-on-button-idle"' in idle
    assert 'class="r-button"' in lit
    assert 'class="r-on-button"' in lit
    assert "idle" not in lit


def test_a_role_that_is_only_called_idle_stays() -> None:
    worker = Node("n", "all", (Circle(0, 0, 5, "worker-idle"),), actions=("go",))
    scene = Scene("Kit", 100, 100, (Region("all", "All", 100, 100),), (worker,))
    assert 'class="r-worker-idle"' in to_svg(scene, kit.look({}, {"worker-idle": Style("#888888")}))


def test_places() -> None:
    assert list(kit.row(3, 10, 5)) == [10, 15, 20]
    assert list(kit.grid(3, 2, 0, 0, 10, 20)) == [(0, 0), (10, 0), (0, 20)]
    assert kit.stacked([100, 50], 8, 12) == [8, 120, 182]


def test_parts_are_moved() -> None:
    parts = (Rect(1, 2, 3, 4), Circle(0, 0, 1), Line(0, 0, 1, 1), Text(0, 0, "a"), Use("dot"))
    assert [*kit.moved(parts, 10, 20)] == [
        Rect(11, 22, 3, 4), Circle(10, 20, 1), Line(10, 20, 11, 21), Text(10, 20, "a"), Use("dot", 10, 20)
    ]  # fmt: skip
    with pytest.raises(TypeError, match="symbol"):
        list(kit.moved((Path("M0 0"),), 1, 1))


def test_what_is_kept_is_the_same_object_in_each_language() -> None:
    @kit.kept
    def sign(count: int) -> Node:
        return kit.node("sign", "all", (kit.line(0, 0, say("{n:card|cards}", n=count)),), title=say("Hand"))

    english = sign(2)
    assert sign(2) is english
    assert sign(1) is not english
    loud = Language("loud", {"Hand": "HAND", "{n:card|cards}": "{n:CARD|CARDS}"}.__getitem__)
    with speaking(loud):
        assert sign(2).title == "HAND"
        assert sign(2) is sign(2)
    assert sign(2) is english
