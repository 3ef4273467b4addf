"""What is weak about a city: grades that its own pictures deny, thin places, twins, dead and blunt words, dull rows.

For those who write a city, and for the tests of ours.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from waystation.engine.words import count
from waystation.games.wordtraveler.components import City, Place, Truths, WordList, load_truths
from waystation.games.wordtraveler.geometry import CENTRE, NAMES, SIZE, SPACES

FITTING = 2
"""The grade from which a word fits."""

THIN = 8
"""A place with fewer fitting words is thin: many hands have nothing to say about it."""

DEAD = 0.08
BLUNT = 0.65
"""A word that fits fewer or more of the places than this says too little."""

APART = 2
TELLING = 6
"""Twins: two places in a row or column with fewer than TELLING words whose grades differ by APART."""

KINDS = 4
"""Different kinds of places that a row or column should have at least."""


class Remark(msgspec.Struct, frozen=True):
    """Something to look at: what it is about, what kind of weakness, and a sentence."""

    kind: str
    about: str
    text: str


def check_city(city: City, words: WordList) -> list[Remark]:
    """All remarks about a city with this word list; an empty list is what you want."""
    return [*_denied(city, words), *_thin(city), *_words(city, words), *_lines(city)]


def _denied(city: City, words: WordList) -> Iterator[Remark]:
    """Words of grade 0 that are plainly true of a place, by its kind or by what its picture draws."""
    truths = load_truths()
    index = {word: number for number, word in enumerate(words.ids)}
    for place in _places(city):
        for word, cause in _plain_truths(place, truths).items():
            if word in index and not place.fits[index[word]]:
                yield Remark("denied", place.name, f"{word!r} is graded 0, but {cause}")


def _plain_truths(place: Place, truths: Truths) -> dict[str, str]:
    """What nobody who looks at the place would deny, and why."""
    found = dict.fromkeys(truths.kinds.get(place.kind, "").split(), f"its kind is {place.kind}")
    for line in place.picture:
        part, *rest = line.split()
        said = truths.signs.get(part, "")
        if part in truths.objects and float(rest[2]) >= truths.large:
            said = truths.objects[part]
        for word in said.split():
            found.setdefault(word, f"its picture shows {part}")
    return found


def _thin(city: City) -> Iterator[Remark]:
    for place in _places(city):
        fitting = sum(grade >= FITTING for grade in place.fits)
        if fitting < THIN:
            yield Remark("thin", place.name, f"only {count(fitting, 'word fits|words fit')}; a place needs {THIN}")


def _words(city: City, words: WordList) -> Iterator[Remark]:
    places = _places(city)
    for index, word in enumerate(words.ids):
        fitting = sum(place.fits[index] >= FITTING for place in places)
        if fitting < DEAD * len(places):
            yield Remark("dead", word, f"fits only {fitting} of {len(places)} places")
        if fitting > BLUNT * len(places):
            yield Remark("blunt", word, f"fits {fitting} of {len(places)} places")


def _lines(city: City) -> Iterator[Remark]:
    for title, line in _rows_and_columns():
        places = [city.place(space) for space in line]
        kinds = {place.kind for place in places}
        if len(kinds) < KINDS:
            yield Remark("dull", title, f"only {count(len(kinds), 'kind|kinds')} of places: {', '.join(sorted(kinds))}")
        for number, first in enumerate(places):
            for second in places[number + 1 :]:
                telling = sum(abs(a - b) >= APART for a, b in zip(first.fits, second.fits, strict=True))
                if telling < TELLING:
                    both = f"{first.name} ({NAMES[first.space]}) and {second.name} ({NAMES[second.space]})"
                    yield Remark("twins", title, f"only {count(telling, 'word tells|words tell')} {both} apart")


def _places(city: City) -> list[Place]:
    return [place for place in city.places if place is not None]


def _rows_and_columns() -> Iterator[tuple[str, list[int]]]:
    for index in range(SIZE):
        row = [space for space in range(SPACES) if space // SIZE == index and space != CENTRE]
        column = [space for space in range(SPACES) if space % SIZE == index and space != CENTRE]
        yield f"row {index + 1}", row
        yield f"column {index + 1}", column
