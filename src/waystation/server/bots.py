"""The bots that may sit at a table, and what one of them is asked.

A bot gets a world that its seat can't tell from the true table (as a position document), so it cannot know more than
its seat even if it tries. What it draws comes from a stream that the table's seed and the number of moves give, as in
the arena and in the terminal: the same seeds give the same game.
"""

from __future__ import annotations

import msgspec

from waystation.bots import levels_of, make, titled, world_for
from waystation.bots.base import SpecError
from waystation.bots.levels import LEVELS
from waystation.engine import Chance, State
from waystation.engine.words import say, told

from .protocol import BotInfo
from .thinking import BotFailed
from .worker import Earlier

HINTS = ("expert", "mcts:300ms")
"""Who gives hints: the game's own expert, if it has one, else a search."""

LONGEST = 64
"""Letters of a specification that are kept."""


def bots_of(game: str) -> list[BotInfo]:
    """The bots that may sit at a table of this game. Programs (``exec:``) may not: a stranger would choose them."""
    return [BotInfo(spec=level.spec, title=told(titled(level))) for level in levels_of(game)]


def _names(game: str) -> frozenset[str]:
    """What specifications may begin with here: what stands behind a level anywhere, and the game's own."""
    usual = [level for level in LEVELS if level.spec != "expert"]
    return frozenset(level.spec.partition(":")[0] for level in (*usual, *levels_of(game)))


def check_spec(spec: str, game: str) -> None:
    """SpecError if this is no bot for a table of this game."""
    name = spec.partition(":")[0]
    if len(spec) > LONGEST:
        raise SpecError(f"a bot is written in at most {LONGEST} letters")
    if name not in _names(game):
        raise SpecError(f"there is no bot {name!r} here; known are {', '.join(bot.spec for bot in bots_of(game))}")
    make(spec, game)


def hint_spec(game: str) -> str:
    """The bot that gives hints in this game."""
    return next(spec for spec in HINTS if spec.partition(":")[0] in _names(game))


def seen(state: State, seat: int, chance: Chance, turn: int | None = None) -> Earlier:
    """Everything that a bot may know, drawn anew where its seat does not know it; `chance` is the bot's own stream."""
    try:
        world = world_for(state, seat, chance)
        position = msgspec.Raw(msgspec.json.encode(world.position()))
    except Exception as error:
        raise BotFailed(say("{error} while a world was drawn for it", error=type(error).__name__)) from error
    return Earlier(position, chance.key.hex(), turn)
