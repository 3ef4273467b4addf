"""The table in the terminal: the planet as a grid of space names with signs, the ships, the port."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from waystation.engine import Game, View

from .knowledge import ShipView, TableView
from .planet import Geometry, geometry

ACROSS = 6
"""Letters from one column of hexes to the next."""

TERRAIN_STYLES = {
    ".": "",
    "#": "dim strike",
    "z": "cyan",
    "g": "dark_orange",
    "f": "green",
    "r": "red",
    "a": "yellow",
    "P": "bold",
}
TERRAIN_SIGNS = {"#": "#", "z": "@", "g": "o", "f": "~", "r": "^", "a": ">"}
"""Before a name, so that colours are not the only sign."""
LEGEND = (
    "Space names: territory, row, place. Before a name: # drift, @ zephyr, o gas pocket, ~ feeding ground,\n"
    "^ red start, > around the planet. After it: 1-5 ships, R W red and white cresters (high); b1-b5 longboats,\n"
    "G gray (low); * things."
)
SEAT_STYLES = {
    colour: f"bold {style}"
    for colour, style in (
        ("red", "red"),
        ("blue", "blue"),
        ("green", "green"),
        ("yellow", "yellow"),
        ("purple", "magenta"),
    )
}


def draw(view: View, game: Game) -> RenderableType:
    """Everything that lies on the table."""
    table: TableView = view.table
    legend = Text(LEGEND, style="dim")
    return Group(_head(view, table), _planet(table), legend, _ships(view, table), _port(table))


def _head(view: View, table: TableView) -> Text:
    text = f"Round {table.round}. Wind {table.wind}: ships glide to the {table.wind_blows_to or '-'}."
    if table.turn is not None:
        text += f" {view.names[table.turn.seat]}: {table.turn.speed} speed, "
        text += f"{table.turn.mates} mate{'s' * (table.turn.mates != 1)}."
    if table.lives is not None:
        text += f" Lives: captains {table.lives[0]}, white crester {table.lives[1]}."
    if table.mode == "solo":
        text += f" Red cresters beaten: {table.kills} of 6."
    if table.battle is not None:
        ours, theirs = ("?" if result is None else str(result) for result in table.battle.results)
        text += f"\nBattle on {table.battle.space}: {table.battle.attacker} {ours}, {table.battle.defender} {theirs}."
    return Text(text, "bold")


def _planet(table: TableView) -> Text:
    """Hexes by column; a step north or south is two lines, the columns between are shifted by one."""
    hexes = geometry(table.radius)
    signs = _signs(table, hexes)
    lines: dict[int, dict[int, int]] = {}
    for space, (q, r) in enumerate(hexes.hexes):
        lines.setdefault(2 * r + q, {})[q + hexes.radius] = space
    out = Text()
    for line in sorted(lines):
        row = Text()
        for column, space in sorted(lines[line].items()):
            mark = table.terrain[space]
            row.append(" " * (ACROSS * column - len(row)))
            row.append(TERRAIN_SIGNS.get(mark, " ") + hexes.names[space][:4], TERRAIN_STYLES[mark])
            for sign, style in signs[space][:4]:
                row.append(sign, style)
        out.append(row).append("\n")
    return out


def _signs(table: TableView, hexes: Geometry) -> list[list[tuple[str, str]]]:
    signs: list[list[tuple[str, str]]] = [[] for _ in hexes.names]

    def put(name: str, sign: str, style: str) -> None:
        if name in hexes.by_name and name != "port":
            signs[hexes.by_name[name]].append((sign, style))

    for seat, ship in enumerate(table.ships):
        put(ship.ship, str(seat + 1), SEAT_STYLES[ship.colour])
        for boat in ship.boats:
            put(boat, f"b{seat + 1}", SEAT_STYLES[ship.colour])
    for name in (*table.reds, *table.tagged_reds):
        put(name, "R", "bold red")
    for name in (*table.grays, *table.tagged_grays):
        put(name, "G", "bold")
    put(table.white, "W", "bold reverse")
    for name in table.items:
        put(name, "*", "dark_orange")
    return signs


def _ships(view: View, table: TableView) -> Table:
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    columns = (
        "Ship",
        "Notoriety",
        "Where",
        "Boats",
        "Morale",
        "Rowing",
        "Gas",
        "Cannons",
        "Hold",
        "Teeth",
        "+2",
        "Crew",
        "Cards",
    )
    for name in columns:
        grid.add_column(name, overflow="fold")
    for seat, ship in enumerate(table.ships):
        grid.add_row(*_ship(f"{seat + 1} {view.names[seat]}", ship))
    return grid


def _ship(name: str, ship: ShipView) -> list[Text]:
    cards = str(ship.hand_size) if ship.hand is None else ", ".join(ship.hand) or "none"
    return [
        Text(name, SEAT_STYLES[ship.colour]),
        Text(str(ship.notoriety)),
        Text(ship.ship),
        Text(" ".join(ship.boats)),
        Text(str(ship.morale)),
        Text(str(ship.rowing)),
        Text(f"{ship.gas}/{ship.gas_slots}"),
        Text(f"{ship.cannons}/{ship.cannon_slots}"),
        Text(ship.hold),
        Text(f"{ship.red_teeth} red {ship.gray_teeth} gray"),
        Text(str(ship.plus2)),
        Text(", ".join(ship.crew) or "-"),
        Text(cards),
    ]


def _port(table: TableView) -> Text:
    stacks = ", ".join(f"{top} ({size})" for top, size in zip(table.tops, table.stack_sizes, strict=True))
    text = f"Stacks: {stacks}."
    if table.achievements:
        text += " Achievements: " + "; ".join(f"{card.name} {card.points}" for card in table.achievements) + "."
    return Text(text)
