"""Bots by specification: ``random``, ``greedy``, ``mcts:500``, ``mcts:200ms``, ``expert``, ``exec:./program``.

A specification is a name and, after a colon, an argument. Names come from this package, from the game itself
(``games/<name>/bots.py`` with ``BOTS``), and from entry points in the group ``waystation.bots``. In all three a name
stands for a factory: it gets the argument ("" if there is none) and returns a new bot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any

from waystation import game_type
from waystation.bots.base import Bot, SpecError
from waystation.bots.greedy import GreedyBot
from waystation.bots.mcts import MctsBot
from waystation.bots.program import ProgramBot
from waystation.bots.simple import RandomBot
from waystation.engine import Game

Factory = Callable[[str], Any]

BUILT_IN: Mapping[str, Factory] = {
    "random": RandomBot.from_argument,
    "greedy": GreedyBot.from_argument,
    "mcts": MctsBot.from_argument,
    "exec": ProgramBot,
}


def game_bots(game: Game | str) -> Mapping[str, Factory]:
    """The bots that a game brings along; empty if it has none."""
    kind = game_type(game) if isinstance(game, str) else type(game)
    package = kind.__module__.rpartition(".")[0]
    if not package or find_spec(f"{package}.bots") is None:
        return {}
    bots: Mapping[str, Factory] = import_module(f"{package}.bots").BOTS
    return bots


def factories(game: Game | str | None = None) -> dict[str, Factory | None]:
    """All names: factories of ours and of the game; None stands for an entry point that is not loaded yet."""
    found: dict[str, Factory | None] = {point.name: None for point in entry_points(group="waystation.bots")}
    found.update(BUILT_IN)
    found.update(game_bots(game) if game is not None else {})
    return found


def _load(name: str) -> Factory:
    """The factory that another package names by an entry point."""
    point = next(point for point in entry_points(group="waystation.bots") if point.name == name)
    try:
        factory: Factory = point.load()
    except Exception as error:  # whatever is wrong in somebody else's package
        raise SpecError(f"bot {name!r} can't be loaded: {type(error).__name__}: {error}") from error
    return factory


def make(spec: str, game: Game | str | None = None) -> Bot:
    """A new bot for one seat of one game; SpecError says what is wrong with the specification."""
    name, _, argument = spec.strip().partition(":")
    known = factories(game)
    if name not in known:
        raise SpecError(f"there is no bot {name!r}; known are {', '.join(sorted(known))}")
    factory = known[name] or _load(name)
    try:
        bot: Bot = factory(argument)
    except ValueError as error:
        raise SpecError(f"bot {spec!r}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise SpecError(f"bot {spec!r}: its factory made a {type(bot).__name__}, which has no choose(observation)")
    return bot
