"""The box of a game: its components, and the tables that the rules look up in it all the time, worked out once.

Tables run by card, by effect or by tile number; `game.box` is where rules find them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from waystation.engine.words import Phrase, say

from .caravan import places
from .components import shipped, with_parts
from .counting import FLAT, Score, goal_words
from .names import COLOURS, INSPIRATION, SPACE, TOWN_DIE, TOWN_RESTING, TOWN_VISTA, TOWNSFOLK
from .parts import HOME_M1, HOME_M4, Card, Components, Edge


def _plain(card: Card) -> Phrase:
    if card.name.startswith("HOME"):
        return card.title
    if card.deck == INSPIRATION:
        return say("inspiration card {id} ({goal})", id=card.name, goal=goal_words(card.goal))
    return say("{what} {id}", what=card.title, id=card.name)


def _has_article(card: Card) -> bool:
    """Proper names have none: planets, and the numbered spaces of the player board."""
    return not (HOME_M1 <= card.id <= HOME_M4 or (card.deck == SPACE and card.row.name))


def _listed(card: Card) -> Phrase:
    return say("{id} ({goal})", id=card.name, goal=goal_words(card.goal)) if card.deck == INSPIRATION else _plain(card)


class Box:
    """One set of components. Two games with the same set share it."""

    def __init__(self, components: Components) -> None:
        self.components = components
        self.book, self.cards, self.by_name = components.book, components.cards, components.by_name
        self.tiles, self.spaces, self.schemes = components.tiles, components.spaces, components.schemes
        self.slot_silver, self.slot_workers = components.slot_silver, components.slot_workers
        self.slot_actions, self.prices = components.slot_actions, components.prices
        self.caravans, self.board_names = components.caravans, components.board_names
        self.middle_tags, self.printed, self.seats = components.middle_tags, components.printed, components.seats
        self.journal_tiles, self.solo_boards = components.journal_tiles, components.solo_boards
        self.solo_track = components.track
        self._by_effect()
        self._by_card()
        self._tiles_and_track()

    def _by_effect(self) -> None:
        effects = self.book.effects
        self.op = [int(effect.op) for effect in effects]
        self.arg = [effect.arg for effect in effects]
        self.n = [effect.n for effect in effects]
        self.parts = [effect.parts for effect in effects]
        self.cost = [(effect.cost.silver, effect.cost.provision) for effect in effects]
        self.text = [effect.text for effect in effects]
        self.numbers = {effect.text: number for number, effect in enumerate(effects)}
        #: the effects "one step of a die" and "one journal step"
        self.step, self.journal_step = self.numbers["adjust"], self.numbers["journal"]

    def _by_card(self) -> None:
        cards = self.cards
        self.names = [card.name for card in cards]
        self.labels = [say("the {card}", card=_plain(c)) if _has_article(c) else _plain(c) for c in cards]
        self.listings = [_listed(card) for card in cards]
        self.mask = [card.mask for card in cards]
        self.needs = [card.needs if card.has_die_space else -1 for card in cards]
        #: assets of the townsfolk under a card; index -1, nobody, gives nothing
        self.gives = [*(card.gives for card in cards), 0]
        self.hostable = [card.under for card in cards]
        self.price = [card.price for card in cards]
        self.when = [card.when for card in cards]
        self.then = [card.then for card in cards]
        self.action = [card.action for card in cards]
        self.town_die = [card.effects if card.kind == TOWN_DIE else () for card in cards]
        self.town_vista = [card.effects if card.kind == TOWN_VISTA else () for card in cards]
        self.is_resting = [card.kind == TOWN_RESTING and card.deck == TOWNSFOLK for card in cards]
        self.scores = [card.score or Score(FLAT) for card in cards]
        self.goals = [card.goal for card in cards]
        #: by slot: the effects of a worker there
        self.slot_entries = [effects for deck in self.slot_actions for effects in deck or ((),) * 4]

    def _tiles_and_track(self) -> None:
        self.tiles_of = [tuple(tile.id for tile in self.tiles if tile.colour == c) for c in range(len(COLOURS))]
        #: per colour where its tiles can lie: (upper left cell, covered cells as bits)
        self.places = [places(self.tiles[tiles[0]].wide, self.tiles[tiles[0]].high) for tiles in self.tiles_of]
        self.tile_names = [tile.name for tile in self.tiles]
        self.journal_names = [f"JT{number + 1:02}" for number in range(len(self.journal_tiles))]
        self.space_names = [space.name for space in self.spaces]
        self.final = [space.final for space in self.spaces]
        self.column_of = [space.column for space in self.spaces]
        #: per choice of board sides and journal space its connections; bit i: section i shows side B
        self.tracks = [self._track(sides) for sides in range(8)]

    def _track(self, sides: int) -> tuple[tuple[Edge, ...], ...]:
        return tuple(
            tuple(b if sides >> section & 1 else a for section, _, a, b in edges) for edges in self.components.edges
        )

    def label(self, card: int) -> Phrase:
        """How buttons and sentences name a card: ``the city L05``."""
        return self.labels[card]

    def listed(self, cards: Iterable[int]) -> list[Phrase]:
        """How sentences list cards: ``city L05 and vista L20``."""
        return [self.listings[card] for card in cards]

    def fits(self, colour: int, covered: int) -> bool:
        """Whether a tile of this colour finds room in a caravan with these cells covered."""
        return any(not covered & mask for _, mask in self.places[colour])


@cache
def standard() -> Box:
    """The box of the package."""
    return Box(shipped())


def of(own: Mapping[str, Any]) -> Box:
    """The box with an owner's parts in place of ours."""
    return _of(json.dumps(own, sort_keys=True, default=str)) if own else standard()


@lru_cache(maxsize=16)
def _of(own: str) -> Box:
    return Box(with_parts(json.loads(own)))


def card_node(box: Box, seat: int, card: int) -> str:
    """The scene node of a card: printed ones belong to a seat, the others are unique."""
    name = box.cards[card].name
    return f"home:{seat}:{name}" if name.startswith("HOME") else f"card:{name}"
