"""How much a seat is worth: the same bot at every seat, and who wins. The figures of docs/bots.md.

python benchmarks/seats.py [GAME ...] [--games 200] [--jobs 2]
"""

from __future__ import annotations

import argparse
from typing import Any

import waystation
from waystation.arena import simulate, summarize

SEED = 2026
TABLES: list[tuple[str, dict[str, Any], str]] = [
    ("wayfinders", {"players": 2}, "greedy"),
    ("wayfinders", {"players": 4}, "greedy"),
    ("waypoints", {"players": 2}, "expert"),
    ("wayfarers", {"players": 2}, "expert"),
    ("wayfarers", {"players": 4}, "expert"),
    ("windward", {"players": 2}, "expert"),
    ("windward", {"players": 4}, "expert"),
]
"""Word Traveler is played together: no seat wins alone."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help="games; default: all")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    for name, options, bot in TABLES:
        if given.names and name not in given.names:
            continue
        game = waystation.load(name, **options)
        summary = summarize(list(simulate(game, [bot] * game.players, given.games, SEED, given.jobs)))
        told = ", ".join(f"{seat.rate:.1%} ({seat.low:.0%}-{seat.high:.0%})" for seat in summary.seats)
        print(f"{name}, {game.players} players, {bot}, {summary.games} games, by seat: {told}", flush=True)


if __name__ == "__main__":
    main()
