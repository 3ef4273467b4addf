"""Our drawing of map 1 against the facts of the printed sheet (tests/games/waypoints/map1_facts.json)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import waystation
from waystation.games.waypoints import atlas, compiler, mapcheck, mapfile
from waystation.games.waypoints.graph import Graph
from waystation.games.waypoints.sheet import square_name

FACTS = json.loads((Path(__file__).parent / "map1_facts.json").read_text())
SOURCE = mapfile.load_map(Path(atlas.__file__).parent / "data" / "map1.toml")
SHEET = atlas.load_sheet("map1")
GRAPH = Graph(SHEET)
STOPS = {stop.id: index for index, stop in enumerate(SHEET.waypoints)}


def least(masks: list[int], stop: int) -> int:
    return next(cost for cost, mask in enumerate(masks) if mask >> stop & 1)


def pairs(kayaks: int = 0) -> dict[tuple[str, str], int]:
    rows = GRAPH.reachability(kayaks).on_foot
    return {(a, b): least(rows[GRAPH.stop_face[STOPS[a]]], STOPS[b]) for a in STOPS for b in STOPS if a != b}


def test_the_compiled_map_is_that_of_the_map_file() -> None:
    assert compiler.compile_map(SOURCE) == SHEET


def test_the_map_check_finds_no_fault_and_three_river_sides() -> None:
    assert mapcheck.check_map(SOURCE) == []
    assert mapcheck.counts(SOURCE) == mapcheck.STANDARD
    assert mapcheck.river_sides(SHEET) == 3


def test_what_lies_in_which_square() -> None:
    for stop in SHEET.waypoints:
        fact = FACTS["waypoints"][stop.id]
        assert square_name(stop.square, SHEET.columns) == fact["square"], stop.id
        assert (stop.height, stop.number) == (fact.get("height", 0), fact.get("camp", 0)), stop.id
    for feature in (*SHEET.lakes, *SHEET.woods):
        squares = {square_name(SHEET.faces[face].square, SHEET.columns) for face in feature.faces}
        assert squares == set(FACTS["features"][feature.id]["squares"]), feature.id
        assert len(feature.faces) == len(squares), f"{feature.id} lies in one face of each square"
    for bridge in SHEET.bridges:
        (square,) = FACTS["features"][bridge.id]["squares"]
        assert {square_name(SHEET.faces[face].square, SHEET.columns) for face in bridge.faces} == {square}


def test_the_banks_are_those_of_the_printed_sheet() -> None:
    """On foot without bridges one reaches exactly the waypoints of one's own side."""
    for stop in SHEET.waypoints:
        reached, queue = {stop.face}, [stop.face]
        while queue:
            for other in GRAPH.steps[queue.pop()]:
                if other not in reached:
                    reached.add(other)
                    queue.append(other)
        side = FACTS["waypoints"][stop.id]["side"]
        expected = {name for name, fact in FACTS["waypoints"].items() if fact["side"] == side}
        assert {other.id for other in SHEET.waypoints if other.face in reached} == expected


def test_contours_around_every_waypoint() -> None:
    drawing = compiler.Drawing(SOURCE)
    for stop in SOURCE.waypoints:
        depth = sum(ring.contains(compiler.Point(stop.at)) for ring in drawing.rings.values())
        assert depth == FACTS["waypoints"][stop.id]["depth"], stop.id


def test_pair_costs_are_within_the_tolerance_asked_for() -> None:
    """Cost 1 to 4: 90 % equal, the rest within 1; 5 to 8: 90 % within 1; the mean within 0.3. (Ours are all equal.)"""
    ours = pairs()
    wanted = {(a, b): cost for a, row in FACTS["pair_cost"].items() for b, cost in row.items()}
    low = [(ours[pair], cost) for pair, cost in wanted.items() if cost <= 4]
    middle = [(ours[pair], cost) for pair, cost in wanted.items() if 5 <= cost <= 8]
    assert len(low) == 306
    assert sum(a == b for a, b in low) >= 0.9 * len(low)
    assert all(abs(a - b) <= 1 for a, b in low)
    assert sum(abs(a - b) <= 1 for a, b in middle) >= 0.9 * len(middle)
    mean = sum(ours.values()) / len(ours)
    assert mean == pytest.approx(FACTS["mean"], abs=0.3)
    assert all(ours[pair] == cost for pair, cost in wanted.items())


def test_mean_reachable_counts_are_within_ten_percent() -> None:
    for kayaks, key in ((0, "reachable"), (1, "reachable_with_kayak")):
        ours = pairs(kayaks)
        for points, wanted in FACTS[key].items():
            found = sum(cost <= int(points) for cost in ours.values()) / len(STOPS)
            assert found == pytest.approx(wanted, rel=0.1, abs=0.06), (key, points)


def test_costs_to_features_and_bridges() -> None:
    faces = {f.id: f.faces for f in (*SHEET.lakes, *SHEET.woods, *SHEET.bridges)}
    for name, wanted in FACTS["feature_cost"].items():
        for stop, cost in wanted.items():
            reached = GRAPH.stop_face[STOPS[stop]]
            assert min(_face_cost(reached, face) for face in faces[name]) == cost, (name, stop)


def _face_cost(start: int, end: int) -> int:
    cost, frontier = 0, {start}
    seen: set[int] = set()
    while True:
        queue = list(frontier)
        while queue:  # over bridges at no cost
            face = queue.pop()
            for bridge in GRAPH.bridges_at[face]:
                for other in GRAPH.bridges[bridge]:
                    if other not in frontier:
                        frontier.add(other)
                        queue.append(other)
        if end in frontier:
            return cost
        seen |= frontier
        frontier = {other for face in frontier for other in GRAPH.steps[face]} - seen
        cost += 1


def test_costs_with_one_kayak() -> None:
    """The pairs that a kayak brings within 2 lines, as far as they were more on foot."""
    ours = pairs(1)
    wanted = {(a, b): c for a, row in FACTS["kayak_pair_cost_upto2"].items() for b, c in row.items()}
    off = [pair for pair, cost in wanted.items() if ours[pair] != cost]
    assert len(off) <= 0.1 * len(wanted), off
    assert ours["camp1", "camp3"] == 0


def test_the_engine_loads_maps_without_shapely() -> None:
    import subprocess
    import sys

    code = (
        "import sys, waystation; waystation.load('waypoints').new_state(1).legal_actions(0); "
        "assert 'shapely' not in sys.modules and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_weather_sides() -> None:
    game = waystation.load("waypoints")
    assert game.sheet.weather[0] == (2, 3, 5, 1, 2, 4, 2, 4, 3, 3, 4, 3, 1, 5, 3, 2)
    assert [sum(side) for side in game.sheet.weather] == [47, 46, 47, 46]
    assert all(side[-1] == 2 for side in game.sheet.weather)
