"""What reaching a waypoint brings: marks, the camera, a glide (rules: Turn structure, Special actions)."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Arg, Seat, mark, say, term

from .components import (
    CAMPSITE,
    LENGTHS,
    LOOKOUT,
    MOUNTAIN,
    MULTIPLIERS,
    SPECIALS,
    TRACKS,
    WATER_SPACES,
    gained,
)
from .frames import Ask
from .state import Hiker, WaypointsState

MARKED = mark("{who} circles space {space} on the {track} track.")
MARKED_SPECIAL = mark(
    "{who} circles space {space} on the {track} track: a {special}, to be used from the next turn on."
)
MARKED_CAMERA = mark("{who} circles space {space} on the {track} track: a camera, to be used at once.")


def gain_water(me: Hiker, count: int) -> int:
    """Circle so many water spaces, as far as there are any; one that is crossed out stays so."""
    got = min(count, WATER_SPACES - me.water)
    me.water += got
    return got


def visit(state: WaypointsState, stop: int, seat: int, log: EventLog | None) -> None:
    """Stand on a waypoint: it counts for the hike and marks its track."""
    me, graph = state.hikers[seat], state.game.graph
    kind = graph.kind[stop]
    me.visited |= 1 << stop
    me.here = stop
    me.node = graph.stop_face[stop]
    if kind != CAMPSITE:
        me.visits[kind] += 1
    mark_track(state, kind, graph.value[stop], seat, log)


def mark_track(state: WaypointsState, kind: int, value: int, seat: int, log: EventLog | None) -> None:
    """Circle the next space of a track (or write a mountain's number); a camera must be used at once."""
    me = state.hikers[seat]
    if kind == CAMPSITE:
        return
    if me.marks[kind] == LENGTHS[kind]:
        if log is not None:
            text = say(
                "The {track} track of {who} is full: nothing is marked.", track=term(TRACKS[kind]), who=Seat(seat)
            )
            log.add("full", seat, text, {"track": TRACKS[kind]})
        return
    before = gained(me.marks) if log is not None else []
    me.marks[kind] += 1
    if kind == MOUNTAIN:
        me.heights.append(value * MULTIPLIERS[len(me.heights)])
    if log is not None:
        _tell_mark(me, kind, seat, before, log)
    if kind == LOOKOUT:
        state.stacks[seat].append((Ask.CAMERA, 0))


def _tell_mark(me: Hiker, kind: int, seat: int, before: list[int], log: EventLog) -> None:
    who, track, space = Seat(seat), TRACKS[kind], me.marks[kind]
    if kind == MOUNTAIN:
        number = me.heights[-1]
        text = say("{who} writes {n} in box {space} of the mountain track.", who=who, n=number, space=space)
        log.add("mark", seat, text, {"track": track, "space": space, "number": number})
        return
    new = next(
        (SPECIALS[s] for s, (old, now) in enumerate(zip(before, gained(me.marks), strict=True)) if now > old), ""
    )
    template = MARKED_CAMERA if kind == LOOKOUT else MARKED_SPECIAL if new else MARKED
    words: dict[str, Arg] = {
        "who": who,
        "space": space,
        "track": term(track),
        **({"special": term(new)} if new else {}),
    }
    log.add("mark", seat, say(template, **words), {"track": track, "space": space, "special": new})


def photo_choices(state: WaypointsState, me: Hiker) -> int:
    """Waypoints (bits) the camera can reach from where the hiker stands."""
    return state.game.graph.near[me.here] & ~(me.visited | me.photos)


def landings(state: WaypointsState, me: Hiker) -> int:
    """Waypoints (bits) a glider can reach: near, no mountain, neither visited nor photographed."""
    graph = state.game.graph
    return graph.near[me.here] & ~(me.visited | me.photos | graph.mountains)


ORIGINS = (
    mark("the 2nd and the 5th bear bring one"),
    mark("the 2nd and the 5th rabbit bring one"),
    mark("the 2nd and the 5th bird bring one"),
    mark("each gear brings one"),
)
