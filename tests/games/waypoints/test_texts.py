"""Every sentence of whole games: one thing is never told as many, nor many as one; events are sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import waystation
from waystation.engine import Chance, EventLog, Plan, Text
from waystation.games.waypoints import components
from waystation.games.waypoints.frames import Ask
from waystation.games.waypoints.sheet import Waypoint
from waystation.games.waypoints.state import WaypointsState

ONE_AS_MANY = re.compile(r"(?<![\d.,])1 (?!(?:begins|gives|stands|is|has|was)\b)\w+s\b")
MANY_AS_ONE = re.compile(
    r"(?<![\d.,])(?:0|[2-9]|\d\d+) (?:more |new )?(?:point|line|coat|kayak|glider|backpack|square|space|turn)\b"
)


def faults(text: str) -> list[str]:
    """What is wrong with the numbers in a text."""
    return [found.group() for pattern in (ONE_AS_MANY, MANY_AS_ONE) for found in pattern.finditer(text)]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("gives 1 points", ["1 points"]),
        ("1 point, 11 points, 0.1 points and 2 lines", []),
        ("2 line and 3 new square", ["2 line", "3 new square"]),
        ("Hike 1 begins", []),
        ("gains 1 waters.", ["1 waters"]),
    ],
)
def test_the_patterns_find_what_they_should(text: str, wrong: list[str]) -> None:
    assert faults(text) == wrong


def test_names_of_waypoints_are_told_with_a_space() -> None:
    names = [Waypoint(name, 0, 0, 0, (0.0, 0.0), 0, 0).told for name in ("bear1", "mt10", "top", "7", "old-2")]
    assert names == ["bear 1", "mountain 10", "top", "7", "old-2"]


def told(state: WaypointsState, seat: int) -> Iterator[str]:
    """All that a seat is told of a position."""
    view = state.view(seat)
    yield view.question
    for offer in view.legal:
        yield offer.label
    for sheet in view.sheets:
        for entry in sheet.lines:
            yield entry.label
    for node in state.game.scene(view).nodes:
        yield node.title
        yield from (part.text for part in node.parts if isinstance(part, Text))


def refusals(state: WaypointsState, seat: int) -> Iterator[str]:
    """Why whatever is not allowed is not."""
    for action in state.game.actions:
        refusal = state.why_not(action.id, seat)
        if refusal is not None:
            yield str(refusal)


def plans(state: WaypointsState, seat: int, chance: Chance) -> Iterator[Plan]:
    """Routes to what may be tapped, and some lines drawn from where the hiker stands."""
    sheet = state.game.sheet
    for stop in sheet.waypoints:
        yield from state.plans(seat, f"stop:{stop.id}")
    x, y = sheet.waypoints[state.hikers[seat].here].at
    for _ in range(4):
        to = chance.choice(sheet.waypoints).at
        yield state.trace(seat, [(34 + 100 * x, 34 + 100 * y), (34 + 100 * to[0], 34 + 100 * to[1])])


@pytest.mark.parametrize("players", [1, 2])
def test_texts_of_whole_games(players: int) -> None:
    game = waystation.load("waypoints", players=players)
    for seed in range(2):
        log = EventLog()
        state, chance = game.new_state(seed, log), Chance.of(seed, "texts")
        assert isinstance(state, WaypointsState)
        move = 0
        while not state.is_over:
            seat = chance.choice(state.to_act)
            texts: list[str] = []
            if move % 7 == 0:
                texts += told(state, seat)
            if move % 40 == 0:
                texts += refusals(state, seat)
            if state.stacks[seat][-1][0] == Ask.WALK and move % 10 == 0:
                for plan in plans(state, seat, chance):
                    texts += [plan.label, plan.detail, *plan.problems]
            legal = state.legal_actions(seat)
            state.apply(chance.choice(legal), seat, log)
            move += 1
            assert [fault for text in texts for fault in faults(text)] == []
        outcome = state.outcome()
        assert outcome is not None
        assert faults(outcome.text) == []
        assert {event.text[-1] for event in log} == {"."}
        assert [fault for event in log for fault in faults(event.text)] == []


def test_the_rules_state_the_numbers_of_the_tracks() -> None:
    """As the engine counts them, row by row."""
    rules = (Path(components.__file__).parent / "RULES.md").read_text(encoding="utf-8")
    rows = {}
    for line in rules.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 11:
            rows[cells[0]] = cells[1:]
    for track in ("bear", "rabbit", "bird"):
        best = 0
        for space, cell in enumerate(rows[track], 1):
            best = int(cell) if cell.isdigit() else best
            assert components.ANIMAL_POINTS[space] == best, (track, space)
            assert ("✦" in cell) == (space in components.SYMBOL_SPACES)
    assert [int(cell) for cell in rows["trig point"] if cell] == list(components.TRIG_POINTS[1:])
    assert [int(cell[1:]) for cell in rows["mountain"]] == list(components.MULTIPLIERS)
    for track in ("lookout", "gear"):
        points = [int(cell.rpartition(", ")[2]) if ", " in cell else 0 for cell in rows[track] if cell]
        assert points == list(components.COLLECTION_POINTS[1:])
