"""A detail of a table for the home page: large enough to be recognised, small enough to load at once."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from msgspec.structs import replace

from waystation.engine.scene import Circle, Line, Node, Part, Path, Rect, Region, Scene, Text, Use

SHARE = 0.45  # of the table's width
SHAPE = 16 / 10
LETTER = 0.7  # the width of a letter, as a part of its size

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
EVERYWHERE = (-math.inf, -math.inf, math.inf, math.inf)


def detail(scene: Scene) -> Scene:
    """The upper left of a table without what lies outside."""
    width = scene.width * SHARE
    height = min(scene.height, width / SHAPE)
    kept = []
    for region in scene.regions:
        window = ((0 - region.x) / region.scale, (0 - region.y) / region.scale)
        seen = (*window, window[0] + width / region.scale, window[1] + height / region.scale)
        kept += [_cut(node, seen) for node in scene.nodes if node.region == region.id]
    order = {node.id: place for place, node in enumerate(scene.nodes)}
    nodes = sorted((node for node in kept if node.parts), key=lambda node: order[node.id])
    return replace(scene, width=width, height=height, nodes=tuple(nodes), regions=_used(scene, nodes))


def _used(scene: Scene, nodes: list[Node]) -> tuple[Region, ...]:
    used = {node.region for node in nodes}
    return tuple(region for region in scene.regions if region.id in used)


def _cut(node: Node, seen: Box) -> Node:
    """The node with those of its parts that can be seen in the window, which is in the coordinates of its region."""
    return replace(node, parts=tuple(part for part in node.parts if _meet(_placed(_box(part), node), seen)))


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _placed(box: Box, node: Node) -> Box:
    """Where a box stands in the region; a turned one is given room for any angle."""
    left, top, right, bottom = (side * node.scale for side in box)
    if node.turn:
        reach = max(math.hypot(x, y) for x in (left, right) for y in (top, bottom))
        left, top, right, bottom = -reach, -reach, reach, reach
    return node.x + left, node.y + top, node.x + right, node.y + bottom


def _box(part: Part) -> Box:
    match part:
        case Rect():
            return part.x, part.y, part.x + part.w, part.y + part.h
        case Circle():
            return part.x - part.r, part.y - part.r, part.x + part.r, part.y + part.r
        case Line():
            return _around([(part.x1, part.y1), (part.x2, part.y2)])
        case Text():
            reach = len(part.text) * part.size * LETTER
            return part.x - reach, part.y - part.size, part.x + reach, part.y + part.size
        case Use():
            reach = part.size * math.sqrt(0.5)
            return part.x - reach, part.y - reach, part.x + reach, part.y + reach
        case Path():
            relative = re.search("[mlhvcqtsaz]", part.d)
            return EVERYWHERE if relative else _around(list(_points(part.d)))


def _around(points: list[tuple[float, float]]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _points(d: str) -> Iterator[tuple[float, float]]:
    """The points of path data with absolute commands: corners and handles, between which the line stays (but for
    arcs, which may bulge by their radius)."""
    x = y = 0.0
    for command, written in re.findall(r"([MLHVCQTSAZ])([^MLHVCQTSAZ]*)", d):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+(?:e-?\d+)?", written)]
        if command == "A":
            for at in range(0, len(numbers), 7):
                reach, x, y = max(numbers[at : at + 2]), *numbers[at + 5 : at + 7]
                yield from ((x - 2 * reach, y - 2 * reach), (x + 2 * reach, y + 2 * reach))
        elif command in "HV":
            for number in numbers:
                x, y = (number, y) if command == "H" else (x, number)
                yield x, y
        else:
            for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                yield x, y
