"""The table in the terminal: the islands as a grid, the hangars, and what everybody has."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from waystation.engine import Edition, View
from waystation.engine.words import Arg, Phrase, mark, said, say, told
from waystation.games.wayfinders.chart import CELL_NAMES, SIDE
from waystation.games.wayfinders.components import BACKS, COLOURS, LETTERS, RESOURCES, Tile
from waystation.games.wayfinders.view import IslandView, SeatView, TableView
from waystation.games.wayfinders.wording import BACK_NAMES, COLOUR_NAMES, TOKEN, colour_name

WIDTH = 14
"""Letters across in a cell of the grid."""

STYLES = {"tropical": "green", "desert": "dark_orange", "ice": "cyan", "farm": "indian_red", "city": "medium_purple"}
BACK_STYLES = {"red": "red", "blue": "blue", "yellow": "yellow"}
SEAT_STYLES = ("bold red", "bold blue", "bold green", "bold magenta")


def draw(view: View, game: Edition) -> RenderableType:
    """Everything that lies on the table."""
    table: TableView = view.table
    time = (
        say("Round {n} of {limit}", n=table.round, limit=table.limit)
        if table.limit
        else say("Round {n}", n=table.round)
    )
    if table.last_round:
        time = say("{time}, the last one", time=time)
    tokens: list[Arg] = [say("{letter} {token}", letter=c, token=name) for c, name in zip(LETTERS, TOKEN, strict=True)]
    signs = say("P>HR: entering costs P, an airstrip HR. ✈ plane, ■ airstrip.")
    legend = say("{time}. {tokens}.\n{signs}", time=time, tokens=tokens, signs=signs)
    return Group(_islands(table), Text(told(legend), "dim"), _hangars(table, view.names), _seats(table, view.names))


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
        here = Text(f"{name} {said('Home')}\n\n\n", "bold")
    else:
        here = _face_down(name, island) if island.tile is None else _tile(name, island.tile)
        for seat in island.airstrips:
            here.append(f"■{seat + 1}", SEAT_STYLES[seat])
    for seat, player in enumerate(table.seats):
        if player.plane == name:
            here.append(f" ✈{seat + 1}", SEAT_STYLES[seat])
    return here


def _face_down(name: str, island: IslandView) -> Text:
    style, back = BACK_STYLES[island.back], BACK_NAMES[BACKS.index(island.back)]
    return Text.assemble(f"{name}\n", (said("face down") + "\n", style), told(back) + "\n")


def _tile(name: str, tile: Tile) -> Text:
    enter = LETTERS[COLOURS.index(tile.colour)]
    price = "".join(LETTERS[RESOURCES.index(resource)] for resource in tile.cost)
    points = said("{n} pt", n=tile.points)
    return Text.assemble(
        f"{name} ",
        (told(colour_name(tile)) + "\n", STYLES[tile.colour]),
        (told(_effect(tile)) + "\n", BACK_STYLES[tile.back]),
        (points, "bold"),
        f"{enter}>{price}".rjust(WIDTH - len(points)) + "\n",
    )


def _effect(tile: Tile) -> Phrase:
    """The effect in a word or two; `waystation rules wayfinders` explains them."""
    of: Arg = COLOUR_NAMES[COLOURS.index(tile.of)] if tile.of in COLOURS else tile.of[:9]
    return say(_EFFECTS[tile.effect], n=tile.amount, of=of, colour=colour_name(tile))


_EFFECTS = {
    "draw": mark("draw {n}"),
    "keep": mark("keep +{n}"),
    "free": mark("free {of}"),
    "wild": mark("wild {of}"),
    "own_colour": mark("per {colour}"),
    "cost_at_least": mark("per cost {n}+"),
    "colours": mark("per colour"),
    "shared": mark("per shared"),
    "groups": mark("per group"),
    "column": mark("per in column"),
    "row": mark("per in row"),
    "around": mark("per around"),
    "far": mark("per 3+ away"),
    "squares": mark("per 2x2 square"),
}


def _hangars(table: TableView, names: tuple[str, ...]) -> Table:
    rows = Table(said("Hangar"), *(str(number) for number in range(1, len(table.hangars) + 1)), box=box.SIMPLE_HEAD)
    rows.add_row(said("tokens, top first"), *(hangar.tokens for hangar in table.hangars))
    for seat, name in enumerate(names):
        workers = ("●" * hangar.workers[seat] for hangar in table.hangars)
        rows.add_row(Text(said("{name}'s workers", name=name), SEAT_STYLES[seat]), *workers)
    return rows


def _seats(table: TableView, names: tuple[str, ...]) -> Table:
    heads = say("Player"), say("Tokens"), say("Keeps"), say("Workers"), say("Cubes"), say("Permanents")
    rows = Table(*(told(head) for head in heads), box=box.SIMPLE_HEAD)
    for seat, player in enumerate(table.seats):
        name = Text(f"{seat + 1} {names[seat]}", SEAT_STYLES[seat])
        rows.add_row(name, player.hand, str(player.keep), str(player.workers), str(player.cubes), _permanents(player))
    return rows


def _permanents(player: SeatView) -> str:
    words: list[Arg] = [say("wild {of}", of=TOKEN[RESOURCES.index(name)]) for name in player.wild]
    words += [say("free {of}", of=COLOUR_NAMES[COLOURS.index(name)]) for name in player.free]
    return said("{permanents}", permanents=words) if words else "–"
