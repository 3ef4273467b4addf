"""The map file: a TOML document a person can draw (format: docs/games/waypoints.md), read and written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from waystation.engine.documents import from_toml, text_of
from waystation.engine.typed import convert

XY = tuple[float, float]

WaypointType = Literal["bear", "rabbit", "bird", "mountain", "lookout", "gear", "trig", "campsite"]
TYPES: tuple[WaypointType, ...] = ("bear", "rabbit", "bird", "mountain", "lookout", "gear", "trig", "campsite")
"""Waypoint types; the first seven have a track on the score card, in this order."""


class MapFileError(ValueError):
    """A map file that cannot be used; the message says what is wrong and where."""


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """A closed smooth curve through `points` (a contour, lake or wood); it may run past the sheet's edge."""

    id: str
    points: tuple[XY, ...]


class Arm(Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of river, an open smooth curve; its ends lie past the edge or on another arm's end."""

    id: str
    points: tuple[XY, ...]


class Spot(Struct, frozen=True, forbid_unknown_fields=True):
    """A bridge: a point on (or very near) the river."""

    id: str
    at: XY


class Stop(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A waypoint; a mountain has a height in metres, a campsite a number from 1 to 6."""

    id: str
    type: WaypointType
    at: XY
    height: int = 0
    number: int = 0


class MapFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole sheet as drawn. Coordinates are in grid squares, x to the right and y down, from the top left."""

    name: str
    source: str
    columns: int
    rows: int
    weather: tuple[tuple[int, ...], ...]
    waypoints: tuple[Stop, ...]
    bridges: tuple[Spot, ...]
    river: tuple[Arm, ...]
    lakes: tuple[Area, ...]
    woods: tuple[Area, ...]
    contours: tuple[Area, ...]


LARGEST = 2_000_000
"""No map file has more bytes."""
MOST = {"waypoints": 300, "bridges": 100, "river": 60, "lakes": 100, "woods": 100, "contours": 400}
MOST_POINTS = 12_000
LETTERS = 200
_FAR = 100.0


def outsize(source: MapFile) -> Iterator[str]:
    """What can't be drawn at all: numbers that are none, too many things, curves without points, unprintable names."""
    if not (1 <= source.columns <= 26 and 1 <= source.rows <= 26):
        yield "the sheet must have 1 to 26 columns and rows"
    for key, text in (("name", source.name), ("source", source.source)):
        if len(text) > LETTERS or not text.isprintable():
            yield f"{key}: at most {LETTERS} letters on one line"
    for key, most in MOST.items():
        if len(getattr(source, key)) > most:
            yield f"{key}: at most {most}"
    rings: tuple[Area, ...] = (*source.lakes, *source.woods, *source.contours)
    curves: tuple[Area | Arm, ...] = (*rings, *source.river)
    things: tuple[Stop | Spot, ...] = (*source.waypoints, *source.bridges)
    points = [(curve.id, p) for curve in curves for p in curve.points]
    if len(points) > MOST_POINTS:
        yield f"curves: at most {MOST_POINTS} points in all"
    for ident, p in (*points, *((thing.id, thing.at) for thing in things)):
        if not all(abs(x) <= _FAR for x in p):  # false for NaN, too
            yield f"{ident!r:.60}: ({p[0]:g}, {p[1]:g}) is no place on or near the sheet"
    for curve in curves:
        least, what = (4, "closed curve") if isinstance(curve, Area) else (2, "river arm")
        if len(set(curve.points)) < least:
            yield f"{curve.id!r:.60}: a {what} needs at least {least} points"


def read_map(text: str) -> MapFile:
    """The map in a TOML document; MapFileError names the line or the field that is wrong."""
    try:
        return convert(from_toml(text), MapFile)
    except ValueError as error:  # of TOML or of msgspec
        raise MapFileError(f"not a map file: {error}") from error


def load_map(path: Path) -> MapFile:
    """Reads a map file."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise MapFileError(f"not a map file: larger than {LARGEST} bytes")
        return read_map(text_of(data))
    except (OSError, UnicodeDecodeError) as error:
        raise MapFileError(f"not a map file: {error}") from error


def write_map(sheet: MapFile) -> str:
    """The map as a TOML document; `read_map` is its inverse."""
    lines = [
        f"name = {_quoted(sheet.name)}",
        f"source = {_quoted(sheet.source)}",
        f"columns = {sheet.columns}",
        f"rows = {sheet.rows}",
        "weather = [",
        *(f"  {list(side)}," for side in sheet.weather),
        "]",
    ]
    lines += _table("waypoints", (_stop(w) for w in sheet.waypoints))
    lines += _table("bridges", (f"id = {_quoted(b.id)}, at = {_xy(b.at)}" for b in sheet.bridges))
    for key, curves in (
        ("river", sheet.river),
        ("lakes", sheet.lakes),
        ("woods", sheet.woods),
        ("contours", sheet.contours),
    ):
        lines += _table(key, (_curve(c) for c in curves))
    return "\n".join(lines) + "\n"


def _table(key: str, rows: Iterable[str]) -> list[str]:
    return ["", f"{key} = [", *(f"  {{{row}}}," for row in rows), "]"]


def _stop(stop: Stop) -> str:
    text = f'id = {_quoted(stop.id)}, type = "{stop.type}", at = {_xy(stop.at)}'
    if stop.height:
        text += f", height = {stop.height}"
    return text + (f", number = {stop.number}" if stop.number else "")


def _curve(curve: Area | Arm) -> str:
    return f"id = {_quoted(curve.id)}, points = [{', '.join(_xy(p) for p in curve.points)}]"


def _xy(p: XY) -> str:
    return f"[{p[0]:g}, {p[1]:g}]"


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()
