"""How a local understands a traveller: rational speech acts, at three depths.

A word fits a place with a probability p that depends on its grade; a white card speaks with p, a black one with 1 - p.
The *literal* listener multiplies these along whole paths, so that later clues correct earlier ones. The *pragmatic*
listener asks what the traveller could have said instead with the cards in hand: a place for which a better word lies
unused becomes less likely (case F10 of the tests). Both know that a footprint must leave room for the later arrows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from waystation.games.wordtraveler.components import City
from waystation.games.wordtraveler.geometry import CENTRE, RAY, SPACES, room_after

FIT = (0.04, 0.2, 0.5, 0.8, 0.96)
"""The probability that a reader lets a word of grade 0 to 4 pass for a picture."""

CENTRE_FIT = 0.1
CENTRE_PRIOR = 0.25
"""The centre has no picture and no symbol: travellers go there only on the way to somewhere."""

RATIONALITY = 4.0
CARD_COST = 0.1
"""How strongly a traveller prefers the clearer clue, and what a card more costs."""

FORGET = 1e-4
"""Places less likely than this after an arrow are not followed further."""

Said = tuple[int, bool]
"""A word and whether its white side shows."""

Grades = Sequence[bytes]
"""By space: the grade of each word. The centre's entry is not used."""


def grades_of(city: City) -> list[bytes]:
    """The city's own relevance table."""
    return [place.fits if place else b"" for place in city.places]


class Guess(msgspec.Struct, frozen=True):
    """A path, and for each footprint how likely each space is."""

    path: tuple[int, ...]
    chances: tuple[dict[int, float], ...]


