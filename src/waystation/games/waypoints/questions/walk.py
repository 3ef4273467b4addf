"""Move or rest, and where the route goes on (rules: 2. Move or Rest; Features; Coat; Kayak)."""

from __future__ import annotations

from collections.abc import Sequence

from waystation.engine import EventLog, Frame, Plan, Question, Refusal
from waystation.engine.words import Arg, Phrase, Seat, count, mark, say, term
from waystation.games.waypoints import planner, route, tracing
from waystation.games.waypoints.arrival import ORIGINS, gain_water, visit
from waystation.games.waypoints.components import (
    BACKPACK,
    COAT,
    COAT_POINTS,
    COAT_WEATHER,
    KAYAK,
    KAYAK_LINES,
    SPECIALS,
    gained,
)
from waystation.games.waypoints.frames import Ask
from waystation.games.waypoints.state import Hiker, WaypointsState

MOVE = "2. Move or Rest"
CAMERA_RULE = "Special actions: Camera"
KAYAK_RULE = "Special actions: Kayak"
COAT_RULE = "Special actions: Coat"
BACKPACK_RULE = "Special actions: Backpack"
FEATURES = "Features"

_PASSED = {"lake": mark("{who} passes through lake {n}."), "wood": mark("{who} passes through wood {n}.")}


_NOW = {
    Ask.CAMERA: mark("You are to choose what the camera photographs now."),
    Ask.GLIDE: mark("You are to say now whether you glide from this mountain."),
    Ask.LAND: mark("You are to choose where the glider lands now."),
    Ask.WOOD: mark("You are to choose a track for a wood now."),
    Ask.JOURNAL: mark("You are to choose a journal entry for this hike now."),
}


