"""The table as everybody sees it."""

from __future__ import annotations

from msgspec import Struct

from waystation.engine.frozen import Seen


class LegView(Struct, frozen=True):
    """A route or glide: the hike (from 1), where from and to, and its steps in notation."""

    hike: int
    start: str
    end: str
    steps: tuple[str, ...]


class EntryView(Struct, frozen=True):
    """A journal entry: its points if scored, and what it would score now (with the campsite's doubling)."""

    key: str
    points: int | None
    now: int


class SpecialView(Struct, frozen=True):
    """How many of a special are circled, crossed out, and usable this turn."""

    key: str
    gained: int
    used: int
    ready: int


class HikerView(Seen, frozen=True):
    """One player's sheet."""

    here: str
    visited: tuple[str, ...]
    photos: tuple[str, ...]
    marks: dict[str, int]
    heights: tuple[int, ...]
    water: int
    drunk: int
    specials: tuple[SpecialView, ...]
    lakes: tuple[int, ...]
    woods: tuple[int, ...]
    bridges: tuple[int, ...]
    squares: tuple[str, ...]
    hike_squares: int
    journal: tuple[EntryView, ...]
    goals: dict[str, tuple[int, int]]
    ends: tuple[str, ...]
    missed_camps: int
    legs: tuple[LegView, ...]
    asked: str
    walk: tuple[str, ...]
    face: str
    spent: int
    coats: int
    points_left: int


class TableView(Seen, frozen=True):
    """The whole table: map, goal, weather, and the players' sheets by seat.

    `squares` names what lies in each square, `heights` the mountains' metres, `weather` the numbers of the ring.
    """

    map: str
    squares: dict[str, tuple[str, ...]]
    heights: dict[str, int]
    weather: tuple[tuple[int, ...], ...]
    goal: str
    start: str
    hike: int
    marker: int
    movement: int
    circled: tuple[tuple[int, ...], ...]
    hikers: tuple[HikerView, ...]
