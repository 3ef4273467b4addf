"""Scores, live at any moment, and the outcome of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec


class ScoreLine(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True, gc=False):
    """One line of a score sheet. `nodes`: the scene nodes that count for it."""

    key: str
    label: str
    points: int
    nodes: tuple[str, ...] = ()


class ScoreSheet(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A seat's points by category; the lines add up to `total`."""

    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """All points of the sheet: the seat's score."""
        return sum([line.points for line in self.lines])

    def points(self) -> dict[str, int]:
        """Category -> points."""
        return {line.key: line.points for line in self.lines}

    def __getitem__(self, key: str) -> int:
        for line in self.lines:
            if line.key == key:
                return line.points
        raise KeyError(key)


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended.

    `reason` is a key of the game (``"last round"``), `text` says it in a sentence. `ranks` are 1 for the best;
    equal ranks share the place. `winners` is empty when a co-operative table lost. `team` is what such a table may call
    itself now ("" where the rules have no titles).
    """

    reason: str
    text: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    team: str = ""


def rank(keys: Sequence[Any]) -> tuple[int, ...]:
    """Ranks by key, the highest first; equal keys share a rank (1, 1, 3)."""
    return tuple(1 + sum(1 for other in keys if other > key) for key in keys)


def ranked_outcome(reason: str, text: str, scores: Sequence[int], keys: Sequence[Any] | None = None) -> Outcome:
    """The outcome of a competitive game: ranks by `keys` (default: the scores), best first."""
    ranks = rank(scores if keys is None else keys)
    winners = tuple(seat for seat, place in enumerate(ranks) if place == 1)
    return Outcome(reason, text, tuple(scores), ranks, winners)


def team_outcome(reason: str, text: str, scores: Sequence[int], won: bool, title: str = "") -> Outcome:
    """The outcome of a co-operative game: all win or none."""
    seats = tuple(range(len(scores)))
    return Outcome(reason, text, tuple(scores), tuple(1 if won else 2 for _ in seats), seats if won else (), title)
