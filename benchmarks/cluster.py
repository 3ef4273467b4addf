"""A run on a Ray cluster of two workers, one of which is killed in the middle: its rows are those of a run without.

pip install "waystation[ray]" psutil
python benchmarks/cluster.py --games 30
"""

import argparse
import os
import signal
import sys
import time

import psutil  # type: ignore[import-untyped]
import ray

import waystation
from waystation.arena import Row, simulate

SEATS = ["greedy:20", "random"]


def kill_a_worker() -> int:
    """Kill one process that plays; its number."""
    for process in psutil.process_iter(["cmdline"]):
        if " ".join(process.info["cmdline"] or []).startswith("ray::_play"):
            os.kill(process.pid, signal.SIGKILL)
            return int(process.pid)
    sys.exit("no worker was found")


def timeless(rows: list[Row]) -> list[Row]:
    """The rows without how long anything took."""
    for row in rows:
        row.seconds = []
    return rows


def main() -> None:
    """Compare both runs."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=30)
    games = parser.parse_args().games
    game = waystation.load("wayfinders", players=2)
    start = time.perf_counter()
    alone = timeless(list(simulate(game, SEATS, games, seed=3)))
    print(f"one process: {time.perf_counter() - start:.1f} s")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    start, killed, rows = time.perf_counter(), 0, []
    for row in simulate(game, SEATS, games, seed=3, ray="auto"):
        rows.append(row)
        if len(rows) == games // 5:
            killed = kill_a_worker()
    same = timeless(rows) == alone
    print(f"Ray, two workers, one ({killed}) killed: {time.perf_counter() - start:.1f} s; the same rows: {same}")
    ray.shutdown()
    sys.exit(not same)


if __name__ == "__main__":
    main()
