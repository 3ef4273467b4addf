"""Guided first games: those of all games can be played as they say, and what is wrong with one is said."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

import waystation
from waystation.engine import LessonError, lesson
from waystation.engine.lesson import Lesson


def shipped(name: str) -> Lesson:
    found = lesson.of(waystation.game_type(name))
    assert found is not None, f"{name} has no lesson"
    return found


def checked(found: Lesson) -> int:
    return lesson.check(found, waystation.game_type(found.game).from_options(found.options))


@pytest.mark.parametrize("name", waystation.game_names())
def test_a_lesson_can_be_played_as_it_says(name: str) -> None:
    found = shipped(name)
    assert found.game == name
    assert checked(found) >= sum(len(step.do) for step in found.step) >= 6


@pytest.mark.parametrize("name", waystation.game_names())
def test_a_lesson_does_not_refuse_what_it_asks_for(name: str) -> None:
    """Whoever does what each step says, the last of several things first, gets to the end."""
    found = shipped(name)
    game = waystation.game_type(name).from_options(found.options)
    guide, match = lesson.Guide(found, game), found.begin(game)
    while (wanted := guide.awaited(match.moves)) is not None:
        possible = [action for action in wanted.choices if match.state.why_not(action, wanted.seat) is None]
        match.apply(possible[-1], wanted.seat)
    assert len(match.moves) == len(guide.line)
    assert len(list(lesson.replayed(found, game))) == len(found.step)


FILE = Path(waystation.__file__).parent / "games" / "wayfinders" / lesson.FILE
WRONG = {
    "an action that is none": ('do = ["place 1"]', 'do = ["palce 1"]', "step 2: .*palce 1"),
    "an action that the rules refuse": ('do = ["place 1"]', 'do = ["land"]', "step 2: 'land' is not possible: "),
    "a move of somebody who is not to act": (
        '"2: place 3"',
        '"2: place 3", "2: place 3"',
        "step 2: .* seat 2 is not to act",
    ),
    "a move of more than anybody can count": (
        '"2: place 3"',
        f'"{"9" * 5000}: place 3"',
        "step 2: '9999.*seats from 1 to 2",
    ),
    "a move of nobody": ('"2: place 3"', '"3: place 3"', "step 2: .*seats from 1 to 2"),
    "a move of the learner's among the others'": ('"2: place 3"', '"1: place 3"', "step 2: .*`do`"),
    "a node that is not there": (
        '"column:1:1"',
        '"column:1:9"',
        "step 2: the scene has no node 'column:1:9'; .*column:1:3",
    ),
    "nothing to say to something else": ('otherwise = "For now', '# otherwise = "For now', "step 2: .*`otherwise`"),
    "others who move before the learner": (
        'show = ["plane:1", "island:r3c3"]',
        'then = ["2: place 1"]',
        "step 1: .*`then`",
    ),
    "a text with braces": ("Welcome, pilot!", "Welcome, {you}!", "step 1: .*braces"),
    "a text that is too long": ("Welcome, pilot!", "word " * 40, "step 1: .* words are too many"),
    "an empty text": ('text = "Now build.', 'text = "" # "', "step 7: the text is empty"),
    "an empty list of choices": ('do = ["place 2"]', "do = [[]]", "step 4: .*empty list"),
    "an unknown key": ('show = ["land"]', 'shows = ["land"]', "shows"),
    "a seat that is not there": ("seat = 1", "seat = 3", "no seat 3; seats run from 1 to 2"),
    "a position that can't be": ('hands = ["PH",', 'hands = ["XX",', "cannot begin: .*hands"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_said_with_file_and_step(wrong: str) -> None:
    old, new, said = WRONG[wrong]
    text = FILE.read_text("utf-8")
    assert old in text
    with pytest.raises(LessonError, match=f"(?s)^somewhere/lessons.toml.*{said}"):
        checked(lesson.parse(text.replace(old, new, 1), "somewhere/lessons.toml"))


def test_a_file_that_is_no_lesson_is_refused(tmp_path: Path) -> None:
    for content in (b"\xff", b"[[step", b"game = 1"):
        path = tmp_path / lesson.FILE
        path.write_bytes(content)
        with pytest.raises(LessonError, match=re.escape(str(path))):
            lesson.load(path)


class Played(NamedTuple):
    seat: int
    action: int


def test_a_guide_knows_when_the_table_goes_its_own_way() -> None:
    found = shipped("wayfinders")
    game = waystation.game_type("wayfinders").from_options(found.options)
    guide = lesson.Guide(found, game)
    first = guide.awaited([])
    assert first is not None
    assert (first.seat, [game.actions.format(action) for action in first.choices]) == (0, ["place 1"])
    ours = Played(0, game.action_of("place 1"))
    second = guide.awaited([ours])
    assert second is not None
    assert second.seat == 1
    assert guide.awaited([Played(0, game.action_of("place 2"))]) is None
    assert guide.awaited([ours, Played(1, game.action_of("return"))]) is None


def test_any_of_several_choices_will_do_and_every_way_is_checked() -> None:
    """Which hangar the first worker goes to is free here; but without the second tire the airstrip can't be built."""
    text = FILE.read_text("utf-8")
    free = text.replace('do = ["place 1"]', 'do = [["place 1", "place 2"]]', 1)
    with pytest.raises(LessonError, match=r"step \d+: "):
        checked(lesson.parse(free, "free"))
    twice = text.replace('"fly r3c3", "fly r2c3"', '["fly r3c3"], ["fly r2c3"]')
    assert checked(lesson.parse(twice, "twice")) == checked(shipped("wayfinders"))
