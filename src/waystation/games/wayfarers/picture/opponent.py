"""The solo opponent: its scheme cards, resource track, comets and what it owns."""

from __future__ import annotations

from waystation.engine import kit
from waystation.engine.scene import Circle, Node, Part, Rect, Text, Use
from waystation.engine.words import Arg, count, mark, say
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.names import COLOUR_WORDS, COLOURS, DECKS, WORKER_WORDS, WORKERS
from waystation.games.wayfarers.opponent import MAX_COMETS, PATH
from waystation.games.wayfarers.parts import Scheme
from waystation.games.wayfarers.picture import glyphs
from waystation.games.wayfarers.picture.tiles import by_name, tile_parts, tile_title
from waystation.games.wayfarers.view import SoloView
from waystation.games.wayfarers.words import LINES, cost_words, effects_words, joined, points_words, silver

TRACK_PLACES = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1))


def opponent(box: Box, view: SoloView) -> list[Node]:
    """Everything of the opponent."""
    region = "opponent"
    parts: list[Part] = [
        Use("token", 18, 18, 26, role="seat-1"),
        kit.line(36, 18, say("Opponent, board {board}", board=view.board), 15, bold=True, most=280),
        kit.line(428, 18, count(view.points, "point|points"), 14, "end", bold=True, most=100),
    ]
    words = say("The opponent has {points}", points=points_words(view.lines))
    ground = Rect(1, 1, 438, 538, 10, "panel")
    nodes = [kit.node("panel:opponent", region, (ground, *parts), title=words)]
    nodes += [_scheme(box, name, at, name == view.schemes[-1]) for at, name in enumerate(view.schemes)]
    pile: tuple[Part, ...] = (Use("back", 0, 0, 56, role="any"), Text(0, 2, str(view.pile), 17, bold=True, role="pip"))
    words = say("{n:scheme card|scheme cards} face down", n=view.pile)
    nodes.append(kit.node("schemes", region, pile, 404, 94, title=words))
    return [*nodes, *_track(box, view), _belongings(box, view), *_caravan(box, view)]


def _scheme(box: Box, name: str, at: int, newest: bool) -> Node:
    scheme: Scheme = next(scheme for scheme in box.schemes if scheme.name == name)
    parts: list[Part] = [
        Rect(-33, -48, 70, 100, 6, "shade"),
        Rect(-35, -51, 70, 100, 6, "card-townsfolk" if scheme.red else "card-water"),
        kit.line(-32, -38, say("red") if scheme.red else say("blue"), 12, bold=True, most=36, smallest=12),
        *glyphs.draw([glyphs.word(str(scheme.silver)), glyphs.Glyph("silver")], 33, -38, 14, "end"),
        *glyphs.block(
            [*glyphs.cost(scheme.first_cost), *_spent(scheme), *glyphs.effects(box, scheme.first)], 0, -13, 15, 68
        ),
        *glyphs.block(glyphs.effects(box, scheme.second), 0, 15, 15, 68),
        kit.line(-32, 38, say("pink {n}", n=scheme.special), 12, most=46, smallest=12),
    ]
    if scheme.comet:
        parts.append(Use("comet", 25, 37, 18, role="ink-space"))
    marks = [
        say("red") if scheme.red else say("blue"),
        silver(scheme.silver),
        *([say("comet")] if scheme.comet else []),
    ]
    first = effects_words(box, scheme.first)
    if any(scheme.first_cost.guilds):
        first = say("{gain} for {cost}", gain=first, cost=cost_words(scheme.first_cost))
    words = say(
        "Scheme card {id} ({marks}): first {first}; else {second}; pink tiles from place {n}",
        id=name,
        marks=joined(marks, mark("{first}, {rest}")),
        first=first,
        second=effects_words(box, scheme.second),
        n=scheme.special,
    )
    if newest:
        words = say("{scheme}; the newest one", scheme=words)
    return kit.node(f"scheme:{name}", "opponent", parts, 46 + at * 74, 94, layer=1, title=words)


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
            Circle(0, 0, 20, "cell"),
            Circle(0, 0, 15, f"pale-{COLOURS[colour]}"),
            Text(0, 0, str(space), 14, bold=True),
        ]
        if space == view.track:
            parts.append(Use("flag", 8, -10, 24, role="seat-1"))
        prefers: dict[str, Arg] = {"n": space, "colour": COLOUR_WORDS[colour], "slot": slot + 1}
        words = say("Resource track {n}: prefers {colour}, inspiration slot {slot}", **prefers)
        if space == view.track:
            words = say("{space}; its marker stands here", space=words)
        x, y = 40 + column * 48, 190 + row * 48
        nodes.append(kit.node(f"track:{space}", "opponent", parts, x, y, layer=1, title=words))
    return nodes


