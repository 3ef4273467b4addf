"""The table in the terminal: the squares with what lies in them, the weather ring, and everybody's card."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from waystation.engine import Game, ScoreSheet, View
from waystation.engine.words import Arg, mark, said, term

from .components import ANIMAL_POINTS, TRACKS, TRIG_POINTS
from .view import HikerView, TableView

_TITLES = (
    mark("bear"),
    mark("rabbit"),
    mark("bird"),
    mark("mount"),
    mark("look"),
    mark("gear"),
    mark("trig"),
    mark("water"),
    mark("specials"),
    mark("journal"),
    mark("goal"),
    mark("total"),
)
"""What a player's card says."""
BESIDE = 6
"""So many cards stand side by side in a terminal of 80 letters."""
HIKE_STYLES = ("red", "blue", "magenta", "cyan")
LEGEND = mark(
    "Reversed: you are here. Struck: visited or taken. Dim: photographed. `plan bear1` shows the ways to bear1."
)


def draw(view: View, game: Game) -> RenderableType:
    """Everything that lies on the table; the squares as the viewer's (or the first) player has them."""
    table: TableView = view.table
    me = table.hikers[view.viewer or 0]
    words: dict[str, Arg] = {"map": term(table.map), "goal": term(table.goal), "hike": table.hike, "n": table.movement}
    heading = Text(said("{map}. Goal: {goal}. Hike {hike}, {n:point|points} this turn.", **words), "bold")
    return Group(heading, _squares(table, me), Text(said(LEGEND), "dim"), _weather(table), _cards(table, view))


def _squares(table: TableView, me: HikerView) -> Table:
    columns = sorted({name[0] for name in table.squares})
    rows = sorted({int(name[1:]) for name in table.squares})
    grid = Table(box=box.ROUNDED, show_lines=True, padding=(0, 1))
    grid.add_column("", no_wrap=True)  # in a narrow terminal the squares make room, not the numbers of their rows
    for letter in columns:
        grid.add_column(letter)
    for row in rows:
        cells = (_square(table, me, table.squares[f"{letter}{row}"]) for letter in columns)
        grid.add_row(str(row), *cells)
    return grid


def _square(table: TableView, me: HikerView, things: Sequence[str]) -> Text:
    labels = (f"{thing} {table.heights[thing]}" if thing in table.heights else thing for thing in things)
    return Text("\n").join(Text(label, _style(me, thing)) for label, thing in zip(labels, things, strict=True))


def _style(me: HikerView, thing: str) -> str:
    if thing == me.here:
        return "bold reverse"
    what, _, number = thing.partition(" ")
    if thing in me.visited or (
        number and int(number) in {"lake": me.lakes, "wood": me.woods, "bridge": me.bridges}[what]
    ):
        return "strike"
    if thing in me.photos:
        return "dim"
    return {"lake": "blue", "wood": "green", "bridge": "yellow"}.get(what, "")


def _weather(table: TableView) -> Text:
    """One line a hike; circled spaces in brackets, the present one marked."""
    text = Text()
    for hike, side in enumerate(table.weather):
        text.append(said("Hike {n} ", n=hike + 1), HIKE_STYLES[hike])
        for space, points in enumerate(side, 1):
            here = hike + 1 == table.hike and space == table.marker
            circled = space in table.circled[hike]
            text.append(
                f"({points})" if circled else f" {points} ", "bold reverse" if here else "" if circled else "dim"
            )
        text.append("\n")
    return text


def _cards(table: TableView, view: View) -> Table:
    """A column for each player, which leaves room for names; a row, if they are many."""
    lines = [("", *map(said, _TITLES))]
    for name, me, sheet in zip(view.names, table.hikers, view.sheets, strict=True):
        lines.append((name, *_card(table, me, sheet)))
    beside = len(view.names) <= BESIDE
    head, *rows = zip(*lines, strict=True) if beside else lines
    cards = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0) if beside else 0)
    for title in head:
        cards.add_column(Text(title))
    for row in rows:
        cards.add_row(*map(Text, row))
    return cards


def _card(table: TableView, me: HikerView, sheet: ScoreSheet) -> tuple[str, ...]:
    """A player's card, line by line."""
    left = [(s.key, s.gained - s.used) for s in me.specials if s.gained > s.used]
    specials = ", ".join(said("{special} {n}", special=term(key), n=n) for key, n in left) or "–"
    have, whole = me.goals[table.goal]
    journal = " ".join("–" if entry.points is None else str(entry.points) for entry in me.journal)
    marks = (_mark(track, me) for track in TRACKS)
    return (*marks, str(me.water - me.drunk), specials, journal, f"{have}/{whole}", str(sheet.total))


def _mark(track: str, me: HikerView) -> str:
    """Spaces circled, and the points they show."""
    count = me.marks[track]
    if track == "mountain":
        return f"{count}: {sum(me.heights)}"
    if track in ("bear", "rabbit", "bird"):
        return f"{count}: {ANIMAL_POINTS[count]}"
    return f"{count}: {TRIG_POINTS[count]}" if track == "trig" else str(count)
