"""The entries of a position document that are no plain fields: hands, bag, plans, and the last trip of day 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from waystation.engine.errors import NotationError, PositionError
from waystation.engine.parts import Positions
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.geometry import BY_NAME, NAMES
from waystation.games.wordtraveler.shapes import Space
from waystation.games.wordtraveler.state import ARROWS, HAND, WordTravelerState


class TripDoc(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A trip of the day before: where it began, the footprints, and the stops that were meant (none: not shown)."""

    seat: int
    start: str
    path: list[str]
    stops: list[str] = []


class More(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words are ids, plans are lists of notations."""

    hands: (
        Annotated[
            list[list[str]],
            Meta(
                description="Each seat's words of the day, those under its arrows too; fewer than ten, if some matter"
            ),
        ]
        | UnsetType
    ) = UNSET
    plans: list[list[str]] | UnsetType = UNSET
    bag: (
        Annotated[
            list[str],
            Meta(description="The words not dealt yet; left out: of those that nobody holds, as many as there are"),
        ]
        | UnsetType
    ) = UNSET
    last: TripDoc | UnsetType = UNSET


class WordTravelerPositions(Positions[WordTravelerState]):
    """What follows from what: markers from where the day began and the other way round, the bag from the hands."""

    more = More

    def write_more(self, state: WordTravelerState) -> dict[str, Any]:
        words, actions = state.game.words.ids, state.game.actions
        more = {
            "hands": [[words[word] for word in state.hand(seat)] for seat in range(len(state.free))],
            "plans": [[actions.format(action) for action in plan] for plan in state.plan],
            "bag": [words[word] for word in state.bag],
        }
        return {**more, "last": _write_trip(state.last)} if state.last else more

    def complete(self, state: WordTravelerState, document: Any, given: set[str]) -> None:
        if document.last is not UNSET:
            state.last = _read_trip(state, document.last)
        if "markers" in given and "starts" not in given:
            state.starts = state.markers[:]
        elif "markers" not in given:
            if document.last is not UNSET and "starts" not in given:
                state.starts[document.last.seat] = BY_NAME[document.last.path[-1]]
            state.markers = state.starts[:]
        _read_words(state, document)


def _write_trip(numbers: list[int]) -> TripDoc:
    seat, start, length, *spaces = numbers
    names = [NAMES[space] for space in spaces]
    return TripDoc(seat=seat, start=NAMES[start], path=names[:length], stops=names[length:])


def _read_trip(state: WordTravelerState, trip: TripDoc) -> list[int]:
    place = "table.last"
    path, stops = _spaces(trip.path, f"{place}.path"), _spaces(trip.stops, f"{place}.stops")
    shown = len(path) if state.game.options.show_intentions else 0
    _need(state.day == 2, place, "day 1 has no day before")
    _need(trip.seat in state.game.travellers, f"{place}.seat", f"seat {trip.seat} does not travel")
    _need(1 <= len(path) <= ARROWS[1], f"{place}.path", f"a trip of day 1 has 1 to {ARROWS[1]} footprints")
    _need(len(stops) == shown, f"{place}.stops", f"expected {shown}, got {len(stops)}")
    return [trip.seat, *_spaces([trip.start], f"{place}.start"), len(path), *path, *stops]


def _spaces(names: Sequence[str], path: str) -> list[int]:
    return [Space().read(name, 0, None, f"{path}[{index}]") for index, name in enumerate(names)]


def _read_words(state: WordTravelerState, document: Any) -> None:
    """Hands, bag and plans: a word is in one place."""
    seats = range(state.game.players)
    hands = [state.hand(seat) for seat in seats]
    if document.hands is not UNSET:
        hands = [
            _words(state, hand, f"table.hands[{seat}]")
            for seat, hand in enumerate(_each(state, document.hands, "hands"))
        ]
    if document.bag is not UNSET:
        state.bag = _words(state, document.bag, "table.bag")
    elif document.hands is not UNSET or state.day == 2:
        state.bag = _bag(state, {word for hand in hands for word in hand})
    everywhere = [*state.bag, *(word for hand in hands for word in hand)]
    _need(len(set(everywhere)) == len(everywhere), "table.hands", "a word is in two places")
    if document.plans is not UNSET:
        state.plan = [
            _plan(state, seat, hands[seat], texts) for seat, texts in enumerate(_each(state, document.plans, "plans"))
        ]
    for seat in seats:
        used = {state.game.ids.word_of(action) for action in state.plan[seat] if action >= SAY}
        _need(used <= set(hands[seat]), f"table.plans[{seat}]", "a word of the plan is not in the hand")
        state.free[seat] = [word for word in hands[seat] if word not in used]


def _bag(state: WordTravelerState, held: set[int]) -> list[int]:
    """What is left of the words that nobody holds: on day 2 those of day 1 are gone, which ones is not told."""
    left = [word for word in range(len(state.game.words.ids)) if word not in held]
    state.chance.spawn("words of day 1").shuffle(left)
    return sorted(left[HAND * len(state.game.travellers) * (state.day - 1) :])


def _plan(state: WordTravelerState, seat: int, hand: list[int], texts: Sequence[str]) -> list[int]:
    """A plan from notations: stops, and cards of the hand."""
    path, actions = f"table.plans[{seat}]", state.game.actions
    try:
        plan = [actions.parse(text) for text in texts]
    except NotationError as error:
        raise PositionError(path, str(error)) from None
    left = set(hand)
    for index, action in enumerate(plan):
        place, kind = f"{path}[{index}]", actions[action].kind
        _need(kind != "foot", place, "footprints are no part of a plan")
        _need(kind == "stop" or SAY <= action < state.game.ids.done, place, "a plan is made of stop, say and not")
        if action >= SAY:
            word = state.game.ids.word_of(action)
            _need(index > 0 and word in left, place, "this card can't lie here")
            left.remove(word)
    return plan


def _words(state: WordTravelerState, ids: Sequence[str], path: str) -> list[int]:
    known = {word: index for index, word in enumerate(state.game.words.ids)}
    for index, ident in enumerate(ids):
        _need(ident in known, f"{path}[{index}]", f"there is no word {ident!r}")
    return sorted(known[ident] for ident in ids)


def _each(state: WordTravelerState, values: list[Any], name: str) -> list[Any]:
    seats = state.game.players
    _need(len(values) == seats, f"table.{name}", f"expected one entry for each of {seats} seats, got {len(values)}")
    return values


def _need(truth: bool, path: str, reason: str) -> None:
    if not truth:
        raise PositionError(path, reason)