def _belongings(box: Box, view: SoloView) -> Node:
    counts = dict.fromkeys(DECKS, 0)
    for name in view.cards:
        counts[DECKS[box.cards[box.by_name[name]].deck]] += 1
    parts: list[Part] = []
    for at, deck in enumerate(DECKS):
        parts += [
            Use(f"deck-{deck}", 192 + at * 50, 180, 32, role=f"ink-{deck}"),
            Text(212 + at * 50, 180, str(counts[deck]), 13, bold=True),
        ]
    parts += [
        Use("comet", 192, 228, 26, role="ink-space"),
        kit.line(212, 228, say("{n} of {most}", n=view.comets, most=MAX_COMETS), 13, bold=True, most=60),
    ]
    for at, (colour, n) in enumerate(view.workers.items()):
        parts += [
            Use("person", 288 + at * 46, 228, 24, role=f"worker-{colour}"),
            Text(302 + at * 46, 228, str(n), 13, "start", bold=True),
        ]
    decks = [say("{n} {deck}", n=n, deck=LINES[deck]) for deck, n in counts.items()]
    workers = [say("{n} {colour}", n=n, colour=WORKER_WORDS[WORKERS.index(c)]) for c, n in view.workers.items()]
    words = say(
        "The opponent's cards: {cards}. Comets: {comets}. Workers: {workers}.",
        cards=decks,
        comets=view.comets,
        workers=workers,
    )
    return kit.node("belongings", "opponent", parts, layer=1, title=words)


def _caravan(box: Box, view: SoloView) -> list[Node]:
    """Its caravan: covered cells, the effects of the others, and its tiles as a row."""
    board = next(board for board in box.solo_boards if board.name == view.board)
    covered = set(PATH[: view.covered])
    nodes = []
    for cell in range(21):
        parts: list[Part] = [Rect(-16, -16, 32, 32, 4, "veil" if cell in covered else "cell")]
        if cell not in covered and board.caravan[cell]:
            parts += glyphs.block(glyphs.effects(box, board.caravan[cell]), 0, 0, 15, 32)
        words = effects_words(box, board.caravan[cell]) if board.caravan[cell] else say("no effect")
        if cell in covered:
            words = say("covered by a tile")
        x, y = 198 + cell % 7 * 35, 274 + cell // 7 * 35
        nodes.append(kit.node(f"solo-cell:{cell}", "opponent", parts, x, y, layer=1, title=words))
    return nodes + _tiles(box, view)


def _tiles(box: Box, view: SoloView) -> list[Node]:
    """Its tiles: two rows, or three rows of smaller ones when there are more than 16 (it can get all 36)."""
    across, size = (8, 26) if len(view.tiles) <= 16 else (12, 17)
    nodes = []
    for at, name in enumerate(view.tiles):
        tile = by_name(box, name)
        x, y = 8 + (at % across + 0.5) * 424 / across, 376 + size + at // across * (2 * size + 4)
        parts = tile_parts(tile, 0, size)
        nodes.append(kit.node(f"solo-tile:{at}", "opponent", parts, x, y, layer=1, title=tile_title(tile)))
    return nodes
