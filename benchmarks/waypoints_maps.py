"""Makes maps and holds each to map 1's counts and costs, and its route costs to the independent raster search.

python benchmarks/waypoints_maps.py [how many: 50] [--keep results.jsonl]

With --keep every map's line is written to a file; maps found there are not made again.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from itertools import combinations
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from games.waypoints.raster import RasterMap
from waystation.games.waypoints import compiler, generator, mapcheck


def check(seed: int) -> dict[str, Any]:
    """Make a map, compile it, and compare all its pairs of waypoints with the raster."""
    start = time.process_time()
    source = generator.new_map(seed)
    made = time.process_time()
    sheet = compiler.compile_map(source)
    compiled = time.process_time()
    flooded = RasterMap(source).costs()
    names = [stop.id for stop in source.waypoints]
    pairs = list(zip(combinations(names, 2), mapcheck.pair_costs(sheet), strict=True))
    faults = mapcheck.check_map(source) + mapcheck.narrow_passages(source)
    if mapcheck.counts(source) != mapcheck.STANDARD:
        faults.append("counts")
    return {
        "seed": seed,
        "faces": len(sheet.faces),
        "distance": round(generator.distance(sheet), 4),
        "pairs": len(pairs),
        "differ": sum(cost != flooded[a][b] for (a, b), cost in pairs),
        "faults": [str(fault) for fault in faults],
        "making": round(made - start, 2),
        "compiling": round(compiled - made, 2),
    }


def main(count: int, keep: Path | None) -> None:
    """Print a line for each map, and how many disagree."""
    kept = {}
    if keep is not None and keep.exists():
        kept = {row["seed"]: row for row in map(json.loads, keep.read_text().splitlines())}
    rows = []
    for seed in range(count):
        row = kept.get(seed) or check(seed)
        if keep is not None and seed not in kept:
            with keep.open("a") as file:
                file.write(json.dumps(row) + "\n")
        rows.append(row)
        print(row, flush=True)
    wrong = sum(bool(row["differ"] or row["faults"]) for row in rows)
    pairs = sum(row["pairs"] for row in rows)
    away = statistics.mean(row["distance"] for row in rows)
    making, compiling = (statistics.mean(row[key] for row in rows) for key in ("making", "compiling"))
    print(f"{count} maps, {pairs} pairs, {wrong} maps with a fault; distance from map 1: mean {away:.3f}")
    print(f"CPU seconds (mean): making {making:.1f}, compiling {compiling:.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=50)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    main(given.count, given.keep)
