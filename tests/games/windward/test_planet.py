"""The planet: geometry, the wedges in all orders, reach, plans and threats."""

from __future__ import annotations

from itertools import permutations

import pytest

import waystation
from games.windward.table import table
from waystation.engine import EventLog
from waystation.games.windward import ways as looking
from waystation.games.windward.components import shipped
from waystation.games.windward.planet import FAR, POST, Planet, geometry
from waystation.games.windward.state import WindwardState


def test_names_and_coordinates() -> None:
    hexes = geometry(6)
    assert hexes.size == 127
    assert hexes.names[hexes.at(4, -3)] == "24b"
    assert [hexes.hexes[corner] for corner in hexes.corners] == [(0, -6), (6, -6), (6, 0), (0, 6), (-6, 6), (-6, 0)]
    assert hexes.opposite[hexes.at(6, -6)] == hexes.at(-6, 6)
    assert geometry(4).size == 61
    assert hexes.distance(hexes.at(3, -4), hexes.at(0, -5)) == 4


def test_the_planet_of_the_layout_in_order() -> None:
    planet = Planet([wedge.large for wedge in shipped().wedges])
    places = planet.geometry.hexes
    assert [places[space] for space in planet.feeding] == [(2, -5), (4, -3), (4, 1), (-2, 4), (-5, 2), (-1, -3)]
    assert [places[space] for space in planet.red_starts] == [(3, -4), (5, -2), (1, 4), (-3, 6), (-4, 3), (-4, -1)]
    assert planet.drift.count(True) == 18
    assert len(planet.zephyrs) == len(planet.pockets) == 6


@pytest.mark.parametrize("small", [False, True])
def test_open_spaces_hang_together_in_every_order_of_the_wedges(small: bool) -> None:
    rows = [wedge.rows(small) for wedge in shipped().wedges]
    for order in permutations(range(6)):
        if order[0]:  # turning the whole planet changes nothing
            break
        planet = Planet([rows[wedge] for wedge in order])
        field = planet.field(POST, 0)
        assert all(field[space] < FAR for spaces in planet.open_spaces for space in spaces)


# ---------------------------------------------------------------------- E1


@pytest.mark.parametrize(
    ("speed", "wind", "spaces"), [(4, 1, 97), (4, 3, 79), (4, 5, 69), (5, 1, 102), (5, 3, 100), (5, 5, 89)]
)
def test_e1_reach_from_port_counts(speed: int, wind: int, spaces: int) -> None:
    state = table(wind=wind, grays=[], turn={"speed": speed})
    ways = looking.reach(state, 0)
    assert sum(1 for space, way in ways.items() if space and not way.fight) == spaces


@pytest.mark.parametrize(("wind", "costs"), [(1, [2, 4, 4, 3, 3, 1]), (3, [4, 3, 2, 3, 5, 4]), (5, [6, 4, 5, 2, 3, 4])])
def test_e1_least_speed_to_the_feeding_grounds(wind: int, costs: list[int]) -> None:
    state = table(wind=wind, grays=[], turn={"speed": 20})
    ways = looking.reach(state, 0)
    assert [ways[ground].cost for ground in state.planet.feeding] == costs


def test_a_plan_can_be_played_as_it_is_and_costs_what_it_says() -> None:
    for wind in range(1, 7):
        start = table(wind=wind, grays=[])
        for space, way in looking.reach(start, 0).items():
            (plan,) = start.plans(0, f"hex:{start.space_name(space)}")
            state = start.clone()
            for action in plan.actions:
                state.play(action, 0)
            assert f"{way.cost} speed" in plan.label
            if not way.fight:
                assert state.ship[0] == space
                assert state.speed == start.speed - way.cost


def test_a_plan_into_a_battle_tells_the_odds() -> None:
    state = table(reds=["12a"], players=[{"ship": "11a", "cannons": 1}])
    (plan,) = state.plans(0, "red:12a")
    assert plan.actions == ("sail 12a",)
    assert "battle with the red crester: win 0%" in plan.detail
    assert [node.id for node in plan.preview] == ["plan:0", "plan:1"]


