"""Maps by name: those that come with the game, and the player's own, compiled by `waystation map compile`."""

from __future__ import annotations

import base64
import re
import zlib
from array import array
from functools import lru_cache
from pathlib import Path

import msgspec

from waystation.engine import ComponentError
from waystation.engine.documents import user_data_path, write_whole
from waystation.engine.typed import decode

from .components import HIKES, SIDE
from .mapfile import LETTERS, TYPES
from .sheet import RASTER, Bridge, Contour, Face, Feature, Reach, Sheet, Waypoint

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")
_PATH = re.compile(r"M[MLCZ0-9. -]*")
HIGHEST = 99_900
"""No mountain of a map is higher, in metres."""
SHIPPED = Path(__file__).parent / "data"


def own_maps() -> Path:
    """The folder of the player's own compiled maps."""
    return user_data_path(appauthor=None) / "maps"


def map_names() -> list[str]:
    """All maps that can be played."""
    folders = (SHIPPED, own_maps())
    return sorted({file.stem for folder in folders if folder.is_dir() for file in folder.glob("*.json")})


def map_path(name: str) -> Path:
    """Where the compiled map of this name lies; ComponentError names the maps there are."""
    if _NAME.fullmatch(name):
        file = SHIPPED / f"{name}.json"
        if file.is_file():
            return file
        file = own_maps() / f"{name}.json"
        if file.is_file():
            return file
    raise ComponentError("map", f"there is no map {name!r}; there are {', '.join(map_names())}")


def save_map(name: str, sheet: Sheet) -> Path:
    """Writes a compiled map into the player's folder, so that ``map=NAME`` plays it."""
    if not _NAME.fullmatch(name) or (SHIPPED / f"{name}.json").exists():
        raise ComponentError(
            "map", f"{name!r} can't name a map of one's own: small letters, digits, - and _; not a name in use"
        )
    file = own_maps() / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, encode(sheet))
    return file


def encode(sheet: Sheet) -> bytes:
    """A compiled map as the JSON bytes of its file."""
    return msgspec.json.encode(sheet) + b"\n"


def load_sheet(name: str) -> Sheet:
    """The compiled map of this name; ComponentError if there is none or it is damaged."""
    file = map_path(name)
    return _read(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _read(file: Path, _changed: int) -> Sheet:
    try:
        sheet = decode(file.read_bytes(), Sheet)
    except (msgspec.DecodeError, OSError) as error:
        raise ComponentError(file.name, f"not a compiled map: {error}") from error
    validate(sheet, file.name)
    return sheet


def validate(sheet: Sheet, place: str = "sheet") -> None:
    """ComponentError if a compiled map does not hang together (the compiler makes none such)."""
    faces, reaches = len(sheet.faces), len(sheet.reaches)
    squares = sheet.columns * sheet.rows
    _need(1 <= sheet.columns <= 26 and 1 <= sheet.rows <= 26, place, "columns and rows must be 1 to 26")
    weather = len(sheet.weather) == HIKES and all(
        len(side) == SIDE and all(1 <= n <= 9 for n in side) for side in sheet.weather
    )
    _need(weather, place, f"weather must be {HIKES} sides of {SIDE} numbers from 1 to 9")
    _shapes(sheet, place)
    indices = [
        ("borders", faces, [face for pair in sheet.borders for face in pair]),
        ("bridges", faces, [face for bridge in sheet.bridges for face in bridge.faces]),
        ("reaches", faces, [face for reach in sheet.reaches for face in reach.banks]),
        ("fords", reaches, [reach for pair in sheet.fords for reach in pair]),
        ("lakes", faces, [face for lake in sheet.lakes for face in lake.faces]),
        ("woods", faces, [face for wood in sheet.woods for face in wood.faces]),
        ("waypoints", faces, [stop.face for stop in sheet.waypoints]),
        ("waypoints' types", len(TYPES), [stop.type for stop in sheet.waypoints]),
        ("faces' squares", squares, [face.square for face in sheet.faces]),
        ("reaches' squares", squares, [reach.square for reach in sheet.reaches]),
        ("waypoints' squares", squares, [stop.square for stop in sheet.waypoints]),
    ]
    for name, count, found in indices:
        _need(all(0 <= index < count for index in found), place, f"{name}: a number out of range")
    for name, ids in (
        ("waypoints", [stop.id for stop in sheet.waypoints]),
        ("faces", [face.name for face in sheet.faces]),
        ("reaches", [reach.name for reach in sheet.reaches]),
    ):
        _need(len(set(ids)) == len(ids), place, f"{name}: a name occurs twice")
        _need(
            all(re.fullmatch(r"[A-Za-z0-9_-]+", ident) for ident in ids), place, f"{name}: names are letters and digits"
        )
    camps = sorted(stop.number for stop in sheet.waypoints if stop.number)
    _need(camps == [1, 2, 3, 4, 5, 6], place, "campsites must be numbered 1 to 6")
    try:
        pixels = zlib.decompressobj().decompress(base64.b85decode(sheet.raster), 2 * squares * RASTER**2 + 2)
    except (ValueError, zlib.error) as error:
        raise ComponentError(place, f"raster: {error}") from error
    _need(len(pixels) == 2 * squares * RASTER**2, place, "raster: wrong size")
    owners = array("H", pixels)
    _need(max(owners) < faces, place, "raster: a number out of range")


def _shapes(sheet: Sheet, place: str) -> None:
    """Names can be printed, places lie on the sheet, outlines are those of pictures."""
    for name, text in (("name", sheet.name), ("source", sheet.source)):
        _need(len(text) <= LETTERS and text.isprintable(), place, f"{name}: at most {LETTERS} letters on one line")
    placed: tuple[Placed, ...] = (
        *sheet.waypoints,
        *sheet.faces,
        *sheet.bridges,
        *sheet.reaches,
        *sheet.lakes,
        *sheet.woods,
    )
    for thing in placed:
        x, y = thing.at
        _need(-1 <= x <= sheet.columns + 1 and -1 <= y <= sheet.rows + 1, place, f"({x:g}, {y:g}) is not on the sheet")
    curves: tuple[Reach | Feature | Contour, ...] = (*sheet.reaches, *sheet.lakes, *sheet.woods, *sheet.contours)
    drawn = [curve.path for curve in curves]
    for path in (*drawn, *sheet.river, *(face.outline for face in sheet.faces)):
        _need(_PATH.fullmatch(path) is not None, place, f"{path!r:.40} is no outline")
    _need(all(abs(bridge.angle) <= 360 for bridge in sheet.bridges), place, "bridges: an angle is in degrees")
    _need(all(0 <= stop.height <= HIGHEST for stop in sheet.waypoints), place, f"heights: 0 to {HIGHEST} metres")
    _need(all(reach.banks for reach in sheet.reaches), place, "reaches: each has banks")
    _need(all(lake.faces for lake in (*sheet.lakes, *sheet.woods)), place, "lakes and woods lie in faces")


Placed = Waypoint | Face | Bridge | Reach | Feature


def _need(truth: bool, place: str, what: str) -> None:
    if not truth:
        raise ComponentError(place, what)
