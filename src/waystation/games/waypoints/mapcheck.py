"""Is a drawn map playable? Every fault is named with its place (needs shapely)."""

# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice

import msgspec
import shapely
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from .compiler import BRIDGE_REACH, Drawing, compile_map, face_polygons, ring_polygon
from .components import HIKES, SIDE
from .graph import Graph
from .layout import BEYOND
from .mapfile import Area, Arm, MapFile, MapFileError, outsize
from .sheet import Sheet

WAYPOINT_CLEAR = 0.03
"""How far a waypoint must stand from every line, in squares."""
PEN = 0.016
"""What a pen needs to pass between two lines, in squares."""
BRIDGE_CLEAR = 0.06
"""How far a bridge must be from every line but the river."""
MOST_FAULTS = 20
"""So many are told."""
STANDARD = {
    "bear": 8,
    "rabbit": 9,
    "bird": 9,
    "mountain": 10,
    "lookout": 5,
    "gear": 5,
    "trig": 5,
    "campsite": 6,
    "lakes": 9,
    "woods": 9,
    "bridges": 7,
}
"""What map 1 holds; another map may hold something else."""


def check_map(source: MapFile) -> list[str]:
    """All faults that make a map unplayable or ambiguous; an empty list if there are none."""
    faults = list(islice(outsize(source), MOST_FAULTS))
    if faults:  # no geometry can be made of it
        return faults
    faults = [*_weather(source), *_names(source), *_edges(source), *_loose_ends(source)]
    try:
        drawing = Drawing(source)
        faults += [*_lines(drawing), *_waypoints(source, drawing), *_features(source, drawing)]
        faults += _along(drawing)
        if not faults:
            sheet = compile_map(source)
            faults += [*_bridges(sheet, drawing), *_reachable(sheet)]
    except MapFileError as error:
        faults.append(str(error))
    except shapely.errors.ShapelyError as error:
        faults.append(f"the lines can't be cut into faces: {error}")
    if len(faults) > MOST_FAULTS:
        faults[MOST_FAULTS:] = [f"and {len(faults) - MOST_FAULTS} more"]
    return faults


def counts(source: MapFile) -> dict[str, int]:
    """How many of everything the map holds, in the order of `STANDARD`."""
    have: Counter[str] = Counter(stop.type for stop in source.waypoints)
    have.update(lakes=len(source.lakes), woods=len(source.woods), bridges=len(source.bridges))
    return {key: have[key] for key in STANDARD}


def narrow_passages(source: MapFile) -> list[str]:
    """Where the ground between lines is too narrow for a pen: playable, but hard to see."""
    found = []
    polygons = face_polygons(source)
    for name, polygon in polygons:
        worn = polygon.buffer(-PEN / 2)
        parts = [part for part in getattr(worn, "geoms", [worn]) if part.area > 2e-4]
        if len(parts) > 1:
            found.append(f"{name}: a passage between {_at(parts[0])} and {_at(parts[1])} is narrower than {PEN}")
    sheet = compile_map(source)
    wide, short = [], []
    for one, two in sheet.borders:
        border = polygons[one][1].intersection(polygons[two][1])
        if border.length >= PEN:
            wide.append((one, two))
        else:
            short.append(f"{polygons[one][0]} and {polygons[two][0]} at {_at(border)}")
    if pair_costs(msgspec.structs.replace(sheet, borders=tuple(wide))) != pair_costs(sheet):
        found.append(f"costs hang on crossings narrower than {PEN}, some of: {'; '.join(short)}")
    return found


def pair_costs(sheet: Sheet) -> list[int]:
    """Least cost of every pair of waypoints, on foot, in the order of the waypoints; -1 where no way leads."""
    graph = Graph(sheet)
    rows = graph.reachability(0).on_foot
    costs = []
    for one, face in enumerate(graph.stop_face):
        for two in range(one + 1, len(graph.stop_face)):
            costs.append(next((cost for cost, mask in enumerate(rows[face]) if mask >> two & 1), -1))
    return costs


