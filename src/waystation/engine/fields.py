"""Fields: what makes up a state, each declared once.

    class WayfindersState(State):
        bag = field(Bundle(), doc="Left out: all tokens that are nowhere else")
        hands: list[int] = field(BySeat(Bundle()))
        planes: list[int] = field(BySeat(Named(CELL_NAMES)))
        turns: int = field(Number())
        keep: tuple[int, ...] = field(Tupled(Number()), derived=True)

A declaration says what *shape* the value has, under which name documents write it, and who may know it. From it follow
the slots, ``clone``, ``key``, equality and hash, the document with its reader and range checks, its JSON schema, and
the plain part of views. The code for ``clone``, ``key`` and equality is written out as source text, once for each
class; ``print(WayfindersState.generated())`` shows it.

A shape is an object: how a value is copied and hashed, what a document says in its place, and what it can't be. What
the shapes here cannot say is a shape of the game's own, or is kept out of the document (``field(Kept(LIST))``) and
written by the game's `Positions` part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, cast

import msgspec
from msgspec import UNSET, Meta

from .agenda import Frame, FrameDoc, frame_document, read_frame
from .errors import PositionError
from .frozen import FrozenDict, frozen
from .words import count

T = TypeVar("T")

Bound = int | Callable[[Any], int]
"""A number, or what gives it from the state (players, hangars in use, spaces of a map)."""

Names = Sequence[str] | Callable[[Any], Sequence[str]]
"""Names in the order of their numbers, or what gives them from the state."""

Fault = tuple[str, str]
"""Where, as the rest of a path in the document, and what is wrong."""

Who = Literal["everybody", "owner", "nobody"]
"""Who may know a field: for "owner", a list by seat, each seat knows its own entry."""

MOST = 10**9
"""No number in a game is larger."""

ENTRIES = "entry|entries"


def _bound(bound: Bound, state: Any) -> int:
    return bound if isinstance(bound, int) else bound(state)


class Shape(Generic[T]):
    """What a field holds. Subclasses say how it is copied, hashed, written and read.

    `copy` and `hashed` are source text with ``{}`` for the value. `document` is the type that a document has in its
    place. `read` gets what the document gives and the value that is there from the set-up; it raises PositionError.
    """

    copy: str = "{}"
    hashed: str = "{}"
    document: Any = None

    def write(self, value: T, state: Any) -> Any:
        """What a document says for the value."""
        return value

    def read(self, given: Any, old: T, state: Any, path: str) -> T:
        """The value for what a document says."""
        return cast(T, given)

    def faults(self, value: T, state: Any) -> Iterator[Fault]:
        """What this value can't be on this table, whatever else is on it."""
        yield from ()


def held(shape: Shape[T], value: T, state: Any, path: str) -> T:
    """The value, if the shape finds no fault with it; else PositionError."""
    for where, reason in shape.faults(value, state):
        raise PositionError(path + where, reason)
    return value


# ---------------------------------------------------------------------- single values


class Number(Shape[int]):
    """A whole number within bounds, both included."""

    def __init__(self, low: Bound = 0, high: Bound = MOST) -> None:
        self.low = low
        self.high = high
        self.document = Annotated[
            int, Meta(ge=low if isinstance(low, int) else None, le=high if isinstance(high, int) else None)
        ]

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        return held(self, int(given), state, path)

    def faults(self, value: int, state: Any) -> Iterator[Fault]:
        low, high = _bound(self.low, state), _bound(self.high, state)
        if not low <= value <= high:
            yield "", f"expected {low} to {high}, got {value}"


class Flag(Shape[bool]):
    """Yes or no."""

    document = bool


