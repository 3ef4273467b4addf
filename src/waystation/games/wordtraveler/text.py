"""The table in the terminal: the city as a grid of names, arrows and words, the hand, and how everybody stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from waystation.engine.game import Game
from waystation.engine.view import View
from waystation.engine.words import said, say, told
from waystation.games.wordtraveler.game import WordTraveler
from waystation.games.wordtraveler.geometry import ARROWS, DIRECTIONS, NAMES, SIZE
from waystation.games.wordtraveler.picture.panels import stage
from waystation.games.wordtraveler.picture.town import Town
from waystation.games.wordtraveler.view import Map, Move, Seat, Table

WIDTH = 13
"""Letters across in a cell of the grid."""

SEAT_STYLES = ("bold red", "bold blue", "bold green", "bold yellow", "bold magenta")


def draw(view: View, game: Game) -> RenderableType:
    """Everything that lies on the table for this viewer."""
    table, town = cast(Table, view.table), cast(WordTraveler, game).picture.town
    parts: list[RenderableType] = [_city(view, table), _clue(view, table, town)]
    if view.viewer is not None:
        hand = say("Words in your hand: {words}", words=_labels(town, table.seats[view.viewer].unused))
        parts.append(Text(told(hand)))
    score = say(
        "Day {day}: {n:point|points}, {found} of 6 souvenirs (at {places})",
        day=table.day,
        n=table.score,
        found=table.souvenirs,
        places=list(table.souvenir_places),
    )
    return Group(*parts, Text(told(score), "bold"), _seats(view, table))


def _labels(town: Town, words: Sequence[str] | None) -> list[str] | str:
    """Words as people read them, never their ids."""
    return [town.label(word) for word in words or ()] or say("none")


def _city(view: View, table: Table) -> Grid:
    """Names; ★ and ● are your map, ▼ markers, numbers the stops of your plan or the footprints."""
    grid = Grid(box=box.ROUNDED, show_header=False, show_lines=True, padding=0)
    for _ in range(SIZE):
        grid.add_column(width=WIDTH, overflow="fold")
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


def _clue(view: View, table: Table, town: Town) -> Text:
    whose = view.viewer if table.traveller is None else table.traveller
    if whose is None or table.seats[whose].plan is None:
        return Text(said("Planning goes on in secret."))
    seat = table.seats[whose]
    title = say("Your plan:") if table.traveller is None else say("{who} asks the way:", who=view.names[whose])
    lines = [told(title), *(f"  {number} {_said(move, town)}" for number, move in enumerate(seat.plan or (), 1))]
    if table.traveller is not None:
        lines.append("  " + said("not used: {words}", words=_labels(town, seat.unused)))
    return Text("\n".join(lines))


def _said(move: Move, town: Town) -> str:
    words = [town.said(card) for card in move.cards] or say("(no word yet)")
    return said("{arrow} {words}", arrow=ARROWS[DIRECTIONS.index(move.direction)], words=words)


def _seats(view: View, table: Table) -> Grid:
    heads = (say("Player"), "", say("Day 1"), say("Day 2"), say("Map shown"))
    rows = Grid(*(told(head) for head in heads), box=box.SIMPLE_HEAD)
    for number, seat in enumerate(table.seats):
        doing = say("ready") if seat.stage == "planning" and seat.done else stage(seat)
        shown = _map(seat.map) if seat.map is not None and number != view.viewer else ""
        name = Text(f"{number + 1} {view.names[number]}", SEAT_STYLES[number])
        rows.add_row(name, told(doing), str(seat.gained[0]), str(seat.gained[1]), shown)
    return rows


def _map(shown: Map) -> str:
    return f"★ {shown.two} ● {shown.one}"
