"""The table in the terminal: the planet as a grid of space names with signs, the ships, the port."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from waystation.engine import Game, View
from waystation.engine.words import mark, said, say, term, told

from .picture.battle import choice, who
from .planet import Geometry, geometry
from .view import BattleView, ShipView, TableView

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
LEGEND = mark(
    "Space names: territory, row, place. Before a name: # drift, @ zephyr, o gas pocket, ~ feeding ground, "
    "^ red start, > around the planet. After it: 1-5 ships, R W red and white cresters (high); b1-b5 longboats, "
    "G gray (low); * things."
)
FACTS = (
    mark("Ship"), mark("Notoriety"), mark("Where"), mark("Boats"), mark("Morale"), mark("Rowing"), mark("Gas"),
    mark("Cannons"), mark("Hold"), mark("Teeth"), mark("+2"), mark("Crew"), mark("Cards"),
)  # fmt: skip
HOLDS = {"empty": mark("empty"), "red": mark("red"), "gray": mark("gray")}
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
    legend = Text(said(LEGEND), style="dim")
    return Group(_head(view, table), _planet(table), legend, _ships(view, table), _port(table))


def _head(view: View, table: TableView) -> Text:
    parts = [say("Round {n}.", n=table.round)]
    if table.wind_blows_to:
        parts.append(say("Wind {n}: ships glide to the {direction}.", n=table.wind, direction=say(table.wind_blows_to)))
    if table.turn is not None:
        parts.append(say("{who}: {speed} speed, {n:mate|mates}.", who=view.names[table.turn.seat],
                        speed=table.turn.speed, n=table.turn.mates))  # fmt: skip
    if table.lives is not None:
        parts.append(say("Lives: captains {ours}, white crester {its}.", ours=table.lives[0], its=table.lives[1]))
    if table.mode == "solo":
        parts.append(say("Red cresters beaten: {n} of {all}.", n=table.kills, all=6))
    text = Text(" ".join(map(told, parts)), "bold")
    if table.battle is not None:
        text.append("\n" + "\n".join(map(told, _battle(view, table.battle))))
    return text


def _battle(view: View, fight: BattleView) -> Iterator[str]:
    """Both sides with their dice, and the chances of each choice."""
    yield say("Battle on {place}", place=fight.space)
    for side, piece in enumerate((fight.attacker, fight.defender)):
        result, dice = fight.results[side], "+".join(map(str, fight.dice[side])) or "–"
        if result is None:
            yield say("{who} has not rolled", who=who(view, piece))
        else:
            yield say("{who}: {result} (dice {dice}, added {added})", who=who(view, piece), result=result, dice=dice,
                      added=fight.added[side])  # fmt: skip
    for name, win, tie, loss in fight.odds:
        yield say("{choice}: win {win}, tie {tie}, lose {loss}", choice=choice(name), win=f"{win:.0%}",
                  tie=f"{tie:.0%}", loss=f"{loss:.0%}")  # fmt: skip
    if fight.uncounted:
        yield say("Not in them: the other side may add {more}.", more=fight.uncounted)


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
    """A column for each ship: a row for each would be wider than most terminals."""
    ships = [_ship(f"{seat + 1} {view.names[seat]}", ship) for seat, ship in enumerate(table.ships)]
    (title, *names), *facts = zip(map(told, map(say, FACTS)), *ships, strict=True)
    grid = Table(title, box=box.SIMPLE_HEAD, pad_edge=False)
    for name in names:
        grid.add_column(name, overflow="fold")
    for row in facts:
        grid.add_row(*row)
    return grid


def _ship(name: str, ship: ShipView) -> list[Text]:
    cards = str(ship.hand_size) if ship.hand is None else ", ".join(ship.hand) or "–"
    return [
        Text(name, SEAT_STYLES[ship.colour]),
        Text(str(ship.notoriety)),
        Text(ship.ship),
        Text(" ".join(ship.boats)),
        Text(str(ship.morale)),
        Text(str(ship.rowing)),
        Text(f"{ship.gas}/{ship.gas_slots}"),
        Text(f"{ship.cannons}/{ship.cannon_slots}"),
        Text(said(HOLDS[ship.hold])),
        Text(said("{red} red {gray} gray", red=ship.red_teeth, gray=ship.gray_teeth)),
        Text(str(ship.plus2)),
        Text(", ".join(ship.crew) or "-"),
        Text(cards),
    ]


def _port(table: TableView) -> Text:
    stacks = [say("{card} ({n})", card=top, n=size) for top, size in zip(table.tops, table.stack_sizes, strict=True)]
    text = said("Stacks: {stacks}.", stacks=stacks)
    if table.achievements:
        goals = [say("{card} {points}", card=term(card.name), points=card.points) for card in table.achievements]
        text += " " + said("Achievements: {goals}.", goals=goals)
    return Text(text)
