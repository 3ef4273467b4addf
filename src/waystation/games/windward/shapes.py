"""How documents write what only Windward has: layouts, wind numbers, what lies about, pairs of pieces, ledgers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from waystation.engine import PositionError
from waystation.engine.fields import Fault, Keyed, Named, Number, Shape

from . import model as m


def spaces(state: Any) -> Sequence[str]:
    """The names of all spaces; 0 is the port."""
    names: Sequence[str] = state.planet.geometry.names
    return names


def cards(state: Any) -> Sequence[str]:
    """The kinds of supply cards."""
    ids: Sequence[str] = state.game.card_ids
    return ids


def crew(state: Any) -> Sequence[str]:
    """The crew sides."""
    ids: Sequence[str] = state.game.side_ids
    return ids


class Layout(Shape[list[int]]):
    """The wedges of territories 1 to 6, by their letters."""

    copy, hashed = "{}[:]", "tuple({})"
    document = Annotated[str, Meta(min_length=6, max_length=6)]

    def write(self, value: list[int], state: Any) -> str:
        return "".join(state.game.components.wedges[number].id for number in value)

    def read(self, given: Any, old: list[int], state: Any, path: str) -> list[int]:
        ids = [wedge.id for wedge in state.game.components.wedges]
        if sorted(given) != sorted(ids):
            raise PositionError(path, f"{given!r} is not an order of the wedges {''.join(ids)}")
        return [ids.index(wedge) for wedge in given]

    def faults(self, value: list[int], state: Any) -> Iterator[Fault]:
        if sorted(value) != list(range(6)):
            yield "", "each wedge is there once"


class WindNumber(Shape[int]):
    """The number that the flag points to, 1 to 6; 0 before the first roll."""

    document = Annotated[int, Meta(ge=0, le=6)]

    def write(self, value: int, state: Any) -> int:
        return 0 if value < 0 else (value - state.game.wind_offset) % 6 + 1

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        return (int(given) - 1 + state.game.wind_offset) % 6 if given else -1

    def faults(self, value: int, state: Any) -> Iterator[Fault]:
        if not -1 <= value < 6:
            yield "", f"{value} is no direction"


class FromOne(Shape[int]):
    """A number that documents count from 1."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.document = Annotated[int, Meta(ge=1, le=most)]

    def write(self, value: int, state: Any) -> int:
        return value + 1

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        return int(given) - 1

    def faults(self, value: int, state: Any) -> Iterator[Fault]:
        if not 0 <= value < self.most:
            yield "", f"{value + 1} is not between 1 and {self.most}"


class Lying(Shape[int]):
    """What lies on a space, by name."""

    document = dict[str, Annotated[int, Meta(ge=0, le=m.MOST)]]

    def write(self, value: int, state: Any) -> dict[str, int]:
        if value < 0 or value >> 10 * len(m.ITEMS):
            raise ValueError(f"{value} stands for no things")
        return {name: m.lying(value, unit) for name, unit in zip(m.ITEM_NAMES, m.ITEMS, strict=True)
                if m.lying(value, unit)}  # fmt: skip

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        for name in given:
            if name not in m.ITEM_NAMES:
                raise PositionError(path, f"{given[name]} {name!r}: known are {', '.join(m.ITEM_NAMES)}")
        return sum(count * m.ITEMS[m.ITEM_NAMES.index(name)] for name, count in given.items())


class Ledger(Keyed):
    """Notoriety by source; a document may give one number, which counts as sky."""

    def __init__(self) -> None:
        super().__init__(m.LEDGER, Number(0, m.MOST_POINTS), rest=0)
        self.document = dict[str, int] | int

    def read(self, given: Any, old: list[int], state: Any, path: str) -> list[int]:
        return super().read({"sky": given} if isinstance(given, int) else given, old, state, path)


class Pair(Shape[int]):
    """Two pieces that tied, see `WindwardState.pair`: ``["ship 1", "red 24b"]``."""

    document = tuple[str, str]

    def write(self, value: int, state: Any) -> list[str]:
        space = value >> 10
        where = f" {spaces(state)[space]}" if space else ""
        return [m.piece_id(value & 31), m.piece_id(value >> 5 & 31) + where]

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        (one, _), (two, space) = read_piece(state, given[0], path), read_piece(state, given[1], path)
        return int(state.pair(one, two, space))


class Space(Named):
    """A space by its name, or one of the `words`."""

    def __init__(self, words: Mapping[str, int] | None = None) -> None:
        super().__init__(spaces, words)

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        found = self.words.get(given, state.planet.geometry.by_name.get(given))
        if found is None:
            raise PositionError(path, f"{given!r} is no space of this planet")
        return int(found)


SPACE = Space()


def read_piece(state: Any, text: str, path: str) -> tuple[int, int]:
    """A piece and, for a crester, the space that is named with it (else 0)."""
    known = {m.piece_id(piece): piece for piece in (*range(state.game.players), *m.CRESTERS)}
    known |= {m.piece_id(m.P_BOAT + number): m.P_BOAT + number for number in range(2 * state.game.players)}
    if text in known:
        return known[text], 0
    head, _, tail = text.rpartition(" ")
    if head in m.CRESTERS.values():
        return known[head], SPACE.read(tail, 0, state, path)
    raise PositionError(path, f"{text!r} is no piece, such as 'ship 1', 'boat 1.2', 'red 24b' or 'white'")
