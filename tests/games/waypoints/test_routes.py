"""Costs of routes: the face graph against a raster that knows nothing of faces, and the tables against plain search."""

from __future__ import annotations

import heapq
from itertools import combinations
from pathlib import Path

import pytest

import waystation
from games.waypoints.raster import RasterMap
from waystation.engine import Chance
from waystation.games.waypoints import atlas, compiler, generator, mapcheck, mapfile
from waystation.games.waypoints.components import KAYAK_LINES
from waystation.games.waypoints.graph import Graph

MAP1 = mapfile.load_map(Path(atlas.__file__).parent / "data" / "map1.toml")


def compare(source: mapfile.MapFile) -> None:
    """All pairs of waypoints cost the same on the graph and on the raster."""
    flooded = RasterMap(source).costs()
    names = [stop.id for stop in source.waypoints]
    counted = mapcheck.pair_costs(compiler.compile_map(source))
    assert counted == [flooded[a][b] for a, b in combinations(names, 2)]


def test_map1_agrees_with_the_raster() -> None:
    compare(MAP1)


def test_a_made_map_is_sound_and_agrees_with_the_raster() -> None:
    """(benchmarks/waypoints_maps.py does this for fifty.)"""
    source = generator.new_map(11)
    assert mapcheck.check_map(source) == []
    assert mapcheck.counts(source) == mapcheck.STANDARD
    sheet = compiler.compile_map(source)
    assert mapcheck.river_sides(sheet) == 3
    assert generator.distance(sheet) <= generator.CLOSE_ENOUGH
    atlas.validate(sheet)
    compare(source)


def test_the_same_seed_gives_the_same_map() -> None:
    one, two = (generator.draw(Chance.of("2/0", "map"), "Two", "a test") for _ in range(2))
    assert one is not None
    assert one == two


@pytest.mark.parametrize("kayaks", [0, 1, 2])
@pytest.mark.parametrize("may_paddle_on", [True, False])
def test_tables_of_what_is_within_reach_agree_with_dijkstra(kayaks: int, may_paddle_on: bool) -> None:
    graph = Graph(atlas.load_sheet("map1"), may_paddle_on)
    table = graph.reachability(kayaks)
    for start in range(0, graph.faces, 11):
        costs = least_costs(graph, start, kayaks)
        for stop, face in enumerate(graph.stop_face):
            counted = next(b for b, mask in enumerate(table.on_foot[start]) if mask >> stop & 1)
            assert counted == costs[face], (start, stop)


def least_costs(graph: Graph, start: int, kayaks: int) -> dict[int, int]:
    """Least cost to every face, by Dijkstra over (place, lines crossed afloat or -1, kayaks left)."""
    first = (start, -1, kayaks)
    cost, queue, best = {first: 0}, [(0, first)], {}
    while queue:
        so_far, here = heapq.heappop(queue)
        if so_far > cost[here]:
            continue
        place, lines, left = here
        if lines < 0:
            best.setdefault(place, so_far)
            ways = [((other, -1, left), 1) for other in graph.steps[place]]
            for bridge in graph.bridges_at[place]:
                ways += [((face, -1, left), 0) for face in graph.bridges[bridge] if face != place]
            ways += [((reach, 0, left - 1), 0) for reach in graph.launches[place] if left]
        else:
            ways = [((face, -1, left), 0) for face in graph.banks[place]]
            if lines < KAYAK_LINES:
                ways += [((reach, lines + 1, left), 0) for reach in graph.floats[place]]
            elif graph.may_paddle_on:
                ways += [((reach, lines, left), 1) for reach in graph.floats[place]]
        for there, more in ways:
            if so_far + more < cost.get(there, 10**6):
                cost[there] = so_far + more
                heapq.heappush(queue, (so_far + more, there))
    return best


def test_a_lake_never_makes_a_way_dearer() -> None:
    """Passing through features is offered, never asked for: costs ignore them."""
    game = waystation.load("waypoints", players=1)
    state = game.state_from({"table": {"start": "camp1", "marker": 1}})
    with_lake, without = state.clone(), state.clone()
    for step in ("bridge 1", "lake 4", "go A3d", "go B3c"):
        with_lake.play(step)
    for step in ("bridge 1", "go A3d", "go B3c"):
        without.play(step)
    assert with_lake.hikers[0].spent == without.hikers[0].spent == 2
