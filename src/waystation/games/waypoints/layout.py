"""Draws contour rings that keep clear of one another and of the river (needs shapely).

A ring is asked for by its spine (a polyline it must follow) and its half-width. Rings of one parent share the
ground between them as Voronoi territories of their spines, shrink a little so that open ground stays between any
two, and are then rounded. The generator draws whole maps this way, and map 1's rings were drawn with it too.
"""

# mypy: disable-error-code="import-untyped"

from __future__ import annotations

from collections.abc import Sequence

import shapely
from msgspec import Struct
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize, unary_union

from .curves import Point as XY
from .curves import sample

BEYOND = 0.3
"""How far past the edge of the sheet rings and river may be drawn, in squares."""


class RingSpec(Struct, frozen=True):
    """What a contour should look like: where it runs, how wide it is at most, and the ring it lies in."""

    id: str
    spine: tuple[XY, ...]
    width: float
    parent: str = ""


def banks(arms: Sequence[Sequence[XY]], columns: int, rows: int) -> list[Polygon]:
    """The parts into which the river cuts the sheet (with the margin beyond its edge)."""
    sheet = box(-BEYOND, -BEYOND, columns + BEYOND, rows + BEYOND)
    lines = [LineString(sample(arm, closed=False)) for arm in arms]
    return list(polygonize(unary_union([sheet.exterior, *lines])))


def draw_rings(
    specs: Sequence[RingSpec],
    arms: Sequence[Sequence[XY]],
    columns: int,
    rows: int,
    gap: float = 0.045,
) -> dict[str, list[XY]]:
    """Points of a closed smooth curve for every ring asked for; a ring without room is left out."""
    river = unary_union([LineString(sample(arm, closed=False)) for arm in arms]).buffer(gap * 0.75)
    sides = [side.difference(river) for side in banks(arms, columns, rows)]
    drawn: dict[str, Polygon] = {}
    by_parent: dict[str, list[RingSpec]] = {}
    for spec in specs:
        by_parent.setdefault(spec.parent, []).append(spec)
    grounds: list[tuple[str, list[BaseGeometry]]] = [("", list(sides))]
    while grounds:
        parent, areas = grounds.pop()
        for spec, territory in _territories(by_parent.get(parent, []), areas, gap):
            ring = _rounded(territory, spec, gap)
            if ring is not None:
                drawn[spec.id] = ring
                if spec.id in by_parent:
                    grounds.append((spec.id, [ring.buffer(-gap)]))
    return {spec.id: _control_points(drawn[spec.id]) for spec in specs if spec.id in drawn}


def _territories(
    specs: Sequence[RingSpec], areas: Sequence[BaseGeometry], gap: float
) -> list[tuple[RingSpec, BaseGeometry]]:
    """Each ring's share of its parent's ground: all points nearer to its spine than to a sister's."""
    result = []
    for area in areas:
        here = [s for s in specs if area.buffer(gap).contains(Point(_middle(s)))]
        seeds, owner = [], []
        for k, spec in enumerate(here):
            for point in _dense(spec.spine):
                seeds.append(point)
                owner.append(k)
        if len(here) == 1:
            result.append((here[0], area.intersection(_body(here[0]))))
            continue
        if not here:
            continue
        cells = shapely.voronoi_polygons(MultiPoint(seeds), extend_to=area.envelope, ordered=True).geoms
        for k, spec in enumerate(here):
            share = unary_union([cell for cell, o in zip(cells, owner, strict=True) if o == k])
            result.append((spec, share.buffer(-gap / 2).intersection(area).intersection(_body(spec))))
    return result


def _middle(spec: RingSpec) -> XY:
    return spec.spine[len(spec.spine) // 2]


def _body(spec: RingSpec) -> BaseGeometry:
    line = LineString(spec.spine) if len(spec.spine) > 1 else Point(spec.spine[0])
    return line.buffer(spec.width)


def _dense(spine: Sequence[XY], step: float = 0.03) -> list[XY]:
    if len(spine) == 1:
        return [spine[0]]
    line = LineString(spine)
    count = max(1, round(line.length / step))
    return [(p.x, p.y) for p in (line.interpolate(k / count, normalized=True) for k in range(count + 1))]


def _rounded(territory: BaseGeometry, spec: RingSpec, gap: float) -> Polygon | None:
    """The territory with its corners rounded; only the piece that holds the middle of the spine."""
    smooth = territory.buffer(-gap / 2).buffer(gap).buffer(-gap / 2 - 0.005)
    parts = [p for p in getattr(smooth, "geoms", [smooth]) if isinstance(p, Polygon) and p.area > 0.004]
    if not parts:
        return None
    middle = Point(_middle(spec))
    best = min(parts, key=lambda p: (p.distance(middle), -p.area))
    return Polygon(best.exterior)


def _control_points(ring: Polygon) -> list[XY]:
    """Evenly spaced points on the outline, its corners softened, close enough that the smooth curve follows it."""
    outline = ring.exterior
    count = 2 * max(5, round(outline.length / 0.09))
    points = [outline.interpolate(k / count, normalized=True) for k in range(count)]
    line = [(p.x, p.y) for p in points]
    for _ in range(4):
        line = [
            (
                (line[k - 1][0] + 2 * x + line[(k + 1) % count][0]) / 4,
                (line[k - 1][1] + 2 * y + line[(k + 1) % count][1]) / 4,
            )
            for k, (x, y) in enumerate(line)
        ]
    return [(round(x, 3), round(y, 3)) for x, y in line[::2]]
