"""Waypoints: what the bots' evaluation goes by is learned from games, and how much that is worth.

    python benchmarks/waypoints_learn.py learn weights.toml --pairs 3000
    python benchmarks/waypoints_learn.py learn steps.toml --bot greedy --only visit last_visit line
    python benchmarks/waypoints_learn.py measure weights.toml --deals 200     # against those of the game

Learning begins with the weights that come with the game for such a bot. For a pair all of them are changed by chance,
up for one hiker and down for the other, and both hike with the same dice. A pair takes 0.7 seconds of CPU, with the
compiled build 0.4. How the games are learned from and kept says paraboloid.py; needs numpy.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from paraboloid import Paraboloid, play_pairs, some
from versus import a_file, versus

import waystation
from waystation.bots import Observation, bot_chance, make, observe, register
from waystation.games.waypoints import bots, judgement
from waystation.games.waypoints.bots import BOTS, Expert
from waystation.games.waypoints.weights import ROUTES, STEPS, Weights, read_weights, written

if TYPE_CHECKING:
    from waystation.engine import Game

SPREADS: dict[str, float] = {
    "animal": 0.5, "lookout": 0.6, "gear": 0.6, "trig": 0.6, "mountain": 0.6, "special": 0.6,
    "near": 0.2, "not_far": 0.06, "horizon": 0.5, "beyond": 0.012,
    "water": 0.2, "water_first": 0.25, "water_turn": 0.35, "water_least": 0.1, "water_left": 0.025,
    "entry": 0.7, "entry_turn": 0.2, "doubled": 0.12,
    "goal": 0.2, "goal_power": 0.4, "turns": 0.5, "wood": 0.5, "land": 0.6, "spent": 0.06,
    "photo": 0.6, "visit": 0.7, "last_visit": 0.7, "line": 0.1,
}  # fmt: skip
"""How far a weight is changed (standard deviation)."""
FIXED = {("animal", 10), ("lookout", 0), ("lookout", 5), ("gear", 0), ("gear", 5), ("trig", 0), ("trig", 5)}
FIXED |= {("mountain", 0), ("mountain", 10)}
"""Full tracks promise nothing, and the promises of empty ones are those that the others are measured by."""
STEPWISE = ("photo", "visit", "last_visit", "line")
"""The expert, who looks at whole routes and plays them to the end, never asks for these, but for `photo` where a glider
may land, which decides next to nothing."""
LEAST = {"horizon": 0.5, "goal_power": 0.5}
BATCH = 300
SEEN = Paraboloid(noise=14.0, slope=0.6, bend=-0.1, bends=0.1)

Place = tuple[str, int]
"""A weight: its name, and which of several (-1: it is one)."""


def places(names: Sequence[str]) -> list[Place]:
    """The weights of these names that are learned."""
    several = {name: len(value) for name, value in msgspec.structs.asdict(ROUTES).items() if isinstance(value, tuple)}
    found = [(name, at) for name in names for at in (range(several[name]) if name in several else (-1,))]
    return [place for place in found if place not in FIXED]


def moved(start: Weights, learned: Sequence[Place], by: Sequence[float]) -> Weights:
    """The weights with those that are learned so many SPREADS away from where learning began."""
    found: dict[str, Any] = msgspec.structs.asdict(start)
    for (name, at), far in zip(learned, by, strict=True):
        if at < 0:
            found[name] = max(LEAST.get(name, -100.0), found[name] + far * SPREADS[name])
        else:
            found[name] = (*found[name][:at], found[name][at] + far * SPREADS[name], *found[name][at + 1 :])
    return Weights(**found)


def looks_at_routes(bot: str) -> bool:
    """Whether it is the expert or one that thinks on (``ahead:8``)."""
    return bot.partition(":")[0] in BOTS


def shipped(bot: str) -> Weights:
    """Those that come with the game for such a bot."""
    return ROUTES if looks_at_routes(bot) else STEPS


def go_by(weights: Weights) -> None:
    """All bots go by these."""
    bots.WEIGHTS = judgement.WEIGHTS = weights


def lead(game: Game, bot: str, sides: Sequence[Weights], deal: str) -> int:
    """A game of two such bots with these weights: the first one's points less the other's."""
    state, seated, ply = game.new_state(deal), [make(bot, game) for _ in sides], 0
    while not state.is_over:
        seat = state.to_act[0]
        go_by(sides[seat])
        state.advance(seated[seat].choose(observe(state, seat, bot_chance(deal, seat, ply))), seat)
        ply += 1
    first, second = state.scores()
    return first - second


def learn(path: Path, pairs: int, bot: str, names: Sequence[str]) -> None:
    """Play pairs, write the weights, and tell what the games say."""
    game, learned = waystation.load("waypoints", players=2), places(names)
    start, n = shipped(bot), len(learned)

    def play(one: Sequence[float], other: Sequence[float], deal: str) -> float:
        return lead(game, bot, [moved(start, learned, by) for by in (one, other)], deal)

    rows = play_pairs(path, pairs, BATCH, SEEN, n, play)
    around = SEEN.top(rows, n)
    path.write_text(written(moved(start, learned, around)), "utf-8")
    slopes, errors, _ = SEEN.fit(rows, n)
    for (name, at), slope, error, far in zip(learned, slopes, errors, around, strict=True):
        which = f"{name} {at}" if at >= 0 else name
        print(f"{which}: slope {slope:+.2f} ± {error:.2f} points, moved by {far:+.2f} steps")


# ---------------------------------------------------------------------- how strong it is


class Weighted(Expert):
    """The expert with the weights of a file."""

    def __init__(self, argument: str) -> None:
        super().__init__()
        self.weights = read_weights(Path(argument).read_text("utf-8"), argument)

    def choose(self, observation: Observation) -> int:
        bots.WEIGHTS = self.weights
        chosen = super().choose(observation)
        bots.WEIGHTS = ROUTES
        return chosen


register("weighted", Weighted)


def main() -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    part = parts.add_parser("learn")
    part.add_argument("file", type=Path, help="where the weights are written")
    part.add_argument("--pairs", type=some, default=3000)
    part.add_argument("--bot", default="expert", help="who plays")
    part.add_argument(
        "--only", nargs="+", choices=list(SPREADS), metavar="NAME", help="what is learned (all that the bot asks for)"
    )
    part = parts.add_parser("measure")
    part.add_argument("file", type=a_file)
    part.add_argument("--players", type=int, default=2, choices=range(2, 6))
    part.add_argument("--deals", type=int, default=200, help="each is played in all seatings")
    given = parser.parse_args()
    if given.part == "learn":
        names = given.only or [name for name in SPREADS if not (looks_at_routes(given.bot) and name in STEPWISE)]
        learn(given.file, given.pairs, given.bot, names)
    else:
        game = waystation.load("waypoints", players=given.players)
        versus(game, (f"weighted:{given.file}", "expert"), given.deals, "learned")


if __name__ == "__main__":
    main()
