"""How well a bot plays, in words: the one table from which form, table, hint and docs have them.

A specification such as ``mcts:1s`` is for programs; people read "A second to think". The words are the same for all
games. A game may say in the ``LEVELS`` of its ``bots.py`` what stands behind a level there: ``{"expert":
("mcts:500", mark("searches long"))}``, with "" for the usual words, and an empty specification where it has no such
level. The level's name then is the bot's specification. ``LEVELS_AMONG`` says what differs in some number of players:
``{4: {"expert": ("mcts:2000", "")}}``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from waystation.bots.registry import game_bots, game_levels
from waystation.engine import Game
from waystation.engine.words import Phrase, mark, say


class Level(NamedTuple):
    """A strength: its name in the tables of games, what plays it, what it is called in a list, what a seat that it
    plays is called, and what it does."""

    name: str
    spec: str
    title: str
    called: str
    about: str


RANDOM = Level("random", "random", mark("Random"), mark("Random bot"), mark("plays anything"))
LEVELS = (
    RANDOM,
    Level("beginner", "beginner", mark("Beginner"), mark("Beginner bot"), mark("one move in five is a slip")),
    Level("casual", "greedy", mark("Casual"), mark("Casual bot"), mark("looks at its own turn only")),
    Level("strong", "mcts:300ms", mark("Strong"), mark("Strong bot"), mark("looks ahead for a moment")),
    Level("expert", "expert", mark("Expert"), mark("Expert bot"), mark("made for this game")),
    Level("second", "mcts:1s", mark("A second to think"), mark("Bot with a second"), mark("looks ahead for longer")),
    Level(
        "five", "mcts:5s", mark("Five seconds to think"), mark("Bot with five seconds"), mark("looks ahead for long")
    ),
)
"""From the weakest on. A game has an expert if it brings one along."""

_KNOWN = {level.name: level for level in LEVELS} | {level.spec: level for level in LEVELS}
_SEARCH = re.compile(r"mcts:(\d+)(ms|s)?")


def levels_of(game: Game | str) -> list[Level]:
    """The levels that a game offers, the weakest first, and bots of its own that we have no words for."""
    own, table = game_bots(game), game_levels(game)
    found: list[Level] = []
    for level in LEVELS:
        spec, about = table.get(level.name, (level.spec, level.about))
        if level.name in table and spec:
            found.append(level._replace(spec=level.name, about=about or level.about))
        elif spec and (spec in own or level.name != "expert"):
            found.append(level)
    known = {level.spec for level in found} | {spec.partition(":")[0] for spec, _ in table.values()}
    return [*found, *(_of_its_own(name) for name in sorted(own) if name not in known)]


def titled(level: Level) -> Phrase:
    """A level as lists show it."""
    return say("{level} ({about})", level=say(level.title), about=say(level.about))


def called(spec: str) -> Phrase:
    """What a bot is called where it plays or gives a hint."""
    if spec in _KNOWN:
        return say(_KNOWN[spec].called)
    search = _SEARCH.fullmatch(spec)
    if search is None:
        return say(_of_its_own(spec).called)
    number, unit = int(search[1]), search[2]
    if unit is None:
        return say("Bot with {n:try|tries} a turn", n=number)
    if unit == "ms":
        return say("Bot with {n} ms", n=number)
    return say("Bot with {n:second|seconds}", n=number)


def _of_its_own(spec: str) -> Level:
    name = spec.partition(":")[0].capitalize()
    return Level(spec, spec, name, say("{bot} bot", bot=name), mark("made for this game"))
