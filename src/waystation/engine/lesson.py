"""Lessons: a guided first game as a TOML file, ``lessons.toml`` in the game's package.

    game = "wayfinders"
    title = "A first flight"
    options = { players = 2 }
    seed = "first flight"
    seat = 1                          # the learner's, from 1
    position = { table = { ... } }    # optional: what matters; the rest comes from the seeded set-up

    [[step]]                          # without `do`: something to read
    text = "This is your plane."
    show = ["plane:1"]                # nodes of the scene to point at

    [[step]]
    text = "Place a worker at hangar 2."
    do = ["place 2"]                  # what the learner does, one after another; a list in the list: any of these
    otherwise = "Hangar 2, the second column."
    then = ["2: place 1"]             # what the others do next: "seat: action"

Whoever learns sits at an ordinary table that begins so; a `Guide` says what is waited for after the moves so far.
Texts are sentences for the catalogue (``say``), without arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from .documents import from_toml, read_file
from .errors import LessonError, WaystationError
from .game import Game
from .match import Match
from .state import State
from .typed import convert

FILE = "lessons.toml"
STEPS = (8, 14)
WORDS = 40
"""Words that a step may have: it is read beside the table, not instead of it."""
WAYS = 200
"""Tables that the choices of a lesson may lead to, each of which is checked."""


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to read or to do; see the module."""

    text: str
    show: tuple[str, ...] = ()
    do: tuple[str | tuple[str, ...], ...] = ()
    otherwise: str = ""
    then: tuple[str, ...] = ()

    def choices(self) -> list[tuple[str, ...]]:
        """For each thing to do, any of these."""
        return [(one,) if isinstance(one, str) else one for one in self.do]


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guided game; see the module. `place` is the file, for errors."""

    game: str
    title: str
    step: tuple[Step, ...]
    options: dict[str, Any] = {}
    seed: int | str = 0
    seat: int = 1
    position: dict[str, Any] = {}
    place: str = ""

    def document(self) -> dict[str, Any] | None:
        """The position that it begins from; None if that is the set-up of its seed."""
        return {"seed": self.seed, **self.position} if self.position else None

    def begin(self, game: Game) -> Match:
        """A match at its beginning."""
        document = self.document()
        return Match(game, None if document else self.seed, position=document)

    def texts(self) -> Iterator[str]:
        """Everything that people read, for the catalogue of sentences."""
        yield self.title
        for step in self.step:
            yield from filter(None, (step.text, step.otherwise))


def load(path: Path | str) -> Lesson:
    """The lesson in a file; LessonError names the file and what is wrong."""
    try:
        text = read_file(path)
    except (OSError, ValueError) as error:
        raise LessonError(str(path), str(error)) from error
    return parse(text, str(path))


def parse(text: str, place: str) -> Lesson:
    """The lesson in a text; LessonError names the place and what is wrong."""
    try:
        return convert({**from_toml(text), "place": place}, Lesson)
    except ValueError as error:
        raise LessonError(place, str(error)) from error


def of(kind: type[Game]) -> Lesson | None:
    """The lesson that a game comes with."""
    text = kind.shipped(FILE)
    return None if text is None else parse(text, f"{kind.name}/{FILE}")


# ---------------------------------------------------------------------- following a lesson


class Awaited(NamedTuple):
    """What a lesson waits for: the step it belongs to (from 0), whose move it is, and which will do."""

    step: int
    seat: int
    choices: tuple[int, ...]


class Played(Protocol):
    """As much of a move as a guide has to know."""

    @property
    def seat(self) -> int: ...

    @property
    def action(self) -> int: ...


class Guide:
    """The moves of a lesson in order. `begins[i]` is how many moves come before step i."""

    def __init__(self, lesson: Lesson, game: Game) -> None:
        self.lesson = lesson
        self.seat = lesson.seat - 1
        self.line: list[Awaited] = []
        self.begins: list[int] = []
        for number, step in enumerate(lesson.step):
            self.begins.append(len(self.line))
            try:
                for choices in step.choices():
                    self.line.append(Awaited(number, self.seat, tuple(map(game.action_of, choices))))
                for text in step.then:
                    seat, action = _split(text, game.players)
                    self.line.append(Awaited(number, seat, (game.action_of(action),)))
            except ValueError as error:
                raise _at(lesson, number, str(error)) from error

    def awaited(self, moves: Sequence[Played]) -> Awaited | None:
        """What is waited for after these moves; None if the lesson is over, or the table has gone its own way."""
        if len(moves) >= len(self.line):
            return None
        on_line = all(
            move.seat == wanted.seat and move.action in wanted.choices
            for move, wanted in zip(moves, self.line, strict=False)
        )
        return self.line[len(moves)] if on_line else None


def _split(text: str, players: int) -> tuple[int, str]:
    seat = _seat_of(text)
    if not 1 <= seat <= players:
        raise ValueError(f"{text!r}: a move of others is written 'seat: action', seats from 1 to {players}")
    return seat - 1, text.partition(":")[2].strip()


def _seat_of(text: str) -> int:
    """Whose move it is, as lessons count seats; 0 if that is not said."""
    head, colon, _ = text.partition(":")
    head = head.strip()
    return int(head) if colon and head.isdecimal() and len(head) < 5 else 0


# ---------------------------------------------------------------------- checking


def check(lesson: Lesson, game: Game) -> int:
    """Play a lesson in every way that it allows; LessonError says which step can't be so, and why.

    Returns the number of moves.
    """
    _check_form(lesson)
    guide = Guide(lesson, game)
    try:
        tables = [lesson.begin(game).state]
    except (WaystationError, KeyError) as error:
        raise LessonError(lesson.place, f"cannot begin: {error}") from error
    if not 0 <= guide.seat < game.players:
        raise LessonError(lesson.place, f"there is no seat {lesson.seat}; seats run from 1 to {game.players}")
    for number, step in enumerate(lesson.step):
        for state in tables:
            _check_nodes(lesson, number, step, state, guide.seat)
        for wanted in guide.line:
            if wanted.step == number:
                tables = list(dict.fromkeys(_played(lesson, wanted, tables)))
        if len(tables) > WAYS:
            raise _at(lesson, number, f"the choices so far lead to {len(tables)} tables; more than {WAYS} are too many")
    return len(guide.line)


def _at(lesson: Lesson, number: int, reason: str) -> LessonError:
    return LessonError(f"{lesson.place}, step {number + 1}", reason)


def _check_form(lesson: Lesson) -> None:
    """What can be said of a lesson without playing it."""
    least, most = STEPS
    if not least <= len(lesson.step) <= most:
        raise LessonError(lesson.place, f"a lesson has {least} to {most} steps, not {len(lesson.step)}")
    for number, step in enumerate(lesson.step):
        if bool(step.do) != bool(step.otherwise):
            raise _at(lesson, number, "a step with `do` says with `otherwise` what to do instead of something else")
        if step.then and not step.do:
            raise _at(lesson, number, "others move (`then`) after the learner has (`do`)")
        if not all(step.choices()):
            raise _at(lesson, number, "`do` holds an empty list")
        for text in (step.text, step.otherwise):
            if len(text.split()) > WORDS:
                raise _at(lesson, number, f"{len(text.split())} words are too many; at most {WORDS}")
            if "{" in text or "}" in text:
                raise _at(lesson, number, "a text of a lesson has no arguments, so no braces")
        if not step.text.strip():
            raise _at(lesson, number, "the text is empty")
        if any(_seat_of(text) == lesson.seat for text in step.then):
            raise _at(lesson, number, "`then` holds moves of the others; the learner's own are in `do`")


def _check_nodes(lesson: Lesson, number: int, step: Step, state: State, seat: int) -> None:
    """Whatever is pointed at is there, for the learner to see."""
    known = {node.id for node in state.game.draw(state.view(seat)).nodes}
    for node in step.show:
        if node not in known:
            near = sorted(ident for ident in known if ident.partition(":")[0] == node.partition(":")[0])
            hint = f"; there are {', '.join(near[:12])}" if near else ""
            raise _at(lesson, number, f"the scene has no node {node!r}{hint}")


def _played(lesson: Lesson, wanted: Awaited, tables: Sequence[State]) -> list[State]:
    """The tables after any of the awaited moves.

    At each table one of them must be possible, and each of them at some table: so things may be done in any order.
    """
    after: list[State] = []
    never: dict[int, str] = {}
    for state in tables:
        if wanted.seat not in state.to_act:
            now = ", ".join(str(seat + 1) for seat in state.to_act) or "nobody"
            written = state.game.actions.format(wanted.choices[0])
            raise _at(lesson, wanted.step, f"{written!r}: seat {wanted.seat + 1} is not to act, but {now}")
        refused = {action: state.why_not(action, wanted.seat) for action in wanted.choices}
        possible = [action for action, why in refused.items() if why is None]
        if not possible or state is tables[0]:
            never = {action: str(why) for action, why in refused.items() if why is not None}
        if not possible:
            break
        for action in possible:
            never.pop(action, None)
            after.append(state.clone())
            after[-1].apply(action, wanted.seat)
    for action, why in never.items():
        raise _at(lesson, wanted.step, f"{tables[0].game.actions.format(action)!r} is not possible: {why}")
    return after


def replayed(lesson: Lesson, game: Game) -> Iterator[tuple[Step, Match]]:
    """Each step with the match as it stands when the step begins; on the way the first possible choices are played."""
    guide, match = Guide(lesson, game), lesson.begin(game)
    for number, step in enumerate(lesson.step):
        yield step, match
        for wanted in guide.line:
            if wanted.step == number:
                possible = (action for action in wanted.choices if match.state.why_not(action, wanted.seat) is None)
                match.apply(next(possible), wanted.seat)


__all__ = ["FILE", "Awaited", "Guide", "Lesson", "Step", "check", "load", "of", "parse", "replayed"]
