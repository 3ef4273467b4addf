"""How far a game's evaluation can be read as a chance of winning: fits `Judgement.trust` and prints how well it holds.

    python benchmarks/chances.py wayfinders --games 60            # all numbers of players
    python benchmarks/chances.py windward --players 1 --bots expert

Bots play whole games; about every tenth turn the evaluation of every seat is noted, and at the end who won. The chances
are `waystation.bots.analysis.chances`; what is fitted is one number (two where all win or none), by least surprise.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from math import log

import waystation
from waystation.bots import bot_chance, decide, make, observe
from waystation.bots.analysis import Trust, from_evaluations, is_alone, trust_of
from waystation.engine import Game

EVERY = 7
"""A moment is noted after so many changes of the seat that decides: a number without a common part with 2 to 5."""

Moment = tuple[tuple[float, ...], tuple[float, ...]]
"""By seat: the evaluation then, and the win (1, a share of it, or 0)."""


def moments(game: Game, bots: str, games: int, seed: int) -> Iterator[Moment]:
    """What is noted in games of bots."""
    for number in range(games):
        state = game.new_state(f"{seed}:{number}")
        seats = [make(bots, game) for _ in range(game.players)]
        noted: list[tuple[float, ...]] = []
        turns, before, ply = 0, -1, 0
        while not state.is_over and ply < 20_000:
            seat = state.to_act[0]
            if seat != before or ply % 25 == 24:
                turns, before = turns + 1, seat
                if turns % EVERY == 0:
                    noted.append(tuple(game.evaluate(state, each) for each in range(game.players)))
            observation = observe(state, seat, bot_chance(f"{seed}:{number}", seat, ply))
            state.advance(decide(seats[seat], observation), seat)
            ply += 1
        won = tuple(game.reward(state, seat) for seat in range(game.players))
        yield from ((values, won) for values in noted)
        print(f"\r{game.name} {game.players}: {number + 1} of {games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def surprise(seen: list[Moment], trust: Trust, together: bool) -> float:
    """The mean of -log(chance given to what happened), a seat and moment."""
    total, count = 0.0, 0
    for values, won in seen:
        for chance, win in zip(from_evaluations(values, trust, together), won, strict=True):
            total -= win * log(max(chance, 1e-9)) + (1 - win) * log(max(1 - chance, 1e-9))
            count += 1
    return total / max(1, count)


def fit(seen: list[Moment], together: bool) -> Trust:
    """The least surprising trust, on a grid that is refined; bounded, for no finite one fits those who always win."""
    best, step = Trust(), 1.0
    while step > 0.02:
        tried = [
            Trust(min(4.0, max(0.0, best.slope + a * step)), min(4.0, max(-4.0, best.offset + b * step)))
            for a in (0, -1, 1)
            for b in ((0, -1, 1) if together else (0,))
        ]
        better = min(tried, key=lambda trust: surprise(seen, trust, together))
        if better == best:
            step /= 2
        best = better
    return Trust(round(best.slope, 2), round(best.offset, 2))


def reliability(seen: list[Moment], trust: Trust, together: bool) -> str:
    """What happened in fifths of the chances given."""
    bins: dict[int, list[float]] = {}
    for values, won in seen:
        for chance, win in zip(from_evaluations(values, trust, together), won, strict=True):
            bins.setdefault(min(4, int(chance * 5)), []).append(win)
    return ", ".join(
        f"{20 * k}-{20 * k + 20} %: {100 * sum(w) / len(w):.0f} % of {len(w)}" for k, w in sorted(bins.items())
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("game")
    arguments.add_argument("--players", type=int, action="append", help="may be given several times (default: all)")
    arguments.add_argument("--bots", default="greedy", help="who plays (default: greedy)")
    arguments.add_argument("--games", type=int, default=40, help="for each number of players (default: 40)")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    spec = waystation.game_type(given.game).spec
    for players in given.players or range(spec.players[0], min(spec.players[1], 5) + 1):
        game = waystation.load(given.game, players=players)
        seen = list(moments(game, given.bots, given.games, given.seed))
        together = is_alone(game)
        half = len(seen) // 2  # fitted on one half, told of the other
        fitted, now = fit(seen[:half], together), trust_of(game)
        base = sum(sum(won) for _, won in seen) / max(1, sum(len(won) for _, won in seen))
        print(f"{given.game}, {players} players, {len(seen)} moments of {given.games} games: {100 * base:.0f} % win")
        for name, trust in (("as it stands", now), ("fitted", fitted)):
            print(f"  {name} {tuple(trust)}: surprise {surprise(seen[half:], trust, together):.3f}")
            print(f"    {reliability(seen[half:], trust, together)}")


if __name__ == "__main__":
    main()
