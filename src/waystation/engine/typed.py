"""Plain data into types, from any thread.

msgspec works out what it must know of a type when the type is first used (by a decoder, by `convert`, by a schema),
and holds the half-done result where other threads find it: a second thread that uses the type meanwhile crashes the
process. So the first use of every type is made here, by one thread at a time, and nothing else in this package builds
a decoder or a schema (a test reads the source for that). Encoding needs no such knowledge.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from .borders import plain

_learning = threading.RLock()
_known: set[Any] = set()
T = TypeVar("T")


def learn(*kinds: Any) -> None:
    """Make types ready, so that nobody has to wait for them later."""
    for kind in kinds:
        if kind not in _known:
            with _learning:
                msgspec.json.Decoder(kind)
                _known.add(kind)


def known() -> frozenset[Any]:
    """The types that are ready."""
    with _learning:
        return frozenset(_known)


def convert(value: Any, kind: type[T], *, strict: bool = True) -> T:
    """As ``msgspec.convert``; whole numbers of other kinds, such as numpy's, are taken for ints."""
    learn(kind)
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError:
        try:
            value = plain(value)
        except RecursionError:
            raise msgspec.ValidationError("nested too deeply") from None
    except UnicodeEncodeError:
        raise msgspec.ValidationError("a text holds half a letter (a lone surrogate)") from None
    except AttributeError:  # to msgspec a range, or an array of numpy's, is a mapping until it is asked for its keys
        raise msgspec.ValidationError("Expected `object`, got what has no keys") from None
    return msgspec.convert(value, kind, strict=strict)


def decode(text: str | bytes, kind: type[T]) -> T:
    """As ``msgspec.json.decode``."""
    learn(kind)
    return msgspec.json.decode(text, type=kind)


def decoder(kind: Any) -> Callable[[str | bytes], Any]:
    """As ``msgspec.json.Decoder(kind).decode``."""
    learn(kind)
    with _learning:
        return msgspec.json.Decoder(kind).decode


def schema(kind: Any) -> dict[str, Any]:
    """As ``msgspec.json.schema``."""
    learn(kind)
    with _learning:
        return msgspec.json.schema(kind)


def schema_components(kinds: Sequence[Any], ref_template: str) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """As ``msgspec.json.schema_components``."""
    learn(*kinds)
    with _learning:
        return msgspec.json.schema_components(kinds, ref_template=ref_template)
