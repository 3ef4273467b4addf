"""How documents write what only this game has: routes, steps, sets, and what is numbered on a map."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from waystation.engine import NotationError, PositionError
from waystation.engine.fields import Bits, Listed, Named, Number, Shape

from .components import HIKES, LENGTHS, MULTIPLIERS

Leg = tuple[int, ...]
"""A route as drawn: hike, start, end (waypoints), then the ids of the actions that made it."""

MOST_STEPS = 2000
"""No route has so many."""


class LegDoc(Struct, frozen=True, forbid_unknown_fields=True):
    """A route drawn earlier: on which hike, from where to where, by which actions."""

    hike: int
    start: str
    end: str
    moves: list[str]


class HikerDoc(Struct, frozen=True, kw_only=True):
    """What a player's document has beside the fields: where the route under way has come, and what is asked.

    `at` is a face, or a reach while afloat; `doing` the player's questions, the one at hand last.
    """

    at: str | UnsetType = UNSET
    doing: list[str] | UnsetType = UNSET


STOP = Named(lambda state: state.game.stop_ids)
SQUARE = Named(lambda state: state.game.square_names)


class Some(Bits):
    """A set of things; a fault is with the list that a document gives for it."""

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        return sum(1 << bit for bit in {self.of.read(item, 0, state, path) for item in given})


class From1(Shape[int]):
    """A number that documents count from 1."""

    document = int

    def __init__(self, most: int) -> None:
        self.most = most

    def write(self, value: int, state: Any) -> int:
        return value + 1

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        return Number(1, self.most).read(given, old, state, path) - 1


class Numbered(Shape[int]):
    """One of the map's lakes, woods or bridges; documents count them from 1."""

    document = int

    def __init__(self, what: str) -> None:
        self.what = what

    def write(self, value: int, state: Any) -> int:
        return value + 1

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        return Number(1, lambda s: len(getattr(s.game.sheet, self.what))).read(given, old, state, path) - 1

    def faults(self, value: int, state: Any) -> Any:
        if value >= len(getattr(state.game.sheet, self.what)):
            yield "", f"there is no number {value + 1} on this map"


class Legs(Shape[list[Leg]]):
    """Routes drawn earlier: documents say on which hike, from where to where, by which actions."""

    copy = "{}[:]"
    hashed = "tuple({})"

    def __init__(self) -> None:
        self.document = list[LegDoc]

    def write(self, value: list[Leg], state: Any) -> Any:
        ids, written = state.game.stop_ids, state.game.actions.format
        return [LegDoc(leg[0] + 1, ids[leg[1]], ids[leg[2]], list(map(written, leg[3:]))) for leg in value]

    def read(self, given: Any, old: list[Leg], state: Any, path: str) -> list[Leg]:
        return [self._leg(leg, state, f"{path}[{number}]") for number, leg in enumerate(given)]

    def _leg(self, leg: LegDoc, state: Any, path: str) -> Leg:
        hike = Number(1, HIKES).read(leg.hike, 0, state, f"{path}.hike") - 1
        start = STOP.read(leg.start, 0, state, f"{path}.start")
        end = STOP.read(leg.end, 0, state, f"{path}.end")
        return (hike, start, end, *STEPS.read(leg.moves, [], state, f"{path}.moves"))


class Step(Shape[int]):
    """An action, which documents write in its notation."""

    document = str

    def write(self, value: int, state: Any) -> str:
        written: str = state.game.actions.format(value)
        return written

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        try:
            found: int = state.game.actions.parse(given)
        except NotationError as error:
            raise PositionError(path, str(error)) from error
        return found


STEPS = Listed(Step(), most=MOST_STEPS)


def longest(state: Any) -> int:
    return max(LENGTHS)


def highest(state: Any) -> int:
    return max(MULTIPLIERS) * max(state.game.graph.value, default=0)
