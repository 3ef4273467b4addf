"""How strong the bots are: seat-rotated matches with 95 % intervals, as a Markdown table for docs/bots.md.

python benchmarks/strength.py --jobs 2
"""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Any

import waystation
from waystation.arena import simulate, summarize

MATCHES: tuple[tuple[str, dict[str, Any], tuple[str, str], int], ...] = (
    ("wayfinders", {}, ("greedy", "random"), 400),
    ("wayfinders", {}, ("mcts:500", "greedy"), 200),
)
SEED = 2019


def main() -> None:
    """Play all matches and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", help="only matches in which this bot plays")
    given = parser.parse_args()
    print("| Game | Match | Games | Won by the first | 95 % interval | Mean scores | Minutes |")
    print("|---|---|---|---|---|---|---|")
    for name, options, bots, games in MATCHES:
        if given.only is not None and given.only not in bots:
            continue
        start = perf_counter()
        game = waystation.load(name, players=len(bots), **options)
        summary = summarize(list(simulate(game, bots, games, SEED, given.jobs)))
        first, second = (next(tally for tally in summary.bots if tally.name == bot) for bot in bots)
        print(
            f"| {name} | {bots[0]} – {bots[1]} | {games} | {first.rate:.1%} | {first.low:.1%} to {first.high:.1%} "
            f"| {first.mean_score:.1f} – {second.mean_score:.1f} | {(perf_counter() - start) / 60:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
