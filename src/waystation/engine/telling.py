"""A view in words: for people who listen, and for language models.

`Telling.table` gives the lines about the table; the default writes the view's fields out. What every game has in common
stands around them: who looks, the score, the question at hand, and the legal moves by their notation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from .view import Offer, View
from .words import Arg, say, told


class Telling:
    """How a game's table is told."""

    def table(self, view: View, game: Any) -> Iterable[str]:
        """The lines about the table, one fact or group of facts each; all that the viewer may know and decide on.

        Templates, made by `say`; players stand in them by `Seat` or by the view's names.
        """
        return plain_lines(view.table)

    def moves(self, view: View, game: Any) -> Iterable[str]:
        """The lines about the legal moves: each verb once, with what may follow it."""
        return move_lines(view.legal)


def text(telling: Telling, view: View, game: Any) -> str:
    """The whole view in words."""
    return "\n".join(told(line, view.names) for line in _lines(telling, view, game) if line)


def _lines(telling: Telling, view: View, game: Any) -> Iterator[str]:
    if view.viewer is None:
        yield say("You are watching {title}.", title=game.spec.title)
    else:
        you = view.names[view.viewer]
        yield say("You are {you}, player {n} of {all} in {title}.", you=you, n=view.viewer + 1, all=len(view.names),
                  title=game.spec.title)  # fmt: skip
    yield from telling.table(view, game)
    scores: list[Arg] = [say("{who} {n}", who=n, n=s.total) for n, s in zip(view.names, view.sheets, strict=True)]
    yield say("Points as they would count now: {scores}.", scores=scores)
    if view.hush:
        yield say("{text}", text=view.hush)
    if view.outcome is not None:
        yield say("{text}", text=view.outcome.text)
        return
    yield say("Question: {question}", question=view.question)
    if view.legal:
        yield say("Your legal moves:")
        yield from telling.moves(view, game)


# ---------------------------------------------------------------------- by default


def move_lines(legal: Sequence[Offer]) -> Iterator[str]:
    """Moves by their verbs: ``place 1 | 2 | 4``."""
    by_verb: dict[str, list[str]] = {}
    for offer in legal:
        verb, _, rest = offer.notation.partition(" ")
        by_verb.setdefault(verb, []).append(rest)
    for verb, rests in by_verb.items():
        yield f"  {verb} {' | '.join(rests)}".rstrip().replace("{", "{{").replace("}", "}}")


def plain_lines(table: Any) -> Iterator[str]:
    """Any view's table, field by field; what is empty is left out."""
    for key, value in _fields(table):
        if _is_flat(value):
            if _tells(value):
                yield say("{key}: {value}", key=_title(key), value=_short(value))
            continue
        yield say("{key}:", key=_title(key))
        entries = _fields(value) if isinstance(value, msgspec.Struct | Mapping) else enumerate(value, 1)
        for name, item in entries:
            if _tells(item):
                yield say("  {key}: {value}", key=str(name), value=_short(item))


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, msgspec.Struct):
        return ((name, getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, Mapping):
        return ((str(key), item) for key, item in value.items())
    return iter([("", value)])


def _is_flat(value: Any) -> bool:
    if isinstance(value, msgspec.Struct | Mapping):
        return False
    return isinstance(value, str) or not isinstance(value, Sequence | frozenset) or all(_is_atom(v) for v in value)


def _is_atom(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)


def _tells(value: Any) -> bool:
    return value not in (None, "", False, ()) and not (isinstance(value, Mapping) and not value)


def _short(value: Any) -> str:
    """A value on one line."""
    if value is True:
        return say("yes")
    if value is None:
        return "-"
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, msgspec.Struct | Mapping):
        return ", ".join(f"{_title(key)} {_nested(item)}" for key, item in _fields(value) if _tells(item))
    return " ".join(_nested(item) for item in value)


def _nested(value: Any) -> str:
    short = _short(value)
    return short if _is_atom(value) or not isinstance(value, msgspec.Struct | Mapping | Sequence) else f"({short})"


def _title(key: str) -> str:
    return key.replace("_", " ")
