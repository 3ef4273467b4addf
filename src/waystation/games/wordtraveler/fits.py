"""How well each card speaks for each space: the one table that speakers and listeners compute with.

A card is a number here, twice its word, plus one if the white side shows. So cards sort as (word, white) pairs do, and
a row of the table is a plain list of floats by space.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from waystation.games.wordtraveler.geometry import CENTRE, HEADING, RAY, SPACES

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
Singles: TypeAlias = "array[float]"


def cards_of(said: Iterable[Said]) -> tuple[int, ...]:
    """Words with their sides as numbers."""
    return tuple(2 * word + white for word, white in said)


def said_by_cards(cards: Iterable[int]) -> tuple[Said, ...]:
    """The inverse of `cards_of`."""
    return tuple((card >> 1, bool(card & 1)) for card in cards)


def prior(space: int) -> float:
    """How likely a traveller wants to go to a space, before anything is said."""
    return CENTRE_PRIOR if space == CENTRE else 1.0


class Table:
    """What follows from a table of grades alone: made once, shared by all bots that use these grades."""

    def __init__(self, grades: Grades) -> None:
        words = max(map(len, grades))
        by_space = [[FIT[grade] for grade in row] or [CENTRE_FIT] * words for row in grades]
        self.grades = grades
        self.speaks: list[Row] = []
        """By card and space: how likely a reader lets the card pass."""
        for word in range(words):
            white = [by_space[space][word] for space in range(SPACES)]
            self.speaks += [[1 - fit for fit in white], white]
        self.weighed = [[fit * prior(space) for space, fit in enumerate(row)] for row in self.speaks]
        self._singles: dict[tuple[int, int], dict[int, Singles]] = {}

    def singles(self, here: int, stop: int) -> Singles:
        """For each word how clear it is alone for a straight move: the chance that a literal listener finds the stop
        if the white side says it, minus the chance if the black side does, 0 if neither is fair."""
        key = (here, HEADING[here][stop])
        if key not in self._singles:
            ray = RAY[here][key[1]]
            self._singles[key] = dict(zip(ray, self._ray(ray), strict=True))
        return self._singles[key][stop]

    def _ray(self, ray: tuple[int, ...]) -> list[Singles]:
        """`singles` for every stop of a ray."""
        pictured = [self.grades[space] for space in ray if space != CENTRE]
        shares = [[fit / sum(fits) for fit in fits] for fits in ([row[space] for space in ray] for row in self.weighed)]
        found = [array("d", bytes(8 * len(shares) // 2)) for _ in ray]
        for word in range(len(shares) // 2):
            total = sum([row[word] for row in pictured])
            for place, stop in enumerate(ray):
                side = self._fair_side(word, stop, total, len(pictured))
                if side is not None:
                    share = shares[2 * word + side][place]
                    found[place][word] = share if side else -share
        return found

    def _fair_side(self, word: int, stop: int, total: int, pictures: int) -> bool | None:
        """The side of a word that is true for a stop, compared with its ray: for the centre always the black one.

        A word that is true at a stretch (grade 1) is neither said nor denied.
        """
        if stop == CENTRE:
            return False
        grade = self.grades[stop][word]
        above = grade * pictures - total
        if grade >= 2:
            return True if above > 0 or pictures == 1 else None
        return False if grade == 0 and (above < 0 or pictures == 1) else None


@lru_cache(maxsize=64)
def _table(grades: tuple[bytes, ...]) -> Table:
    return Table(grades)


def table_of(grades: Grades) -> Table:
    """The table for these grades."""
    return _table(tuple(grades))
