"""Who knows what: the table of a view, worlds that a seat can't tell from the true one, and who must be silent.

Rulings 4, 8, 13, 15 and 23 say what is hidden until when.
"""

from __future__ import annotations

from functools import lru_cache

from waystation.engine.chance import Chance
from waystation.engine.errors import Refusal
from waystation.engine.events import Viewer
from waystation.engine.parts import Knowledge
from waystation.engine.words import current, say, told
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.components import City, side_of
from waystation.games.wordtraveler.frames import Ask
from waystation.games.wordtraveler.geometry import DIRECTIONS, LINE, NAMES, SPACES, directions_of, next_spaces
from waystation.games.wordtraveler.state import HAND, TAKE_BACKS, Stage, WordTravelerState
from waystation.games.wordtraveler.view import Card, Map, Move, Seat, Table, Trip


class WordTravelerKnowledge(Knowledge[WordTravelerState]):
    """What leaves the table for a seat."""

    def table(self, state: WordTravelerState, viewer: Viewer) -> Table:
        players = range(state.game.players)
        return Table(
            places=_places(current().code, state.game.city),
            day=state.day,
            phase="over" if state.asked is None else state.asked.name.lower(),
            traveller=state.traveller,
            first=state.order()[0],
            score=state.score,
            souvenirs=state.souvenirs,
            souvenir_places=state.game.souvenirs,
            seats=tuple(_seat(state, seat, viewer) for seat in players),
            maps_of_day_1=tuple(_map(state.maps[2 * seat]) if day_1_known(state, seat) else None for seat in players),
            last=_trip(state.last) if state.last else None,
        )

    def determinize(self, state: WordTravelerState, seat: int, rng: Chance) -> WordTravelerState:
        """Hidden words, plans, maps, intentions and proposals drawn anew; what the seat knows stays."""
        new = super().determinize(state, seat, rng)
        others = [other for other in new.game.travellers if other != seat]
        unread = [other for other in others if not words_known(state, other, seat)]
        _draw_words(new, unread, rng)
        _draw_maps(new, state, seat, rng)
        for other in unread:
            new.plan[other] = _some_plan(new, other, rng) if _sealed(new, other) else []
        for other in others:
            if other not in unread and not stops_known(state, other, seat):
                _draw_stops(new, other, rng)
        _draw_proposals(new, seat, rng)
        return new

    def secrets(self, state: WordTravelerState, viewer: Viewer) -> list[str]:
        """Texts that would betray a hidden word or map if they occurred in what the viewer gets."""
        found = super().secrets(state, viewer)
        words = state.game.words
        for seat in state.game.travellers:
            if not words_known(state, seat, viewer):
                held = state.hand(seat)
                found += [f'"{words.ids[word]}"' for word in held] + [f'"{words.labels[word]}"' for word in held]
            sides = [
                side_of(state.maps[2 * seat + day - 1]) for day in (1, 2) if not _side_known(state, seat, day, viewer)
            ]
            found += [side.one or side.two for side in sides if side.one or side.two]
        return found

    def why_silent(self, state: WordTravelerState, seat: int) -> Refusal | None:
        """A traveller says nothing while the locals guess (ruling 15)."""
        if seat != state.traveller:
            return None
        reason = say("You have asked the way: be silent until your trip is scored.")
        return Refusal(reason, "Locals Guess the Path; ruling 15")


# ---------------------------------------------------------------------- what may be known


def map_known(state: WordTravelerState, seat: int, viewer: Viewer) -> bool:
    """Whether the viewer may see the map side that the seat uses today."""
    return (seat == viewer and not state.preparing) or state.stage(seat) == Stage.BACK


def words_known(state: WordTravelerState, seat: int, viewer: Viewer) -> bool:
    """Whether the viewer may see the seat's words and arrows of today."""
    return seat == viewer or state.stage(seat) >= Stage.TRAVELLING


def stops_known(state: WordTravelerState, seat: int, viewer: Viewer) -> bool:
    """Whether the viewer may see where the seat means to go today."""
    return seat == viewer or (state.game.options.show_intentions and state.stage(seat) == Stage.BACK)


def proposal_known(state: WordTravelerState, seat: int, viewer: Viewer) -> bool:
    """Proposals are secret while they are made, and shown when the locals do not agree."""
    return state.asked == Ask.DECIDE or (seat == viewer and state.asked == Ask.GUESS)


def day_1_known(state: WordTravelerState, seat: int) -> bool:
    """Whether everybody has seen the map side that the seat used on day 1."""
    return bool(state.maps[2 * seat]) and (state.day == 2 or state.stage(seat) == Stage.BACK)


def _side_known(state: WordTravelerState, seat: int, day: int, viewer: Viewer) -> bool:
    return day < state.day or (day == state.day and map_known(state, seat, viewer))


