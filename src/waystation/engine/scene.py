"""The scene: a keyed picture of a table, drawn alike by the browser, notebooks, image export and docs.

A scene has *regions* (panels with coordinates of their own), *nodes* in them, and a *look* (symbols and a palette)
that belongs to the game. Nodes keep their ids while the game goes on: same id, new place means that it moved.
A node is a group of simple parts. Colours are never written in a node: a part names a *role* of the palette, and the
palette gives each role a light and a dark style. A part with the role ``NAME-idle`` is painted as ``NAME`` where its
node can be clicked, if the palette has both.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from itertools import compress, count, filterfalse
from operator import attrgetter, is_not, ne
from typing import Literal

import msgspec

from .frozen import Seen

# None of what pictures are made of can be part of a circle: Python need not look at it for that (`gc=False`).


class _Part(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t", gc=False):
    """Base of the parts; `role` names a style of the palette ("" takes the node's)."""


class Path(_Part, frozen=True, tag="path"):
    """SVG path data."""

    d: str
    role: str = ""


class Rect(_Part, frozen=True, tag="rect"):
    """A rectangle, corner radius r."""

    x: float
    y: float
    w: float
    h: float
    r: float = 0
    role: str = ""


class Circle(_Part, frozen=True, tag="circle"):
    """A circle of radius r around (x, y)."""

    x: float
    y: float
    r: float
    role: str = ""


class Line(_Part, frozen=True, tag="line"):
    """A straight line between two points."""

    x1: float
    y1: float
    x2: float
    y2: float
    role: str = ""


class Text(_Part, frozen=True, tag="text"):
    """A line of text; (x, y) is on its middle line, at the start, middle or end."""

    x: float
    y: float
    text: str
    size: float = 14
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False
    role: str = ""


class Use(_Part, frozen=True, tag="use"):
    """A symbol of the look, its 100 x 100 box scaled to `size` and centred on (x, y), turned by degrees."""

    symbol: str
    x: float = 0
    y: float = 0
    size: float = 100
    turn: float = 0
    role: str = ""


Part = Path | Rect | Circle | Line | Text | Use


class Style(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a role is painted. A dark value that is left empty is the light one."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 0
    dark_fill: str = ""
    dark_stroke: str = ""
    opacity: float = 1
    dash: str = ""


class Look(Seen, frozen=True):
    """What a game's scenes share: symbols (drawn in a box from -50 to 50) and the palette (role -> style)."""

    symbols: Mapping[str, tuple[Part, ...]]
    palette: Mapping[str, Style]


class Region(msgspec.Struct, frozen=True, omit_defaults=True):
    """A panel of the table.

    It has its own coordinates, 0..width and 0..height. In the wide layout it stands at (x, y) of the scene, scaled by
    `scale`. In the narrow one (phones) the regions stand below each other, each as wide as the screen, by `order`.
    `folded` regions start closed there; `least` is how many pixels wide one is at least, so that what is on it can be
    read and hit: on a narrower screen it scrolls sideways. Regions of the same `tab` share their place in the wide
    layout, which shows one of them at a time, first the first; a picture for looking at only has the others below.
    """

    id: str
    title: str
    width: float
    height: float
    x: float = 0
    y: float = 0
    scale: float = 1
    order: int = 0
    folded: bool = False
    least: float = 0
    tab: str = ""


Gesture = Literal["", "draw", "plan", "look"]


class Node(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A thing on the table: parts drawn around (x, y) of its region, scaled and turned (degrees).

    Higher layers lie above lower ones; within a layer the order of the list counts. `title` is the tooltip and what a
    screen reader says. `actions` are the notations that a click on it can mean (the engine fills them in). `gesture`
    is ``"draw"`` where a line may be drawn by hand, ``"plan"`` where a tap asks the engine for plans, and ``"look"``
    for a small overview that a tap shows large.
    """

    id: str
    region: str
    parts: tuple[Part, ...] = ()
    x: float = 0
    y: float = 0
    scale: float = 1
    turn: float = 0
    layer: int = 0
    role: str = ""
    title: str = ""
    gesture: Gesture = ""
    actions: tuple[str, ...] = ()


class SceneChange(msgspec.Struct, frozen=True, gc=False):
    """What turns one scene into the next: nodes to set, ids to remove, and the order of all ids if it changed."""

    set: tuple[Node, ...]
    remove: tuple[str, ...]
    order: tuple[str, ...] | None


class Scene(msgspec.Struct, frozen=True, gc=False):
    """A picture of a table: `width` and `height` are those of the wide layout."""

    title: str
    width: float
    height: float
    regions: tuple[Region, ...]
    nodes: tuple[Node, ...]

    def with_actions(self, actions: Mapping[str, Iterable[str]]) -> Scene:
        """The same scene where node ids have these notations to offer."""
        nodes = tuple(
            msgspec.structs.replace(node, actions=tuple(actions[node.id])) if node.id in actions else node
            for node in self.nodes
        )
        return msgspec.structs.replace(self, nodes=nodes)

    def change_from(self, old: Scene) -> SceneChange:
        """What a client that shows `old` has to change to show this scene (regions must be the same)."""
        # Games keep the nodes they have drawn, so most are the same objects. Where nothing has come or gone the others
        # stand at the same places; else what lies before and behind all others needs no looking at.
        if len(old.nodes) == len(self.nodes):
            others = [(was, node) for was, node in zip(old.nodes, self.nodes, strict=True) if was is not node]
            if [was.id for was, _ in others] == [node.id for _, node in others]:
                return SceneChange(tuple([node for was, node in others if was != node]), (), None)
        shorter = min(len(old.nodes), len(self.nodes))
        start = min(_same(old.nodes, self.nodes), shorter)
        end = min(_same(reversed(old.nodes), reversed(self.nodes)), shorter - start)
        were, are = old.nodes[start : len(old.nodes) - end], self.nodes[start : len(self.nodes) - end]
        before, ids = dict(zip(map(_ident, were), were, strict=True)), list(map(_ident, are))
        fresh = tuple(compress(are, map(ne, map(before.get, ids), are)))
        if ids == list(before):
            return SceneChange(fresh, (), None)
        now = set(ids)
        kept_old, kept_new = list(filter(now.__contains__, before)), list(filter(before.__contains__, ids))
        appended = ids[: len(kept_new)] == kept_new == kept_old and (not end or len(ids) == len(kept_new))
        return SceneChange(
            set=fresh,
            remove=tuple(filterfalse(now.__contains__, before)),
            order=None if appended else tuple(map(_ident, self.nodes)),
        )

    def node(self, ident: str) -> Node:
        """The node with this id; KeyError if there is none."""
        for node in self.nodes:
            if node.id == ident:
                return node
        raise KeyError(ident)


_ident = attrgetter("id")


def _same(old: Iterable[Node], new: Iterable[Node]) -> int:
    """How many nodes the two begin with that are the very same (any large number: all of the shorter)."""
    return next(compress(count(), map(is_not, old, new)), sys.maxsize)
