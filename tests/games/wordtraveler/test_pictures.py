"""The drawing language."""

from __future__ import annotations

import pytest

from waystation.engine.errors import ComponentError
from waystation.engine.scene import Path
from waystation.games.wordtraveler.picture.clipping import cut_area, cut_line
from waystation.games.wordtraveler.picture.tiles import Kit

KIT = Kit({"red": "#f00", "blue": "#00f"}, {"dot": ["oval * 0 0 50"], "pair": ["dot -25 0 50 *", "dot 25 0 50 blue"]})


def drawn(*lines: str) -> list[tuple[str, str]]:
    return [(part.d, part.role) for part in KIT.compile(lines, "test") if isinstance(part, Path)]


def test_a_rectangle_in_tile_coordinates() -> None:
    assert drawn("rect red 10 20 30 40") == [("M-40 -30L-10 -30L-10 10L-40 10Z", "pic-red")]


def test_a_line_has_a_role_for_colour_and_width() -> None:
    assert drawn("line blue 3 10,10 60,10") == [("M-40 -40L10 -40", "pic-blue-6")]
    assert KIT.palette()["pic-blue-6"].width == 3


def test_a_part_is_scaled_moved_and_tinted() -> None:
    (first, role), (second, blue) = drawn("pair 50 50 40 red")
    assert (role, blue) == ("pic-red", "pic-blue")
    assert first.startswith("M-20 0C")
    assert second.startswith("M0 0C")


def test_a_part_can_be_turned() -> None:
    (first, _), _ = drawn("pair 50 50 40 red 90")
    assert first.startswith("M0 -20C")


def test_what_lies_beyond_the_tile_is_cut_off() -> None:
    ((cut, _),) = drawn("rect red 80 80 60 60")
    corners = {tuple(map(float, corner.split())) for corner in cut.strip("MZ").split("L")}
    assert corners == {(30, 30), (50, 30), (50, 50), (30, 50)}
    assert drawn("rect red 120 120 10 10") == []
    assert drawn("line red 2 90,50 130,50") == [("M40 0L49 0", "pic-red-4")]


def test_neighbours_of_one_colour_become_one_path() -> None:
    assert len(drawn("rect red 0 0 5 5", "rect red 50 50 5 5", "rect blue 1 1 2 2")) == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("blob red 1 2 3", "no part or shape 'blob'"),
        ("rect green 1 2 3 4", "no colour 'green'"),
        ("rect red 1 2 x 4", "could not convert"),
        ("fill red M 1 2 K 3 4", "no path command"),
        ("fill red M 1", "M wants 2 numbers"),
        ("dot 1 2", "list index"),
        ("back red blue", "two and where the second begins"),
    ],
)
def test_mistakes_are_named(line: str, said: str) -> None:
    with pytest.raises(ComponentError, match=said):
        KIT.compile([line], "test")


def test_cutting_keeps_what_is_inside() -> None:
    square = [(-60.0, -10.0), (60.0, -10.0), (60.0, 10.0), (-60.0, 10.0)]
    assert {(abs(x), abs(y)) for x, y in cut_area(square, 50)} == {(50.0, 10.0)}
    assert cut_line([(-60.0, 0.0), (0.0, 0.0), (0.0, 80.0)], 50) == [[(-50.0, 0.0), (0.0, 0.0), (0.0, 50.0)]]
    assert cut_line([(60.0, 60.0), (70.0, 60.0)], 50) == []
