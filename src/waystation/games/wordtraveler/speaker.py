"""How a traveller plans: stops, and the words that lead a listener there.

The speaker searches paths with a beam. For each straight move it keeps the clearest clues of one or two cards, as a
literal listener on that ray would understand them, and spends each card once. The best few plans are then read by a
listener as a whole, with the unused words lying open; more cards are added where that helps.

A card is only used if it is true enough for a person: the white side of a word that fits the stop at least with grade 2
and better than the average of the ray, the black side of one that does not fit at all (0), where others of the ray do.
What is true at a stretch (1) is neither said nor denied.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappush, heappushpop
from itertools import combinations
from operator import mul

import msgspec

from waystation.games.wordtraveler.components import worth
from waystation.games.wordtraveler.fits import Grades, Said, cards_of, said_by_cards, table_of
from waystation.games.wordtraveler.geometry import CENTRE, HEADING, LINE, RAY, directions_of
from waystation.games.wordtraveler.listener import Listener

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

LEAD = 0.35
"""What it is worth, in points, that the locals still follow: later moves start where they are."""

Cards = tuple[int, ...]
"""The cards under an arrow as numbers (see `fits`)."""


class Trip(msgspec.Struct, frozen=True):
    """A plan: stops and the cards under each arrow."""

    stops: tuple[int, ...]
    clues: tuple[tuple[Said, ...], ...]


NOTHING = Trip((), ())


class _Half(msgspec.Struct, frozen=True):
    """A plan being made: what it promises, how likely the locals follow so far, the words spent (as bits)."""

    promise: float
    follow: float
    stops: tuple[int, ...]
    clues: tuple[Cards, ...]
    spent: int

    @property
    def trip(self) -> Trip:
        return Trip(self.stops, tuple(map(said_by_cards, self.clues)))


class Speaker:
    """A planner for one seat: its table of grades, and the listener it speaks to.

    `level` 0 takes the words that fit best, whatever else lies on the ray; 1 speaks to a literal listener, 2 to a
    pragmatic one. `black` and `most` limit it for measurements: no black cards, at most so many cards an arrow.
    """

    def __init__(self, grades: Grades, level: int = 1, black: bool = True, most: int = 3, unused: bool = True) -> None:
        self.level = level
        self.black = black
        self.most = most
        self.table = table_of(grades)
        self.listener = Listener(grades, 1 if level == 2 else 0, unused=unused)
        self._hand: tuple[int, ...] = ()
        self._clues: dict[tuple[int, int], list[tuple[float, Cards, int]]] = {}

    def plan(
        self, start: int, side: int, hand: Sequence[int], arrows: int, begun: Trip = NOTHING, aimed: int = -1
    ) -> Trip:
        """The best trip found from `start` with these words on this map side.

        `begun` is what lies there already and is kept, `aimed` where the arrow after it points (-1: anywhere).
        """
        if tuple(hand) != self._hand:
            self._hand, self._clues = tuple(hand), {}
        halves = [self._half(begun, start, side)]
        finished = list(halves)
        for number in range(len(begun.stops), arrows):
            halves = self._grow(halves, start, side, aimed if number == len(begun.stops) else -1)
            finished += halves[: FINALISTS * 2]
        finished.sort(key=lambda half: -half.promise)
        if self.level == 0:
            return finished[0].trip
        trips = [half.trip for half in finished[:FINALISTS]]
        best = max(trips, key=lambda trip: self.value(trip, start, side))
        return best if begun.stops or aimed >= 0 else self._improved(best, start, side)

    def _half(self, begun: Trip, start: int, side: int) -> _Half:
        """A trip that somebody began, as this speaker would judge it."""
        half = _Half(0.0, 1.0, (), (), 0)
        here = start
        for stop, said in zip(begun.stops, begun.clues, strict=True):
            cards, ray = cards_of(said), RAY[here][HEADING[here][stop]]
            shares = self.listener.literal(cards, ray)
            follow = half.follow * ((1 - DOUBT) * shares[ray.index(stop)] / sum(shares) + DOUBT / 6)
            gain = worth(side, stop) if stop not in half.stops else 0
            spent = half.spent | sum(1 << word for word, _ in said)
            half = _Half(half.promise + gain * follow, follow, (*half.stops, stop), (*half.clues, cards), spent)
            here = stop
        return half

    # ------------------------------------------------------------------ one move

    def clues(self, here: int, stop: int) -> list[tuple[float, Cards, int]]:
        """The clearest clues for a straight move with the whole hand: chance of being understood, cards, and their
        words as bits."""
        key = (here, stop)
        if key not in self._clues:
            found = self._literal_clues(here, stop) if self.level == 0 else self._clear_clues(here, stop)
            self._clues[key] = [
                (chance, cards, 1 << (cards[0] >> 1) | 1 << (cards[-1] >> 1)) for chance, cards in found[:CLUES]
            ]
        return self._clues[key]

    def _literal_clues(self, here: int, stop: int) -> list[tuple[float, Cards]]:
        fair = [card for _, (card,) in self._fair(here, stop)]
        return sorted([(self.table.speaks[card][stop], (card,)) for card in fair], reverse=True)

    def _clear_clues(self, here: int, stop: int) -> list[tuple[float, Cards]]:
        found: list[tuple[float, Cards]] = [*self._fair(here, stop)]
        found.sort(reverse=True)
        if self.most > 1 and (not found or found[0][0] < PLAIN):
            found += self._pairs([cards[0] for _, cards in found[:SINGLES]], here, stop)
        # A card more must be worth its while: two cards are read after one that is nearly as clear.
        found.sort(key=lambda entry: 0.03 * len(entry[1]) - entry[0])
        return found

    def _fair(self, here: int, stop: int) -> list[tuple[float, tuple[int]]]:
        """Cards that are true for the stop, compared with its ray, and how clear each is alone."""
        clear = self.table.singles(here, stop)
        if not self.black and stop == CENTRE:
            return [(self._alone(2 * word + 1, here, stop), (2 * word + 1,)) for word in self._hand]
        found: list[tuple[float, tuple[int]]] = []
        for word in self._hand:
            chance = clear[word]
            if chance > 0:
                found.append((chance, (2 * word + 1,)))
            elif chance < 0 and self.black:
                found.append((-chance, (2 * word,)))
        return found

    def _alone(self, card: int, here: int, stop: int) -> float:
        row = self.table.weighed[card]
        return row[stop] / sum([row[space] for space in RAY[here][HEADING[here][stop]]])

    def _pairs(self, best: list[int], here: int, stop: int) -> list[tuple[float, Cards]]:
        """Every two of the best cards."""
        ray = RAY[here][HEADING[here][stop]]
        rows = [[row[space] for space in ray] for row in [self.table.weighed[card] for card in best]]
        place = ray.index(stop)
        found: list[tuple[float, Cards]] = []
        for (first, row), (second, other) in combinations(zip(best, rows, strict=True), 2):
            if first >> 1 != second >> 1:
                clear = row[place] * other[place] / sum(map(mul, row, other))
                found.append((clear, (first, second) if first < second else (second, first)))
        return found

    # ------------------------------------------------------------------ whole trips

    def _grow(self, halves: Sequence[_Half], start: int, side: int, aimed: int) -> list[_Half]:
        """Every half plan with one more move (to `aimed`, if it is a space), the most promising ones."""
        grown: list[tuple[float, int, float, float, _Half, int, Cards, int]] = []
        least: list[float] = []  # the best keys so far as a heap: what can't get among them needs no clues
        for hoped, order, half, stop, gain in _moves(halves, start, side):
            if aimed not in (-1, stop):
                continue
            if len(least) == BEAM and hoped < least[0]:
                break
            here, taken = half.stops[-1] if half.stops else start, half.spent
            for chance, cards, words in self.clues(here, stop):
                if not words & taken:
                    follow = half.follow * ((1 - DOUBT) * chance + DOUBT / 6)
                    promise = half.promise + gain * follow
                    key = promise + LEAD * follow
                    grown.append((key, order, promise, follow, half, stop, cards, words))
                    (heappush if len(least) < BEAM else heappushpop)(least, key)
                    break
        grown.sort(reverse=True)
        return [
            _Half(promise, follow, (*half.stops, stop), (*half.clues, cards), half.spent | words)
            for _, _, promise, follow, half, stop, cards, words in grown[:BEAM]
        ]

    def understood(self, trip: Trip, start: int) -> Sequence[dict[int, float]]:
        """What the listener makes of a trip: for each footprint how likely each space is."""
        used = {word for clue in trip.clues for word, _ in clue}
        unused = [word for word in self._hand if word not in used]
        return self.listener.chances(start, directions_of(start, trip.stops), trip.clues, unused)

    def value(self, trip: Trip, start: int, side: int) -> float:
        """Points to expect: every space that may get a footprint, lucky hits included, each space once."""
        if not trip.stops:
            return 0.0
        missed: dict[int, float] = {}
        for chances in self.understood(trip, start):
            for space, chance in chances.items():
                if worth(side, space):
                    missed[space] = missed.get(space, 1.0) * (1 - (1 - DOUBT) * chance)
        cards = sum(map(len, trip.clues))
        return sum(worth(side, space) * (1 - miss) for space, miss in missed.items()) - 0.01 * cards

    def _improved(self, trip: Trip, start: int, side: int) -> Trip:
        """Unused cards added where the listener understands more by them, the most helpful first."""
        value = self.value(trip, start, side)
        for _ in range(3 if self.level == 1 else 1):
            options = [(self.value(option, start, side), option) for option in self._with_one_more(trip, start)]
            if not options:
                break
            gained, better = max(options, key=lambda option: option[0])
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
                    (card for _, (card,) in self._fair(here, stop) if card >> 1 not in used),
                    key=lambda card: -self._contrast(card, stop, ray),
                )
                for said in said_by_cards(ranked[:2]):
                    clue = tuple(sorted((*trip.clues[index], said)))
                    options.append(Trip(trip.stops, (*trip.clues[:index], clue, *trip.clues[index + 1 :])))
            here = stop
        return options

    def _contrast(self, card: int, stop: int, ray: Sequence[int]) -> float:
        """How much better a card speaks for the stop than for its ray."""
        row = self.table.speaks[card]
        return row[stop] / sum([row[space] for space in ray])


def _moves(halves: Sequence[_Half], start: int, side: int) -> list[tuple[float, int, _Half, int, int]]:
    """Every next stop of every half plan: what it is worth with a clue that nobody can miss, a number that grows
    backwards, the half plan, the stop, its points. The most hopeful first."""
    moves: list[tuple[float, int, _Half, int, int]] = []
    for half in halves:
        stops, sure = half.stops, half.follow * ((1 - DOUBT) * 1.0 + DOUBT / 6)
        for stop in LINE[stops[-1] if stops else start]:
            gain = worth(side, stop) if stop not in stops else 0
            promise = half.promise + gain * sure
            moves.append((promise + LEAD * sure, -len(moves), half, stop, gain))
    moves.sort(key=lambda move: -move[0])
    return moves