class Listener:
    """A reader of clues with a relevance table. `level` 0 is literal, 1 and 2 are pragmatic."""

    def __init__(
        self,
        grades: Grades,
        level: int = 1,
        rationality: float = RATIONALITY,
        card_cost: float = CARD_COST,
        unused: bool = True,
    ) -> None:
        words = max(map(len, grades))
        self.level = level
        self.rationality = rationality
        self.price = math.exp(-rationality * card_cost)
        self.look_at_unused = unused
        fits = [[FIT[grade] for grade in grades[space]] or [CENTRE_FIT] * words for space in range(SPACES)]
        self.white = fits
        self.black = [[1 - p for p in row] for row in fits]

    def fit(self, said: Said, space: int) -> float:
        """How well one card speaks for a space."""
        word, white = said
        return self.white[space][word] if white else self.black[space][word]

    def literal(self, cards: Iterable[Said], space: int) -> float:
        """How well the cards under an arrow speak for a space."""
        product = CENTRE_PRIOR if space == CENTRE else 1.0
        for word, white in cards:
            product *= self.white[space][word] if white else self.black[space][word]
        return product

    # ------------------------------------------------------------------ one arrow

    def weigh(self, cards: Sequence[Said], unused: Sequence[int], spaces: Sequence[int]) -> list[float]:
        """How likely a traveller bound for each of the spaces is to say these cards (up to a common factor)."""
        plain = [self.literal(cards, space) for space in spaces]
        if self.level == 0 or len(spaces) == 1:
            return plain
        total = sum(plain)
        # The prior of the centre must not count twice: it is taken out of the speaker's part.
        prior = [CENTRE_PRIOR if space == CENTRE else 1.0 for space in spaces]
        spoken = [(p / total) ** self.rationality * self.price ** len(cards) for p in plain]
        others = self._alternatives(cards, unused if self.look_at_unused else (), spaces)
        return [w * s / (s + z) for w, s, z in zip(prior, spoken, others, strict=True)]

    def _alternatives(self, cards: Sequence[Said], unused: Sequence[int], spaces: Sequence[int]) -> list[float]:
        """For each space: the summed weight of everything else that could have been said, of a few cards."""
        pool = [word for word, _ in cards] + list(unused)
        sides = [(word, white) for word in pool for white in (True, False)]
        rows = [[self.literal((side,), space) for space in spaces] for side in sides]
        bare = [1 / CENTRE_PRIOR if space == CENTRE else 1.0 for space in spaces]
        largest = 3 if len(pool) <= 5 else 2
        sums = [0.0] * len(spaces)
        said = sorted(cards)
        stack: list[tuple[int, list[float], int, list[Said]]] = [(0, [], 0, [])]
        while stack:
            start, product, size, chosen = stack.pop()
            for index in range(start, len(sides)):
                row = rows[index]
                now = row if not size else [a * b * c for a, b, c in zip(product, row, bare, strict=True)]
                clue = [*chosen, sides[index]]
                if clue != said and sorted(clue) != said:
                    self._add(sums, now, size + 1)
                if size + 1 < largest:
                    stack.append((index + 2 - index % 2, now, size + 1, clue))
        return sums

    def _add(self, sums: list[float], product: list[float], size: int) -> None:
        total, price, power = sum(product), self.price**size, self.rationality
        if power == 4.0:  # the default, unrolled: this is the innermost loop of the bots
            scale = 1 / total
            for i, value in enumerate(product):
                square = value * scale
                square *= square
                sums[i] += square * square * price
            return
        for i, value in enumerate(product):
            sums[i] += (value / total) ** power * price

    # ------------------------------------------------------------------ whole paths

    def read(
        self, start: int, arrows: tuple[int, ...], clues: Sequence[Sequence[Said]], unused: Sequence[int]
    ) -> Guess:
        """The path that has the most footprints right on average, and how likely each space is."""
        room = room_after(arrows)
        steps = self._steps(start, arrows, clues, unused, room)
        forward = [{start: 1.0}]
        for step in steps:
            reached: dict[int, float] = {}
            for here, chance in forward[-1].items():
                for space, weight in step.get(here, ()):
                    reached[space] = reached.get(space, 0.0) + chance * weight
            forward.append(reached)
        backward: list[dict[int, float]] = [dict.fromkeys(forward[-1], 1.0)]
        for index in range(len(steps) - 1, -1, -1):
            later = backward[-1]
            backward.append(
                {
                    here: sum(weight * later.get(space, 0.0) for space, weight in steps[index].get(here, ()))
                    for here in forward[index]
                }
            )
        backward.reverse()
        chances = [
            _normal({space: a * b[space] for space, a in f.items() if space in b})
            for f, b in zip(forward[1:], backward[1:], strict=True)
        ]
        return Guess(_best_path(start, arrows, room, chances), tuple(chances))

    def _steps(
        self,
        start: int,
        arrows: tuple[int, ...],
        clues: Sequence[Sequence[Said]],
        unused: Sequence[int],
        room: tuple[int, ...],
    ) -> list[dict[int, list[tuple[int, float]]]]:
        """For each arrow and each space it may begin at: the spaces it may end at, weighed."""
        steps: list[dict[int, list[tuple[int, float]]]] = []
        reach = {start: 1.0}
        for index, arrow in enumerate(arrows):
            step: dict[int, list[tuple[int, float]]] = {}
            reached: dict[int, float] = {}
            top = max(reach.values())
            for here, chance in reach.items():
                if chance < FORGET * top:
                    continue
                spaces = [space for space in RAY[here][arrow] if room[index] >> space & 1]
                weights = self.weigh(clues[index], unused, spaces)
                step[here] = list(zip(spaces, weights, strict=True))
                for space, weight in step[here]:
                    reached[space] = reached.get(space, 0.0) + chance * weight
            steps.append(step)
            reach = reached
        return steps


def _normal(chances: dict[int, float]) -> dict[int, float]:
    total = sum(chances.values()) or 1.0
    return {space: chance / total for space, chance in chances.items()}


def _best_path(
    start: int, arrows: tuple[int, ...], room: tuple[int, ...], chances: Sequence[dict[int, float]]
) -> tuple[int, ...]:
    """The walkable path with the largest sum of chances; ties go to the nearer space of the earlier arrow."""
    best: dict[int, tuple[float, tuple[int, ...]]] = {start: (0.0, ())}
    for index, arrow in enumerate(arrows):
        reached: dict[int, tuple[float, tuple[int, ...]]] = {}
        for here, (value, path) in best.items():
            for space in RAY[here][arrow]:
                if room[index] >> space & 1:
                    total = value + chances[index].get(space, 0.0)
                    if space not in reached or total > reached[space][0] + 1e-12:
                        reached[space] = (total, (*path, space))
        best = reached
    return max(best.values(), key=lambda entry: entry[0])[1]
