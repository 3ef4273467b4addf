"""Mean scores of a bot in solo games of Waypoints, by goal, with 95 % intervals.

    python benchmarks/waypoints_bots.py expert [games for each goal: 125] [--solo hard] [--keep results.jsonl]

With --keep every game is written to a file as it ends; games found there are not played again. CPU seconds are those of
the bot.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any

import waystation
from waystation.bots import bot_chance, make, observe
from waystation.games.waypoints.components import GOALS


def play(game: waystation.Game, goal: str, seed: int, spec: str) -> dict[str, Any]:
    """One game: points, whether it was won, and the CPU seconds it took."""
    start = time.process_time()
    state, bot, ply = game.new_state(seed), make(spec, game), 0
    while not state.is_over:
        state.apply(bot.choose(observe(state, 0, bot_chance(seed, 0, ply))), 0)
        ply += 1
    seconds = time.process_time() - start
    result = {"goal": goal, "seed": seed, "points": state.scores()[0], "won": bool(state.winners())}
    return {"bot": spec, "solo": game.options_doc().get("solo", "easy"), **result, "seconds": round(seconds, 4)}


def results(spec: str, games: int, solo: str, keep: Path | None) -> Iterator[dict[str, Any]]:
    """Every game, from the file or played now; the goals take turns."""
    kept = {}
    if keep is not None and keep.exists():
        for row in map(json.loads, keep.read_text().splitlines()):
            kept[row["bot"], row["solo"], row["goal"], row["seed"]] = row
    tables = {goal: waystation.load("waypoints", players=1, solo=solo, goal=goal) for goal in GOALS}
    for seed in range(games):
        for goal, game in tables.items():
            row = kept.get((spec, solo, goal, seed))
            if row is None:
                row = play(game, goal, seed, spec)
                if keep is not None:
                    with keep.open("a") as file:
                        file.write(json.dumps(row) + "\n")
            yield row


def line(name: str, rows: list[dict[str, Any]]) -> str:
    """One row of the table."""
    points = [row["points"] for row in rows]
    share = statistics.mean(row["won"] for row in rows)
    spread = [1.96 * sqrt(share * (1 - share) / len(rows))]
    spread.append(1.96 * statistics.stdev(points) / sqrt(len(rows)) if len(rows) > 1 else 0.0)
    mean = f"mean {statistics.mean(points):6.1f} ± {spread[1]:4.1f}"
    return f"{name:8} {len(rows):4} games  {mean}  won {share:5.1%} ± {spread[0]:4.1%}"


def main(spec: str, games: int, solo: str, keep: Path | None) -> None:
    """Play and print the table."""
    rows = list(results(spec, games, solo, keep))
    print(f"{spec}, solo {solo}, {statistics.mean(row['seconds'] for row in rows):.3f} CPU seconds a game")
    for goal in GOALS:
        print(line(goal, [row for row in rows if row["goal"] == goal]))
    print(line("all", rows), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot", nargs="?", default="expert")
    parser.add_argument("games", nargs="?", type=int, default=125)
    parser.add_argument("--solo", default="easy", choices=["easy", "hard"])
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    main(given.bot, given.games, given.solo, given.keep)
