"""Makes new maps of map 1's size and kind (needs shapely): `waystation map new --seed N`.

A river of map 1's shape (a stem that splits, two arms round an island, a stem that leaves) is bent anew; contours are
strewn over the land and nested; then waypoints, lakes, woods and bridges are set where there is room. What comes out
is measured: a map is kept if its pair costs are spread like map 1's, else the next attempt of the same seed is made.
"""

# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import math
from collections.abc import Sequence

import shapely
from shapely.geometry import LineString, Point, Polygon, box

from waystation.engine import Chance

from . import curves
from .compiler import compile_map
from .layout import RingSpec, banks, draw_rings
from .mapcheck import STANDARD, check_map, narrow_passages, pair_costs
from .mapfile import Area, Arm, MapFile, MapFileError, Spot, Stop, WaypointType
from .sheet import Sheet

XY = tuple[float, float]

COLUMNS, ROWS = 6, 4
ATTEMPTS = 60
TOP_RINGS, NESTED, INNERMOST = 39, 32, 4
"""Contours on open ground, inside those, and inside these."""
HEIGHTS = (200, 300, 400, 500, 600, 600, 700, 800, 900, 1000)
WEATHER = (1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5)
"""A side's first 15 numbers, to be shuffled; the last space is always a 2."""
PAIR_COSTS = (15, 43, 88, 160, 216, 246, 199, 212, 136, 120, 73, 41, 21, 14, 7, 4, 1)
"""Map 1: how many pairs of waypoints are 1, 2, 3 ... lines apart."""
GAP = 0.065
"""Open ground kept between contours, before their corners are rounded, in squares."""
CLOSE_ENOUGH = 0.15
"""Greatest distance (total variation) of a new map's pair costs from map 1's."""

_RIVER: dict[str, tuple[XY, ...]] = {
    "stem": ((-0.3, 2.7), (0.4, 2.75), (0.9, 2.55), (1.5, 2.5), (2.0, 2.5), (2.3, 2.25)),
    "arm1": (
        (2.3, 2.25), (2.18, 1.8), (2.2, 1.3), (2.42, 1.15), (2.62, 1.4), (2.85, 1.75), (3.12, 1.6), (3.1, 1.1),
        (3.2, 0.7), (3.5, 0.35), (3.9, 0.3), (4.15, 0.5), (3.9, 0.8), (3.6, 1.05), (3.65, 1.35), (4.0, 1.3),
        (4.3, 0.95), (4.5, 1.0), (4.4, 1.5), (4.5, 1.9), (4.75, 1.75),
    ),
    "arm2": (
        (2.3, 2.25), (2.7, 2.15), (2.9, 2.5), (3.25, 2.9), (3.7, 3.3), (4.3, 3.65), (4.75, 3.4), (4.9, 2.8),
        (4.8, 2.25), (4.75, 1.75),
    ),
    "mouth": ((4.75, 1.75), (5.05, 1.4), (5.1, 1.0), (4.95, 0.5), (5.1, 0.0), (5.1, -0.3)),
}  # fmt: skip


def new_map(seed: int) -> MapFile:
    """The map of this seed (the same with the same version of shapely)."""
    for attempt in range(ATTEMPTS):
        source = draw(Chance.of(f"{seed}/{attempt}", "map"), f"Sheet {seed}", f"seed {seed}")
        if source is not None and _fair(source):
            return source
    raise MapFileError(f"no fair map came of seed {seed} in {ATTEMPTS} attempts; try another seed")


def _fair(source: MapFile) -> bool:
    """Whether pair costs are spread like map 1's and the map check finds no fault."""
    try:
        near = distance(compile_map(source)) <= CLOSE_ENOUGH
        return near and not check_map(source) and not narrow_passages(source)
    except MapFileError:  # a sliver, or a bridge off the sheet
        return False


def distance(sheet: Sheet) -> float:
    """How far the spread of pair costs is from map 1's: 0 (the same) to 1."""
    costs = pair_costs(sheet)
    total = sum(PAIR_COSTS)
    wanted = [0.0, *(count / total for count in PAIR_COSTS)]
    longest = max(len(wanted), max(costs) + 1)
    found = [costs.count(cost) / len(costs) for cost in range(longest)]
    wanted += [0.0] * (longest - len(wanted))
    return sum(abs(a - b) for a, b in zip(found, wanted, strict=True)) / 2


