"""Heads of their own: what bots below the expert associate with the pictures of a city.

The city's grades say what a word means to its author. Another head misses some of that, the sooner the farther one has
to think for it, and thinks of something where the author saw nothing. What it misses is true at a stretch for it (grade
1, which is neither said nor denied), so its clues stay true for people; what it thinks of besides fits on second
thoughts (grade 2).

A seat has the same head in every game, so that a bot that is made anew in the middle of a game goes on as it began; of
two heads of a seat the one that reaches farther has all that the other one has.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from waystation.engine.chance import Chance

NOT_SAID, FITS = 1, 2
"""What is true at a stretch, and what is fair to be said."""


class Reach(NamedTuple):
    """The shares of the words of grade 2, 3 and 4 that a head thinks of, and of the others that it thinks fit, too."""

    found: tuple[float, float, float]
    besides: float


REACHES = {1: Reach((0.3, 0.6, 0.9), 0.12), 2: Reach((0.5, 0.8, 0.95), 0.075), 3: Reach((0.7, 0.9, 1.0), 0.04)}


@lru_cache(maxsize=64)
def head_of(grades: tuple[bytes, ...], seat: int, reach: int) -> list[bytes]:
    """The relevance table in the head of the bot at a seat, made of the city's."""
    found, besides = REACHES[reach]
    chance = Chance.of(seat, "head")
    table = []
    for row in grades:
        own = bytearray(row)
        for word, grade in enumerate(row):
            drawn = chance.unit()
            if grade >= FITS:
                if drawn >= found[grade - FITS]:
                    own[word] = NOT_SAID
            elif drawn < besides:
                own[word] = FITS
        table.append(bytes(own))
    return table
