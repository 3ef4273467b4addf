"""Looking ahead before committing: reach under this wind, cheapest ways, where cresters would strike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from . import longboats, sailing
from . import model as m
from .planet import FAR, POST
from .state import WindwardState


class Way(NamedTuple):
    """A way of several steps: the speed it costs and the spaces, the first after the start."""

    cost: int
    path: tuple[int, ...]
    fight: bool


# ---------------------------------------------------------------------- reach


Step = tuple[int, int, int]
"""How a space was reached: the cost, the space before, the number of steps."""

KEPT = 1000
"""So many searches are remembered for a planet: bots look at the same waters again and again."""

DETOUR = 100
"""Steps that a way through port counts for, so that of two ways that cost the same the other one is taken."""


def reach(state: WindwardState, seat: int) -> dict[int, Way]:
    """Every space the ship can come to with the speed left and no card, with a cheapest way (fewest steps among those).

    A space where a battle would begin ends a way (`fight`). Through port, where teeth are traded, a way leads only if
    that is cheaper.
    """
    came, start = search(state, seat, every=True), state.ship[seat]
    return {
        space: Way(cost, path(came, start, space), space > 0 and state.high[space] > 0)
        for space, (cost, _, _) in came.items()
        if space != start
    }


def search(state: WindwardState, seat: int, every: bool = False) -> dict[int, Step]:
    """As `reach`, but only the last step of each way; the ship's own space comes first.

    Spaces are looked at by cost, then by steps, then by number, so that a way is always the same one. Without `every`
    ways through port and (Deadweight) through drift are left out, as bots do.
    """
    high, ways = state.high, state.planet.ways
    taken = tuple([space for space, code in enumerate(high) if code])
    closed = {to for to in taken if high[to] != seat + 1 and not sailing.may_enter(state, seat, to)}
    if state.hold[seat]:
        closed.add(POST)
    if every and state.drift:
        return _search(state, seat, True, _shut(state, closed))
    key = (state.ship[seat], state.speed, state.wind, state.into_wind, every, taken, frozenset(closed))
    found = ways.get(key)
    if found is None:
        if len(ways) >= KEPT:
            ways.clear()
        found = ways[key] = _search(state, seat, every, [closed] * (state.speed + 2))
    return found


def _search(state: WindwardState, seat: int, every: bool, shut: list[set[int]]) -> dict[int, Step]:
    """See `search`; `shut` are the spaces that are closed, by the speed that a way there has cost."""
    start, speed, high = state.ship[seat], state.speed, state.high
    glides, paid = state.planet.exits(state.wind, state.into_wind, every and state.drift)
    came: dict[int, Step] = {}
    queues: list[dict[int, dict[int, int]]] = [{} for _ in range(speed + 2)]  # by cost and steps: space, space before
    queues[0][0] = {start: start}
    for cost in range(speed + 1):
        queue, dearer = queues[cost], queues[cost + 1]
        closed, closed_next = shut[cost], shut[cost + 1]
        while queue:
            steps = min(queue)
            found = queue.pop(steps)
            for here in sorted(found):
                if here in came:
                    continue
                came[here] = (cost, found[here], steps)
                if steps and (high[here] or not (here or every)):
                    continue
                after = steps + 1 if here or not steps else steps + DETOUR
                to = glides[here]
                if to > 0 and to not in came and to not in closed:
                    _note(queue, after, to, here)
                if cost < speed:
                    further = dearer.setdefault(after, {})
                    for to in paid[here]:
                        if to not in came and to not in closed_next and further.get(to, FAR) > here:
                            further[to] = here
    return came


def _shut(state: WindwardState, closed: set[int]) -> list[set[int]]:
    """With these the drift that leaves no way out, by the speed that a way there has cost (ruling 6)."""
    left = range(state.speed, -2, -1)
    rocks = [space for space, rock in enumerate(state.planet.drift) if rock]
    return [closed.union(space for space in rocks if not sailing.has_exit(state, space, speed)) for speed in left]


def _note(queue: dict[int, dict[int, int]], steps: int, to: int, here: int) -> None:
    found = queue.setdefault(steps, {})
    if found.get(to, FAR) > here:
        found[to] = here


def path(came: dict[int, Step], start: int, space: int) -> tuple[int, ...]:
    """The spaces of a way that `search` found, without its start."""
    way = [space]
    while came[way[-1]][1] != start:
        way.append(came[way[-1]][1])
    return tuple(reversed(way))


def boat_reach(state: WindwardState, seat: int, number: int) -> dict[int, tuple[int, ...]]:
    """Where a longboat on the map can row with the longboat speed left, and how; a dead gray on the way is towed on."""
    start = state.boats[number]
    found: dict[int, tuple[int, ...]] = {}
    seen: set[tuple[int, bool]] = set()
    frontier: list[tuple[int, tuple[int, ...], int]] = [(start, (), start)] if start > 0 else []
    for _ in range(state.rowing[seat]):
        further = []
        for here, path, tow in frontier:
            if path and state.low[here]:
                continue
            if m.lying(state.items[here], m.DEAD_GRAY):
                tow = here
            towing = m.lying(state.items[tow], m.DEAD_GRAY) > 0
            for to, _ in state.game.ids.row[here]:
                if to != start and (to, towing) not in seen and longboats.may_row(state, seat, number, tow, to):
                    seen.add((to, towing))
                    found.setdefault(to, (*path, to))
                    further.append((to, (*path, to), tow))
        frontier = further
    return found


# ---------------------------------------------------------------------- threats


def threats(state: WindwardState) -> dict[str, tuple[str, ...]]:
    """For each crester that would move when this turn ends: where a ship resting there would be attacked.

    Keys are the crester's space. The other pieces are taken to stay where they are, but for reds that move first: they
    may leave the white's way.
    """
    if state.turn < 0:
        return {}
    found: dict[int, list[int]] = {}
    planet, solo = state.planet, state.game.is_solo
    shut = sum(1 << space for space, code in enumerate(state.high) if code and not (solo and code == m.RED))
    shut &= ~(1 << state.ship[state.turn])
    movers = [
        space
        for space, code in enumerate(state.high)
        if code in (m.RED, m.TAGGED_RED, m.TWO_REDS) and space not in state.settled
    ]
    for space in movers:
        places = range(1, planet.size) if solo else planet.open_spaces[planet.territory[space]]
        field = planet.field(space, shut & ~(1 << space), not solo)
        found[space] = _within(field, places, space, state.game.red_move + state.kills)
    if state.white > 0 and m.WHITE_SETTLED not in state.settled:
        found[state.white] = _white_threat(state, shut & ~(1 << state.white), movers)
    return {state.space_name(space): tuple(map(state.space_name, places)) for space, places in found.items()}


def _within(field: list[int], places: Iterable[int], start: int, steps: int) -> list[int]:
    return [to for to in places if to != start and field[to] <= steps]


def _white_threat(state: WindwardState, shut: int, movers: list[int]) -> list[int]:
    """The white's: reds of the territory where the ship rests do not count as in its way; co-op: it comes to port."""
    planet, white, steps = state.planet, state.white, state.game.white_move
    found = []
    if state.game.is_coop:
        field = planet.field(white, shut)  # no red moves when a ship rests at port
        found += [POST] * any(field[to] < steps for to in planet.ring)
    for territory, places in enumerate(planet.open_spaces):
        away = sum(1 << space for space in movers if planet.territory[space] == territory)
        found += _within(planet.field(white, shut & ~away), places, white, steps)
    return found
