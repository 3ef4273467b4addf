"""What a plan says that it costs and brings is what playing it costs and brings, in hundreds of random states."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import waystation
from games.waypoints.test_holds import hoard
from waystation.engine import Chance, Plan
from waystation.games.waypoints.picture import MARGIN
from waystation.games.waypoints.state import WaypointsState
from waystation.games.waypoints.view import HikerView

THINGS = ("lake", "wood", "bridge")


def walking(options: dict[str, object], seed: int) -> Iterator[WaypointsState]:
    """Moments of a random game at which a route is to be drawn or under way."""
    game = waystation.load("waypoints", **options)
    state, chance = game.new_state(seed), Chance.of(seed, "bills")
    assert isinstance(state, WaypointsState)
    while not state.is_over:
        seat = chance.choice(state.to_act)
        if "go" in {state.game.actions[action].kind for action in state.legal_actions(seat)}:
            yield state
        state.advance(hoard(state, seat, chance), seat)


def said(text: str, thing: str) -> set[int]:
    """The numbers that a plan's detail gives for lakes, woods or bridges."""
    found = re.search(rf"\b{thing}s? ([\d, ]+)", text)
    return {int(number) for number in found[1].split(", ")} if found else set()


def counted(text: str, what: str) -> int:
    found = re.search(rf"(\d+) {what}", text)
    return int(found[1]) if found else 0


def check(state: WaypointsState, seat: int, plan: Plan) -> None:
    """Play it up to the arrival and compare the two views."""
    played, before = state.clone(), hiker(state, seat)
    lines = 0
    for action in plan.actions:
        lines = hiker(played, seat).spent if action.startswith("to ") else 0
        played.play(action, seat)
    after = hiker(played, seat)
    assert counted(plan.label, "lines?") == lines, plan
    assert counted(plan.label, "water") == after.drunk - before.drunk, plan
    uses = sum(s.used for s in after.specials) - sum(s.used for s in before.specials)
    assert counted(plan.label, "coats?") + counted(plan.label, "kayaks?") == uses, plan
    for thing in THINGS:
        assert said(plan.detail, thing) == set(getattr(after, f"{thing}s")) - set(getattr(before, f"{thing}s")), plan
    new = set(after.squares) - set(before.squares)
    assert counted(plan.detail, "new squares?") == len(new), plan
    if played.hike == state.hike and len(after.ends) == len(before.ends):
        fresh = after.hike_squares - before.hike_squares
        assert counted(plan.detail, "squares? more on this hike") == (fresh if fresh != len(new) else 0), plan


def hiker(state: WaypointsState, seat: int) -> HikerView:
    found: HikerView = state.view(None).table.hikers[seat]
    return found


@pytest.mark.parametrize("goal", ["lakes", "woods", "squares", "bridges"])
def test_plans_say_what_playing_them_gives(goal: str) -> None:
    seen = 0
    for seed in range(2):
        for number, state in enumerate(walking({"players": 2, "goal": goal}, seed)):
            seat = state.to_act[-1]
            if number % 9 or state.legal_actions(seat)[0] >= state.game.moves.glider:
                continue
            sheet = state.game.sheet
            nodes = [f"stop:{stop.id}" for stop in sheet.waypoints[number % 5 :: 5]]
            nodes += [f"{what}:{n}" for what in THINGS for n in (1 + number % 3, 4 + number % 3)]
            for node in nodes:
                for plan in state.plans(seat, node):
                    check(state, seat, plan)
                    seen += 1
    assert seen > 100


def test_drawn_lines_say_what_playing_them_gives() -> None:
    """Straight lines from where one stands to waypoints, where they can be played."""
    seen = 0
    for number, state in enumerate(walking({"players": 1, "goal": "squares"}, 3)):
        sheet, me = state.game.sheet, state.hikers[0]
        if me.trail or number % 2:
            continue
        for stop in sheet.waypoints:
            ends = (sheet.waypoints[me.here].at, stop.at)
            plan = state.trace(0, [(MARGIN + 100 * x, MARGIN + 100 * y) for x, y in ends])
            if plan.actions and not plan.problems:
                check(state, 0, plan)
                seen += 1
    assert seen > 40


@pytest.mark.parametrize(
    ("table", "node", "told"),
    [
        ({"start": "camp6", "marker": 2}, "stop:rabbit2", ["To rabbit 2: 2 lines, lake 3; 2 new squares"]),
        (
            {"start": "camp2", "marker": 2, "hikers": [{"here": "rabbit6"}]},
            "stop:camp3",
            ["To camp 3: 1 line, 2 new squares", "To camp 3: 3 lines, 4 new squares"],
        ),
    ],
)
def test_leaving_the_square_of_the_start_and_coming_back_brings_nothing(
    table: dict[str, object], node: str, told: list[str]
) -> None:
    state = waystation.load("waypoints", players=1, goal="lakes").state_from({"table": table})
    plans = state.plans(0, node)
    assert [f"{plan.label}, {plan.detail}" for plan in plans] == told
    assert not any(action.startswith("bridge") for plan in plans for action in plan.actions)
