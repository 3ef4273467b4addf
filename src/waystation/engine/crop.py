"""Where the parts of a scene stand, and what is left of it inside a window."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from .scene import Circle, Line, Node, Part, Path, Rect, Region, Scene, Text, Use

LETTER = 0.7  # the width of a letter, as a part of its size

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
EVERYWHERE = (-math.inf, -math.inf, math.inf, math.inf)


def window(scene: Scene, box: Box) -> Scene:
    """A part of the scene, in the coordinates of its wide layout: its upper left corner becomes 0, 0.

    What lies behind a tab is left out.
    """
    left, top, right, bottom = box
    front = {region.tab or region.id: region for region in reversed(scene.regions)}.values()
    moved = tuple(
        replace(region, x=region.x - left, y=region.y - top, tab="") for region in scene.regions if region in front
    )
    kept: list[Node] = []
    for region in moved:
        seen = ((0 - region.x) / region.scale, (0 - region.y) / region.scale)
        far = (seen[0] + (right - left) / region.scale, seen[1] + (bottom - top) / region.scale)
        kept += [_cut(node, (*seen, *far)) for node in scene.nodes if node.region == region.id]
    order = {node.id: place for place, node in enumerate(scene.nodes)}
    nodes = sorted((node for node in kept if node.parts), key=lambda node: order[node.id])
    used = {node.region for node in nodes}
    regions = tuple(region for region in moved if region.id in used)
    return replace(scene, width=right - left, height=bottom - top, nodes=tuple(nodes), regions=regions)


def region_box(region: Region) -> Box:
    """Where a region stands in the wide layout."""
    return region.x, region.y, region.x + region.width * region.scale, region.y + region.height * region.scale


def node_box(scene: Scene, node: Node) -> Box:
    """Where a node stands in the wide layout; what is drawn by relative path commands is not measured."""
    region = next(region for region in scene.regions if region.id == node.region)
    measured = [box for part in node.parts if (box := part_box(part)) != EVERYWHERE]
    left, top, right, bottom = placed(hull(measured), node) if measured else (node.x, node.y, node.x, node.y)
    across, down = (region.x, region.y)
    return (
        across + left * region.scale,
        down + top * region.scale,
        across + right * region.scale,
        down + bottom * region.scale,
    )


def hull(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them; there must be one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _cut(node: Node, seen: Box) -> Node:
    """The node with those of its parts that can be seen in the window, which is in the coordinates of its region."""
    return replace(node, parts=tuple(part for part in node.parts if _meet(placed(part_box(part), node), seen)))


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def placed(box: Box, node: Node) -> Box:
    """Where a box stands in the region; a turned one is given room for any angle."""
    left, top, right, bottom = (side * node.scale for side in box)
    if node.turn:
        reach = max(math.hypot(x, y) for x in (left, right) for y in (top, bottom))
        left, top, right, bottom = -reach, -reach, reach, reach
    return node.x + left, node.y + top, node.x + right, node.y + bottom


def part_box(part: Part) -> Box:
    """What a part covers, around its node's place; a text or symbol rather too much than too little."""
    match part:
        case Rect():
            return part.x, part.y, part.x + part.w, part.y + part.h
        case Circle():
            return part.x - part.r, part.y - part.r, part.x + part.r, part.y + part.r
        case Line():
            return _around([(part.x1, part.y1), (part.x2, part.y2)])
        case Text():
            reach = len(part.text) * part.size * LETTER
            left = part.x - reach * {"start": 0.0, "middle": 0.5, "end": 1.0}[part.anchor]
            return left, part.y - part.size, left + reach, part.y + part.size
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
