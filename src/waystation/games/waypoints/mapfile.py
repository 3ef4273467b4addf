"""The map file: a TOML document a person can draw (format: docs/games/waypoints.md), read and written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

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


def read_map(text: str) -> MapFile:
    """The map in a TOML document; MapFileError names the line or the field that is wrong."""
    from waystation.engine.documents import from_toml  # only here: compiled maps do without
    from waystation.engine.typed import convert

    try:
        return convert(from_toml(text), MapFile)
    except ValueError as error:  # of TOML or of msgspec
        raise MapFileError(f"not a map file: {error}") from error


def load_map(path: Path) -> MapFile:
    """Reads a map file."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise MapFileError(f"not a map file: {error}") from error
    return read_map(text)


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
