"""Bots by specification: ``random``, ``beginner``, ``greedy``, ``mcts:500``, ``expert``, ``exec:./program``.

Instead of a specification a bot may be given as an object, or as a class or function that makes one.

A specification is a name and, after a colon, an argument. Names come from this package, from the game itself
(``games/<name>/bots.py`` with ``BOTS``), and from entry points in the group ``waystation.bots``. In all three a name
stands for a factory: it gets the argument ("" if there is none) and returns a new bot. A game's ``LEVELS`` are names as
well (see `levels`). A program may `register` names of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from inspect import signature
from string import ascii_letters, digits
from types import ModuleType
from typing import Any, cast

from waystation import game_type
from waystation.bots.base import Bot, SpecError
from waystation.bots.beginner import BeginnerBot
from waystation.bots.greedy import GreedyBot
from waystation.bots.mcts import MctsBot
from waystation.bots.program import ProgramBot, TextBot
from waystation.bots.simple import RandomBot
from waystation.engine import Game
from waystation.engine.borders import shown

Factory = Callable[[str], Any]

BotLike = str | Bot | Callable[..., Any]
"""What `make` takes: a specification, a bot, or a class or function that makes bots."""

NAME_LETTERS = frozenset(ascii_letters + digits + "-_.")

BUILT_IN: Mapping[str, Factory] = {
    "random": RandomBot.from_argument,
    "beginner": BeginnerBot.from_argument,
    "greedy": GreedyBot.from_argument,
    "mcts": MctsBot.from_argument,
    "exec": ProgramBot,
    "text": TextBot,
}


PROGRAMS = frozenset({"exec", "text"})
"""The bots that are programs of this machine: only its owner seats them."""

_OWN: dict[str, Callable[..., Any]] = {}
"""What this process has registered."""


def register(name: str, factory: Callable[..., Any]) -> None:
    """From now on, in this process and those that it starts for a run, `name` stands for this factory.

    A factory is a function that gets the argument of the specification, or a class or function that needs none. It goes
    before a bot of that name that a game or another package brings. ValueError if the name can't be one.
    """
    if not isinstance(name, str) or not name or not set(name) <= NAME_LETTERS:
        raise ValueError(f"{name!r:.60} is no name for a bot: letters, digits, '-', '_' and '.' make one")
    if name in BUILT_IN:
        raise ValueError(f"{name!r} is a bot that is there for all games; take another name")
    if not callable(factory):
        raise ValueError(f"bot {name!r}: expected a class or function that makes it, got {factory!r:.60}")
    _OWN[name] = factory


def registered(seats: Sequence[BotLike]) -> dict[str, Callable[..., Any]]:
    """Those of the registered factories that these specifications name."""
    named = {_read(seat)[0] for seat in seats if isinstance(seat, str)}
    return {name: factory for name, factory in _OWN.items() if name in named}


def game_bots(game: Game | str) -> Mapping[str, Factory]:
    """The bots that a game brings along, those behind its levels included; empty if it has none."""
    found: dict[str, Factory] = {
        name: partial(_behind, spec, game) for name, (spec, _) in game_levels(game).items() if spec
    }
    found.update(getattr(_module(game), "BOTS", {}))
    return found


def game_levels(game: Game | str) -> Mapping[str, tuple[str, str]]:
    """The levels that a game defines itself: the specification that stands behind each ("": it has no such level), and
    what that does. A number of players may have others (`LEVELS_AMONG`); a game's name stands for the usual ones."""
    module = _module(game)
    found: Mapping[str, tuple[str, str]] = getattr(module, "LEVELS", {})
    among = getattr(module, "LEVELS_AMONG", {})
    return {**found, **among.get(game.players, {})} if isinstance(game, Game) else found


def _module(game: Game | str) -> ModuleType | None:
    kind = game_type(game) if isinstance(game, str) else type(game)
    package = kind.__module__.rpartition(".")[0]
    return import_module(f"{package}.bots") if package and find_spec(f"{package}.bots") is not None else None


def _behind(spec: str, game: Game | str, argument: str) -> Bot:
    if argument:
        raise ValueError("it takes no argument")
    return _by_name(spec, game)


