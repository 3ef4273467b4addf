"""What a picture is made from besides the view: a city's drawings and a word list."""

from __future__ import annotations

from functools import lru_cache

from waystation.engine.scene import Part, Use
from waystation.games.wordtraveler.components import City, WordList
from waystation.games.wordtraveler.picture.look import drawings, symbol_name
from waystation.games.wordtraveler.view import Card


class Town:
    """A city with its words. `symbols` names the city in the look; "" for an own one, whose drawings travel along."""

    def __init__(self, city: City, words: WordList, symbols: str) -> None:
        self.city = city
        self.words = words
        self.symbols = symbols

    def picture(self, space: int, size: float) -> tuple[Part, ...]:
        """The drawing of a place, `size` wide once it is scaled by `scale`."""
        if self.symbols:
            return (Use(symbol_name(self.symbols, space), 0, 0, size),)
        return drawings(self.city)[space]

    def scale(self, size: float) -> float:
        """What a node with `picture` must be scaled by."""
        return 1 if self.symbols else size / 100

    def label(self, word: str) -> str:
        """A word as people read it."""
        return self.words.labels[self.words.ids.index(word)]

    def said(self, card: Card) -> str:
        """A card as it is read aloud."""
        return self.words.said(self.words.ids.index(card.word), card.white)


@lru_cache(maxsize=64)
def town(city: City, words: WordList, symbols: str) -> Town:
    """One for all games in the same city."""
    return Town(city, words, symbols)
