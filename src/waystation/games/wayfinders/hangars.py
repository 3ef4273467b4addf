"""Workers, hangar columns and the bag. Rulebook, "Placing a worker" and "Returning workers", steps 1 and 4.

A hangar column is an int of three bits per token, the top token lowest, each token its type + 1; taking k tokens is
a shift, and what remains has slid up. A seat's workers are an int of two bits per hangar.
"""

from collections.abc import Iterable
from functools import cache

from waystation.engine import Chance
from waystation.games.wayfinders.components import COLUMN
from waystation.games.wayfinders.payment import BITS, FIELD, ONE, TYPES, size

NOT_FULL = 1 << 3 * (COLUMN - 1)
"""A column below this number has an empty place."""


def workers_at(workers: int, hangar: int) -> int:
    """How many of a seat's workers are at a hangar."""
    return workers >> 2 * hangar & 3


def all_at(workers: Iterable[int], hangar: int) -> tuple[int, ...]:
    """The same by seat."""
    shift = 2 * hangar
    return tuple([seat >> shift & 3 for seat in workers])


@cache
def workers_out(workers: int) -> int:
    """How many of a seat's workers are on the hangar board."""
    return sum(workers_at(workers, hangar) for hangar in range(workers.bit_length() // 2 + 1))


def column_tokens(column: int) -> tuple[int, ...]:
    """The token types in a column, top first."""
    return tuple((column >> 3 * place & 7) - 1 for place in range(COLUMN) if column >> 3 * place)


def column_of(tokens: tuple[int, ...]) -> int:
    """The column with these token types, top first."""
    return sum(kind + 1 << 3 * place for place, kind in enumerate(tokens))


def bundle_in(tokens: tuple[int, ...]) -> int:
    """The bundle of these token types."""
    return sum(ONE[kind] for kind in tokens)


def draw_token(bag: int, chance: Chance) -> int:
    """The type of a token drawn from a bag that is not empty."""
    left = chance.below(size(bag))
    for kind in TYPES:
        left -= bag >> BITS * kind & FIELD
        if left < 0:
            break
    return kind


def draw_tokens(bag: int, number: int, chance: Chance) -> int:
    """A bundle of `number` tokens drawn from the bag, or of all there are (ruling 8)."""
    drawn = 0
    for _ in range(min(number, size(bag))):
        one = ONE[draw_token(bag, chance)]
        bag -= one
        drawn += one
    return drawn


def collect(columns: list[int], workers: int) -> int:
    """Take from each column as many tokens from the top as the seat has workers there; returns them."""
    taken = 0
    hangar = 0
    while workers:
        column = columns[hangar]
        for _ in range(workers & 3):
            if column:
                taken += ONE[(column & 7) - 1]
                column >>= 3
        columns[hangar] = column
        workers >>= 2
        hangar += 1
    return taken


def refill(columns: list[int], hangars: int, bag: int, chance: Chance) -> int:
    """Fill the columns from the bag, hangar 1 first (ruling 7); returns the bag."""
    for hangar in range(hangars):
        column = columns[hangar]
        while column < NOT_FULL and bag:
            kind = draw_token(bag, chance)
            bag -= ONE[kind]
            column |= kind + 1 << (column.bit_length() + 2) // 3 * 3
        columns[hangar] = column
    return bag
