"""A compiled map: faces, what joins them, what lies in them, and the curves to draw. Loaded without shapely.

A *face* is a piece of the sheet bounded by contours, grid lines, the river and the edge. A *reach* is a stretch of
river within one square (arms that meet there belong together). A walk is a sequence of faces and reaches.
"""

from __future__ import annotations

from msgspec import Struct

from waystation.engine.words import mark, say

XY = tuple[float, float]


class Face(Struct, frozen=True, array_like=True):
    """One piece of the sheet: the smallest unit a route is made of."""

    name: str
    square: int
    at: XY
    outline: str


class Reach(Struct, frozen=True, array_like=True):
    """A stretch of river inside one square: where a kayak floats. `banks` are the faces beside it."""

    name: str
    square: int
    at: XY
    banks: tuple[int, ...]
    path: str


class Bridge(Struct, frozen=True, array_like=True):
    """A bridge joins two faces across the river at no cost; `angle` (degrees) is its direction."""

    id: str
    at: XY
    angle: float
    faces: tuple[int, int]


class Feature(Struct, frozen=True, array_like=True):
    """A lake or a wood, and the faces from which a route can pass through it."""

    id: str
    at: XY
    faces: tuple[int, ...]
    path: str


STEMS = {
    "bear": mark("bear {n}"),
    "rabbit": mark("rabbit {n}"),
    "bird": mark("bird {n}"),
    "mt": mark("mountain {n}"),
    "look": mark("lookout {n}"),
    "gear": mark("gear {n}"),
    "trig": mark("trig point {n}"),
    "camp": mark("camp {n}"),
}
"""How waypoints are called whose ids begin so."""


class Waypoint(Struct, frozen=True, array_like=True):
    """A waypoint: `type` indexes mapfile.TYPES; height in metres for mountains; number for campsites."""

    id: str
    type: int
    face: int
    square: int
    at: XY
    height: int
    number: int

    @property
    def told(self) -> str:
        """The id as sentences say it: bear 1 for bear1, mountain 1 for mt1."""
        name = self.id.rstrip("0123456789")
        if not name.isalpha() or name == self.id:
            return self.id
        return say(STEMS.get(name, "{name} {n}"), name=name, n=self.id[len(name) :])


class Contour(Struct, frozen=True, array_like=True):
    """A contour to draw; `depth` is 1 on open ground, 2 inside another ring, and so on."""

    depth: int
    path: str


class Sheet(Struct, frozen=True):
    """Everything the engine needs of a map. Squares are numbered row by row from the top left."""

    name: str
    source: str
    columns: int
    rows: int
    weather: tuple[tuple[int, ...], ...]
    waypoints: tuple[Waypoint, ...]
    faces: tuple[Face, ...]
    borders: tuple[tuple[int, int], ...]
    bridges: tuple[Bridge, ...]
    reaches: tuple[Reach, ...]
    fords: tuple[tuple[int, int], ...]
    lakes: tuple[Feature, ...]
    woods: tuple[Feature, ...]
    contours: tuple[Contour, ...]
    river: tuple[str, ...]
    raster: str


RASTER = 50
"""Pixels per square of the raster that says which face a point lies in."""

MARGIN = 34.0
"""Width of the weather ring around the map, in scene units."""

SCALE = 100
"""Scene units per square in the paths of a compiled map."""


def square_name(square: int, columns: int) -> str:
    """A1 is the top left square; letters count columns, numbers rows."""
    return f"{chr(65 + square % columns)}{square // columns + 1}"
