"""What a seat may know as numbers: the day, everybody's marker and points, and of plans, words and maps what is shown.

The city, and how well each word fits each place, are options of the game and stand in `game.city`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from waystation.engine.observation import Observation, Part, filled, named, of_seats, order, pack
from waystation.games.wordtraveler.actions import MOST_ARROWS, SAY, Ids
from waystation.games.wordtraveler.edition import WordTravelerEdition
from waystation.games.wordtraveler.frames import Ask
from waystation.games.wordtraveler.geometry import DIRECTIONS, NAMES, SPACES, directions_of
from waystation.games.wordtraveler.knowledge import (
    day_1_known,
    map_known,
    proposal_known,
    stops_known,
    words_known,
)
from waystation.games.wordtraveler.state import ARROWS, HAND, TAKE_BACKS, Stage, WordTravelerState

SOUVENIRS = 6
MOST_GAINED = 2 * ARROWS[2]
HIDDEN = pack([0])


class WordTravelerObservation(Observation[WordTravelerState]):
    """Most of it is hidden from others until its time comes."""

    omits = {  # noqa: RUF012
        "places": "the city is an option of the game",
        "souvenir_places": "an option of the game",
    }

    def parts(self, game: WordTravelerEdition) -> Sequence[Part]:
        seats, words = game.players, game.words.ids
        arrows = [f"arrow {n + 1}" for n in range(MOST_ARROWS)]
        return [
            named("phase", "The question at hand", [kind.name.lower() for kind in Ask], none="the end"),
            Part("asked", "Whether a seat has still to decide", (seats,), of="seats"),
            Part("take_backs", "Take-backs left in this step", high=TAKE_BACKS, of="own"),
            Part("day", "The day", low=1, high=2),
            of_seats("traveller", "Who is asking for directions", seats),
            of_seats("first", "Who travels first today", seats),
            Part("travels", "Whether a seat travels at all", (seats,), of="seats"),
            Part("score", "The team's points", high=seats * 2 * MOST_GAINED),
            Part("souvenirs", "Golden souvenirs reached", high=SOUVENIRS),
            Part("gained", "Points by seat and day", (seats, 2), high=MOST_GAINED, of="seats"),
            named("stages", "How far a seat's day is", [stage.name.lower() for stage in Stage], (seats,), of="seats"),
            named("markers", "Where the markers stand", NAMES, (seats,), of="seats"),
            named("starts", "Where they stood when the day began", NAMES, (seats,), of="seats"),
            named("paths", "Footprints settled today", NAMES, (seats, MOST_ARROWS), of="seats"),
            named("arrows", "Arrows of the plan", list(DIRECTIONS), (seats, MOST_ARROWS), of="shown"),
            named("words", "Words: those under arrows, then the others", words, (seats, HAND), of="shown"),
            named("under", "Where each of these words lies", ["the hand", *arrows], (seats, HAND), of="shown"),
            Part("white", "Whether its white side shows", (seats, HAND), of="shown"),
            named("stops", "Where the plan means to go", NAMES, (seats, MOST_ARROWS), of="shown"),
            Part("maps", "What each space is worth by the map of today", (seats, SPACES), high=2, of="shown"),
            named("proposals", "Paths proposed in the guess at hand", NAMES, (seats, MOST_ARROWS), of="shown"),
            Part("maps_of_day_1", "The map sides of day 1 that were shown to all", (seats, SPACES), high=2, of="seats"),
            of_seats("last", "Whose the last trip of day 1 was, while day 2 is planned", seats),
            named("last_start", "Where that trip began", NAMES),
            named("last_path", "Its footprints", NAMES, (MOST_ARROWS,)),
            named("last_meant", "Where it was meant to go, if that is shown", NAMES, (MOST_ARROWS,)),
        ]

    def write(self, state: WordTravelerState, seat: int) -> Iterable[bytes]:
        game = state.game
        players = game.players
        seats = order(seat, players)
        acting = state.agenda[-1][1] if state.agenda else 0
        traveller, gained = state.traveller, state.gained
        stages = [state.stage(other) for other in seats]
        plans = [
            _plan(tuple(state.plan[other]), tuple(state.free[other]), state.starts[other], game.ids,
                  stops_known(state, other, seat)) if words_known(state, other, seat) else _UNREAD
            for other in seats
        ]  # fmt: skip
        sides = [state.map_side(other) if map_known(state, other, seat) else 0 for other in seats]
        first_day = [state.maps[2 * other] if day_1_known(state, other) else 0 for other in seats]
        proposals = [tuple(state.proposals[other]) if proposal_known(state, other, seat) else () for other in seats]
        return [
            pack(
                [
                    state.agenda[-1][0] + 1 if state.agenda else 0,
                    *[acting >> other & 1 for other in seats],
                    state.backs[seat],
                    state.day,
                    0 if traveller is None else (traveller - seat) % players + 1,
                    (state.order()[0] - seat) % players + 1,
                    *[other in game.travellers for other in seats],
                    state.score,
                    state.souvenirs,
                    *[gained[at] for other in seats for at in (2 * other, 2 * other + 1)],
                    *[stage + 1 for stage in stages],
                    *[state.markers[other] + 1 for other in seats],
                    *[state.starts[other] + 1 for other in seats],
                ]
            ),
            *[_spaces(tuple(state.paths[other])) for other in seats],
            *[plan[column] for column in range(5) for plan in plans],
            *[_worths(side) for side in sides],
            *[_spaces(path) for path in proposals],
            *[_worths(side) for side in first_day],
            _last(tuple(state.last), seat, players),
        ]


Plan = tuple[bytes, bytes, bytes, bytes, bytes]
"""Arrows, words, where they lie, their sides, and stops."""

_UNREAD: Plan = (HIDDEN * MOST_ARROWS, HIDDEN * HAND, HIDDEN * HAND, HIDDEN * HAND, HIDDEN * MOST_ARROWS)


@lru_cache(maxsize=1 << 12)
def _plan(plan: tuple[int, ...], free: tuple[int, ...], start: int, ids: Ids, with_stops: bool) -> Plan:
    stops = [action for action in plan if action < SAY]
    words, under, white = [], [], []
    arrow = 1
    for action in plan:
        if action < SAY:
            arrow += 1
        else:
            words.append(ids.word_of(action) + 1)
            under.append(arrow)
            white.append(ids.is_white(action))
    words += [word + 1 for word in free]
    under += [1] * len(free)
    arrows = [direction + 1 for direction in directions_of(start, stops)]
    return (
        filled(arrows, MOST_ARROWS),
        filled(words, HAND),
        filled(under, HAND),
        filled(white, HAND),
        _spaces(tuple(stops)) if with_stops else HIDDEN * MOST_ARROWS,
    )


@lru_cache(maxsize=1 << 12)
def _spaces(path: tuple[int, ...]) -> bytes:
    return filled([space + 1 for space in path], MOST_ARROWS)


@lru_cache(maxsize=1 << 10)
def _worths(side: int) -> bytes:
    return pack((side >> space & 1) + (side >> space + SPACES & 1) for space in range(SPACES))


@lru_cache(maxsize=1 << 10)
def _last(trip: tuple[int, ...], seat: int, players: int) -> bytes:
    if not trip:
        return HIDDEN * (2 + 2 * MOST_ARROWS)
    traveller, start, length, *spaces = trip
    path, meant = tuple(spaces[:length]), tuple(spaces[length:])
    return pack([(traveller - seat) % players + 1, start + 1]) + _spaces(path) + _spaces(meant)
