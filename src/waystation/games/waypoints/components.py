"""The score card: tracks, symbols, water, journal and goals (rules: Turn structure, Special actions, Scoring)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

BEAR: Final = 0
RABBIT: Final = 1
BIRD: Final = 2
MOUNTAIN: Final = 3
LOOKOUT: Final = 4
GEAR: Final = 5
TRIG: Final = 6
CAMPSITE: Final = 7

TRACKS: Final = ("bear", "rabbit", "bird", "mountain", "lookout", "gear", "trig")
LENGTHS: Final = (10, 10, 10, 10, 5, 5, 5)
WOOD_TRACKS: Final = (BEAR, RABBIT, BIRD)

ANIMAL_POINTS: Final = (0, 1, 1, 4, 6, 6, 12, 16, 20, 25, 30)
"""Points by number of circled spaces: the highest number circled; the symbol spaces, 2 and 5, carry none."""
TRIG_POINTS: Final = (0, 5, 11, 18, 26, 35)
COLLECTION_POINTS: Final = (0, 0, 0, 0, 5, 15)
"""Lookouts and gear."""
MULTIPLIERS: Final = (1, 1, 1, 1, 2, 1, 1, 1, 1, 3)
"""What a mountain's number is multiplied by in each box."""
SYMBOL_SPACES: Final = (2, 5)
"""The spaces of the animal tracks that carry a symbol, counted from 1."""

KAYAK: Final = 0
COAT: Final = 1
GLIDER: Final = 2
BACKPACK: Final = 3
SPECIALS: Final = ("kayak", "coat", "glider", "backpack")
"""Kayaks come from bears, coats from rabbits, gliders from birds, backpacks from gear."""

WATER_SPACES: Final = 20
WATER_BETWEEN_HIKES: Final = 2
COAT_POINTS: Final = 3
COAT_WEATHER: Final = 2
"""A coat may be used when the weather gives at most this many points."""
KAYAK_LINES: Final = 3
"""Grid lines that a kayak crosses for free."""

HIKES: Final = 4
SIDE: Final = 16
"""Weather spaces on one side of the sheet."""

JOURNAL: Final = ("types", "most", "pairs", "squares")
"""The four entries: per type, per waypoint of one type, per type seen twice, per two squares."""

GOALS: Final = ("lakes", "woods", "squares", "bridges")
GOAL_EACH: Final = (2, 2, 1, 3)
GOAL_BONUS: Final = 10


def gained(marks: Sequence[int]) -> list[int]:
    """Kayaks, coats, gliders and backpacks that the circled spaces have brought so far."""
    bears, rabbits, birds = marks[BEAR], marks[RABBIT], marks[BIRD]
    return [
        (bears >= 2) + (bears >= 5),
        (rabbits >= 2) + (rabbits >= 5),
        (birds >= 2) + (birds >= 5),
        marks[GEAR],
    ]


def journal_points(entry: int, visits: Sequence[int], squares: int) -> int:
    """Points of a journal entry for a hike, before a campsite doubles it.

    `visits` counts the hike's waypoints by track; `squares` is the set of squares its routes touched, as bits.
    """
    if entry == 0:
        return sum(1 for count in visits if count)
    if entry == 1:
        return 2 * max(visits)
    if entry == 2:
        return 3 * sum(1 for count in visits if count >= 2)
    return squares.bit_count() // 2
