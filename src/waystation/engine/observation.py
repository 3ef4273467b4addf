"""Observations: what a seat may know, as whole numbers for programs that learn.

A game declares *parts*, each with a name, a shape, a range and a meaning, and writes their numbers straight from the
state. All parts together make one flat array of int16; `Encoding` cuts it into parts again.

    class WayfindersObservation(Observation[WayfindersState]):
        def parts(self, game): return [Part("hands", "Tokens in hand, by type", (game.players, 5), high=12, of="seats")]
        def write(self, state, seat): return [HAND[state.hands[other]] for other in order(seat, state.game.players)]

Everything is seen from the seat: what is there for each seat begins with its own and goes on clockwise, and a number
that stands for a seat is 1 for its own, 2 for the next one (0: nobody). So one network plays all seats.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import prod
from typing import Any, Generic, Literal, TypeVar

import msgspec

from .borders import seat_number, whole
from .frozen import FrozenDict

_S = TypeVar("_S")

MOST = 32767
"""The largest number of an observation; what counts further stays there."""

Of = Literal["table", "seats", "shown", "own"]
"""Whose a part is.

"table": everybody sees the same. "seats": a row for each seat, all of them open. "shown": a row for each seat, and one
that this seat may not see is filled with the lowest number. "own": for this seat alone.
"""

NOBODY = "nobody"


class Part(msgspec.Struct, frozen=True):
    """A named part of an observation: numbers from `low` to `high` in a `shape` (none: a single number).

    `names` says what each number stands for, where it is no amount, beginning with `low`. `seats`: the numbers are
    seats, seen from one's own.
    """

    name: str
    doc: str
    shape: tuple[int, ...] = ()
    low: int = 0
    high: int = 1
    of: Of = "table"
    names: tuple[str, ...] = ()
    seats: bool = False

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


def named(
    name: str, doc: str, names: Sequence[str], shape: tuple[int, ...] = (), of: Of = "table", none: str = "none"
) -> Part:
    """A part whose numbers stand for names: 0 for `none`, 1 for the first of them."""
    return Part(name, doc, shape, 0, len(names), of, (none, *names))


def of_seats(name: str, doc: str, players: int, shape: tuple[int, ...] = (), of: Of = "table") -> Part:
    """A part whose numbers stand for seats: 0 for nobody, 1 for one's own."""
    others = ("the next", *(f"{n} on" for n in range(2, players)))[: players - 1]
    return Part(name, doc, shape, 0, players, of, (NOBODY, "own", *others), seats=True)


def pack(numbers: Iterable[int]) -> bytes:
    """Numbers as an observation holds them."""
    return array("h", numbers).tobytes()


def filled(numbers: Sequence[int], size: int) -> bytes:
    """The same for a part that has room for more: up to its `size` with zeros."""
    return pack([*numbers, *[0] * (size - len(numbers))])


@lru_cache(maxsize=1 << 14)
def flags(mask: int, size: int) -> bytes:
    """A set that is kept as the bits of an int: 1 for each of `size` things that is in it, else 0."""
    return pack(mask >> at & 1 for at in range(size))


@cache
def order(seat: int, players: int) -> tuple[int, ...]:
    """All seats as this one counts them: itself, then clockwise."""
    return tuple((seat + n) % players for n in range(players))


class Observation(Generic[_S]):
    """A game's encoding of what a seat may know. `omits`: what of a view's table is not in it, and why.

    The keys of `omits` are paths in the view's table, ``islands.*.tile.id``, with ``*`` for any key or place; all that
    lies below is left out, too.
    """

    omits: Mapping[str, str] = {}

    def parts(self, game: Any) -> Sequence[Part]:
        """The parts under the game's options."""
        raise NotImplementedError

    def write(self, state: _S, seat: int) -> Iterable[bytes]:
        """The numbers of all parts in their order, packed, in as many pieces as is handy. The hot path of learning.

        Only what the seat may know: conformance compares with worlds that the seat can't tell from this one.
        """
        raise NotImplementedError


