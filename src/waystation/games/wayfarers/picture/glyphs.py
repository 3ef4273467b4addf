"""Effects, costs and scores as rows of icons and short text, laid out in lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from waystation.engine import kit
from waystation.engine.scene import Node, Part, Rect, Text, Use
from waystation.engine.words import said
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.counting import (
    ALL_INFLUENCE,
    ALL_UPGRADES,
    CARDS_AT,
    COUNTS,
    INFLUENCE_AT,
    SILVER_COUNT,
    UPGRADES_AT,
    Form,
    Need,
    Score,
)
from waystation.games.wayfarers.expression import ANY_TILE, FREE, Cost, Op
from waystation.games.wayfarers.names import ANY_GUILD, ASSETS, COLOURS, DECKS, GUILDS, TAGS, WORKERS


class Glyph(NamedTuple):
    """An icon (`symbol`) or a short text; `wide` is its width in units of the line's height."""

    symbol: str = ""
    text: str = ""
    role: str = "ink"
    wide: float = 1.0


Line = list[Glyph]
LEAST = 12
"""No text is smaller: at 0.76 pixels a unit (a phone) it is 9 pixels high."""
PLAIN = {
    Op.MOVE: ("move", "any"),
    Op.RETRIEVE: ("retrieve", "any"),
    Op.REFRESH: ("refresh", "any"),
    Op.ADJUST: ("adjust", "any"),
    Op.DIE: ("new-die", "any"),
    Op.JOURNAL: ("journal", "any"),
    Op.MARK: ("mark", "any"),
    Op.TILE: ("scroll", "any"),
    Op.COMET: ("comet", "ink-space"),
    Op.FOCUS: ("flag", "ink"),
}


def word(text: str) -> Glyph:
    """A short text as a glyph."""
    return Glyph(text=text, role="ink", wide=round(0.1 + kit.width(text, 1, bold=True), 2))


def deck(number: int) -> Glyph:
    """A card of a deck."""
    return Glyph(f"deck-{DECKS[number]}", role=f"ink-{DECKS[number]}", wide=0.8)


def counted(n: int, glyph: Glyph) -> Line:
    """A number before an icon, left out when it is 1."""
    return [word(str(n)), glyph] if n > 1 else [glyph]


def effect(box: Box, number: int) -> Line:
    """One effect."""
    what = box.book[number]
    if what.op in PLAIN:
        symbol, role = PLAIN[what.op]
        return [Glyph(symbol, role=role)]
    match what.op:
        case Op.SILVER:
            return counted(what.n, Glyph("silver"))
        case Op.PROVISION:
            return counted(what.n, Glyph("provision"))
        case Op.GUILD:
            role = "any" if what.arg == ANY_GUILD else f"guild-{GUILDS[what.arg]}"
            return counted(what.n, Glyph("tower", role=role, wide=0.8))
        case Op.ACQUIRE:
            extra = {0: "", FREE: said("free")}.get(what.n, f"-{what.n}")
            return [deck(what.arg), *([word(extra)] if extra else [])]
        case Op.TOP | Op.DRAW:
            if what.op == Op.TOP:
                return [word(said("top")), deck(what.arg)]
            return [Glyph("draw-three", role=f"ink-{DECKS[what.arg]}", wide=1.2)]
        case Op.UPGRADE:
            tile = Glyph("all-tiles") if what.arg == ANY_TILE else Glyph("tile", role=f"tile-{COLOURS[what.arg]}")
            return [tile, *([word(said("free"))] if what.n and what.arg != ANY_TILE else [])]
        case Op.WORKER:
            return joined(([Glyph("person", role=f"worker-{WORKERS[colour]}")] for colour in what.parts[0]), "/")
        case Op.CHOICE:
            return joined((effects(box, part) for part in what.parts), "/")
    return [*cost(what.cost), *effects(box, what.parts[0])]


def effects(box: Box, numbers: Iterable[int]) -> Line:
    """Several effects, with a gap between them."""
    return joined((effect(box, number) for number in numbers), "")


def joined(lines: Iterable[Line], sign: str) -> Line:
    """Lines one after the other with a sign between them."""
    found: Line = []
    for line in lines:
        if found:
            found.append(word(sign) if sign else Glyph(wide=0.2))
        found += line
    return found


