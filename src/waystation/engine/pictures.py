"""Pictures of the rules: positions of a game as a TOML file, ``pictures.toml`` beside its RULES.md.

    game = "wayfinders"
    options = { players = 2 }         # for all that say nothing else

    [collecting]                      # in RULES.md: ![What is seen, in a sentence.](position:collecting)
    lesson = 5                        # as the game's lesson stands when this step begins; or:
    seed = "collecting"               # a set-up (with `options`, if they differ),
    position = { table = { ... } }    # what matters of a position; the rest comes from the seeded set-up,
    play = ["1: place 2"]             # and moves from there: "seat: action"
    seat = 1                          # through whose eyes; 0: what everybody sees
    show = ["hangar:1"]               # nodes of the scene to put a ring around
    frame = ["hangars", "island:r3c3"]    # regions and nodes that the picture is to hold; left out: the whole table

The caption stands in RULES.md, where page, documentation and terminal find it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from . import lesson as lessons
from .crop import Box, hull, node_box, part_box, placed, region_box, window
from .documents import from_toml, read_file
from .errors import PictureError, WaystationError
from .game import Game
from .match import Match
from .scene import Circle, Look, Node, Part, Rect, Scene, Style, Use
from .scene import Path as PathPart
from .svg import Theme, to_svg
from .typed import convert

FILE = "pictures.toml"
LINK = re.compile(r"!\[([^\]]*)\]\(position:([a-z0-9-]+)\)")
"""A picture in RULES.md: caption and name."""
RING = "pointed-out"
_STYLE = Style("none", "#a21caf", 4, "none", "#f0abfc")
PAD, AROUND = 5.0, 14.0
"""Between a piece and its ring, in the piece's region; between what a picture is to hold and its edge."""


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a picture shows; see the module."""

    lesson: Annotated[int, Meta(ge=1)] | None = None
    options: dict[str, Any] | None = None
    seed: int | str = 0
    position: dict[str, Any] = {}
    play: tuple[str, ...] = ()
    seat: Annotated[int, Meta(ge=0)] = 1
    show: tuple[str, ...] = ()
    frame: tuple[str, ...] = ()


class Pictures(msgspec.Struct, frozen=True):
    """The pictures of a game by name. `place` is the file, for errors."""

    game: str
    options: dict[str, Any]
    positions: dict[str, Position]
    place: str


def parse(text: str, place: str) -> Pictures:
    """The pictures in a text; PictureError names the place and what is wrong."""
    try:
        document = from_toml(text)
        game, options = document.pop("game", None), document.pop("options", {})
        if not isinstance(game, str) or not isinstance(options, dict):
            raise PictureError(place, "`game` is a name, `options` a table")
        positions = {}
        for name, table in document.items():
            try:
                positions[name] = convert(table, Position)
            except msgspec.ValidationError as error:
                raise PictureError(f"{place}, {name}", str(error)) from error
        return Pictures(game, options, positions, place)
    except PictureError:
        raise
    except ValueError as error:
        raise PictureError(place, str(error)) from error


def load(path: Path) -> Pictures:
    """The pictures of a file; PictureError names the file and what is wrong."""
    try:
        text = read_file(path)
    except (OSError, ValueError) as error:
        raise PictureError(str(path), str(error)) from error
    return parse(text, str(path))


def of(kind: type[Game]) -> Pictures | None:
    """The pictures that a game comes with."""
    text = kind.shipped(FILE)
    return None if text is None else parse(text, f"{kind.name}/{FILE}")


# ---------------------------------------------------------------------- drawing


def svg(pictures: Pictures, name: str, kind: type[Game], theme: Theme = "light") -> str:
    """A picture as SVG; PictureError says what can't be, KeyError if there is none of that name."""
    scene, look = draw(pictures, name, kind)
    return to_svg(scene, look, theme=theme)


def draw(pictures: Pictures, name: str, kind: type[Game]) -> tuple[Scene, Look]:
    """The scene of a picture, cut out and with its rings, and the look that goes with it."""
    shown, place = pictures.positions[name], f"{pictures.place}, {name}"
    try:
        match = _match(pictures, shown, kind)
    except (WaystationError, KeyError) as error:
        raise PictureError(place, str(error)) from error
    game = match.game
    if shown.seat > game.players:
        raise PictureError(
            place, f"there is no seat {shown.seat}; seats run from 1 to {game.players}, 0 is everybody's"
        )
    scene = game.draw(match.state.view(shown.seat - 1 if shown.seat else None))
    nodes = {node.id: node for node in scene.nodes}
    regions = {region.id: region for region in scene.regions}
    for ident in (*shown.show, *shown.frame):
        if ident not in nodes and (ident not in regions or ident in shown.show):
            near = sorted(other for other in nodes if other.partition(":")[0] == ident.partition(":")[0])
            there = near[:12] or [f"the regions {', '.join(regions)}"]
            raise PictureError(place, f"the scene has no node {ident!r}; there are {', '.join(there)}")
    rings = tuple(_ring(nodes[ident]) for ident in shown.show)
    held = [region_box(regions[one]) if one in regions else node_box(scene, nodes[one]) for one in shown.frame]
    if held:
        scene = _only(scene, {one if one in regions else nodes[one].region for one in (*shown.frame, *shown.show)})
    scene = msgspec.structs.replace(scene, nodes=(*scene.nodes, *rings))
    look = Look(game.look.symbols, {**game.look.palette, RING: _STYLE})
    return (window(scene, _padded(hull(held), scene)) if held else scene), look


