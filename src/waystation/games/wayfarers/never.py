"""Why a text that reads like a move names no action: the rule that never allows it, whatever lies on the table."""

from __future__ import annotations

import re
from typing import NamedTuple

from waystation.engine import Refusal
from waystation.engine.actions import MOST_LETTERS
from waystation.engine.words import Phrase, say

from .box import Box
from .names import DECK_CARDS, DECKS, GUILDS, LAND, SHIP, SPACE, WATER, WORKER_WORDS, WORKERS
from .parts import HOME_TOWNSFOLK

Never = tuple[Phrase, str]
"""The reason and its rule."""


class Move(NamedTuple):
    """A text taken apart: its words, and the numbers of the cards that they name."""

    words: list[str]
    cards: list[int]


def why_no_action(box: Box, text: str) -> Refusal | None:
    """The rule against it, or None where it is no move at all."""
    if len(text) > MOST_LETTERS:
        return None
    words = text.casefold().split()
    numbers = {name.casefold(): number for name, number in box.by_name.items()}
    move = Move(words, [numbers[word] for word in words if word in numbers])
    found = RULES.get(words[0], _nothing)(box, move) if words else None
    if found is None:
        return None
    return Refusal(say("{text} names no action: {why}.", text=repr(text), why=found[0]), found[1])


def _nothing(box: Box, move: Move) -> Never | None:
    return None


def _of_a_board(box: Box, card: int) -> Never | None:
    if card > HOME_TOWNSFOLK:
        return None
    reason = say("{card} is printed on the player boards and lies in no display", card=box.labels[card])
    return reason, "Acquiring cards"


def _displayed(box: Box, move: Move) -> Never | None:
    return _of_a_board(box, move.cards[0]) if len(move.cards) == 1 else None


def _worker(box: Box, move: Move) -> Never | None:
    if len(move.words) != 3 or len(move.cards) != 1 or move.words[1] not in WORKERS:
        return None
    card, colour = move.cards[0], WORKERS.index(move.words[1])
    decks = [DECK_CARDS[deck] for deck in range(len(DECKS)) if colour in box.slot_workers[deck]]
    words = {"colour": WORKER_WORDS[colour], "card": box.labels[card]}
    reason = say("a {colour} worker goes on {decks}, not on {card}", decks=decks, **words)
    return _of_a_board(box, card) or (reason, "Place a worker")


def _place(box: Box, move: Move) -> Never | None:
    faces = re.fullmatch(r"(\d+)(?:>(\d+))?", move.words[1]) if len(move.words) > 2 else None
    if faces is None or len(move.cards) != 1:
        return None
    card = move.cards[0]
    if any(face and not 1 <= int(face) <= 6 for face in faces.groups()):
        return say("a die shows 1 to 6"), "Place a die"
    if box.needs[card] < 0:
        return say("{card} has no die space", card=box.labels[card]), "Place a die"
    if move.words[3:] == ["hiring"] and not box.needs[card] >> 4 * SHIP & 15:
        reason = say("{card} asks for no ship, so none is hired for it", card=box.labels[card])
        return reason, "Guild ability: exploration"
    return None


def _refresh(box: Box, move: Move) -> Never | None:
    if len(move.cards) != 1 or box.needs[move.cards[0]] >= 0:
        return None
    return say("{card} has no die space", card=box.labels[move.cards[0]]), "Dice manipulations: refresh"


def _drawn(box: Box, move: Move) -> Never | None:
    if len(move.cards) != 1 or box.cards[move.cards[0]].deck in (LAND, WATER, SPACE):
        return _displayed(box, move)
    return say("only land, water and space cards are drawn from their piles"), "Acquiring cards: draw three"


def _three(box: Box, move: Move) -> Never | None:
    if len(move.words) != 2 or move.words[1] not in DECKS:
        return None
    return say("only land and water cards are drawn three at a time"), "Acquiring cards: draw three"


def _host(box: Box, move: Move) -> Never | None:
    if len(move.cards) != 1:
        return None
    reason = say("townsfolk go under a land or water card with a tag, not under {card}", card=box.labels[move.cards[0]])
    return reason, "Townsfolk cards"


def _tuck(box: Box, move: Move) -> Never | None:
    if len(move.cards) != 1:
        return None
    reason = say("an inspiration card goes above a space card, not above {card}", card=box.labels[move.cards[0]])
    return reason, "Inspiration cards"


def _steps(box: Box, move: Move) -> Never | None:
    if len(move.words) != 2 or not re.fullmatch(r"\d+>\d+", move.words[1]):
        return None
    return say("a step turns a die up or down by 1, never from 6 to 1 or back"), "Dice manipulations"


def _chain(box: Box, move: Move) -> Never | None:
    if len(move.words) != 2 or not re.fullmatch(r"\d+>\d+", move.words[1]):
        return None
    return say("a chain turns a die from one of 1 to 6 to another"), "Dice manipulations"


def _guilds(box: Box, move: Move) -> Never | None:
    if not move.cards and 1 < len(move.words) < 4 and set(move.words[1:]) - {*GUILDS}:
        return say("the guilds are black, yellow and blue"), "Influence"
    if move.words[0] == "move" and len(set(move.words[1:])) == 1:
        return say("influence moves from one guild to another one"), "Influence"
    return _displayed(box, move)


def _goods(box: Box, move: Move) -> Never | None:
    return (say("that is paid in silver or provisions"), "Influence") if len(move.words) == 2 else None


def _buy(box: Box, move: Move) -> Never | None:
    names = [name.casefold() for name in box.tile_names]
    if len(move.words) != 3 or move.words[1] not in names:
        return None
    return say("a tile is gained free, for silver or for influence"), "Upgrade tiles"


def _put(box: Box, move: Move) -> Never | None:
    if len(move.words) != 3:
        return None
    return say("a tile is laid front or back, in one of the rows 1 to 3 and columns 1 to 6"), "Upgrade tiles"


RULES = {
    "work": _worker,
    "retrieve": _worker,
    "place": _place,
    "refresh": _refresh,
    "take": _displayed,
    "mark": _displayed,
    "keep": _drawn,
    "under": _drawn,
    "three": _three,
    "host": _host,
    "tuck": _tuck,
    "adjust": _steps,
    "trade": _chain,
    "guild": _guilds,
    "move": _guilds,
    "lift": _guilds,
    "fee": _goods,
    "allow": _goods,
    "push": _goods,
    "buy": _buy,
    "put": _put,
}
