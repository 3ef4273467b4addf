"""How many simulations a second tree search makes, for every game from fixed positions in the middle of a game.

    python benchmarks/search.py
    python benchmarks/search.py windward --beside ../main/src    # in turn with another version of the code
    python benchmarks/search.py --python compiled/bin/python     # in turn with what another environment has installed

The positions lie at a quarter, a half and three quarters of the golden record of two players. Seconds are CPU seconds
of one process for each version; they search in turn, and the medians of the rounds count.
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


def work() -> None:
    """A process that searches when it is told to: a game, the number of a position, of a round, and simulations."""
    known: dict[str, list[State]] = {}
    for line in sys.stdin:
        name, place, number, simulations, nodes = line.split()
        if name not in known:
            known[name] = positions(name)
            for state in known[name]:
                seconds(state, 0, WARM)
        print(seconds(known[name][int(place)], int(number), int(simulations), int(nodes)), flush=True)


def seconds(state: State, number: int, simulations: int, nodes: int = 0) -> float:
    """CPU seconds of one decision."""
    bot = MctsBot(nodes=nodes) if nodes else MctsBot()
    seen = observe(state, state.to_act[0], Chance.of(number, "search"), Budget(simulations=simulations))
    began = process_time()
    bot.choose(seen)
    return process_time() - began


class Side:
    """A process with one version of the code: the src folder of another one, or another interpreter's."""

    def __init__(self, script: str, source: str = "", python: str = "") -> None:
        environment = {**os.environ, "PYTHONPATH": source} if source else dict(os.environ)
        self.process = subprocess.Popen(
            [python or sys.executable, script, "--work"],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def ask(self, *question: object) -> float:
        """How long it thinks."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(*question, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End it."""
        self.process.communicate()


def options(about: str | None, rounds: int) -> argparse.ArgumentParser:
    """What every measurement of two versions side by side is told."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; default: all")
    parser.add_argument("--rounds", type=int, default=rounds, help=f"how often all is measured (default: {rounds})")
    parser.add_argument("--beside", default="", metavar="SRC", help="the src folder of another version")
    parser.add_argument("--python", default="", help="the other version is what this interpreter has installed")
    parser.add_argument("--json", action="store_true", help="print all rounds as JSON")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    return parser


def games_of(parser: argparse.ArgumentParser, given: argparse.Namespace) -> list[str]:
    """The games that are measured."""
    if unknown := set(given.games) - set(GAMES):
        parser.error(f"no golden record of two players for {', '.join(sorted(unknown))}")
    return given.games or list(GAMES)


def beside(file: str, given: argparse.Namespace) -> Side | None:
    """The other version, if one is named."""
    if not given.beside and not given.python:
        return None
    return Side(file, str(Path(given.beside).resolve()) if given.beside else "", given.python)


def main() -> None:
    """Rounds of all games, in turn with the other version if there is one; a table, or JSON."""
    parser = options(__doc__, 5)
    parser.add_argument("--simulations", type=int, default=300, help="for a decision (default: 300)")
    parser.add_argument(
        "--nodes", type=int, default=0, help="positions looked at at a node (default: as the game says)"
    )
    given = parser.parse_args()
    games = games_of(parser, given)
    if given.work:
        work()
        return
    sides = {"here": Side(__file__)}
    if (other := beside(__file__, given)) is not None:
        sides["beside"] = other
    rounds: dict[str, dict[str, list[float]]] = {which: {name: [] for name in games} for which in sides}
    for number in range(given.rounds):
        for name in games:
            spent = dict.fromkeys(sides, 0.0)
            for place in range(len(PARTS)):
                for which, side in sides.items():
                    spent[which] += side.ask(name, place, number, given.simulations, given.nodes)
            for which in sides:
                rounds[which][name].append(given.simulations * len(PARTS) / spent[which])
    for side in sides.values():
        side.close()
    if given.json:
        print(json.dumps(rounds, indent=1))
        return
    print(f"| Game | Simulations/s |{' Beside | Times |' if other else ''}")
    print(f"|---|---|{'---|---|' if other else ''}")
    for name in games:
        line = f"| {name} | {median(rounds['here'][name]):,.0f} |"
        if other:
            pairs = list(zip(rounds["here"][name], rounds["beside"][name], strict=True))
            line += f" {median(b for _, b in pairs):,.0f} | {median(a / b for a, b in pairs):.2f} |"
        print(line)


if __name__ == "__main__":
    main()
