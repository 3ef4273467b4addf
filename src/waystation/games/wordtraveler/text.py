"""The table in the terminal: the city as a grid of names, arrows and words, the hand, and how everybody stands."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from waystation.engine.game import Game
from waystation.engine.view import View
from waystation.games.wordtraveler.components import in_points
from waystation.games.wordtraveler.geometry import ARROWS, DIRECTIONS, NAMES, SIZE
from waystation.games.wordtraveler.view import Map, Move, Seat, Table

WIDTH = 13
"""Letters across in a cell of the grid."""

SEAT_STYLES = ("bold red", "bold blue", "bold green", "bold yellow", "bold magenta")


def draw(view: View, game: Game) -> RenderableType:
    """Everything that lies on the table for this viewer."""
    table: Table = view.table
    parts: list[RenderableType] = [_city(view, table), _clue(view, table)]
    if view.viewer is not None:
        hand = ", ".join(table.seats[view.viewer].unused or ()) or "none"
        parts.append(Text(f"Words in your hand: {hand}"))
    places = ", ".join(map(str, table.souvenir_places))
    score = f"Day {table.day}: {in_points(table.score)}, {table.souvenirs} of 6 souvenirs (at {places})"
    parts.append(Text(score, "bold"))
    parts.append(_seats(view, table))
    return Group(*parts)


def _city(view: View, table: Table) -> Grid:
    """Names; ★ and ● are your map, ▼ markers, numbers the stops of your plan or the footprints."""
    grid = Grid(box=box.ROUNDED, show_header=False, show_lines=True, padding=0)
    for _ in range(SIZE):
        grid.add_column(width=WIDTH)
    signs = _signs(view, table)
    for row in range(SIZE):
        cells = []
        for name, title in zip(NAMES[SIZE * row :][:SIZE], table.places[SIZE * row :][:SIZE], strict=True):
            cell = Text(f"{name} ", "dim")
            for sign, style in signs.get(name, ()):
                cell.append(sign, style)
            cells.append(cell.append(f"\n{title}", "not dim"))
        grid.add_row(*cells)
    return grid


def _signs(view: View, table: Table) -> dict[str, list[tuple[str, str]]]:
    signs: dict[str, list[tuple[str, str]]] = {}
    own = table.seats[view.viewer] if view.viewer is not None else None
    if own is not None and own.map is not None:
        for name in own.map.two.split():
            signs.setdefault(name, []).append(("★2", "bold green"))
        for name in own.map.one.split():
            signs.setdefault(name, []).append(("●1", "bold blue"))
    for number, seat in enumerate(table.seats):
        signs.setdefault(seat.marker, []).append((f"▼{number + 1}", SEAT_STYLES[number]))
    for number, name in enumerate(_path(own, table), 1):
        signs.setdefault(name, []).append((f"({number})", "bold"))
    return signs


def _path(own: Seat | None, table: Table) -> tuple[str, ...]:
    """The viewer's planned stops while planning, else the footprints that it may see."""
    if table.traveller is None:
        return tuple(move.stop for move in own.plan or () if move.stop) if own is not None else ()
    if table.phase == "guess":
        return (own.proposal or ()) if own is not None else ()
    return table.seats[table.traveller].path


def _clue(view: View, table: Table) -> Text:
    whose = view.viewer if table.traveller is None else table.traveller
    if whose is None or table.seats[whose].plan is None:
        return Text("Planning goes on in secret.")
    seat = table.seats[whose]
    title = "Your plan" if table.traveller is None else f"{view.names[whose]} asks the way"
    lines = [f"{title}:"] + [f"  {number} {_said(move)}" for number, move in enumerate(seat.plan or (), 1)]
    if table.traveller is not None:
        lines.append(f"  not used: {', '.join(seat.unused or ()) or 'none'}")
    return Text("\n".join(lines))


def _said(move: Move) -> str:
    words = ", ".join(card.word if card.white else f"NOT {card.word}" for card in move.cards) or "(no word yet)"
    return f"{ARROWS[DIRECTIONS.index(move.direction)]} {words}"


def _seats(view: View, table: Table) -> Grid:
    rows = Grid("Player", "", "Day 1", "Day 2", "Map shown", box=box.SIMPLE_HEAD)
    for number, seat in enumerate(table.seats):
        doing = "ready" if seat.stage == "planning" and seat.done else seat.stage
        shown = _map(seat.map) if seat.map is not None and number != view.viewer else ""
        name = Text(f"{number + 1} {view.names[number]}", SEAT_STYLES[number])
        rows.add_row(name, doing, str(seat.gained[0]), str(seat.gained[1]), shown)
    return rows


def _map(shown: Map) -> str:
    return f"★ {shown.two} ● {shown.one}"
