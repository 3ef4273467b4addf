"""What every icon means, as a region of its own."""

from __future__ import annotations

from functools import cache

from waystation.engine.scene import Node, Part, Rect, Text, Use

from .names import ASSETS, TAGS

ROWS: tuple[tuple[str, str, str], ...] = (
    ("silver", "", "silver"),
    ("provision", "", "provision"),
    ("tower", "any", "influence in a guild (grey: any guild)"),
    ("mark", "any", "influence on a displayed card"),
    ("move", "any", "influence to another guild"),
    ("retrieve", "any", "retrieve a worker"),
    ("refresh", "any", "refresh a die"),
    ("adjust", "any", "a die up or down by 1"),
    ("new-die", "any", "gain a new die"),
    ("journal", "any", "journal one step"),
    ("deck-land", "ink-land", "acquire a card of that deck"),
    ("draw-three", "ink-water", "draw three, keep one"),
    ("tile", "tile-green", "upgrade tile of that colour"),
    ("all-tiles", "", "upgrade tiles of any colour"),
    ("coin", "", "price; with -1: silver less"),
    ("tile", "die-0", "with +1, -1: turns a die there"),
    ("bolt", "bolt", "at once, when acquired"),
    ("arrow", "soft", "pay what stands before it first"),
    ("person", "worker-green", "worker"),
    ("strict-most", "", "if you have the most of it"),
    ("double", "ink-inspiration", "goal: the card below counts twice"),
    ("moon", "ink-townsfolk", "before a colon: resting ability"),
    ("die", "ink-townsfolk", "before a colon: a die above"),
    ("vista", "ink-townsfolk", "before a colon: the vista above"),
    ("token", "seat-0", "influence of a player"),
    ("flag", "seat-0", "marker on the track; leader"),
)


@cache
def legend() -> tuple[Node, ...]:
    """The icons in two columns."""
    nodes = [Node("panel:legend", "legend", (Rect(1, 1, 438, 498, 10, "panel"),))]
    plain = [(name, "ink", name.replace("_", " ")) for name in (*TAGS, *ASSETS)]
    for at, (symbol, role, words) in enumerate(ROWS):
        nodes.append(_entry(symbol, role, words, 8 + at % 2 * 216, 18 + at // 2 * 25))
    for at, (symbol, role, words) in enumerate(plain):
        nodes.append(_entry(symbol, role, words, 8 + at % 3 * 144, 352 + at // 3 * 27))
    return tuple(nodes)


def _entry(symbol: str, role: str, words: str, x: float, y: float) -> Node:
    parts: tuple[Part, ...] = (Use(symbol, 12, 0, 20, role=role), Text(28, 0, words, 10.5, "start"))
    return Node(f"legend:{symbol}:{words[:6].strip()}", "legend", parts, x, y, title=words)
