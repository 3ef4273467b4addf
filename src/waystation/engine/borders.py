"""What users hand in, read one way everywhere: whole numbers, seats, seeds, and texts that others will see.

Whoever computes has numbers of many kinds: those of numpy, members of enums, True, 7.0. Anything with ``__index__`` is
a whole number and becomes a plain int here, before it is stored, compared or used as an index; truth values and
fractions are refused, and so is an index that counts from the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, wraps
from operator import index
from typing import Any
from unicodedata import category, normalize

from .errors import KindError, SeatError, SeedError

Seed = int | str
"""What a game's chance begins from; see `read_seed` for what is one seed and what another."""

LONGEST_SEED = 1000
"""Letters of a seed."""

_SHARE = re.compile(r"[0-9a-f]{32}")
_PLAIN = re.compile(r"0|-?[1-9][0-9]{0,17}")
"""Texts that are a whole number of usual size, written the usual way."""


def whole(value: Any, what: str, least: int | None = None) -> int:
    """A plain int; KindError, naming `what` it was to be, for anything that is no whole number.

    ValueError for less than `least`.
    """
    if type(value) is not int:
        value = _indexed(value, what)
    if least is not None and value < least:
        raise ValueError(f"{what} is {least} or more, got {value}")
    return int(value)


def _indexed(value: Any, what: str) -> int:
    if not isinstance(value, bool) and hasattr(type(value), "__index__"):
        try:
            return int(index(value))
        except TypeError:  # a numpy array of several numbers
            pass
    raise KindError(f"{what} is a whole number, got {value!r:.60} ({type(value).__name__})")


def seat_number(value: Any, players: int) -> int:
    """One of the seats from 0 to players - 1; KindError or SeatError."""
    seat = value if type(value) is int else whole(value, "a seat")
    if not 0 <= seat < players:
        raise SeatError(f"there is no seat {seat}; seats run from 0 to {players - 1}")
    return seat


def read_seed(value: Any) -> Seed:
    """A seed as typed or computed; SeedError for what is none.

    A seed is its text: 7, "7" and ``numpy.int64(7)`` are one seed, and "007" is another. Whole numbers of usual size
    are ints here, all other seeds texts, so that equal seeds are equal values.
    """
    if not isinstance(value, str):
        try:
            value = str(whole(value, "a seed"))
        except (KindError, ValueError):  # Python writes out no int of more than 4300 digits
            raise SeedError(f"a seed is a whole number or a text, got {_shown(value)}") from None
    if not value:
        raise SeedError("a seed is a whole number or a text, and not empty")
    if len(value) > LONGEST_SEED:
        raise SeedError(f"a seed of {len(value)} letters; at most {LONGEST_SEED} are taken")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise SeedError(f"the seed {value!a:.60} holds half a letter (a lone surrogate)") from None
    return int(value) if _PLAIN.fullmatch(value) else str(value)


def read_share(value: Any) -> str:
    """What a player adds to a seed: 16 bytes, in hexadecimal digits; SeedError for anything else."""
    if not isinstance(value, str) or not _SHARE.fullmatch(value):
        raise SeedError(f"a share is 32 hexadecimal digits, got {value!a:.60}")
    return value


def _shown(value: Any) -> str:
    huge = isinstance(value, int) and value.bit_length() > 64
    return f"an int of {value.bit_length()} bits" if huge else f"{value!r:.60}"


def plain(value: Any) -> Any:
    """Containers with each whole number of another kind as a plain int; what is no container stays as it is."""
    kind = type(value)
    if kind in (int, str, bool, float) or value is None:
        return value
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, int) or not hasattr(kind, "__index__"):
        return value
    try:
        return index(value)
    except TypeError:
        return value


def shown(text: str, keep: str = "") -> str:
    """Somebody else's text as it may reach a terminal, a page or a file: without what is no letter but does something.

    Left out are control characters (but for those in `keep`), what changes the direction of writing, marks without
    width, and halves of letters.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join([letter for letter in text if letter in keep or not _acts(letter)])


def _acts(letter: str) -> bool:
    if letter in _IN_NO_XML:
        return True
    return category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in _JOINING


_JOINING = "\u200c\u200d"
"""What joins letters, or keeps them apart, in some ways of writing."""
_IN_NO_XML = "\ufffe\uffff"
"""What no picture may hold, besides control characters: no program reads it then."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that show nothing."""

_UNSEEN = f"{_JOINING}{_BLANK}\u034f\u17b4\u17b5\u180b\u180c\u180d"
"""What shows nothing within a name, besides the marks that choose between pictures of one sign."""


def _can_be_seen(letter: str) -> bool:
    return category(letter)[0] in "LNPS" and letter not in _BLANK


def fold_name(name: Any, otherwise: str = "") -> str:
    """A player's name on one line, blanks as single spaces, without what acts; `otherwise` if nothing can be seen."""
    if not isinstance(name, str):
        raise KindError(f"a name is a text, got {name!r:.60} ({type(name).__name__})")
    folded = shown(" ".join(name.split())).strip()
    return folded if any(map(_can_be_seen, folded)) else otherwise


def read_names(names: Any, players: int) -> tuple[str, ...]:
    """What the players are called, as given; KindError, or ValueError if there is not one name for each of them."""
    if isinstance(names, str | set | frozenset):  # its letters would be names; and a set has no order
        raise KindError(f"names: expected {players}, one for each player, got {names!r:.60}")
    read = tuple(names)
    if len(read) != players:
        raise ValueError(f"names: expected {players}, one for each player, got {len(read)}")
    for name in read:
        if not isinstance(name, str):
            raise KindError(f"a name is a text, got {name!r:.60} ({type(name).__name__})")
    return read


@lru_cache(maxsize=4096)
def looks(name: str) -> str:
    """The same for names that look the same: however an accent is written, without marks and letters that show
    nothing."""
    if name.isascii():
        return name
    seen = [
        letter for letter in normalize("NFKC", name) if letter not in _UNSEEN and not "\ufe00" <= letter <= "\ufe0f"
    ]
    return " ".join("".join(seen).split())


def apart(name: str, number: int, taken: set[str]) -> str:
    """A name, with a number if it looks like one before it; `taken`: how those look."""
    while looks(name) in taken:
        name = f"{name} ({number})"
    taken.add(looks(name))
    return name


SEAT_FIRST = ("score_sheet", "question", "so_far", "plans", "trace", "why_silent", "determinize")
"""What games write and users call with a seat as the first argument."""

ACTION_AND_SEAT = ("label", "nodes", "drags")
"""The same with an action and then a seat."""


def guard(cls: type[Any], besides: Collection[str] = ()) -> None:
    """Have what users hand to the methods of this class of states checked; whoever writes them need not think of it.

    All but those `besides`, which look for themselves.
    """
    for name in SEAT_FIRST:
        if name in vars(cls) and name not in besides:
            setattr(cls, name, _with_seat(vars(cls)[name]))
    for name in ACTION_AND_SEAT:
        if name in vars(cls):
            setattr(cls, name, _with_action(vars(cls)[name]))


def _with_seat(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def checked(self: Any, seat: Any, *more: Any, **named: Any) -> Any:
        if type(seat) is not int or not 0 <= seat < self.game.players:
            seat = seat_number(seat, self.game.players)
        return method(self, seat, *more, **named)

    return checked


def _with_action(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def checked(self: Any, action: Any, seat: Any) -> Any:
        return method(self, self.game.actions.number(action), seat_number(seat, self.game.players))

    return checked
