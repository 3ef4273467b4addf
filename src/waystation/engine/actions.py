"""The action table: every action of a game as number, notation, label and place on the scene."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from .borders import whole
from .errors import KindError, NotationError


class Action(msgspec.Struct, frozen=True):
    """One small choice.

    `notation` is how it travels outside the process (``fly r2c3``). `label` is what a button says. `nodes` is
    the path of clicks on the scene that means this action: one node, or a piece and then its target.
    """

    id: int
    kind: str
    args: tuple[int, ...]
    notation: str
    label: str
    nodes: tuple[str, ...] = ()


MOST_LETTERS = 80
"""No notation is so long; what is longer is not told back whole."""


def _key(text: str) -> str:
    return " ".join(text.split()).casefold()


class ActionTable:
    """All actions of a game under its options. Ids are the positions in this table and never change.

    ``table[id]``, ``table.parse("fly r2c3")``, ``table.format(id)``, ``table.id("fly", 7)``. `spelled` turns a text
    that is no notation as it stands into the one that is meant, where a game allows several spellings.
    """

    def __init__(self, spelled: Callable[[str], str] | None = None) -> None:
        self._spelled = spelled
        self._actions: list[Action] = []
        self._by_notation: dict[str, int] = {}
        self._by_kind: dict[tuple[str, tuple[int, ...]], int] = {}

    def add(self, kind: str, args: tuple[int, ...], notation: str, label: str, nodes: Iterable[str] = ()) -> int:
        """Append an action and return its id. Two actions may not share a notation."""
        key = _key(notation)
        if key in self._by_notation:
            raise ValueError(f"two actions are written {notation!r}")
        if (kind, args) in self._by_kind:
            raise ValueError(f"two actions are {kind}{args}")
        ident = len(self._actions)
        self._actions.append(Action(ident, kind, args, notation, label, tuple(nodes)))
        self._by_notation[key] = ident
        self._by_kind[kind, args] = ident
        return ident

    def id(self, kind: str, *args: int) -> int:
        """The id of an action by kind and arguments; KeyError if there is none."""
        return self._by_kind[kind, tuple([arg if type(arg) is int else whole(arg, "an argument") for arg in args])]

    def number(self, action: Any) -> int:
        """An action id as a plain int; KindError or NotationError if it is none."""
        if type(action) is int and 0 <= action < len(self._actions):
            return action
        number = whole(action, "an action")
        if not 0 <= number < len(self._actions):
            raise NotationError(f"{number} is no action id; ids run from 0 to {len(self._actions) - 1}")
        return number

    def format(self, action: int) -> str:
        """The notation of an action id."""
        return self[action].notation

    def parse(self, text: str) -> int:
        """The action id of a notation. Case and extra spaces do not matter."""
        if not isinstance(text, str):
            raise KindError(f"a notation is a text, got {text!r:.60} ({type(text).__name__})")
        found = self._by_notation.get(_key(text))
        if found is None and self._spelled is not None and len(text) <= MOST_LETTERS:
            found = self._by_notation.get(_key(self._spelled(_key(text))))
        if found is not None:
            return found
        if len(text) > MOST_LETTERS:
            shown = text[:MOST_LETTERS]
            raise NotationError(f"{shown!r} and so on, {len(text)} letters, names no action of this game.")
        import difflib  # only here: it takes a while to load

        near = difflib.get_close_matches(_key(text), self._by_notation, n=3)
        hint = " Close to it: " + ", ".join(repr(self.format(self._by_notation[k])) for k in near) if near else ""
        raise NotationError(f"{text!r} names no action of this game.{hint}")

    def __getitem__(self, action: int) -> Action:
        if type(action) is not int or not 0 <= action < len(self._actions):
            action = self.number(action)
        return self._actions[action]

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __repr__(self) -> str:
        return f"<ActionTable of {len(self)} actions>"