def river_sides(sheet: Sheet) -> int:
    """Into how many parts the river cuts the sheet, bridges left aside."""
    graph = Graph(sheet)
    seen: set[int] = set()
    parts = 0
    for face in range(graph.faces):
        if face not in seen:
            parts += 1
            seen |= _spread(graph, face, over_bridges=False)
    return parts


def _spread(graph: Graph, start: int, over_bridges: bool) -> set[int]:
    reached, queue = {start}, [start]
    while queue:
        face = queue.pop()
        others = list(graph.steps[face])
        if over_bridges:
            others += [f for bridge in graph.bridges_at[face] for f in graph.bridges[bridge]]
        for other in others:
            if other not in reached:
                reached.add(other)
                queue.append(other)
    return reached


def _weather(source: MapFile) -> Iterator[str]:
    if len(source.weather) != HIKES:
        yield f"weather: expected {HIKES} sides, got {len(source.weather)}"
    for hike, side in enumerate(source.weather, 1):
        if len(side) != SIDE:
            yield f"weather, side {hike}: expected {SIDE} numbers, got {len(side)}"
        if any(not 1 <= points <= 9 for points in side):
            yield f"weather, side {hike}: numbers must be from 1 to 9"


def _names(source: MapFile) -> Iterator[str]:
    groups = (source.waypoints, source.bridges, source.lakes, source.woods, source.contours, source.river)
    ids = [item.id for group in groups for item in group]
    for ident in sorted(i for i, count in Counter(ids).items() if count > 1):
        yield f"{ident}: the name is used twice"
    for ident in ids:
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", ident):
            yield f"{ident!r:.60}: a name is made of letters, digits, - and _, 40 at most"
    camps = sorted(stop.number for stop in source.waypoints if stop.type == "campsite")
    if camps != [1, 2, 3, 4, 5, 6]:
        yield f"campsites: expected the numbers 1 to 6, each once, got {camps}"
    for stop in source.waypoints:
        if stop.type == "mountain" and not (100 <= stop.height <= 9900 and stop.height % 100 == 0):
            yield f"{stop.id} at {stop.at}: a mountain's height must be a number of hundreds of metres"
        if stop.type != "mountain" and stop.height:
            yield f"{stop.id} at {stop.at}: only a mountain has a height"
        if stop.type != "campsite" and stop.number:
            yield f"{stop.id} at {stop.at}: only a campsite has a number"


def _edges(source: MapFile) -> Iterator[str]:
    """Curves that leave the sheet end soon after its edge: the frame covers no more."""
    curves: tuple[Area | Arm, ...] = (*source.contours, *source.river)
    for curve in curves:
        for x, y in curve.points:
            if not (-BEYOND <= x <= source.columns + BEYOND and -BEYOND <= y <= source.rows + BEYOND):
                yield f"{curve.id} runs more than {BEYOND} squares past the edge, at ({x:g}, {y:g})"
                break


def _loose_ends(source: MapFile) -> Iterator[str]:
    """An arm of the river ends past the sheet's edge or exactly on another arm's end."""
    ends = Counter(end for arm in source.river for end in (arm.points[0], arm.points[-1]))
    for arm in source.river:
        for x, y in (arm.points[0], arm.points[-1]):
            if 0 < x < source.columns and 0 < y < source.rows and ends[x, y] < 2:
                yield f"{arm.id} ends at ({x:g}, {y:g}): neither past the edge nor on another arm's end"


def _along(drawing: Drawing) -> Iterator[str]:
    """Nothing runs along a grid line: it could not be told how many lines a crossing there costs."""
    grid = shapely.union_all(drawing.grid)
    for name, line in (*drawing.contours.items(), ("the river", drawing.river)):
        if line.intersection(grid).length > 1e-6:
            yield f"{name} runs along a grid line at {_where(line, grid)}"


