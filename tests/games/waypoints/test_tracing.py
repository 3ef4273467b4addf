"""Lines drawn by hand: what they mean, what they cost, what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence

import waystation
from waystation.engine import Chance, Plan
from waystation.games.waypoints import planner
from waystation.games.waypoints.bots import best_turn
from waystation.games.waypoints.frames import Ask
from waystation.games.waypoints.picture import MARGIN
from waystation.games.waypoints.state import WaypointsState

GAME = waystation.load("waypoints", players=1, goal="lakes")


def position(**hiker: object) -> WaypointsState:
    marker = hiker.pop("marker", 3)
    return GAME.state_from({"table": {"start": "camp1", "marker": marker, "hikers": [hiker]}})


def drawn(state: WaypointsState, *points: tuple[float, float]) -> Plan:
    """A line through these points, given in squares."""
    return state.trace(0, [(x * 100 + MARGIN, y * 100 + MARGIN) for x, y in points])


def playable(state: WaypointsState, actions: Sequence[str]) -> bool:
    copy = state.clone()
    for action in actions:
        if copy.why_not(action, 0) is not None:
            return False
        copy.play(action, 0)
    return True


def by_pencil(state: WaypointsState, actions: Sequence[str], stop: str) -> list[tuple[float, float]]:
    """The line that the page shows for these actions."""
    stops = {stop.id: stop.at for stop in state.game.sheet.waypoints}
    steps = [action for action in actions[:-1] if "coat" not in action]
    return state.game.pencil.points(state.game.sheet.waypoints[state.hikers[0].here].at, steps, stops[stop])


def unsteady(line: Sequence[tuple[float, float]], chance: Chance) -> list[tuple[float, float]]:
    """About a hundredth of a square off here and there."""
    return [(x + 0.024 * chance.unit() - 0.012, y + 0.024 * chance.unit() - 0.012) for x, y in line]


def test_a_straight_line_to_a_waypoint() -> None:
    """From camp1 over the grid line x=1 and two contours to look2: 3 lines."""
    state = position()
    plan = drawn(state, (0.8, 2.9), (1.02, 2.62), (1.2, 2.58), (1.35, 2.75), (1.8, 2.83))
    assert plan.problems == ()
    assert plan.actions[-1] == "to look2"
    assert plan.label == "To lookout 2: 3 lines"
    assert playable(state, plan.actions)


def test_ends_need_not_be_exact() -> None:
    state = position()
    plan = drawn(state, (0.86, 2.84), (1.1, 2.55), (1.35, 2.75), (1.72, 2.78))
    assert plan.problems == ()
    assert plan.actions[-1] == "to look2"


def test_a_crossing_of_the_river_snaps_to_the_bridge() -> None:
    state = position(marker=1)
    plan = drawn(state, (0.8, 2.9), (0.6, 2.8), (0.52, 2.7), (0.8, 2.57), (0.93, 2.4), (1.1, 2.3), (1.3, 2.2))
    assert plan.problems == ()
    assert plan.actions == ("bridge 1", "go A3d", "go B3c", "to rabbit5")


def test_crossing_the_river_elsewhere_is_refused_with_the_square() -> None:
    state = position()
    plan = drawn(state, (0.8, 2.9), (0.95, 2.5))
    assert plan.problems == ("A3: The river is crossed only at a bridge, or with a kayak.",)


def test_a_line_through_a_lake_takes_it() -> None:
    state = position(marker=1)
    plan = drawn(state, (0.8, 2.9), (0.5, 2.79), (0.6, 2.5), (0.68, 2.43), (0.85, 2.37), (1.1, 2.3), (1.3, 2.2))
    assert plan.actions == ("bridge 1", "lake 4", "go A3d", "go B3c", "to rabbit5")
    assert plan.detail == "lake 4; new bridge 1; 2 new squares"


def test_an_excursion_shallower_than_a_pen_costs_nothing() -> None:
    """From trig4 to mt9 the line strays a little over the edge of the contour below it and back."""
    state = position(here="rabbit6")
    plan = drawn(state, (3.88, 2.28), (3.5, 2.42), (3.45, 2.46), (3.4, 2.42))
    assert plan.actions == ("go D3c", "to bird6")


def test_a_line_that_does_not_reach_a_waypoint_shows_its_running_cost() -> None:
    state = position(here="camp2")
    plan = drawn(state, (1.7, 0.9), (1.75, 1.12))
    assert plan.problems == ("B2: The line does not end at a waypoint yet.",)
    assert plan.label == "So far: 1 line"
    assert plan.actions == ("go B2d",)
    assert playable(state, plan.actions)


def test_too_dear_a_line_stops_where_the_points_end() -> None:
    state = position(marker=1)
    plan = drawn(state, (0.8, 2.9), (1.02, 2.62), (1.2, 2.58), (1.35, 2.75), (1.8, 2.83))
    assert len(plan.problems) == 1
    assert plan.problems[0].startswith("A3: The line crosses 3 lines, and you have 2 points, water included.")
    assert playable(state, plan.actions)


def test_a_coat_is_put_on_if_the_line_needs_it() -> None:
    state = position(marker=1, marks={"rabbit": 2})
    plan = drawn(state, (0.8, 2.9), (1.02, 2.62), (1.2, 2.58), (1.35, 2.75), (1.8, 2.83))
    assert plan.problems == ()
    assert plan.actions[0] == "coat"
    assert plan.label == "To lookout 2: 3 lines, 1 coat"


def test_water_is_counted() -> None:
    state = position(marker=1, water=3)
    plan = drawn(state, (0.8, 2.9), (1.02, 2.62), (1.2, 2.58), (1.35, 2.75), (1.8, 2.83))
    assert plan.label == "To lookout 2: 3 lines, 1 water"


def test_a_line_along_the_river_launches_a_kayak() -> None:
    """From camp1 along the river, under bridges 1 and 2, to camp3: free."""
    state = position(marker=4, marks={"bear": 2})
    river = [
        (0.85, 2.63),
        (1.08, 2.53),
        (1.3, 2.45),
        (1.65, 2.48),
        (1.97, 2.58),
        (2.15, 2.48),
        (2.27, 2.28),
        (2.36, 2.14),
    ]
    plan = drawn(state, (0.8, 2.9), (0.75, 2.7), *river, (2.5, 2.08), (2.63, 2.2), (2.72, 2.25), (2.8, 2.3))
    assert plan.problems == ()
    assert plan.actions == ("kayak ~A3a", "float ~B3a", "float ~C3a", "go C3b", "to camp3")


def test_a_line_may_cross_the_river_with_a_kayak() -> None:
    state = position(marks={"bear": 2})
    plan = drawn(state, (0.8, 2.9), (0.95, 2.5), (1.0, 2.4), (1.3, 2.2))
    assert plan.problems == ()
    assert "kayak ~A3a" in plan.actions
    assert plan.actions[-1] == "to rabbit5"


def test_a_line_must_begin_where_one_is() -> None:
    plan = drawn(position(), (4.0, 1.5), (4.4, 1.7))
    assert plan.problems == ("E2: Begin the line at camp 1, where you are.",)
    assert plan.actions == ()


def test_endless_and_empty_lines_are_not_read() -> None:
    state = position()
    assert state.trace(0, []).problems == ("The line has no length.",)
    assert state.trace(0, [(0, 0), (float("inf"), 0)]).problems == ("The line is too long.",)
    assert state.trace(0, [(0, 0), (float("nan"), 0)]).problems == ("The line is too long.",)
    assert state.trace(0, [(0, 0), (600, 400)] * 20).problems == ("The line is too long.",)


def test_nothing_is_drawn_out_of_turn() -> None:
    state = position(here="rabbit7")
    for step in ("go E3g", "to look3"):
        state.play(step)
    assert drawn(state, (4.2, 2.8), (4.6, 2.9)).problems


def test_planned_routes_drawn_by_an_unsteady_hand_are_read_to_their_end() -> None:
    """Along the planner's own lines, with bridges, kayaks and coats, a hundredth of a square off here and there."""
    chance = Chance.of(3, "hand")
    read = tried = 0
    state = GAME.new_state(3)
    assert isinstance(state, WaypointsState)
    game = state.game
    while not state.is_over:
        me = state.hikers[0]
        found = planner.routes(state, me) if state.stacks[0][-1][0] == Ask.WALK else []
        for _ in range(min(4, len(found))):
            actions = list(map(game.actions.format, chance.choice(found).actions))
            plan = drawn(state, *unsteady(by_pencil(state, actions, actions[-1][3:]), chance))
            tried += 1
            read += plan.problems == () and plan.actions[-1] == actions[-1] and playable(state, plan.actions)
        for action in best_turn(state, 0):
            state.apply(action, 0)
    assert tried > 50
    assert read >= 0.95 * tried


