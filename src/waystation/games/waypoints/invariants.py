"""What no game can lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from .arrival import landings, photo_choices
from .components import (
    BACKPACK,
    CAMPSITE,
    COAT,
    GLIDER,
    HIKES,
    JOURNAL,
    LENGTHS,
    LOOKOUT,
    MOUNTAIN,
    MULTIPLIERS,
    SIDE,
    SPECIALS,
    TRACKS,
    WOOD_TRACKS,
    gained,
)
from .frames import Ask
from .route import budget, step
from .shapes import Leg
from .state import Hiker, WaypointsState

Fault = tuple[str, str]


class BadStep(Exception):
    """A row of steps that nobody can walk."""


def faults(state: WaypointsState) -> Iterator[Fault]:
    """Places in the position document, and why what stands there can't be."""
    yield from _weather(state)
    yield from _agenda(state)
    for seat, me in enumerate(state.hikers):
        path = f"table.hikers[{seat}]"
        for check in (_places, _card, _hikes, _turn, _legs):
            for where, reason in check(state, me, seat):
                yield f"{path}.{where}", reason


# ---------------------------------------------------------------------- what all share


def _weather(state: WaypointsState) -> Iterator[Fault]:
    if state.game.graph.kind[state.start] != CAMPSITE:
        yield "table.start", "the game begins at a campsite"
    for hike, side in enumerate(state.circled):
        path = f"table.circled[{hike}]"
        if any(before >= after for before, after in pairwise(side)):
            yield path, "each space is further than the one before"
        last = side[-1] if side else 0
        wanted = SIDE if hike < state.hike else state.marker if hike == state.hike else 0
        if last != wanted:
            yield path, f"the last space circled on this side must be {wanted or 'none'}"


def _agenda(state: WaypointsState) -> Iterator[Fault]:
    if not state.agenda:
        if (state.hike, state.marker) != (HIKES - 1, SIDE) or any(state.stacks):
            yield "agenda", "the game is over when the last hike is"
        return
    kind, seats = state.agenda[0][:2]
    if len(state.agenda) > 1 or len(state.agenda[0]) != 2 or kind not in (Ask.ROLL, Ask.TURN):
        yield "agenda", "it holds one frame, ROLL or TURN, without data"
    elif kind == Ask.ROLL and (seats or state.marker == SIDE or any(state.stacks)):
        yield "agenda", "the die is thrown when nobody is asked anything, and the hike is not over"
    elif kind == Ask.TURN and not state.marker:
        yield "table.marker", "no turn before the die has been thrown"


# ---------------------------------------------------------------------- a player's sheet


def _places(state: WaypointsState, me: Hiker, seat: int) -> Iterator[Fault]:
    ids = state.game.stop_ids
    if not me.visited >> me.here & 1:
        yield "visited", f"{ids[me.here]}, where the player is, is missing"
    if not me.visited >> state.start & 1:
        yield "visited", f"{ids[state.start]}, where the game began, is missing"
    if me.visited & me.photos:
        yield "photos", "a waypoint can't be both visited and photographed"
    if me.hike_squares & ~me.squares:
        yield "hike_squares", "squares of this hike are squares of the game, too"
    if me.crossed & ~me.bridges:
        yield "crossed", "bridges of this route are bridges of the game, too"
    if me.crossed_twice & ~me.crossed:
        yield "crossed_twice", "what was crossed twice was crossed"


def _card(state: WaypointsState, me: Hiker, seat: int) -> Iterator[Fault]:
    for track, count in enumerate(me.marks):
        if count > LENGTHS[track]:
            yield f"marks.{TRACKS[track]}", f"expected 0 to {LENGTHS[track]}, got {count}"
            return
    if me.marks[MOUNTAIN] != len(me.heights):
        yield "heights", f"boxes of the mountain track that are filled: {me.marks[MOUNTAIN]}"
    for box, number in enumerate(me.heights):
        if number % MULTIPLIERS[box] or number > MULTIPLIERS[box] * max(state.game.graph.value):
            yield f"heights[{box}]", f"no mountain of this map writes {number} in box {box + 1}"
    if me.drunk > me.water:
        yield "drunk", f"expected 0 to {me.water}, got {me.drunk}"
    for got, used, ready, name in zip(gained(me.marks), me.used, me.ready, SPECIALS, strict=True):
        if used > got:
            yield f"used.{name}", f"expected 0 to {got}, got {used}"
        elif ready > got - used:
            yield f"ready.{name}", f"expected 0 to {got - used}, got {ready}"


