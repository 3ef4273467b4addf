"""Word cards, cities, map cards and the numbers of the table: data files, checked when they are loaded.

Our own files are in ``data/``. A user's own are ``words/NAME.toml``, ``cities/NAME.toml`` and ``maps/NAME.toml`` in
`own_folder()`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

import msgspec

from waystation.engine.documents import file_mark, from_toml, read_file, user_data_path
from waystation.engine.errors import ComponentError
from waystation.engine.typed import convert
from waystation.engine.words import term
from waystation.games.wordtraveler.geometry import BY_NAME, CENTRE, NAMES, SPACES

DATA = Path(__file__).parent / "data"
GRADES = (1, 2, 3, 4)
WORDS = 165
TRAVELLERS = 5
SOUVENIRS = 6
NAME_PATTERN = r"^[a-z0-9_]*$(?!\n)"

P = ParamSpec("P")
R = TypeVar("R")


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a map card: names of the spaces worth 2 points and 1 point."""

    two: str = ""
    one: str = ""

    def bits(self, place: str) -> int:
        """The side as one number: bit s: space s is worth something; bit s + 49: it is worth 2."""
        twos, ones = _spaces(self.two, f"{place}.two"), _spaces(self.one, f"{place}.one")
        if twos & ones:
            raise ComponentError(place, "a space is worth either 1 or 2 points")
        if (twos | ones) >> CENTRE & 1:
            raise ComponentError(place, "the centre bears no symbol")
        return twos | ones | twos << SPACES


def side_of(bits: int) -> Side:
    """The inverse of `Side.bits`."""
    twos, marked = bits >> SPACES, bits & ((1 << SPACES) - 1)
    return Side(_named(twos), _named(marked & ~twos))


def worth(side: int, space: int) -> int:
    """What a footprint on this space is worth by this map side: 0, 1 or 2."""
    return (side >> space & 1) + (side >> (space + SPACES) & 1)


class Place(msgspec.Struct, frozen=True):
    """A pictured place: `fits` holds a grade from 0 to 4 for every word of the list. What people read are phrases."""

    space: int
    name: str
    kind: str
    alt: str
    shows: tuple[str, ...]
    picture: tuple[str, ...]
    printed: bool
    fits: bytes


class City(msgspec.Struct, frozen=True):
    """A board: 48 places round the centre. `places[24]` is None."""

    name: str
    provenance: str
    places: tuple[Place | None, ...]

    def place(self, space: int) -> Place:
        """The place on a space that is not the centre."""
        place = self.places[space]
        assert place is not None
        return place

    def space_title(self, space: int) -> str:
        """What people call the space: the place's name, or the city's for the centre."""
        place = self.places[space]
        return place.name if place else self.name


class WordList(msgspec.Struct, frozen=True):
    """The word cards. Ids are notation; labels are what players read on the white and on the black side."""

    ids: tuple[str, ...]
    labels: tuple[str, ...]
    negations: tuple[str, ...]
    senses: tuple[str, ...]

    def said(self, word: int, positive: bool) -> str:
        """A card as it is read aloud."""
        return self.labels[word] if positive else self.negations[word]


class Numbers(msgspec.Struct, frozen=True):
    """Souvenir places for so many travellers, by track, and what the trip is called with 0 to 6 souvenirs."""

    tracks: dict[str, dict[int, tuple[int, ...]]]
    ratings: tuple[str, ...]

    @property
    def souvenirs(self) -> dict[int, tuple[int, ...]]:
        """The standard track."""
        return self.tracks["standard"]


# ---------------------------------------------------------------------- files


class _AsItIs(Generic[P, R]):
    """What a file says, read once for as long as it stays as it is."""

    def __init__(self, read: Callable[P, R], where: Callable[..., Path]) -> None:
        self._where = where
        self._read = lru_cache(maxsize=64)(lambda _mark, *given: read(*given))  # type: ignore[call-arg]

    def __call__(self, *given: P.args, **named: P.kwargs) -> R:
        return self._read(file_mark(self._where(*given)), *given)

    def cache_clear(self) -> None:
        """Read anew."""
        self._read.cache_clear()


def as_it_is(where: Callable[..., Path] = lambda path, *_: path) -> Callable[[Callable[P, R]], _AsItIs[P, R]]:
    """Keeps what a function reads of a file until the file changes; `where` finds the file for its arguments."""
    return lambda read: _AsItIs(read, where)


def own_folder() -> Path:
    """Where a user's own word lists, cities and map cards are looked for."""
    return user_data_path() / "wordtraveler"


def _read(path: Path) -> dict[str, Any]:
    try:
        return from_toml(read_file(path))
    except OSError as error:  # whoever reads this may be a stranger, to whom our folders are nothing
        raise ComponentError(f"{path.parent.name}/{path.name}", error.strerror or "it cannot be read") from None
    except ValueError as error:
        raise ComponentError(f"{path.parent.name}/{path.name}", str(error)) from None


