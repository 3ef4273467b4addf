"""The way to the end of the journal track that costs a player least, for the bots: steps, and what is missing for them.

Distances are in steps. A missing tag, card, tile or influence counts as a part of a step or as more than one, by how
hard it is to get, and only half if it is not needed soon: a connection that is shut now stops everything.
"""

from __future__ import annotations

from functools import lru_cache

from .box import Box
from .counting import COUNTS, INFLUENCE_AT
from .panorama import Panorama
from .parts import Edge

SOON, LATER = 2, 0.5
"""What is needed within so many columns counts in full, what is needed later only this part."""
PRICES = {
    "city": 1.3, "vista": 1.3, "harbour": 1.3, "open_water": 1.3, "observatory": 1.56, "library": 1.82, "comet": 0.78,
    "planet": 2.08, "stars": 1.3, "sun": 3.12, "moon": 3.12, "townsfolk": 1.04, "upgrades": 0.91,
}  # fmt: skip
OTHER, INFLUENCE = 1.17, 0.25
SHUT = 99.0
"""Farther than any end."""

Lack = tuple[tuple[int, ...], int, float]
"""Any one of these counts, how many of it, and the price of each that is missing."""
Plan = list[tuple[int, list[tuple[int, list[Lack]]]]]
"""Per space, the last ones first: where its connections lead and what they ask for."""


def distance(box: Box, sides: int, player: Panorama) -> float:
    """How far a player is from the end of the track."""
    own = [*player.count, *player.guild]
    far = [0.0] * len(box.spaces)
    for at, ways in plan(box, sides, player.marker):
        nearest = SHUT
        for to, lacks in ways:
            cost = far[to] + 1.0
            for counts, n, price in lacks:
                missing = n - (own[counts[0]] if len(counts) == 1 else max([own[count] for count in counts]))
                if missing > 0:
                    cost += missing * price
            if cost < nearest:
                nearest = cost
        far[at] = nearest
    return far[player.marker]


@lru_cache(maxsize=1024)
def plan(box: Box, sides: int, marker: int) -> Plan:
    """What lies between a space and the end of the track."""
    column = box.column_of
    return [
        (
            at,
            [
                (edge.to, _lacks(edge, 1.0 if column[at] - column[marker] < SOON else LATER))
                for edge in box.tracks[sides][at]
            ],
        )
        for at in _onwards(box, sides, marker)
        if box.tracks[sides][at]
    ]


def _onwards(box: Box, sides: int, marker: int) -> list[int]:
    """The spaces that can be reached, each after all that follow it."""
    found: list[int] = []

    def visit(at: int) -> None:
        for edge in box.tracks[sides][at]:
            if edge.to not in found:
                visit(edge.to)
        found.append(at)

    visit(marker)
    return found


def _lacks(edge: Edge, weight: float) -> list[Lack]:
    if edge.have is not None:
        price = min(PRICES.get(COUNTS[count], OTHER) for count in edge.have.counts)
        return [(edge.have.counts, edge.have.n, weight * price)]
    return [((INFLUENCE_AT + guild,), n, weight * INFLUENCE) for guild, n in enumerate(edge.spend) if n]
