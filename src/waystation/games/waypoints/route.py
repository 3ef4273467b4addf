"""The route as small steps (rules: 2. Move or Rest; Features; Coat; Kayak).

A step is offered if the walk can still end at a waypoint within the points at hand: the weather's, 3 for each coat
put on, and all water held. Water is crossed out on arrival, as much as the route needed. So no walk gets stuck, and
every legal walk can be made.
"""

from __future__ import annotations

from collections.abc import Sequence

from .components import BACKPACK, COAT, COAT_POINTS, COAT_WEATHER, KAYAK, KAYAK_LINES
from .state import Hiker, WaypointsState


def budget(state: WaypointsState, me: Hiker) -> int:
    """Points the route may still cost: weather, coats put on and all water held, less what is spent."""
    return state.movement + COAT_POINTS * me.coats + me.held - me.spent


def targets(state: WaypointsState, me: Hiker) -> int:
    """Waypoints (bits) where a move may end: neither visited nor photographed."""
    return state.game.graph.all_stops & ~(me.visited | me.photos)


def kayaks(me: Hiker) -> int:
    """Kayaks, and backpacks that can be one, still to be used."""
    return me.ready[KAYAK] + me.ready[BACKPACK]


# ---------------------------------------------------------------------- what leads on


def least_on_foot(state: WaypointsState, face: int, goals: int, boats: int, closed: int) -> int:
    """The fewest lines from a face to one of these waypoints; -1 if no way leads there."""
    masks = state.game.graph.reachability(boats, closed).on_foot[face]
    return next((cost for cost, mask in enumerate(masks) if mask & goals), -1)


def least_afloat(state: WaypointsState, me: Hiker, reach: int, lines: int, goals: int, boats: int) -> int:
    """As `least_on_foot`, for a kayak on a reach that has crossed so many grid lines."""
    masks = state.game.graph.reachability(boats, me.crossed_twice).afloat[lines][reach]
    return next((cost for cost, mask in enumerate(masks) if mask & goals), -1)


def bridge_closes(me: Hiker, bridge: int) -> int:
    """The bridges closed to the rest of the route once this one is crossed: there and back is the most (ruling 6)."""
    return me.crossed_twice | (me.crossed & 1 << bridge)


def hope_with_coat(state: WaypointsState, me: Hiker, special: int) -> bool:
    """Whether a waypoint is within reach once this coat, and perhaps further ones, are put on."""
    points = budget(state, me) + COAT_POINTS
    coats = me.ready[COAT] - (special == COAT)
    packs = me.ready[BACKPACK] - (special == BACKPACK)
    goals = targets(state, me)
    for more in range(coats + packs + 1):
        boats = me.ready[KAYAK] + min(packs, packs - (more - coats))
        table = state.game.graph.reachability(boats, me.crossed_twice)
        left = min(points + COAT_POINTS * more, table.top)
        here = table.on_foot[me.node] if me.afloat < 0 else table.afloat[me.afloat][me.node]
        if here[left] & goals:
            return True
    return False


# ---------------------------------------------------------------------- the list, fast


def legal(state: WaypointsState, me: Hiker) -> list[int]:
    """What may be done at the start of a turn or on the way."""
    moves, ready = state.game.moves, me.ready
    found = [] if me.trail or me.coats else [moves.rest]
    if (ready[COAT] or ready[BACKPACK]) and state.movement <= COAT_WEATHER:
        if ready[COAT] and hope_with_coat(state, me, COAT):
            found.append(moves.coat)
        if ready[BACKPACK] and hope_with_coat(state, me, BACKPACK):
            found.append(moves.pack_coat)
    if me.afloat >= 0:
        _add_afloat_steps(state, me, found)
    else:
        _add_steps(state, me, found)
    return found


def _add_steps(state: WaypointsState, me: Hiker, found: list[int]) -> None:
    """Steps on foot, features, launches and arrivals from the face where the route is."""
    game = state.game
    graph, moves, face = game.graph, game.moves, me.node
    points = state.movement + COAT_POINTS * me.coats + me.water - me.drunk - me.spent
    goals = graph.all_stops & ~(me.visited | me.photos)
    boats = me.ready[KAYAK] + me.ready[BACKPACK]
    table = graph.reachability(boats, me.crossed_twice)
    reach = table.on_foot
    left = points if points < table.top else table.top
    if points > 0:
        cheaper = points - 1 if points <= table.top else table.top
        go = moves.go
        for other in graph.steps[face]:
            if reach[other][cheaper] & goals:
                found.append(go + other)
    for bridge in graph.bridges_at[face]:
        if not me.crossed_twice >> bridge & 1:
            beyond = graph.reachability(boats, bridge_closes(me, bridge))
            one, two = graph.bridges[bridge]
            if beyond.on_foot[two if one == face else one][min(points, beyond.top)] & goals:
                found.append(moves.bridge + bridge)
    for lake in graph.lakes_at[face]:
        if not me.lakes >> lake & 1 and reach[face][left] & goals:
            found.append(moves.lake + lake)
    for wood in graph.woods_at[face]:
        if not me.woods >> wood & 1 and reach[face][left] & goals:
            found.append(moves.wood + wood)
    if boats and graph.launches[face]:
        beyond = graph.reachability(boats - 1, me.crossed_twice)
        masks, left = beyond.afloat[0], min(points, beyond.top)
        onward = [r for r in graph.launches[face] if masks[r][left] & goals]
        if me.ready[KAYAK]:
            found.extend([moves.kayak + r for r in onward])
        if me.ready[BACKPACK]:
            found.extend([moves.pack_kayak + r for r in onward])
    for stop in graph.stops_at[face]:
        if goals >> stop & 1:
            found.append(moves.arrive + stop)


def _add_afloat_steps(state: WaypointsState, me: Hiker, found: list[int]) -> None:
    """Leave on either bank, or float on; the fourth grid line and further ones cost 1 each (ruling 12)."""
    graph, moves = state.game.graph, state.game.moves
    table = graph.reachability(kayaks(me), me.crossed_twice)
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


# ---------------------------------------------------------------------- what a step does


def step(state: WaypointsState, me: Hiker, action: int) -> None:
    """One step of the route, but for its end: the sheet changes, and nobody else hears of it."""
    graph, moves = state.game.graph, state.game.moves
    if action < moves.go:
        use(me, COAT if action == moves.coat else BACKPACK)
        me.coats += 1
        return
    me.trail.append(action)
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
        use(me, BACKPACK if by_pack else KAYAK)
        me.afloat = 0
        _enter(state, me, graph.faces + action - (moves.pack_kayak if by_pack else moves.kayak))
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


def use(me: Hiker, special: int) -> None:
    """Cross a special out."""
    me.ready[special] -= 1
    me.used[special] += 1


def begin_route(state: WaypointsState, me: Hiker) -> None:
    """The square that a route begins in is visited by it, too; it counts once the route has an end."""
    bit = 1 << state.game.graph.stop_square[me.here]
    me.squares |= bit
    me.hike_squares |= bit


def water_needed(state: WaypointsState, me: Hiker) -> int:
    """Water to cross out for the route so far."""
    return max(0, me.spent - state.movement - COAT_POINTS * me.coats)


def walked(state: WaypointsState, me: Hiker, actions: Sequence[int]) -> Hiker:
    """The sheet after these steps of a route; an arrival at the end is not carried out."""
    copy: Hiker = me.clone()
    for action in actions:
        if action < state.game.moves.arrive:
            step(state, copy, action)
    begin_route(state, copy)
    return copy
