"""Every template of the game with 0, 1 and 2, and with long names; every event against what a viewer sees changed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import waystation
from games.waypoints.test_holds import hoard
from games.waypoints.test_texts import faults
from waystation.engine import Chance, EventLog
from waystation.engine.words import say
from waystation.games.waypoints import components
from waystation.games.waypoints.view import HikerView, TableView

LONG = "Bartholomew of the Very Long Name, the Third"
FOLDER = Path(components.__file__).parent


def templates() -> dict[str, str]:
    """All literal templates in calls of say, mark and said, and in tables and variables they are kept in."""
    found: dict[str, str] = {}
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and re.search(r"\{[a-z]\w*[^}]*\}", node.value)
            ):
                found[node.value] = f"{path.name}:{node.lineno}"
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "mark", "said") and node.args:
                text = node.args[0]
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    found[text.value] = f"{path.name}:{node.lineno}"
    return found


NUMBERS = {"n", "m", "w", "of", "points", "space", "hike", "die", "water", "bonus", "drunk", "held", "missed", "used"}
HOLE = re.compile(r"\{([a-z]\w*)([^}]*)\}")


def filled(template: str, n: int) -> str:
    """The template with numbers n, long names, and lists of n entries."""
    holes = HOLE.findall(template)
    counted = {name for name, how in holes if how.startswith((":", "?")) and "|" in how}
    listed = {name for name, how in holes if how == ":or"} | {name for name in counted if (name, "") in holes}
    args: dict[str, Any] = {name: n if name in NUMBERS else LONG for name, _ in holes}
    args |= dict.fromkeys(counted, n)
    args |= {name: [LONG] * max(1, n) if name == "places" else [str(k) for k in range(n)] for name in listed}
    return str(say(template, **args))


@pytest.mark.parametrize("n", [0, 1, 2])
def test_templates_with_counts(n: int) -> None:
    every = templates()
    assert len(every) > 90
    for template, place in every.items():
        text = filled(template, n)
        assert not faults(text), (place, text)
        assert "  " not in text.strip(), (place, text)


def test_sentences_are_sentences() -> None:
    """They begin with a capital or what is put in, and end with a stop where they are told as a whole."""
    for template, place in templates().items():
        if template.endswith((".", "?", "!")):
            assert template[0].isupper() or template[0] in "{~", (place, template)


# ---------------------------------------------------------------------- what is told of what can be seen


def changes(before: TableView, after: TableView) -> Iterator[tuple[int | None, str, Any]]:
    """Whose sheet (None: what all share), which field, and what is new in it."""
    for field in ("goal", "start", "hike", "marker", "movement", "circled"):
        if getattr(before, field) != getattr(after, field):
            yield None, field, getattr(after, field)
    for seat, (old, new) in enumerate(zip(before.hikers, after.hikers, strict=True)):
        for field in HikerView.__struct_fields__:
            was, now = getattr(old, field), getattr(new, field)
            if was != now:
                yield seat, field, set(now) - set(was) if isinstance(now, tuple) and field not in TABLES else now


TABLES = ("specials", "journal", "legs", "heights", "ends", "walk")
FOLLOWS = {
    "asked": "what one is asked is told to oneself",
    "points_left": "weather, coats, water and cost are told",
    "goals": "counts of lakes, woods, squares and bridges, each of which is told",
    "missed_camps": "where a hike ended is told",
    "legs": "the way is told step by step, and its end",
    "spent": "steps are told; each over a line costs one",
    "hike_squares": "squares of the faces and reaches that are told",
    "squares": "squares of the faces and reaches that are told",
    "marks": "told as a space on its track",
    "walk": "each step is told as it is made",
    "face": "each step is told as it is made",
    "coats": "told as a special used; gone when the die is thrown",
}
TOLD_BY = {
    None: {"goal": "begin", "start": "begin", "hike": "hike", "marker": "roll", "movement": "roll", "circled": "roll"},
    0: {
        "here": ("move", "glide"),
        "visited": ("move", "glide"),
        "photos": ("photo",),
        "heights": ("mark",),
        "water": ("rest", "lake", "hike", "water"),
        "drunk": ("move",),
        "specials": ("mark", "kayak", "coat", "glider", "roll"),
        "lakes": ("pass",),
        "woods": ("pass",),
        "bridges": ("bridge",),
        "journal": ("journal", "step", "move", "glide", "bridge", "kayak"),
        "ends": ("journal",),
    },
}


@pytest.mark.parametrize(
    "options",
    [{"players": 1, "must_photograph": False}, {"players": 2}, {"players": 3, "goal": "squares", "paddle_on": False}],
)
def test_whatever_a_step_changed_is_told_by_an_event_of_that_step(options: dict[str, Any]) -> None:
    game = waystation.load("waypoints", **options)
    seen: set[str] = set()
    for seed in range(2):
        log = EventLog()
        state, chance = game.new_state(seed, log), Chance.of(seed, "told")
        assert [event.kind for event in log] == ["begin", "roll"]
        before: TableView = state.view(None).table
        while not state.is_over:
            seat, mark = chance.choice(state.to_act), len(log)
            choose = hoard if chance.below(3) else lambda state, seat, chance: chance.choice(state.legal_actions(seat))
            action = choose(state, seat, chance)  # type: ignore[arg-type]
            state.apply(action, seat, log)
            events = log.since(mark)
            kinds = {event.kind for event in events}
            after: TableView = state.view(None).table
            assert events, game.actions.format(action)
            assert events[0].seat == seat
            for whose, field, new in changes(before, after):
                seen.add(field)
                if whose is None:
                    assert TOLD_BY[None][field] in kinds, (field, kinds)
                elif field not in FOLLOWS:
                    assert kinds & set(TOLD_BY[0][field]), (field, kinds)
                    named(field, new, events, game)
            before = after
    assert {"photos", "specials", "lakes", "bridges", "journal", "drunk"} <= seen


def named(field: str, new: Any, events: Any, game: Any) -> None:
    """The events name the places and things, in words and by id."""
    texts = " ".join(event.text for event in events)
    ids = " ".join(str(value) for event in events for value in event.data.values())
    told = {stop.id: stop.told for stop in game.sheet.waypoints}
    if field in ("visited", "photos"):
        assert all(told[stop] in texts and stop in ids for stop in new), (new, texts, ids)
    if field in ("lakes", "woods", "bridges"):
        assert all(f"{field[:-1]} {number}" in texts for number in new), (new, texts)
    if field == "here":
        assert told[new] in texts
        assert new in ids


def test_which_special_is_used_is_told() -> None:
    """A glider or a backpack, by name and in the data."""
    game = waystation.load("waypoints", players=1, goal="lakes")
    hiker = {"here": "gear4", "marks": {"bird": 2, "gear": 1}}
    for action, special in (("glider", "glider"), ("backpack glider", "backpack")):
        state, log = game.state_from({"table": {"start": "camp1", "marker": 3, "hikers": [hiker]}}), EventLog()
        for step in ("go C4e", "to mt10", action):
            state.play(step, 0, log)
        assert log[len(log) - 1].data == {"special": special}
        assert special in log[len(log) - 1].text
