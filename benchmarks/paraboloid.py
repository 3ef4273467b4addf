"""Learning numbers from pairs of games: a paraboloid is laid through what came of changes, and its top is looked for.

For a pair all numbers are changed by chance at once, up for the one side and down for the other. Whenever a batch more
of pairs is there, the next ones are played around the top. Pairs are kept in a file beside the one that is learned: a
run that was stopped goes on where it was, and several processes may play for the same file.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.console import Console
from rich.progress import track

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from waystation.engine import Chance

    Vector = NDArray[np.float64]

PROGRESS = Console(stderr=True)
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


def normal(dice: Chance) -> float:
    """A number from the standard normal distribution."""
    return NormalDist().inv_cdf(dice.unit() or 0.5)


def play_pairs(
    path: Path, pairs: int, batch: int, seen: Paraboloid, n: int, play: Callable[[Sequence[float], str], Row]
) -> list[Row]:
    """Play pairs until there are so many, and return them; they are kept beside `path`."""
    kept, seed = path.with_name(path.name + ".jsonl"), time.time_ns()
    around, known = [0.0] * n, 0
    for number in track(range(pairs), "Pairs", console=PROGRESS):
        rows = kept.read_text().splitlines() if kept.exists() else []
        if len(rows) >= pairs:
            break
        if len(rows) // batch != known:
            known = len(rows) // batch
            around = seen.top([json.loads(row) for row in rows[: known * batch]], n)
        row = play(around, f"{seed} {number}")
        with kept.open("a") as file:
            file.write(json.dumps(row) + "\n")
    return [json.loads(row) for row in kept.read_text().splitlines()]
