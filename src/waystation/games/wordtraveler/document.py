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
from waystation.games.wordtraveler.geometry import BY_NAME, NAMES

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
    `bag` holds the words not dealt yet; left out beside `hands`, it is everything that nobody holds (on day 2 without
    as many as day 1 took). A hand may have fewer than ten words, if only some of them matter.
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
        if doc.starts is UNSET and doc.markers is UNSET:
            state.starts[doc.last.seat] = state.markers[doc.last.seat] = BY_NAME[doc.last.path[-1]]
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
    elif doc.hands is not UNSET or state.day == 2:
        held = {word for hand in hands for word in hand}
        state.bag = _bag(state, [word for word in range(len(state.game.words.ids)) if word not in held])
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


def _bag(state: WordTravelerState, unheld: list[int]) -> list[int]:
    """What is left of the words that nobody holds: on day 2 those of day 1 are gone, which ones is not told."""
    gone = table.HAND * len(state.game.travellers) if state.day == 2 else 0
    state.chance.spawn("words of day 1").shuffle(unheld)
    return sorted(unheld[gone:])


def _plan(state: WordTravelerState, seat: int, hand: list[int], texts: Sequence[str]) -> list[int]:
    """A plan from notations: stops, and cards of the hand."""
    place = f"table.plans[{seat}]"
    try:
        plan = [state.game.actions.parse(text) for text in texts]
    except NotationError as error:
        raise PositionError(place, str(error)) from None
    left = set(hand)
    for index, action in enumerate(plan):
        kind = state.game.actions[action].kind
        _need(kind != "foot", f"{place}[{index}]", "footprints are no part of a plan")
        _need(
            kind == "stop" or SAY <= action < state.game.ids.done,
            f"{place}[{index}]",
            "a plan is made of stop, say and not",
        )
        if action >= SAY:
            word = state.game.ids.word_of(action)
            _need(index > 0 and word in left, f"{place}[{index}]", "this card can't lie here")
            left.remove(word)
    return plan


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