def test_every_use_of_cannons_cards_and_tokens_has_its_odds_before_the_ship_commits() -> None:
    """The marine's two hits count; 2 v 5 + 2 is 3 %, 4 v 5 + 2 is 47 %, + 4 is 79 %."""
    ship = {"ship": "11a", "cannons": 2, "crew": ["marine"], "plus2": 1, "hand": ["broadside"]}
    state = table(reds=["12a"], players=[ship])
    (plan,) = state.plans(0, "red:12a")
    assert "To win: 0 cannons 3% (+2 " in plan.detail
    assert "; 2 cannons 47% (+2 79%, +3 " in plan.detail
    state.play("sail 12a")
    labels = [state.label(action, 0) for action in state.legal_actions(0)]
    assert labels[2].startswith("Fire 2 cannons and roll: win 47% (+2 79%, +3 ")


def test_a_plan_for_a_longboat() -> None:
    state = table(reds=[], grays=["44c"], players=[{"rowing": 4, "boats": ["42b", "beside"], "ship": "65a"}])
    boat = state.plans(0, "gray:44c")[-1]
    assert boat.label == "Row to 44c"
    assert boat.actions == ("row 42b 43b", "row 43b 44c")  # (-1,2) to (-2,4): south, then south-west
    assert "battle: win 31%" in boat.detail
    assert state.plans(0, "boat:0:0") == []
    blocked = table(
        reds=[], grays=["44c"], items={"43b": {"gray": 1}}, players=[{"rowing": 4, "boats": ["42b", "beside"]}]
    )
    assert (
        looking.boat_reach(blocked, 0, 0)[blocked.planet.geometry.by_name["44c"]][0]
        != blocked.planet.geometry.by_name["43b"]
    )
    assert state.plans(1, "hex:11a") == []
    assert state.plans(0, "end") == []


# ---------------------------------------------------------------------- threats


def test_a_red_threatens_three_spaces_around_inside_its_territory() -> None:
    state = table(reds=["14d"], players=[{"ship": "31a"}])
    spaces = looking.threats(state)["14d"]
    assert "13b" in spaces  # two steps
    assert "15a" not in spaces  # four
    assert "24a" not in spaces  # next door, but in territory 2


def test_what_has_fought_threatens_nobody() -> None:
    state = table(reds=["14d"], turn={"settled": ["14d"]})
    assert looking.threats(state) == {}


def test_threats_are_kept_when_the_turn_ends_there() -> None:
    """Wherever the ship may come to: it is attacked exactly on threatened spaces."""
    start = table(grays=[], wind=1, players=[{"morale": 5, "hand": ["bait", "bait"]}, {"hand": []}])
    threatened = {name for spaces in looking.threats(start).values() for name in spaces}
    for space, way in looking.reach(start, 0).items():
        if way.fight or not space:
            continue
        state = start.clone()
        for to in way.path:
            state.play(f"sail {state.space_name(to)}")
        state.play("end")
        state.play("discard bait")
        while state.to_act == (0,) and state.agenda[-1][0] == 4:  # equal ways
            state.apply(state.legal_actions(0)[0], 0)
        fought = (
            bool(state.battle) or state.morale[0] < 5 or not state.ship[0] or state.hold[0] > 0 or state.plus2[0] > 0
        )
        assert bool(fought) == (state.space_name(space) in threatened), state.space_name(space)


def test_a_red_that_moves_first_leaves_the_white_its_way() -> None:
    game = waystation.load("windward", players=2, map="large", white_crester=True, path_choice="lowest direction")
    for ship, red, white, comes in (
        ("25e", "26b", "26a", True),
        ("36f", "35b", "35a", True),
        ("54a", "26b", "26a", False),
    ):
        captain = {"ship": ship, "morale": 5, "hand": ["bait"]}
        doc = {"layout": "ABCDEF", "wind": 1, "on_turn": 1, "reds": [red], "white": white, "players": [captain]}
        state = game.state_from({"table": doc})
        assert isinstance(state, WindwardState)
        assert (ship in looking.threats(state)[white]) == comes
        log = EventLog()
        state.play("end")
        state.play("discard bait", log=log)
        assert any("white crester attacks" in event.text for event in log) == comes


