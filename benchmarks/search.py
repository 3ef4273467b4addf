"""How many simulations a second tree search makes, for every game from fixed positions in the middle of a game.

    python benchmarks/search.py
    python benchmarks/search.py windward --beside ../main/src    # in turn with another version of the code

The positions lie at a quarter, a half and three quarters of the golden record of two players. Seconds are CPU seconds
of one process; a round is a process of its own, and the median of the rounds counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import process_time

from waystation.bots.base import Budget, observe
from waystation.bots.mcts import MctsBot
from waystation.engine import Chance, State, record

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("wayfinders", "wayfarers", "waypoints", "wordtraveler", "windward")
PARTS = (0.25, 0.5, 0.75)
WARM = 20
"""Simulations before the clock runs: what a game works out once is no part of the search."""


def positions(name: str) -> list[State]:
    """Positions where somebody has a choice, and nobody else is asked."""
    text = (ROOT / f"tests/games/{name}/golden/two.txt").read_text(encoding="utf-8")
    match = record.replay(record.parse(text))
    state, found = match.game.new_state(match.seed or 0), list[State]()
    for number, move in enumerate(match.moves):
        due = len(found) < len(PARTS) and number >= PARTS[len(found)] * len(match.moves)
        if due and len(state.to_act) == 1 and len(state.legal_actions(move.seat)) > 1:
            found.append(state.clone())
        state.apply(move.action, move.seat)
    return found


def speed(name: str, simulations: int, number: int) -> float:
    """Simulations a second over the positions of a game."""
    spent = 0.0
    found = positions(name)
    for state in found:
        for budget in (WARM, simulations):
            seen = observe(state, state.to_act[0], Chance.of(number, f"{budget}"), Budget(simulations=budget))
            began = process_time()
            MctsBot().choose(seen)
            spent += process_time() - began if budget == simulations else 0.0
    return simulations * len(found) / spent


def measured(games: list[str], simulations: int, number: int, source: str) -> dict[str, float]:
    """One round in a process of its own, with the code that lies in `source`."""
    command = [sys.executable, __file__, "--once", str(number), "--simulations", str(simulations), *games]
    environment = {**os.environ, "PYTHONPATH": source} if source else dict(os.environ)
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Rounds of all games, in turn with the other version if there is one; a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; default: all")
    parser.add_argument("--simulations", type=int, default=300, help="for a decision (default: 300)")
    parser.add_argument("--rounds", type=int, default=5, help="how often all is measured (default: 5)")
    parser.add_argument("--beside", default="", metavar="SRC", help="the src folder of another version")
    parser.add_argument("--json", action="store_true", help="print all rounds as JSON")
    parser.add_argument("--once", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    games = given.games or list(GAMES)
    if unknown := set(games) - set(GAMES):
        parser.error(f"no golden record of two players for {', '.join(sorted(unknown))}")
    if given.once is not None:
        print(json.dumps({name: speed(name, given.simulations, given.once) for name in games}))
        return
    sources = {"here": "", **({"beside": str(Path(given.beside).resolve())} if given.beside else {})}
    rounds: dict[str, list[dict[str, float]]] = {which: [] for which in sources}
    for number in range(given.rounds):
        for which, source in sources.items():
            rounds[which].append(measured(games, given.simulations, number, source))
    if given.json:
        print(json.dumps(rounds, indent=1))
        return
    print(f"| Game | Simulations/s |{' Beside | Times |' if given.beside else ''}")
    print(f"|---|---|{'---|---|' if given.beside else ''}")
    for name in games:
        here, *other = (median(found[name] for found in rounds[which]) for which in sources)
        print(f"| {name} | {here:,.0f} |" + "".join(f" {one:,.0f} | {here / one:.2f} |" for one in other))


if __name__ == "__main__":
    main()