class Named(Shape[int]):
    """A number that documents write as a name: a card, a cell, a space. `words` are names for numbers beside these."""

    def __init__(self, names: Names, words: Mapping[str, int] | None = None, document: Any = None) -> None:
        self.names = names
        self.words = dict(words or {})
        fixed = () if callable(names) else (*self.words, *names)
        self.document = document or (Literal[fixed] if fixed else str)

    def named(self, state: Any) -> Sequence[str]:
        """All names, by number."""
        return self.names(state) if callable(self.names) else self.names

    def write(self, value: int, state: Any) -> str:
        word = next((word for word, number in self.words.items() if number == value), None)
        return self.named(state)[value] if word is None else word

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        if given in self.words:
            return self.words[given]
        names = self.named(state)
        if not isinstance(given, str) or given not in names:
            known = ", ".join((*self.words, *names)[:40])
            raise PositionError(path, f"{given!r} is none of {known}")
        return list(names).index(given)

    def faults(self, value: int, state: Any) -> Iterator[Fault]:
        if value not in self.words.values() and not 0 <= value < len(self.named(state)):
            yield "", f"{value} stands for nothing"


class SeatNumber(Shape[int]):
    """A seat. Documents count from `first`; `nobody` allows -1, which they write as the number before."""

    def __init__(self, first: int = 0, nobody: bool = False) -> None:
        self.first = first
        self.nobody = nobody
        self.document = Annotated[int, Meta(ge=first - nobody)]

    def write(self, value: int, state: Any) -> int:
        return value + self.first

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        return held(self, int(given) - self.first, state, path)

    def faults(self, value: int, state: Any) -> Iterator[Fault]:
        if not -self.nobody <= value < state.game.players:
            yield "", f"there is no seat {value + self.first}"


class Bits(Shape[int]):
    """A set, kept as the bits of a number; a document lists what is in it."""

    def __init__(self, of: Shape[int]) -> None:
        self.of = of
        self.document = list[of.document]  # type: ignore[name-defined]

    def write(self, value: int, state: Any) -> list[Any]:
        return [self.of.write(bit, state) for bit in range(value.bit_length()) if value >> bit & 1]

    def read(self, given: Any, old: int, state: Any, path: str) -> int:
        bits = {self.of.read(item, 0, state, f"{path}[{place}]") for place, item in enumerate(given)}
        return sum(1 << bit for bit in bits)

    def faults(self, value: int, state: Any) -> Iterator[Fault]:
        if value < 0:
            yield "", "no set is negative"
            return
        for bit in range(value.bit_length()):
            if value >> bit & 1:
                yield from self.of.faults(bit, state)


# ---------------------------------------------------------------------- several values


class Listed(Shape[list[T]]):
    """A list. `length` is how long it is, `most` how long it may be."""

    def __init__(self, of: Shape[T], length: Bound | None = None, most: Bound = MOST) -> None:
        self.of = of
        self.length = length
        self.most = most
        self.document = list[of.document]  # type: ignore[name-defined]
        self.copy = "{}[:]" if of.copy == "{}" else "[" + of.copy.replace("{}", "x") + " for x in {}]"
        self.hashed = "tuple({})" if of.hashed == "{}" else "tuple([" + of.hashed.replace("{}", "x") + " for x in {}])"

    def write(self, value: list[T], state: Any) -> Any:
        return [self.of.write(item, state) for item in value]

    def read(self, given: Any, old: list[T], state: Any, path: str) -> list[T]:
        self.count(len(given), state, path)
        return [self.of.read(item, self.before(old, n), state, f"{path}[{n}]") for n, item in enumerate(given)]

    def count(self, length: int, state: Any, path: str) -> None:
        """PositionError for a list of the wrong length."""
        for where, reason in self.miscounted(length, state):
            raise PositionError(path + where, reason)

    def miscounted(self, length: int, state: Any) -> Iterator[Fault]:
        """What is wrong with such a length."""
        if self.length is not None and length != _bound(self.length, state):
            yield "", f"expected {count(_bound(self.length, state), ENTRIES)}, got {length}"
        elif length > _bound(self.most, state):
            yield "", f"at most {count(_bound(self.most, state), ENTRIES)}, got {length}"

    def read_seat(self, values: list[T], seat: int, given: Any, state: Any, path: str) -> None:
        """Put what a document says for one seat in its place."""
        values[seat] = self.of.read(given, values[seat], state, path)

    def before(self, old: Sequence[T], place: int) -> T:
        """The value that stands at a place from the set-up."""
        return old[place] if place < len(old) else cast(T, None)

    def faults(self, value: list[T], state: Any) -> Iterator[Fault]:
        yield from self.miscounted(len(value), state)
        for place, item in enumerate(value):
            for where, reason in self.of.faults(item, state):
                yield f"[{place}]{where}", reason