# ---------------------------------------------------------------------- the table


@lru_cache(maxsize=64)
def _places(_code: str, city: City) -> tuple[str, ...]:
    """The names of the spaces in the language at hand."""
    return tuple(told(city.space_title(space)) for space in range(SPACES))


def _names(spaces: list[int]) -> tuple[str, ...]:
    return tuple([NAMES[space] for space in spaces])


def _trip(numbers: list[int]) -> Trip:
    seat, start, length, *spaces = numbers
    return Trip(seat, NAMES[start], _names(spaces[:length]), _names(spaces[length:]))


def _map(side: int) -> Map:
    shown = side_of(side)
    return Map(shown.two, shown.one)


def _seat(state: WordTravelerState, seat: int, viewer: Viewer) -> Seat:
    known = words_known(state, seat, viewer)
    side = state.map_side(seat)
    return Seat(
        marker=NAMES[state.markers[seat]],
        start=NAMES[state.starts[seat]],
        travels=seat in state.game.travellers,
        stage=state.stage(seat).name.lower(),
        done=seat not in state.to_act,
        plan=_plan(state, seat, stops_known(state, seat, viewer)) if known else None,
        unused=tuple(state.game.words.ids[word] for word in state.free[seat]) if known else None,
        map=_map(side) if side and map_known(state, seat, viewer) else None,
        path=_names(state.paths[seat]),
        proposal=_names(state.proposals[seat]) if proposal_known(state, seat, viewer) else None,
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


# ---------------------------------------------------------------------- other worlds


def _draw_words(new: WordTravelerState, unread: list[int], rng: Chance) -> None:
    word_of, unseen = new.game.ids.word_of, new.bag[:]
    for other in unread:
        unseen += new.free[other]
        unseen += [word_of(action) for action in new.plan[other] if action >= SAY]
    unseen.sort()
    for other in unread:
        new.free[other] = sorted([unseen.pop(rng.below(len(unseen))) for _ in range(HAND)])
    new.bag = unseen


def _draw_maps(new: WordTravelerState, state: WordTravelerState, seat: int, rng: Chance) -> None:
    """Ruling 4: nobody is taken to know which side is on the back of which."""
    hidden = []
    for other in new.game.travellers if state.agenda else ():  # when the game is over all maps lie open
        known_today = map_known(state, other, seat)
        if not (known_today or state.day == 2):
            hidden.append(2 * other)
        if state.day == 1 or not known_today:
            hidden.append(2 * other + 1)
    seen = {side for index, side in enumerate(new.maps) if index not in hidden}
    pool = [side for side in new.game.sides if side not in seen]
    for index in hidden:
        new.maps[index] = pool.pop(rng.below(len(pool)))


def _sealed(state: WordTravelerState, seat: int) -> bool:
    """Whether a seat whose plan is not read yet has sealed one."""
    return not state.preparing and not (state.planning and seat in state.to_act)


def _some_plan(new: WordTravelerState, seat: int, rng: Chance) -> list[int]:
    """A plan that the seat might have sealed: a few arrows with a word or two each."""
    ids, free = new.game.ids, new.free[seat]
    here, plan = new.starts[seat], []
    for _ in range(rng.below(new.arrows) + 1):
        here = rng.choice(LINE[here])
        plan.append(here)
        for _ in range(1 + rng.below(2)):
            word = free.pop(rng.below(len(free)))
            plan.append((SAY if rng.below(2) else ids.deny) + word)
    return plan


def _draw_stops(new: WordTravelerState, seat: int, rng: Chance) -> None:
    """Other stops for the same arrows."""
    path: list[int] = []
    arrows = directions_of(new.starts[seat], new.stops(seat))
    for _ in arrows:
        path.append(rng.choice(next_spaces(new.starts[seat], arrows, path)))
    stops = iter(path)
    new.plan[seat] = [next(stops) if action < SAY else action for action in new.plan[seat]]


def _draw_proposals(new: WordTravelerState, seat: int, rng: Chance) -> None:
    """Secret guesses: whoever is done has a whole path, whoever is not may have begun or not."""
    if not new.agenda:
        return
    for other in range(new.game.players):
        if other != seat:
            new.backs[other] = TAKE_BACKS
    frame = new.agenda[-1]
    if frame[0] != Ask.GUESS:
        new.proposals = new.proposals if frame[0] == Ask.DECIDE else [[] for _ in new.proposals]
        return
    traveller = frame[2]
    arrows = new.directions(traveller)
    for other in new.locals_of(traveller):
        if other != seat:
            path: list[int] = []
            while other not in new.to_act and len(path) < len(arrows):
                path.append(rng.choice(next_spaces(new.starts[traveller], arrows, path)))
            new.proposals[other] = path
