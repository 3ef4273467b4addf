"""Why not? The reason for every refusal, with the section of the rules or the ruling it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import Action, Refusal

from .card import BACKPACK, COAT, COAT_WEATHER, GLIDER, JOURNAL, KAYAK, KAYAK_LINES, LENGTHS, TRACKS, counted
from .hiker import Ask, Hiker
from .rules import route

if TYPE_CHECKING:
    from .state import WaypointsState

MOVE = "2. Move or Rest"
CAMERA_RULE = "Special actions: Camera"
GLIDER_RULE = "Special actions: Glider"
KAYAK_RULE = "Special actions: Kayak"
COAT_RULE = "Special actions: Coat"
BACKPACK_RULE = "Special actions: Backpack"
FEATURES = "Features"
JOURNAL_RULE = "End of a hike"

_KINDS = {
    Ask.WALK: {"rest", "coat", "pack-coat", "go", "bridge", "lake", "wood", "kayak", "pack-kayak", "float", "arrive"},
    Ask.CAMERA: {"photo", "no-photo"},
    Ask.GLIDE: {"glider", "pack-glider", "stay"},
    Ask.LAND: {"glide"},
    Ask.WOOD: {"mark"},
    Ask.JOURNAL: {"journal"},
}
_NOW = {
    Ask.WALK: "You are to rest or to draw your route now.",
    Ask.CAMERA: "You are to choose what the camera photographs now.",
    Ask.GLIDE: "You are to say now whether you glide from this mountain.",
    Ask.LAND: "You are to choose where the glider lands now.",
    Ask.WOOD: "You are to choose a track for a wood now.",
    Ask.JOURNAL: "You are to choose a journal entry for this hike now.",
}


def question(state: WaypointsState, me: Hiker) -> str:
    """What the player is asked, in a sentence."""
    ask = me.doing[-1]
    stop = state.game.sheet.waypoints[me.here].told
    if ask == Ask.WALK:
        weather = f"{counted(state.movement, 'point')} from the weather, {me.held} water"
        if me.trail or me.coats:
            return f"Your route has cost {me.spent} ({weather}): where does it go on?"
        return f"Hike {state.hike + 1}: move from {stop} or rest ({weather})."
    if ask == Ask.WOOD:
        return "Which animal track does the wood mark?"
    return {
        Ask.CAMERA: f"Which waypoint near {stop} do you photograph?",
        Ask.GLIDE: f"Do you glide on from {stop}?",
        Ask.LAND: f"Where do you land, gliding from {stop}?",
        Ask.JOURNAL: "Which journal entry do you score for this hike?",
    }[Ask(ask)]


_AT_STOPS = {Ask.WALK: "arrive", Ask.CAMERA: "photo", Ask.GLIDE: "glide", Ask.LAND: "glide"}
"""What a tap on a waypoint means at each question."""


def nodes(state: WaypointsState, action: int, seat: int) -> tuple[str, ...]:
    """What to click for an action, and, while it is not possible, what tells on a click why.

    A tap on a lake, wood or bridge shows routes; the step itself has a button. A tap on a waypoint means one thing.
    """
    wanted, me = state.game.actions[action], state.hikers[seat]
    if wanted.kind in ("lake", "wood", "bridge") and state._allows(action, seat):
        return ()
    if wanted.kind in _AT_STOPS.values():
        ask = Ask(me.doing[-1]) if me.doing else Ask.WALK
        return wanted.nodes if _AT_STOPS.get(ask, "arrive") == wanted.kind else ()
    return wanted.nodes


def why_not(state: WaypointsState, me: Hiker, action: int) -> Refusal:
    """The reason why this illegal action is refused."""
    wanted = state.game.actions[action]
    ask = Ask(me.doing[-1])
    if wanted.kind not in _KINDS[ask]:
        return _other_moment(state, me, wanted, ask)
    return {
        Ask.WALK: _walk,
        Ask.CAMERA: _camera,
        Ask.GLIDE: _glider,
        Ask.LAND: _land,
        Ask.WOOD: _wood,
        Ask.JOURNAL: _journal,
    }[ask](state, me, wanted)


def _other_moment(state: WaypointsState, me: Hiker, wanted: Action, ask: Ask) -> Refusal:
    if wanted.kind in _KINDS[Ask.GLIDE] | _KINDS[Ask.LAND]:
        if ask == Ask.GLIDE:
            return Refusal("Say first whether you use a glider or a backpack.", GLIDER_RULE)
        return Refusal("A glider is used right after a move has ended on a mountain.", GLIDER_RULE)
    if wanted.kind in _KINDS[Ask.CAMERA]:
        return Refusal("A photo is taken only when a camera has just been circled.", CAMERA_RULE)
    if wanted.kind == "journal":
        return Refusal("A journal entry is scored at the end of a hike's last turn.", JOURNAL_RULE)
    if wanted.kind == "mark":
        return Refusal("A track is chosen only for a wood that your route passed through.", FEATURES)
    return Refusal(_NOW[ask], MOVE)


# ---------------------------------------------------------------------- on the route


def _walk(state: WaypointsState, me: Hiker, wanted: Action) -> Refusal:
    kind, target = wanted.kind, wanted.args[0] if wanted.args else 0
    if kind == "rest":
        return Refusal("You have begun to move: the route must end at a waypoint.", MOVE)
    if kind in ("coat", "pack-coat"):
        return _coat(state, me, kind)
    if kind == "arrive":
        return _arrive(state, me, target)
    if kind in ("lake", "wood"):
        return _feature(state, me, kind, target)
    if kind in ("kayak", "pack-kayak"):
        return _launch(state, me, kind, target)
    if kind == "float":
        return _float(state, me, target)
    if kind == "bridge":
        return _bridge(state, me, target)
    return _go(state, me, target)


def _too_far(state: WaypointsState, me: Hiker) -> Refusal:
    return Refusal(f"No waypoint you may still visit can be reached from there: {_left(state, me)}.", MOVE)


def _left(state: WaypointsState, me: Hiker) -> str:
    return f"you have {counted(route.budget(state, me), 'point')} left, water included"


def _go(state: WaypointsState, me: Hiker, face: int) -> Refusal:
    graph = state.game.graph
    if me.afloat >= 0:
        if face not in graph.banks[me.node]:
            return Refusal("From the river you can only step onto a bank of the stretch you are on.", KAYAK_RULE)
        return _too_far(state, me)
    if face == me.node:
        return Refusal("You are there already.", MOVE)
    if face not in graph.steps[me.node]:
        if any(face in graph.banks[reach] for reach in graph.launches[me.node]):
            return Refusal("The river is crossed only at a bridge, or with a kayak.", MOVE)
        return Refusal("A step crosses one line: that part of the sheet does not touch the one you are in.", MOVE)
    if route.budget(state, me) < 1:
        return Refusal("You have no points left to cross another line.", MOVE)
    return _too_far(state, me)


def _bridge(state: WaypointsState, me: Hiker, bridge: int) -> Refusal:
    if me.afloat >= 0:
        return Refusal("A kayak passes under bridges; it does not cross them.", "ruling 13")
    if me.node not in state.game.graph.bridges[bridge]:
        return Refusal("That bridge does not begin here.", MOVE)
    if me.crossed_twice >> bridge & 1:
        return Refusal("A route crosses a bridge there and back at most; a third time could bring nothing.", "ruling 6")
    return _too_far(state, me)


def _feature(state: WaypointsState, me: Hiker, kind: str, feature: int) -> Refusal:
    taken = me.lakes if kind == "lake" else me.woods
    if taken >> feature & 1:
        return Refusal(f"That {kind} has already paid: each does so only once.", FEATURES)
    return Refusal(f"Your route is not where it could pass through that {kind}.", FEATURES)


def _arrive(state: WaypointsState, me: Hiker, stop: int) -> Refusal:
    if me.visited >> stop & 1:
        return Refusal("You have visited that waypoint before.", MOVE)
    if me.photos >> stop & 1:
        return Refusal("You have photographed that waypoint: it can't be visited any more.", CAMERA_RULE)
    name = state.game.sheet.waypoints[stop].told
    if me.afloat >= 0:
        return Refusal(f"Leave the river first; {name} stands on land.", KAYAK_RULE)
    kayaks = me.ready[KAYAK] + me.ready[BACKPACK]
    reached = state.game.graph.reachability(kayaks).on_foot[me.node]
    points = min(route.budget(state, me), len(reached) - 1)
    if not reached[points] >> stop & 1:
        return Refusal(f"{name} is too far: {_left(state, me)}.", MOVE)
    return Refusal(f"Walk to {name} step by step: your route is not beside it yet.", MOVE)


def _coat(state: WaypointsState, me: Hiker, kind: str) -> Refusal:
    if state.movement > COAT_WEATHER:
        return Refusal(f"A coat is for weather that gives 1 or 2 points; this turn gives {state.movement}.", COAT_RULE)
    special = COAT if kind == "coat" else BACKPACK
    if not me.ready[special]:
        return _not_ready(me, special, COAT_RULE if special == COAT else BACKPACK_RULE)
    return Refusal("Even with the coat no waypoint is within reach.", COAT_RULE)


def _not_ready(me: Hiker, special: int, rule: str) -> Refusal:
    name = ("kayak", "coat", "glider", "backpack")[special]
    return Refusal(
        f"You have no {name} to use: it must have been circled on an earlier turn, and not be used up.", rule
    )


def _launch(state: WaypointsState, me: Hiker, kind: str, reach: int) -> Refusal:
    special = KAYAK if kind == "kayak" else BACKPACK
    if not me.ready[special]:
        return _not_ready(me, special, KAYAK_RULE if special == KAYAK else BACKPACK_RULE)
    if me.afloat >= 0:
        return Refusal("You are on the river already.", KAYAK_RULE)
    if reach not in state.game.graph.launches[me.node]:
        return Refusal("Your route does not meet that stretch of the river here.", KAYAK_RULE)
    return _too_far(state, me)


def _float(state: WaypointsState, me: Hiker, reach: int) -> Refusal:
    if me.afloat < 0:
        return Refusal("You are not on the river.", KAYAK_RULE)
    if reach not in state.game.graph.floats[me.node]:
        return Refusal("That stretch of the river is not the next one.", KAYAK_RULE)
    if me.afloat == KAYAK_LINES and not state.game.graph.may_paddle_on:
        return Refusal(f"A kayak crosses {KAYAK_LINES} grid lines at most (option).", "ruling 12")
    return _too_far(state, me)


# ---------------------------------------------------------------------- after the route


def _camera(state: WaypointsState, me: Hiker, wanted: Action) -> Refusal:
    if wanted.kind == "no-photo":
        return Refusal("A camera must be used (option).", "ruling 18")
    stop = wanted.args[0]
    if (me.visited | me.photos) >> stop & 1:
        return Refusal("You have visited or photographed that waypoint before.", CAMERA_RULE)
    return Refusal("The camera reaches only your square and those that share a side with it.", CAMERA_RULE)


def _glider(state: WaypointsState, me: Hiker, wanted: Action) -> Refusal:
    special = GLIDER if wanted.kind == "glider" else BACKPACK
    return _not_ready(me, special, GLIDER_RULE if special == GLIDER else BACKPACK_RULE)


def _land(state: WaypointsState, me: Hiker, wanted: Action) -> Refusal:
    graph, stop = state.game.graph, wanted.args[0]
    if (me.visited | me.photos) >> stop & 1:
        return Refusal("You have visited or photographed that waypoint before.", "ruling 14")
    if graph.mountains >> stop & 1:
        return Refusal("A glider does not land on a mountain.", GLIDER_RULE)
    return Refusal("A glider reaches only your square and those that share a side with it.", GLIDER_RULE)


def _wood(state: WaypointsState, me: Hiker, wanted: Action) -> Refusal:
    track = wanted.args[0]
    return Refusal(f"The {TRACKS[track]} track is full: all {LENGTHS[track]} spaces are circled.", FEATURES)


def _journal(state: WaypointsState, me: Hiker, wanted: Action) -> Refusal:
    return Refusal(f"You have scored the entry {JOURNAL[wanted.args[0]]!r} on an earlier hike.", JOURNAL_RULE)
