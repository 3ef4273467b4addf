"""Looking ahead before committing: reach under this wind, cheapest ways, threat ranges, exact odds.

Everything here is worked out from what is open to all, or to the asked seat (its own cards)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from waystation.engine import Circle, Node, Plan

from . import battle, moves
from . import model as m
from .hexmap import hex_centre
from .model import Ask
from .odds import Odds, against_roll, odds
from .planet import FAR, POST

if TYPE_CHECKING:
    from .state import WindwardState


class Way(NamedTuple):
    """A way of several steps: the speed it costs and the spaces, the first after the start."""

    cost: int
    path: tuple[int, ...]
    fight: bool


# ---------------------------------------------------------------------- reach


Step = tuple[int, int, int]
"""How a space was reached: the cost, the space before, the number of steps."""

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
    start, speed, high = state.ship[seat], state.speed, state.high
    drift = every and state.perms & m.ENTER_DRIFT > 0
    glides, paid = state.planet.exits(state.wind, state.perms & m.INTO_WIND > 0, drift)
    shut = _shut(state, seat, drift)
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


def _shut(state: WindwardState, seat: int, drift: bool) -> list[set[int]]:
    """The spaces that are closed to the ship, by the speed that a way there has cost (ruling 6)."""
    closed = {
        to for to, code in enumerate(state.high) if code not in (0, seat + 1) and not moves.may_enter(state, seat, to)
    }
    if state.hold[seat]:
        closed.add(POST)
    left = range(state.speed, -2, -1)
    if not drift:
        return [closed] * len(left)
    rocks = [space for space, rock in enumerate(state.planet.drift) if rock]
    return [closed.union(space for space in rocks if not moves.has_exit(state, space, speed)) for speed in left]


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
                if to != start and (to, towing) not in seen and moves.may_row(state, seat, number, tow, to):
                    seen.add((to, towing))
                    found.setdefault(to, (*path, to))
                    further.append((to, (*path, to), tow))
        frontier = further
    return found


# ---------------------------------------------------------------------- plans


def plans(state: WindwardState, seat: int, node: str) -> list[Plan]:
    """The cheapest way of the ship, and the shortest of the longboats, to the space of a clicked node."""
    if not state.agenda or state.agenda[-1][0] != Ask.TURN or seat != state.turn:
        return []
    space = _space_of(state, node)
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


def _space_of(state: WindwardState, node: str) -> int | None:
    """The space that a node of the planet stands for; None if it is none."""
    kind, _, rest = node.partition(":")
    if kind in ("hex", "items", "red", "gray"):
        return state.planet.geometry.by_name.get(rest.partition(":")[0])
    if kind == "post":
        return 0
    if kind == "white" and state.white > 0:
        return state.white
    owner, _, number = rest.partition(":")
    if kind == "ship" and owner.isdigit() and int(owner) < state.game.players:
        return state.ship[int(owner)]
    if kind == "boat" and owner.isdigit() and number in ("0", "1") and int(owner) < state.game.players:
        space = state.boats[2 * int(owner) + int(number)]
        return space if space > 0 else None
    return None


def _ship_plan(state: WindwardState, seat: int, way: Way) -> Plan:
    target = way.path[-1]
    actions = tuple(f"sail {state.space_name(to)}" for to in way.path)
    label = f"Sail {'into port' if not target else 'to ' + state.space_name(target)}: {way.cost} speed"
    detail = f"{len(way.path)} step{'s' * (len(way.path) != 1)}, {state.speed - way.cost} speed left"
    if POST in way.path[:-1]:
        detail += ", through port"
    if way.fight:
        detail += f"; battle with {foe_text(state, target)}: {entry_text(state, seat, target)}"
    return Plan(label, actions, detail, _preview(state, (state.ship[seat], *way.path)))


def _boat_plan(state: WindwardState, number: int, path: tuple[int, ...]) -> Plan:
    stops = [state.space_name(space) for space in (state.boats[number], *path)]
    actions = tuple(f"row {here} {to}" for here, to in pairwise(stops))
    detail = f"{len(path)} longboat speed"
    if state.low[path[-1]]:
        detail += f"; battle: {boat_text(state, number, path[-1])}"
    return Plan(f"Row to {stops[-1]}", actions, detail, _preview(state, (state.boats[number], *path)))


def _preview(state: WindwardState, spaces: tuple[int, ...]) -> tuple[Node, ...]:
    """Dots along a way."""
    nodes = []
    for number, space in enumerate(spaces):
        x, y = hex_centre(state.planet.geometry, space)
        parts = (Circle(0, 0, 9 if number == len(spaces) - 1 else 6),)
        nodes.append(Node(f"plan:{number}", "planet", parts, x, y, layer=9, role="plan"))
    return tuple(nodes)


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


# ---------------------------------------------------------------------- odds


def foe_text(state: WindwardState, space: int) -> str:
    """Who would be met in the high layer there."""
    piece = battle.high_piece(state.high[space])
    return battle.piece_name(piece) if m.owner(piece) < 0 else f"{state.game.colours[piece]}'s ship"


def odds_text(chances: Odds) -> str:
    return f"win {chances.win:.0%}, tie {chances.tie:.0%}, lose {chances.loss:.0%}"


def uses_text(state: WindwardState, seat: int, chances: Callable[[int, int], Odds], guns: int) -> str:
    """The chances to win with each use of cannons, cards and tokens, if there are any.

    ``. To win: 0 cannons 3% (+1 10%); 1 cannon 19% (+1 35%)``: +1 stands for the hits of cards and tokens.
    """
    totals = boost_totals(state, seat)
    rows = []
    for fired in range(guns + 1):
        name = f"{fired} cannon{'s' * (fired != 1)} " if guns else ""
        rows.append(name + wins_text(partial(chances, fired), totals))
    return f". To win: {'; '.join(rows)}" if guns or len(totals) > 1 else ""


def wins_text(chances: Callable[[int], Odds], totals: list[int]) -> str:
    """``17% (+2 47%, +4 79%)``: the chance to win alone, and with more hits, up to those that make it (nearly) sure."""
    wins = [f"{chances(hits).win:.0%}" for hits in totals]
    sure = wins.index("100%") if "100%" in wins else len(wins)
    more = ", ".join(f"+{hits} {win}" for hits, win in list(zip(totals, wins, strict=True))[1 : sure + 1])
    return wins[0] + (f" ({more})" if more else "")


def fight_text(state: WindwardState, seat: int, chances: Callable[[int, int], Odds], guns: int) -> str:
    """The odds of a battle, plain and with each use."""
    return odds_text(chances(0, 0)) + uses_text(state, seat, chances, guns)


def entry_text(state: WindwardState, seat: int, space: int) -> str:
    """The odds of the battle that entering this space with the ship would start."""
    return fight_text(state, seat, partial(entry_odds, state, seat, space), state.guns[seat])


def boat_text(state: WindwardState, number: int, space: int) -> str:
    """The odds of the battle that this longboat would start there."""
    return fight_text(state, number >> 1, lambda _, hits: boat_odds(state, number, space, hits), 0)


def window_text(state: WindwardState, seat: int) -> str:
    """The odds of the attacked player, before anybody has rolled."""
    guns = state.guns[seat] if state.battle[m.B_DEFENDER] == seat else 0
    return fight_text(state, seat, partial(roll_odds, state, 1), guns)


def _with_battle(state: WindwardState, attacker: int, defender: int, space: int) -> WindwardState:
    trial = state.clone()
    trial.battle = [0] * m.BATTLE_FIELDS
    trial.battle[m.B_ATTACKER], trial.battle[m.B_DEFENDER], trial.battle[m.B_SPACE] = attacker, defender, space
    return trial


def plain_odds(state: WindwardState, attacker: int, defender: int, space: int, guns: int = 0, hits: int = 0) -> Odds:
    """Exact odds of a battle if the attacker uses so many cannons and adds so many hits, and the defender nothing."""
    trial = _with_battle(state, attacker, defender, space)
    bonus = battle.fixed_hits(trial, 0) - battle.fixed_hits(trial, 1) + hits
    die = state.game.components.board.die
    return odds(battle.strength(trial, 0) + guns, battle.strength(trial, 1), bonus, die)


def entry_odds(state: WindwardState, seat: int, space: int, guns: int = 0, hits: int = 0) -> Odds:
    """Odds of the battle that entering this space with the ship would start."""
    return plain_odds(state, seat, battle.high_piece(state.high[space]), space, guns, hits)


def boat_odds(state: WindwardState, number: int, space: int, hits: int = 0) -> Odds:
    """Odds of the battle that this longboat would start there."""
    return plain_odds(state, m.P_BOAT + number, battle.low_piece(state.low[space]), space, 0, hits)


def boost_totals(state: WindwardState, seat: int) -> list[int]:
    """Every total of hits that the seat's battle cards and +2 tokens can give, with 0 first."""
    totals = {0}
    first = seat * state.game.kinds
    hits = [2] * state.plus2[seat]
    for kind in state.game.battle_cards:
        hits += [state.game.battle_hits[kind]] * state.hands[first + kind]
    for amount in hits:
        totals |= {total + amount for total in totals}
    return sorted(totals)