class BySeat(Listed[T]):
    """An entry for each seat. With `fewer`, a document may stop early: the other seats keep their set-up."""

    def __init__(self, of: Shape[T], fewer: bool = False) -> None:
        super().__init__(of, lambda state: int(state.game.players))
        self.fewer = fewer

    def read(self, given: Any, old: list[T], state: Any, path: str) -> list[T]:
        if not self.fewer or len(given) > len(old):
            return super().read(given, old, state, path)
        read = [self.of.read(item, old[n], state, f"{path}[{n}]") for n, item in enumerate(given)]
        return [*read, *old[len(given) :]]


class Rows(Shape[list[int]]):
    """A flat list of numbers, `width` for each seat; a document has a list for each seat."""

    copy = "{}[:]"
    hashed = "tuple({})"

    def __init__(self, of: Shape[int], width: Bound) -> None:
        self.of = of
        self.width = width
        self.document = list[list[of.document]]  # type: ignore[name-defined]

    def write(self, value: list[int], state: Any) -> list[list[Any]]:
        width = _bound(self.width, state)
        return [[self.of.write(n, state) for n in value[at : at + width]] for at in range(0, len(value), width)]

    def read(self, given: Any, old: list[int], state: Any, path: str) -> list[int]:
        width, seats = _bound(self.width, state), state.game.players
        if len(given) != seats:
            raise PositionError(path, f"expected {count(seats, ENTRIES)}, got {len(given)}")
        flat = []
        for seat, row in enumerate(given):
            if len(row) != width:
                raise PositionError(f"{path}[{seat}]", f"expected {count(width, ENTRIES)}, got {len(row)}")
            flat += [self.of.read(item, 0, state, f"{path}[{seat}][{at}]") for at, item in enumerate(row)]
        return flat

    def faults(self, value: list[int], state: Any) -> Iterator[Fault]:
        width = _bound(self.width, state)
        if len(value) != width * state.game.players:
            yield "", f"expected {width} numbers for each seat"
        for at, number in enumerate(value):
            for where, reason in self.of.faults(number, state):
                yield f"[{at // width}][{at % width}]{where}", reason


class Slices(Shape[list[int]]):
    """A flat list of numbers, `width` for each seat; what a document says of a seat's part is a shape for lists."""

    copy = "{}[:]"
    hashed = "tuple({})"

    def __init__(self, of: Shape[list[int]], width: Bound) -> None:
        self.of = of
        self.width = width
        self.document = list[of.document]  # type: ignore[name-defined]

    def write(self, value: list[int], state: Any) -> list[Any]:
        width = _bound(self.width, state)
        if len(value) != width * state.game.players:
            raise ValueError(f"expected {width} numbers for each seat")
        return [self.of.write(value[at : at + width], state) for at in range(0, len(value), width)]

    def read(self, given: Any, old: list[int], state: Any, path: str) -> list[int]:
        value = old[:]
        if len(given) != state.game.players:
            raise PositionError(path, f"expected {count(state.game.players, ENTRIES)}, got {len(given)}")
        for seat, part in enumerate(given):
            self.read_seat(value, seat, part, state, f"{path}[{seat}]")
        return value

    def read_seat(self, values: list[int], seat: int, given: Any, state: Any, path: str) -> None:
        """Put what a document says for one seat in its place."""
        width = _bound(self.width, state)
        part = slice(seat * width, (seat + 1) * width)
        values[part] = self.of.read(given, values[part], state, path)

    def faults(self, value: list[int], state: Any) -> Iterator[Fault]:
        width = _bound(self.width, state)
        if len(value) != width * state.game.players:
            yield "", f"expected {width} numbers for each seat"
        for seat in range(state.game.players):
            for where, reason in self.of.faults(value[seat * width : (seat + 1) * width], state):
                yield f"[{seat}]{where}", reason