def _own(kind: str, name: str) -> Path:
    if not re.fullmatch(NAME_PATTERN, name):
        raise ComponentError(f"own {kind}", f"{name!r} is no file name: use a-z, 0-9 and _")
    return own_folder() / kind / f"{name}.toml"


def own_marks(words: str, city: str, maps: str) -> tuple[Any, ...]:
    """What tells versions of these files of an owner's apart; "" names none."""
    named = (("words", words), ("cities", city), ("maps", maps))
    return tuple(file_mark(_own(kind, name)) for kind, name in named if name)


def load_words(own: str = "") -> WordList:
    """The word list that ships, or a user's own."""
    return read_words(_own("words", own) if own else DATA / "words.toml")


def load_city(name: str, words: WordList, own: str = "") -> City:
    """A city that ships, or a user's own, graded for this word list."""
    return read_city(_own("cities", own) if own else DATA / "cities" / f"{name}.toml", words)


# ---------------------------------------------------------------------- words


class _WordsDoc(msgspec.Struct, forbid_unknown_fields=True):
    senses: dict[str, str]
    language: str = "English"
    provenance: str = ""
    not_form: str = "Not {word}"
    labels: dict[str, str] = {}
    not_labels: dict[str, str] = {}


@as_it_is()
def read_words(path: Path) -> WordList:
    """A word list file; ComponentError names what is wrong."""
    doc = _convert(_read(path), _WordsDoc, path.name)
    ids: list[str] = []
    senses: list[str] = []
    for sense, line in doc.senses.items():
        for word in line.split():
            if not re.fullmatch(r"[a-z0-9-]+", word):
                raise ComponentError(f"{path.name}: senses.{sense}", f"{word!r}: ids are made of a-z, 0-9 and -")
            if word in ids:
                raise ComponentError(f"{path.name}: senses.{sense}", f"{word!r} is there twice")
            ids.append(word)
            senses.append(sense)
    if len(ids) < 100:
        raise ComponentError(path.name, f"a game needs 100 words or more, found {len(ids)}")
    for table in ("labels", "not_labels"):
        for word in getattr(doc, table):
            if word not in ids:
                raise ComponentError(f"{path.name}: {table}", f"there is no word {word!r}")
    labels = [doc.labels.get(word, word.capitalize()) for word in ids]
    negations = [
        doc.not_labels.get(word, doc.not_form.replace("{word}", label)) for word, label in zip(ids, labels, strict=True)
    ]
    return WordList(tuple(ids), tuple(map(term, labels)), tuple(map(term, negations)), tuple(senses))


# ---------------------------------------------------------------------- cities


class _PlaceDoc(msgspec.Struct, forbid_unknown_fields=True):
    space: str
    name: str
    kind: str
    alt: str
    shows: list[str]
    picture: list[str]
    fits: dict[str, str]
    printed: bool = False


