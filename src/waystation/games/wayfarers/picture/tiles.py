"""Upgrade tiles as pictures, drawn around (0, 0) with a given cell size."""

from __future__ import annotations

from functools import lru_cache

from waystation.engine.scene import Part, Rect, Text, Use
from waystation.engine.words import Arg, Phrase, say
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.names import ASSETS, COLOUR_WORDS, COLOURS, TAG_WORDS, TAGS
from waystation.games.wayfarers.parts import Tile
from waystation.games.wayfarers.words import sides_words

LEAST = 12
"""No text is smaller."""
ICONS = {"+1": "+1", "-1": "-1", "+-1": "±1"}


def tile_parts(tile: Tile, side: int, size: float) -> tuple[Part, ...]:
    """A tile showing one side; `size` is the width and height of a caravan cell."""
    wide, high = tile.wide * size, tile.high * size
    colour = COLOURS[tile.colour]
    parts: list[Part] = [
        Rect(-wide / 2 + 2, -high / 2 + 3, wide - 2, high - 2, 6, "shade"),
        Rect(-wide / 2 + 1, -high / 2 + 1, wide - 2, high - 2, 5, "cell"),
        Rect(-wide / 2 + 1, -high / 2 + 1, wide - 2, high - 2, 5, f"pale-{colour}"),
        Rect(-wide / 2 + 1, high / 2 - 5, wide - 2, 4, 2, f"tile-{colour}"),
    ]
    for column, text in enumerate(tile.texts[side].split("|")):
        x = (column - (tile.wide - 1) / 2) * size
        words = text.split()
        signs = [*(TAGS[tag] for tag in tile.tags), *_signs(words)]
        parts += _stack(signs, x, tile.high, size)
    return tuple(parts)


def _signs(words: list[str]) -> list[str]:
    return [f"{words[i - 1]} vp" if word == "vp" else word for i, word in enumerate(words) if not word.isdigit()]


def _stack(signs: list[str], x: float, high: int, size: float) -> list[Part]:
    """Up to four signs in a cell: below each other on tall tiles, else side by side or two by two."""
    n = len(signs)
    if high > 1:
        step = size * high / (n + 0.4)
        places = [(x, (i - (n - 1) / 2) * step, min(step * 0.92, size * 0.72)) for i in range(n)]
    elif n <= 1:
        places = [(x, -1.0, size * 0.72)] * n
    elif n == 2:
        places = [(x + (i - 0.5) * size * 0.46, -1.0, size * 0.46) for i in range(2)]
    else:
        places = [(x + (i % 2 - 0.5) * size * 0.44, (i // 2 - 0.5) * size * 0.4 - 1, size * 0.4) for i in range(n)]
    return [part for sign, place in zip(signs, places, strict=True) for part in _sign(sign, *place)]


def _sign(sign: str, x: float, y: float, size: float) -> list[Part]:
    if sign in ASSETS or sign in TAGS:
        return [Use(sign, x, y, size, role="ink")]
    if sign in ICONS:
        return [
            Use("tile", x, y, size * 1.2, role="die-0"),
            Text(x, y, ICONS[sign], max(LEAST, size * 0.5), bold=True, role="pip"),
        ]
    if sign in ("silver-", "provision-"):
        symbol = "coin" if sign == "silver-" else "provision"
        return [Use(symbol, x, y, size), Text(x, y + size * 0.05, "-1", max(LEAST, size * 0.5), bold=True, role="pip")]
    return [Text(x, y, f"{sign.split()[0]}★", max(LEAST, size * 0.62), bold=True)]


@lru_cache(maxsize=256)
def tile_title(tile: Tile) -> Phrase:
    """A tile in words."""
    words: dict[str, Arg] = {"colour": COLOUR_WORDS[tile.colour], "id": tile.name, "sides": sides_words(tile)}
    if tile.tags:
        tags = [TAG_WORDS[tag] for tag in tile.tags]
        return say("{colour^} upgrade tile {id}: {sides}, tag {tags}.", tags=tags, **words)
    return say("{colour^} upgrade tile {id}: {sides}.", **words)


def by_name(box: Box, name: str) -> Tile:
    """The tile of this name."""
    return next(tile for tile in box.tiles if tile.name == name)
