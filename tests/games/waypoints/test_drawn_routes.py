"""Routes as they are drawn: round the symbols of all other waypoints, and over the river at bridges only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist

import msgspec
import shapely
from shapely.geometry import LineString, Point

import waystation
from games.waypoints.test_bills import walking
from waystation.engine import Chance, Path
from waystation.games.waypoints import generator
from waystation.games.waypoints.compiler import compile_map
from waystation.games.waypoints.picture import RADIUS
from waystation.games.waypoints.sheet import SCALE, Sheet
from waystation.games.waypoints.state import WaypointsState

XY = tuple[float, float]

MADE = 0.03
"""On a made map a waypoint may stand in a passage that is narrower than its symbol."""


def points(path: str) -> list[XY]:
    """Closely set points of an SVG path, in squares."""
    found: list[XY] = []
    for command, text in re.findall(r"([MLC])([^MLCZ]*)", path):
        numbers = [float(number) / SCALE for number in re.findall(r"-?[\d.]+", text)]
        corners = list(zip(numbers[::2], numbers[1::2], strict=True))
        if command == "C":
            (x0, y0), ((x1, y1), (x2, y2), (x3, y3)) = found[-1], corners
            for k in range(1, 9):
                t, u = k / 8, 1 - k / 8
                weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
                xs, ys = (x0, x1, x2, x3), (y0, y1, y2, y3)
                found.append(tuple(sum(w * c for w, c in zip(weights, cs, strict=True)) for cs in (xs, ys)))  # type: ignore[arg-type]
        else:
            found += corners
    return found


def river(sheet: Sheet) -> shapely.MultiLineString:
    """The river as it is drawn."""
    return shapely.MultiLineString([points(path) for path in sheet.river])


def check(
    sheet: Sheet, line: Sequence[XY], ends: set[str], steps: Sequence[str], water: shapely.MultiLineString
) -> None:
    """Nothing of the line lies on another waypoint's symbol; it meets the river only at the bridges it crosses."""
    clear = RADIUS / SCALE if sheet.name == "Whistling Water" else MADE
    for stop in sheet.waypoints:
        if stop.id not in ends:
            assert min(dist(p, stop.at) for p in line) >= clear, (stop.id, ends, steps)
    if not any("~" in step for step in steps):
        bridges = [Point(sheet.bridges[int(s[7:]) - 1].at).buffer(0.04) for s in steps if s.startswith("bridge")]
        meeting = LineString(line).intersection(water).difference(shapely.union_all(bridges))
        assert meeting.is_empty, (ends, steps, meeting)


def planned(
    state: WaypointsState, seat: int, stops: Sequence[str]
) -> Iterator[tuple[list[XY], set[str], tuple[str, ...]]]:
    """Plans to these waypoints: line, where it begins and ends, steps."""
    me = state.hikers[seat]
    here = state.game.sheet.waypoints[me.here].id
    before = tuple(map(state.game.actions.format, me.trail))
    for stop in stops:
        for plan in state.plans(seat, f"stop:{stop}")[:2]:
            part = plan.preview[0].parts[-1]
            assert isinstance(part, Path)
            yield points(part.d), {here, stop}, (*before, *plan.actions)


def test_planned_routes_on_map_1() -> None:
    seen, water = 0, None
    for number, state in enumerate(walking({"players": 1, "goal": "bridges"}, 5)):
        sheet = state.game.sheet
        water = water or river(sheet)
        if number % 3 == 0:
            for line, ends, steps in planned(state, 0, [stop.id for stop in sheet.waypoints[number % 4 :: 4]]):
                check(sheet, line, ends, steps, water)
                seen += 1
    assert seen > 100


def test_routes_under_way_and_routes_that_were_walked() -> None:
    """As the scene shows them, in whole games."""
    seen = 0
    for seed in (1, 2):
        state = None
        for number, state in enumerate(walking({"players": 1, "goal": "lakes"}, seed)):
            me, sheet = state.hikers[0], state.game.sheet
            if number % 5 == 0 and me.trail and me.afloat < 0:
                node = state.game.scene(state.view(0)).node("walk")
                part = node.parts[-1]
                assert isinstance(part, Path)
                steps = list(map(state.game.actions.format, me.trail))
                face = sheet.faces[me.node]
                inside = {stop.id for stop in sheet.waypoints if dist(stop.at, face.at) < 2 * RADIUS / SCALE}
                check(sheet, points(part.d), {sheet.waypoints[me.here].id} | inside, steps, river(sheet))
                seen += 1
        assert state is not None
        me, water = state.hikers[0], river(state.game.sheet)
        for leg in state.view(0).table.hikers[0].legs:
            if not leg.steps[0].startswith("glide"):
                at = {stop.id: stop.at for stop in state.game.sheet.waypoints}
                line = points(state.game.pencil.path(at[leg.start], leg.steps[:-1], at[leg.end]))
                check(state.game.sheet, line, {leg.start, leg.end}, leg.steps, water)
                seen += 1
    assert seen > 40


def test_planned_routes_on_a_made_map() -> None:
    source = generator.draw(Chance.of("2/0", "map"), "Two", "a test")
    assert source is not None
    sheet = compile_map(source)
    game = waystation.load("waypoints", players=1, sheet=msgspec.to_builtins(sheet))
    state = game.state_from({"table": {"marker": 4, "hikers": [{"water": 3}]}})
    assert isinstance(state, WaypointsState)
    water, seen = river(sheet), 0
    for line, ends, steps in planned(state, 0, [stop.id for stop in sheet.waypoints]):
        check(sheet, line, ends, steps, water)
        seen += 1
    assert seen > 5


def test_a_route_goes_through_the_faces_that_it_names() -> None:
    state = waystation.load("waypoints", players=1).state_from({"table": {"start": "camp1", "marker": 5}})
    assert isinstance(state, WaypointsState)
    sheet, raster = state.game.sheet, state.game.pencil.raster
    for plan in state.plans(0, "stop:look2") + state.plans(0, "stop:mt9"):
        part = plan.preview[0].parts[-1]
        assert isinstance(part, Path)
        names = [sheet.faces[raster.face(p)].name for p in points(part.d)]
        walked = [name for name, after in pairwise([*names, ""]) if name != after]
        stepped = [step[3:] for step in plan.actions if step.startswith("go ")]
        assert [name for name in walked if name in stepped] == stepped
