"""How well lines drawn by hand are read: on map 1 and on made maps, for routes with no kayak, one and two.

    python benchmarks/waypoints_drawing.py [made maps: 20] [--routes 40] [--keep folder]

Hikers are put on a random waypoint with random weather, water, coats and (but for routes without kayaks) two kayaks;
one of the planner's routes is drawn as the page would draw it, and its points are then moved as an unsteady hand moves
them: each by up to 0.012 squares to all sides, and the whole line by a sway of so many squares at most that changes
every quarter of a square. A line is read if it ends at its waypoint and can be played; read as meant if it also takes
as many kayaks. (It may cost another line less or more: a hand near a corner.) Times are CPU milliseconds a line.
With --keep compiled maps are written to a folder, and those found there are not made again.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

import waystation
from waystation.engine import Chance
from waystation.games.waypoints import compiler, generator, planner
from waystation.games.waypoints.paths import resampled
from waystation.games.waypoints.picture import MARGIN
from waystation.games.waypoints.sheet import SCALE, Sheet
from waystation.games.waypoints.state import WaypointsState

XY = tuple[float, float]
TREMBLE = 0.012
SWAYS = (0.0, 0.02, 0.04)
KAYAKS = (0, 1, 2)


def made(seed: int, keep: Path | None) -> Any:
    """The compiled map of this seed, as a document."""
    kept = None if keep is None else keep / f"{seed}.json"
    if kept is not None and kept.exists():
        return msgspec.json.decode(kept.read_bytes())
    sheet = msgspec.json.encode(compiler.compile_map(generator.new_map(seed)))
    if kept is not None:
        kept.write_bytes(sheet)
    return msgspec.json.decode(sheet)


def swayed(line: Sequence[XY], sway: float, chance: Chance) -> list[XY]:
    """The line as an unsteady hand draws it; its ends stay where they are."""
    points = [(x + TREMBLE * (2 * chance.unit() - 1), y + TREMBLE * (2 * chance.unit() - 1)) for x, y in line]
    if not sway:
        return points
    points = list(resampled(points, 0.03))
    whole = sum(math.dist(p, q) for p, q in pairwise(points))
    knots = [(sway * (2 * chance.unit() - 1), sway * (2 * chance.unit() - 1)) for _ in range(int(whole / 0.25) + 3)]
    found, far, before = [], 0.0, points[0]
    for p in points:
        far += math.dist(before, p)
        before = p
        knot, part = divmod(far / 0.25, 1)
        (x1, y1), (x2, y2) = knots[int(knot)], knots[int(knot) + 1]
        part = (1 - math.cos(math.pi * part)) / 2
        fade = max(0.0, min(1.0, far / 0.2, (whole - far) / 0.2))
        found.append((p[0] + fade * (x1 + (x2 - x1) * part), p[1] + fade * (y1 + (y2 - y1) * part)))
    return found


def hikes(game: waystation.Game, kayaks: int, count: int, chance: Chance) -> Iterator[tuple[WaypointsState, Any]]:
    """Beginnings of turns, each with a route of so many kayaks."""
    stops = [stop.id for stop in game.new_state(1).game.sheet.waypoints]  # type: ignore[attr-defined]
    for _ in range(20 * count):
        marks = {"bear": 5 if kayaks else 0, "gear": chance.below(2) if kayaks else 0, "rabbit": 2 * chance.below(2)}
        hiker = {"here": chance.choice(stops), "water": chance.below(4), "marks": marks}
        table = {"start": f"camp{1 + chance.below(6)}", "marker": 1 + chance.below(16), "hikers": [hiker]}
        state = game.state_from({"table": table})
        assert isinstance(state, WaypointsState)
        found = [route for route in planner.routes(state, state.hikers[0]) if route.kayaks == kayaks]
        if found:
            yield state, chance.choice(found)
            count -= 1
        if not count:
            return


def read(state: WaypointsState, wanted: planner.Route, sway: float, chance: Chance) -> tuple[bool, bool, float]:
    """Whether the route was read from its drawing, whether with as many kayaks, and how long it took."""
    game = state.game
    steps = list(map(game.actions.format, wanted.actions))
    walk = [step for step in steps[:-1] if "coat" not in step]
    stops = game.sheet.waypoints
    line = game.pencil.points(stops[state.hikers[0].here].at, walk, stops[wanted.stop].at)
    points = [(x * SCALE + MARGIN, y * SCALE + MARGIN) for x, y in swayed(line, sway, chance)]
    start = time.process_time()
    plan = state.trace(0, points)
    took = 1000 * (time.process_time() - start)
    arrived = plan.problems == () and plan.actions[-1] == steps[-1]
    return arrived, arrived and sum("kayak" in step for step in plan.actions) == wanted.kayaks, took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maps", nargs="?", type=int, default=20)
    parser.add_argument("--routes", type=int, default=40, help="for each map, sway and number of kayaks")
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    counts: Counter[tuple[float, int, str]] = Counter()
    times: dict[tuple[float, int], list[float]] = {(sway, kayaks): [] for sway in SWAYS for kayaks in KAYAKS}
    for seed in range(-1, given.maps):
        options: dict[str, Sheet] = {} if seed < 0 else {"sheet": made(seed, given.keep)}
        game = waystation.load("waypoints", players=1, goal="lakes", **options)
        for sway, kayaks in times:
            chance = Chance.of(f"{seed}/{sway}/{kayaks}", "drawing")
            for state, wanted in hikes(game, kayaks, given.routes, chance):
                arrived, meant, took = read(state, wanted, sway, chance)
                counts[sway, kayaks, "read"] += arrived
                counts[sway, kayaks, "meant"] += meant
                times[sway, kayaks].append(took)
    print(f"map 1 and {given.maps} made maps")
    print(f"{'sway':>5} {'kayaks':>6} {'lines':>6} {'read':>7} {'as meant':>8} {'median':>7} {'p95':>6} {'max':>6}  ms")
    for (sway, kayaks), waited in times.items():
        ordered, n = sorted(waited), len(waited)
        shares = (counts[sway, kayaks, what] / n for what in ("read", "meant"))
        print(f"{sway:5.2f} {kayaks:6} {n:6}", *(f"{share:7.1%}" for share in shares), end=" ")
        print(f"{statistics.median(ordered):8.1f} {ordered[int(n * 0.95)]:6.1f} {ordered[-1]:6.1f}")


if __name__ == "__main__":
    main()