def result_so_far(state: WindwardState, side: int) -> int | None:
    """A side's result as it stands; None before its roll."""
    waiting = {frame[2] for frame in state.agenda if frame[0] == Ask.CANNONS}
    return None if side in waiting else battle.standing(state.battle, side)


def battle_odds(state: WindwardState) -> tuple[tuple[str, float, float, float], ...]:
    """For the seat that is asked in a battle: each of its present choices with the chances to win, tie and lose.

    What the other side may still add is not counted: a choice that nobody can foresee has no odds.
    """
    if not state.agenda or state.agenda[-1][0] not in (Ask.FALSE_FLAG, Ask.CANNONS, Ask.BOOST):
        return ()
    kind, _, side = state.agenda[-1][:3]
    if kind == Ask.FALSE_FLAG:
        side = 1
    piece = state.battle[side]
    seat = m.owner(piece)
    rows = []
    if kind != Ask.BOOST:
        for guns in range(state.guns[seat] + 1 if piece < m.P_BOAT else 1):
            rows.append((f"fire {guns}" if piece < m.P_BOAT else "roll", *roll_odds(state, side, guns)))
    else:
        ours, theirs = battle.standing(state.battle, side), battle.standing(state.battle, 1 - side)
        for hits in boost_totals(state, seat):
            total = ours + hits
            rows.append((f"+{hits}", float(total > theirs), float(total == theirs), float(total < theirs)))
    return tuple(rows)


def roll_odds(state: WindwardState, side: int, guns: int, hits: int = 0) -> Odds:
    """Odds of a side that is to roll, if it fires so many cannons and then adds so many hits."""
    die = state.game.components.board.die
    dice = battle.strength(state, side) + guns
    bonus = battle.fixed_hits(state, side) + hits
    foe = 1 - side
    result = result_so_far(state, foe)
    if result is None:
        return odds(dice, battle.strength(state, foe), bonus - battle.fixed_hits(state, foe), die)
    return against_roll(dice, result, bonus, die)
