"""Numbers that a bot goes by, in a TOML file: one table, in which each has its name."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import partial

from .errors import ComponentError

MOST = 1000.0


def read_numbers(text: str, place: str, table: str, names: Sequence[str]) -> dict[str, float]:
    """The numbers of a table, from 0 to below 1000; ComponentError names the file and the number that is wrong."""
    wrong = partial(ComponentError, place)
    try:
        found = tomllib.loads(text).get(table)
    except tomllib.TOMLDecodeError as error:
        raise wrong(str(error)) from error
    if not isinstance(found, dict):
        raise wrong(f"a table named {table!r} is missing")
    for name in names:
        if name not in found:
            raise wrong(f"{table}: {name} is missing")
    for name, value in found.items():
        if name not in names:
            raise wrong(f"{table}: there is no number {name!r}")
        if type(value) not in (int, float) or not 0 <= value < MOST:
            raise wrong(f"{table}: {name}: expected a number from 0 to 1000, got {value!r:.40}")
    return {name: float(value) for name, value in found.items()}


def written_numbers(table: str, numbers: Mapping[str, float]) -> str:
    """The numbers as a file holds them; what `read_numbers` reads."""
    return f"[{table}]\n" + "".join(f"{name} = {round(value, 4)}\n" for name, value in numbers.items())