RIVER = (
    (0.85, 2.63), (1.08, 2.53), (1.3, 2.45), (1.65, 2.48), (1.97, 2.58), (2.15, 2.48), (2.27, 2.28), (2.38, 2.13),
    (2.5, 2.08), (2.61, 2.15), (2.69, 2.41), (2.91, 2.52), (3.18, 2.58), (3.32, 2.8), (3.45, 3.12), (3.73, 3.27),
    (3.86, 3.47), (4.07, 3.68), (4.27, 3.77),
)  # fmt: skip
"""From beside camp1 down the west stem and the south arm, over five grid lines, to beside camp5."""
PATHS = (0.8, 2.9), (0.75, 2.7), (4.38, 3.72), (4.4, 3.6)


def boating(state: WaypointsState, *river: tuple[float, float]) -> Plan:
    """From camp1 along these points of the river to camp5."""
    plan = drawn(state, *PATHS[:2], *river, *PATHS[2:])
    assert plan.problems == ()
    assert playable(state, plan.actions)
    return plan


def test_a_trip_that_is_too_dear_for_one_kayak_is_made_with_two() -> None:
    """With 2 points a line over five grid lines takes two kayaks: the second is launched after the third line."""
    plan = boating(position(marker=1, marks={"bear": 5}), *RIVER)
    assert plan.label == "To camp 5: 1 line, 2 kayaks"
    west = ("kayak ~A3a", "float ~B3a", "float ~C3a", "float ~D3a")
    assert plan.actions == (*west, "go D3d", "kayak ~D3a", "float ~D4a", "float ~E4a", "go E4d", "go E4f", "to camp5")


