"""Random-play speed of other engines. A script of its own: it may run under another Python, which has them installed.

    python peers.py SEED SECONDS      prints {"name": decisions per second, ...}

Each engine plays uniformly random games through its Python interface, the way its own documentation shows. Chance
events (dealing, dice) are carried out but not counted as decisions.
"""

# ruff: noqa: TID251 - this script measures others, who bring no generator of their own
import json
import random
import sys
from contextlib import suppress
from time import process_time
from typing import Any


def openspiel(name: str, seed: int, seconds: float) -> float:
    """Decisions per second of an OpenSpiel game."""
    import pyspiel  # type: ignore[import-not-found]

    game = pyspiel.load_game(name)
    choose = random.Random(seed)
    decisions = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        state: Any = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choose.choices(outcomes, weights)[0])
            else:
                state.apply_action(choose.choice(state.legal_actions()))
                decisions += 1
    return decisions / spent


def catanatron(seed: int, seconds: float) -> float:
    """Decisions per second of Catanatron with four random players."""
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

    random.seed(seed)
    decisions = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        players = [RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]
        game: Any = Game(players)
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            decisions += 1
    return decisions / spent


def main() -> None:
    """Measure what is installed."""
    seed, seconds = int(sys.argv[1]), float(sys.argv[2])
    rates: dict[str, float] = {}
    with suppress(ImportError):
        for name in ("gin_rummy", "backgammon", "hearts"):
            rates[f"OpenSpiel {name}"] = openspiel(name, seed, seconds)
    with suppress(ImportError):
        rates["Catanatron"] = catanatron(seed, seconds)
    if not rates:
        sys.exit("neither open_spiel nor catanatron is installed: pip install 'waystation[peers]'")
    print(json.dumps(rates))


if __name__ == "__main__":
    main()
