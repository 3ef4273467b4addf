"""Cuts a drawn sheet into faces and says how they join (needs shapely; the engine never imports this).

All lines (grid, contours, river, the sheet's edge) are noded and polygonised. Two faces that share a piece of
contour or grid line are neighbours at cost 1; a shared piece of river makes both of them banks of that reach.
"""

# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy
import shapely
from shapely.geometry import LineString, MultiLineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, polygonize, unary_union

from . import curves
from .mapfile import TYPES, Area, MapFile, MapFileError, outsize
from .sheet import RASTER, SCALE, Bridge, Contour, Face, Feature, Reach, Sheet, Waypoint, square_name

XY = tuple[float, float]
Segment = tuple[XY, XY]

BRIDGE_REACH = 0.06
"""How far from the river's middle a bridge ends, in squares."""

SYMBOL = 0.12
"""Radius of a waypoint's symbol and a line beside it, in squares."""

ROOM = 1e-3
"""So much of a face (square units) must be free of symbols to set a point there."""

MOST_FACES = 3000

SLIVER = 1e-6
"""Faces smaller than this (square units) are noise of the drawing and are refused."""


def compile_map(sheet: MapFile) -> Sheet:
    """The compiled map; MapFileError, with coordinates, where the drawing makes no sense."""
    for reason in outsize(sheet):
        raise MapFileError(reason)
    try:
        return _Cutter(sheet).sheet()
    except shapely.errors.ShapelyError as error:
        raise MapFileError(f"the lines can't be cut into faces: {error}") from error


def face_polygons(sheet: MapFile) -> list[tuple[str, Polygon]]:
    """The faces of a drawn map, by name, as shapely polygons."""
    cutter = _Cutter(sheet)
    return list(zip(cutter.names, cutter.polygons, strict=True))


class Drawing:
    """The sampled lines of a map file as shapely geometry, clipped to the sheet."""

    def __init__(self, sheet: MapFile) -> None:
        self.frame = box(0, 0, sheet.columns, sheet.rows)
        self.rings = {c.id: ring_polygon(c) for c in sheet.contours}
        self.contours = {k: ring.exterior.intersection(self.frame) for k, ring in self.rings.items()}
        self.river = unary_union(
            [LineString(curves.sample(arm.points, closed=False)).intersection(self.frame) for arm in sheet.river]
        )
        self.grid = [LineString([(x, 0), (x, sheet.rows)]) for x in range(1, sheet.columns)]
        self.grid += [LineString([(0, y), (sheet.columns, y)]) for y in range(1, sheet.rows)]


def ring_polygon(area: Area) -> Polygon:
    """The closed curve as a polygon; refuses one that crosses itself."""
    if len(area.points) < 4:
        raise MapFileError(f"{area.id}: a closed curve needs at least 4 points")
    ring = Polygon(curves.sample(area.points, closed=True))
    if not ring.is_valid:
        raise MapFileError(f"{area.id}: the curve crosses itself: {shapely.is_valid_reason(ring)}")
    return ring


