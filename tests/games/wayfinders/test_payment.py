"""Payments: every minimal way to pay, and none else (rulings 9 to 11)."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from waystation.engine import Chance
from waystation.games.wayfinders.payment import (
    ONE,
    PAYMENTS,
    TYPES,
    bundle_of,
    count,
    covers,
    kinds,
    letters,
    minimal_payments,
    size,
    ways,
)

WILD = {letter: 1 << place for place, letter in enumerate("PHRTG")}


def paid(hand: str, cost: str, wild: str = "") -> list[str]:
    found = ways(bundle_of(hand), bundle_of(cost), sum(WILD[letter] for letter in wild))
    return [letters(PAYMENTS[number]) for number in found]


@pytest.mark.parametrize(
    ("hand", "cost", "wild", "expected"),
    [
        ("", "P", "", []),
        ("P", "P", "", ["P"]),
        ("PP", "P", "", ["P"]),
        ("HH", "P", "", ["HH"]),
        ("HHH", "P", "", ["HH"]),
        ("HR", "P", "", []),
        ("PHHRR", "P", "", ["P", "HH", "RR"]),
        # a wild token goes one for one, and never in a pair
        ("H", "P", "H", ["H"]),
        ("PHH", "P", "H", ["P", "H"]),
        ("PP", "P", "P", ["P"]),
        # two resources
        ("TG", "TG", "", ["TG"]),
        ("TTT", "TG", "", ["TTT"]),
        ("GGG", "TG", "", ["GGG"]),
        ("TT", "TG", "", []),
        ("TTGG", "TG", "", ["TG"]),
        ("PPPP", "TG", "", ["PPPP"]),
        ("PPP", "TG", "", []),
        ("PPHH", "TG", "", ["PPHH"]),
        ("PPTG", "TG", "", ["TG", "PPT", "PPG"]),
        # the same resource twice
        ("HH", "HH", "", ["HH"]),
        ("HPP", "HH", "", ["PPH"]),
        ("PPPP", "HH", "", ["PPPP"]),
        ("HHHH", "HH", "", ["HH"]),
        # wild and pairs mixed
        ("HHTT", "HRG", "H", ["HHTT"]),
        ("HHH", "HRG", "H", ["HHH"]),
        ("PH", "TG", "PH", ["PH"]),
        ("PTG", "TG", "P", ["PT", "PG", "TG"]),
        ("HHP", "TG", "H", ["HH"]),
        ("HPP", "TG", "H", ["PPH"]),
        # four resources, eight tokens
        ("PPPPPPPP", "HRTG", "", ["PPPPPPPP"]),
        ("PPPPPPP", "HRTG", "", []),
        # P and H as they are leave one P and three H: one pair for two tires is too little
        ("PPHHHH", "PHTT", "", []),
        ("PPPHHH", "PHTT", "", ["PPPHHH"]),
    ],
)
def test_worked_out_by_hand(hand: str, cost: str, wild: str, expected: list[str]) -> None:
    assert paid(hand, cost, wild) == expected


def settles(tokens: tuple[int, ...], cost: tuple[int, ...], wild: int) -> bool:
    """Whether the tokens can pay the cost, by trying: each resource by a single or by a pair."""
    if not cost:
        return True
    first, rest = cost[0], cost[1:]
    for kind in set(tokens):
        left = list(tokens)
        left.remove(kind)
        if (kind == first or wild >> kind & 1) and settles(tuple(left), rest, wild):
            return True
        if kind in left:
            left.remove(kind)
            if settles(tuple(left), rest, wild):
                return True
    return False


def minimal_by_trying(cost: tuple[int, ...], wild: int, most: int) -> set[tuple[int, ...]]:
    """All payments of at most `most` tokens from which no token can be left out."""
    found: set[tuple[int, ...]] = set()
    for number in range(1, most + 1):
        for tokens in combinations_with_replacement(TYPES, number):
            fewer = (tokens[:place] + tokens[place + 1 :] for place in range(number))
            if settles(tokens, cost, wild) and not any(settles(some, cost, wild) for some in fewer):
                found.add(tokens)
    return found


@pytest.mark.parametrize("wild", [0, 0b00001, 0b00110, 0b11111])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_against_trying_everything(number: int, wild: int) -> None:
    for cost in combinations_with_replacement(TYPES, number):
        bundle = sum(ONE[kind] for kind in cost)
        found = {kinds(PAYMENTS[index]) for index in minimal_payments(bundle, wild)}
        assert found == minimal_by_trying(cost, wild, 2 * number)


def test_a_hand_offers_exactly_the_minimal_payments_that_it_covers() -> None:
    chance = Chance.of(1, "hands")
    for _ in range(300):
        hand = sum(ONE[chance.below(5)] for _ in range(chance.below(10)))
        cost = sum(ONE[chance.below(5)] for _ in range(1 + chance.below(4)))
        wild = chance.below(32)
        offered = {PAYMENTS[number] for number in ways(hand, cost, wild)}
        assert offered == {
            PAYMENTS[number] for number in minimal_payments(cost, wild) if covers(hand, PAYMENTS[number])
        }
        assert bool(offered) == settles(kinds(hand), kinds(cost), wild)


def test_bundles() -> None:
    bundle = bundle_of("GGPHT")
    assert letters(bundle) == "PHTGG"
    assert size(bundle) == 5
    assert [count(bundle, kind) for kind in TYPES] == [1, 1, 0, 1, 2]
    assert kinds(bundle) == (0, 1, 3, 4, 4)
    assert covers(bundle, bundle_of("GG"))
    assert not covers(bundle, bundle_of("GGG"))
    assert not covers(bundle, bundle_of("R"))
    assert size(12 * sum(ONE)) == 60
    assert bundle < 1 << 30, "a bundle is one digit of a Python int"


def test_payments_are_all_different_and_smallest_first() -> None:
    assert len(set(PAYMENTS)) == len(PAYMENTS)
    assert [size(payment) for payment in PAYMENTS] == sorted(size(payment) for payment in PAYMENTS)
    assert max(map(size, PAYMENTS)) == 8
