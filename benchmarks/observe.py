"""What observing costs: an observation, a mask, a whole observed step, environments, and a pickled state, in each game.

    python benchmarks/observe.py [seconds a game: 4]

All in CPU time of one process, so that other work disturbs little; the games are random. An observed step
is the legal actions, one of them carried out, the observation of the next seat, and its mask. Two players, and as many
as a game takes (Waypoints: four).
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from statistics import mean
from time import process_time
from typing import Any

import waystation
from waystation.engine import Chance, Game, State
from waystation.study import SeatVector

TABLES: dict[str, dict[str, Any]] = {
    "wayfinders": {"max_rounds": 50, "max_free_steps": 20},
    "wayfarers": {"round_limit": 20},
    "windward": {"max_rounds": 12},
    "waypoints": {},
    "wordtraveler": {},
}
MOST = {"wayfinders": 4, "wayfarers": 4, "windward": 5, "waypoints": 4, "wordtraveler": 5}
ROWS = 16


def moments(game: Game, count: int = 1500) -> list[tuple[State, int]]:
    """States of random games, each with a seat that is asked."""
    chance, number = Chance.of(1, "observe"), 0
    found: list[tuple[State, int]] = []
    while len(found) < count:
        state = game.new_state(number)
        number += 1
        while not state.is_over and len(found) < count:
            seat = state.to_act[0]
            found.append((state.clone(), seat))
            state.advance(chance.choice(state.legal_actions(seat)), seat)
    return found


def micros(work: Callable[[State, int], object], at: list[tuple[State, int]], times: int = 3) -> float:
    """Microseconds of a call, the best of some rounds over all moments."""
    rounds = []
    for _ in range(times):
        start = process_time()
        for state, seat in at:
            work(state, seat)
        rounds.append(process_time() - start)
    return min(rounds) / len(at) * 1e6


def steps_a_second(game: Game, seconds: float, observed: bool) -> float:
    """Decisions of random games a second, observed or not."""
    chance, steps, number = Chance.of(2, "observe"), 0, 0
    picks = [chance.below(1 << 30) for _ in range(4096)]
    start = process_time()
    while (spent := process_time() - start) < seconds:
        state = game.new_state(number)
        number += 1
        while state.agenda:
            seat = state.to_act[0]
            if observed:
                state.observe(seat)
                state.mask(seat)
            legal = state.legal_actions(seat)
            state.advance(legal[picks[steps & 4095] % len(legal)], seat)
            steps += 1
    return steps / spent


def vector_steps(game: Game, seconds: float) -> float:
    """Steps of `SeatVector` a second against random opponents, in one process; choosing is not counted."""
    import numpy as np

    vector = SeatVector(game, ROWS)
    vector.reset(seed=1)
    chance = np.random.default_rng(1)
    spent, steps = 0.0, 0
    while spent < seconds:
        actions = (chance.random(vector.masks.shape) * vector.masks).argmax(axis=1)
        start = process_time()
        vector.step(actions)
        spent += process_time() - start
        steps += ROWS
    return steps / spent


def main() -> None:
    """One line for each game and number of players."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 4.0
    print(
        "game players numbers observe_us mask_us plain_steps_s observed_steps_s vector_steps_s pickle_bytes pickle_us"
    )
    for name, options in TABLES.items():
        for players in (2, MOST[name]):
            game = waystation.load(name, players=players, **options)
            at = moments(game)
            print(
                name,
                players,
                game.encoding.size,
                f"{micros(lambda state, seat: state.observe(seat), at):.1f}",
                f"{micros(lambda state, seat: state.mask(seat), at):.1f}",
                f"{steps_a_second(game, seconds, observed=False):.0f}",
                f"{steps_a_second(game, seconds, observed=True):.0f}",
                f"{vector_steps(game, seconds):.0f}",
                f"{mean(len(pickle.dumps(state, 5)) for state, _ in at):.0f}",
                f"{micros(lambda state, seat: pickle.dumps(state, 5), at):.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