class Tupled(Shape[tuple[T, ...]]):
    """A tuple, which is replaced and never changed, and so is shared by copies. For what changes rarely."""

    def __init__(self, of: Shape[T], length: Bound | None = None, most: Bound = MOST) -> None:
        self.as_list = Listed(of, length, most)
        self.document = self.as_list.document

    def write(self, value: tuple[T, ...], state: Any) -> Any:
        return self.as_list.write(list(value), state)

    def read(self, given: Any, old: tuple[T, ...], state: Any, path: str) -> tuple[T, ...]:
        return tuple(self.as_list.read(given, list(old), state, path))

    def faults(self, value: tuple[T, ...], state: Any) -> Iterator[Fault]:
        yield from self.as_list.faults(list(value), state)


class Keyed(Shape[list[int]]):
    """A list of numbers that documents write as an object: {name: number}.

    What a document leaves out keeps its set-up; with `rest`, it is that number, and such numbers are not written.
    """

    copy = "{}[:]"
    hashed = "tuple({})"

    def __init__(self, names: Names, of: Shape[int], rest: int | None = None) -> None:
        self.key = Named(names)
        self.of = of
        self.rest = rest
        self.document = dict[str, of.document]  # type: ignore[name-defined]

    def write(self, value: list[int], state: Any) -> dict[str, Any]:
        pairs = zip(self.key.named(state), value, strict=True)
        return {name: self.of.write(number, state) for name, number in pairs if number != self.rest}

    def read(self, given: Any, old: list[int], state: Any, path: str) -> list[int]:
        value = old[:] if self.rest is None else [self.rest] * len(self.key.named(state))
        for name, item in given.items():
            at = self.key.read(name, 0, state, f"{path}.{name}")
            value[at] = self.of.read(item, value[at], state, f"{path}.{name}")
        return value

    def faults(self, value: list[int], state: Any) -> Iterator[Fault]:
        names = self.key.named(state)
        if len(value) != len(names):
            yield "", f"expected {len(names)} numbers"
        for name, number in zip(names, value, strict=False):
            if number != self.rest:
                for where, reason in self.of.faults(number, state):
                    yield f".{name}{where}", reason


class Counted(Shape[list[int]]):
    """How many there are of each kind; a document lists them one by one: [3, 3, 6] for dice, ["rum", "rum"]."""

    copy = "{}[:]"
    hashed = "tuple({})"

    def __init__(self, of: Shape[int], kinds: Bound, start: int = 0, most: Bound = MOST) -> None:
        self.of = of
        self.kinds = kinds
        self.start = start
        self.most = most
        self.document = list[of.document]  # type: ignore[name-defined]

    def write(self, value: list[int], state: Any) -> list[Any]:
        return [self.of.write(kind + self.start, state) for kind, n in enumerate(value) for _ in range(n)]

    def read(self, given: Any, old: list[int], state: Any, path: str) -> list[int]:
        value = [0] * _bound(self.kinds, state)
        for place, item in enumerate(given):
            value[self.of.read(item, 0, state, f"{path}[{place}]") - self.start] += 1
        return held(self, value, state, path)

    def faults(self, value: list[int], state: Any) -> Iterator[Fault]:
        if len(value) != _bound(self.kinds, state) or min(value, default=0) < 0:
            yield "", "expected a number for each kind, none of them negative"
        elif sum(value) > _bound(self.most, state):
            yield "", f"at most {_bound(self.most, state)}, got {sum(value)}"


