"""Windward's free-for-all: what its captain goes by among rivals is learned from games, and how much that is worth.

    python benchmarks/windward_rivals.py learn style.toml --rounds 4 --games 3000   # begins with the numbers by hand
    python benchmarks/windward_rivals.py measure style.toml --deals 200             # against the numbers by hand
    python benchmarks/windward_rivals.py measure --deals 100 --players 3            # those that come with the game

A round of learning plays games in which every captain's numbers are changed by chance, and sees what went with coming
before the others, a regression on the differences of their logarithms; then every number takes a step that way, the
longer the surer it is. The games of round 2 are kept in style.toml.2.jsonl: a run that was stopped goes on where it
was. A game among two takes about 15 ms of CPU. `measure` plays every deal in all seatings, by the arena: how
often a seat with the one style came before one with the other, a tie being a half.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from math import exp, tanh
from pathlib import Path
from statistics import NormalDist
from typing import Any, cast

from rich.console import Console
from rich.progress import track
from versus import versus

import waystation
from waystation.bots import Observation, register
from waystation.engine import Chance, Game
from waystation.games.windward import captain, style
from waystation.games.windward.state import WindwardState
from waystation.games.windward.style import RIVALS, Style, read_style, written

HAND = Style(grave=1.0, red=0.9, spare=2.5)
"""The numbers as they were set by hand."""
CHANGED = tuple(name for name in Style._fields if name != "home")
"""All but the one that has no meaning among rivals."""
LEAST = 0.05
"""What is 0 becomes this, so that it can be changed by a factor."""
SPREAD = 0.45
"""How far numbers are changed from seat to seat (standard deviation of their logarithm)."""
STEP, SURE = 0.6, 5.0
"""The longest step of a logarithm in a round, and how many standard errors are about sure."""
POINT, MOST = 0.05, 12
"""What each point of the lead counts beside coming before the other (1), and how many points at most."""
RIDGE = 10.0
LONGEST = 4000
"""Decisions after which a game is given up."""
PROGRESS = Console(stderr=True)


def numbers(name: str) -> Style:
    """A style by the name of its file; `hand`: as it was set by hand; nothing: as it comes with the game."""
    if name == "hand":
        return HAND
    return read_style(Path(name).read_text("utf-8"), name) if name else RIVALS


# ---------------------------------------------------------------------- learning


def played(game: Game, base: Style, name: str) -> dict[str, Any]:
    """A game of captains with changed numbers: the changes by seat, scores and ranks (none if it was given up)."""
    dice = Chance.of(name, "styles")
    changes = [{key: SPREAD * NormalDist().inv_cdf(dice.unit() or 0.5) for key in CHANGED} for _ in range(game.players)]
    styles = [base._replace(**{key: getattr(base, key) * exp(by) for key, by in each.items()}) for each in changes]
    state, count = cast(WindwardState, game.new_state(name)), 0
    while state.agenda and count < LONGEST:
        seat, count = state.to_act[0], count + 1
        style.RIVALS = styles[seat]
        state.advance(captain.choose(state, seat, state.legal_now(seat)), seat)
    style.RIVALS = RIVALS
    outcome = state.outcome()
    ranks, scores = (outcome.ranks, outcome.scores) if outcome else ((), ())
    rounded = [{key: round(by, 4) for key, by in each.items()} for each in changes]
    return {"changes": rounded, "ranks": list(ranks), "scores": list(scores)}


def kept(path: Path, game: Game, base: Style, games: int, title: str) -> list[dict[str, Any]]:
    """The games of a round; those that the file holds are not played again."""
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    with path.open("a") as file:
        for number in track(range(len(rows), games), title, console=PROGRESS):
            rows.append(played(game, base, f"{title} {number}"))
            file.write(json.dumps(rows[-1]) + "\n")
            file.flush()
    return rows[:games]


def compared(rows: Sequence[dict[str, Any]]) -> Iterator[tuple[list[float], float]]:
    """Of each two seats of a game: how their numbers differ, and how much better the first did."""
    for row in rows:
        seats = range(len(row["ranks"]))
        for one in seats:
            for other in seats[one + 1 :]:
                mine, theirs = row["changes"][one], row["changes"][other]
                lead = max(-MOST, min(MOST, row["scores"][one] - row["scores"][other]))
                ahead = (row["ranks"][one] < row["ranks"][other]) - (row["ranks"][one] > row["ranks"][other])
                yield [mine[name] - theirs[name] for name in CHANGED], ahead / 2 + POINT * lead


def fit(rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """What goes with doing better, by number: slopes of a ridge regression in standard errors."""
    import numpy as np

    pairs = list(compared(rows))
    changes, ahead = np.array([x for x, _ in pairs]), np.array([y for _, y in pairs])
    changes, ahead = changes / changes.std(0), ahead - ahead.mean()
    spread = np.linalg.inv(changes.T @ changes + RIDGE * np.eye(len(CHANGED)))
    slopes = spread @ changes.T @ ahead
    errors = np.sqrt(np.diag(spread) * ahead.var())
    return dict(zip(CHANGED, (slopes / errors).tolist(), strict=True))


def learn(path: Path, players: int, rounds: int, games: int) -> None:
    """Rounds of games, each with the base that the one before has led to."""
    game = waystation.load("windward", players=players)
    base = HAND._replace(**{name: getattr(HAND, name) or LEAST for name in CHANGED})
    for number in range(1, rounds + 1):
        rows = kept(path.with_name(f"{path.name}.{number}.jsonl"), game, base, games, f"Round {number}")
        sure = fit(rows)
        base = base._replace(**{name: getattr(base, name) * exp(STEP * tanh(by / SURE)) for name, by in sure.items()})
        path.write_text(written(base), "utf-8")
        most = sorted(sure.items(), key=lambda item: -abs(item[1]))[:6]
        print(f"round {number}:", ", ".join(f"{name} {by:+.1f}" for name, by in most), flush=True)


# ---------------------------------------------------------------------- how strong it is


class Captain:
    """Plays by rules of thumb with the numbers of a file."""

    def __init__(self, argument: str) -> None:
        self.numbers = numbers(argument)

    def choose(self, observation: Observation) -> int:
        style.RIVALS = self.numbers
        chosen = captain.choose(cast(WindwardState, observation.world), observation.seat, observation.legal)
        style.RIVALS = RIVALS
        return chosen


register("captain", Captain)


def measure(name: str, against: str, players: int, deals: int, seed: str) -> None:
    """A match by the arena."""
    one, other = (f"captain:{which}" if which else "captain" for which in (name, against))
    versus(waystation.load("windward", players=players), (one, other), deals, seed)


def main() -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    part = parts.add_parser("learn")
    part.add_argument("file", type=Path, help="where the style is written")
    part.add_argument("--players", type=int, default=2)
    part.add_argument("--rounds", type=int, default=4)
    part.add_argument("--games", type=int, default=3000, help="in each round")
    part = parts.add_parser("measure")
    part.add_argument("file", nargs="?", default="", help="a style; without it: the one that comes with the game")
    part.add_argument("--against", default="hand", help="a style; usually the one that was set by hand")
    part.add_argument("--players", type=int, default=2)
    part.add_argument("--deals", type=int, default=200)
    part.add_argument("--seed", default="rivals")
    given = parser.parse_args()
    if given.part == "measure":
        if given.file == given.against:
            parser.error("a style against itself")
        for name in (given.file, given.against):
            if name not in ("", "hand") and not Path(name).is_file():
                parser.error(f"there is no file {name}")
    if given.part == "learn":
        learn(given.file, given.players, given.rounds, given.games)
    else:
        measure(given.file, given.against, given.players, given.deals, given.seed)


if __name__ == "__main__":
    main()
