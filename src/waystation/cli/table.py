"""The table in the terminal: a game's own drawing if it has one, else the view's fields, laid out as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from waystation.cli.common import package_of
from waystation.engine import ScoreSheet, View

SIMPLE = (str, int, float, bool, type(None))


def render(view: View) -> RenderableType:
    """The table as the viewer may know it."""
    module = f"{package_of(view.game)}.text"
    if find_spec(module) is not None:
        drawn: RenderableType = import_module(module).draw(view)
        return drawn
    return generic(view.table, view.names)


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
    for label, text in plain:
        facts.add_row(Text(label, style="bold"), Text(text))
    return Group(facts, *blocks) if plain else Group(*blocks)


def _block(value: Any, names: Sequence[str]) -> RenderableType:
    if isinstance(value, Mapping):
        return _rows([str(key) for key in value], list(value.values()), names)
    if isinstance(value, Sequence):
        labels = list(names) if len(value) == len(names) else [str(number) for number in range(1, len(value) + 1)]
        return _rows(labels, value, names)
    return generic(value, names)


def _rows(labels: Sequence[str], values: Sequence[Any], names: Sequence[str]) -> RenderableType:
    """One row each; columns are the fields of the values, or there is a single one."""
    if any(isinstance(value, msgspec.Struct | Mapping) for value in values):
        columns = list(dict.fromkeys(key for value in values if value is not None for key, _ in _fields(value)))
        table = Table("", *(_title(key) for key in columns), show_edge=False, pad_edge=False)
        for label, value in zip(labels, values, strict=True):
            cells = dict(_fields(value)) if value is not None else {}
            table.add_row(Text(label, style="bold"), *(Text(_short(cells.get(key, ""))) for key in columns))
        return table
    if all(isinstance(value, Sequence) and not isinstance(value, str) for value in values):
        grid = Table.grid(padding=(0, 2))
        for label, value in zip(labels, values, strict=True):
            grid.add_row(Text(label, style="bold"), *(Text(_short(item)) for item in value))
        return grid
    pairs = (Text.assemble((f"{label} ", "bold"), _short(value)) for label, value in zip(labels, values, strict=True))
    return Columns(pairs, padding=(0, 3))


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
    """A value on one line."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, SIMPLE):
        return str(value)
    if isinstance(value, msgspec.Struct | Mapping):
        pairs = [(key, item) for key, item in _fields(value) if item not in (None, "", (), [], {})]
        return ", ".join(f"{key}: {_short(item)}" for key, item in pairs) or "–"
    return (" " if all(isinstance(item, str) and len(item) <= 2 for item in value) else ", ").join(
        map(_short, value)
    ) or "–"


def _title(key: str) -> str:
    return key.replace("_", " ").capitalize()


def score_table(sheets: Sequence[ScoreSheet], names: Sequence[str], title: str = "") -> Table:
    """The score sheets side by side, lines that nobody has left out."""
    table = Table(title=title or None, title_justify="left", show_footer=True)
    table.add_column("Points", footer="Total")
    for name, sheet in zip(names, sheets, strict=True):
        table.add_column(Text(name), footer=str(sheet.total), justify="right")
    labels = {line.key: line.label for sheet in sheets for line in sheet.lines}
    values = [sheet.points() for sheet in sheets]
    for key, label in labels.items():
        points = [lines.get(key) for lines in values]
        if any(points):
            table.add_row(Text(label), *("" if value is None else str(value) for value in points))
    return table
