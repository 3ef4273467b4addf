"""Learning numbers from pairs of games: a paraboloid is laid through what came of changes, and its top is looked for.

For a pair all numbers are changed by chance at once, up for the one side and down for the other. Whenever a batch more
of pairs is there, the next ones are played around the top. Pairs are kept in a file beside the one that is learned: a
run that was stopped goes on where it was, and several processes may play for the same file.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from ladder import PROGRESS
from rich.progress import track

from waystation.engine import Chance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

TRUST, FARTHEST = 0.7, 3.0
"""The part of the way to the top that is gone, and how many steps at most."""
Row = dict[str, Any]
"""A pair: around which `place` it was played, the `change`, and the `lead` of the upper side over the other."""


class Paraboloid(NamedTuple):
    """What is taken for likely before any game."""

    noise: float
    """How far leads of equal sides differ by luck, in points;"""
    slope: float
    """slopes around 0 of such a size, in points a step;"""
    bend: float
    bends: float
    """bends around the one, about so far from it."""

    def fit(self, rows: Sequence[Row], n: int) -> tuple[Vector, Vector, Vector]:
        """Slopes, their standard errors, and bends, of `n` numbers at the place where learning began."""
        import numpy as np

        at = np.array([row["place"] for row in rows]).reshape(-1, n)
        by = np.array([row["change"] for row in rows]).reshape(-1, n)
        x = np.hstack([2 * by, 4 * at * by])  # (at + by) - (at - by), and the same of their squares
        y = np.array([row["lead"] for row in rows], float)
        firm = np.diag([self.slope**-2] * n + [self.bends**-2] * n)
        likely = np.array([0.0] * n + [self.bend] * n)
        spread = np.linalg.inv(x.T @ x / self.noise**2 + firm)
        fitted = spread @ (x.T @ y / self.noise**2 + firm @ likely)
        return fitted[:n], np.sqrt(np.diag(spread))[:n], fitted[n:]

    def top(self, rows: Sequence[Row], n: int) -> list[float]:
        """Where the next pairs are played: most of the way to the top of the paraboloid."""
        import numpy as np

        if not rows:
            return [0.0] * n
        slopes, _, bends = self.fit(rows, n)
        way = np.clip(-slopes / (2 * np.minimum(bends, self.bend / 2)), -FARTHEST, FARTHEST)
        return [float(TRUST * far) for far in way]


def some(text: str) -> int:
    """A number of pairs, for argparse."""
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError("learning takes a pair at least")
    return int(text)


def play_pairs(
    path: Path,
    pairs: int,
    batch: int,
    seen: Paraboloid,
    n: int,
    play: Callable[[Sequence[float], Sequence[float], str], float],
) -> list[Row]:
    """Play pairs until there are so many, and return them; they are kept beside `path`.

    `play` gives the lead of the one side over the other in a game of this deal; a side is how many steps each of `n`
    numbers is away from where learning began.
    """
    kept, seed = path.with_name(path.name + ".jsonl"), time.time_ns()
    around, known = [0.0] * n, 0
    rows = _rows(kept, n)
    for number in track(range(pairs), "Pairs", console=PROGRESS):
        if len(rows) >= pairs:
            break
        if len(rows) // batch != known:
            known = len(rows) // batch
            around = seen.top(rows[: known * batch], n)
        row = _pair(around, f"{seed} {number}", play)
        with kept.open("a") as file:
            file.write(json.dumps(row) + "\n")
        rows = _rows(kept, n)
    return rows


def _rows(kept: Path, n: int) -> list[Row]:
    rows = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    if any(len(row["place"]) != n for row in rows):
        sys.exit(f"{kept}: these pairs are of other numbers")
    return rows


def _pair(around: Sequence[float], deal: str, play: Callable[[Sequence[float], Sequence[float], str], float]) -> Row:
    """Both sides of a change, either of them in the first seat."""
    dice = Chance.of(deal, "change")
    change = [NormalDist().inv_cdf(dice.unit() or 0.5) for _ in around]
    up = [at + by for at, by in zip(around, change, strict=True)]
    down = [at - by for at, by in zip(around, change, strict=True)]
    lead = play(up, down, deal) if dice.unit() < 0.5 else -play(down, up, deal)
    return {"place": [round(at, 3) for at in around], "change": [round(by, 3) for by in change], "lead": lead}
