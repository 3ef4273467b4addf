"""The kinds of frames on the agenda, and small tables that the rules share.

Effects wait in frames as *entries*: an effect's number in the low nine bits and above them the circumstances of the
die action it belongs to (`DIE_ACTION`, a spare pigeon, discounts), or nothing.
"""

from __future__ import annotations

from enum import IntEnum

from .components import BOX, Edge
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


TAKE, RETRIEVE, WORK = range(3)
"""For what an influence fee is paid."""

EFFECT = 511
SHIFT = 9
DIE_ACTION, SPARE_PIGEON = 1, 2
SILVER_SHIFT, PROVISION_SHIFT = 2, 5

USED_BLACK, USED_YELLOW, USED_BLUE, CHAINED = 1, 2, 4, 8
"""Bits of `used`: the guild abilities of this turn, and the caravan chain that came before the trade ability."""

DISPLAY = tuple(range(deck * 4, deck * 4 + 4) for deck in range(len(DECKS)))
SLOT_ENTRIES = tuple(
    BOX.slot_actions[deck][slot] if BOX.slot_actions[deck] else () for deck in range(len(DECKS)) for slot in range(4)
)

OP = [int(effect.op) for effect in BOX.book.effects]
ARG = [effect.arg for effect in BOX.book.effects]
N = [effect.n for effect in BOX.book.effects]
PARTS = [effect.parts for effect in BOX.book.effects]
COST = [(effect.cost.silver, effect.cost.provision) for effect in BOX.book.effects]
TEXT = [effect.text for effect in BOX.book.effects]

MASK = [card.mask for card in BOX.cards]
NEEDS = [card.needs if card.has_die_space else -1 for card in BOX.cards]
GIVES = [*(card.gives for card in BOX.cards), 0]
"""Assets of the townsfolk under a card; index -1, nobody, gives nothing."""
HOSTABLE = [card.under for card in BOX.cards]
PRICE = [card.price for card in BOX.cards]
WHEN = [card.when for card in BOX.cards]


def discount(entry: int) -> int:
    """The silver discount of an entry's die action."""
    return entry >> SHIFT + SILVER_SHIFT & 7


def entries_of(effects: tuple[int, ...], like: int = 0) -> tuple[int, ...]:
    """Effects as entries in the circumstances of another entry."""
    circumstances = like & ~EFFECT
    return tuple(effect | circumstances for effect in effects) if circumstances else effects


FINAL = [space.final for space in BOX.spaces]


def _edges_for(sides: int) -> tuple[tuple[Edge, ...], ...]:
    """Per journal space its connections; bit i of `sides`: section i shows side B."""
    return tuple(tuple(b if sides >> section & 1 else a for section, _, a, b in edges) for edges in BOX.edges)


EDGES = tuple(_edges_for(sides) for sides in range(8))
