"""Why not? The reason is true in that state: an oracle that knows the view and the sheet, not the engine, says so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest

import waystation
from games.waypoints.referee import Land, Spot
from games.waypoints.test_holds import hoard
from waystation.engine import Action, Chance, Refusal, conformance
from waystation.games.waypoints.mapfile import TYPES
from waystation.games.waypoints.sheet import square_name
from waystation.games.waypoints.state import WaypointsState
from waystation.games.waypoints.view import HikerView, TableView


class Oracle:
    """What can be known of a seat's place from its view."""

    def __init__(self, state: WaypointsState, seat: int) -> None:
        self.sheet = state.game.sheet
        self.land = Land(self.sheet)
        self.table: TableView = state.view(seat).table
        self.me: HikerView = self.table.hikers[seat]
        self.options = state.game.options
        self.special = {special.key: special for special in self.me.specials}
        self.stop = {stop.told: stop for stop in self.sheet.waypoints}
        self.here = self.land.stops[self.me.here]
        self.seen = {*self.me.visited, *self.me.photos}
        self.afloat = bool(self.me.walk) and self.me.walk[-1].startswith(("kayak", "backpack kayak", "float"))
        place = (self.land.reaches if self.afloat else self.land.faces)[self.me.face]
        launched = max((n for n, step in enumerate(self.me.walk) if "kayak" in step), default=0)
        lines = sum(step.startswith("float") for step in self.me.walk[launched:])
        self.lines = min(3, lines)
        self.spot: Spot = ("river", place, self.lines) if self.afloat else ("land", place, 0)
        self.boats = self.special["kayak"].ready + self.special["backpack"].ready
        crossings = Counter(step for step in self.me.walk if step.startswith("bridge"))
        self.crossings = crossings
        self.closed = frozenset(step for step, count in crossings.items() if count == 2)

    def least(self, spot: Spot, goals: set[str], boats: int | None = None, bridge: str = "") -> int:
        crossed = self.crossings + Counter({bridge: 1} if bridge else {})
        closed = frozenset(step for step, count in crossed.items() if count == 2)
        return self.land.least(spot, self.boats if boats is None else boats, goals, closed)

    def near(self, one: str, two: str) -> bool:
        return two in self.land.near(one)

    def square(self, stop: str) -> str:
        return square_name(self.land.stops[stop].square, self.sheet.columns)

    def after(self, wanted: Action) -> tuple[Spot, int, int, str]:
        """Where a step leads, what it costs, with how many kayaks left, and the bridge it crosses."""
        name = wanted.notation.removeprefix("backpack ")
        if wanted.kind in ("lake", "wood"):
            return self.spot, 0, self.boats, ""
        steps = {name: rest for name, *rest in self.land.steps(self.spot, self.boats)}
        there, cost, used = steps[name]
        return there, cost, self.boats - used, name if name.startswith("bridge") else ""


Check = Callable[[Oracle, Action, re.Match[str]], bool]


def unreachable(oracle: Oracle, wanted: Action, found: re.Match[str]) -> bool:
    there, cost, boats, bridge = oracle.after(wanted)
    goals = set(oracle.land.stops) - oracle.seen
    least = oracle.least(there, goals, boats, bridge)
    groups = found.groupdict()
    if groups.get("n") is None:
        return least == 999 and cost <= oracle.me.points_left
    told = least == int(groups["n"]) and oracle.me.points_left == int(groups["left"])
    return told and cost == int(groups.get("cost") or 0) and least + cost > oracle.me.points_left


def none_ready(oracle: Oracle, found: re.Match[str], how: str) -> bool:
    special = oracle.special[found["special"]]
    if special.ready:
        return False
    if how == "none":
        return special.gained == 0
    return special.gained == special.used > 0 if how == "used" else special.gained > special.used


def kind(oracle: Oracle, stop: str) -> str:
    return TYPES[oracle.land.stops[stop].type]


