"""The game's part of a position document. Whatever is left out comes from the seeded set-up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from waystation.engine.errors import ComponentError, NotationError, PositionError
from waystation.games.wordtraveler import state as table
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.components import Side, side_of
from waystation.games.wordtraveler.geometry import BY_NAME, HEADING, NAMES, next_spaces

if TYPE_CHECKING:
    from waystation.games.wordtraveler.state import WordTravelerState

T = TypeVar("T")


class TripDoc(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A trip of the day before: where it began, the footprints, and the stops that were meant (none: not shown)."""

    seat: int
    start: str
    path: list[str]
    stops: list[str] = []


class TableDoc(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Lists are by seat. Spaces are names (``r4c6``), words are ids; `plans` are lists of notations.

    `hands` holds each seat's words of the day, also those that its plan uses. `maps` has two sides a seat, day 1 first.
    `bag` holds the words not dealt yet; left out beside `hands`, it is everything that nobody holds.
    """

    day: int | UnsetType = UNSET
    first: int | UnsetType = UNSET
    maps: list[list[Side]] | UnsetType = UNSET
    hands: list[list[str]] | UnsetType = UNSET
    plans: list[list[str]] | UnsetType = UNSET
    bag: list[str] | UnsetType = UNSET
    starts: list[str] | UnsetType = UNSET
    markers: list[str] | UnsetType = UNSET
    paths: list[list[str]] | UnsetType = UNSET
    proposals: list[list[str]] | UnsetType = UNSET
    gained: list[list[int]] | UnsetType = UNSET
    last: TripDoc | UnsetType = UNSET
    take_backs: list[int] | UnsetType = UNSET


def write(state: WordTravelerState) -> TableDoc:
    """The table as a document."""
    game, pairs = state.game, range(0, len(state.maps), 2)
    words = game.words.ids
    return TableDoc(
        day=state.day,
        first=state.first,
        maps=[[side_of(state.maps[pair]), side_of(state.maps[pair + 1])] for pair in pairs],
        hands=[[words[word] for word in _hand(state, seat)] for seat in range(len(state.free))],
        plans=[[game.actions.format(action) for action in plan] for plan in state.plan],
        bag=[words[word] for word in state.bag],
        starts=[NAMES[space] for space in state.starts],
        markers=[NAMES[space] for space in state.markers],
        paths=[[NAMES[space] for space in path] for path in state.paths],
        proposals=[[NAMES[space] for space in path] for path in state.proposals],
        gained=[[state.gained[pair], state.gained[pair + 1]] for pair in range(0, len(state.gained), 2)],
        last=_write_trip(state.last) if state.last else UNSET,
        take_backs=state.backs[:],
    )


def _write_trip(numbers: list[int]) -> TripDoc:
    seat, start, length, *spaces = numbers
    names = [NAMES[space] for space in spaces]
    return TripDoc(seat=seat, start=NAMES[start], path=names[:length], stops=names[length:])


def read(state: WordTravelerState, doc: TableDoc) -> None:
    """Overwrite what the document gives; PositionError names the path of what can't be."""
    seats = state.game.players
    if doc.day is not UNSET:
        _need(doc.day in (1, 2), "table.day", f"there is no day {doc.day}")
        state.day = doc.day
    if doc.first is not UNSET:
        _need(0 <= doc.first < seats, "table.first", f"there is no seat {doc.first}")
        state.first = doc.first
    _read_numbers(state, doc)
    if doc.starts is not UNSET:
        state.starts = _spaces(_each(doc.starts, seats, "table.starts"), "table.starts")
        state.markers = state.starts[:]
    if doc.markers is not UNSET:
        state.markers = _spaces(_each(doc.markers, seats, "table.markers"), "table.markers")
        if doc.starts is UNSET:
            state.starts = state.markers[:]
    for field in ("paths", "proposals"):
        given = getattr(doc, field)
        if given is not UNSET:
            lists = _each(given, seats, f"table.{field}")
            setattr(state, field, [_spaces(path, f"table.{field}[{seat}]") for seat, path in enumerate(lists)])
    if doc.last is not UNSET:
        state.last = _read_trip(state, doc.last)
    _read_words(state, doc)


def _read_trip(state: WordTravelerState, trip: TripDoc) -> list[int]:
    place = "table.last"
    _need(state.day == 2, place, "day 1 has no day before")
    _need(trip.seat in state.game.travellers, f"{place}.seat", f"seat {trip.seat} does not travel")
    path, stops = _spaces(trip.path, f"{place}.path"), _spaces(trip.stops, f"{place}.stops")
    _need(1 <= len(path) <= table.ARROWS[1], f"{place}.path", f"a trip of day 1 has 1 to {table.ARROWS[1]} footprints")
    shown = len(path) if state.game.options.show_intentions else 0
    _need(len(stops) == shown, f"{place}.stops", f"expected {shown} stops, got {len(stops)}")
    return [trip.seat, *_spaces([trip.start], f"{place}.start"), len(path), *path, *stops]


def _read_numbers(state: WordTravelerState, doc: TableDoc) -> None:
    seats = state.game.players
    if doc.gained is not UNSET:
        for seat, points in enumerate(_each(doc.gained, seats, "table.gained")):
            _need(len(points) == 2 and min(points) >= 0, f"table.gained[{seat}]", "expected points of two days")
            state.gained[2 * seat : 2 * seat + 2] = points
    if doc.take_backs is not UNSET:
        state.backs = list(_each(doc.take_backs, seats, "table.take_backs"))
    if doc.maps is not UNSET:
        for seat, sides in enumerate(_each(doc.maps, seats, "table.maps")):
            place = f"table.maps[{seat}]"
            _need(len(sides) == 2, place, f"expected two sides, got {len(sides)}")
            try:
                state.maps[2 * seat : 2 * seat + 2] = [side.bits(place) for side in sides]
            except ComponentError as error:
                raise PositionError(error.place, error.reason) from None


def _read_words(state: WordTravelerState, doc: TableDoc) -> None:
    seats = state.game.players
    hands = [_hand(state, seat) for seat in range(seats)]
    if doc.hands is not UNSET:
        given = _each(doc.hands, seats, "table.hands")
        hands = [_words(state, hand, f"table.hands[{seat}]") for seat, hand in enumerate(given)]
    if doc.bag is not UNSET:
        state.bag = _words(state, doc.bag, "table.bag")
    elif doc.hands is not UNSET:
        held = {word for hand in hands for word in hand}
        state.bag = [word for word in range(len(state.game.words.ids)) if word not in held]
    held_twice = sorted(state.bag + [word for hand in hands for word in hand])
    _need(len(set(held_twice)) == len(held_twice), "table.hands", "a word is in two places")
    plans = state.plan
    if doc.plans is not UNSET:
        plans = [[] for _ in range(seats)]
        for seat, texts in enumerate(_each(doc.plans, seats, "table.plans")):
            plans[seat] = _plan(state, seat, hands[seat], texts)
    for seat in range(seats):
        state.plan[seat] = plans[seat]
        used = {state.game.ids.word_of(action) for action in plans[seat] if action >= SAY}
        _need(used <= set(hands[seat]), f"table.plans[{seat}]", "a word of the plan is not in the hand")
        state.free[seat] = [word for word in hands[seat] if word not in used]


def _plan(state: WordTravelerState, seat: int, hand: list[int], texts: Sequence[str]) -> list[int]:
    """A plan from notations, held to the rules of planning."""
    place = f"table.plans[{seat}]"
    try:
        plan = [state.game.actions.parse(text) for text in texts]
    except NotationError as error:
        raise PositionError(place, str(error)) from None
    here, open_arrow = state.starts[seat], False
    stops, used = 0, set()
    for index, action in enumerate(plan):
        if action < SAY:
            _need(state.game.actions[action].kind == "stop", f"{place}[{index}]", "footprints are no part of a plan")
            _need(HEADING[here][action] >= 0, f"{place}[{index}]", f"{NAMES[action]} is not in line with {NAMES[here]}")
            _need(not stops or not open_arrow, f"{place}[{index}]", "the arrow before has no word")
            here, stops, open_arrow = action, stops + 1, True
        else:
            known = action < state.game.ids.done and state.game.ids.word_of(action)
            _need(known is not False, f"{place}[{index}]", "a plan is made of stop, say and not")
            _need(stops > 0 and known in hand and known not in used, f"{place}[{index}]", "this card can't lie here")
            used.add(known)
            open_arrow = False
    _need(stops <= state.arrows, place, f"day {state.day} has {state.arrows} arrows")
    return plan


# ---------------------------------------------------------------------- frames


def check_agenda(state: WordTravelerState) -> None:
    """A game is over, at a dawn, or in a day that ends with a question; else PositionError."""
    frames = table.Frames
    kinds = [frames(frame[0]) for frame in state.agenda]
    if kinds in ([], [frames.DAWN]):
        return
    top, below = kinds[-1], kinds[1:-2]
    planning = kinds in ([frames.NIGHT, frames.PLAN], [frames.NIGHT, frames.PREPARE])
    if not planning:
        fits = len(kinds) > 2 and kinds[0] == frames.NIGHT and set(below) <= {frames.TRAVEL}
        names = ", ".join(kind.name for kind in kinds)
        asked = top in (frames.GUESS, frames.DECIDE) and kinds[-2] == frames.SCORE
        reason = f"a day is NIGHT with PREPARE or PLAN on it, or TRAVELs, SCORE and GUESS or DECIDE; not {names}"
        _need(fits and asked, "agenda", reason)
    for number, frame in enumerate(state.agenda):
        numbers = 0 if frame[0] in (frames.NIGHT, frames.PLAN, frames.PREPARE) else 1
        _need(len(frame) == 2 + numbers, f"agenda[{number}].data", f"{frames(frame[0]).name} has {numbers} numbers")
        asks = number == len(kinds) - 1
        _need(bool(frame[1]) == asks, f"agenda[{number}].seats", "the last frame asks seats, the others nobody")
    _check_travels(state, planning)
    if not planning:
        _check_question(state, state.agenda[-1][2])
    for seat in range(state.game.players):
        sealed = not planning or seat not in state.to_act
        _need(not (state.preparing and state.plan[seat]), f"table.plans[{seat}]", "nobody plans before all are ready")
        wordless = state.plan[seat] and state.plan[seat][-1] < SAY
        _need(not (sealed and wordless), f"table.plans[{seat}]", "the last arrow of a sealed plan has no word")


def _check_travels(state: WordTravelerState, planning: bool) -> None:
    """Those who travel today and the order of those who are still to go."""
    players = state.game.players
    order = [(state.first + turn) % players for turn in range(players)]
    order = [seat for seat in order if seat in state.game.travellers]
    if planning:
        _need(set(state.to_act) <= set(order), "agenda[1].seats", f"only the seats {sorted(order)} travel")
        return
    going = [frame[2] for frame in state.agenda[-2:0:-1]]
    _need(going == order[-len(going) :], "agenda", f"the seats travel in the order {order}, the last one undermost")


def _check_question(state: WordTravelerState, traveller: int) -> None:
    """The question to the locals about a traveller's plan, and the footprints there are."""
    deciding = state.agenda[-1][0] == table.Frames.DECIDE
    last = f"agenda[{len(state.agenda) - 1}]"
    _need(traveller == state.agenda[-2][2], last, "the question and SCORE are about the same seat")
    _need(bool(state.plan[traveller]), f"table.plans[{traveller}]", "a traveller without a plan asks nobody")
    allowed = [state.left_of(traveller)] if deciding else [s for s in range(state.game.players) if s != traveller]
    _need(set(state.to_act) <= set(allowed), f"{last}.seats", f"it is asked of {allowed}")
    _check_path(state, traveller, state.paths[traveller], f"table.paths[{traveller}]", whole=False)
    for seat, path in enumerate(state.proposals):
        if path or (not deciding and seat in allowed):
            whole = deciding or seat not in state.to_act
            _check_path(state, traveller, path, f"table.proposals[{seat}]", whole)


def _check_path(state: WordTravelerState, traveller: int, path: list[int], place: str, whole: bool) -> None:
    arrows, start = state.directions(traveller), state.starts[traveller]
    _need(len(path) <= len(arrows), place, f"there are {len(arrows)} arrows")
    for index, space in enumerate(path):
        fits = space in next_spaces(start, arrows, path[:index])
        _need(fits, f"{place}[{index}]", f"{NAMES[space]} does not follow the arrows")
    _need(not whole or len(path) == len(arrows), place, "a footprint is missing")


def _hand(state: WordTravelerState, seat: int) -> list[int]:
    used = [state.game.ids.word_of(action) for action in state.plan[seat] if action >= SAY]
    return sorted(state.free[seat] + used)


def _words(state: WordTravelerState, ids: Sequence[str], place: str) -> list[int]:
    known = {word: index for index, word in enumerate(state.game.words.ids)}
    for index, ident in enumerate(ids):
        _need(ident in known, f"{place}[{index}]", f"there is no word {ident!r}")
    return sorted(known[ident] for ident in ids)


def _spaces(names: Sequence[str], place: str) -> list[int]:
    for index, name in enumerate(names):
        _need(name in BY_NAME, f"{place}[{index}]", f"{name!r} is no space")
    return [BY_NAME[name] for name in names]


def _each(values: list[T], seats: int, place: str) -> list[T]:
    _need(len(values) == seats, place, f"expected one entry for each of {seats} seats, got {len(values)}")
    return values


def _need(truth: bool, place: str, reason: str) -> None:
    if not truth:
        raise PositionError(place, reason)
