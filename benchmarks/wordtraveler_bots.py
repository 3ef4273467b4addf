"""How long Word Traveler's bots think: processor time of every plan and every guess in games of three.

python benchmarks/wordtraveler_bots.py [city: london] [games: 10] [depth: 2]
"""

from __future__ import annotations

import sys
import time
from typing import cast

from waystation.games.wordtraveler.bots import WordBot
from waystation.games.wordtraveler.game import WordTraveler
from waystation.games.wordtraveler.state import WordTravelerState


def play(game: WordTraveler, seed: str, depth: int, taken: dict[str, list[float]]) -> None:
    """One game; milliseconds go to `taken`."""
    state = cast(WordTravelerState, game.new_state(seed))
    bots = [WordBot(depth) for _ in range(game.players)]
    while not state.is_over:
        seat, planning = state.to_act[0], state.traveller is None
        begin = time.process_time()
        actions = bots[seat].plan(state, seat) if planning else bots[seat].guess(state, seat)
        taken["plan" if planning else "guess"].append(1000 * (time.process_time() - begin))
        for action in (*actions, game.ids.done):
            state.apply(action, seat)


def main(city: str, games: int, depth: int) -> None:
    """Play and print."""
    options = {"players": 3, "city": city, "guess": "decider"}
    game = cast(WordTraveler, WordTraveler.from_options(options))
    taken: dict[str, list[float]] = {"plan": [], "guess": []}
    for number in range(games):
        play(game, f"speed/{number}", depth, taken)
    for what, times in taken.items():
        times.sort()
        print(f"{city}, a {what}: median {times[len(times) // 2]:.1f} ms, longest of {len(times)} {times[-1]:.1f} ms")


if __name__ == "__main__":
    city, games, depth = [*sys.argv[1:], *["london", "10", "2"][len(sys.argv) - 1 :]]
    main(city, int(games), int(depth))