class Parts(Shape[Any]):
    """An object with fields of its own (a `Fields`): a player's sheet, a panorama.

    `more` is a Struct of entries of its document that the game writes itself.
    """

    copy = "{}.clone()"
    hashed = "{}.key()"

    def __init__(self, of: Any, more: type[msgspec.Struct] | None = None) -> None:
        self.of = of
        self.document = document_type(of, more)

    def write(self, value: Any, state: Any) -> Any:
        return write_fields(value, state)

    def read(self, given: Any, old: Any, state: Any, path: str) -> Any:
        read_fields(old, given, state, path)
        return old

    def faults(self, value: Any, state: Any) -> Iterator[Fault]:
        for where, reason in field_faults(value, state):
            yield f".{where}", reason


class Stacks(Shape[list[list[Frame]]]):
    """A stack of frames for each seat (see `questions.EachSeat`), written as documents write the agenda."""

    copy = "[x[:] for x in {}]"
    hashed = "tuple([tuple(x) for x in {}])"
    document = list[list[FrameDoc]]

    def write(self, value: list[list[Frame]], state: Any) -> list[list[FrameDoc]]:
        return [[frame_document(frame, state.game.frame_kinds()) for frame in stack] for stack in value]

    def read(self, given: Any, old: list[list[Frame]], state: Any, path: str) -> list[list[Frame]]:
        if len(given) != len(old):
            raise PositionError(path, f"expected {count(len(old), ENTRIES)}, got {len(given)}")
        kinds, players = state.game.frame_kinds(), state.game.players
        return [
            [read_frame(frame, kinds, players, f"{path}[{seat}][{at}]") for at, frame in enumerate(stack)]
            for seat, stack in enumerate(given)
        ]


SHARED, LIST, LISTS = ("{}", "{}"), ("{}[:]", "tuple({})"), ("[x[:] for x in {}]", "tuple([tuple(x) for x in {}])")
"""How a `Kept` field is copied and hashed: a value that never changes, a list, a list of lists."""


class Kept(Shape[Any]):
    """Something that the game writes into documents itself, if at all; here it only says how it is copied."""

    def __init__(self, how: tuple[str, str] = SHARED) -> None:
        self.copy, self.hashed = how


# ---------------------------------------------------------------------- declaring


class Field:
    """A declaration. `name` is what documents call it (default: as in the code).

    `among` puts a list by seat among the entries of a list of objects: ``field(BySeat(Number()), among="players")`` is
    written ``players[seat].gas``. `within` puts a value into an object of that name. `omit`: a value of which documents
    say nothing.
    """

    def __init__(
        self, shape: Shape[Any], name: str, doc: str, known: Who, derived: bool, among: str, within: str, omit: Any
    ) -> None:
        self.shape = shape
        self.omit = omit
        self.name = name
        self.doc = doc
        self.known = known
        self.derived = derived
        self.among = among
        self.within = within

    @property
    def written(self) -> bool:
        """Whether documents have it."""
        return not self.derived and self.shape.document is not None

    @property
    def entry(self) -> Any:
        """The type of the entry in a document."""
        kind = cast(Any, self.shape).of.document if self.among else self.shape.document
        if self.doc:
            kind = Annotated[kind, Meta(description=self.doc)]
        return kind | msgspec.UnsetType


def field(
    shape: Shape[T],
    *,
    name: str = "",
    doc: str = "",
    known: Who = "everybody",
    derived: bool = False,
    among: str = "",
    within: str = "",
    omit: Any = UNSET,
) -> T:
    """Declare a field (see `Field`). `derived`: it follows from the others, and only saves time."""
    return cast(T, Field(shape, name, doc, known, derived, among, within, omit))


def named(fields: dict[str, Any]) -> dict[str, Field]:
    """The declarations by their names in the code; documents call them so, too, unless they say otherwise."""
    for key, declared in fields.items():
        declared.name = declared.name or key
    return fields


def derived(fields: Mapping[str, Field]) -> frozenset[str]:
    """Those that follow from the others."""
    return frozenset(key for key, declared in fields.items() if declared.derived)