def test_a_kayak_is_kept_if_the_points_last_for_paddling_on() -> None:
    """With 5 points, or with water, the fourth and fifth grid line are paid for."""
    assert boating(position(marker=3, marks={"bear": 5}), *RIVER).label == "To camp 5: 3 lines, 1 kayak"
    plan = boating(position(marker=4, water=2, marks={"bear": 5}), *RIVER)
    assert plan.label == "To camp 5: 3 lines, 2 water, 1 kayak"


def test_a_kayak_that_must_land_is_followed_by_the_next() -> None:
    game = waystation.load("waypoints", players=1, goal="lakes", paddle_on=False)
    hiker = {"marks": {"bear": 2, "gear": 1}}
    state = game.state_from({"table": {"start": "camp1", "marker": 3, "hikers": [hiker]}})
    assert isinstance(state, WaypointsState)
    plan = boating(state, *RIVER)
    assert plan.label == "To camp 5: 1 line, 2 kayaks"
    assert "backpack kayak ~D3a" in plan.actions


def test_who_touches_the_bank_changes_boats_there() -> None:
    """Ashore in C3, though one kayak and the points would do; but not by a slip of the hand, nor with one kayak."""
    ashore = (*RIVER[:9], (2.5, 2.2), *RIVER[8:])
    plan = boating(position(marker=3, marks={"bear": 5}), *ashore)
    assert plan.label == "To camp 5: 1 line, 2 kayaks"
    assert plan.actions[2:5] == ("float ~C3a", "go C3e", "kayak ~C3a")
    slip = (*RIVER[:9], (2.52, 2.15), *RIVER[8:])
    assert boating(position(marker=3, marks={"bear": 5}), *slip).label == "To camp 5: 3 lines, 1 kayak"
    assert boating(position(marker=3, marks={"bear": 2}), *ashore).label == "To camp 5: 3 lines, 1 kayak"


def test_a_boat_carried_over_a_neck_of_land() -> None:
    """From the north arm's way out to its way back: over the strip of D2 between them, not around by E1."""
    state = position(here="bird4", marker=3, marks={"bear": 5})
    steps = ["go B2d", "go C2e", "kayak ~C2a", "float ~D2b", "go D2h", "kayak ~D2a", "float ~E2a", "go E2c", "to bear4"]
    plan = drawn(state, *by_pencil(state, steps, "bear4"))
    assert plan.problems == ()
    assert [step for step in plan.actions if "~" in step] == [step for step in steps if "~" in step]


def test_planned_routes_with_two_kayaks_are_read_as_such() -> None:
    """Drawn by an unsteady hand along the planner's own lines (benchmarks/waypoints_drawing.py: on made maps too)."""
    chance = Chance.of(5, "boats")
    read = tried = 0
    while tried < 40:
        stops = [stop.id for stop in GAME.sheet.waypoints]
        state = position(here=chance.choice(stops), marker=1 + chance.below(16), water=2, marks={"bear": 5})
        found = [r for r in planner.routes(state, state.hikers[0]) if r.kayaks == 2]
        if not found:
            continue
        steps = list(map(GAME.actions.format, chance.choice(found).actions))
        plan = drawn(state, *unsteady(by_pencil(state, steps, steps[-1][3:]), chance))
        tried += 1
        read += plan.problems == () and plan.actions[-1] == steps[-1] and "2 kayaks" in plan.label
    assert read >= 0.9 * tried


def test_a_walk_along_the_bank_is_no_kayak_tour() -> None:
    """With a kayak in hand: from camp1 over bridge 1 and along the far bank to rabbit5."""
    state = position(marker=1, marks={"bear": 2})
    plan = drawn(state, (0.8, 2.9), (0.6, 2.8), (0.52, 2.7), (0.8, 2.57), (0.93, 2.4), (1.1, 2.3), (1.3, 2.2))
    assert plan.problems == ()
    assert plan.actions == ("bridge 1", "go A3d", "go B3c", "to rabbit5")