def draw(chance: Chance, name: str, origin: str) -> MapFile | None:
    """One try, not yet measured; None if something found no room."""
    arms = _river(chance)
    try:
        rings = _rings(chance, arms)
        room = _Room(chance, arms, rings)
        lakes, woods = room.areas("lake", STANDARD["lakes"]), room.areas("wood", STANDARD["woods"])
        return MapFile(
            name=name,
            source=f"Drawn by the map generator, {origin}",
            columns=COLUMNS,
            rows=ROWS,
            weather=tuple(_side(chance) for _ in range(4)),
            waypoints=room.waypoints(),
            bridges=room.bridges(STANDARD["bridges"]),
            river=tuple(Arm(key, points) for key, points in arms.items()),
            lakes=lakes,
            woods=woods,
            contours=tuple(Area(key, tuple(points)) for key, points in rings.items()),
        )
    except (_NoRoom, shapely.errors.GEOSException):  # the latter where territories are degenerate
        return None


def _side(chance: Chance) -> tuple[int, ...]:
    numbers = list(WEATHER)
    chance.shuffle(numbers)
    return (*numbers, 2)


# ---------------------------------------------------------------------- river and contours


def _river(chance: Chance) -> dict[str, tuple[XY, ...]]:
    """The template, perhaps mirrored, bent by a few smooth waves."""
    flip_x, flip_y = chance.below(2), chance.below(2)
    waves = [
        (0.10 + 0.10 * chance.unit(), 0.5 + chance.unit(), 6.28 * chance.unit(), 6.28 * chance.unit()) for _ in range(4)
    ]

    def bend(p: XY) -> XY:
        x = p[0] + sum(a * math.sin(k * p[1] * 2 + s) for a, k, s, _ in waves[:2])
        y = p[1] + sum(a * math.sin(k * p[0] * 2 + s) for a, k, s, _ in waves[2:])
        x = min(max(x, 0.25), COLUMNS - 0.25) if 0 <= p[0] <= COLUMNS and 0.05 <= p[1] <= ROWS - 0.05 else x
        if p[0] < 0:
            x = p[0]
        if p[1] < 0:
            y = p[1]
        return round(COLUMNS - x if flip_x else x, 3), round(ROWS - y if flip_y else y, 3)

    return {key: tuple(bend(p) for p in points) for key, points in _RIVER.items()}


def _rings(chance: Chance, arms: dict[str, tuple[XY, ...]]) -> dict[str, list[XY]]:
    """Contours strewn over the land, with some open ground kept free among them."""
    lines = list(arms.values())
    river = shapely.union_all([LineString(curves.sample(line, closed=False)) for line in lines])
    specs: list[RingSpec] = []
    taken: list[LineString] = [river]
    for number in range(TOP_RINGS + 14):
        spine = _spine(chance, taken)
        taken.append(LineString(spine))
        free = number % 4 == 3 and number < 56
        width = 0.0 if free else 0.16 + 0.16 * chance.unit()
        specs.append(RingSpec(f"{'free' if free else 'c'}{number + 1}", spine, width))
    outer = draw_rings(specs, lines, COLUMNS, ROWS, GAP)
    return _nest(chance, specs, outer, lines)


def _spine(chance: Chance, taken: Sequence[LineString]) -> tuple[XY, ...]:
    """A short bent line, begun where there is most room of a few random places."""
    places = [(chance.unit() * COLUMNS, chance.unit() * ROWS) for _ in range(24)]
    room = shapely.distance(shapely.points(places)[:, None], taken).min(axis=1)
    x, y = places[int(room.argmax())]
    points = [(x, y)]
    heading = chance.unit() * 2 * math.pi
    for _ in range(1 + chance.below(4)):
        heading += (chance.unit() - 0.5) * 1.2
        x, y = x + 0.17 * math.cos(heading), y + 0.17 * math.sin(heading)
        if shapely.distance(Point(x, y), taken).min() < 0.16:
            break
        points.append((x, y))
    if len(points) == 1:
        points.append((points[0][0] + 0.04, points[0][1] + 0.02))
    return tuple((round(px, 3), round(py, 3)) for px, py in points)


