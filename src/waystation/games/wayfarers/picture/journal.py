"""The journal track, from the start at the top to the final spaces at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from waystation.engine import kit
from waystation.engine.scene import Circle, Line, Node, Part, Rect, Text, Use
from waystation.engine.words import mark, say
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.names import GUILDS
from waystation.games.wayfarers.parts import Edge
from waystation.games.wayfarers.picture import glyphs
from waystation.games.wayfarers.view import TableView
from waystation.games.wayfarers.words import edge_words, effects_words

W, H = 470, 577
ROW = 54
LANES = {1: (235,), 2: (141, 329), 3: (70, 235, 400), 5: (49, 142, 235, 328, 421)}
WIDE, TALL = 88, 30
SPACE = mark("Journal space {id}: {gain}.")
FINAL = mark("Journal space {id}: {gain}. Final space: one marker, ends the game.")


@lru_cache(maxsize=16)
def _places(box: Box) -> dict[int, tuple[float, float]]:
    """Where each space lies: column by column, evenly spread."""
    columns = [[i for i, space in enumerate(box.spaces) if space.column == column] for column in range(11)]
    return {
        space: (LANES[len(spaces)][at], 22 + column * ROW - (4 if column == 10 else 0))
        for column, spaces in enumerate(columns)
        for at, space in enumerate(spaces)
    }


def track(box: Box, table: TableView, owners: Sequence[str]) -> list[Node]:
    """Spaces, connections with what they ask for, green workers, everybody's markers."""
    sides = sum((side == "B") << section for section, side in enumerate(table.sides))
    nodes = [_ground()]
    for start, edges in enumerate(box.tracks[sides]):
        nodes += [_edge(box, start, edge) for edge in edges]
    tiles = [table.journal[space.tile] if space.tile >= 0 else "" for space in box.spaces]
    nodes += [_space(box, number, tile) for number, tile in enumerate(tiles)]
    nodes += [_green(box, group) for group in table.green]
    return nodes + _markers(box, table, owners)


@kit.kept
def _ground() -> Node:
    """An open journal: its pages, the gutter between them, and the dog-eared corner."""
    parts: list[Part] = [
        Rect(4, 6, W - 4, H - 4, 10, "shade"),
        Rect(1, 1, W - 4, H - 4, 10, "page"),
        Rect(W / 2 - 9, 2, 18, H - 6, 0, "gutter"),
        *(Line(14, y, W - 16, y, "ruled") for y in range(22 + ROW // 2, H - 20, ROW)),
    ]
    return kit.node("panel:journal", "journal", parts)


@kit.kept
def _edge(box: Box, start: int, edge: Edge) -> Node:
    (x1, y1), (x2, y2) = _places(box)[start], _places(box)[edge.to]
    x, y = (x1 + x2) / 2 - x1, (y1 + y2) / 2 - y1
    parts: list[Part] = [Line(0, 0, x2 - x1, y2 - y1, "edge")]
    line: glyphs.Line = []
    if edge.have is not None:
        line = glyphs.need(edge.have)
    elif any(edge.spend):
        line = [glyphs.word("-")]
        for guild, n in enumerate(edge.spend):
            line += [glyphs.Glyph("tower", role=f"guild-{GUILDS[guild]}", wide=0.8)] * n
    if line:
        wide = sum(glyph.wide for glyph in line) * 15 + 8
        parts.append(Rect(x - wide / 2, y - 10, wide, 20, 10, "cell"))
        parts += glyphs.draw(line, x, y, 15)
    here, there = box.space_names[start], box.space_names[edge.to]
    asks = edge_words(edge) or say("nothing is asked for")
    words = say("From {here} to {there}: {asks}", here=here, there=there, asks=asks)
    return kit.node(f"edge:{here}:{there}", "journal", parts, x1, y1, title=words)


@kit.kept
def _space(box: Box, number: int, tile: str) -> Node:
    space = box.spaces[number]
    effects = box.journal_tiles[int(tile[2:]) - 1] if tile else space.enter
    paper = "final" if space.final else "paper" if space.tile >= 0 else "space"
    parts: list[Part] = [
        Rect(-WIDE / 2 + 2, -TALL / 2 + 3, WIDE, TALL, 8, "shade"),
        Rect(-WIDE / 2, -TALL / 2, WIDE, TALL, 8, paper),
    ]
    if number == 0:
        parts.append(kit.line(0, 0, say("start"), 13, "middle", bold=True, most=WIDE - 6))
    else:
        parts += glyphs.block(
            glyphs.effects(box, effects), 13 if space.final else 9, 0, 16, WIDE - (36 if space.final else 28), 1
        )
        parts.append(Text(-WIDE / 2 + 4, 0, space.name[1:], 12, "start", role="soft"))
    gain = effects_words(box, effects) if effects else say("start")
    if tile:
        gain = say("tile {id}, {gain}", id=tile, gain=gain)
    words = say(FINAL if space.final else SPACE, id=space.name, gain=gain)
    x, y = _places(box)[number]
    return kit.node(f"journal:{space.name}", "journal", parts, x, y, layer=1, title=words)


@kit.kept
def _green(box: Box, group: int) -> Node:
    spaces = [i for i, space in enumerate(box.spaces) if space.worker == group - 1]
    x = sum(_places(box)[space][0] for space in spaces) / len(spaces)
    words = say("A green worker for the first player on one of the two spaces beside it")
    parts = (Circle(0, 0, 13, "cell"), Use("person", 0, 0, 20, role="worker-green"))
    return kit.node(f"green:{group}", "journal", parts, x, _places(box)[spaces[0]][1], layer=2, title=words)


def _markers(box: Box, table: TableView, owners: Sequence[str]) -> list[Node]:
    markers = [(seat, view.marker) for seat, view in enumerate(table.seats)]
    if table.opponent:
        markers.append((1, table.opponent.marker))
    found = []
    for seat, name in markers:
        x, y = _places(box)[box.space_names.index(name)]
        together = [other for other, place in markers if place == name]
        parts = (Use("flag", 0, 0, 32, role=f"seat-{seat}"), Text(2, -6, str(seat + 1), 12, bold=True, role="on-seat"))
        words = say("Marker of {who}, on {space}", who=owners[seat], space=name)
        x += 42 - 17 * together.index(seat)
        found.append(kit.node(f"marker:{seat}", "journal", parts, x, y - 8, layer=3, title=words))
    return found