class Walk(Question[WaypointsState]):
    """To rest or where the route goes on."""

    answers = (
        "rest", "coat", "pack-coat", "go", "bridge", "lake", "wood", "kayak", "pack-kayak", "float", "arrive",
    )  # fmt: skip

    def legal(self, state: WaypointsState, frame: Frame, seat: int) -> list[int]:
        return route.legal(state, state.hikers[seat])

    def apply(self, state: WaypointsState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        me, moves = state.hikers[seat], state.game.moves
        if action >= moves.arrive:
            self._arrive(state, action, seat, log)
        elif action == moves.rest:
            state.stacks[seat].pop()
            got = gain_water(me, 1)
            if log is not None:
                text = say("{who} rests and gains 1 water.", who=Seat(seat))
                if not got:
                    text = say("{who} rests; no water space is left to circle.", who=Seat(seat))
                log.add("rest", seat, text, {"water": got})
        else:
            route.step(state, me, action)
            if log is not None:
                _tell_step(state, action, seat, log)

    def _arrive(self, state: WaypointsState, action: int, seat: int, log: EventLog | None) -> None:
        """The route is drawn: pay, circle the waypoint's track, and see what follows (ruling 20: the order)."""
        me, stack, stop = state.hikers[seat], state.stacks[seat], action - state.game.moves.arrive
        route.begin_route(state, me)
        paid = route.water_needed(state, me)
        me.drunk += paid
        me.legs.append((state.hike, me.here, stop, *me.trail, action))
        if log is not None:
            _tell_arrival(state, me, stop, paid, seat, log)
        me.trail.clear()
        stack[-1] = (Ask.FEATURES, 0)
        if state.game.graph.mountains >> stop & 1:
            stack.append((Ask.GLIDE, 0))
        visit(state, stop, seat, log)

    # ------------------------------------------------------------------ why not

    def why_not(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> Refusal | None:
        me, wanted = state.hikers[seat], state.game.actions[action]
        target = wanted.args[0] if wanted.args else 0
        match wanted.kind:
            case "rest":
                begun = me.trail or me.coats
                return (
                    Refusal(say("You have begun to move: the route must end at a waypoint."), MOVE) if begun else None
                )
            case "coat" | "pack-coat":
                return _coat(state, me, COAT if wanted.kind == "coat" else BACKPACK)
            case "arrive":
                return _arrive(state, me, target)
            case "lake" | "wood":
                return _feature(state, me, wanted.kind, target)
            case "kayak" | "pack-kayak":
                return _launch(state, me, KAYAK if wanted.kind == "kayak" else BACKPACK, target)
            case "float":
                return _float(state, me, target)
            case "bridge":
                return _bridge(state, me, target)
        return _land(state, me, target) if me.afloat >= 0 else _go(state, me, target)

    def not_now(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> Refusal:
        return Refusal(say(_NOW[Ask(frame[0])]), MOVE)

    # ------------------------------------------------------------------ what people see

    def ask(self, state: WaypointsState, frame: Frame, seat: int) -> str:
        me = state.hikers[seat]
        points = count(state.movement, "point|points")
        if me.trail or me.coats:
            template = mark(
                "Your route has cost {n:line|lines} ({points} from the weather, {water} water): where does it go on?"
            )
            return say(template, n=me.spent, points=points, water=me.held)
        stop = state.game.sheet.waypoints[me.here].told
        template = mark("Hike {hike}: move from {stop} or rest ({points} from the weather, {water} water).")
        return say(template, hike=state.hike + 1, stop=stop, points=points, water=me.held)

    def nodes(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        """A tap on a lake, wood or bridge shows routes; the step has a button, and a tap says why it can't be."""
        wanted, asked = state.game.actions[action], frame[0] if frame else Ask.WALK
        if wanted.kind == "arrive":
            return () if asked in (Ask.CAMERA, Ask.GLIDE, Ask.LAND) else wanted.nodes  # a tap means one thing at a time
        if wanted.kind in ("lake", "wood", "bridge") and frame[:1] == (Ask.WALK,):
            return () if self.why_not(state, frame, action, seat) is None else wanted.nodes
        return wanted.nodes

    def plans(self, state: WaypointsState, frame: Frame, seat: int, node: str) -> list[Plan]:
        return planner.plans_for_node(state, seat, node)

    def trace(self, state: WaypointsState, frame: Frame, seat: int, points: Sequence[tuple[float, float]]) -> Plan:
        return tracing.trace(state, seat, points)


# ---------------------------------------------------------------------- telling


def _tell_step(state: WaypointsState, action: int, seat: int, log: EventLog) -> None:
    wanted, who, sheet = state.game.actions[action], Seat(seat), state.game.sheet
    target = wanted.args[0] if wanted.args else 0
    match wanted.kind:
        case "coat":
            text = say("{who} uses a coat: {n:more point|more points}.", who=who, n=COAT_POINTS)
            log.add("coat", seat, text, {"special": "coat"})
        case "pack-coat":
            text = say("{who} uses a backpack as a coat: {n:more point|more points}.", who=who, n=COAT_POINTS)
            log.add("coat", seat, text, {"special": "backpack"})
        case "kayak":
            text = say("{who} launches a kayak in ~{reach}.", who=who, reach=sheet.reaches[target].name)
            log.add("kayak", seat, text, {"special": "kayak", "reach": sheet.reaches[target].name})
        case "pack-kayak":
            text = say("{who} launches a backpack as a kayak in ~{reach}.", who=who, reach=sheet.reaches[target].name)
            log.add("kayak", seat, text, {"special": "backpack", "reach": sheet.reaches[target].name})
        case "lake" | "wood":
            log.add("pass", seat, say(_PASSED[wanted.kind], who=who, n=target + 1), {wanted.kind: target + 1})
        case "bridge":
            log.add("bridge", seat, say("{who} crosses bridge {n}.", who=who, n=target + 1), {"bridge": target + 1})
        case "float":
            text = say("{who} floats on to ~{reach}.", who=who, reach=sheet.reaches[target].name)
            log.add("step", seat, text, {"reach": sheet.reaches[target].name})
        case _:
            text = say("{who} goes to {face}.", who=who, face=sheet.faces[target].name)
            log.add("step", seat, text, {"face": sheet.faces[target].name})


def _tell_arrival(state: WaypointsState, me: Hiker, stop: int, paid: int, seat: int, log: EventLog) -> None:
    start, end = state.game.sheet.waypoints[me.here], state.game.sheet.waypoints[stop]
    words: dict[str, Arg] = {"who": Seat(seat), "stop": end.told, "n": me.spent}
    text = say("{who} walks to {stop} over {n:line|lines}.", **words)
    if paid:
        text = say("{who} walks to {stop} over {n:line|lines} and {w} water.", **words, w=paid)
    data = {"from": start.id, "to": end.id, "lines": me.spent, "water": paid}
    log.add("move", seat, text, {**data, "squares": [state.game.square_names[state.game.graph.stop_square[me.here]]]})


# ---------------------------------------------------------------------- conditions, each with its reason


def _left(state: WaypointsState, me: Hiker) -> Phrase:
    return say("you have {n:point|points} left, water included", n=max(0, route.budget(state, me)))


def _too_far(state: WaypointsState, me: Hiker, least: int, cost: int = 0) -> Refusal | None:
    """None if from a place, reached at this cost, a waypoint is within reach that is `least` lines away."""
    if 0 <= least <= route.budget(state, me) - cost:
        return None
    if least < 0:
        return Refusal(say("No waypoint that you may still visit can be reached from there at all."), MOVE)
    template = mark(
        "No waypoint you may still visit is within reach from there: the nearest is {n:line|lines} away, and {left}."
    )
    if cost:
        template = mark(
            "No waypoint you may still visit is within reach from there: that step costs {cost:point|points}, "
            "the nearest is {n:line|lines} further, and {left}."
        )
    return Refusal(say(template, n=least, left=_left(state, me), cost=cost), MOVE)


def _onward(state: WaypointsState, me: Hiker, face: int, cost: int, closed: int) -> Refusal | None:
    goals = route.targets(state, me)
    return _too_far(state, me, route.least_on_foot(state, face, goals, route.kayaks(me), closed), cost)


def _go(state: WaypointsState, me: Hiker, face: int) -> Refusal | None:
    graph, faces = state.game.graph, state.game.sheet.faces
    if face == me.node:
        return Refusal(say("You are in {face} already.", face=faces[face].name), MOVE)
    if face not in graph.steps[me.node]:
        if any(face in graph.banks[reach] for reach in graph.launches[me.node]):
            return Refusal(say("The river is crossed only at a bridge, or with a kayak."), MOVE)
        template = mark("A step crosses one line: {there} does not touch {here}, where you are.")
        return Refusal(say(template, there=faces[face].name, here=faces[me.node].name), MOVE)
    if route.budget(state, me) < 1:
        return Refusal(say("You have no points left to cross another line."), MOVE)
    return _onward(state, me, face, 1, me.crossed_twice)


def _land(state: WaypointsState, me: Hiker, face: int) -> Refusal | None:
    if face not in state.game.graph.banks[me.node]:
        template = mark("{face} is no bank of the stretch of river you are on, ~{reach}.")
        names = {"face": state.game.sheet.faces[face].name, "reach": state.game.sheet.reaches[me.node].name}
        return Refusal(say(template, **names), KAYAK_RULE)
    return _onward(state, me, face, 0, me.crossed_twice)


def _bridge(state: WaypointsState, me: Hiker, bridge: int) -> Refusal | None:
    if me.afloat >= 0:
        return Refusal(say("A kayak passes under bridges; it does not cross them."), "ruling 13")
    one, two = state.game.graph.bridges[bridge]
    if me.node not in (one, two):
        faces = state.game.sheet.faces
        template = mark("Bridge {n} is between {one} and {two}; you are in {here}.")
        names = {"one": faces[one].name, "two": faces[two].name, "here": faces[me.node].name}
        return Refusal(say(template, n=bridge + 1, **names), MOVE)
    if me.crossed_twice >> bridge & 1:
        reason = say("A route crosses a bridge there and back at most; a third time could bring nothing.")
        return Refusal(reason, "ruling 6")
    return _onward(state, me, two if me.node == one else one, 0, route.bridge_closes(me, bridge))


_PAID = {
    "lake": mark("Lake {n} has already paid: each does so only once."),
    "wood": mark("Wood {n} has already paid: each does so only once."),
}
_PASSED_NOW = {
    "lake": mark("Lake {n} is already paid for by this route: each pays only once."),
    "wood": mark("Wood {n} is already paid for by this route: each pays only once."),
}
_AFLOAT = {
    "lake": mark("You are on the river, and lake {n} is on land."),
    "wood": mark("You are on the river, and wood {n} is on land."),
}
_ELSEWHERE = {
    "lake": mark("Your route is not where lake {n} is: that lies in {places:or}, and you are in {here}."),
    "wood": mark("Your route is not where wood {n} is: that lies in {places:or}, and you are in {here}."),
}


def _feature(state: WaypointsState, me: Hiker, kind: str, feature: int) -> Refusal | None:
    sheet = state.game.sheet
    if (me.lakes if kind == "lake" else me.woods) >> feature & 1:
        now = state.game.actions.id(kind, feature) in me.trail
        return Refusal(say((_PASSED_NOW if now else _PAID)[kind], n=feature + 1), FEATURES)
    if me.afloat >= 0:
        return Refusal(say(_AFLOAT[kind], n=feature + 1), FEATURES)
    faces = (sheet.lakes if kind == "lake" else sheet.woods)[feature].faces
    if me.node not in faces:
        names = [sheet.faces[face].name for face in faces]
        return Refusal(say(_ELSEWHERE[kind], n=feature + 1, places=names, here=sheet.faces[me.node].name), FEATURES)
    return _onward(state, me, me.node, 0, me.crossed_twice)


def _arrive(state: WaypointsState, me: Hiker, stop: int) -> Refusal | None:
    name = state.game.sheet.waypoints[stop].told
    if me.visited >> stop & 1:
        return Refusal(say("You have visited that waypoint before: {stop}.", stop=name), MOVE)
    if me.photos >> stop & 1:
        return Refusal(say("You have photographed {stop}: it can't be visited any more.", stop=name), CAMERA_RULE)
    if me.afloat >= 0:
        return Refusal(say("Leave the river first; {stop} stands on land.", stop=name), KAYAK_RULE)
    face = state.game.graph.stop_face[stop]
    if face == me.node:
        return None
    least = route.least_on_foot(state, me.node, 1 << stop, route.kayaks(me), me.crossed_twice)
    if least < 0:
        return Refusal(say("No way leads to {stop} from here.", stop=name), MOVE)
    if least > route.budget(state, me):
        template = mark("{stop} is too far: {n:line|lines} away at least, and {left}.")
        return Refusal(say(template, stop=name, n=least, left=_left(state, me)), MOVE)
    template = mark("Walk to {stop} step by step: it stands in {face}, and you are in {here}.")
    faces = state.game.sheet.faces
    return Refusal(say(template, stop=name, face=faces[face].name, here=faces[me.node].name), MOVE)


def _coat(state: WaypointsState, me: Hiker, special: int) -> Refusal | None:
    if state.movement > COAT_WEATHER:
        reason = say("A coat is for weather that gives 1 or 2 points; this turn gives {n}.", n=state.movement)
        return Refusal(reason, COAT_RULE)
    if not me.ready[special]:
        return none_left(me, special, COAT_RULE if special == COAT else BACKPACK_RULE)
    if route.hope_with_coat(state, me, special):
        return None
    return Refusal(
        say("Even with the {special} no waypoint is within reach.", special=term(SPECIALS[special])), COAT_RULE
    )


def none_left(me: Hiker, special: int, rule: str) -> Refusal:
    """There is no such special to use now: none circled, all used, or circled on this very turn."""
    words = {"special": term(SPECIALS[special]), "origin": say(ORIGINS[special])}
    got = gained(me.marks)[special]
    if got > me.used[special]:
        reason = say("You have no {special} to use: what you circled on this turn is for later ones.", **words)
        return Refusal(reason, "ruling 19")
    if got:
        return Refusal(say("You have no {special} to use: all are used up; {origin}.", **words), rule)
    return Refusal(say("You have no {special} to use: none is circled; {origin}.", **words), rule)


def _launch(state: WaypointsState, me: Hiker, special: int, reach: int) -> Refusal | None:
    sheet = state.game.sheet
    if me.afloat >= 0:
        return Refusal(say("You are on the river already."), KAYAK_RULE)
    if not me.ready[special]:
        return none_left(me, special, KAYAK_RULE if special == KAYAK else BACKPACK_RULE)
    if reach not in state.game.graph.launches[me.node]:
        template = mark(
            "Your route does not meet that stretch of the river: ~{reach} does not touch {here}, where you are."
        )
        return Refusal(say(template, here=sheet.faces[me.node].name, reach=sheet.reaches[reach].name), KAYAK_RULE)
    goals, boats = route.targets(state, me), route.kayaks(me) - 1
    return _too_far(state, me, route.least_afloat(state, me, reach, 0, goals, boats))


def _float(state: WaypointsState, me: Hiker, reach: int) -> Refusal | None:
    sheet, graph = state.game.sheet, state.game.graph
    if me.afloat < 0:
        return Refusal(say("You are not on the river."), KAYAK_RULE)
    if reach not in graph.floats[me.node]:
        template = mark("~{there} is not the next one: it does not join the stretch of river you are on, ~{here}.")
        return Refusal(say(template, there=sheet.reaches[reach].name, here=sheet.reaches[me.node].name), KAYAK_RULE)
    dear = me.afloat == KAYAK_LINES
    if dear and not graph.may_paddle_on:
        return Refusal(say("A kayak crosses {n:grid line|grid lines} at most (option).", n=KAYAK_LINES), "ruling 12")
    if dear and route.budget(state, me) < 1:
        return Refusal(say("A fourth grid line on the river costs 1 point, and you have none left."), "ruling 12")
    lines, goals = min(me.afloat + 1, KAYAK_LINES), route.targets(state, me)
    return _too_far(state, me, route.least_afloat(state, me, reach, lines, goals, route.kayaks(me)), int(dear))