NO = r"No waypoint you may still visit is within reach from there: "
LEFT = r"and you have (?P<left>\d+) points? left, water included\."
TRUE: list[tuple[str, Check]] = [
    (r"You have begun to move", lambda o, a, f: bool(o.me.walk or o.me.coats)),
    (r"You are in (?P<f>\S+) already\.", lambda o, a, f: o.me.face == f["f"] and not o.afloat),
    (
        r"The river is crossed only at a bridge",
        lambda o, a, f: any({o.spot[1], a.args[0]} <= set(reach.banks) for reach in o.sheet.reaches),
    ),
    (
        r"A step crosses one line: (?P<there>\S+) does not touch (?P<here>[^,]+), where you are\.",
        lambda o, a, f: a.args[0] not in o.land.beside[o.spot[1]] and o.me.face == f["here"] != f["there"],
    ),
    (r"You have no points left to cross another line", lambda o, a, f: o.me.points_left == 0),
    (
        r"(?P<face>\S+) is no bank of the stretch of river you are on, ~(?P<reach>\S+)\.$",
        lambda o, a, f: o.afloat and o.me.face == f["reach"] and a.args[0] not in o.sheet.reaches[o.spot[1]].banks,
    ),
    (r"No waypoint that you may still visit can be reached from there at all", unreachable),
    (NO + r"the nearest is (?P<n>\d+) lines? away, " + LEFT, unreachable),
    (NO + r"that step costs (?P<cost>\d+) points?, the nearest is (?P<n>\d+) lines? further, " + LEFT, unreachable),
    (r"A kayak passes under bridges", lambda o, a, f: o.afloat),
    (
        r"Bridge (?P<n>\d+) is between (?P<one>\S+) and (?P<two>\S+); you are in (?P<here>\S+)\.$",
        lambda o, a, f: (
            int(f["n"]) == a.args[0] + 1
            and o.me.face == f["here"]
            and o.spot[1] not in o.sheet.bridges[a.args[0]].faces
            and {o.sheet.faces[n].name for n in o.sheet.bridges[a.args[0]].faces} == {f["one"], f["two"]}
        ),
    ),
    (r"A route crosses a bridge there and back", lambda o, a, f: o.crossings[a.notation] == 2),
    (
        r"(?P<k>Lake|Wood) (?P<n>\d+) is already paid for by this route",
        lambda o, a, f: f"{f['k'].lower()} {f['n']}" == a.notation in o.me.walk,
    ),
    (
        r"(?P<k>Lake|Wood) (?P<n>\d+) has already paid",
        lambda o, a, f: int(f["n"]) in (o.me.lakes if f["k"] == "Lake" else o.me.woods) and a.notation not in o.me.walk,
    ),
    (r"You are on the river, and (lake|wood) (?P<n>\d+) is on land\.", lambda o, a, f: o.afloat),
    (
        r"Your route is not where (?P<k>lake|wood) (\d+) is: that lies in (?P<p>.+), and you are in (?P<here>\S+)\.$",
        lambda o, a, f: (
            o.me.face == f["here"]
            and f["here"] not in re.split(r", | or ", f["p"])
            and set(re.split(r", | or ", f["p"]))
            == {o.sheet.faces[n].name for n in getattr(o.sheet, f["k"] + "s")[a.args[0]].faces}
        ),
    ),
    (
        r"You have visited (that waypoint before: )?(?P<s>.+?)( before)?\.$",
        lambda o, a, f: o.stop[f["s"]].id in o.me.visited,
    ),
    (
        r"You have photographed (?P<s>.+?)( before|: it can't be visited any more)\.$",
        lambda o, a, f: o.stop[f["s"]].id in o.me.photos,
    ),
    (r"Leave the river first; (?P<s>.+) stands on land\.", lambda o, a, f: o.afloat),
    (
        r"(?P<s>.+) is too far: (?P<n>\d+) lines? away at least, " + LEFT,
        lambda o, a, f: o.me.points_left == int(f["left"]) < int(f["n"]) == o.least(o.spot, {o.stop[f["s"]].id}),
    ),
    (r"No way leads to (?P<s>.+) from here", lambda o, a, f: o.least(o.spot, {o.stop[f["s"]].id}) == 999),
    (
        r"Walk to (?P<s>.+) step by step: it stands in (?P<f>\S+), and you are in (?P<here>\S+)\.$",
        lambda o, a, f: (
            o.sheet.faces[o.stop[f["s"]].face].name == f["f"] != f["here"] == o.me.face
            and o.least(o.spot, {o.stop[f["s"]].id}) <= o.me.points_left
        ),
    ),
    (
        r"A coat is for weather that gives 1 or 2 points; this turn gives (?P<n>\d+)",
        lambda o, a, f: o.table.movement == int(f["n"]) > 2,
    ),
    (r"Even with the (coat|backpack) no waypoint is within reach", lambda o, a, f: o.table.movement <= 2),
    (r"You have no (?P<special>\w+) to use: none is circled", lambda o, a, f: none_ready(o, f, "none")),
    (r"You have no (?P<special>\w+) to use: all are used up", lambda o, a, f: none_ready(o, f, "used")),
    (r"You have no (?P<special>\w+) to use: what you circled", lambda o, a, f: none_ready(o, f, "new")),
    (r"You are on the river already", lambda o, a, f: o.afloat),
    (
        r"Your route does not meet that stretch of the river: ~\S+ does not touch (?P<here>[^,]+), where you are",
        lambda o, a, f: o.me.face == f["here"] and o.spot[1] not in o.sheet.reaches[a.args[0]].banks,
    ),
    (r"You are not on the river", lambda o, a, f: not o.afloat),
    (
        r"~(?P<there>\S+) is not the next one: it does not join the stretch of river you are on, ~(?P<here>\S+)\.$",
        lambda o, a, f: o.afloat and a.args[0] not in o.land.onward[o.spot[1]] and o.me.face == f["here"],
    ),
    (r"A kayak crosses 3 grid lines at most", lambda o, a, f: o.lines == 3 and not o.options.paddle_on),
    (r"A fourth grid line on the river costs 1 point", lambda o, a, f: o.lines == 3 and o.me.points_left == 0),
    (r"You are to choose what the camera photographs now", lambda o, a, f: o.me.asked == "camera"),
    (r"You are to say now whether you glide", lambda o, a, f: o.me.asked == "glide"),
    (r"You are to choose where the glider lands now", lambda o, a, f: o.me.asked == "land"),
    (r"You are to choose a track for a wood now", lambda o, a, f: o.me.asked == "wood"),
    (r"You are to choose a journal entry for this hike now", lambda o, a, f: o.me.asked == "journal"),
    (r"A photo is taken only when a camera has just been circled", lambda o, a, f: o.me.asked != "camera"),
    (r"A camera must be used as soon as it is circled", lambda o, a, f: o.options.must_photograph),
    (
        r"(The camera|A glider) reaches only your square, (?P<here>\w+), and .*; (?P<s>.+) is in (?P<there>\w+)\.$",
        lambda o, a, f: (
            not o.near(o.me.here, o.stop[f["s"]].id)
            and (o.square(o.me.here), o.square(o.stop[f["s"]].id)) == (f["here"], f["there"])
        ),
    ),
    (
        r"A glider is used right after a move has ended on a mountain",
        lambda o, a, f: o.me.asked not in ("glide", "land"),
    ),
    (r"You are gliding already", lambda o, a, f: o.me.asked == "land"),
    (r"Say first whether you use a glider or a backpack", lambda o, a, f: o.me.asked == "glide"),
    (
        r"A glider does not land on a mountain, and (?P<s>.+) is one",
        lambda o, a, f: kind(o, o.stop[f["s"]].id) == "mountain",
    ),
    (r"A track is chosen only for a wood", lambda o, a, f: o.me.asked != "wood"),
    (r"The (?P<t>\w+) track is full", lambda o, a, f: o.me.marks[f["t"]] == 10),
    (r"A journal entry is scored at the end of a hike's last turn", lambda o, a, f: o.me.asked != "journal"),
    (
        r"You have scored that entry",
        lambda o, a, f: {entry.key: entry.points for entry in o.me.journal}[a.notation.split()[1]] is not None,
    ),
]


