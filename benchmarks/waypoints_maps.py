"""Makes maps and holds each to map 1's counts and costs, and its route costs to the independent raster search.

python benchmarks/waypoints_maps.py [how many: 50]
"""

from __future__ import annotations

import statistics
import sys
import time
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from games.waypoints.raster import RasterMap
from waystation.games.waypoints import compiler, generator, mapcheck


def main(count: int) -> None:
    """Print a line for each map, and how many disagree."""
    making, compiling, distances, wrong = [], [], [], 0
    for seed in range(count):
        start = time.process_time()
        source = generator.new_map(seed)
        made = time.process_time()
        sheet = compiler.compile_map(source)
        compiling.append(time.process_time() - made)
        making.append(made - start)
        distances.append(generator.distance(sheet))
        faults = mapcheck.check_map(source) + mapcheck.narrow_passages(source)
        counts = mapcheck.counts(source) == mapcheck.STANDARD
        flooded = RasterMap(source).costs()
        names = [stop.id for stop in source.waypoints]
        off = sum(
            cost != flooded[a][b]
            for (a, b), cost in zip(combinations(names, 2), mapcheck.pair_costs(sheet), strict=True)
        )
        wrong += bool(off or faults or not counts)
        print(
            f"seed {seed}: {len(sheet.faces)} faces, distance {distances[-1]:.3f}, pairs that differ: {off} {faults}",
            flush=True,
        )
    print(f"{count} maps, {wrong} with a fault; distance from map 1: mean {statistics.mean(distances):.3f}")
    print(f"CPU seconds: making {statistics.mean(making):.1f} (mean), compiling at most {max(compiling):.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
