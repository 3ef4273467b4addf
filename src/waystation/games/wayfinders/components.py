"""The printed components of Wayfinders: resource tokens, island colours and island tiles, and the tile file.

`tiles.toml` holds the 45 tiles and says of each field where it comes from. Somebody who owns the printed game can
write such a file of his own; `load_tiles` reads it, and its errors name the tile and the field.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from waystation.engine import ComponentError
from waystation.engine.documents import from_json, from_toml, read_file
from waystation.engine.typed import convert

Resource = Literal["parachute", "headphones", "propeller", "tire", "gas"]
Colour = Literal["tropical", "desert", "ice", "farm", "city"]
Back = Literal["red", "blue", "yellow"]
Effect = Literal[
    "draw",
    "keep",
    "free",
    "wild",
    "own_colour",
    "cost_at_least",
    "colours",
    "shared",
    "groups",
    "column",
    "row",
    "around",
    "far",
    "squares",
]
Source = Literal["rules", "implied", "counted", "public", "reconstructed", "owner"]

RESOURCES: tuple[Resource, ...] = ("parachute", "headphones", "propeller", "tire", "gas")
LETTERS = "PHRTG"
"""One letter for each resource, in the order of RESOURCES: pRopeller, so that it differs from Parachute."""

COLOURS: tuple[Colour, ...] = ("tropical", "desert", "ice", "farm", "city")
"""Entering an unbuilt island of the i-th colour costs the i-th resource."""

BACKS: tuple[Back, ...] = ("red", "blue", "yellow")
EACH = 12
"""Tokens of each resource in the game: 60 in all."""

CUBES = 10
WORKERS = 5
WORKERS_PER_HANGAR = 3
COLUMN = 3
"""Tokens in a full hangar column."""

ISLANDS = 24
KEEP = 3
"""Tokens one may keep when a return ends, before keep effects."""

# Effect -> (back, what its `amount` may be, what its `of` may be).
EFFECTS: dict[str, tuple[Back, tuple[int, ...], tuple[str, ...]]] = {
    "draw": ("red", (1, 2, 3), ()),
    "keep": ("yellow", (1, 2, 3), ()),
    "free": ("yellow", (), COLOURS),
    "wild": ("yellow", (), RESOURCES),
    "own_colour": ("blue", (), ()),
    "cost_at_least": ("blue", (2, 3, 4), ()),
    "colours": ("blue", (), ()),
    "shared": ("blue", (), ()),
    "groups": ("blue", (), ()),
    "column": ("blue", (), ()),
    "row": ("blue", (), ()),
    "around": ("blue", (), ()),
    "far": ("blue", (), ()),
    "squares": ("blue", (), ()),
}


class Sources(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far each field of a tile can be trusted; the words are explained at the top of tiles.toml."""

    effect: Source = "owner"
    colour: Source = "owner"
    points: Source = "owner"
    cost: Source = "owner"


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """One island tile. `amount` and `of` belong to the effects that need them: see EFFECTS."""

    id: Annotated[
        str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,23}$(?!\n)", description="Short name, unique in the set")
    ]
    back: Annotated[Back, Meta(description="red: resource effect, blue: scoring effect, yellow: permanent effect")]
    colour: Annotated[Colour, Meta(description="Colour of the island")]
    effect: Annotated[Effect, Meta(description="What an airstrip here does")]
    points: Annotated[int, Meta(ge=0, le=20, description="Points; on a blue tile for each thing counted")]
    cost: Annotated[tuple[Resource, ...], Meta(min_length=1, max_length=4, description="Price of an airstrip")]
    amount: Annotated[int, Meta(ge=0, le=4, description="Tokens drawn or kept, or least cost counted")] = 0
    of: Annotated[str, Meta(description="Colour entered freely, or resource that is wild")] = ""
    sources: Sources = Sources()


def load_tiles(path: str | Path) -> tuple[Tile, ...]:
    """Read a tile file (TOML, or JSON of the same shape). ComponentError names file, tile and field."""
    path = Path(path)
    try:
        text = read_file(path)
        doc = from_json(text) if path.suffix == ".json" else from_toml(text)
    except (OSError, ValueError) as error:
        raise ComponentError(str(path), str(error)) from error
    rows = doc.get("tile") if isinstance(doc, dict) else doc
    if not isinstance(rows, list):
        raise ComponentError(str(path), "a list of tiles named 'tile' is missing")
    try:
        return read_tiles(rows)
    except ComponentError as error:
        raise ComponentError(f"{path}: {error.place}", error.reason) from error


def read_tiles(rows: Sequence[Any]) -> tuple[Tile, ...]:
    """Tiles from plain data, such as a tile file holds; ComponentError names tile and field."""
    return check_tiles(_tile(row, number) for number, row in enumerate(rows, 1))


def check_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles as a tuple, once each is coherent and no id appears twice; else ComponentError."""
    tiles = tuple(tiles)
    for tile in tiles:
        back, amounts, ofs = EFFECTS[tile.effect]
        if tile.back != back:
            raise ComponentError(f"tile {tile.id}: back", f"effect {tile.effect!r} belongs on a {back} tile")
        if tile.amount not in (amounts or (0,)):
            wanted = f"one of {', '.join(map(str, amounts))}" if amounts else "left out"
            raise ComponentError(f"tile {tile.id}: amount", f"must be {wanted} for effect {tile.effect!r}")
        if tile.of not in (ofs or ("",)):
            wanted = f"one of {', '.join(ofs)}" if ofs else "left out"
            raise ComponentError(f"tile {tile.id}: of", f"must be {wanted} for effect {tile.effect!r}")
    for name, times in Counter(tile.id for tile in tiles).items():
        if times > 1:
            raise ComponentError(f"tile {name}: id", f"used by {times} tiles")
    return tiles


@cache
def standard_tiles() -> tuple[Tile, ...]:
    """The 45 tiles of our own file."""
    return load_tiles(Path(__file__).with_name("tiles.toml"))


def _tile(row: Any, number: int) -> Tile:
    name = row.get("id", "without id") if isinstance(row, dict) else "without fields"
    try:
        return convert(row, Tile)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$.")
        field = place.rstrip("`") if place else "fields"
        raise ComponentError(f"tile {name} (number {number}): {field}", reason) from error