def _nest(
    chance: Chance, specs: Sequence[RingSpec], outer: dict[str, list[XY]], lines: Sequence[Sequence[XY]]
) -> dict[str, list[XY]]:
    """Rings inside the roomiest rings, and a few inside those."""
    by_room = sorted((s for s in specs if s.id in outer), key=lambda s: -_area(outer[s.id]))
    nested = []
    for place, spec in enumerate(by_room[:NESTED]):
        half = spec.spine[: max(2, len(spec.spine) // 2 + 1)] if chance.below(2) else spec.spine[-2:]
        nested.append(RingSpec(f"{spec.id}a", half, 0.09 + 0.05 * chance.unit(), spec.id))
        if place < INNERMOST * 2:
            nested.append(RingSpec(f"{spec.id}aa", half[:2], 0.06, f"{spec.id}a"))
    return draw_rings([*specs, *nested], lines, COLUMNS, ROWS, GAP)


def _area(points: Sequence[XY]) -> float:
    return float(Polygon(points).area)


# ---------------------------------------------------------------------- what stands on the sheet


class _NoRoom(Exception):
    """Something found no place."""


class _Room:
    """Hands out places that are clear of all lines and of what was placed before."""

    def __init__(self, chance: Chance, arms: dict[str, tuple[XY, ...]], rings: dict[str, list[XY]]) -> None:
        self.chance = chance
        frame = box(0, 0, COLUMNS, ROWS)
        self.river = shapely.union_all([LineString(curves.sample(line, closed=False)) for line in arms.values()])
        self.river = self.river.intersection(frame)
        self.rings = [Polygon(curves.sample(points, closed=True)) for points in rings.values()]
        self.sides = banks(list(arms.values()), COLUMNS, ROWS)
        grid = [LineString([(x, 0), (x, ROWS)]) for x in range(1, COLUMNS)]
        grid += [LineString([(0, y), (COLUMNS, y)]) for y in range(1, ROWS)]
        self.others = shapely.union_all([*grid, *(ring.exterior for ring in self.rings)])
        lines = shapely.union_all([self.others, self.river, frame.exterior])
        step = 0.05
        spots = [
            (step * (i + 0.5), step * (j + 0.5)) for j in range(int(ROWS / step)) for i in range(int(COLUMNS / step))
        ]
        far = shapely.distance(shapely.points(spots), lines)
        dry = shapely.distance(shapely.points(spots), self.river) >= 0.1
        self.spots = [(p, float(d)) for p, d, ok in zip(spots, far, dry, strict=True) if d >= 0.05 and ok]
        self.chance.shuffle(self.spots)
        self.heights = self._by_height()
        self.used: list[tuple[XY, float]] = []

    def _by_height(self) -> list[XY]:
        """Places for waypoints, mostly the higher (within more contours) before the lower."""
        peaks = []
        for ring in self.rings:
            circle = shapely.maximum_inscribed_circle(ring)
            middle = (round(circle.coords[0][0], 3), round(circle.coords[0][1], 3))
            on_sheet = 0.06 < middle[0] < COLUMNS - 0.06 and 0.06 < middle[1] < ROWS - 0.06
            if on_sheet and shapely.distance(Point(middle), self.others) >= 0.04:
                peaks.append(middle)
        places = [*peaks, *(spot for spot, _ in self.spots)]
        inside = shapely.STRtree(self.rings).query(shapely.points(places), predicate="within")[0]
        depth = [0] * len(places)
        for place in inside:
            depth[place] += 1
        order = {p: depth[k] + 1.1 * self.chance.unit() for k, p in enumerate(places)}
        return sorted(order, key=lambda p: -order[p])

    def _free(self, spot: XY, radius: float) -> bool:
        return all(math.dist(spot, other) > radius + r for other, r in self.used)

    def areas(self, what: str, count: int) -> tuple[Area, ...]:
        """Lakes or woods: blobs in the roomiest places, no two of a kind in one square."""
        found: list[Area] = []
        squares: set[tuple[int, int]] = set()
        roomy = sorted(self.spots[:2200], key=lambda item: -min(item[1], 0.15 + 0.05 * self.chance.unit()))
        for spot, far in roomy:
            square = (int(spot[0]), int(spot[1]))
            if len(found) < count and square not in squares and self._free(spot, 0.2):
                radius = min(0.14, far - 0.025)
                self.used.append((spot, radius))
                squares.add(square)
                found.append(Area(f"{what}{len(found) + 1}", self._blob(spot, radius)))
        if len(found) < count:
            raise _NoRoom
        return tuple(found)

    def _blob(self, at: XY, radius: float) -> tuple[XY, ...]:
        corners = 9
        phase = self.chance.unit() * 6.28
        points = []
        for k in range(corners):
            angle = 2 * math.pi * k / corners
            r = radius * (0.82 + 0.1 * math.sin(2 * angle + phase) + 0.06 * self.chance.unit())
            points.append((round(at[0] + r * math.cos(angle), 3), round(at[1] + r * math.sin(angle), 3)))
        return tuple(points)

    def waypoints(self) -> tuple[Stop, ...]:
        """Two or three in every square; mountains on the heights, the rest dealt out so that like stand apart."""
        places: list[XY] = []
        squares = [(x, y) for y in range(ROWS) for x in range(COLUMNS)]
        for square in squares:
            self._in_square(square, places, 2)
        self.chance.shuffle(squares)
        total = sum(STANDARD[key] for key in STANDARD if key not in ("lakes", "woods", "bridges"))
        for square in squares:
            if len(places) < total:
                self._in_square(square, places, 1)
        if len(places) < total:
            raise _NoRoom
        return self._dealt(places)

    def _in_square(self, square: tuple[int, int], places: list[XY], count: int) -> None:
        for spot in self.heights:
            if count and (int(spot[0]), int(spot[1])) == square and self._free(spot, 0.1):
                self.used.append((spot, 0.1))
                places.append((round(spot[0], 3), round(spot[1], 3)))
                count -= 1
        if count and len(places) < 48:
            raise _NoRoom

    def _dealt(self, places: Sequence[XY]) -> tuple[Stop, ...]:
        left = sorted(places, key=lambda p: (-sum(ring.contains(Point(p)) for ring in self.rings), p))
        stops: list[Stop] = []
        heights = list(HEIGHTS)
        self.chance.shuffle(heights)
        kinds: tuple[WaypointType, ...] = ("mountain", "campsite", "trig", "lookout", "gear", "bear", "rabbit", "bird")
        for kind in kinds:
            mine: list[XY] = []
            for number in range(STANDARD[kind]):
                among = left[:26] if kind == "mountain" else left
                place = max(among, key=lambda p: (min((math.dist(p, q) for q in mine), default=1.0), p))
                left.remove(place)
                mine.append(place)
                height = heights[number] if kind == "mountain" else 0
                camp = number + 1 if kind == "campsite" else 0
                stops.append(Stop(f"{_SHORT.get(kind, kind)}{number + 1}", kind, place, height, camp))
        return tuple(stops)

    def bridges(self, count: int) -> tuple[Spot, ...]:
        """Spread along the river; every bank gets some."""
        candidates: list[tuple[float, float, tuple[int, int]]] = []
        for part in getattr(self.river, "geoms", [self.river]):
            steps = max(2, int(part.length / 0.04))
            for k in range(1, steps):
                at = part.interpolate(k / steps, normalized=True)
                inland = 0.12 < at.x < COLUMNS - 0.12 and 0.12 < at.y < ROWS - 0.12
                sides = self._between(at)
                if inland and sides and self.others.distance(at) >= 0.08 and self._alone(at):
                    candidates.append((round(at.x, 3), round(at.y, 3), sides))
        found: list[tuple[float, float, tuple[int, int]]] = []
        while len(found) < count and candidates:
            pairs = [pair for _, _, pair in found]
            best = max(
                candidates,
                key=lambda c: (
                    -pairs.count(c[2]),
                    min((math.dist(c[:2], f[:2]) for f in found), default=1.0),
                    c[:2],
                ),
            )
            candidates.remove(best)
            found.append(best)
        if len(found) < count:
            raise _NoRoom
        return tuple(Spot(f"bridge{n + 1}", (x, y)) for n, (x, y, _) in enumerate(found))

    def _alone(self, at: Point) -> bool:
        """Whether no other stretch of the river comes near a bridge here."""
        return isinstance(shapely.line_merge(self.river.intersection(at.buffer(0.12))), LineString)

    def _between(self, at: Point) -> tuple[int, int] | None:
        """The two banks at a point of the river."""
        near = [k for k, side in enumerate(self.sides) if side.distance(at) < 0.01]
        return (near[0], near[1]) if len(near) == 2 else None


_SHORT = {"mountain": "mt", "campsite": "camp", "lookout": "look"}