def judge(oracle: Oracle, wanted: Action, refusal: Refusal) -> str:
    """Which kind of reason it is; fails if it is not true."""
    for pattern, check in TRUE:
        found = re.match(pattern, refusal.reason)
        if found:
            assert check(oracle, wanted, found), (wanted.notation, refusal, oracle.me)
            return pattern
    raise AssertionError(f"nobody knows whether this is true: {refusal}")


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1, "goal": "lakes"},
        {"players": 2, "must_photograph": False},
        {"players": 1, "goal": "bridges", "paddle_on": False},
    ],
)
def test_reasons_are_true(options: dict[str, object]) -> None:
    game = waystation.load("waypoints", **options)
    given: Counter[str] = Counter()
    for seed in range(3):
        state, chance = game.new_state(seed), Chance.of(seed, "why")
        assert isinstance(state, WaypointsState)
        ply = 0
        while not state.is_over:
            seat = chance.choice(state.to_act)
            ply += 1
            if ply % 3 == 0:
                oracle, legal = Oracle(state, seat), set(state.legal_actions(seat))
                for _ in range(40):
                    wanted = game.actions[chance.below(len(game.actions))]
                    refusal = state.why_not(wanted.id, seat)
                    assert (refusal is None) == (wanted.id in legal), wanted
                    if refusal is not None:
                        assert refusal.rule
                        given[judge(oracle, wanted, refusal)] += 1
            state.apply(hoard(state, seat, chance), seat)
    assert len(given) > 18, given


def test_list_and_reasons_agree() -> None:
    """(At 100,000 moments, too, now and then: `conformance.compare(game, 100_000, choosers=(hoard,))`.)"""
    game = waystation.load("waypoints", players=2, must_photograph=False, paddle_on=False)
    assert conformance.compare(game, 300, choosers=(hoard, conformance.random_choice)) >= 300


def test_a_tap_on_a_place_asks_about_one_thing_only() -> None:
    """Too far a waypoint is no matter of gliders and cameras."""
    game = waystation.load("waypoints", players=1, goal="lakes")
    state = game.state_from({"table": {"start": "camp1", "marker": 1}})
    meant = [action for action in game.actions if "stop:trig5" in state.nodes(action.id, 0)]
    assert [action.notation for action in meant] == ["to trig5"]
    assert "too far: 1" in str(state.why_not("to trig5"))
    state = game.state_from({"table": {"start": "camp1", "marker": 3, "hikers": [{"here": "rabbit7"}]}})
    for step in ("go E3g", "to look3"):
        state.play(step)
    meant = [action for action in game.actions if "stop:trig5" in state.nodes(action.id, 0)]
    assert [action.notation for action in meant] == ["photo trig5"]
