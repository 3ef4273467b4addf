"""What one version of the code does in the time of another: random play, moves, copies and worlds of every game.

    python benchmarks/paired.py --beside ../main/src
    python benchmarks/paired.py windward --python compiled/bin/python     # an environment that has a compiled build

Both versions do the same work in turn, round by round, each in a process of its own; seconds are CPU seconds, and the
median of the rounds' ratios counts. The positions are those of search.py, in the middle of a golden record.

    play     random play through `legal_actions` and `apply`: decisions a second
    advance  the same through `advance`, unchecked, as search uses it: decisions a second
    apply    one checked decision, on a fresh copy: decisions a second (with the copy)
    clone    copies a second
    worlds   worlds that a seat can't tell from the true one, as bots get them: a second
"""

# ruff: noqa: TID251

from __future__ import annotations

import json
import random
import sys
from functools import cache
from statistics import median
from time import process_time

from search import Side, beside, games_of, options, positions

import waystation
from waystation.bots.base import observe
from waystation.engine import Chance, Game, State

WHAT = ("play", "advance", "apply", "clone", "worlds")
LONGEST = 5000
"""Random games are stopped after so many decisions."""
PIECE = 0.15
"""Seconds of each measurement."""


def rate(name: str, what: str, number: int, middles: list[State]) -> float:
    """How often a second."""
    done, began = 0, process_time()
    while (spent := process_time() - began) < PIECE:
        if what in ("play", "advance"):
            done += random_game(name, number * 1000 + done, what == "play")
            continue
        for state in middles:
            done += repeat(state, what)
    return done / spent


def repeat(state: State, what: str, times: int = 20) -> int:
    """The same some times; returns how often."""
    seat = state.to_act[0]
    if what == "clone":
        for _ in range(times):
            state.clone()
    elif what == "worlds":
        seen = observe(state, seat, Chance.of(times, "worlds"))
        for _ in range(times):
            seen.sample()
    else:
        legal = state.legal_actions(seat)
        for number in range(times):
            state.clone().apply(legal[number % len(legal)], seat)
    return times


@cache
def loaded(name: str) -> Game:
    """The game with the options under which random play ends: one that nobody has in use would be made anew."""
    return waystation.load(name, **waystation.game_type(name).spec.harness)


def random_game(name: str, seed: int, checked: bool) -> int:
    """A game of random decisions; returns how many."""
    game = loaded(name)
    state, choose, done = game.new_state(seed), random.Random(seed).choice, 0
    while state.agenda and done < LONGEST:
        seat = state.to_act[0]
        if checked:
            state.apply(choose(state.legal_actions(seat)), seat)
        else:
            state.advance(choose(state.legal_actions(seat)), seat)
        done += 1
    return done


def work() -> None:
    """A process that measures when it is told to: a game, what, and the number of the round."""
    known: dict[str, list[State]] = {}
    for line in sys.stdin:
        name, what, number = line.split()
        if name not in known:
            known[name] = positions(name)
            for each in WHAT:
                rate(name, each, 0, known[name])
        print(rate(name, what, int(number), known[name]), flush=True)


def main() -> None:
    """Rounds of all games; a table, or JSON."""
    parser = options(__doc__, 7)
    given = parser.parse_args()
    games = games_of(parser, given)
    if given.work:
        work()
        return
    here, other = Side(__file__), beside(__file__, given)
    if other is None:
        parser.error("with what? --beside SRC or --python PYTHON")
    found: dict[str, dict[str, list[tuple[float, float]]]] = {name: {what: [] for what in WHAT} for name in games}
    for number in range(given.rounds):
        for name in games:
            for what in WHAT:
                found[name][what].append((here.ask(name, what, number), other.ask(name, what, number)))
    here.close()
    other.close()
    if given.json:
        print(json.dumps(found, indent=1))
        return
    print(f"| Game | {' | '.join(WHAT)} |\n|---|{'---|' * len(WHAT)}")
    for name in games:
        cells = [f"{median(a for a, _ in found[name][w]):,.0f} ({times(found[name][w]):.2f})" for w in WHAT]
        print(f"| {name} | {' | '.join(cells)} |")


def times(pairs: list[tuple[float, float]]) -> float:
    """How many times as fast as the other version."""
    return median(here / other for here, other in pairs)


if __name__ == "__main__":
    main()
