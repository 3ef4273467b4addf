"""Waystation: five board games about journeys, from one fast and exact engine.

import waystation
game = waystation.load("wayfinders", players=3)
state = game.new_state(seed=7)
while not state.is_over:
    seat = state.to_act[0]
    state.apply(state.legal_actions(seat)[0], seat)
print(state.scores())
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping
from contextlib import redirect_stdout
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from msgspec import to_builtins

from . import games as _games
from .engine import Game, Match, PositionError, Spec, State, UnknownGame, WaystationError
from .engine.typed import convert

_SHIPPED = frozenset(module.name for module in iter_modules(_games.__path__) if module.ispkg)


# importlib.metadata takes as long to load as all else here together, so these two do it when they are called.


def __getattr__(name: str) -> Any:
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version("waystation")


def entry_points(group: str) -> Any:
    """What installed packages offer in this group."""
    from importlib import metadata

    return metadata.entry_points(group=group)


def game_names() -> list[str]:
    """The names of all installed games: ours, and those of packages with an entry point in ``waystation.games``."""
    return sorted(_SHIPPED | {point.name for point in entry_points(group="waystation.games")})


@lru_cache
def game_type(name: str) -> type[Game]:
    """The class of a game; UnknownGame names the games there are."""
    if name in _SHIPPED:
        shipped: type[Game] = import_module(f"waystation.games.{name}").GAME
        return shipped
    points = {point.name: point for point in entry_points(group="waystation.games")}
    if name not in points:
        raise UnknownGame(f"there is no game {name!r}; installed are {', '.join(game_names())}")
    try:
        with redirect_stdout(sys.stderr):  # what is printed on the way is no part of what a command writes
            found: Any = points[name].load()
        wrong = _wrong(found, name)
    except (Exception, SystemExit) as error:  # whatever is wrong in somebody else's package
        raise UnknownGame(f"{name} can't be loaded: {type(error).__name__}: {error}") from error
    if wrong:
        raise UnknownGame(f"{name} can't be loaded: {wrong}")
    kind: type[Game] = found
    return kind


def game_types() -> list[type[Game]]:
    """The classes of all installed games that can be loaded; one that can't is a warning, and hides no other."""
    found = []
    for name in game_names():
        try:
            found.append(game_type(name))
        except UnknownGame as error:
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)
    return found


def _wrong(found: Any, name: str) -> str:
    """What keeps what an entry point leads to from being the game of that name; "" if nothing does."""
    if not (isinstance(found, type) and issubclass(found, Game)):
        return "its entry point is no subclass of waystation.engine.Game"
    if getattr(found, "name", None) != name:  # records and positions would name a game that is not there
        return f"its class has the name {getattr(found, 'name', None)!r:.60}"
    if type(getattr(found, "rules_version", None)) is not int:
        return "its rules_version is no whole number"
    convert(to_builtins(getattr(found, "spec", None)), Spec)
    return ""


def load(name: str, /, **options: Any) -> Game:
    """A game under options: ``load("wayfinders", players=3, exploration=True)``. OptionError says what is wrong."""
    return game_type(name).from_options(options)


def state_from(position: Mapping[str, Any]) -> State:
    """The state that a position document describes; the document names its game and options."""
    if not isinstance(position, Mapping) or not isinstance(position.get("game"), str):
        raise PositionError("game", "a position is an object that names its game")
    options = position.get("options") or {}
    if not isinstance(options, Mapping):
        raise PositionError("options", f"expected an object, got {options!r:.40}")
    kind = game_type(position["game"])
    options = kind.options_since(options, position.get("rules_version"))
    return kind.from_options(options).state_from(position)


__all__ = [
    "Game",
    "Match",
    "State",
    "UnknownGame",
    "WaystationError",
    "__version__",
    "game_names",
    "game_type",
    "game_types",
    "load",
    "state_from",
]
