"""Bots that understand words. ``expert`` and ``expert:2`` are the same; ``expert:1`` and ``expert:0`` reason less deep.
``reader`` (the same as ``reader:3``), ``reader:2`` and ``reader:1`` have heads of their own, which associate less far
and less well (see `heads`).

A bot uses its own words, its own map side of the day and what is public, nothing else: where the world it is given has
been drawn anew (other hands, other plans, the traveller's stops), it does not look. `reason` holds a line that says
why the path is guessed that it chooses for; nothing while it plans.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, cast

from waystation.engine.words import mark, say
from waystation.games.wordtraveler.actions import FOOT, SAY
from waystation.games.wordtraveler.components import City, WordList
from waystation.games.wordtraveler.fits import Grades, Said
from waystation.games.wordtraveler.frames import Ask
from waystation.games.wordtraveler.geometry import CENTRE, RAY, room_after
from waystation.games.wordtraveler.heads import REACHES, head_of
from waystation.games.wordtraveler.listener import Guess, Listener, grades_of
from waystation.games.wordtraveler.speaker import Speaker, Trip
from waystation.games.wordtraveler.state import WordTravelerState

DEPTHS = (0, 1, 2)


def path_of(state: WordTravelerState, seat: int) -> list[int]:
    """The footprints that a local has placed: its own proposal, or those of the decision."""
    return state.proposals[seat] if state.asked == Ask.GUESS else state.paths[state.agenda[-1][2]]


class Asked(Protocol):
    """What a bot is given for a decision (see waystation.bots)."""

    seat: int
    legal: list[int]

    @property
    def world(self) -> Any: ...


class WordBot:
    """A traveller and local with a relevance table: the city's own, unless another one is given, or what a head of this
    `reach` makes of the city (see `heads`)."""

    def __init__(
        self,
        level: int = 2,
        grades: Grades | None = None,
        speaker: Speaker | None = None,
        unused: bool = True,
        reach: int = 0,
    ) -> None:
        self.level = level
        self.reason = ""
        self._given = grades
        self._reach = reach
        self._speaker = speaker
        self._look_at_unused = unused
        self._listener: Listener | None = None
        self._plans: dict[tuple[Any, ...], list[int]] = {}
        self._guesses: dict[tuple[Any, ...], tuple[list[int], str]] = {}

    def choose(self, observation: Asked) -> int:
        """The next action towards the plan or the path that was thought out."""
        state = cast(WordTravelerState, observation.world)
        ids = state.game.ids
        self.reason = ""
        if state.preparing:
            return ids.done
        if state.planning:
            return self._next_of_plan(state, observation.seat)
        wanted = self.guess(state, observation.seat)
        there = [FOOT + space for space in path_of(state, observation.seat)]
        if wanted[: len(there)] != there:
            return ids.clear if ids.clear in observation.legal else observation.legal[0]
        return wanted[len(there)] if len(there) < len(wanted) else ids.done

    def _next_of_plan(self, state: WordTravelerState, seat: int) -> int:
        """The next action of the bot's own plan, or of what goes on best from a plan that somebody else began."""
        there = state.plan[seat]
        wanted = self.plan(state, seat)
        if wanted[: len(there)] != there:
            wanted = self.plan(state, seat, tuple(there))
        if len(there) < len(wanted):
            return wanted[len(there)]
        ids = state.game.ids
        stuck = there and there[-1] < SAY and state.backs[seat]
        return ids.back if stuck else ids.done

    def plan(self, state: WordTravelerState, seat: int, begun: tuple[int, ...] = ()) -> list[int]:
        """The actions of a whole plan, from an empty one or from what is there already."""
        ids = state.game.ids
        hand = state.hand(seat)
        key = (state.day, state.starts[seat], state.map_side(seat), begun, *hand)
        if key not in self._plans:
            self._speaker = self._speaker or Speaker(self._grades(state, seat), self.level)
            asked = state.starts[seat], state.map_side(seat), hand, state.arrows
            trip = self._speaker.plan(*asked, *(_begun(state, seat) if begun else ()))
            self._plans[key] = [*begun, *actions_of(trip, ids.deny)[len(begun) :]]
        return self._plans[key]

    def guess(self, state: WordTravelerState, seat: int = 0) -> list[int]:
        """The footprints for the traveller's clue; `reason` says why. Only heads of their own differ by seat."""
        traveller = state.agenda[-1][2]
        clues = said_by(state, traveller)
        start, arrows, unused = state.starts[traveller], state.directions(traveller), state.free[traveller]
        key = (start, arrows, tuple(map(tuple, clues)), *unused)
        if key not in self._guesses:
            if self._listener is None:
                self._listener = Listener(self._grades(state, seat), self.level, unused=self._look_at_unused)
            guess = self._listener.read(start, arrows, clues, unused)
            reason = explain(state.game.city, state.game.words, start, arrows, clues, guess)
            self._guesses = {key: ([FOOT + space for space in guess.path], reason)}
        path, self.reason = self._guesses[key]
        return path

    def _grades(self, state: WordTravelerState, seat: int) -> Grades:
        if self._given is not None:
            return self._given
        grades = grades_of(state.game.city)
        return head_of(tuple(grades), seat, self._reach) if self._reach else grades


