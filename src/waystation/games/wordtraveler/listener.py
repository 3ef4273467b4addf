"""How a local understands a traveller: rational speech acts, at three depths.

A word fits a place with a probability p that depends on its grade; a white card speaks with p, a black one with 1 - p.
The *literal* listener multiplies these along whole paths, so that later clues correct earlier ones. The *pragmatic*
listener asks what the traveller could have said instead with the cards in hand: a place for which a better word lies
unused becomes less likely (case F10 of the tests). Both know that a footprint must leave room for the later arrows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

import msgspec

from waystation.games.wordtraveler.components import City
from waystation.games.wordtraveler.fits import Grades, Row, Said, cards_of, prior, table_of
from waystation.games.wordtraveler.geometry import RAY, room_after

RATIONALITY = 4.0
CARD_COST = 0.1
"""How strongly a traveller prefers the clearer clue, and what a card more costs."""

FORGET = 1e-4
"""Places less likely than this after an arrow are not followed further."""

REMEMBER = 5000
"""Rays a listener keeps its sums for: a few plans of one hand ask for the same ones again and again."""

Spaces = tuple[int, ...]
Step = dict[int, list[tuple[int, float]]]
"""For each space an arrow may begin at: the spaces it may end at, weighed."""


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
        self.speaks = table_of(grades).speaks
        self.level = level
        self.rationality = rationality
        self.price = math.exp(-rationality * card_cost)
        self.look_at_unused = unused
        self._loudness: dict[tuple[tuple[int, ...], Spaces], Row] = {}

    # ------------------------------------------------------------------ one arrow

    def literal(self, cards: Sequence[int], spaces: Spaces) -> Row:
        """How well the cards under an arrow speak for each of the spaces."""
        weights = [prior(space) for space in spaces]
        for card in cards:
            row = self.speaks[card]
            weights = [weight * row[space] for weight, space in zip(weights, spaces, strict=True)]
        return weights

    def weigh(self, cards: tuple[int, ...], pool: tuple[int, ...], spaces: Spaces) -> Row:
        """How likely a traveller with the words of `pool`, bound for each of the spaces, is to say these cards (up to
        a common factor)."""
        plain = self.literal(cards, spaces)
        if self.level == 0 or len(spaces) == 1:
            return plain
        total = sum(plain)
        spoken = [(weight / total) ** self.rationality * self.price ** len(cards) for weight in plain]
        loud = self._all_that_could_be_said(pool, spaces)
        if len(cards) > _largest(pool):
            loud = [said + other for said, other in zip(spoken, loud, strict=True)]
        # The prior of the centre must not count twice: here it belongs to the space, in `spoken` it cancels out.
        return [prior(space) * said / other for space, said, other in zip(spaces, spoken, loud, strict=True)]

    def _all_that_could_be_said(self, pool: tuple[int, ...], spaces: Spaces) -> Row:
        """For each space the summed weight of every clue of a few cards: what `spoken` is measured by."""
        known = self._loudness
        found = known.get((pool, spaces))
        if found is None:
            if len(known) > REMEMBER:
                known.clear()  # by another thread, too, at any moment
            found = known[pool, spaces] = self._loud(pool, spaces)
        return found

    def _loud(self, pool: tuple[int, ...], spaces: Spaces) -> Row:
        """A clue weighs (the share of the ray that it gives the space) ** rationality * (price for every card of it).

        Clues that differ in their last card are summed at once: this is the innermost loop of the bots.
        """
        power, largest = self.rationality, _largest(pool)
        sides = [self.speaks[2 * word + white] for word in pool for white in (0, 1)]
        rows = [[side[space] for space in spaces] for side in sides]
        powers = list(zip(*[[fit**power for fit in row] for row in rows], strict=True))
        sums = [0.0] * len(spaces)

        def lay(laid: Row, start: int, cards: int) -> None:
            """Count the clues of so many cards: what is laid already, and one of the sides from `start` on."""
            price = self.price**cards
            factors = [price / sum(map(mul, laid, row)) ** power for row in rows[start:]]
            for place, column in enumerate(powers):
                sums[place] += laid[place] ** power * sum(map(mul, factors, column[start:]))
            if cards < largest:
                for side in range(start, len(rows) - 2):
                    lay(list(map(mul, laid, rows[side])), side + 2 - side % 2, cards + 1)

        lay([prior(space) for space in spaces], 0, 1)
        return sums

    # ------------------------------------------------------------------ whole paths

    def read(
        self, start: int, arrows: tuple[int, ...], clues: Sequence[Sequence[Said]], unused: Sequence[int]
    ) -> Guess:
        """The path that has the most footprints right on average, and how likely each space is."""
        chances = self.chances(start, arrows, clues, unused)
        return Guess(_best_path(start, arrows, chances), tuple(chances))

    def chances(
        self, start: int, arrows: tuple[int, ...], clues: Sequence[Sequence[Said]], unused: Sequence[int]
    ) -> list[dict[int, float]]:
        """For each footprint how likely each space is, all arrows considered."""
        steps = self._steps(start, arrows, clues, unused if self.look_at_unused else ())
        forward = [{start: 1.0}]
        for step in steps:
            forward.append(_reached(forward[-1], step))
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
        return [
            _normal({space: a * b[space] for space, a in f.items() if space in b})
            for f, b in zip(forward[1:], backward[1:], strict=True)
        ]

    def _steps(
        self,
        start: int,
        arrows: tuple[int, ...],
        clues: Sequence[Sequence[Said]],
        unused: Sequence[int],
    ) -> list[Step]:
        steps: list[Step] = []
        room = room_after(arrows)
        reach = {start: 1.0}
        for index, arrow in enumerate(arrows):
            cards = cards_of(clues[index])
            pool = tuple(sorted((*unused, *[card >> 1 for card in cards])))
            step: Step = {}
            least = FORGET * max(reach.values())
            for here, chance in reach.items():
                if chance >= least:
                    spaces = tuple([space for space in RAY[here][arrow] if room[index] >> space & 1])
                    step[here] = list(zip(spaces, self.weigh(cards, pool, spaces), strict=True))
            steps.append(step)
            reach = _reached(reach, step)
        return steps


def _largest(pool: Sequence[int]) -> int:
    """How many cards the other clues have at most that a listener thinks of."""
    return 3 if len(pool) <= 5 else 2


def _reached(reach: dict[int, float], step: Step) -> dict[int, float]:
    """One arrow further on."""
    reached: dict[int, float] = {}
    for here, chance in reach.items():
        for space, weight in step.get(here, ()):
            reached[space] = reached.get(space, 0.0) + chance * weight
    return reached


def _normal(chances: dict[int, float]) -> dict[int, float]:
    total = sum(chances.values()) or 1.0
    return {space: chance / total for space, chance in chances.items()}


def _best_path(start: int, arrows: tuple[int, ...], chances: Sequence[dict[int, float]]) -> tuple[int, ...]:
    """The walkable path with the largest sum of chances; ties go to the nearer space of the earlier arrow."""
    room = room_after(arrows)
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
