"""Move or rest, and the route as small steps (rules: 2. Move or Rest; Features; Coat; Kayak).

A step is offered if the walk can still end at a waypoint within the points at hand: the weather's, 3 for each coat
put on, and all water held. Water is crossed out on arrival, as much as the route needed. So no walk gets stuck, and
every legal walk can be made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog
from waystation.games.waypoints.card import BACKPACK, COAT, COAT_POINTS, COAT_WEATHER, KAYAK, KAYAK_LINES, counted
from waystation.games.waypoints.graph import Graph
from waystation.games.waypoints.hiker import Ask, Hiker

from .arrival import gain_water, visit

if TYPE_CHECKING:
    from waystation.games.waypoints.state import WaypointsState


def budget(state: WaypointsState, me: Hiker) -> int:
    """Points the route may still cost: weather, coats put on and all water held, less what is spent."""
    return state.movement + COAT_POINTS * me.coats + me.held - me.spent


def targets(state: WaypointsState, me: Hiker) -> int:
    """Waypoints (bits) where a move may end: neither visited nor photographed."""
    return state.game.graph.all_stops & ~(me.visited | me.photos)


def legal(state: WaypointsState, me: Hiker) -> list[int]:
    """What may be done at the start of a turn or on the way."""
    moves = state.game.moves
    found = []
    if not me.trail and not me.coats:
        found.append(moves.rest)
    if (me.ready[COAT] or me.ready[BACKPACK]) and state.movement <= COAT_WEATHER:
        if me.ready[COAT] and _hope_with_coat(state, me, COAT):
            found.append(moves.coat)
        if me.ready[BACKPACK] and _hope_with_coat(state, me, BACKPACK):
            found.append(moves.pack_coat)
    if me.afloat >= 0:
        _afloat_steps(state, me, found)
    else:
        _steps(state, me, found)
    return found


def _steps(state: WaypointsState, me: Hiker, found: list[int]) -> None:
    game = state.game
    graph, moves, face = game.graph, game.moves, me.node
    points = budget(state, me)
    goals = graph.all_stops & ~(me.visited | me.photos)
    kayaks = me.ready[KAYAK] + me.ready[BACKPACK]
    table = graph.reachability(kayaks, me.crossed_twice)
    reach = table.on_foot
    left = points if points < table.top else table.top
    if points > 0:
        cheaper = points - 1 if points <= table.top else table.top
        go = moves.go
        for other in graph.steps[face]:
            if reach[other][cheaper] & goals:
                found.append(go + other)
    for bridge in graph.bridges_at[face]:
        if _bridge_leads_on(graph, me, bridge, points, goals, kayaks):
            found.append(moves.bridge + bridge)
    for lake in graph.lakes_at[face]:
        if not me.lakes >> lake & 1 and reach[face][left] & goals:
            found.append(moves.lake + lake)
    for wood in graph.woods_at[face]:
        if not me.woods >> wood & 1 and reach[face][left] & goals:
            found.append(moves.wood + wood)
    if kayaks and graph.launches[face]:
        _launches(state, me, found, points, goals, kayaks)
    for stop in graph.stops_at[face]:
        if goals >> stop & 1:
            found.append(moves.arrive + stop)


def _bridge_leads_on(graph: Graph, me: Hiker, bridge: int, points: int, goals: int, kayaks: int) -> bool:
    """Crossed there and back, a bridge is closed to the rest of the route (ruling 6)."""
    bit = 1 << bridge
    if me.crossed_twice & bit:
        return False
    table = graph.reachability(kayaks, me.crossed_twice | (me.crossed & bit))
    one, two = graph.bridges[bridge]
    return table.on_foot[two if one == me.node else one][min(points, table.top)] & goals != 0


def _launches(state: WaypointsState, me: Hiker, found: list[int], points: int, goals: int, kayaks: int) -> None:
    graph, moves = state.game.graph, state.game.moves
    table = graph.reachability(kayaks - 1, me.crossed_twice)
    left = min(points, table.top)
    open_reaches = [r for r in graph.launches[me.node] if table.afloat[0][r][left] & goals]
    if me.ready[KAYAK]:
        found.extend(moves.kayak + r for r in open_reaches)
    if me.ready[BACKPACK]:
        found.extend(moves.pack_kayak + r for r in open_reaches)


def _afloat_steps(state: WaypointsState, me: Hiker, found: list[int]) -> None:
    """Leave on either bank, or float on; the fourth grid line and further ones cost 1 each (ruling 12)."""
    graph, moves = state.game.graph, state.game.moves
    table = graph.reachability(me.ready[KAYAK] + me.ready[BACKPACK], me.crossed_twice)
    goals = targets(state, me)
    points = budget(state, me)
    left = min(points, table.top)
    found.extend(moves.go + face for face in graph.banks[me.node] if table.on_foot[face][left] & goals)
    if me.afloat < KAYAK_LINES:
        rows = table.afloat[me.afloat + 1]
        found.extend(moves.float + r for r in graph.floats[me.node] if rows[r][left] & goals)
    elif points > 0 and graph.may_paddle_on:
        rows, cheaper = table.afloat[KAYAK_LINES], min(points - 1, table.top)
        found.extend(moves.float + r for r in graph.floats[me.node] if rows[r][cheaper] & goals)


def _hope_with_coat(state: WaypointsState, me: Hiker, special: int) -> bool:
    """Whether a waypoint is within reach once this coat, and perhaps further ones, are put on."""
    points = budget(state, me) + COAT_POINTS
    coats = me.ready[COAT] - (special == COAT)
    packs = me.ready[BACKPACK] - (special == BACKPACK)
    goals = targets(state, me)
    for more in range(coats + packs + 1):
        kayaks = me.ready[KAYAK] + min(packs, packs - (more - coats))
        table = state.game.graph.reachability(kayaks, me.crossed_twice)
        left = min(points + COAT_POINTS * more, table.top)
        here = table.on_foot[me.node] if me.afloat < 0 else table.afloat[me.afloat][me.node]
        if here[left] & goals:
            return True
    return False


def apply(state: WaypointsState, me: Hiker, action: int, seat: int, log: EventLog | None) -> None:
    """Rest, or take one step of the route."""
    moves = state.game.moves
    if action >= moves.arrive:
        me.trail.append(action)
        _arrive(state, me, action - moves.arrive, seat, log)
    elif action == moves.rest:
        me.doing.pop()
        got = gain_water(me, 1)
        if log is not None:
            text = f"{{{seat}}} rests" + (" and gains 1 water." if got else "; no water space is left.")
            log.add("rest", seat, text, {"water": got})
    elif action in (moves.coat, moves.pack_coat):
        _use(me, COAT if action == moves.coat else BACKPACK)
        me.coats += 1
        if log is not None:
            what = "a coat" if action == moves.coat else "a backpack as a coat"
            log.add("coat", seat, f"{{{seat}}} uses {what}: {COAT_POINTS} more points.")
    else:
        me.trail.append(action)
        _step(state, me, action, seat, log)


def _step(state: WaypointsState, me: Hiker, action: int, seat: int, log: EventLog | None) -> None:
    graph, moves = state.game.graph, state.game.moves
    if action < moves.bridge:
        me.spent += me.afloat < 0
        me.afloat = -1
        _enter(state, me, action - moves.go)
    elif action < moves.lake:
        bridge = action - moves.bridge
        one, two = graph.bridges[bridge]
        me.crossed_twice |= me.crossed & 1 << bridge
        me.crossed |= 1 << bridge
        me.bridges |= 1 << bridge
        _enter(state, me, two if me.node == one else one)
    elif action < moves.wood:
        me.lakes |= 1 << (action - moves.lake)
        me.lakes_due += 1
    elif action < moves.kayak:
        me.woods |= 1 << (action - moves.wood)
        me.woods_due += 1
    elif action < moves.float:
        by_pack = action >= moves.pack_kayak
        _use(me, BACKPACK if by_pack else KAYAK)
        me.afloat = 0
        _enter(state, me, graph.faces + action - (moves.pack_kayak if by_pack else moves.kayak))
        if log is not None:
            log.add("kayak", seat, f"{{{seat}}} launches a {'backpack as a kayak' if by_pack else 'kayak'}.")
    else:
        if me.afloat < KAYAK_LINES:
            me.afloat += 1
        else:
            me.spent += 1
        _enter(state, me, graph.faces + action - moves.float)


def _enter(state: WaypointsState, me: Hiker, node: int) -> None:
    """Come into a face, or (numbered after the faces) a reach; its square is visited."""
    graph = state.game.graph
    bit = 1 << graph.square[node]
    me.squares |= bit
    me.hike_squares |= bit
    me.node = node - graph.faces if me.afloat >= 0 else node


def begin_route(state: WaypointsState, me: Hiker) -> None:
    """The square that a route begins in is visited by it, too; it counts once the route has an end."""
    bit = 1 << state.game.graph.stop_square[me.here]
    me.squares |= bit
    me.hike_squares |= bit


def water_needed(state: WaypointsState, me: Hiker) -> int:
    """Water to cross out for the route so far."""
    return max(0, me.spent - state.movement - COAT_POINTS * me.coats)


def _use(me: Hiker, special: int) -> None:
    me.ready[special] -= 1
    me.used[special] += 1


def _arrive(state: WaypointsState, me: Hiker, stop: int, seat: int, log: EventLog | None) -> None:
    """The route is drawn: pay, circle the waypoint's track, and see what follows (ruling 20: the order)."""
    start = me.here
    begin_route(state, me)
    paid = water_needed(state, me)
    me.drunk += paid
    me.legs.append((state.hike, start, stop, *me.trail))
    if log is not None:
        stand = state.game.sheet.waypoints[stop]
        water = f" and {paid} water" if paid else ""
        log.add(
            "move",
            seat,
            f"{{{seat}}} walks to {stand.told} over {counted(me.spent, 'line')}{water}.",
            {"to": stand.id, "lines": me.spent, "water": paid},
        )
    me.trail.clear()
    me.doing.pop()
    me.doing.append(Ask.FEATURES)
    if state.game.graph.mountains >> stop & 1:
        me.doing.append(Ask.GLIDE)
    visit(state, me, stop, seat, log)
