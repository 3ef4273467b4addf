"""The action table: stops and words while planning, footprints while guessing, and three words for both.

stop r4c6    the next arrow points there          say busy / not busy   a card under the open arrow
foot r4c6    the next footprint stands there      done, back, clear

And what changes a plan anywhere:

say busy 1 / not busy 1    a card under an earlier arrow
take busy                  a card back into the hand
aim 2 r4c6                 an arrow at another stop
"""

from __future__ import annotations

from waystation.engine.actions import ActionTable
from waystation.engine.words import say
from waystation.games.wordtraveler.components import City, WordList
from waystation.games.wordtraveler.geometry import CENTRE, NAMES, SPACES

STOP = 0
FOOT = SPACES
SAY = 2 * SPACES

MOST_ARROWS = 5


class Ids:
    """Where the kinds of actions begin. Stops and footprints begin at fixed numbers, words follow them."""

    __slots__ = ("aim", "back", "clear", "deny", "done", "take", "under", "words")

    def __init__(self, words: int) -> None:
        self.words = words
        self.deny = SAY + words
        self.done = SAY + 2 * words
        self.back = self.done + 1
        self.clear = self.done + 2
        self.under = self.done + 3
        self.take = self.under + 2 * words * (MOST_ARROWS - 1)
        self.aim = self.take + words

    def word_of(self, action: int) -> int:
        """The word of a `say` or `not` action."""
        return action - SAY if action < self.deny else action - self.deny

    def is_white(self, action: int) -> bool:
        """Whether a word action shows the white side."""
        return action < self.deny

    def under_of(self, action: int) -> tuple[int, int]:
        """The arrow's index, and the card as a plain `say` or `not` action, of one with a number."""
        index, card = divmod(action - self.under, 2 * self.words)
        return index, SAY + card

    def aim_of(self, action: int) -> tuple[int, int]:
        """The arrow's index and the new stop of an `aim` action."""
        return divmod(action - self.aim, SPACES)


def make_actions(city: City, words: WordList) -> ActionTable:
    """The table for a city and a word list."""
    table = ActionTable()
    titles = [city.space_title(space) if space != CENTRE else say("the centre") for space in range(SPACES)]
    for space, name in enumerate(NAMES):
        table.add("stop", (space,), f"stop {name}", say("Stop at {place}", place=titles[space]), (f"space:{name}",))
    for space, name in enumerate(NAMES):
        table.add("foot", (space,), f"foot {name}", say("Footprint: {place}", place=titles[space]), (f"space:{name}",))
    sides = (("say", words.labels), ("not", words.negations))
    for kind, labels in sides:
        for word, ident in enumerate(words.ids):
            table.add(kind, (word,), f"{kind} {ident}", labels[word], (f"{kind}:{ident}",))
    table.add("done", (), "done", say("Done"), ("button:done",))
    table.add("back", (), "back", say("Take back"), ("button:back",))
    table.add("clear", (), "clear", say("Take everything back"), ("button:clear",))
    for arrow in range(1, MOST_ARROWS):
        for kind, labels in sides:
            for word, ident in enumerate(words.ids):
                label = say("{word} under arrow {n}", word=labels[word], n=arrow)
                table.add(kind, (word, arrow), f"{kind} {ident} {arrow}", label)
    for word, ident in enumerate(words.ids):
        label = say("Take {word} back", word=words.labels[word])
        table.add("take", (word,), f"take {ident}", label, (f"card:{ident}",))
    for arrow in range(1, MOST_ARROWS + 1):
        for space, name in enumerate(NAMES):
            nodes = (f"sketch:{arrow}", f"space:{name}")
            label = say("Arrow {n} to {place} instead", n=arrow, place=titles[space])
            table.add("aim", (arrow, space), f"aim {arrow} {name}", label, nodes)
    return table
