"""Hands, costs and payments as plain ints, and every minimal way to pay a cost.

A **bundle** of tokens (a hand, a cost, a payment, the bag) is one int: six bits for each of the five resources,
parachutes lowest. A type never has more than 12 tokens, so the top bit of each field stays free as a guard, the
whole bundle fits in 30 bits, and `bundle % 63` is the number of tokens in it (2**6 is 1 modulo 63).

Rulebook, "Move Airplane and Build Airstrips": two tokens of one type pay for any one resource. "Permanent effects": a
wild resource pays for any one resource. A payment is minimal when no smaller part of it would do; only minimal
payments are offered (rulings 9 to 11).
"""

from functools import cache, lru_cache
from itertools import combinations_with_replacement

from waystation.games.wayfinders.components import LETTERS

BITS = 6
FIELD = 63
TYPES = range(5)
ONE = tuple(1 << BITS * kind for kind in TYPES)
"""A bundle of one token of each type."""

GUARD = 32 * sum(ONE)

PAIRS = 62 * sum(ONE)
"""The bits of a bundle that are set where it has two tokens of a type or more."""

WILD_TOKENS = tuple(sum(ONE[kind] for kind in TYPES if wild >> kind & 1) for wild in range(32))
"""A token of each wild resource, by the set of wild resources."""


def count(bundle: int, kind: int) -> int:
    """How many tokens of one type are in the bundle."""
    return bundle >> BITS * kind & FIELD


def size(bundle: int) -> int:
    """How many tokens are in the bundle (at most 62)."""
    return bundle % 63


def covers(bundle: int, part: int) -> bool:
    """Whether the bundle holds all the tokens of the part."""
    return ((bundle | GUARD) - part) & GUARD == GUARD


def kinds(bundle: int) -> tuple[int, ...]:
    """The tokens one by one, as type numbers in ascending order."""
    return tuple(kind for kind in TYPES for _ in range(count(bundle, kind)))


@lru_cache(maxsize=8192)
def letters(bundle: int) -> str:
    """The bundle in letters: `PHH`."""
    return "".join(LETTERS[kind] * count(bundle, kind) for kind in TYPES)


def bundle_of(text: str) -> int:
    """The bundle for letters in any order. Raises ValueError on another letter."""
    numbers = [text.count(letter) for letter in LETTERS]
    if sum(numbers) != len(text):
        raise ValueError(f"not only the letters {LETTERS}: {text!r}")
    return sum([ONE[kind] * number for kind, number in enumerate(numbers)])


def _possible_payments() -> tuple[int, ...]:
    """Whatever can pay some cost of one to four resources, each by a single token or a pair."""
    coins = [*ONE, *(2 * one for one in ONE)]
    found = {sum(chosen) for number in range(1, 5) for chosen in combinations_with_replacement(coins, number)}
    return tuple(sorted(found, key=lambda bundle: (size(bundle), kinds(bundle))))


PAYMENTS = _possible_payments()
"""Every payment that can occur, smallest first; the action `pay` numbers them in this order."""

_NUMBER = {bundle: number for number, bundle in enumerate(PAYMENTS)}


@cache
def minimal_payments(cost: int, wild: int) -> tuple[int, ...]:
    """The minimal payments for a cost, as indices into PAYMENTS. `wild` has bit i for wild resource i.

    Of each type one pays less than the cost asks for, which leaves resources short, or as much, or more, where a wild
    token or a pair makes good for one that is short. A payment is minimal exactly if nothing is short, nothing is
    made good that is not short, and no odd token lies about.
    """
    partial = [(0, 0)]  # bundle so far, resources short so far
    later = size(cost)  # resources of the types that are to come, which is all that can fall short yet
    for kind in TYPES:
        asked = count(cost, kind)
        later -= asked
        spare = ONE[kind] if wild >> kind & 1 else 2 * ONE[kind]
        amounts = [(number * ONE[kind], asked - number) for number in range(asked + 1)]
        amounts += [(asked * ONE[kind] + more * spare, -more) for more in range(1, size(cost) - asked + 1)]
        partial = [
            (paid + tokens, short + less)
            for paid, short in partial
            for tokens, less in amounts
            if short + less + later >= 0
        ]
    return tuple(sorted(_NUMBER[paid] for paid, short in partial if not short))


def pays_anything(hand: int, wild: int) -> int:
    """Not 0 if the hand has a pair or a wild token, and so can pay one of any resource.

    If it is 0 no type is there twice, and `hand & ONE[kind]` says whether the hand can pay one of that type.
    """
    return hand & (PAIRS | WILD_TOKENS[wild])


def missing(hand: int, cost: int, wild: int) -> int:
    """How many of a cost's resources the hand can't pay for, however it pays; 0 if it can."""
    short = spare = 0
    for kind in TYPES:
        asked, held = count(cost, kind), count(hand, kind)
        short += max(0, asked - held)
        left = max(0, held - asked)
        spare += left if wild >> kind & 1 else left // 2
    return max(0, short - spare)


@lru_cache(maxsize=1 << 15)
def ways(hand: int, cost: int, wild: int) -> tuple[int, ...]:
    """The minimal payments for a cost that this hand can make, as indices into PAYMENTS."""
    guarded = hand | GUARD
    return tuple(number for number in minimal_payments(cost, wild) if (guarded - PAYMENTS[number]) & GUARD == GUARD)
