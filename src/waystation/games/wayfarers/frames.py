"""The kinds of frames on the agenda, and small numbers that the rules share.

Effects wait in frames as *entries*: an effect's number in the low nine bits and above them the circumstances of the
die action it belongs to (`DIE_ACTION`, a spare pigeon, discounts), or nothing.
"""

from __future__ import annotations

from enum import IntEnum

from .names import DECKS


class Ask(IntEnum):
    """What a frame asks or does; the comment lists its data."""

    END = 0  # the turn is over
    TURN = 1  # the main choice of a turn
    POOL = 2  # must, entries...: take the next of these effects, or drop the rest
    TARGET = 3  # must, entry: on what is this effect used?
    FEE = 4  # purpose, slot, extra: with what is the influence fee paid?
    HOST = 5  # townsfolk card: under which card?
    TUCK = 6  # inspiration card, slot: above which space card, or discarded?
    PUT = 7  # tile: where in the caravan?
    EXTRA = 8  # a further journal step for 1 black influence?
    DRAWN = 9  # deck, cards...: which of the drawn cards is kept?
    UNDER = 10  # deck, cards...: which goes under the pile first?
    LIFT = 11  # guild or -1 for a card, must: which influence is used, the supply being empty?
    MARKING = 12  # excluded slot or -1: on which card is the lifted influence laid?
    REROLL = 13  # values...: which dice that were in supply are rerolled during a rest?
    LATE = 14  # the trade ability after the main action (option)
    SOLO = 15  # the solo opponent's turn begins
    PLAN = 16  # effects...: what the solo opponent still has to resolve
    SEEK = 17  # purpose, deck, extra, denied: the solo opponent looks for a card
    DENY = 18  # purpose, deck, extra, denied, slot: does the human let it use this card?
    STEP = 19  # black cost: the solo opponent's further journal step
    SCHEME = 20  # the solo opponent chooses an action of its new scheme card
    RESHUFFLE = 21  # the solo opponent's scheme cards go back after a rest


TAKE, RETRIEVE, WORK, LAY = range(4)
"""For what an influence fee is paid, or what the solo opponent looks for a card for."""

HUMAN, ME = 0, 1
"""The seats of a solo game: the human and the opponent."""

EFFECT = 511
SHIFT = 9
DIE_ACTION, SPARE_PIGEON = 1, 2
SILVER_SHIFT, PROVISION_SHIFT = 2, 5

USED_BLACK, USED_YELLOW, USED_BLUE, CHAINED = 1, 2, 4, 8
ALL_USED = 15
"""Bits of `used`: the guild abilities of this turn, and the caravan chain that came before the trade ability."""

DISPLAY = tuple(range(deck * 4, deck * 4 + 4) for deck in range(len(DECKS)))


def discount(entry: int) -> int:
    """The silver discount of an entry's die action."""
    return entry >> SHIFT + SILVER_SHIFT & 7


def entries_of(effects: tuple[int, ...], like: int = 0) -> tuple[int, ...]:
    """Effects as entries in the circumstances of another entry."""
    circumstances = like & ~EFFECT
    return tuple(effect | circumstances for effect in effects) if circumstances else effects
