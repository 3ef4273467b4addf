"""How strong the bots are: fixed ratings on the scale of people, measured by matches among them (`waystation anchors`).

The game's usual bot is where everybody begins (a mean of 25). Bots do not move: what one rises or falls by against them
means the same next year. A bot that was not measured has no rating, and no rated table takes it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from waystation.engine.typed import decode


class Anchor(msgspec.Struct, frozen=True):
    """The strength of a bot, on openskill's scale: its mean, and how well that is known. `games` is what it took."""

    mu: float
    sigma: float
    games: int


class Measured(msgspec.Struct, frozen=True):
    """How the bots of a game were measured: by which Waystation and rules, when, and in which games."""

    version: str
    rules_version: int
    measured: str
    players: int
    deals: int
    seed: str
    usual: str
    bots: dict[str, Anchor]


FILE = "anchors.json"


@cache
def measured() -> dict[str, Measured]:
    """What was measured, by game."""
    found: dict[str, Measured] = decode((files(__package__) / FILE).read_bytes(), dict[str, Measured])
    return found


def anchor_of(game: str, bot: str) -> Anchor | None:
    """How strong a bot is; None if that was not measured."""
    found = measured().get(game)
    return None if found is None else found.bots.get(bot)
