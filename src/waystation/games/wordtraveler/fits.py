"""How well each card speaks for each space: the one table that speakers and listeners compute with.

A card is a number here, twice its word, plus one if the white side shows. So cards sort as (word, white) pairs do, and
a row of the table is a plain list of floats by space.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from waystation.games.wordtraveler.geometry import CENTRE, SPACES

FIT = (0.04, 0.2, 0.5, 0.8, 0.96)
"""The probability that a reader lets a word of grade 0 to 4 pass for a picture."""

CENTRE_FIT = 0.1
CENTRE_PRIOR = 0.25
"""The centre has no picture and no symbol: travellers go there only on the way to somewhere."""

Said = tuple[int, bool]
"""A word and whether its white side shows."""

Grades = Sequence[bytes]
"""By space: the grade of each word. The centre's entry is not used."""

Row = list[float]


def cards_of(said: Iterable[Said]) -> tuple[int, ...]:
    """Words with their sides as numbers."""
    return tuple(2 * word + white for word, white in said)


def said_by_cards(cards: Iterable[int]) -> tuple[Said, ...]:
    """The inverse of `cards_of`."""
    return tuple((card >> 1, bool(card & 1)) for card in cards)


@lru_cache(maxsize=32)
def _speaks(grades: tuple[bytes, ...]) -> list[Row]:
    words = max(map(len, grades))
    by_space = [[FIT[grade] for grade in row] or [CENTRE_FIT] * words for row in grades]
    rows: list[Row] = []
    for word in range(words):
        white = [by_space[space][word] for space in range(SPACES)]
        rows += [[1 - fit for fit in white], white]
    return rows


def speaks(grades: Grades) -> list[Row]:
    """By card and space: how likely a reader lets the card pass. Made once for a table of grades."""
    return _speaks(tuple(grades))


@lru_cache(maxsize=32)
def _weighed(grades: tuple[bytes, ...]) -> list[Row]:
    return [[fit * prior(space) for space, fit in enumerate(row)] for row in _speaks(grades)]


def weighed(grades: Grades) -> list[Row]:
    """`speaks` times `prior`."""
    return _weighed(tuple(grades))


def prior(space: int) -> float:
    """How likely a traveller wants to go to a space, before anything is said."""
    return CENTRE_PRIOR if space == CENTRE else 1.0
