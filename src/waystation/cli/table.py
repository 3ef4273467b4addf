"""The table in the terminal: a game's own drawing if it has one, else the view's fields, laid out as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from waystation.cli.common import part_of
from waystation.engine import Edition, ScoreSheet, View
from waystation.engine.words import said

SIMPLE = (str, int, float, bool, type(None))
NOTHING = "–"
WIDE = 100
"""Letters across from which a table is turned on its side."""


def render(view: View, game: Edition) -> RenderableType:
    """The table as the viewer may know it; `game` knows the cards and tiles, which may be an owner's."""
    own = part_of(view.game, "text")
    if own is None:
        return generic(view.table, view.names)
    drawn: RenderableType = own.draw(view, game)
    return drawn


def generic(table: Any, names: Sequence[str]) -> RenderableType:
    """Any view's table, field by field: plain values on one line each, lists of things as tables."""
    plain: list[tuple[str, str]] = []
    blocks: list[RenderableType] = []
    for key, value in _fields(table):
        if _is_flat(value):
            plain.append((_title(key), _short(value)))
        else:
            blocks.append(Panel(_block(value, names), title=_title(key), title_align="left", expand=False))
    facts = Table.grid(padding=(0, 2))
    facts.add_column()
    facts.add_column(overflow="fold")
    for label, text in plain:
        facts.add_row(Text(label, style="bold"), Text(text))
    return Group(facts, *blocks) if plain else Group(*blocks)


def _block(value: Any, names: Sequence[str]) -> RenderableType:
    if isinstance(value, Mapping):
        return _rows([str(key) for key in value], list(value.values()))
    if isinstance(value, Sequence):
        labels = list(names) if len(value) == len(names) else [str(number) for number in range(1, len(value) + 1)]
        return _rows(labels, value)
    return generic(value, names)


def _rows(labels: Sequence[str], values: Sequence[Any]) -> RenderableType:
    """One row each; columns are the fields of the values, or there is a single one."""
    if any(isinstance(value, msgspec.Struct | Mapping) for value in values):
        return _things(labels, values)
    if all(isinstance(value, Sequence) and not isinstance(value, str) for value in values):
        grid = Table.grid(padding=(0, 2))
        for label, value in zip(labels, values, strict=True):
            grid.add_row(Text(label, style="bold"), *(Text(_short(item)) for item in value))
        return grid
    pairs = (Text.assemble((f"{label} ", "bold"), _short(value)) for label, value in zip(labels, values, strict=True))
    return Columns(pairs, padding=(0, 3))


def _things(labels: Sequence[str], values: Sequence[Any]) -> Table:
    """Things with fields: a row for each thing, or, if that would be too wide, a column for each."""
    cells = [dict(_fields(value)) if value is not None else {} for value in values]
    keys = list(dict.fromkeys(key for fields in cells for key in fields))
    rows = [[_short(fields.get(key, "")) for key in keys] for fields in cells]
    titles = [_title(key) for key in keys]
    if len(values) < len(keys) and sum(max(map(len, column)) + 3 for column in zip(titles, *rows, strict=True)) > WIDE:
        filled = [column for column in zip(titles, *rows, strict=True) if any(cell != NOTHING for cell in column[1:])]
        return _table(["", *labels], filled)
    return _table(["", *titles], [(label, *row) for label, row in zip(labels, rows, strict=True)])


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(show_edge=False, pad_edge=False)
    for title in head:
        table.add_column(Text(title), overflow="fold")
    for first, *others in rows:
        table.add_row(Text(first, style="bold"), *(Text(cell) for cell in others))
    return table


def _fields(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, msgspec.Struct):
        return [(name, getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, Mapping):
        return [(str(key), item) for key, item in value.items()]
    return [("", value)]


def _is_flat(value: Any) -> bool:
    if isinstance(value, SIMPLE):
        return True
    if isinstance(value, Mapping):
        return not value
    return isinstance(value, Sequence | frozenset | set) and all(isinstance(item, SIMPLE) for item in value)


def _short(value: Any) -> str:
    """A value on one line; fields that say nothing are left out."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return said("yes") if value else said("no")
    if isinstance(value, SIMPLE):
        return str(value)
    if isinstance(value, msgspec.Struct | Mapping):
        telling = [(key, item) for key, item in _fields(value) if item]
        if len(telling) == 1:
            return _short(telling[0][1])
        return ", ".join(f"{key}: {_short(item)}" for key, item in telling) or NOTHING
    joint = " " if all(isinstance(item, str) and len(item) <= 2 for item in value) else ", "
    return joint.join(map(_short, value)) or NOTHING


def _title(key: str) -> str:
    return said(key.replace("_", " ").capitalize())


def score_table(sheets: Sequence[ScoreSheet], names: Sequence[str]) -> Table:
    """The score sheets side by side, lines that nobody has left out."""
    table = Table(show_footer=True)
    table.add_column(said("Points"), footer=said("Total"))
    for name, sheet in zip(names, sheets, strict=True):
        table.add_column(Text(name), footer=str(sheet.total), justify="right")
    labels = {line.key: line.label for sheet in sheets for line in sheet.lines}
    values = [sheet.points() for sheet in sheets]
    for key, label in labels.items():
        points = [lines.get(key) for lines in values]
        if any(points):
            table.add_row(Text(label), *("" if value is None else str(value) for value in points))
    return table
