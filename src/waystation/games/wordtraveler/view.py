"""What a viewer may know of the table, typed. Rulings 4, 8, 13, 15 and 23 say what is hidden until when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from waystation.engine.events import Viewer
from waystation.games.wordtraveler import state as table_state
from waystation.games.wordtraveler.components import side_of
from waystation.games.wordtraveler.geometry import DIRECTIONS, NAMES

if TYPE_CHECKING:
    from waystation.games.wordtraveler.state import WordTravelerState


class Card(msgspec.Struct, frozen=True):
    """A word card under an arrow: its word and whether the white side shows."""

    word: str
    white: bool


class Move(msgspec.Struct, frozen=True):
    """An arrow of a plan. `stop`: the traveller's intention, None where it is hidden."""

    direction: str
    cards: tuple[Card, ...]
    stop: str | None


class Map(msgspec.Struct, frozen=True):
    """A map side that the viewer may see: names of the spaces worth 2 and 1."""

    two: str
    one: str


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """What the viewer may know about a seat. `plan`, `unused` and `map` are None while they are hidden."""

    marker: str
    start: str
    stage: str
    done: bool
    plan: tuple[Move, ...] | None
    unused: tuple[str, ...] | None
    map: Map | None
    path: tuple[str, ...]
    proposal: tuple[str, ...] | None
    take_backs: int | None
    gained: tuple[int, int]


class Trip(msgspec.Struct, frozen=True):
    """A trip that is over: where it began, the footprints, and where the traveller meant to go, if that is shown."""

    seat: int
    start: str
    path: tuple[str, ...]
    meant: tuple[str, ...]


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """The table of a viewer. `maps_of_day_1` are those that have been shown (None otherwise). `last` is the last trip
    of day 1, while plans are made on day 2.

    `places` are the names of the 49 spaces by rows, the city's own name in the middle.
    """

    places: tuple[str, ...]
    day: int
    phase: str
    traveller: int | None
    first: int
    score: int
    souvenirs: int
    souvenir_places: tuple[int, ...]
    seats: tuple[Seat, ...]
    maps_of_day_1: tuple[Map | None, ...]
    last: Trip | None = None


def table(state: WordTravelerState, viewer: Viewer) -> Table:
    """The table as the viewer may know it."""
    frames = table_state.Frames
    phase = frames(state.agenda[-1][0]).name.lower() if state.agenda else "over"
    players = range(state.game.players)
    return Table(
        places=state.game.space_titles,
        day=state.day,
        phase=phase,
        traveller=state.traveller,
        first=state.first,
        score=state.score,
        souvenirs=state.souvenirs,
        souvenir_places=state.game.souvenirs,
        seats=tuple(_seat(state, seat, viewer) for seat in players),
        maps_of_day_1=tuple(_map(state.maps[2 * seat]) if _day_1_known(state, seat) else None for seat in players),
        last=_trip(state.last) if state.last else None,
    )


def _trip(numbers: list[int]) -> Trip:
    seat, start, length, *spaces = numbers
    names = tuple(NAMES[space] for space in spaces)
    return Trip(seat, NAMES[start], names[:length], names[length:])


def map_known(state: WordTravelerState, seat: int, viewer: Viewer) -> bool:
    """Whether the viewer may see the map side that the seat uses today."""
    return (seat == viewer and not state.preparing) or state.stage(seat) == table_state.Stage.BACK


def words_known(state: WordTravelerState, seat: int, viewer: Viewer) -> bool:
    """Whether the viewer may see the seat's words and arrows of today."""
    return seat == viewer or state.stage(seat) >= table_state.Stage.TRAVELLING


def stops_known(state: WordTravelerState, seat: int, viewer: Viewer) -> bool:
    """Whether the viewer may see where the seat means to go today."""
    shown = state.game.options.show_intentions and state.stage(seat) == table_state.Stage.BACK
    return seat == viewer or shown


def proposal_known(state: WordTravelerState, seat: int, viewer: Viewer) -> bool:
    """Proposals are secret while they are made, and shown when the locals do not agree."""
    phase = state.agenda[-1][0] if state.agenda else None
    own = seat == viewer and phase == table_state.Frames.GUESS
    return own or phase == table_state.Frames.DECIDE


def _day_1_known(state: WordTravelerState, seat: int) -> bool:
    return bool(state.maps[2 * seat]) and (state.day == 2 or state.stage(seat) == table_state.Stage.BACK)


def _map(side: int) -> Map:
    shown = side_of(side)
    return Map(shown.two, shown.one)


def _seat(state: WordTravelerState, seat: int, viewer: Viewer) -> Seat:
    known = words_known(state, seat, viewer)
    ids = state.game.words.ids
    return Seat(
        marker=NAMES[state.markers[seat]],
        start=NAMES[state.starts[seat]],
        stage=state.stage(seat).name.lower(),
        done=seat not in state.to_act,
        plan=_plan(state, seat, stops_known(state, seat, viewer)) if known else None,
        unused=tuple(ids[word] for word in state.free[seat]) if known else None,
        map=_map(state.map_side(seat)) if state.map_side(seat) and map_known(state, seat, viewer) else None,
        path=tuple(NAMES[space] for space in state.paths[seat]),
        proposal=_proposal(state, seat) if proposal_known(state, seat, viewer) else None,
        take_backs=state.backs[seat] if seat == viewer else None,
        gained=(state.gained[2 * seat], state.gained[2 * seat + 1]),
    )


def _plan(state: WordTravelerState, seat: int, with_stops: bool) -> tuple[Move, ...]:
    ids, words = state.game.ids, state.game.words.ids
    moves = zip(state.directions(seat), state.stops(seat), state.words_under(seat), strict=True)
    return tuple(
        Move(
            DIRECTIONS[direction],
            tuple(Card(words[ids.word_of(card)], ids.is_white(card)) for card in cards),
            NAMES[stop] if with_stops else None,
        )
        for direction, stop, cards in moves
    )


def _proposal(state: WordTravelerState, seat: int) -> tuple[str, ...]:
    return tuple(NAMES[space] for space in state.proposals[seat])
