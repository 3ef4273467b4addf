"""How long a game's views and pictures keep a server busy: every moment of random games, by CPU time.

    python benchmarks/load_views.py                       # all installed games
    python benchmarks/load_views.py waypoints --games 5

One number is one update of a table with a viewer for each seat: all views and their scenes, as the server makes them
after a move. It stands still for everybody else meanwhile, so 5 ms is long.
"""

from __future__ import annotations

import argparse
import statistics
from time import thread_time

import waystation
from waystation.engine import Chance, Game


def updates(game: Game, seed: int, moves: int) -> list[float]:
    """Milliseconds for each moment of a game of random choices."""
    found = []
    state, chance, seats = game.new_state(seed), Chance.of(seed, "moves"), range(game.players)
    for _ in range(moves):
        began = thread_time()
        for view in state.views(seats):
            game.draw(view)
        found.append(1000 * (thread_time() - began))
        if state.is_over:
            break
        seat = chance.choice(state.to_act)
        state.apply(chance.choice(state.legal_actions(seat)), seat)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="games; all if none is named")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--moves", type=int, default=500, help="moves a game at most")
    given = parser.parse_args()
    print(f"{'game':14} {'seats':>5} {'moments':>8} {'median':>8} {'p95':>8} {'max':>8}  ms of CPU an update")
    for name in given.names or waystation.game_names():
        game = waystation.load(name)
        took = sorted(one for seed in range(given.games) for one in updates(game, seed, given.moves))
        p95, top = took[int(len(took) * 0.95)], took[-1]
        print(f"{name:14} {game.players:5} {len(took):8} {statistics.median(took):8.2f} {p95:8.2f} {top:8.2f}")


if __name__ == "__main__":
    main()
