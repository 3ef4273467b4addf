"""The planner: what it offers is legal and not dominated; what it leaves out is."""

from __future__ import annotations

from itertools import pairwise

import pytest

import waystation
from games.waypoints.test_routes import least_costs
from waystation.engine import Chance
from waystation.games.waypoints import planner
from waystation.games.waypoints.frames import Ask
from waystation.games.waypoints.state import WaypointsState

GAME = waystation.load("waypoints", players=1, goal="bridges")


def positions(count: int) -> list[WaypointsState]:
    """Beginnings of turns in games played with the planner's own routes."""
    found: list[WaypointsState] = []
    seed = 0
    while len(found) < count:
        state, chance = GAME.new_state(seed), Chance.of(seed, "planner")
        seed += 1
        while not state.is_over and len(found) < count:
            me = state.hikers[0]
            if state.stacks[0][-1][0] == Ask.WALK:
                found.append(state.clone())
                routes = planner.routes(state, me)
                if routes and chance.below(4):
                    for action in chance.choice(routes).actions:
                        state.apply(action, 0)
                    continue
            state.apply(chance.choice(state.legal_actions(0)), 0)
    return found


STATES = positions(40)


@pytest.mark.parametrize("number", range(0, 40, 4))
def test_every_route_can_be_played_and_costs_and_brings_what_it_says(number: int) -> None:
    state = STATES[number]
    before = state.hikers[0]
    for route in planner.routes(state, before):
        played = state.clone()
        for action in route.actions[:-1]:
            played.apply(action, 0)
        me = played.hikers[0]
        assert me.spent == route.cost
        assert me.lakes & ~before.lakes == route.lakes
        assert me.woods & ~before.woods == route.woods
        assert me.bridges & ~before.bridges == route.bridges
        assert sum(me.used) - sum(before.used) == route.coats + route.kayaks
        played.apply(route.actions[-1], 0)
        if not played.is_over:
            after = played.hikers[0]
            assert after.here == route.stop
            assert after.drunk - before.drunk == route.water


@pytest.mark.parametrize("number", range(0, 40, 3))
def test_no_route_is_dominated_by_another_to_the_same_waypoint(number: int) -> None:
    state = STATES[number]
    by_stop: dict[int, list[planner.Route]] = {}
    for route in planner.routes(state, state.hikers[0]):
        by_stop.setdefault(route.stop, []).append(route)
    for routes in by_stop.values():
        for a in routes:
            for b in routes:
                if a is not b and (a.coats, a.kayaks) == (b.coats, b.kayaks):
                    brings = [x | y == x for x, y in zip(a[5:9], b[5:9], strict=True)]
                    assert not (a.cost <= b.cost and all(brings)), (a, b)


def test_every_waypoint_within_reach_has_its_cheapest_route() -> None:
    for state in STATES[::5]:
        me = state.hikers[0]
        kayaks = me.ready[0] + me.ready[3]
        masks = state.game.graph.reachability(kayaks).on_foot[me.node]
        reach = planner.route.budget(state, me)
        found = {route.stop: 99 for route in planner.routes(state, me)}
        for route in planner.routes(state, me):
            found[route.stop] = min(found[route.stop], route.cost)
        for stop in range(len(GAME.sheet.waypoints)):
            if planner.route.targets(state, me) >> stop & 1:
                cost = next(b for b, mask in enumerate(masks) if mask >> stop & 1)
                if cost <= reach:
                    assert found[stop] - me.spent == cost


def test_plans_for_what_was_tapped() -> None:
    state = GAME.state_from({"table": {"start": "camp1", "marker": 3}})
    to_look2 = state.plans(0, "stop:look2")
    assert to_look2
    assert all(plan.actions[-1] == "to look2" for plan in to_look2)
    assert "lines" in to_look2[0].label
    assert to_look2[0].preview
    through = state.plans(0, "lake:4")
    assert through
    assert all("lake 4" in plan.actions for plan in through)
    assert state.plans(0, "stop:camp1") == []
    assert state.plans(0, "card") == []


def test_plans_go_on_from_a_route_under_way() -> None:
    state = GAME.state_from({"table": {"start": "camp1", "marker": 3}})
    state.play("go B3e")
    plans = state.plans(0, "stop:look2")
    assert plans[0].label == "To lookout 2: 3 lines"
    assert all(plan.actions[-3:] == ("go B3f", "go B3g", "to look2") for plan in plans)


def test_actions_of_a_plan_follow_one_another() -> None:
    state = STATES[7]
    for plan in state.plans(0, "stop:trig3"):
        copy = state.clone()
        for one, two in pairwise(plan.actions):
            copy.play(one)
            assert copy.why_not(two) is None


@pytest.mark.parametrize("goal", ["bridges", "woods"])
def test_whatever_a_route_can_pass_has_plans_when_it_is_tapped(goal: str) -> None:
    """Lakes, woods and bridges far away too, where many ways that bring other things lead past."""
    game = waystation.load("waypoints", players=1, goal=goal)
    tapped = 0
    for here, marker, water in (("camp1", 14, 6), ("rabbit7", 8, 4), ("trig1", 3, 4), ("bear8", 12, 5)):
        hiker = {"here": here, "water": water, "lakes": [1], "bridges": [2]}
        state = game.state_from({"table": {"start": "camp3", "marker": marker, "hikers": [hiker]}})
        assert isinstance(state, WaypointsState)
        for node, cost in costs_through(state).items():
            plans = state.plans(0, node)
            assert bool(plans) == (cost <= planner.route.budget(state, state.hikers[0])), (here, node)
            assert all(node.replace(":", " ") in plan.actions for plan in plans)
            tapped += bool(plans)
    assert tapped > 20


def costs_through(state: WaypointsState) -> dict[str, int]:
    """The fewest lines to a waypoint by way of each lake, wood and bridge that has a plan if it can be reached."""
    me, graph, sheet = state.hikers[0], state.game.graph, state.game.sheet
    goals = planner.route.targets(state, me)
    there = least_costs(graph, me.node, 0)
    onward = [next(b for b, mask in enumerate(masks) if mask & goals) for masks in graph.reachability(0).on_foot]
    found = {
        f"bridge:{n + 1}": min(there[a] + onward[b], there[b] + onward[a]) for n, (a, b) in enumerate(graph.bridges)
    }
    for kind, features, taken in (("lake", sheet.lakes, me.lakes), ("wood", sheet.woods, me.woods)):
        for n, feature in enumerate(features):
            if not taken >> n & 1:
                found[f"{kind}:{n + 1}"] = min(there[face] + onward[face] for face in feature.faces)
    return found
