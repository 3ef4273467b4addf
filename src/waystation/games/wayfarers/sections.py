"""The component files as documents: which sections there are, what their cells may hold, and files of an owner.

`data` holds one file per section. An owner of the printed game can replace any part of a section (``land.cards``,
``tiles.price``, ``boards.board`` ...) by a file of their own; what it leaves out stays ours. Here the cells' types are
checked; `components` reads what they say.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from waystation.engine.documents import from_toml, read_file
from waystation.engine.errors import ComponentError
from waystation.engine.typed import convert

Id = Annotated[str, Meta(pattern=r"^[A-Z][A-Za-z0-9_-]{0,14}$(?!\n)")]
Name = Annotated[str, Meta(pattern=r"^[\w' .-]{0,24}$(?!\n)")]
LONGEST_PLACE = 40
"""Signs of an entry's id that an error repeats."""
NAMES = "an id is a capital letter and up to 14 letters, digits, _ or -; a name up to 24 letters, digits and spaces"
Price = Annotated[int, Meta(ge=0, le=9)]
Line = Annotated[int, Meta(ge=1, le=3)]
Four = Annotated[int, Meta(ge=1, le=4)]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of everything in a file."""


class Row(Part, frozen=True, kw_only=True):
    """A card. Which cells it may have depends on its deck, see `components.CELLS`."""

    id: Id
    copies: Line = 1
    name: Name = ""
    tags: str = ""
    now: str = ""
    needs: str = ""
    action: str = ""
    when: str = ""
    then: str = ""
    receives: str = ""
    offers: str = ""
    vp: str = ""
    price: Price = 0
    under: str = ""
    kind: str = ""
    gives: str = ""
    effect: str = ""
    goal: str = ""


class Deck(Part, frozen=True, kw_only=True):
    """A deck and its promotional cards."""

    cards: tuple[Row, ...]
    promos: tuple[Row, ...] = ()


class TileRow(Part, frozen=True, kw_only=True):
    """An upgrade tile: one or two sides, each with a text per column."""

    id: Id
    colour: str
    wide: Annotated[int, Meta(ge=1, le=2)]
    high: Annotated[int, Meta(ge=1, le=2)]
    sides: Annotated[tuple[str, ...], Meta(min_length=1, max_length=2)]
    tags: str = ""
    order: Annotated[int, Meta(ge=1, le=10)] = 0
    ring: Annotated[int, Meta(ge=1, le=10)] = 0


class Prices(Part, frozen=True, kw_only=True):
    """What a tile of each colour costs: any one of the ways."""

    green: str
    yellow: str
    blue: str
    black: str
    pink: str


class Tiles(Part, frozen=True, kw_only=True):
    """The upgrade tiles."""

    tiles: tuple[TileRow, ...]
    price: Prices


class Cell(Part, frozen=True, kw_only=True):
    """A caravan cell with an effect. Columns run from 1 to 6, the solo opponent's to 7."""

    column: Annotated[int, Meta(ge=1, le=7)]
    row: Line
    effect: str


class Corner(Part, frozen=True, kw_only=True):
    """A caravan cell that is printed with an asset."""

    column: Annotated[int, Meta(ge=1, le=6)]
    row: Line
    asset: str


class Home(Part, frozen=True, kw_only=True):
    """What all player boards have in common."""

    city: Row
    middle_tags: str
    middle: tuple[Row, Row, Row, Row]
    harbour: Row
    star: Row
    townsfolk: Row
    printed: tuple[Corner, ...]


class BoardRow(Part, frozen=True, kw_only=True):
    """A player board's caravan."""

    id: Id
    caravan: tuple[Cell, ...]


class SeatRow(Part, frozen=True, kw_only=True):
    """What a player begins with."""

    silver: Price
    provision: Price
    guilds: str


class Boards(Part, frozen=True, kw_only=True):
    """The player boards."""

    home: Home
    board: tuple[BoardRow, BoardRow, BoardRow, BoardRow]
    seat: tuple[SeatRow, SeatRow, SeatRow, SeatRow]


class Display(Part, frozen=True, kw_only=True):
    """The four slots of a display: workers that may lie there and what they do, or the prices of space cards."""

    workers: str
    action: tuple[str, ...] = ()
    silver: tuple[Price, ...] = ()


