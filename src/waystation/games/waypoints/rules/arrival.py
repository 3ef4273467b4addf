"""What reaching a waypoint brings: marks, the camera, a glide, lakes and woods (rules: Turn structure, Features,
Special actions)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog
from waystation.games.waypoints.card import (
    BACKPACK,
    CAMPSITE,
    GLIDER,
    LENGTHS,
    LOOKOUT,
    MOUNTAIN,
    MULTIPLIERS,
    TRACKS,
    WATER_SPACES,
    WOOD_TRACKS,
)
from waystation.games.waypoints.graph import bits
from waystation.games.waypoints.hiker import Ask, Hiker

if TYPE_CHECKING:
    from waystation.games.waypoints.state import WaypointsState


def gain_water(me: Hiker, count: int) -> int:
    """Circle so many water spaces, as far as there are any; one that is crossed out stays so."""
    got = min(count, WATER_SPACES - me.water)
    me.water += got
    return got


def visit(state: WaypointsState, me: Hiker, stop: int, seat: int, log: EventLog | None) -> None:
    """Stand on a waypoint: it counts for the hike and marks its track."""
    graph = state.game.graph
    kind = graph.kind[stop]
    me.visited |= 1 << stop
    me.here = stop
    me.node = graph.stop_face[stop]
    if kind != CAMPSITE:
        me.visits[kind] += 1
    mark(state, me, kind, graph.value[stop], seat, log)


def mark(state: WaypointsState, me: Hiker, kind: int, value: int, seat: int, log: EventLog | None) -> None:
    """Circle the next space of a track (or write a mountain's number); a camera must be used at once."""
    if kind == CAMPSITE or me.marks[kind] == LENGTHS[kind]:
        return
    me.marks[kind] += 1
    if kind == MOUNTAIN:
        me.heights.append(value * MULTIPLIERS[len(me.heights)])
    if log is not None:
        what = f"writes {me.heights[-1]}" if kind == MOUNTAIN else f"circles space {me.marks[kind]}"
        log.add("mark", seat, f"{{{seat}}} {what} on the {TRACKS[kind]} track.")
    if kind == LOOKOUT:
        me.doing.append(Ask.CAMERA)


# ---------------------------------------------------------------------- camera


def photo_choices(state: WaypointsState, me: Hiker) -> int:
    """Waypoints (bits) the camera can reach from where the hiker stands."""
    return state.game.graph.near[me.here] & ~(me.visited | me.photos)


def legal_camera(state: WaypointsState, me: Hiker) -> list[int]:
    """The waypoints to choose from, and wasting the camera if the option allows it."""
    moves = state.game.moves
    skip = [] if state.game.options.must_photograph else [moves.no_photo]
    return skip + [moves.photo + stop for stop in bits(photo_choices(state, me))]


def apply_camera(state: WaypointsState, me: Hiker, action: int, seat: int, log: EventLog | None) -> None:
    """Photograph: the waypoint is marked as if visited, and can be visited no more."""
    me.doing.pop()
    moves, graph = state.game.moves, state.game.graph
    if action == moves.no_photo:
        if log is not None:
            log.add("photo", seat, f"{{{seat}}} takes no photo.")
        return
    stop = action - moves.photo
    me.photos |= 1 << stop
    if log is not None:
        log.add("photo", seat, f"{{{seat}}} photographs {graph.sheet.waypoints[stop].told}.")
    mark(state, me, graph.kind[stop], graph.value[stop], seat, log)


# ---------------------------------------------------------------------- glider


def landings(state: WaypointsState, me: Hiker) -> int:
    """Waypoints (bits) a glider can reach: near, no mountain, neither visited nor photographed."""
    graph = state.game.graph
    return graph.near[me.here] & ~(me.visited | me.photos | graph.mountains)


def legal_glide(state: WaypointsState, me: Hiker) -> list[int]:
    """A glider or a backpack, if there is one to use, or to stay."""
    moves = state.game.moves
    found = []
    if me.ready[GLIDER]:
        found.append(moves.glider)
    if me.ready[BACKPACK]:
        found.append(moves.pack_glider)
    return [*found, moves.stay]


def legal_land(state: WaypointsState, me: Hiker) -> list[int]:
    """Where the glider may land."""
    moves = state.game.moves
    return [moves.glide + stop for stop in bits(landings(state, me))]


def apply_glide(state: WaypointsState, me: Hiker, action: int, seat: int, log: EventLog | None) -> None:
    """Cross out the special that is used; where it lands is asked next."""
    moves = state.game.moves
    me.doing.pop()
    if action != moves.stay:
        special = GLIDER if action == moves.glider else BACKPACK
        me.ready[special] -= 1
        me.used[special] += 1
        me.doing.append(Ask.LAND)


def apply_land(state: WaypointsState, me: Hiker, action: int, seat: int, log: EventLog | None) -> None:
    """The landing is a visit in every respect; its square counts, nothing below the line does (rulings 14 to 16)."""
    me.doing.pop()
    graph, stop = state.game.graph, action - state.game.moves.glide
    bit = 1 << graph.stop_square[stop]
    me.squares |= bit
    me.hike_squares |= bit
    me.legs.append((state.hike, me.here, stop, action))
    if log is not None:
        log.add("glide", seat, f"{{{seat}}} glides to {graph.sheet.waypoints[stop].told}.")
    visit(state, me, stop, seat, log)


# ---------------------------------------------------------------------- lakes and woods


def pay_features(state: WaypointsState, me: Hiker, seat: int, log: EventLog | None) -> None:
    """The end of the turn: each new lake gives 1 water, each new wood a mark of the player's choice."""
    if me.lakes_due:
        got = gain_water(me, me.lakes_due)
        if log is not None:
            log.add("lake", seat, f"{{{seat}}} gains {got} water at the lake{'s' if me.lakes_due > 1 else ''}.")
        me.lakes_due = 0
    me.doing.extend([Ask.WOOD] * me.woods_due)
    me.woods_due = 0


def legal_wood(state: WaypointsState, me: Hiker) -> list[int]:
    """The animal tracks that are not full."""
    moves = state.game.moves
    return [moves.mark + track for track in WOOD_TRACKS if me.marks[track] < LENGTHS[track]]


def apply_wood(state: WaypointsState, me: Hiker, action: int, seat: int, log: EventLog | None) -> None:
    """Mark the chosen track."""
    me.doing.pop()
    mark(state, me, action - state.game.moves.mark, 0, seat, log)
