"""A guided first game at a table: what its lesson waits for, says, and lets pass. See `waystation.engine.lesson`.

The table is like any other (undo, why not, plans); only that moves which the lesson does not wait for are not made, and
that the others move as it says. It ends with its last step, when somebody leaves it, or when a bot takes over.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import waystation
from waystation.engine import Game, lesson
from waystation.engine.lesson import Awaited, Guide, Lesson, Played
from waystation.engine.words import said, say

from .protocol import LessonInfo, LessonStep


@lru_cache
def lesson_of(game: str) -> Lesson | None:
    """The lesson that an installed game comes with."""
    return lesson.of(waystation.game_type(game))


@lru_cache
def guide_to(game: Game) -> Guide | None:
    """The guide through the lesson of a game, if it has one and is under the lesson's options."""
    found = lesson_of(game.name)
    return None if found is None or game != type(game).from_options(found.options) else Guide(found, game)


def awaited(game: Game, moves: Sequence[Played]) -> Awaited | None:
    """What the lesson waits for after these moves; None if it is over, or the table has gone its own way."""
    guide = guide_to(game)
    return None if guide is None else guide.awaited(moves)


def why_not_this(game: Game, wanted: Awaited) -> str:
    """What the lesson says to whoever does something else."""
    guide = guide_to(game)
    return "" if guide is None else say(guide.lesson.step[wanted.step].otherwise)


def as_told(game: Game) -> LessonInfo | None:
    """The whole lesson for the page, in the language of whoever listens."""
    guide = guide_to(game)
    if guide is None:
        return None
    written = game.actions.format
    steps = [
        LessonStep(
            text=said(step.text),
            show=list(step.show),
            begins=begins,
            do=[
                [written(action) for action in line.choices]
                for line in guide.line
                if line.step == number and line.seat == guide.seat
            ],
        )
        for number, (step, begins) in enumerate(zip(guide.lesson.step, guide.begins, strict=True))
    ]
    return LessonInfo(title=said(guide.lesson.title), seat=guide.seat, moves=len(guide.line), steps=steps)