def _hikes(state: WaypointsState, me: Hiker, seat: int) -> Iterator[Fault]:
    stack, graph = state.stacks[seat], state.game.graph
    over = state.hike + (state.marker == SIDE and not stack)
    if len(me.ends) != over:
        yield "ends", f"expected {over}, one for each hike that is over for this player, got {len(me.ends)}"
        return
    if sum(points >= 0 for points in me.journal) != over:
        yield "journal", f"an entry is scored for each hike that is over: {over}"
    if any(not me.visited >> end & 1 for end in me.ends):
        yield "ends", "a hike ends at a waypoint that was visited"
    if over > state.hike and (me.ends[-1] != me.here or me.hike_squares or any(me.visits)):
        yield "ends", "the hike is over: it ended here, and its visits and squares are scored"
    stops = graph.by_kind
    for track, count in enumerate(me.visits):
        if count > stops[track].bit_count():
            yield f"visits.{TRACKS[track]}", f"there are {stops[track].bit_count()} on this map"
    most = 2 * max((kind.bit_count() for kind in stops[:-1]), default=0)
    limits = (len(TRACKS), most, 3 * len(TRACKS), graph.squares // 2)
    for entry, points in enumerate(me.journal):
        if points > 2 * limits[entry]:
            yield f"journal.{JOURNAL[entry]}", f"no hike scores {points}"


def _turn(state: WaypointsState, me: Hiker, seat: int) -> Iterator[Fault]:
    stack = state.stacks[seat]
    kinds = [kind for kind, *_ in stack]
    ends_hike = state.marker == SIDE and bool(kinds)
    if ends_hike != (kinds[:1] == [Ask.JOURNAL]):
        yield "doing", "the journal is scored at the end of a hike's last turn, and only then"
    asked = kinds[1:] if ends_hike else kinds
    if not _sensible(asked):
        yield "doing", f"no turn asks {', '.join(Ask(kind).name for kind in asked)} in this order"
        return
    walking = asked == [Ask.WALK]
    if walking:
        yield from _walking(state, me)
    elif me.trail or me.afloat >= 0 or me.node != state.game.graph.stop_face[me.here]:
        yield "walk", "no route is under way"
    pays = Ask.FEATURES in asked
    for name, due, had in (("lakes_due", me.lakes_due, me.lakes), ("woods_due", me.woods_due, me.woods)):
        if due > had.bit_count() or (due and not (walking or pays)):
            yield name, "only what was passed on this turn's route is to be paid"
    if asked.count(Ask.WOOD) > me.woods.bit_count():
        yield "doing", "so many woods were not passed"
    if me.coats > me.used[COAT] + me.used[BACKPACK]:
        yield "coats", "more coats than were used"
    yield from _at_hand(state, me, asked)


def _sensible(asked: Sequence[int]) -> bool:
    """Whether a turn can ask for these things in this order, the last one at hand."""
    if not asked or asked == [Ask.WALK]:
        return True
    if all(kind == Ask.WOOD for kind in asked):
        return True
    return len(asked) == 2 and asked[0] == Ask.FEATURES and asked[1] in (Ask.CAMERA, Ask.GLIDE, Ask.LAND)


def _at_hand(state: WaypointsState, me: Hiker, asked: Sequence[int]) -> Iterator[Fault]:
    """Whoever is asked must have something to choose."""
    top = asked[-1] if asked else Ask.WALK
    kind = state.game.graph.kind[me.here]
    if top == Ask.CAMERA and not (photo_choices(state, me) and me.marks[LOOKOUT]):
        yield "doing", "a camera needs a lookout circled, and something to photograph"
    if top in (Ask.GLIDE, Ask.LAND) and (kind != MOUNTAIN or not landings(state, me)):
        yield "doing", "one glides from a mountain, to a waypoint near it"
    if top == Ask.GLIDE and not (me.ready[GLIDER] or me.ready[BACKPACK]):
        yield "doing", "there is nothing to glide with"
    if top == Ask.LAND and not (me.used[GLIDER] or me.used[BACKPACK]):
        yield "doing", "no glider has been used"
    if top == Ask.WOOD and all(me.marks[track] == LENGTHS[track] for track in WOOD_TRACKS):
        yield "doing", "no track is left for a wood"


# ---------------------------------------------------------------------- routes


def _walking(state: WaypointsState, me: Hiker) -> Iterator[Fault]:
    """The route under way has come to where its steps lead, and has cost and found what they do."""
    try:
        made = replayed(state, me)
    except BadStep as error:
        yield "walk", str(error)
        return
    pairs = (("at", "node"), ("afloat", "afloat"), ("spent", "spent"), ("crossed", "crossed"))
    for name, field in (*pairs, ("crossed_twice",) * 2, ("lakes_due",) * 2, ("woods_due",) * 2):
        if getattr(me, field) != getattr(made, field):
            yield name, "not what the steps of the route come to"
    if budget(state, me) < 0:
        yield "spent", "more than the weather, coats and water give"
    if made.squares & ~me.squares or made.hike_squares & ~me.hike_squares:
        yield "hike_squares", "squares of the route are missing"
    if made.lakes & ~me.lakes or made.woods & ~me.woods:
        yield "lakes", "lakes or woods of the route are missing"
    for got, used, ready, name in zip(gained(me.marks), me.used, me.ready, SPECIALS, strict=True):
        if ready != got - used:
            yield f"ready.{name}", f"all {got - used} that are left may be used"
    launched = sum(state.game.moves.kayak <= action < state.game.moves.float for action in me.trail)
    if launched + me.coats > sum(me.used):
        yield "used", "the route has used more"


def replayed(state: WaypointsState, me: Hiker) -> Hiker:
    """A fresh sheet after the steps of the route under way; BadStep names one that nobody can make."""
    fresh = Hiker(me.here, state.game.graph.stop_face[me.here])
    fresh.coats = me.coats
    for action in me.trail:
        _check_step(state, fresh, action)
        step(state, fresh, action)
    return fresh


def _check_step(state: WaypointsState, me: Hiker, action: int) -> None:
    """BadStep if this can't be the next step, whatever there is to spend."""
    graph, wanted = state.game.graph, state.game.actions[action]
    target = wanted.args[0] if wanted.args else -1
    afloat = me.afloat >= 0
    match wanted.kind:
        case "go":
            fits = target in (graph.banks if afloat else graph.steps)[me.node]
        case "bridge":
            fits = not afloat and me.node in graph.bridges[target] and not me.crossed_twice >> target & 1
        case "lake":
            fits = not afloat and target in graph.lakes_at[me.node] and not me.lakes >> target & 1
        case "wood":
            fits = not afloat and target in graph.woods_at[me.node] and not me.woods >> target & 1
        case "kayak" | "pack-kayak":
            fits = not afloat and target in graph.launches[me.node]
        case "float":
            fits = afloat and target in graph.floats[me.node]
        case _:
            fits = False
    if not fits:
        raise BadStep(f"{wanted.notation!r} is no step from there")


def _legs(state: WaypointsState, me: Hiker, seat: int) -> Iterator[Fault]:
    """Routes drawn earlier lead from one to the next, and to where the player is."""
    if not me.legs:
        return
    here, hike = me.legs[0][1], 0  # a position may leave earlier ones out
    if not me.visited >> here & 1:
        yield "legs[0]", f"{state.game.stop_ids[here]}, where it begins, has been visited then"
    for number, leg in enumerate(me.legs):
        path = f"legs[{number}]"
        if leg[1] != here or not hike <= leg[0] <= state.hike:
            yield path, "a route begins where the one before ended, on the same hike or a later one"
            return
        if not me.visited >> leg[2] & 1:
            yield path, f"{state.game.stop_ids[leg[2]]} has been visited then"
        reason = _bad_leg(state, leg)
        if reason:
            yield f"{path}.moves", reason
        here, hike = leg[2], leg[0]
    if here != me.here:
        yield "here", f"the routes end at {state.game.stop_ids[here]}"
    if len({leg[2] for leg in me.legs} - {state.start, me.legs[0][1]}) != len(me.legs):
        yield "legs", "no waypoint is visited twice"


def _bad_leg(state: WaypointsState, leg: Leg) -> str:
    """What is wrong with the steps of a route: a glide by itself, or a walk that ends with its arrival; "": nothing."""
    moves, graph = state.game.moves, state.game.graph
    if len(leg) < 4:
        return "a route has steps"
    if leg[3] == moves.glide + leg[2] and len(leg) == 4:
        return ""
    walker = Hiker(leg[1], graph.stop_face[leg[1]])
    try:
        for action in leg[3:-1]:
            _check_step(state, walker, action)
            step(state, walker, action)
    except BadStep as error:
        return str(error)
    if leg[-1] != moves.arrive + leg[2] or walker.afloat >= 0 or walker.node != graph.stop_face[leg[2]]:
        return f"it does not end at {state.game.stop_ids[leg[2]]}"
    return ""
