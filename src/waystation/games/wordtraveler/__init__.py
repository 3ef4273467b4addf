"""Word Traveler (2024): asking the way through a pictured city with a few words, for two to five players."""

from waystation.games.wordtraveler.components import City, WordList, read_city, read_words
from waystation.games.wordtraveler.edition import WordTravelerOptions
from waystation.games.wordtraveler.game import WordTraveler

GAME = WordTraveler

__all__ = ["GAME", "City", "WordList", "WordTraveler", "WordTravelerOptions", "read_city", "read_words"]
