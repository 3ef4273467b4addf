"""What is handed out to many, and kept by us: containers that nobody can change.

Views share parts with each other and with caches, and the events of a log go to every viewer. So their lists are
tuples, and their dicts are of a kind that can be read, compared and written out as JSON like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NoReturn, TypeVar

import msgspec

K = TypeVar("K")
V = TypeVar("V")


def _refuse(self: Any, *given: Any, **named: Any) -> NoReturn:
    raise TypeError("this is shared and can't be changed; make a dict(...) of it to have one of your own")


class FrozenDict(dict[K, V]):
    """A dict that stays as it was made."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __copy__(self) -> FrozenDict[K, V]:
        return self

    def __deepcopy__(self, memo: Any) -> FrozenDict[K, V]:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)


_ATOMS = frozenset({int, str, float, bool, bytes, type(None)})


def frozen(value: Any) -> Any:
    """Plain data that can't be changed any more: dicts, lists and sets become frozen, at every depth."""
    kind = type(value)
    if kind in _ATOMS or kind is FrozenDict:
        return value
    if kind is tuple or isinstance(value, list):
        for item in value:
            if type(item) not in _ATOMS:
                return tuple([frozen(item) for item in value])
        return tuple(value)
    if isinstance(value, dict | Mapping):
        for item in value.values():
            if type(item) not in _ATOMS:
                return FrozenDict({key: frozen(item) for key, item in value.items()})
        return FrozenDict(value)
    return frozenset(value) if isinstance(value, set) else value


class Seen(msgspec.Struct, frozen=True):
    """Base of what many share, such as parts of views and options: a field that is a dict or a list is frozen when it
    is made."""

    def __post_init__(self) -> None:
        for name in _loose_fields(type(self)):
            value = getattr(self, name)
            if type(value) in _LOOSE:
                msgspec.structs.force_setattr(self, name, frozen(value))


_LOOSE = frozenset({dict, list, set})


@cache
def _loose_fields(cls: type[Seen]) -> tuple[str, ...]:
    """The fields that may be given something that can be changed."""
    held = (*_ATOMS, tuple, FrozenDict)
    kinds = {
        name: kind for base in reversed(cls.__mro__) for name, kind in getattr(base, "__annotations__", {}).items()
    }
    plain = {getattr(kind, "__name__", "None") for kind in held}
    return tuple(name for name in cls.__struct_fields__ if _word(kinds[name]) not in plain)


def _word(kind: Any) -> str:
    """The first word of an annotation, a text as it is written."""
    return str(kind).partition("[")[0]