class Declared(type):
    """Makes slots and code of the fields that a class declares."""

    FIELDS: dict[str, Field]

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any], **rest: Any) -> Declared:
        own = named({key: value for key, value in space.items() if isinstance(value, Field)})
        for key in own:
            del space[key]
        if own:
            space["__slots__"] = (*space.get("__slots__", ()), *own)
        fields: dict[str, Field] = {}
        for base in reversed(bases):
            fields |= getattr(base, "FIELDS", {})
        space["FIELDS"] = fields | own
        if derived(own) and "CACHES" not in space:
            space["CACHES"] = frozenset[str]().union(*(getattr(base, "CACHES", ()) for base in bases)) | derived(own)
        made = super().__new__(mcs, name, bases, space, **rest)
        if own:
            _write_code(made, space)
        return made

    def generated(cls) -> str:
        """The source of what was generated for the class, to be read."""
        return _source(cls)


def _source(cls: Declared) -> str:
    """`clone`, `key`, equality and hash, written out field by field."""
    lines = ["def clone(self):", '    """An independent copy."""', "    new = _new(self.__class__)"]
    lines += [f"    new.{key} = {how}" for key, how in getattr(cls, "COPIED", {}).items()]
    lines += [f"    new.{key} = {f.shape.copy.format(f'self.{key}')}" for key, f in cls.FIELDS.items()]
    lines += ["    return new", ""]
    counted = {key: f.shape.hashed for key, f in cls.FIELDS.items() if not f.derived}
    hashed = [*getattr(cls, "HASHED", ()), *(how.format(f"self.{key}") for key, how in counted.items())]
    lines += ["def key(self):", '    """Everything that makes up the value, hashable."""']
    lines += ["    return (", *(f"        {part}," for part in hashed), "    )", ""]
    same = [*getattr(cls, "COMPARED", ()), *(f"self.{key} == other.{key}" for key in counted)]
    lines += [
        "def __eq__(self, other):",
        "    if other.__class__ is not self.__class__:",
        "        return NotImplemented",
    ]
    lines += ["    return (", "        " + "\n        and ".join(same or ["True"]), "    )", ""]
    lines += ["def __hash__(self):", "    return hash(self.key())", ""]
    return "\n".join(lines)


def _write_code(cls: Declared, space: Mapping[str, Any]) -> None:
    made: dict[str, Any] = {"_new": cls.__new__}
    exec(compile(_source(cls), f"<fields of {cls.__qualname__}>", "exec"), made)
    for name in ("clone", "key", "__eq__", "__hash__"):
        if name not in space:
            made[name].__qualname__ = f"{cls.__qualname__}.{name}"
            setattr(cls, name, made[name])


class Fields(metaclass=Declared):
    """Base of objects inside a state that have fields of their own."""

    __slots__ = ()
    FIELDS: ClassVar[dict[str, Field]]

    def clone(self) -> Any:
        """An independent copy."""
        raise NotImplementedError

    def key(self) -> tuple[Any, ...]:
        """Everything, hashable."""
        raise NotImplementedError

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickled, (type(self), tuple([getattr(self, key) for key in self.FIELDS]))


def unpickled(cls: Any, values: tuple[Any, ...]) -> Any:
    """An object with these values in its fields."""
    new = cls.__new__(cls)
    for key, value in zip(cls.FIELDS, values, strict=True):
        setattr(new, key, value)
    return new


# ---------------------------------------------------------------------- documents


def _written(cls: Any) -> list[tuple[str, Field]]:
    return [(key, declared) for key, declared in cls.FIELDS.items() if declared.written]


def document_type(cls: Any, extra: type[msgspec.Struct] | None = None) -> type[msgspec.Struct]:
    """The type of the document: an entry for each field that is written, each of which may be left out.

    `extra` is a Struct with the entries that the game writes itself.
    """
    entries: dict[str, Any] = {}
    groups: dict[tuple[str, str], list[tuple[str, Any, Any]]] = {}
    for _, declared in _written(cls):
        group = declared.among or declared.within
        if group:
            groups.setdefault((group, "among" if declared.among else "within"), []).append(
                (declared.name, declared.entry, UNSET)
            )
            entries.setdefault(group, None)
        else:
            entries[declared.name] = declared.entry
    for (group, how), inside in groups.items():
        made = _struct(f"{cls.__name__}{group.capitalize()}", inside)
        entries[group] = (list[made] if how == "among" else made) | msgspec.UnsetType  # type: ignore[valid-type]
    for info in msgspec.structs.fields(extra) if extra else ():
        entries[info.name] = info.type
    return _struct(f"{cls.__name__}Document", [(name, kind, UNSET) for name, kind in entries.items()])


