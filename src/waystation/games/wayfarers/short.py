"""Cards and tiles in short, for the terminal and for the table in words.

Effects are written as in the component files, which is also how actions are written.
"""

from __future__ import annotations

from collections.abc import Iterable

from waystation.engine.words import Arg, Phrase, mark, said, say, term, told

from .box import Box
from .counting import goal_words, score_words
from .names import INSPIRATION, LINKS, TAG_WORDS, TAGS, TOWN_KINDS, TOWNSFOLK
from .parts import Card, Tile
from .words import joined, silver


def card_text(box: Box, name: str) -> str:
    """All of a card in short."""
    card = box.cards[box.by_name[name]]
    if card.deck == TOWNSFOLK:
        return _townsfolk(card)
    if card.deck == INSPIRATION:
        return told(goal_words(card.goal))
    parts = [" ".join(told(TAG_WORDS[tag]) for tag in card.tags), told(term(card.row.name)) if card.row.name else ""]
    parts += [f"!{card.row.now}" if card.now else "", _die_space(card)]
    parts.append(f"{_when(card)}: {card.row.then}" if card.when else "")
    parts.append(told(score_words(card.score)) if card.score else "")
    parts.append(f"< {_words(LINKS[row] for row in range(4) if card.receives >> row & 1)}" if card.receives else "")
    parts.append(f"> {card.row.offers}" if card.row.offers else "")
    return "; ".join(part for part in parts if part)


def _words(names: Iterable[str]) -> str:
    return " ".join(names).replace("_", " ")


def _when(card: Card) -> str:
    return card.row.when.replace(" ", "/").replace("_", " ")


def _die_space(card: Card) -> str:
    return f"[{card.row.needs or said('any die')}] {card.row.action}" if card.has_die_space else ""


def _townsfolk(card: Card) -> str:
    words: dict[str, Arg] = {"who": card.title, "price": silver(card.price), "helps": _helps(card)}
    if not card.under:
        return said("{who}, {price}; {helps}", **words)
    under = joined([TAG_WORDS[tag] for tag in range(len(TAGS)) if card.under >> tag & 1], mark("{first}/{rest}"))
    return said("{who}, {price}, under {tags}; {helps}", tags=under, **words)


def _helps(card: Card) -> Phrase:
    """What townsfolk do, and when."""
    return say(HELPS[TOWN_KINDS[card.kind]], gives=card.row.gives, effect=card.row.effect)


HELPS = {
    "asset": mark("gives {gives}"),
    "die": mark("die: {effect}"),
    "vista": mark("vista: {effect}"),
    "resting": mark("resting: {effect}"),
}


def below(card: Card) -> str:
    """Townsfolk under a card."""
    name = card.title if card.name.startswith("HOME") else say("{id} {who}", id=card.name, who=card.title)
    return said("{who}; {helps}", who=name, helps=_helps(card))


def tile_text(tile: Tile, words: Phrase) -> str:
    """The tags of a special tile before what is on it."""
    return ", ".join(text for text in (" ".join(told(TAG_WORDS[tag]) for tag in tile.tags), told(words)) if text)