def _lines(drawing: Drawing) -> Iterator[str]:
    """Contours touch neither one another nor the river."""
    ids = list(drawing.contours)
    lines = list(drawing.contours.values())
    for one, two in () if not lines else shapely.STRtree(lines).query(lines, predicate="intersects").T:
        if one < two:
            yield f"{ids[one]} and {ids[two]} meet at {_where(lines[one], lines[two])}"
    for ident in ids:
        if drawing.contours[ident].intersects(drawing.river):
            yield f"{ident} meets the river at {_where(drawing.contours[ident], drawing.river)}"


def _where(one: BaseGeometry, two: BaseGeometry) -> str:
    at = one.intersection(two).representative_point()
    return f"({at.x:.2f}, {at.y:.2f})"


def _waypoints(source: MapFile, drawing: Drawing) -> Iterator[str]:
    lines = {"the river": drawing.river, "a grid line": shapely.union_all(drawing.grid), **drawing.contours}
    for stop in source.waypoints:
        there = Point(stop.at)
        if not drawing.frame.contains(there):
            yield f"{stop.id} at {stop.at} lies outside the sheet"
        for name, line in lines.items():
            if not line.is_empty and line.distance(there) < WAYPOINT_CLEAR:
                yield f"{stop.id} at {stop.at} stands on {name}: move it at least {WAYPOINT_CLEAR} away"
    for one, two in combinations(source.waypoints, 2):
        if Point(one.at).distance(Point(two.at)) < 2 * WAYPOINT_CLEAR:
            yield f"{one.id} and {two.id} stand in one place, {one.at}"


def _features(source: MapFile, drawing: Drawing) -> Iterator[str]:
    """A lake or wood lies on the sheet, between the lines, and holds no waypoint; no two overlap."""
    shapes = {area.id: ring_polygon(area) for area in (*source.lakes, *source.woods)}
    for name, shape in shapes.items():
        if not drawing.frame.contains(shape):
            yield f"{name} reaches over the edge of the sheet at {_at(shape)}"
        for ident, line in (*drawing.contours.items(), ("the river", drawing.river)):
            if line.intersects(shape):
                yield f"{name} is cut by {ident} at {_where(line, shape)}"
        for stop in source.waypoints:
            if shape.contains(Point(stop.at)):
                yield f"{stop.id} at {stop.at} stands in {name}"
    for one, two in combinations(shapes, 2):
        if shapes[one].intersects(shapes[two]):
            yield f"{one} and {two} overlap at {_where(shapes[one], shapes[two])}"


def _at(shape: BaseGeometry) -> str:
    return f"({shape.centroid.x:.2f}, {shape.centroid.y:.2f})"


def _bridges(sheet: Sheet, drawing: Drawing) -> Iterator[str]:
    lines = shapely.union_all([*drawing.contours.values(), *drawing.grid])
    for bridge in sheet.bridges:
        one, two = bridge.faces
        if one == two:
            yield f"{bridge.id} at {bridge.at} leads nowhere: the same land lies on both sides"
        elif sheet.faces[one].square != sheet.faces[two].square:
            yield f"{bridge.id} at {bridge.at} has its ends in two squares"
        near = shapely.line_merge(drawing.river.intersection(Point(bridge.at).buffer(BRIDGE_REACH)))
        if near.geom_type != "LineString":
            yield f"{bridge.id} at {bridge.at} is too near to a fork or to another stretch of the river"
        if lines.distance(Point(bridge.at)) < BRIDGE_CLEAR:
            yield f"{bridge.id} at {bridge.at} is nearer than {BRIDGE_CLEAR} to another line"


def _reachable(sheet: Sheet) -> Iterator[str]:
    graph = Graph(sheet)
    reached = _spread(graph, sheet.waypoints[0].face, over_bridges=True)
    lost: Sequence[str] = [f"{stop.id} at {stop.at}" for stop in sheet.waypoints if stop.face not in reached]
    if lost:
        yield f"no way leads from {sheet.waypoints[0].id} to {', '.join(lost)}"