class _Cutter:
    """Works through the compilation; each method answers one question about the drawing."""

    def __init__(self, source: MapFile) -> None:
        self.source = source
        self.drawing = Drawing(source)
        drawing = self.drawing
        lines = [*drawing.grid, *drawing.contours.values(), drawing.river, drawing.frame.exterior]
        self.lines = unary_union([line for line in lines if not line.is_empty])
        self.polygons, self.squares, self.names = self._faces()
        self.tree = shapely.STRtree(self.polygons)
        self.symbols = unary_union([Point(stop.at).buffer(SYMBOL) for stop in source.waypoints])

    def sheet(self) -> Sheet:
        """The compiled map."""
        source = self.source
        borders, shores = self._shared_segments()
        reaches, fords = self._reaches(shores)
        simple = shapely.coverage_simplify(self.polygons, 0.006)
        faces = tuple(
            Face(name, square, self._middle(polygon), _outline(shape))
            for name, square, polygon, shape in zip(self.names, self.squares, self.polygons, simple, strict=True)
        )
        return Sheet(
            name=source.name,
            source=source.source,
            columns=source.columns,
            rows=source.rows,
            weather=source.weather,
            waypoints=tuple(self._waypoints()),
            faces=faces,
            borders=borders,
            bridges=tuple(self._bridges()),
            reaches=reaches,
            fords=fords,
            lakes=tuple(self._features(source.lakes)),
            woods=tuple(self._features(source.woods)),
            contours=tuple(self._contours()),
            river=tuple(curves.svg_path(arm.points, False, SCALE) for arm in source.river),
            raster=self._raster(),
        )

    def _middle(self, polygon: Polygon) -> XY:
        """A point well inside a face, on no waypoint's symbol if there is room: a route under way ends there."""
        free = polygon.difference(self.symbols)
        return _xy((free if free.area > ROOM else polygon).representative_point())

    def _faces(self) -> tuple[list[Polygon], list[int], list[str]]:
        """Polygons in order of square and then reading order, with their squares and names (A1a, A1b, ...)."""
        columns = self.source.columns
        found, slivers = [], []
        for polygon in polygonize(self.lines):
            if polygon.area < SLIVER:
                slivers.append(_xy(polygon.representative_point()))
            at = polygon.representative_point()
            found.append((int(at.y) * columns + int(at.x), round(at.y, 3), round(at.x, 3), polygon))
        if len(found) > MOST_FACES:
            raise MapFileError(f"the lines cut the sheet into {len(found)} faces; {MOST_FACES} are the most")
        if slivers:
            raise MapFileError(f"lines almost touch (a face of no usable size) at {slivers}")
        found.sort(key=lambda item: item[:3])
        names, used = [], dict.fromkeys(range(columns * self.source.rows), 0)
        for square, _, _, _ in found:
            names.append(square_name(square, columns) + _letters(used[square]))
            used[square] += 1
        return [item[3] for item in found], [item[0] for item in found], names

    def _shared_segments(self) -> tuple[tuple[tuple[int, int], ...], dict[Segment, list[int]]]:
        """Pairs of faces joined by a contour or grid line; river segments with the faces beside them."""
        beside: dict[Segment, list[int]] = {}
        for index, polygon in enumerate(self.polygons):
            for ring in (polygon.exterior, *polygon.interiors):
                points = list(ring.coords)
                for a, b in pairwise(points):
                    beside.setdefault((a, b) if a < b else (b, a), []).append(index)
        keys = [key for key, faces in beside.items() if len(faces) == 2]
        middles = shapely.points([((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in keys])
        on_river = shapely.dwithin(self.drawing.river, middles, 1e-7)
        borders, shores = set(), {}
        for key, wet in zip(keys, on_river, strict=True):
            one, two = sorted(beside[key])
            if wet:
                shores[key] = [one, two]
            elif one != two:
                borders.add((one, two))
        return tuple(sorted(borders)), shores

    def _reaches(self, shores: dict[Segment, list[int]]) -> tuple[tuple[Reach, ...], tuple[tuple[int, int], ...]]:
        """River segments gathered into stretches that end at grid lines; pairs of stretches that meet there."""
        parent: dict[XY, XY] = {}

        def root(p: XY) -> XY:
            parent.setdefault(p, p)
            while parent[p] != p:
                p = parent[p]
            return p

        # A grid-line point separates reaches, so it takes part as one node per segment that ends there.
        def node(p: XY, other: XY) -> XY:
            return ((p[0] + other[0]) / 2, (p[1] + other[1]) / 2) if _on_grid(p) else p

        for a, b in shores:
            parent[root(node(a, b))] = root(node(b, a))
        groups: dict[XY, list[Segment]] = {}
        for a, b in shores:
            groups.setdefault(root(node(a, b)), []).append((a, b))
        ordered = sorted(groups.values(), key=lambda segments: self._reach_key(segments))
        return self._name_reaches(ordered, shores), _meetings(ordered)

    def _reach_key(self, segments: Sequence[Segment]) -> tuple[int, float, float]:
        middle = linemerge(MultiLineString(segments)).representative_point()
        return int(middle.y) * self.source.columns + int(middle.x), round(middle.y, 3), round(middle.x, 3)

    def _name_reaches(
        self, ordered: Sequence[Sequence[Segment]], shores: dict[Segment, list[int]]
    ) -> tuple[Reach, ...]:
        reaches, used = [], dict.fromkeys(range(self.source.columns * self.source.rows), 0)
        for segments in ordered:
            line = linemerge(MultiLineString(segments))
            square = self._reach_key(segments)[0]
            name = square_name(square, self.source.columns) + _letters(used[square])
            used[square] += 1
            parts = list(getattr(line, "geoms", [line]))
            longest = max(parts, key=lambda part: part.length)
            middle = longest.interpolate(0.5, normalized=True)
            banks = tuple(sorted({face for segment in segments for face in shores[segment]}))
            path = "".join(_open_path(part.simplify(0.004).coords) for part in parts)
            reaches.append(Reach(name, square, _xy(middle), banks, path))
        return tuple(reaches)

    def _bridges(self) -> Iterable[Bridge]:
        river = self.drawing.river
        for bridge in self.source.bridges:
            there = Point(bridge.at)
            if river.is_empty or river.distance(there) > 0.1:
                raise MapFileError(f"{bridge.id} at {bridge.at} is not on the river")
            line = min(getattr(river, "geoms", [river]), key=lambda part: part.distance(there))
            along = line.project(there)
            before, middle, after = (line.interpolate(max(0.0, along + d)) for d in (-0.03, 0.0, 0.03))
            dx, dy = after.x - before.x, after.y - before.y
            length = math.hypot(dx, dy)
            across = (-dy / length * BRIDGE_REACH, dx / length * BRIDGE_REACH)
            ends = [self._face_at((middle.x + s * across[0], middle.y + s * across[1])) for s in (-1, 1)]
            yield Bridge(
                bridge.id,
                _xy(middle),
                round(math.degrees(math.atan2(across[1], across[0])), 1),
                (min(ends), max(ends)),
            )

    def _features(self, areas: Sequence[Area]) -> Iterable[Feature]:
        for area in areas:
            shape = ring_polygon(area)
            found = self.tree.query(shape, predicate="intersects")
            faces = sorted(int(i) for i in found if self.polygons[i].intersection(shape).area > 2e-4)
            if not faces:
                raise MapFileError(f"{area.id} lies outside the sheet")
            yield Feature(area.id, _xy(shape.centroid), tuple(faces), curves.svg_path(area.points, True, SCALE))

    def _waypoints(self) -> Iterable[Waypoint]:
        for stop in self.source.waypoints:
            face = self._face_at(stop.at)
            yield Waypoint(stop.id, TYPES.index(stop.type), face, self.squares[face], stop.at, stop.height, stop.number)

    def _face_at(self, at: XY) -> int:
        found = self.tree.query(Point(at), predicate="intersects")
        if len(found) == 0:
            raise MapFileError(f"({at[0]:.2f}, {at[1]:.2f}) lies outside the sheet")
        return int(found[0])

    def _contours(self) -> Iterable[Contour]:
        """Outer rings first, so that drawing in order tints the inner ones darker."""
        rings = self.drawing.rings
        result = []
        for contour in self.source.contours:
            inner = Point(contour.points[0])
            depth = 1 + sum(1 for k, ring in rings.items() if k != contour.id and ring.contains(inner))
            result.append(Contour(depth, curves.svg_path(contour.points, True, SCALE)))
        return sorted(result, key=lambda c: c.depth)

    def _raster(self) -> str:
        """Face index of every pixel's middle, row by row, as packed 16-bit numbers."""
        width, height = self.source.columns * RASTER, self.source.rows * RASTER
        xs = (numpy.arange(width) + 0.5) / RASTER
        ys = (numpy.arange(height) + 0.5) / RASTER
        x, y = numpy.meshgrid(xs, ys)
        pixels, faces = self.tree.query(shapely.points(x.ravel(), y.ravel()), predicate="intersects")
        owner = numpy.zeros(width * height, dtype="<u2")
        owner[pixels] = faces
        return base64.b85encode(zlib.compress(owner.tobytes(), 9)).decode()


def _meetings(ordered: Sequence[Sequence[Segment]]) -> tuple[tuple[int, int], ...]:
    """Pairs of reaches that meet on a grid line."""
    at: dict[XY, set[int]] = {}
    for index, segments in enumerate(ordered):
        for segment in segments:
            for p in segment:
                if _on_grid(p):
                    at.setdefault(p, set()).add(index)
    return tuple(sorted({(min(pair), max(pair)) for pair in at.values() if len(pair) == 2}))


def _on_grid(p: XY) -> bool:
    return any(abs(v - round(v)) < 1e-9 for v in p)


def _letters(count: int) -> str:
    return chr(97 + count) if count < 26 else chr(96 + count // 26) + chr(97 + count % 26)


def _xy(point: BaseGeometry) -> XY:
    return round(point.x, 3), round(point.y, 3)


def _outline(polygon: Polygon) -> str:
    return "".join(_open_path(ring.coords[:-1]) + "Z" for ring in (polygon.exterior, *polygon.interiors))


def _open_path(points: Iterable[XY]) -> str:
    texts = [f"{p[0] * SCALE:.1f} {p[1] * SCALE:.1f}".replace(".0", "") for p in points]
    return "M" + "L".join(texts)
