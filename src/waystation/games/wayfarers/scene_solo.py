"""The solo opponent: its scheme cards, resource track, comets and what it owns."""

from __future__ import annotations

from waystation.engine.scene import Circle, Node, Part, Rect, Text, Use
from waystation.engine.words import told

from . import glyphs
from .box import Box
from .knowledge import SoloView
from .names import COLOURS, DECKS
from .opponent import MAX_COMETS, PATH
from .parts import Scheme
from .scene_tiles import by_name, tile_parts, tile_title
from .words import cost_words, effects_words, points_words

TRACK_PLACES = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1))


def opponent(box: Box, view: SoloView) -> list[Node]:
    """Everything of the opponent."""
    region = "opponent"
    parts: list[Part] = [
        Rect(1, 1, 438, 434, 10, "panel"),
        Use("token", 18, 18, 26, role="seat-1"),
        Text(36, 18, f"Opponent, board {view.board}", 15, "start", bold=True),
        Text(428, 18, f"{view.points} points", 14, "end", bold=True),
    ]
    words = f"The opponent has {points_words(view.lines)}"
    nodes = [Node("panel:opponent", region, tuple(parts), title=words)]
    nodes += [_scheme(box, name, at) for at, name in enumerate(view.schemes)]
    pile: tuple[Part, ...] = (Use("back", 0, 0, 56, role="any"), Text(0, 2, str(view.pile), 17, bold=True, role="pip"))
    nodes.append(Node("schemes", region, pile, 402, 76, title=f"{view.pile} scheme cards face down"))
    return [*nodes, *_track(box, view), _belongings(box, view), *_caravan(box, view)]


def _scheme(box: Box, name: str, at: int) -> Node:
    scheme: Scheme = next(scheme for scheme in box.schemes if scheme.name == name)
    parts: list[Part] = [
        Rect(-35, -40, 70, 80, 6, "card-townsfolk" if scheme.red else "card-water"),
        Text(-22, -29, "red" if scheme.red else "blue", 8, bold=True),
        *glyphs.draw([glyphs.word(str(scheme.silver)), glyphs.Glyph("silver")], 18, -29, 12),
        *glyphs.block(
            [*glyphs.cost(scheme.first_cost), *_spent(scheme), *glyphs.effects(box, scheme.first)], 0, -9, 12, 66
        ),
        *glyphs.block(glyphs.effects(box, scheme.second), 0, 14, 12, 66),
        Text(-22, 33, f"pink {scheme.special}", 7),
    ]
    if scheme.comet:
        parts.append(Use("comet", 24, 31, 13, role="ink-space"))
    cost = f" for {cost_words(scheme.first_cost)}" if any(scheme.first_cost.guilds) else ""
    marks = f"{'red' if scheme.red else 'blue'}, {scheme.silver} silver{', comet' if scheme.comet else ''}"
    words = f"Scheme card {name} ({marks}): first {effects_words(box, scheme.first)}{cost}"
    words += f"; else {effects_words(box, scheme.second)}; pink tiles from place {scheme.special}"
    return Node(f"scheme:{name}", "opponent", tuple(parts), 46 + at * 74, 80, layer=1, title=words)


def _spent(scheme: Scheme) -> glyphs.Line:
    line: glyphs.Line = []
    for guild, n in enumerate(scheme.first_cost.guilds):
        if n:
            line += [glyphs.word(f"-{n}"), glyphs.Glyph("tower", role=f"guild-{COLOURS[guild]}", wide=0.8)]
    return [*line, glyphs.Glyph("arrow", role="soft")] if line else line


def _track(box: Box, view: SoloView) -> list[Node]:
    nodes = []
    for space, (column, row) in enumerate(TRACK_PLACES):
        colour, slot = box.solo_track[space]
        parts: list[Part] = [
            Circle(0, 0, 19, "cell"),
            Circle(0, 0, 15, f"pale-{COLOURS[colour]}"),
            Text(0, 0, str(space), 12, bold=True),
        ]
        if space == view.track:
            parts.append(Use("flag", 8, -10, 24, role="seat-1"))
        words = f"Resource track {space}: prefers {COLOURS[colour]}, inspiration slot {slot + 1}"
        nodes.append(
            Node(f"track:{space}", "opponent", tuple(parts), 40 + column * 46, 156 + row * 44, layer=1, title=words)
        )
    return nodes


def _belongings(box: Box, view: SoloView) -> Node:
    counts = dict.fromkeys(DECKS, 0)
    for name in view.cards:
        counts[DECKS[box.cards[box.by_name[name]].deck]] += 1
    parts: list[Part] = []
    for at, deck in enumerate(DECKS):
        parts += [
            Use(f"deck-{deck}", 186 + at * 50, 150, 30, role=f"ink-{deck}"),
            Text(206 + at * 50, 150, str(counts[deck]), 13, bold=True),
        ]
    parts += [
        Use("comet", 186, 196, 26, role="ink-space"),
        Text(206, 196, f"{view.comets} of {MAX_COMETS}", 13, "start", bold=True),
    ]
    for at, (colour, n) in enumerate(view.workers.items()):
        parts += [
            Use("person", 280 + at * 46, 196, 24, role=f"worker-{colour}"),
            Text(294 + at * 46, 196, str(n), 13, "start", bold=True),
        ]
    words = "Cards of the opponent by deck, comets, workers: " + ", ".join(f"{n} {deck}" for deck, n in counts.items())
    return Node("belongings", "opponent", tuple(parts), layer=1, title=words)


def _caravan(box: Box, view: SoloView) -> list[Node]:
    """Its caravan: covered cells, the effects of the others, and its tiles as a row."""
    board = next(board for board in box.solo_boards if board.name == view.board)
    covered = set(PATH[: view.covered])
    nodes = []
    for cell in range(21):
        parts: list[Part] = [Rect(-16, -16, 32, 32, 4, "veil" if cell in covered else "cell")]
        if cell not in covered and board.caravan[cell]:
            parts += glyphs.block(glyphs.effects(box, board.caravan[cell]), 0, 0, 15, 32)
        words = told(effects_words(box, board.caravan[cell]), ()) or "no effect"
        nodes.append(
            Node(
                f"solo-cell:{cell}",
                "opponent",
                tuple(parts),
                200 + cell % 7 * 34,
                238 + cell // 7 * 34,
                layer=1,
                title=words,
            )
        )
    return nodes + _tiles(box, view)


def _tiles(box: Box, view: SoloView) -> list[Node]:
    """Its tiles: two rows, or three rows of smaller ones when there are more than 16 (it can get all 36)."""
    across, size = (8, 24) if len(view.tiles) <= 16 else (12, 16)
    nodes = []
    for at, name in enumerate(view.tiles):
        tile = by_name(box, name)
        x, y = 8 + (at % across + 0.5) * 424 / across, 328 + size + at // across * (2 * size + 2)
        parts = tile_parts(tile, 0, size)
        nodes.append(Node(f"solo-tile:{at}", "opponent", parts, x, y, layer=1, title=tile_title(tile)))
    return nodes
