"""How much faster two processes are than one: the same run of greedy games, one after the other, several times.

python benchmarks/jobs.py
"""

from __future__ import annotations

from statistics import median
from time import perf_counter

import waystation
from waystation.arena import simulate

GAMES = 160
ROUNDS = 3


def seconds(jobs: int) -> float:
    """How long the run takes with so many processes."""
    game = waystation.load("wayfinders", players=2)
    start = perf_counter()
    played = sum(1 for _ in simulate(game, ["greedy", "greedy"], GAMES, seed=1, jobs=jobs))
    assert played == GAMES
    return perf_counter() - start


def main() -> None:
    """Take turns, so that a busy moment of the machine does not spoil one side only."""
    times = [(seconds(1), seconds(2)) for _ in range(ROUNDS)]
    one, two = (median(column) for column in zip(*times, strict=True))
    print(f"{GAMES} games of greedy: {one:.1f} s with one process, {two:.1f} s with two, {one / two:.2f} x as fast")


if __name__ == "__main__":
    main()
