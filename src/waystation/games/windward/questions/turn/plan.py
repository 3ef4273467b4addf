"""Long moves towards a clicked space: the cheapest way of the ship, the shortest of each longboat."""

from __future__ import annotations

from itertools import pairwise

from waystation.engine import Circle, Node, Plan
from waystation.engine.words import Phrase, say
from waystation.games.windward import battle, chances
from waystation.games.windward.hexmap import hex_centre
from waystation.games.windward.planet import POST
from waystation.games.windward.state import WindwardState
from waystation.games.windward.ways import Way, boat_reach, reach


def plans(state: WindwardState, seat: int, node: str) -> list[Plan]:
    """The ways of ship and longboats to the space of a node."""
    space = space_of(state, node)
    if space is None:
        return []
    offers = []
    way = reach(state, seat).get(space)
    if way is not None:
        offers.append(_ship_plan(state, seat, way))
    for number in (2 * seat, 2 * seat + 1):
        path = boat_reach(state, seat, number).get(space)
        if path:
            offers.append(_boat_plan(state, number, path))
    return offers


def space_of(state: WindwardState, node: str) -> int | None:
    """The space that a node of the planet stands for; None if it is none."""
    kind, _, rest = node.partition(":")
    if kind in ("hex", "items", "red", "gray", "reach", "threat"):
        return state.planet.geometry.by_name.get(rest.partition(":")[0])
    if kind in ("post", "flag"):
        return 0
    if kind == "white" and state.white > 0:
        return state.white
    owner, _, number = rest.partition(":")
    seats = [str(seat) for seat in range(state.game.players)]
    if kind == "ship" and owner in seats:
        return state.ship[int(owner)]
    if kind == "boat" and owner in seats and number in ("0", "1"):
        space = state.boats[2 * int(owner) + int(number)]
        return space if space > 0 else None
    return None


def _ship_plan(state: WindwardState, seat: int, way: Way) -> Plan:
    target = way.path[-1]
    actions = tuple(f"sail {state.space_name(to)}" for to in way.path)
    label = say("Sail into port: {n} speed", n=way.cost)
    if target:
        label = say("Sail to {place}: {n} speed", place=state.space_name(target), n=way.cost)
    detail = say("{n:step|steps}, {left} speed left", n=len(way.path), left=state.speed - way.cost)
    if POST in way.path[:-1]:
        detail = say("{way}, through port", way=detail)
    if way.fight:
        foe = battle.piece(battle.high_piece(state.high[target]))
        detail = say("{way}; battle with {foe}: {odds}", way=detail, foe=foe, odds=chances.entry(state, seat, target))
    return _plan(state, label, actions, detail, (state.ship[seat], *way.path))


def _boat_plan(state: WindwardState, number: int, path: tuple[int, ...]) -> Plan:
    stops = [state.space_name(space) for space in (state.boats[number], *path)]
    actions = tuple(f"row {here} {to}" for here, to in pairwise(stops))
    detail = say("{n} longboat speed", n=len(path))
    if state.low[path[-1]]:
        detail = say("{way}; battle: {odds}", way=detail, odds=chances.boat(state, number, path[-1]))
    label = say("Row to {place}", place=stops[-1])
    return _plan(state, label, actions, detail, (state.boats[number], *path))


def _plan(
    state: WindwardState, label: Phrase, actions: tuple[str, ...], detail: Phrase, spaces: tuple[int, ...]
) -> Plan:
    """With dots along the way."""
    nodes = []
    for number, space in enumerate(spaces):
        x, y = hex_centre(state.planet.geometry, space)
        parts = (Circle(0, 0, 9 if number == len(spaces) - 1 else 6),)
        nodes.append(Node(f"plan:{number}", "planet", parts, x, y, layer=9, role="plan"))
    return Plan(label, actions, detail, tuple(nodes))