def factories(game: Game | str | None = None) -> dict[str, Factory | None]:
    """All names: factories of ours and of the game; None stands for an entry point that is not loaded yet."""
    found: dict[str, Factory | None] = {point.name: None for point in entry_points(group="waystation.bots")}
    found.update(BUILT_IN)
    found.update(game_bots(game) if game is not None else {})
    found.update({name: partial(_called, factory) for name, factory in _OWN.items()})
    return found


def _load(name: str) -> Factory:
    """The factory that another package names by an entry point."""
    point = next(point for point in entry_points(group="waystation.bots") if point.name == name)
    try:
        with redirect_stdout(sys.stderr):  # as of a game: what is printed on the way is no part of a command's output
            factory: Factory = point.load()
    except (Exception, SystemExit) as error:  # whatever is wrong in somebody else's package
        raise SpecError(f"bot {name!r} can't be loaded: {type(error).__name__}: {error}") from error
    return factory


def make(given: BotLike, game: Game | str | None = None) -> Bot:
    """A bot for one seat of one game; SpecError says what is wrong with what was given.

    That is a specification, a bot (any object with ``choose``), which is taken as it is, or a class or function that
    makes one when it is called with nothing or, like the factories of specifications, with the argument "".
    """
    if isinstance(given, str):
        return _by_name(given, game)
    if not isinstance(given, type) and callable(getattr(given, "choose", None)):
        return cast(Bot, given)
    if not callable(given):
        raise SpecError(
            "a bot is a specification such as 'mcts:500', an object with choose(observation), or a class or function "
            f"that makes one; got {given!r:.60} ({type(given).__name__})"
        )
    name = name_of(given)
    try:
        bot = _called(given)
    except (Exception, SystemExit) as error:  # whatever is wrong in somebody else's class
        raise SpecError(f"bot {name!r} can't be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise SpecError(f"bot {name!r}: what it made is a {type(bot).__name__}, which has no choose(observation)")
    return cast(Bot, bot)


def _called(maker: Callable[..., Any], argument: str = "") -> Any:
    """What a class or function makes, called with nothing if there is no argument and that will do."""
    try:
        signature(maker).bind()
    except TypeError:
        return maker(argument)
    except ValueError:  # Python does not know what it takes
        pass
    return maker(argument) if argument else maker()


def name_of(given: BotLike) -> str:
    """What a bot is called in results: its specification, its own ``spec``, or the name of its class or function."""
    if isinstance(given, str):
        return shown(given)
    own = None if isinstance(given, type) else getattr(given, "spec", None)
    named = given if isinstance(given, type) or not hasattr(given, "choose") else type(given)
    return shown(own) if isinstance(own, str) else str(getattr(named, "__name__", type(given).__name__))


def names_of(seats: Sequence[BotLike]) -> list[str]:
    """The names of the bots of a table; different bots of one name are numbered."""
    known: dict[str, list[BotLike]] = {}
    names = []
    for seat in seats:
        name = name_of(seat)
        alike = known.setdefault(name, [])
        place = next((n for n, other in enumerate(alike) if other is seat or isinstance(seat, str)), len(alike))
        if place == len(alike):
            alike.append(seat)
        names.append(f"{name} ({place + 1})" if place else name)
    return names


def is_program(spec: str) -> bool:
    """Whether this specification starts a program of the machine."""
    return _read(spec)[0] in PROGRAMS


def _read(spec: str) -> tuple[str, str]:
    """A specification's name and argument."""
    name, _, argument = spec.strip().partition(":")
    return name, argument


def _by_name(spec: str, game: Game | str | None) -> Bot:
    name, argument = _read(spec)
    known = factories(game)
    if name not in known:
        raise SpecError(f"there is no bot {name!r}; known are {', '.join(sorted(known))}")
    factory = known[name] or _load(name)
    try:
        bot: Bot = factory(argument)
    except ValueError as error:
        raise SpecError(f"bot {spec!r}: {error}") from error
    except (Exception, SystemExit) as error:
        if name not in _OWN and isinstance(error, Exception):
            raise
        raise SpecError(f"bot {spec!r} can't be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise SpecError(f"bot {spec!r}: its factory made a {type(bot).__name__}, which has no choose(observation)")
    return bot