class _CityDoc(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    place: list[_PlaceDoc]
    language: str = "English"
    provenance: str = ""


@as_it_is()
def read_city(path: Path, words: WordList) -> City:
    """A city file, every place and grade checked; ComponentError names the place."""
    doc = _convert(_read(path), _CityDoc, path.name)
    places: list[Place | None] = [None] * SPACES
    names: set[str] = set()
    for entry in doc.place:
        where = f"{path.name}: {entry.name}"
        space = BY_NAME.get(entry.space, CENTRE)
        if space == CENTRE:
            raise ComponentError(where, f"{entry.space!r} is no space for a place (r1c1 to r7c7 without r4c4)")
        if places[space] is not None or entry.name in names:
            raise ComponentError(where, f"{entry.space} or the name {entry.name!r} is taken twice")
        if not 3 <= len(entry.shows) <= 6 or not entry.alt or not entry.picture:
            raise ComponentError(where, "a place needs alt text, a picture, and 3 to 6 features it shows")
        names.add(entry.name)
        fits = _grades(entry.fits, words, where)
        shows = tuple(map(term, entry.shows))
        picture = tuple(entry.picture)
        place = Place(space, term(entry.name), entry.kind, term(entry.alt), shows, picture, entry.printed, fits)
        places[space] = place
    empty = [NAMES[space] for space in range(SPACES) if places[space] is None and space != CENTRE]
    if empty:
        raise ComponentError(path.name, f"no place on {', '.join(empty)}")
    return City(term(doc.name), doc.provenance, tuple(places))


class _GradingDoc(msgspec.Struct, forbid_unknown_fields=True):
    place: dict[str, dict[str, str]]
    provenance: str = ""


@cache
def read_grading(path: Path, city: City, words: WordList) -> list[bytes]:
    """Another table of grades for a city: by space, as `Place.fits`."""
    doc = _convert(_read(path), _GradingDoc, path.name)
    table: list[bytes] = []
    for place in city.places:
        if place is None:
            table.append(b"")
        elif place.name in doc.place:
            table.append(_grades(doc.place[place.name], words, f"{path.name}: {place.name}"))
        else:
            raise ComponentError(path.name, f"no grades for {place.name!r}")
    return table


def _grades(fits: dict[str, str], words: WordList, where: str) -> bytes:
    index = {word: number for number, word in enumerate(words.ids)}
    grades = bytearray(len(words.ids))
    for grade, line in fits.items():
        if grade not in map(str, GRADES):
            raise ComponentError(f"{where}: fits", f"{grade!r} is no grade; 4, 3, 2 and 1 are")
        for word in line.split():
            if word not in index:
                raise ComponentError(f"{where}: fits.{grade}", f"there is no word {word!r}")
            if grades[index[word]]:
                raise ComponentError(f"{where}: fits.{grade}", f"{word!r} is graded twice")
            grades[index[word]] = int(grade)
    return bytes(grades)


# ---------------------------------------------------------------------- maps and numbers


class _CardDoc(msgspec.Struct, forbid_unknown_fields=True):
    first: Side
    second: Side


class _RatingsDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    titles: list[str] = []


class _MapsDoc(msgspec.Struct, forbid_unknown_fields=True):
    card: list[_CardDoc] = []
    souvenirs: dict[str, list[int]] = {}
    tracks: dict[str, dict[str, list[int]]] = {}
    ratings: _RatingsDoc = _RatingsDoc()
    provenance: str = ""


@as_it_is()
def _read_maps(path: Path) -> _MapsDoc:
    doc: _MapsDoc = _convert(_read(path), _MapsDoc, path.name)
    return doc


def _maps_file(own: str = "") -> Path:
    return _own("maps", own) if own else DATA / "maps.toml"


@as_it_is(_maps_file)
def load_maps(own: str = "") -> tuple[tuple[int, int], ...]:
    """The map cards, each as its two sides: those that ship, or a user's own."""
    path = _maps_file(own)
    cards = tuple(
        (card.first.bits(f"{path.name}: card {n}.first"), card.second.bits(f"{path.name}: card {n}.second"))
        for n, card in enumerate(_read_maps(path).card, 1)
    )
    sides = [side for card in cards for side in card]
    if len(cards) < TRAVELLERS or 0 in sides or len(set(sides)) < len(sides):
        reason = f"a game needs {TRAVELLERS} map cards or more, no side without a symbol, and no two sides alike"
        raise ComponentError(path.name, reason)
    return cards


@as_it_is(_maps_file)
def load_numbers(own: str = "") -> Numbers:
    """Souvenir places and ratings: those that ship, and instead of each what a user's own map cards come with."""
    path = _maps_file(own)
    given, ours = _read_maps(path), _read_maps(DATA / "game.toml")
    tracks = {"standard": {**ours.souvenirs, **given.souvenirs}}
    for name, track in ours.tracks.items():
        tracks[name] = {**track, **given.tracks.get(name, {})}
    if not set(given.tracks) <= set(ours.tracks):
        raise ComponentError(f"{path.name}: tracks", f"the tracks are {', '.join(ours.tracks)}")
    for name, track in tracks.items():
        for travellers, places in track.items():
            if travellers not in ours.souvenirs or len(places) != SOUVENIRS or places != sorted(set(places)):
                where = f"souvenirs.{travellers}" if name == "standard" else f"tracks.{name}.{travellers}"
                raise ComponentError(f"{path.name}: {where}", "for 1 to 5 travellers: expected six rising scores")
    titles = given.ratings.titles or ours.ratings.titles
    if len(titles) != SOUVENIRS + 1 or not all(titles):
        raise ComponentError(f"{path.name}: ratings.titles", "expected seven titles, for 0 to 6 souvenirs")
    whole = {name: {int(n): tuple(places) for n, places in track.items()} for name, track in tracks.items()}
    return Numbers(whole, tuple(titles))


class Truths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that are plainly true of a place: by its kind, and by the parts of the kit in its picture. Objects count
    where they are `large` (units of a tile) or larger."""

    large: float
    kinds: dict[str, str]
    signs: dict[str, str]
    objects: dict[str, str]


class Kit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The drawing kit: colours, parts (see `pictures`), and what they make true."""

    colours: dict[str, str]
    parts: dict[str, list[str]]
    truths: Truths


@cache
def load_kit() -> Kit:
    """The drawing kit."""
    kit: Kit = _convert(_read(DATA / "kit.toml"), Kit, "kit.toml")
    return kit


def load_truths() -> Truths:
    """What the kit's parts and the kinds of places make true."""
    return load_kit().truths


# ---------------------------------------------------------------------- small tools


def _convert(value: Any, kind: Any, place: str) -> Any:
    try:
        return convert(value, kind)
    except msgspec.ValidationError as error:
        raise ComponentError(place, str(error)) from None


def _spaces(names: str, place: str) -> int:
    bits = 0
    for name in names.split():
        if name not in BY_NAME:
            raise ComponentError(place, f"{name!r} is no space")
        bits |= 1 << BY_NAME[name]
    return bits


def _named(bits: int) -> str:
    return " ".join(NAMES[space] for space in range(SPACES) if bits >> space & 1)
