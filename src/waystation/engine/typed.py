"""Plain data into types, from any thread.

msgspec works out what it must know of a type when the type is first used, and holds the half-done result where other
threads find it: a second thread that uses the type meanwhile crashes the process. So the first use is made by one
thread at a time.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

_learning = threading.Lock()
_known: set[Any] = set()
T = TypeVar("T")


def _learn(kind: Any) -> None:
    if kind not in _known:
        with _learning:
            msgspec.json.Decoder(kind)
            _known.add(kind)


def convert(value: Any, kind: type[T], *, strict: bool = True) -> T:
    """As ``msgspec.convert``."""
    _learn(kind)
    return msgspec.convert(value, kind, strict=strict)


def decode(text: str | bytes, kind: type[T]) -> T:
    """As ``msgspec.json.decode``."""
    _learn(kind)
    return msgspec.json.decode(text, type=kind)
