"""How documents write what only Wayfinders has: tokens as letters, columns, workers, islands, airstrips.

A bundle of tokens, a column and a seat's workers are ints (see payment and hangars); islands are a `Chart`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta

from waystation.engine import ComponentError, PositionError
from waystation.engine.fields import Fault, Listed, Shape, Tupled, held
from waystation.games.wayfinders.chart import ALL_CELLS, CELL_NAMES, CELLS, HOME, ISLAND_CELLS, Chart, bits, mask
from waystation.games.wayfinders.components import (
    COLUMN,
    CUBES,
    EACH,
    LETTERS,
    WORKERS,
    WORKERS_PER_HANGAR,
    Tile,
    check_tiles,
)
from waystation.games.wayfinders.hangars import column_of, column_tokens, workers_at, workers_out
from waystation.games.wayfinders.payment import bundle_of, letters

Tokens = Annotated[str, Meta(pattern=r"^[PHRTG]*$(?!\n)", description="Tokens as letters: P H R T G")]
CellName = Annotated[str, Meta(pattern=r"^r[1-5]c[1-5]$(?!\n)", description="Row and column: r1c1 to r5c5")]


class Bundle(Shape[int]):
    """A bundle of tokens, in letters."""

    document = Tokens

    def write(self, value: int, state: Any) -> str:
        return letters(value)

    def read(self, given: str, old: int, state: Any, path: str) -> int:
        for letter in LETTERS:  # more would run into the next field of the bundle
            if given.count(letter) > EACH:
                raise PositionError(path, f"{given.count(letter)} tokens {letter}, but there are {EACH} in the game")
        return bundle_of(given)


class Column(Shape[int]):
    """A hangar's column, the top token first."""

    document = Tokens

    def write(self, value: int, state: Any) -> str:
        return "".join(LETTERS[kind] for kind in column_tokens(value))

    def read(self, given: str, old: int, state: Any, path: str) -> int:
        if len(given) > COLUMN:
            raise PositionError(path, f"a column has at most {COLUMN} tokens")
        return column_of(tuple(LETTERS.index(letter) for letter in given))


class Columns(Listed[int]):
    """A column for each hangar in use; a document may stop early, the rest are empty then."""

    def __init__(self) -> None:
        super().__init__(Column(), lambda state: int(state.game.hangars))

    def read(self, given: list[str], old: list[int], state: Any, path: str) -> list[int]:
        hangars = state.game.hangars
        if len(given) > hangars:
            raise PositionError(path, f"only {hangars} hangars are in use")
        return super().read([*given, *[""] * (hangars - len(given))], old, state, path)


class Crew(Shape[int]):
    """A seat's workers, as numbers by hangar; a document may stop early."""

    document = list[int]

    def write(self, value: int, state: Any) -> list[int]:
        return [workers_at(value, hangar) for hangar in range(state.game.hangars)]

    def read(self, given: list[int], old: int, state: Any, path: str) -> int:
        if len(given) > state.game.hangars:
            raise PositionError(path, f"only {state.game.hangars} hangars are in use")
        if any(not 0 <= number <= WORKERS_PER_HANGAR for number in given):
            raise PositionError(path, _TOO_MANY)
        return held(self, sum(number << 2 * hangar for hangar, number in enumerate(given)), state, path)

    def faults(self, value: int, state: Any) -> Iterator[Fault]:
        if workers_out(value) > WORKERS:
            yield "", _TOO_MANY


_TOO_MANY = f"at most {WORKERS_PER_HANGAR} workers in a hangar and {WORKERS} in all"


class Islands(Shape[Chart]):
    """What lies where: a tile written out, or named by its id in the tile set."""

    document = dict[CellName, Tile | str]

    def write(self, value: Chart, state: Any) -> dict[str, Tile]:
        return {CELL_NAMES[cell]: tile for cell, tile in enumerate(value.tiles) if tile}

    def read(self, given: dict[str, Tile | str], old: Chart, state: Any, path: str) -> Chart:
        """The dealt chart with some islands replaced; a dealt tile that is needed elsewhere makes room."""
        placed = _placed(given, {tile.id: tile for tile in state.game.tiles}, path)
        used = {tile.id for tile in placed.values()}
        dealt = [tile for tile in old.tiles if tile and tile.id not in used]
        spare = [tile for cell, tile in enumerate(old.tiles) if tile in dealt and cell in placed]
        tiles: list[Tile | None] = [None] * len(CELLS)
        for cell in ISLAND_CELLS:
            there = old.tiles[cell]
            tiles[cell] = placed.get(cell) or (there if there in dealt else spare.pop())
        return Chart(tuple(tiles))


def _placed(given: dict[str, Tile | str], known: dict[str, Tile], path: str) -> dict[int, Tile]:
    placed: dict[int, Tile] = {}
    for name, said in given.items():
        cell = CELL_NAMES.index(name)
        if cell == HOME:
            raise PositionError(f"{path}.{name}", "Home lies there")
        if isinstance(said, str) and said not in known:
            raise PositionError(f"{path}.{name}", f"there is no tile {said!r} in the tile set")
        placed[cell] = known[said] if isinstance(said, str) else said
    try:
        check_tiles(placed.values())
    except ComponentError as error:
        raise PositionError(path, str(error)) from error
    return placed


class FaceUp(Shape[int]):
    """The cells whose tile is face up; a document lists the others."""

    document = list[CellName]

    def write(self, value: int, state: Any) -> list[str]:
        return [CELL_NAMES[cell] for cell in bits(ALL_CELLS & ~value)]

    def read(self, given: list[str], old: int, state: Any, path: str) -> int:
        return ALL_CELLS & ~mask(CELL_NAMES.index(name) for name in given)


class Strips(Tupled[int]):
    """By cell: seats + 1 in slot order, three bits each, slot 1 lowest. A document says nothing of Home."""

    document = dict[CellName, list[int]]

    def __init__(self) -> None:
        self.document = Strips.document

    def write(self, value: tuple[int, ...], state: Any) -> dict[str, list[int]]:
        return {
            name: list(strip_seats(strips))
            for name, strips in zip(CELL_NAMES, value, strict=True)
            if strips and name != CELL_NAMES[HOME]
        }

    def read(self, given: dict[str, list[int]], old: tuple[int, ...], state: Any, path: str) -> tuple[int, ...]:
        strips = [old[cell] if cell == HOME else 0 for cell in CELLS]
        for name, seats in given.items():
            cell = CELL_NAMES.index(name)
            if cell == HOME:
                raise PositionError(f"{path}.{name}", "the airstrips on Home are understood")
            if len(set(seats)) != len(seats):
                raise PositionError(f"{path}.{name}", "a player has one airstrip only on an island")
            if not all(0 <= seat < state.game.players for seat in seats):
                raise PositionError(f"{path}.{name}", f"seats run from 0 to {state.game.players - 1}")
            strips[cell] = sum(seat + 1 << 3 * slot for slot, seat in enumerate(seats))
        return held(self, tuple(strips), state, path)

    def faults(self, value: tuple[int, ...], state: Any) -> Iterator[Fault]:
        for seat in range(state.game.players):
            built = sum(seat in strip_seats(strips) for strips in value)
            if built > CUBES:
                yield "", f"seat {seat} has {built} airstrips with Home, but {CUBES} cubes"


def strip_seats(strips: int) -> tuple[int, ...]:
    """The seats with an airstrip on a cell, slot 1 first."""
    return tuple((strips >> 3 * slot & 7) - 1 for slot in range(4) if strips >> 3 * slot)
