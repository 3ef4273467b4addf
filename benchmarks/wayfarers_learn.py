"""Wayfarers: what the bots' evaluation goes by is learned from games of the expert, and how much that is worth.

    python benchmarks/wayfarers_learn.py learn weights.toml --pairs 600             # alone, against the box's opponent
    python benchmarks/wayfarers_learn.py learn weights.toml --players 2 --pairs 600
    python benchmarks/wayfarers_learn.py measure weights.toml --players 2 --deals 200  # against those of the game
    python benchmarks/wayfarers_learn.py measure weights.toml --games 100              # alone: how many are won

Learning begins with the weights that come with the game. For a pair all of them are changed by chance, those of a group
by the same factor, up for the one side and down for the other. Alone both sides play the same deal, otherwise they sit
at one table. A pair takes two to five seconds of CPU. How the games are learned from and kept says paraboloid.py; needs
numpy.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from math import exp, sqrt, tanh
from pathlib import Path
from typing import cast

from ladder import PROGRESS
from paraboloid import Paraboloid, play_pairs, some
from rich.progress import track
from versus import a_file, versus

import waystation
from waystation.arena import wilson
from waystation.bots import Observation, bot_chance, make, observe, register
from waystation.engine import Game
from waystation.games.wayfarers import scoring, weights
from waystation.games.wayfarers.bots import Expert
from waystation.games.wayfarers.judgement import MEMORIES, Memory
from waystation.games.wayfarers.state import WayfarersState
from waystation.games.wayfarers.weights import Weights, read_weights, written

GROUPS = [
    "die new_die",
    "engine",
    "second",
    "ready nearly_rest",
    "prospect",
    "goods",
    "good",
    "green_worker yellow_worker blue_worker retrieve",
    "black",
    "yellow",
    "blue",
    "guild",
    "marked mark",
    "die_space",
    "land water",
    "vista",
    "tile",
    "upgrade",
    "town townsfolk",
    "resting",
    "tag",
    "in_set",
    "goal",
    "inspiration",
    "open_star",
    "space",
    "room spare",
    "race",
    "journal may_step",
    "sure",
    "whole",
    "soon_least",
    "soon_whole",
    "soon_most",
    "waiting turn",
    "draw top",
    "least",
    "opponent_step",
    "refresh move adjust",
    "scale at_end",
]
"""What is changed by the same factor."""
SPREAD = 0.35
"""How far a group is changed (standard deviation of its logarithm)."""
BATCH = 24
THINKS = "expert:200"
SEEN = Paraboloid(noise=13.0, slope=0.6, bend=-0.2, bends=0.15)
LEAD = 20.0
"""Among several: a lead beyond this counts for little more."""
BOARD = 2


def table(players: int) -> Game:
    """The game that is learned."""
    return waystation.load("wayfarers", players=players, **({"solo_board": BOARD} if players == 1 else {}))


def moved(start: Weights, place: Sequence[float]) -> Weights:
    """The weights at a place: every group so many SPREADs away from where learning began."""
    by = {name: exp(SPREAD * far) for group, far in zip(GROUPS, place, strict=True) for name in group.split()}
    return start._replace(**{name: getattr(start, name) * factor for name, factor in by.items()})


def lead(game: Game, sides: Sequence[Weights], deal: str, bot: str = THINKS) -> int:
    """A game of experts, by seat with these weights: the first one's points less the best of the others'."""
    state = cast(WayfarersState, game.new_state(deal))
    box, alone = state.game.box, game.players == 1
    memories, bots, ply = [Memory(box, side) for side in sides], [make(bot, game) for _ in sides], 0
    while not state.is_over:
        seat = state.to_act[0]
        MEMORIES[box, alone] = memories[seat]
        state.advance(bots[seat].choose(observe(state, seat, bot_chance(deal, seat, ply))), seat)
        ply += 1
    first, *others = scoring.points(state)
    return first - max(others)


# ---------------------------------------------------------------------- learning


def learn(path: Path, players: int, pairs: int) -> None:
    """Play pairs, write the weights, and tell what the games say."""
    game, start, n = table(players), weights.of(players == 1), len(GROUPS)
    seen = SEEN if players > 1 else SEEN._replace(noise=SEEN.noise * sqrt(2))

    def play(one: Sequence[float], other: Sequence[float], deal: str) -> float:
        sides = [moved(start, one), moved(start, other)]
        if players == 1:
            return lead(game, sides[:1], deal) - lead(game, sides[1:], deal)
        return LEAD * tanh(lead(game, sides + [start] * (players - 2), deal) / LEAD)

    rows = play_pairs(path, pairs, BATCH, seen, n, play)
    place = seen.top(rows, n)
    path.write_text(written(moved(start, place)), "utf-8")
    slopes, errors, _ = seen.fit(rows, n)
    for group, slope, error, far in zip(GROUPS, slopes, errors, place, strict=True):
        print(f"{group}: slope {slope:+.2f} ± {error:.2f} points, times {exp(SPREAD * far):.2f}")


# ---------------------------------------------------------------------- how strong it is


class Weighted(Expert):
    """The expert with the weights of a file."""

    def __init__(self, argument: str) -> None:
        super().__init__()
        self.weights = read_weights(Path(argument).read_text("utf-8"), argument)
        self.memory: Memory | None = None

    def choose(self, observation: Observation) -> int:
        state = cast(WayfarersState, observation.world)
        key = state.game.box, state.is_solo
        usual = MEMORIES.pop(key, None)
        MEMORIES[key] = self.memory = self.memory or Memory(state.game.box, self.weights)
        chosen = super().choose(observation)
        del MEMORIES[key]
        if usual is not None:
            MEMORIES[key] = usual
        return chosen


register("weighted", Weighted)


def measure_alone(path: Path, games: int) -> None:
    """Games against the box's opponent: how many are won."""
    game, numbers = table(1), read_weights(path.read_text("utf-8"), str(path))
    leads = [lead(game, [numbers], f"measured {n}", "expert") for n in track(range(games), "Alone", console=PROGRESS)]
    won = sum(points > 0 for points in leads)
    low, high = wilson(won, games)
    error = statistics.stdev(leads) / games**0.5
    print(f"alone: won {won} of {games}, {won / games:.1%} ({low:.1%} to {high:.1%}),", end=" ")
    print(f"lead {statistics.mean(leads):+.1f} ± {error:.1f}")


def main() -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    part = parts.add_parser("learn")
    part.add_argument("file", type=Path, help="where the weights are written")
    part.add_argument("--players", type=int, default=1, choices=range(1, 5))
    part.add_argument("--pairs", type=some, default=600)
    part = parts.add_parser("measure")
    part.add_argument("file", type=a_file)
    part.add_argument("--players", type=int, default=1, choices=range(1, 5))
    part.add_argument("--games", type=int, default=100, help="alone")
    part.add_argument("--deals", type=int, default=200, help="among several: each is played in all seatings")
    given = parser.parse_args()
    if given.part == "learn":
        learn(given.file, given.players, given.pairs)
    elif given.players == 1:
        measure_alone(given.file, given.games)
    else:
        versus(table(given.players), (f"weighted:{given.file}", "expert"), given.deals, "learned")


if __name__ == "__main__":
    main()
