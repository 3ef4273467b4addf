"""One player's sheet: all that is theirs in the game, and where they are in the turn."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from operator import attrgetter
from typing import Any

Leg = tuple[int, ...]
"""A route as drawn: hike, start, end (waypoints), then the ids of the actions that made it."""


class Ask(IntEnum):
    """What a player is deciding; `Hiker.doing` is a stack of these, the last on top."""

    WALK = 0
    """To rest or where the route goes on."""
    CAMERA = 1
    """Which waypoint to photograph."""
    GLIDE = 2
    """Whether to glide from a mountain, and with what."""
    LAND = 3
    """Where the glider lands."""
    FEATURES = 4
    """Asks nothing: lakes pay their water, and each wood becomes a WOOD."""
    WOOD = 5
    """Which animal track a wood marks."""
    JOURNAL = 6
    """Which entry to score for the hike."""


class Hiker:
    """A player's sheet. Sets of waypoints, squares, lakes, woods and bridges are bits of an int."""

    __slots__ = (
        "afloat",
        "bridges",
        "coats",
        "crossed",
        "crossed_twice",
        "doing",
        "drunk",
        "ends",
        "heights",
        "here",
        "hike_squares",
        "journal",
        "lakes",
        "lakes_due",
        "legs",
        "marks",
        "node",
        "photos",
        "ready",
        "spent",
        "squares",
        "trail",
        "used",
        "visited",
        "visits",
        "water",
        "woods",
        "woods_due",
    )

    def __init__(self, start: int, face: int) -> None:
        self.here = start
        self.visited = 1 << start
        self.photos = 0
        self.marks = [0] * 7  # circled spaces by track
        self.heights: list[int] = []  # numbers written on the mountain track
        self.water = 0  # spaces circled
        self.drunk = 0  # of those, crossed out
        self.used = [0] * 4  # specials crossed out
        self.ready = [0] * 4  # specials that may be used this turn
        self.lakes = 0
        self.woods = 0
        self.bridges = 0
        self.squares = 0
        self.journal = [-1] * 4  # points of each entry, -1: still open
        self.ends: list[int] = []  # where each hike ended
        self.legs: list[Leg] = []
        # this hike
        self.hike_squares = 0
        self.visits = [0] * 7  # waypoints by track
        # this turn
        self.doing: list[int] = []
        self.trail: list[int] = []  # the route's actions so far
        self.node = face  # a face, or a reach while afloat
        self.afloat = -1  # grid lines crossed by the kayak in use; -1 on foot
        self.spent = 0
        self.coats = 0
        self.crossed = 0  # bridges crossed on this route,
        self.crossed_twice = 0  # and those crossed there and back
        self.lakes_due = 0
        self.woods_due = 0

    def clone(self) -> Hiker:
        """An independent copy."""
        new = object.__new__(Hiker)
        new.here = self.here
        new.visited = self.visited
        new.photos = self.photos
        new.marks = self.marks[:]
        new.heights = self.heights[:]
        new.water = self.water
        new.drunk = self.drunk
        new.used = self.used[:]
        new.ready = self.ready[:]
        new.lakes = self.lakes
        new.woods = self.woods
        new.bridges = self.bridges
        new.squares = self.squares
        new.journal = self.journal[:]
        new.ends = self.ends[:]
        new.legs = self.legs[:]
        new.hike_squares = self.hike_squares
        new.visits = self.visits[:]
        new.doing = self.doing[:]
        new.trail = self.trail[:]
        new.node = self.node
        new.afloat = self.afloat
        new.spent = self.spent
        new.coats = self.coats
        new.crossed = self.crossed
        new.crossed_twice = self.crossed_twice
        new.lakes_due = self.lakes_due
        new.woods_due = self.woods_due
        return new

    def __reduce__(self) -> tuple[Callable[..., Hiker], tuple[Any, ...]]:
        return _unpickled, (*_numbers(self), *_lists(self))

    @property
    def held(self) -> int:
        """Water circled and not yet crossed out."""
        return self.water - self.drunk

    def key(self) -> tuple[Any, ...]:
        """Everything, hashable."""
        return (*_numbers(self), *map(tuple, _lists(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hiker) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


_LISTS = ("doing", "ends", "heights", "journal", "legs", "marks", "ready", "trail", "used", "visits")
_lists = attrgetter(*_LISTS)
_NUMBERS = tuple(name for name in Hiker.__slots__ if name not in _LISTS)
_numbers = attrgetter(*_NUMBERS)


def _unpickled(*values: Any) -> Hiker:
    new = object.__new__(Hiker)
    for name, value in zip((*_NUMBERS, *_LISTS), values, strict=True):
        setattr(new, name, value)
    return new
