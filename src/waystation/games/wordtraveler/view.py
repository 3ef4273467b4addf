"""The table of a view, typed: what pictures and terminals are made from. `knowledge` says who may know what."""

from __future__ import annotations

import msgspec


class Card(msgspec.Struct, frozen=True):
    """A word card under an arrow: its word and whether the white side shows."""

    word: str
    white: bool


class Move(msgspec.Struct, frozen=True):
    """An arrow of a plan. `stop`: the traveller's intention, None where it is hidden."""

    direction: str
    cards: tuple[Card, ...]
    stop: str | None


class Map(msgspec.Struct, frozen=True):
    """A map side that the viewer may see: names of the spaces worth 2 and 1."""

    two: str
    one: str


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """What the viewer may know about a seat. `plan`, `unused` and `map` are None while they are hidden. `travels`: in
    the solo variants one of the two never does."""

    marker: str
    start: str
    travels: bool
    stage: str
    done: bool
    plan: tuple[Move, ...] | None
    unused: tuple[str, ...] | None
    map: Map | None
    path: tuple[str, ...]
    proposal: tuple[str, ...] | None
    take_backs: int | None
    gained: tuple[int, int]


class Trip(msgspec.Struct, frozen=True):
    """A trip that is over: where it began, the footprints, and where the traveller meant to go, if that is shown."""

    seat: int
    start: str
    path: tuple[str, ...]
    meant: tuple[str, ...]


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """The table of a viewer. `maps_of_day_1` are those that have been shown (None otherwise). `last` is the last trip
    of day 1, while plans are made on day 2.

    `places` are the names of the 49 spaces by rows, the city's own name in the middle.
    """

    places: tuple[str, ...]
    day: int
    phase: str
    traveller: int | None
    first: int
    score: int
    souvenirs: int
    souvenir_places: tuple[int, ...]
    seats: tuple[Seat, ...]
    maps_of_day_1: tuple[Map | None, ...]
    last: Trip | None = None
