"""How a traveller plans: stops, and the words that lead a listener there.

The speaker searches paths with a beam. For each straight move it keeps the clearest clues of one or two cards, as a
literal listener on that ray would understand them, and spends each card once. The best few plans are then read by a
listener as a whole, with the unused words lying open; more cards are added where that helps.

A card is only used if it is true enough for a person: the white side of a word that fits the stop at least with grade 2
and better than the average of the ray, the black side of one that fits with 0 or 1 and worse than the average.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from waystation.games.wordtraveler.components import worth
from waystation.games.wordtraveler.geometry import CENTRE, HEADING, LINE, RAY, directions_of
from waystation.games.wordtraveler.listener import CENTRE_PRIOR, Grades, Guess, Listener, Said

BEAM = 40
SINGLES = 6
"""Single cards of a move that are also tried in pairs."""

PLAIN = 0.97
"""A move that one card makes this clear needs no pairs."""

CLUES = 10
"""Clues kept for a move."""

FINALISTS = 6
DOUBT = 0.12
"""The share of readings that come out differently for another head: what the speaker discounts every clue by."""


Cards = tuple[Said, ...]


class Trip(msgspec.Struct, frozen=True):
    """A plan: stops and the cards under each arrow."""

    stops: tuple[int, ...]
    clues: tuple[Cards, ...]


class _Half(msgspec.Struct, frozen=True):
    """A plan being made: what it promises, how likely the locals follow so far, the cards spent (as bits)."""

    promise: float
    follow: float
    stops: tuple[int, ...]
    clues: tuple[Cards, ...]
    spent: int

    @property
    def trip(self) -> Trip:
        return Trip(self.stops, self.clues)


class Speaker:
    """A planner for one seat: its table of grades, and the listener it speaks to.

    `level` 0 takes the words that fit best, whatever else lies on the ray; 1 speaks to a literal listener, 2 to a
    pragmatic one. `black` and `most` limit it for measurements: no black cards, at most so many cards an arrow.
    """

    def __init__(self, grades: Grades, level: int = 1, black: bool = True, most: int = 3, unused: bool = True) -> None:
        self.grades = grades
        self.level = level
        self.black = black
        self.most = most
        self.literal = Listener(grades, 0)
        self.listener = Listener(grades, 1, unused=unused) if level == 2 else self.literal
        self._known: dict[tuple[int, int], list[tuple[float, Cards]]] = {}
        self._hand: tuple[int, ...] = ()

    def plan(self, start: int, side: int, hand: Sequence[int], arrows: int) -> Trip:
        """The best trip found from `start` with these words on this map side."""
        if tuple(hand) != self._hand:
            self._hand, self._known = tuple(hand), {}
        halves = [_Half(0.0, 1.0, (), (), 0)]
        finished = list(halves)
        for _ in range(arrows):
            halves = self._grow(halves, start, side)
            finished += halves[: FINALISTS * 2]
        finished.sort(key=lambda half: -half.promise)
        if self.level == 0:
            return finished[0].trip
        trips = [half.trip for half in finished[:FINALISTS]]
        best = max(trips, key=lambda trip: self.value(trip, start, side))
        return self._improved(best, start, side)

    # ------------------------------------------------------------------ one move

    def clues(self, here: int, stop: int) -> list[tuple[float, Cards]]:
        """The clearest clues for a straight move with the whole hand: (chance of being understood, cards)."""
        key = (here, stop)
        if key not in self._known:
            self._known[key] = self._find_clues(here, stop)
        return self._known[key]

    def _find_clues(self, here: int, stop: int) -> list[tuple[float, Cards]]:
        ray = RAY[here][HEADING[here][stop]]
        fair = self._fair(stop, ray)
        if self.level == 0:
            literal: list[tuple[float, Cards]] = [(self.literal.fit(said, stop), (said,)) for said in fair]
            return sorted(literal, reverse=True)[:CLUES]
        rows = {said: self._row(said, ray) for said in fair}
        place = ray.index(stop)
        found: list[tuple[float, Cards]] = [(row[place] / sum(row), (said,)) for said, row in rows.items()]
        found.sort(reverse=True)
        if self.most > 1 and (not found or found[0][0] < PLAIN):
            found += self._pairs([cards[0] for _, cards in found[:SINGLES]], rows, place)
        # A card more must be worth its while: two cards are read after one that is nearly as clear.
        found.sort(key=lambda entry: 0.03 * len(entry[1]) - entry[0])
        return found[:CLUES]

    def _row(self, said: Said, ray: Sequence[int]) -> list[float]:
        """How well a card speaks for each space of a ray."""
        word, white = said
        table = self.literal.white if white else self.literal.black
        return [table[space][word] * (CENTRE_PRIOR if space == CENTRE else 1.0) for space in ray]

    def _pairs(self, best: list[Said], rows: dict[Said, list[float]], place: int) -> list[tuple[float, Cards]]:
        found: list[tuple[float, Cards]] = []
        for number, first in enumerate(best):
            row = rows[first]
            for second in best[number + 1 :]:
                if first[0] != second[0]:
                    product = [a * b for a, b in zip(row, rows[second], strict=True)]
                    found.append((product[place] / sum(product), (min(first, second), max(first, second))))
        return found

    def _fair(self, stop: int, ray: Sequence[int]) -> list[Said]:
        """Cards that are true for the stop, compared with its ray."""
        if stop == CENTRE:
            return [(word, False) for word in self._hand] if self.black else [(word, True) for word in self._hand]
        grades, others = self.grades[stop], [self.grades[space] for space in ray if space != CENTRE]
        count, alone = len(others), len(others) == 1
        found: list[Said] = []
        for word in self._hand:
            grade = grades[word]
            above = grade * count - sum([row[word] for row in others])
            if grade >= 2 and (above > 0 or alone):
                found.append((word, True))
            elif grade <= 1 and self.black and (above < 0 or alone):
                found.append((word, False))
        return found

    # ------------------------------------------------------------------ whole trips

    def _grow(self, halves: Sequence[_Half], start: int, side: int) -> list[_Half]:
        """Every half plan with one more move, the most promising ones."""
        grown: list[tuple[float, float, float, _Half, int, Cards, int]] = []
        for half in halves:
            stops, taken = half.stops, half.spent
            here = stops[-1] if stops else start
            for stop in LINE[here]:
                gain = worth(side, stop) if stop not in stops else 0
                for chance, cards in self.clues(here, stop):
                    spent = 1 << cards[0][0] | 1 << cards[-1][0]
                    if not spent & taken:
                        follow = half.follow * ((1 - DOUBT) * chance + DOUBT / 6)
                        promise = half.promise + gain * follow
                        grown.append((promise + 0.35 * follow, promise, follow, half, stop, cards, spent))
                        break
        grown.sort(key=lambda entry: -entry[0])
        return [
            _Half(promise, follow, (*half.stops, stop), (*half.clues, cards), half.spent | spent)
            for _, promise, follow, half, stop, cards, spent in grown[:BEAM]
        ]

    def understood(self, trip: Trip, start: int) -> Guess:
        """What the listener makes of a trip."""
        used = {word for clue in trip.clues for word, _ in clue}
        unused = [word for word in self._hand if word not in used]
        return self.listener.read(start, directions_of(start, trip.stops), trip.clues, unused)

    def value(self, trip: Trip, start: int, side: int) -> float:
        """Points to expect: every space that may get a footprint, lucky hits included, each space once."""
        if not trip.stops:
            return 0.0
        missed: dict[int, float] = {}
        for chances in self.understood(trip, start).chances:
            for space, chance in chances.items():
                if worth(side, space):
                    missed[space] = missed.get(space, 1.0) * (1 - (1 - DOUBT) * chance)
        cards = sum(map(len, trip.clues))
        return sum(worth(side, space) * (1 - miss) for space, miss in missed.items()) - 0.01 * cards

    def _improved(self, trip: Trip, start: int, side: int) -> Trip:
        """Unused cards added where the listener understands more by them, the most helpful first."""
        value = self.value(trip, start, side)
        for _ in range(3 if self.level == 1 else 1):
            options = self._with_one_more(trip, start)
            if not options:
                break
            better = max(options, key=lambda option: self.value(option, start, side))
            gained = self.value(better, start, side)
            if gained <= value + 0.02:
                break
            trip, value = better, gained
        return trip

    def _with_one_more(self, trip: Trip, start: int) -> list[Trip]:
        used = {word for clue in trip.clues for word, _ in clue}
        options = []
        here = start
        for index, stop in enumerate(trip.stops):
            ray = RAY[here][HEADING[here][stop]]
            if len(trip.clues[index]) < self.most and len(ray) > 1:
                ranked = sorted(
                    (said for said in self._fair(stop, ray) if said[0] not in used),
                    key=lambda said: -self._contrast(said, stop, ray),
                )
                for said in ranked[:2]:
                    clue = tuple(sorted((*trip.clues[index], said)))
                    options.append(Trip(trip.stops, (*trip.clues[:index], clue, *trip.clues[index + 1 :])))
            here = stop
        return options

    def _contrast(self, said: Said, stop: int, ray: Sequence[int]) -> float:
        """How much better a card speaks for the stop than for its ray."""
        fits = [self.literal.fit(said, space) for space in ray]
        return self.literal.fit(said, stop) / sum(fits)
