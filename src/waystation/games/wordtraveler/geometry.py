"""The 7 x 7 board: spaces, directions, straight rays, and which paths can be walked to their end.

Spaces are numbered 0 to 48 by rows: r1c1 (0) is the north-west corner, r4c4 (24) the centre. Directions are
numbered 0 north, 1 east, 2 south, 3 west.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from waystation.engine.words import say

SIZE = 7
SPACES = SIZE * SIZE
CENTRE = 24
ALL = (1 << SPACES) - 1

NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = "NESW"
DIRECTION_NAMES = (say("north"), say("east"), say("south"), say("west"))
ARROWS = "↑→↓←"
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def space_name(space: int) -> str:
    """``r4c6`` for 26."""
    return f"r{space // SIZE + 1}c{space % SIZE + 1}"


NAMES = tuple(map(space_name, range(SPACES)))
BY_NAME = {name: space for space, name in enumerate(NAMES)}


def _ray(space: int, direction: int) -> tuple[int, ...]:
    row, column = divmod(space, SIZE)
    step_row, step_column = _STEPS[direction]
    ray: list[int] = []
    while True:
        row, column = row + step_row, column + step_column
        if not (0 <= row < SIZE and 0 <= column < SIZE):
            return tuple(ray)
        ray.append(row * SIZE + column)


RAY = tuple(tuple(_ray(space, direction) for direction in range(4)) for space in range(SPACES))
"""RAY[space][direction]: the spaces in that direction, nearest first."""

LINE = tuple(tuple(sorted(space for ray in RAY[start] for space in ray)) for start in range(SPACES))
"""LINE[space]: all other spaces of its row and column."""


def direction_between(start: int, end: int) -> int:
    """The direction of a straight move, or -1 if it is none."""
    for direction in range(4):
        if end in RAY[start][direction]:
            return direction
    return -1


HEADING = tuple(tuple(direction_between(start, end) for end in range(SPACES)) for start in range(SPACES))


def distance_between(start: int, end: int) -> int:
    """How many spaces a straight move goes."""
    return abs(start - end) // (1 if HEADING[start][end] % 2 else SIZE)


def directions_of(start: int, stops: Sequence[int]) -> tuple[int, ...]:
    """The arrows of a path."""
    arrows = []
    for stop in stops:
        arrows.append(HEADING[start][stop])
        start = stop
    return tuple(arrows)


@cache
def room_after(arrows: tuple[int, ...]) -> tuple[int, ...]:
    """For each footprint, the spaces (as bits) from which all later arrows can still be followed."""
    masks = [ALL]
    for arrow in reversed(arrows[1:]):
        later = masks[-1]
        masks.append(sum(1 << space for space in range(SPACES) if any(later >> stop & 1 for stop in RAY[space][arrow])))
    return tuple(reversed(masks))


def next_spaces(start: int, arrows: tuple[int, ...], placed: Sequence[int]) -> list[int]:
    """Where the next footprint may stand: on the arrow's ray, with room for all later arrows. Sorted."""
    index = len(placed)
    here = placed[-1] if placed else start
    room = room_after(arrows)[index]
    return sorted(space for space in RAY[here][arrows[index]] if room >> space & 1)
