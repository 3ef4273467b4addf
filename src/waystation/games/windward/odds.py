"""Exact battle odds, enumerated, never sampled.

A battle compares two sums of dice plus fixed hits. The distribution of the sum of n dice is counted over all 6**n
throws (as whole numbers), so win, tie and loss are exact fractions.

    >>> from waystation.games.windward.odds import odds
    >>> [round(chance, 4) for chance in odds(4, 5, bonus=2)]  # to win, to tie, to lose
    [0.4721, 0.174, 0.3539]
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import exp
from typing import NamedTuple

DIE = (1, 1, 1, 2, 2, 3)
"""Harpoons on the faces of a battle die (public draft rulebook)."""


def logistic(lead: float) -> float:
    """A chance from 0 to 1 for a lead of any size: a position may give one that `exp` has no number for."""
    return 1 / (1 + exp(-lead)) if lead > -700 else 0.0


class Odds(NamedTuple):
    """Chances of the attacker."""

    win: float
    tie: float
    loss: float


@cache
def throws(dice: int, die: tuple[int, ...] = DIE) -> tuple[int, ...]:
    """How many of the 6**dice throws give each sum: ``throws(2)[3] == 12``."""
    if dice == 0:
        return (1,)
    rest = throws(dice - 1, die)
    counts = [0] * (len(rest) + max(die))
    for total, ways in enumerate(rest):
        for face in die:
            counts[total + face] += ways
    return tuple(counts)


@cache
def exact(attack: int, defence: int, bonus: int = 0, die: tuple[int, ...] = DIE) -> tuple[Fraction, Fraction, Fraction]:
    """Win, tie and loss of `attack` dice plus `bonus` hits against `defence` dice, as fractions."""
    ours, theirs = throws(attack, die), throws(defence, die)
    win = tie = 0
    for a, ways in enumerate(ours):
        for d, against in enumerate(theirs):
            if a + bonus > d:
                win += ways * against
            elif a + bonus == d:
                tie += ways * against
    total = len(die) ** (attack + defence)
    return Fraction(win, total), Fraction(tie, total), Fraction(total - win - tie, total)


@cache
def odds(attack: int, defence: int, bonus: int = 0, die: tuple[int, ...] = DIE) -> Odds:
    """Win, tie and loss of the attacker; `bonus` is the attacker's fixed hits less the defender's."""
    return Odds(*(float(chance) for chance in exact(attack, defence, bonus, die)))


@cache
def against_roll(dice: int, roll: int, bonus: int = 0, die: tuple[int, ...] = DIE) -> Odds:
    """Chances of `dice` dice still to be thrown, plus `bonus` hits, against a result that stands (defender to roll).

    `win` is the chance of the side that throws.
    """
    counts = throws(dice, die)
    total = len(die) ** dice
    win = sum(ways for value, ways in enumerate(counts) if value + bonus > roll)
    tie = sum(ways for value, ways in enumerate(counts) if value + bonus == roll)
    return Odds(win / total, tie / total, (total - win - tie) / total)


class Use(NamedTuple):
    """One way to spend on a battle, and what it gives."""

    cannons: int
    hits: int
    odds: Odds


def uses(strength: int, defence: int, cannons: int, boosts: tuple[int, ...], fixed: int = 0) -> list[Use]:
    """The odds of every use: each number of cannons (a die each) with each total of card and token hits.

    `boosts` are the hits of the cards and tokens that could be added; `fixed` is what counts anyway.
    """
    totals = {0}
    for hits in boosts:
        totals |= {total + hits for total in totals}
    return [
        Use(guns, hits, odds(strength + guns, defence, fixed + hits))
        for guns in range(cannons + 1)
        for hits in sorted(totals)
    ]


def result(attack: int, defence: int, bonus: int = 0, die: tuple[int, ...] = DIE) -> dict[int, float]:
    """The distribution of the difference, attacker's result less defender's."""
    ours, theirs = throws(attack, die), throws(defence, die)
    total = len(die) ** (attack + defence)
    spread: dict[int, int] = {}
    for a, ways in enumerate(ours):
        for d, against in enumerate(theirs):
            if ways and against:
                spread[a + bonus - d] = spread.get(a + bonus - d, 0) + ways * against
    return {difference: count / total for difference, count in sorted(spread.items())}
