"""Cells of an owner's set that nobody should write: each is refused in a sentence, at once."""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

import waystation
from waystation.engine import OptionError
from waystation.games.wayfarers.sections import PARTS, shipped_data

HOSTILE = [
    "", "(", "(" * 150, "(" * 2000, "²", "³ silver", " " * 30_000, "1" * 5000, "\0", "٣", "1 + ", "-> 2", "2 -> ",
    "1 silver / " * 4000, [], {}, None, 10**30, -1, 2.5, True,
]  # fmt: skip


def cells(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of the first entries of everything."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from cells(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value[:1]):
            yield from cells(inner, (*path, place))
    yield path


@pytest.mark.parametrize(("section", "part"), [(name, part) for name, parts in PARTS.items() for part in parts])
def test_a_cell_is_good_or_refused(section: str, part: str):
    ours = {"whole": shipped_data()[section].get(part, [])}
    for path in cells(ours):
        for hostile in HOSTILE:
            mine = copy.deepcopy(ours)
            inner: Any = mine
            for key in path[:-1]:
                inner = inner[key]
            if path:
                inner[path[-1]] = hostile
            began = time.process_time()  # others may use the processor
            with suppress(OptionError):
                waystation.load("wayfarers", components={section: {part: mine["whole"]}})
            assert time.process_time() - began < 5, (path, str(hostile)[:20])
