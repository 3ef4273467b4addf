"""Maps by name: those that come with the game, and the player's own, compiled by `waystation map compile`."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import msgspec

from waystation.engine import ComponentError

from .sheet import Sheet

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")
SHIPPED = Path(__file__).parent / "data"


def own_maps() -> Path:
    """The folder of the player's own compiled maps."""
    from platformdirs import user_data_path

    return user_data_path("waystation") / "maps"


def map_names() -> list[str]:
    """All maps that can be played."""
    folders = (SHIPPED, own_maps())
    return sorted({file.stem for folder in folders if folder.is_dir() for file in folder.glob("*.json")})


def map_path(name: str) -> Path:
    """Where the compiled map of this name lies; ComponentError names the maps there are."""
    if _NAME.fullmatch(name):
        for folder in (SHIPPED, own_maps()):
            file = folder / f"{name}.json"
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
    file.write_bytes(encode(sheet))
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
        return msgspec.json.decode(file.read_bytes(), type=Sheet)
    except (msgspec.DecodeError, OSError) as error:
        raise ComponentError(file.name, f"not a compiled map: {error}") from error