class Displays(Part, frozen=True, kw_only=True):
    """The five displays."""

    land: Display
    water: Display
    space: Display
    townsfolk: Display
    inspiration: Display


class SpaceRow(Part, frozen=True, kw_only=True):
    """A space of the journal track."""

    id: Id
    column: Annotated[int, Meta(ge=0, le=10)]
    enter: str = ""
    worker: Four | None = None
    final: bool = False


class EdgeRow(Part, frozen=True, kw_only=True):
    """A connection of the journal track, on side A and on side B of its section of the board."""

    start: str = msgspec.field(name="from")
    to: str
    section: Line
    a: str = ""
    b: str = ""


class JournalTile(Part, frozen=True, kw_only=True):
    """A journal tile."""

    id: Id
    effect: str


class Journal(Part, frozen=True, kw_only=True):
    """The journal track."""

    spaces: tuple[SpaceRow, ...]
    edges: tuple[EdgeRow, ...]
    tiles: tuple[JournalTile, ...]


class SchemeRow(Part, frozen=True, kw_only=True):
    """A scheme card of the solo opponent."""

    id: Id
    colour: Literal["red", "blue"]
    silver: Annotated[int, Meta(ge=0, le=2)]
    first: str
    second: str
    special: Annotated[int, Meta(ge=1, le=10)]
    comet: bool = False


class TrackRow(Part, frozen=True, kw_only=True):
    """A space of the solo opponent's resource track."""

    colour: Literal["black", "yellow", "blue", "green"]
    inspiration: Four


class SoloRow(Part, frozen=True, kw_only=True):
    """A board of the solo opponent."""

    id: Id
    focus: str
    rest: str
    bonus: str
    caravan: tuple[Cell, ...]


class Solo(Part, frozen=True, kw_only=True):
    """The solo opponent."""

    schemes: tuple[SchemeRow, ...]
    track: tuple[TrackRow, ...]
    board: tuple[SoloRow, SoloRow, SoloRow, SoloRow]


class Sections(Part, frozen=True, kw_only=True):
    """A whole set."""

    land: Deck
    water: Deck
    space: Deck
    townsfolk: Deck
    inspiration: Deck
    tiles: Tiles
    boards: Boards
    displays: Displays
    journal: Journal
    solo: Solo


@cache
def shipped_data() -> dict[str, Any]:
    """Our own files, not yet checked."""
    folder = files(__package__).joinpath("data")
    return {name: tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8")) for name in PARTS}


PARTS: dict[str, tuple[str, ...]] = {
    field.name: tuple(part.encode_name for part in msgspec.structs.fields(field.type))
    for field in msgspec.structs.fields(Sections)
}
"""The parts of each section."""


def from_file(path: str | Path) -> dict[str, Any]:
    """An owner's file as plain data; ComponentError if it cannot be read."""
    try:
        return from_toml(read_file(path))
    except (OSError, ValueError) as error:
        raise ComponentError(str(path), str(error)) from error


def with_own(own: Mapping[str, Any]) -> Sections:
    """Our sections with these parts in place of ours; ComponentError names section, entry and cell."""
    data = {}
    for name, ours in shipped_data().items():
        mine = own.get(name, {})
        if not isinstance(mine, Mapping):
            raise ComponentError(name, f"expected its parts: {', '.join(PARTS[name])}")
        for part in mine:
            _known(part, PARTS[name], name)
        data[name] = {**ours, **mine}
    for name in own:
        _known(name, tuple(PARTS), "components")
    try:
        return convert(data, Sections)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$.")
        if "regex" in reason:
            reason = NAMES
        raise ComponentError(_place(data, path.rstrip("`")), reason) from error


def _known(name: str, known: tuple[str, ...], place: str) -> None:
    if name not in known:
        raise ComponentError(place, f"{name!r} is none of {', '.join(known)}")


def _place(data: Any, path: str) -> str:
    """A path such as ``land.cards[3].price`` with the entry's name: ``land: L05: price``."""
    words: list[str] = []
    for name, number in re.findall(r"(\w+)|\[(\d+)\]", path):
        try:
            data = data[name or int(number)]
        except (KeyError, IndexError, TypeError):
            data = None
        if name:
            words.append(name)
        elif isinstance(data, dict) and isinstance(data.get("id"), str):
            words[-1] = data["id"][:LONGEST_PLACE]
        else:
            words[-1] += f" {int(number) + 1}"
    return ": ".join(words) or "components"