def actions_of(trip: Trip, deny: int) -> list[int]:
    """A trip as actions: each stop with its cards."""
    actions: list[int] = []
    for stop, clue in zip(trip.stops, trip.clues, strict=True):
        actions.append(stop)
        actions += [(SAY if white else deny) + word for word, white in clue]
    return actions


def _begun(state: WordTravelerState, seat: int) -> tuple[Trip, int]:
    """The arrows of a seat's plan that have words, and where the one without points (-1: there is none)."""
    stops, clues = tuple(state.stops(seat)), said_by(state, seat)
    aimed = stops[-1] if stops and not clues[-1] else -1
    whole = len(stops) - (aimed >= 0)
    return Trip(stops[:whole], tuple(tuple(clue) for clue in clues[:whole])), aimed


def said_by(state: WordTravelerState, seat: int) -> list[list[Said]]:
    """The cards under each arrow of a seat, in the order of the word list: a plan may not be a code."""
    ids = state.game.ids
    return [sorted((ids.word_of(card), ids.is_white(card)) for card in cards) for cards in state.words_under(seat)]


def explain(
    city: City, words: WordList, start: int, arrows: Sequence[int], clues: Sequence[Sequence[Said]], guess: Guess
) -> str:
    """Why this path, in one line: the word that speaks most for each place, and the place that was passed over."""
    parts = []
    here = start
    room = room_after(tuple(arrows))
    for index, space in enumerate(guess.path):
        ray = [other for other in RAY[here][arrows[index]] if room[index] >> other & 1]
        parts.append(_why(city, words, space, ray, clues[index], guess.chances[index]))
        here = space
    return "; ".join(say("{number}. {why}", number=number, why=part) for number, part in enumerate(parts, 1))


def _why(
    city: City, words: WordList, space: int, ray: Sequence[int], clue: Sequence[Said], chances: Mapping[int, float]
) -> str:
    sure = say("{place} ({percent} %)", place=city.space_title(space), percent=round(100 * chances.get(space, 0)))
    others = sorted((other for other in ray if other not in (space, CENTRE)), key=lambda o: -chances.get(o, 0.0))
    if not others:
        return say("{place}: the only way that leaves room", place=sure)
    if space == CENTRE:
        return say("{place}: nothing else fits", place=sure)
    for rival in others:  # the likeliest first; where no word tells it apart, the later arrows do
        word, white = max(clue, key=lambda said: _speaks(city, said, space) - _speaks(city, said, rival))
        if _speaks(city, (word, white), space) > _speaks(city, (word, white), rival):
            return say(
                "{place}: '{said}' ({word} fits {mine} of 4, {rival} {theirs})",
                place=sure,
                said=words.said(word, white),
                word=words.labels[word],
                mine=city.place(space).fits[word],
                rival=city.space_title(rival),
                theirs=city.place(rival).fits[word],
            )
    return say("{place}: no word tells it from {rival}", place=sure, rival=city.space_title(others[0]))


def _speaks(city: City, said: Said, space: int) -> int:
    grade = city.place(space).fits[said[0]]
    return grade if said[1] else -grade


def _expert(argument: str) -> WordBot:
    if argument and argument not in map(str, DEPTHS):
        raise ValueError(f"the depth is 0, 1 or 2, not {argument!r}")
    return WordBot(int(argument or 2))


def _reader(argument: str) -> WordBot:
    if argument and argument not in map(str, REACHES):
        raise ValueError(f"the reach is 1, 2 or 3, not {argument!r}")
    return WordBot(reach=int(argument or max(REACHES)))


BOTS: Mapping[str, Callable[[str], WordBot]] = {"expert": _expert, "reader": _reader}
LEVELS = {
    "beginner": ("reader:1", mark("thinks of what is near, and of odd things")),
    "casual": ("reader:2", mark("now and then thinks of other things than you")),
    "strong": ("reader:3", mark("thinks of most things that you do")),
    "expert": ("expert", mark("reads the city as its author does")),
    "second": ("", ""),
    "five": ("", ""),
}
"""How far the levels associate; thinking for longer would tell none of them what others have in mind."""
