"""The home page's pictures: the upper left of a table, and nothing that can't be seen there."""

from __future__ import annotations

from waystation.engine import Circle, Line, Node, Path, Rect, Region, Scene, Text, Use
from waystation.server.thumbnail import SHARE, detail

# The window is 450 wide and 281.25 high.
NEAR, FAR = Region("near", "Near", 500, 500), Region("far", "Far", 500, 500, x=400, y=100, scale=2)
DOT = Circle(0, 0, 10)


def kept(*nodes: Node, regions: tuple[Region, ...] = (NEAR, FAR)) -> dict[str, int]:
    """Which nodes are left of a table of 1000 x 800, and of how many parts."""
    scene = detail(Scene("Table", 1000, 800, regions, nodes))
    return {node.id: len(node.parts) for node in scene.nodes}


def test_the_window_is_a_share_of_the_table():
    scene = detail(Scene("Table", 1000, 800, (NEAR, FAR), (Node("dot", "near", (DOT,)),)))
    assert (scene.width, scene.height) == (1000 * SHARE, 1000 * SHARE * 10 / 16)
    assert scene.regions == (NEAR,), "a panel of which nothing is seen goes too"


def test_what_lies_outside_is_dropped():
    assert kept(
        Node("in", "near", (DOT,), 100, 100),
        Node("edge", "near", (DOT,), 459, 100),
        Node("right", "near", (DOT,), 461, 100),
        Node("below", "near", (DOT,), 100, 292),
    ) == {"in": 1, "edge": 1}


def test_regions_have_coordinates_of_their_own():
    # The window's right edge is at (450 - 400) / 2 = 25 of this region, its lower edge at (281.25 - 100) / 2 = 90.6.
    assert kept(Node("in", "far", (DOT,), 34, 100), Node("out", "far", (DOT,), 36, 50)) == {"in": 1}


def test_nodes_keep_their_order():
    nodes = (Node("a", "far", (DOT,)), Node("b", "near", (DOT,)), Node("c", "far", (DOT,)))
    assert list(kept(*nodes)) == ["a", "b", "c"]


def test_each_part_is_looked_at():
    inside = (Rect(0, 0, 5, 5), Line(0, 0, 900, 900), Text(500, 0, "a long line of words"), Use("tree", 490, 0))
    outside = (Rect(460, 0, 5, 5), Line(460, 0, 900, 0), Text(500, 0, "word"), Use("tree", 530, 0))
    assert kept(Node("sheet", "near", inside + outside)) == {"sheet": 4}


def test_paths_are_followed():
    inside = (
        Path("M 460 10 H 440"),
        Path("M 10 300 V 200"),
        Path("M 500 10 C 500 20 440 20 500 30"),
        Path("m 900 9 l 9 9"),
    )
    outside = (
        Path("M 460 10 H 900"),
        Path("M 10 300 V 400"),
        Path("M 500 10 L 600,10.5 Z"),
        Path("M 900 9 A 5 5 0 0 1 910 9"),
    )
    assert kept(Node("map", "near", inside + outside)) == {"map": 4}


def test_scaled_and_turned_nodes():
    bar = Rect(0, -1, 100, 2)
    assert kept(
        Node("turned", "near", (bar,), 500, 100, turn=180),
        Node("shrunk", "near", (Rect(-100, 0, 100, 2),), 500, 100, scale=0.4),
        Node("grown", "near", (Rect(-100, 0, 100, 2),), 500, 100, scale=0.6),
    ) == {"turned": 1, "grown": 1}