def test_the_field_goes_round_what_is_blocked() -> None:
    planet = Planet([wedge.large for wedge in shipped().wedges])
    at = planet.geometry.by_name
    free = planet.field(at["15a"], 0, inside=True)
    assert free[at["14d"]] == 4
    shut = planet.field(at["15a"], 1 << at["15b"], inside=True)
    assert shut[at["14d"]] == FAR


def vast() -> WindwardState:
    """An owner's planet of the largest size, nine rows: 270 spaces around the post."""
    rows = [".", "..", ".z.", "....", "..#..", "......", "..f....", "....r...", "a.....g.."]
    sections = {"wedges": [wedge_doc(wedge.id, wedge.small, rows) for wedge in shipped().wedges]}
    game = waystation.load("windward", players=2, map="large", ship_perks="none", components=sections)
    state = game.state_from({"table": {"wind": 2, "on_turn": 1, "players": [{"ship": "35b"}]}})
    assert isinstance(state, WindwardState)
    return state


def wedge_doc(ident: str, small: tuple[str, ...], large: list[str]) -> dict[str, object]:
    return {"id": ident, "small": list(small), "large": large, "source": "owner"}


REACHED_FROM = {
    "sky": table(players=[{"ship": "33b"}]),
    "port": table(),
    "vast": vast(),
    "through port": table(wind=4, players=[{"ship": "11a"}], turn={"speed": 3}),
    "a crester in the hold": table(wind=4, players=[{"ship": "11a", "hold": "red"}], turn={"speed": 3}),
    "through drift": table(wind=3, players=[{"ship": "15c"}], turn={"speed": 2, "drift": True}),
    "on drift": table(wind=5, players=[{"ship": "14a"}], turn={"speed": 3, "drift": True, "last_open": "13a"}),
}


@pytest.mark.parametrize("state", REACHED_FROM.values(), ids=REACHED_FROM)
def test_reach_is_what_single_steps_can_come_to(state: WindwardState) -> None:
    """Against trying every step, one after the other."""
    start, found = state.ship[0], {state.ship[0]: 0}
    frontier = [state]
    while frontier:
        here = frontier.pop()
        for to in here.legal_actions(0):
            if here.game.actions[to].kind != "sail":
                continue
            after = here.clone()
            fight = to > 0 and after.high[to] > 0
            after.advance(to, 0)
            cost = state.speed - after.speed
            if cost < found.get(to, 99):
                found[to] = cost
                if not fight:
                    frontier.append(after)
    del found[start]
    assert {space: way.cost for space, way in looking.reach(state, 0).items()} == found


def test_a_way_leads_through_port_only_if_that_is_cheaper() -> None:
    """Across the post for 2, around it for more; to 31a both would cost 2."""
    state = table(wind=1, grays=[], reds=[], players=[{"ship": "11a"}])
    (plan,) = state.plans(0, "hex:41a")
    assert plan.actions == ("sail port", "sail 41a")
    assert plan.detail == "2 steps, 2 speed left, through port"
    state = table(wind=2, grays=[], reds=[], players=[{"ship": "11a"}])
    assert state.plans(0, "hex:31a")[0].actions == ("sail 21a", "sail 31a")


def test_a_way_leads_through_drift_while_deadweight_allows_it_and_never_ends_in_a_trap() -> None:
    start = table(wind=3, grays=[], players=[{"ship": "13a"}], turn={"drift": True})
    drift = [space for space in looking.reach(start, 0) if start.planet.drift[space]]
    assert drift
    for space in drift:
        (plan,) = start.plans(0, f"hex:{start.space_name(space)}")
        state = start.clone()
        for action in plan.actions:
            state.play(action, 0)
        assert state.ship[0] == space
    shut = table(wind=3, grays=[], players=[{"ship": "13a"}])
    assert not any(shut.planet.drift[space] for space in looking.reach(shut, 0))