def _struct(name: str, entries: list[tuple[str, Any, Any]]) -> type[msgspec.Struct]:
    return msgspec.defstruct(name, entries, kw_only=True, forbid_unknown_fields=True, module=__name__)


def write_fields(holder: Any, state: Any) -> dict[str, Any]:
    """The document of a state, or of an object within one, as far as its fields declare it."""
    document: dict[str, Any] = {}
    for key, declared in _written(type(holder)):
        value = getattr(holder, key)
        if value == declared.omit:
            continue
        said = declared.shape.write(value, state)
        if declared.among:
            entries = document.setdefault(declared.among, [{} for _ in said])
            for entry, item in zip(entries, said, strict=True):
                entry[declared.name] = item
        elif declared.within:
            document.setdefault(declared.within, {})[declared.name] = said
        else:
            document[declared.name] = said
    return document


def read_fields(holder: Any, document: Any, state: Any, path: str) -> set[str]:
    """Overwrite the fields that the document gives, in the order of their declaration; returns their names in the code.

    PositionError names path and reason.
    """
    given: set[str] = set()
    for key, declared in _written(type(holder)):
        if declared.among:
            rows = getattr(document, declared.among)
            if rows is not UNSET and _read_among(holder, key, declared, rows, state, f"{path}.{declared.among}"):
                given.add(key)
            continue
        source, where = document, path
        if declared.within:
            source, where = getattr(document, declared.within), f"{path}.{declared.within}"
        said = UNSET if source is UNSET else getattr(source, declared.name)
        if said is not UNSET:
            old = getattr(holder, key)
            setattr(holder, key, declared.shape.read(said, old, state, f"{where}.{declared.name}"))
            given.add(key)
    return given


def _read_among(holder: Any, key: str, declared: Field, rows: Any, state: Any, path: str) -> bool:
    seats = state.game.players
    if len(rows) > seats:
        raise PositionError(path, f"at most {count(seats, ENTRIES)}, got {len(rows)}")
    given = False
    for seat, row in enumerate(rows):
        said = getattr(row, declared.name)
        if said is not UNSET:
            where = f"{path}[{seat}].{declared.name}"
            cast(Any, declared.shape).read_seat(getattr(holder, key), seat, said, state, where)
            given = True
    return given


def field_faults(holder: Any, state: Any) -> Iterator[Fault]:
    """Fields that hold what their declaration does not allow: path in the document, and reason."""
    for key, declared in _written(type(holder)):
        for where, reason in declared.shape.faults(getattr(holder, key), state):
            yield _path(declared, where), reason


def _path(declared: Field, where: str) -> str:
    if declared.among:
        seat, _, rest = where.partition("]")
        return f"{declared.among}{seat}].{declared.name}{rest}"
    return f"{declared.within}.{declared.name}{where}" if declared.within else f"{declared.name}{where}"


# ---------------------------------------------------------------------- views


def plain_view(state: Any, viewer: int | None) -> FrozenDict[str, Any]:
    """What the viewer may know of the fields, as documents write it; None in the place of what is hidden."""
    shown: dict[str, Any] = {}
    for key, declared in _written(type(state)):
        if declared.known == "nobody":
            continue
        said = declared.shape.write(getattr(state, key), state)
        if declared.known == "owner":
            said = [entry if seat == viewer else None for seat, entry in enumerate(said)]
        shown[declared.name] = said
    return FrozenDict(frozen(msgspec.to_builtins(shown)))
