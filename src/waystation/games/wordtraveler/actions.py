"""The action table: stops and words while planning, footprints while guessing, and three words for both.

stop r4c6    the next arrow points there          say busy / not busy   a card under the open arrow
foot r4c6    the next footprint stands there      done, back, clear
"""

from __future__ import annotations

from waystation.engine.actions import ActionTable
from waystation.games.wordtraveler.components import City, WordList
from waystation.games.wordtraveler.geometry import CENTRE, NAMES, SPACES

STOP = 0
FOOT = SPACES
SAY = 2 * SPACES


class Ids:
    """Where the kinds of actions begin. Stops and footprints begin at fixed numbers, words follow them."""

    __slots__ = ("back", "clear", "deny", "done", "words")

    def __init__(self, words: int) -> None:
        self.words = words
        self.deny = SAY + words
        self.done = SAY + 2 * words
        self.back = self.done + 1
        self.clear = self.done + 2

    def word_of(self, action: int) -> int:
        """The word of a `say` or `not` action."""
        return action - SAY if action < self.deny else action - self.deny

    def is_white(self, action: int) -> bool:
        """Whether a word action shows the white side."""
        return action < self.deny


def make_actions(city: City, words: WordList) -> ActionTable:
    """The table for a city and a word list."""
    table = ActionTable()
    titles = [city.space_title(space) if space != CENTRE else "the centre" for space in range(SPACES)]
    for kind, label in (("stop", "Stop at {}"), ("foot", "Footprint: {}")):
        for space, name in enumerate(NAMES):
            table.add(kind, (space,), f"{kind} {name}", label.format(titles[space]), (f"space:{name}",))
    for kind, labels in (("say", words.labels), ("not", words.negations)):
        for word, ident in enumerate(words.ids):
            table.add(kind, (word,), f"{kind} {ident}", labels[word], (f"{kind}:{ident}",))
    table.add("done", (), "done", "Done", ("button:done",))
    table.add("back", (), "back", "Take back", ("button:back",))
    table.add("clear", (), "clear", "Take everything back", ("button:clear",))
    return table