def cost(what: Cost) -> Line:
    """A cost with its arrow, or nothing."""
    found: Line = []
    for n, symbol in ((what.silver, "silver"), (what.provision, "provision")):
        if n:
            found += counted(n, Glyph(symbol))
    return [*found, Glyph("arrow", role="soft")] if found else []


def assets(packed: int) -> Line:
    """A multiset of assets."""
    return [Glyph(name) for asset, name in enumerate(ASSETS) for _ in range(packed >> 4 * asset & 15)]


def tags(numbers: Iterable[int], role: str = "ink") -> Line:
    """Tags as icons."""
    return [Glyph(TAGS[tag], role=role) for tag in numbers]


def count(number: int) -> Line:
    """What is counted."""
    if number < CARDS_AT:
        return [Glyph(COUNTS[number])]
    if number < UPGRADES_AT:
        return [deck(number - CARDS_AT)]
    if number < ALL_UPGRADES:
        return [Glyph("tile", role=f"tile-{COLOURS[number - UPGRADES_AT]}")]
    if number == ALL_UPGRADES:
        return [Glyph("all-tiles")]
    if number < ALL_INFLUENCE:
        return [Glyph("tower", role=f"guild-{GUILDS[number - INFLUENCE_AT]}", wide=0.8)]
    if number == ALL_INFLUENCE:
        return [Glyph("tower", role="any", wide=0.8)]
    return [Glyph("silver" if number == SILVER_COUNT else "provision")]


def need(what: Need) -> Line:
    """A requirement such as 2 cities."""
    return [word(str(what.n)), *joined((count(number) for number in what.counts), "/")]


def score(what: Score) -> Line:
    """How a card scores."""
    match Form(what.form):
        case Form.FLAT:
            return [word(str(what.base))]
        case Form.PER:
            base = f"{what.base}+" if what.base else ""
            each = str(what.each) if what.each > 1 else ""
            return [word(f"{base}{what.vp}/{each}"), *count(what.counts[0])]
        case Form.SETS:
            return [word(f"{what.vp}/"), *(glyph for number in what.counts for glyph in count(number))]
        case Form.IF_MOST:
            return [word(f"{what.base} /"), Glyph("strict-most"), word(f"{what.vp}")]
    return [word(f"{what.base} /"), *count(what.counts[0]), word(f"{what.vp}")]


# ---------------------------------------------------------------------- layout


def wrap(line: Line, size: float, width: float) -> list[Line]:
    """Break a line of glyphs so that no part is wider than `width` (a single glyph may be)."""
    rows: list[Line] = [[]]
    used = 0.0
    for glyph in line:
        if rows[-1] and used + glyph.wide * size > width:
            rows.append([])
            used = 0.0
            if not glyph.symbol and not glyph.text:
                continue
        rows[-1].append(glyph)
        used += glyph.wide * size
    return rows


def draw(
    line: Line, x: float, y: float, size: float, anchor: str = "middle", role: str = "", least: float = LEAST
) -> list[Part]:
    """One line of glyphs at (x, y): its middle, start or end. `role` overrides that of plain ink.

    Text is never smaller than `least`, whatever the size of the signs.
    """
    total = sum(glyph.wide for glyph in line) * size
    left = x - {"start": 0.0, "middle": total / 2, "end": total}[anchor]
    parts: list[Part] = []
    for glyph in line:
        middle = left + glyph.wide * size / 2
        paint = role if role and glyph.role == "ink" else glyph.role
        if glyph.symbol:
            parts.append(Use(glyph.symbol, round(middle, 2), y, round(size * 0.94, 2), role=paint))
        elif glyph.text:
            parts.append(Text(round(middle, 2), y, glyph.text, max(least, size), bold=True, role=paint))
        left += glyph.wide * size
    return parts


def block(
    line: Line, x: float, y: float, size: float, width: float, rows_most: int = 2, least: float = LEAST
) -> list[Part]:
    """Glyphs wrapped into lines around (x, y); smaller if they would need more lines than that."""
    rows = wrap(line, size, width)
    while len(rows) > rows_most and size > LEAST:
        size -= 1
        rows = wrap(line, size, width)
    step = size * 1.08
    top = y - step * (len(rows) - 1) / 2
    return [part for i, row in enumerate(rows) for part in draw(row, x, top + i * step, size, least=least)]


@kit.kept
def ground(region: str, wide: float, tall: float) -> Node:
    """The ground of a region."""
    return kit.node(f"panel:{region}", region, (Rect(1, 1, wide - 2, tall - 2, 10, "panel"),))
