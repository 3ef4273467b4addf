"""What every icon means, as a region of its own."""

from __future__ import annotations

from waystation.engine import kit
from waystation.engine.scene import Node, Part, Use
from waystation.engine.words import Phrase, say
from waystation.games.wayfarers.names import ASSET_NAMES, ASSETS, TAG_WORDS, TAGS
from waystation.games.wayfarers.picture.glyphs import ground

ROWS: tuple[tuple[str, str, Phrase], ...] = (
    ("silver", "", say("silver")),
    ("provision", "", say("provision")),
    ("tower", "any", say("influence in a guild (grey: any guild)")),
    ("mark", "any", say("influence on a displayed card")),
    ("move", "any", say("influence to another guild")),
    ("retrieve", "any", say("retrieve a worker")),
    ("refresh", "any", say("refresh a die")),
    ("adjust", "any", say("a die up or down by 1")),
    ("new-die", "any", say("gain a new die")),
    ("journal", "any", say("journal one step")),
    ("deck-land", "ink-land", say("acquire a card of that deck")),
    ("draw-three", "ink-water", say("draw three, keep one")),
    ("tile", "tile-green", say("upgrade tile of that colour")),
    ("all-tiles", "", say("upgrade tiles of any colour")),
    ("coin", "", say("price; with -1: silver less")),
    ("tile", "die-0", say("with +1, -1: turns a die there")),
    ("bolt", "bolt", say("at once, when acquired")),
    ("arrow", "soft", say("pay what stands before it first")),
    ("person", "worker-green", say("worker")),
    ("strict-most", "", say("if you have the most of it")),
    ("double", "ink-inspiration", say("goal: the card below counts twice")),
    ("moon", "ink-townsfolk", say("before a colon: resting ability")),
    ("die", "ink-townsfolk", say("before a colon: a die above")),
    ("vista", "ink-townsfolk", say("before a colon: the vista above")),
    ("token", "seat-0", say("influence of a player")),
    ("flag", "seat-0", say("marker on the track; leader")),
)


@kit.kept
def legend() -> tuple[Node, ...]:
    """The icons in two columns."""
    nodes = [ground("legend", 470, 577)]
    plain = [*zip(TAGS, TAG_WORDS, strict=True), *zip(ASSETS, ASSET_NAMES, strict=True)]
    for at, (symbol, role, words) in enumerate(ROWS):
        nodes.append(_entry(at, symbol, role, words, 10 + at % 2 * 230, 24 + at // 2 * 32, 194))
    for at, (symbol, words) in enumerate(plain, len(ROWS)):
        place = at - len(ROWS)
        nodes.append(_entry(at, symbol, "ink", words, 10 + place % 3 * 152, 446 + place // 3 * 27, 118))
    return tuple(nodes)


def _entry(number: int, symbol: str, role: str, words: Phrase, x: float, y: float, wide: float) -> Node:
    parts: tuple[Part, ...] = (
        Use(symbol, 12, 0, 24, role=role),
        *kit.block(32, 0, words, wide, 13, "start", rows=2, smallest=12),
    )
    return kit.node(f"legend:{symbol}:{number}", "legend", parts, x, y, title=words)
