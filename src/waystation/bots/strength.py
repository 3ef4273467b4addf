"""How strong bots are on the scale on which people are rated: what `waystation anchors` writes, and a server reads."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from waystation.engine.typed import decode


class Anchor(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's mean and deviation on openskill's scale, from so many games.

    `low` and `high` bound the mean (95 %), and `elo` is its strength among those it has played; they are for whoever
    reads the file.
    """

    mu: float
    sigma: float
    low: float | None = None
    high: float | None = None
    elo: float | None = None
    games: int


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """The bots of a game, and how they were measured: by which Waystation and rules, when, and in which games.

    `usual` is the bot that has the mean at which people begin.
    """

    version: str
    rules_version: int
    measured: str
    players: int
    deals: int
    seed: str
    usual: str
    bots: dict[str, Anchor]


def read(content: bytes) -> dict[str, Measured]:
    """What a file holds, by game. ValueError (or msgspec's) if it is none of these."""
    found: dict[str, Measured] = decode(content, dict[str, Measured])
    return found


def written(known: Mapping[str, Measured]) -> bytes:
    """The file for all this."""
    return msgspec.json.format(msgspec.json.encode(dict(sorted(known.items()))), indent=1) + b"\n"
