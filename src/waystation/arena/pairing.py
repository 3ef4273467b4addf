"""Who meets whom in the rounds of a tournament, and how it stands: for bots in the arena, and for people on a server.

Nothing here knows what plays: entrants are names, and a table is a tuple of them, in the order of the seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple


class Played(NamedTuple):
    """A table that was played: who sat where, and their ranks (1 for the best; none if the game was broken off)."""

    seats: tuple[str, ...]
    ranks: tuple[int, ...]


class Standing(NamedTuple):
    """How an entrant stands. Equal `place`: equal in all the rest."""

    name: str
    place: int
    points: float
    opposition: float
    wins: int
    tables: int
    waited: int


BYE = 0.5
"""Points of who has to wait in a round."""


def share(ranks: Sequence[int], seat: int) -> float:
    """The share of the others that a seat left behind it: 1 for the sole winner, a tie is a half; 0.5 if cut off."""
    if not ranks:
        return 0.5
    mine = ranks[seat]
    others = [rank for other, rank in enumerate(ranks) if other != seat]
    return sum((mine < rank) + 0.5 * (mine == rank) for rank in others) / len(others)


def standings(names: Sequence[str], played: Iterable[Played], waited: Mapping[str, int]) -> list[Standing]:
    """How a tournament stands, the best first.

    Points are the shares of all tables, and half a point for each round in which one had to wait. Equal points: who had
    the stronger opposition (the mean points of all whom they met, each time they met), then who won more tables.
    """
    tables = list(played)
    points = {name: BYE * waited.get(name, 0) for name in names}
    wins, games = Counter[str](), Counter[str]()
    met: dict[str, list[str]] = {name: [] for name in names}
    for table in tables:
        for seat, name in enumerate(table.seats):
            points[name] += share(table.ranks, seat)
            games[name] += 1
            wins[name] += bool(table.ranks) and table.ranks[seat] == 1
            met[name] += [other for other in table.seats if other != name]
    opposition = {name: sum(points[other] for other in met[name]) / max(1, len(met[name])) for name in names}
    key = {name: (round(points[name], 6), round(opposition[name], 6), wins[name]) for name in names}
    order = sorted(names, key=lambda name: tuple(-value for value in key[name]))
    return [
        Standing(
            name,
            1 + sum(key[other] > key[name] for other in names),
            key[name][0],
            key[name][1],
            wins[name],
            games[name],
            waited.get(name, 0),
        )
        for name in order
    ]


def meetings(played: Iterable[Played]) -> Counter[frozenset[str]]:
    """How often each two have met."""
    return Counter(frozenset(pair) for table in played for pair in combinations(table.seats, 2))


def who_waits(standing: Sequence[str], waited: Mapping[str, int], seats: int) -> list[str]:
    """Who has to wait if the seats do not suffice: of those who waited least often, the last in the standing."""
    order = sorted(standing, key=lambda name: (waited.get(name, 0), -standing.index(name)))
    return order[: len(standing) % seats]


def neighbours(standing: Sequence[str], met: Mapping[frozenset[str], int], seats: int) -> list[tuple[str, ...]]:
    """Tables of those who stand near each other and have met least; `standing` has as many as have a seat."""
    left, found = list(standing), []
    while left:
        table = [left.pop(0)]
        while len(table) < seats:
            best = min(left, key=lambda name: sum(met.get(frozenset((name, other)), 0) for other in table))
            left.remove(best)
            table.append(best)
        found.append(tuple(table))
    return found


def circle(names: Sequence[str]) -> list[list[tuple[str, str]]]:
    """The rounds in which each meets each of the others once, two at a table: one stays, the others go round."""
    ring: list[str | None] = [*names, *([None] if len(names) % 2 else [])]
    rounds = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        rounds.append([(a, b) for a, b in pairs if a is not None and b is not None])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def round_robin(names: Sequence[str], seats: int) -> list[list[tuple[str, ...]]]:
    """The rounds of a tournament in which everybody meets everybody: once where two play, else at least once.

    ValueError if there are too few for a table: nobody would ever meet.
    """
    if 1 < len(names) < seats:
        raise ValueError(f"{seats} seats need as many names or more, got {len(names)}")
    if seats == 2:
        return [list(one) for one in circle(names)]
    rounds: list[list[tuple[str, ...]]] = []
    met, waited = Counter[frozenset[str]](), Counter[str]()
    known: dict[str, set[str]] = {name: set() for name in names}
    while any(len(others) < len(names) - 1 for others in known.values()):
        # Who has met fewest of the others comes first, so that who is missing someone finds them.
        order = sorted(names, key=lambda name: (len(known[name]), -waited[name]))
        waiting = who_waits(order, waited, seats)
        waited.update(waiting)
        tables = neighbours([name for name in order if name not in waiting], met, seats)
        for one, other in (pair for table in tables for pair in combinations(table, 2)):
            met[frozenset((one, other))] += 1
            known[one].add(other)
            known[other].add(one)
        rounds.append(tables)
    return rounds


def seated(table: Sequence[str], sat: Mapping[tuple[str, int], int]) -> tuple[str, ...]:
    """The table in that order of its rotations in which all sit where they have sat least. `sat`: (name, seat)."""
    turned = [(*table[shift:], *table[:shift]) for shift in range(len(table))]
    return min(turned, key=lambda one: sum(sat.get((name, seat), 0) for seat, name in enumerate(one)))


def swiss_rounds(entrants: int, seats: int) -> int:
    """Rounds of a Swiss tournament that find a winner: those of a knock-out, and one."""
    left, rounds = entrants, 1
    while left > 1:
        left = -(-left // seats)
        rounds += 1
    return rounds
