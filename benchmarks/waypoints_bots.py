"""Mean scores of a bot in solo games of Waypoints, by goal, with 95 % intervals.

    python benchmarks/waypoints_bots.py expert [games: 500] [solo: easy]

The goals are drawn as in the rulebook, so each gets about a quarter of the games. CPU seconds are those of the bot.
"""

from __future__ import annotations

import statistics
import sys
import time
from math import sqrt

import waystation
from waystation.bots import bot_chance, make, observe
from waystation.games.waypoints.card import GOALS


def play(game: waystation.Game, seed: int, spec: str) -> tuple[str, int, bool]:
    """Goal, points, and whether the solo game was won."""
    state, bot, ply = game.new_state(seed), make(spec, game), 0
    while not state.is_over:
        state.apply(bot.choose(observe(state, 0, bot_chance(seed, 0, ply))), 0)
        ply += 1
    return state.view(None).table.goal, state.scores()[0], bool(state.winners())


def line(name: str, scores: list[int], won: list[bool]) -> str:
    """One row of the table."""
    spread = 1.96 * statistics.stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else 0.0
    share = sum(won) / len(won)
    return f"{name:8} {len(scores):4} games  mean {statistics.mean(scores):6.1f} ± {spread:4.1f}  won {share:5.1%}"


def main(spec: str, games: int, solo: str) -> None:
    """Play and print the table."""
    game = waystation.load("waypoints", players=1, solo=solo)
    start = time.process_time()
    results = [play(game, seed, spec) for seed in range(games)]
    cpu = time.process_time() - start
    print(f"{spec}, solo {solo}, {cpu / games:.2f} CPU seconds a game")
    for goal in GOALS:
        some = [result for result in results if result[0] == goal]
        if some:
            print(line(goal, [points for _, points, _ in some], [won for _, _, won in some]))
    print(line("all", [points for _, points, _ in results], [won for _, _, won in results]), flush=True)


if __name__ == "__main__":
    spec, games, solo = [*sys.argv[1:], *["expert", "500", "easy"][len(sys.argv) - 1 :]]
    main(spec, int(games), solo)
