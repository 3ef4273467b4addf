"""The table in the terminal: the islands as a grid, the hangars, and what everybody has."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from waystation.engine.edition import Edition
from waystation.engine.view import View
from waystation.games.wayfinders.chart import CELL_NAMES, SIDE
from waystation.games.wayfinders.components import COLOURS, LETTERS, RESOURCES, Tile
from waystation.games.wayfinders.view import IslandView, SeatView, TableView

WIDTH = 14
"""Letters across in a cell of the grid."""

STYLES = {"tropical": "green", "desert": "dark_orange", "ice": "cyan", "farm": "indian_red", "city": "medium_purple"}
BACK_STYLES = {"red": "red", "blue": "blue", "yellow": "yellow"}
SEAT_STYLES = ("bold red", "bold blue", "bold green", "bold magenta")
LEGEND = ", ".join(f"{letter} {resource}" for letter, resource in zip(LETTERS, RESOURCES, strict=True))


def draw(view: View, game: Edition) -> RenderableType:
    """Everything that lies on the table."""
    table: TableView = view.table
    limit = f" of {table.limit}" if table.limit else ""
    last = ", the last one" if table.last_round else ""
    legend = Text(
        f"Round {table.round}{limit}{last}. {LEGEND}.\nP>HR: entering costs P, an airstrip HR. ✈ plane, ■ airstrip.",
        style="dim",
    )
    return Group(_islands(table), legend, _hangars(table, view.names), _seats(table, view.names))


def _islands(table: TableView) -> Table:
    grid = Table(box=box.ROUNDED, show_header=False, show_lines=True, padding=0)
    for _ in range(SIDE):
        grid.add_column(width=WIDTH)
    for row in range(SIDE):
        names = CELL_NAMES[SIDE * row : SIDE * (row + 1)]
        grid.add_row(*(_cell(name, table.islands.get(name), table) for name in names))
    return grid


def _cell(name: str, island: IslandView | None, table: TableView) -> Text:
    """Name and colour, effect, points and price, then who is there."""
    if island is None:
        here = Text(f"{name} Home\n\n\n", "bold")
    else:
        here = _face_down(name, island) if island.tile is None else _tile(name, island.tile)
        for seat in island.airstrips:
            here.append(f"■{seat + 1}", SEAT_STYLES[seat])
    for seat, player in enumerate(table.seats):
        if player.plane == name:
            here.append(f" ✈{seat + 1}", SEAT_STYLES[seat])
    return here


def _face_down(name: str, island: IslandView) -> Text:
    return Text.assemble(f"{name}\n", ("face down\n", BACK_STYLES[island.back]), f"{island.back}\n")


def _tile(name: str, tile: Tile) -> Text:
    enter = LETTERS[COLOURS.index(tile.colour)]
    price = "".join(LETTERS[RESOURCES.index(resource)] for resource in tile.cost)
    points = f"{tile.points} pt"
    return Text.assemble(
        f"{name} ",
        (f"{tile.colour.capitalize()}\n", STYLES[tile.colour]),
        (f"{_effect(tile)}\n", BACK_STYLES[tile.back]),
        (points, "bold"),
        f"{enter}>{price}".rjust(WIDTH - len(points)) + "\n",
    )


def _effect(tile: Tile) -> str:
    """The effect in a word or two; `waystation rules wayfinders` explains them."""
    words = {
        "draw": f"draw {tile.amount}",
        "keep": f"keep +{tile.amount}",
        "free": f"free {tile.of.capitalize()}",
        "wild": f"wild {tile.of[:9]}",
        "own_colour": f"per {tile.colour.capitalize()}",
        "cost_at_least": f"per cost {tile.amount}+",
        "colours": "per colour",
        "shared": "per shared",
        "groups": "per group",
        "column": "per in column",
        "row": "per in row",
        "around": "per around",
        "far": "per 3+ away",
        "squares": "per 2x2 square",
    }
    return words[tile.effect]


def _hangars(table: TableView, names: tuple[str, ...]) -> Table:
    rows = Table("Hangar", *(str(number) for number in range(1, len(table.hangars) + 1)), box=box.SIMPLE_HEAD)
    rows.add_row("tokens, top first", *(hangar.tokens for hangar in table.hangars))
    for seat, name in enumerate(names):
        workers = ("●" * hangar.workers[seat] for hangar in table.hangars)
        rows.add_row(Text(f"{name}'s workers", SEAT_STYLES[seat]), *workers)
    return rows


def _seats(table: TableView, names: tuple[str, ...]) -> Table:
    rows = Table("Player", "Tokens", "Keeps", "Workers", "Cubes", "Permanents", box=box.SIMPLE_HEAD)
    for seat, player in enumerate(table.seats):
        name = Text(f"{seat + 1} {names[seat]}", SEAT_STYLES[seat])
        rows.add_row(name, player.hand, str(player.keep), str(player.workers), str(player.cubes), _permanents(player))
    return rows


def _permanents(player: SeatView) -> str:
    return ", ".join([*(f"wild {name}" for name in player.wild), *(f"free {name}" for name in player.free)]) or "–"
