"""How the bots of Wayfarers of the South Tigris do: wins with 95 % intervals, points by line, length of the games.

    python benchmarks/wayfarers_bots.py greedy,random --games 200 --keep rows.jsonl
    python benchmarks/wayfarers_bots.py expert --games 100 --option solo_board=2 --keep solo.jsonl

Seats move on from game to game. With --keep every game is written to a file as it ends, and games found there are not
played again; --minutes stops after the game that is being played then. A single bot plays against the solo opponent.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec

import waystation
from waystation.arena import Row, read_rows, summarize, wilson
from waystation.arena.simulate import Job
from waystation.engine import Game, Seed, State
from waystation.games.wayfarers import scoring
from waystation.games.wayfarers.box import standard
from waystation.games.wayfarers.names import DECKS
from waystation.games.wayfarers.state import WayfarersState

SEED = 7


class Course:
    """An accumulator: rounds, the column on the journal track by seat, and the solo opponent's points."""

    def __init__(self, game: Game, seed: Seed, names: Sequence[str]) -> None:
        self._players = game.players

    def step(self, state: State, seat: int, action: int) -> None:
        """Nothing is counted before the end."""

    def columns(self, state: State) -> dict[str, Any]:
        """What goes into the row."""
        s = cast(WayfarersState, state)
        column = s.game.box.column_of
        found = {"rounds": s.round, "columns": [column[player.marker] for player in s.seats]}
        return {**found, "opponent": scoring.points(s)[1]} if s.is_solo else found


def rows(bots: list[str], games: int, options: dict[str, Any], keep: Path | None, minutes: float) -> Iterator[Row]:
    """Every game, from the file or played now."""
    stop = time.monotonic() + 60 * minutes
    kept = {row.index: row for row in read_rows(keep)} if keep is not None and keep.exists() else {}
    game = waystation.load("wayfarers", players=len(bots), **options)
    for index, row in kept.items():
        if row.options != game.options_doc() or sorted(row.seats) != sorted(bots):
            raise SystemExit(f"{keep}: game {index} is of another match")
    job = Job(game, tuple(bots), SEED, accumulators=(Course,))
    for index in range(games):
        if index in kept:
            yield kept[index]
        elif time.monotonic() < stop:
            row = job.play(index)
            if keep is not None:
                with keep.open("ab") as file:
                    file.write(msgspec.json.encode(row) + b"\n")
            yield row


def components() -> dict[str, str]:
    """What each part of the box is: points of components are told for all of a kind together."""
    box = standard()
    return {card.name: f"{DECKS[card.deck]} cards" for card in box.cards} | {tile.name: "tiles" for tile in box.tiles}


def report(played: list[Row], bots: list[str]) -> None:
    """Print what the games say, as Markdown."""
    summary, kinds = summarize(played), components()
    rounds = [row.extra["rounds"] for row in played]
    quartiles = statistics.quantiles(rounds, n=4) if len(rounds) > 1 else rounds * 3
    print(f"{len(played)} games; ended by {summary.reasons}; faults: {summary.faults or 'none'}")
    print(f"rounds: mean {statistics.mean(rounds):.1f}, quartiles {', '.join(f'{q:.0f}' for q in quartiles)}")
    for bot in dict.fromkeys(bots):
        mine = [(row, seat) for row in played for seat, name in enumerate(row.seats) if name == bot]
        wins = sum(row.wins[seat] for row, seat in mine)
        low, high = wilson(wins, len(mine))
        points = [row.scores[seat] for row, seat in mine]
        decisions = sum(row.decisions[seat] for row, seat in mine)
        seconds = sum(row.seconds[seat] for row, seat in mine)
        per_round = 1000 * seconds / sum(row.extra["rounds"] for row, _ in mine)
        print(f"\n{bot}: won {wins / len(mine):.1%} ({low:.1%} to {high:.1%}) of {len(mine)}")
        print(f"points: mean {statistics.mean(points):.1f}, {min(points)} to {max(points)}")
        if "opponent" in played[0].extra:
            print(f"the opponent's points: mean {statistics.mean(row.extra['opponent'] for row in played):.1f}")
        print(f"column at the end: mean {statistics.mean(row.extra['columns'][seat] for row, seat in mine):.1f}")
        print(f"{decisions / len(mine):.0f} decisions a game, {per_round:.0f} ms a turn")
        lines = Counter[str]()
        for row, seat in mine:
            for name, gained in row.lines[seat].items():
                lines[kinds.get(name, name)] += gained
        print(", ".join(f"{name} {total / len(mine):.1f}" for name, total in lines.items()))


def main() -> None:
    """Play what is asked for and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", help="for example greedy,mcts:100")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--minutes", type=float, default=1e6)
    given = parser.parse_args()
    bots = given.bots.split(",")
    pairs = (text.split("=", 1) for text in given.option)
    options = {key: int(value) if value.isdigit() else value for key, value in pairs}
    played = list(rows(bots, given.games, options, given.keep, given.minutes))
    if played:
        report(played, bots)


if __name__ == "__main__":
    main()
