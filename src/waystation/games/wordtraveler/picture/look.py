"""The look: the palette, and a symbol for each place of the cities that ship."""

from __future__ import annotations

from functools import cache

from waystation.engine import kit
from waystation.engine.scene import Look, Part, Style
from waystation.games.wordtraveler.components import City, load_city, load_kit, load_words
from waystation.games.wordtraveler.picture.tiles import Kit

CITIES = ("new_york", "london", "tokyo", "paris")

PALETTE = {
    "street": Style("#e9e0cf", "#d0c4ab", 1, "#2c3138", "#4a525b"),
    "frame": Style("none", "#cbbfa8", 1, "none", "#59626c"),
    "way": Style("none", "#b0287a", 5, "none", "#ff7cc4", opacity=0.85, dash="9 6"),
    "foot": Style("#1d2733", "#ffffff", 2, "#f4efe2", "#14181d"),
    "on-foot": Style("#ffffff", dark_fill="#14181d"),
    "walk": Style("none", "#1d2733", 4, "none", "#f4efe2"),
    "two": Style("#1f9d55", "#ffffff", 2, "#35c274", "#14181d"),
    "one": Style("#1c6dd0", "#ffffff", 2, "#5aa5ff", "#14181d"),
    "on-symbol": Style("#ffffff", dark_fill="#14181d"),
    "white-card": Style("#ffffff", "#9aa3ad", 1.5, "#f4efe2", "#9aa3ad"),
    "on-white": Style("#1d2733"),
    "black-card": Style("#1d2733", "#5a6570", 1.5, "#0e1114", "#7a8590"),
    "on-black": Style("#ffffff"),
    "air-red": Style("#c2352b", dark_fill="#e0645b"),
    "air-blue": Style("#2b62a8", dark_fill="#6fa3e6"),
    "stamp": Style("none", "#ffffff", 1.5, dash="3 3"),
    "postmark": Style("none", "#6b6252", 1.5, dark_stroke="#b0a694", opacity=0.7),
    "arrow": Style("#b0287a", dark_fill="#ff7cc4"),
    "on-arrow": Style("#ffffff", dark_fill="#14181d"),
    "spare": Style("none", "#b0287a", 2, "none", "#ff7cc4", dash="4 3"),
    "row": Style("#f3ecdc", dark_fill="#2b3036"),
    "track": Style("#efe7d6", "#cbbfa8", 1, "#30353b", "#4a525b"),
    "reached": Style("#f8cf3c", "#b58a10", 1, "#d9a520", "#f8cf3c"),
    "souvenir": Style("#fff6d2", "#b58a10", 2, "#4a3f17", "#f8cf3c"),
}


@cache
def tile_kit() -> Kit:
    """The kit that places are drawn with."""
    data = load_kit()
    return Kit(data.colours, data.parts)


@cache
def drawings(city: City) -> dict[int, tuple[Part, ...]]:
    """The compiled picture of each place of a city."""
    return {
        place.space: tile_kit().compile(place.picture, f"{city.name}: {place.name}: picture")
        for place in city.places
        if place is not None
    }


def symbol_name(city: str, space: int) -> str:
    """The symbol of a place of a city that ships."""
    return f"{city}-{space}"


@cache
def make_look() -> Look:
    """Symbols of the four cities that ship, and all styles."""
    symbols: dict[str, tuple[Part, ...]] = {}
    words = load_words()
    for name in CITIES:
        for space, parts in drawings(load_city(name, words)).items():
            symbols[symbol_name(name, space)] = parts
    return kit.look(symbols, {**PALETTE, **tile_kit().palette()})


class LookLater:
    """The look as a class attribute that is made when somebody first asks for it: drawing 192 places takes a while."""

    def __get__(self, game: object, kind: type) -> Look:
        return make_look()