class Encoding:
    """The parts of a game under its options, and where each stands in the flat array."""

    def __init__(self, parts: Sequence[Part], players: int) -> None:
        self.parts = tuple(parts)
        self.players = players
        self.size = sum(part.size for part in self.parts)
        ends = [sum(part.size for part in self.parts[:n]) for n in range(len(self.parts) + 1)]
        spans = zip(self.parts, pairwise(ends), strict=True)
        self.slices = FrozenDict({part.name: slice(*span) for part, span in spans})
        for part in self.parts:
            if part.of in ("seats", "shown") and part.shape[:1] != (players,):
                raise TypeError(f"part {part.name} is by seat: its shape begins with {players}, not {part.shape}")
            if not -MOST - 1 <= part.low <= part.high <= MOST:
                raise TypeError(f"part {part.name}: {part.low} to {part.high} does not fit into 16 bits")
            if part.names and len(part.names) != part.high - part.low + 1:
                raise TypeError(f"part {part.name}: {len(part.names)} names for {part.low} to {part.high}")
        if len(self.slices) != len(self.parts):
            raise TypeError("two parts have the same name")

    def part(self, name: str) -> Part:
        """A part by its name; KeyError if there is none."""
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(f"no part {name!r}; there are {', '.join(self.slices)}")

    def decode(self, flat: Sequence[int]) -> dict[str, Any]:
        """The parts by name: numbers, or lists of them in the part's shape. ValueError for another length."""
        if len(flat) != self.size:
            raise ValueError(f"an observation of this game has {self.size} numbers, not {len(flat)}")
        numbers = list(flat)
        return {part.name: _shaped(numbers[self.slices[part.name]], part.shape) for part in self.parts}

    def encode(self, parts: Mapping[str, Any]) -> array[int]:
        """`decode`'s inverse. ValueError for a part that is missing, of another shape, or out of its range."""
        flat = array("h")
        for part in self.parts:
            if part.name not in parts:
                raise ValueError(f"part {part.name} is missing")
            numbers = list(_flat(parts[part.name], part.shape, part.name))
            if not all(part.low <= number <= part.high for number in numbers):
                raise ValueError(f"part {part.name}: expected {part.low} to {part.high}, got {numbers}")
            flat.extend(numbers)
        return flat

    def words(self, flat: Sequence[int]) -> dict[str, Any]:
        """As `decode`, with names in the place of numbers that stand for something."""
        found = self.decode(flat)
        return {part.name: _in_words(found[part.name], part) if part.names else found[part.name] for part in self.parts}

    def absolute(self, flat: Sequence[int], seat: int) -> dict[str, Any]:
        """As `decode`, but as the table counts: rows by seat number, seats as 1 for the first one."""
        found, seat = self.decode(flat), seat_number(seat, self.players)
        for part in self.parts:
            if part.seats:
                found[part.name] = _renumbered(found[part.name], seat, self.players)
            if part.of in ("seats", "shown"):
                rows = found[part.name]
                found[part.name] = [rows[(n - seat) % self.players] for n in range(self.players)]
        return found

    def table(self) -> list[tuple[str, str, str, str]]:
        """The declaration as rows for people: name, shape, what its numbers are, meaning."""
        return [
            (part.name, "×".join(map(str, part.shape)) or "1", _range(part), f"{part.doc}{_WHOSE[part.of]}")
            for part in self.parts
        ]


_WHOSE = {"table": "", "seats": ", by seat", "shown": ", by seat, where it may be seen", "own": ", one's own"}


def _range(part: Part) -> str:
    if not part.names:
        return f"{part.low} to {part.high}"
    if len(part.names) > 16:
        return f"{part.low} {part.names[0]}, {part.low + 1} {part.names[1]} … {part.high} {part.names[-1]}"
    return ", ".join(f"{part.low + n} {name}" for n, name in enumerate(part.names))


def _shaped(numbers: list[int], shape: tuple[int, ...]) -> Any:
    if not shape:
        return numbers[0]
    if len(shape) == 1:
        return numbers
    step = prod(shape[1:])
    return [_shaped(numbers[at : at + step], shape[1:]) for at in range(0, len(numbers), step)]


def _flat(value: Any, shape: tuple[int, ...], name: str) -> Iterable[int]:
    if not shape:
        yield whole(value, f"part {name}")
        return
    if len(value) != shape[0]:
        raise ValueError(f"part {name}: expected {shape[0]} entries, got {len(value)}")
    for item in value:
        yield from _flat(item, shape[1:], name)


def _in_words(value: Any, part: Part) -> Any:
    return [_in_words(item, part) for item in value] if isinstance(value, list) else part.names[value - part.low]


def _renumbered(value: Any, seat: int, players: int) -> Any:
    if isinstance(value, list):
        return [_renumbered(item, seat, players) for item in value]
    return (value - 1 + seat) % players + 1 if value else value
