"""How documents write what only this game has: days, spaces and map sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from waystation.engine.errors import ComponentError, PositionError
from waystation.engine.fields import Fault, Number, Shape
from waystation.games.wordtraveler.components import Side, side_of
from waystation.games.wordtraveler.geometry import BY_NAME, NAMES


class Day(Number):
    """1 or 2."""

    def faults(self, value: int, state: Any) -> Iterator[Fault]:
        if value not in (1, 2):
            yield "", f"there is no day {value}"


class Space(Shape[int]):
    """A space, by its name in documents."""

    document = str

    def write(self, value: int, state: Any) -> str:
        return NAMES[value]

    def read(self, given: str, old: int, state: Any, path: str) -> int:
        if given not in BY_NAME:
            raise PositionError(path, f"{given!r} is no space")
        return BY_NAME[given]


class MapSides(Shape[list[int]]):
    """Map sides as `components.Side.bits`, two a seat: day 1 and day 2."""

    copy = "{}[:]"
    hashed = "tuple({})"
    document = list[list[Side]]

    def write(self, value: list[int], state: Any) -> list[list[Side]]:
        return [[side_of(value[pair]), side_of(value[pair + 1])] for pair in range(0, len(value), 2)]

    def read(self, given: list[list[Side]], old: list[int], state: Any, path: str) -> list[int]:
        if len(given) != state.game.players:
            raise PositionError(path, f"expected one entry for each of {state.game.players} seats, got {len(given)}")
        bits: list[int] = []
        for seat, sides in enumerate(given):
            if len(sides) != 2:
                raise PositionError(f"{path}[{seat}]", f"expected two sides, got {len(sides)}")
            try:
                bits += [side.bits(f"{path}[{seat}]") for side in sides]
            except ComponentError as error:
                raise PositionError(error.place, error.reason) from None
        return bits