def _only(scene: Scene, wanted: set[str]) -> Scene:
    """The scene without the other regions, which may lie beside these, or (behind tabs) in their place."""
    regions = tuple(msgspec.structs.replace(region, tab="") for region in scene.regions if region.id in wanted)
    nodes = tuple(node for node in scene.nodes if node.region in wanted)
    return msgspec.structs.replace(scene, regions=regions, nodes=nodes)


def _match(pictures: Pictures, shown: Position, kind: type[Game]) -> Match:
    if shown.lesson is not None:
        return _of_lesson(shown.lesson, kind)
    game = kind.from_options(pictures.options if shown.options is None else shown.options)
    document = {"seed": shown.seed, **shown.position} if shown.position else None
    match = Match(game, None if document else shown.seed, position=document)
    for text in shown.play:
        head, _, action = text.partition(":")
        match.play(action.strip(), int(head) - 1)
    return match


def _of_lesson(number: int, kind: type[Game]) -> Match:
    guided = lessons.of(kind)
    if guided is None or number > len(guided.step):
        raise PictureError("", f"the game's lesson has no step {number}")
    walk = lessons.replayed(guided, kind.from_options(guided.options))
    return next(match for count, (_, match) in enumerate(walk, 1) if count == number)


def _padded(box: Box, scene: Scene) -> Box:
    left, top, right, bottom = box
    return (
        max(0.0, left - AROUND),
        max(0.0, top - AROUND),
        min(scene.width, right + AROUND),
        min(scene.height, bottom + AROUND),
    )


def _ring(node: Node) -> Node:
    """A ring around a node, above everything: along its main shape, as the page draws it."""
    first = node.parts[0] if node.parts else None
    if isinstance(first, PathPart):
        return Node(
            f"ring:{node.id}", node.region, (PathPart(first.d, RING),), node.x, node.y, node.scale, node.turn, 1000
        )
    boxes = [_outline(part) for part in node.parts]
    best = max(boxes, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]), default=_NOTHING)
    left, top, right, bottom = placed(_SMALL if best == _NOTHING else best, node)
    rect = Rect(left - PAD, top - PAD, right - left + 2 * PAD, bottom - top + 2 * PAD, 10, RING)
    return Node(f"ring:{node.id}", node.region, (rect,), layer=1000)


_NOTHING, _SMALL = (0.0, 0.0, 0.0, 0.0), (-14.0, -14.0, 14.0, 14.0)


def _outline(part: Part) -> Box:
    """What a part covers if it can be a node's main shape, else nothing."""
    match part:
        case Rect() | Circle():
            return part_box(part)
        case Use():
            half = part.size / 2
            return part.x - half, part.y - half, part.x + half, part.y + half
    return _NOTHING


# ---------------------------------------------------------------------- in a text


def named_in(text: str) -> list[tuple[str, str]]:
    """The pictures that a RULES.md shows, in order: caption and name."""
    return [(caption, name) for caption, name in LINK.findall(text)]


def captions_only(text: str) -> str:
    """A RULES.md without its pictures, for where none can be shown: their captions stay."""
    return LINK.sub(lambda found: f"*{found[1]}*", text)


def check(pictures: Pictures, kind: type[Game], text: str) -> int:
    """Draw all pictures and hold them against the text that shows them; PictureError says what is wrong.

    Returns how many there are.
    """
    shown = named_in(text)
    names: Mapping[str, str] = {name: caption for caption, name in shown}
    if len(names) < len(shown):
        raise PictureError(pictures.place, "the text shows a picture twice")
    for name, caption in names.items():
        if name not in pictures.positions:
            raise PictureError(pictures.place, f"the text shows {name!r}, which is not here")
        if not caption.strip():
            raise PictureError(f"{pictures.place}, {name}", "the picture has no caption")
    for name in pictures.positions:
        if name not in names:
            raise PictureError(f"{pictures.place}, {name}", "the text does not show this picture")
        draw(pictures, name, kind)
    return len(names)
