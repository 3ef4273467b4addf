"""What the box must hold in total; the loader refuses components that do not add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from waystation.engine.errors import ComponentError

from .names import COLOURS, DECKS, LAND, LINKS, SPACE, TAGS, TOWN_KINDS, TOWNSFOLK, WATER

if TYPE_CHECKING:
    from .components import Card, Components

CARAVAN = {"1 silver": 2, "1 provision": 3, "mark": 1, "move": 1, "refresh": 1}


def check(box: Components) -> None:
    """Count everything; ComponentError says what does not add up."""
    base = [card for card in box.cards[8:] if not card.promo]
    _equal("cards", _by(DECKS, (c.deck for c in base)), dict(zip(DECKS, (36, 36, 36, 36, 16), strict=True)))
    _equal("promo cards", sum(card.promo for card in box.cards), 9)
    _equal("effects fit into nine bits", len(box.book) < 512, True)
    _check_tags(base)
    _check_townsfolk([card for card in base if card.deck == TOWNSFOLK])
    _check_links([card for card in base if card.deck == WATER], box)
    _check_tiles(box)
    _check_journal(box)
    _check_solo(box)
    for name, texts in zip(box.board_names, box.caravan_texts, strict=True):
        _equal(f"caravan of {name}", dict(Counter(text for text in texts if text)), CARAVAN)
    _equal("worker slots", sum(map(len, box.slot_actions)), 16)


def _by(names: tuple[str, ...], numbers: Iterable[int]) -> dict[str, int]:
    return {names[number]: n for number, n in sorted(Counter(numbers).items())}


def _equal(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise ComponentError(what, f"expected {expected}, found {found}")


def _check_tags(base: list[Card]) -> None:
    def tags(deck: int) -> dict[str, int]:
        return _by(TAGS, (tag for card in base if card.deck == deck for tag in card.tags))

    _equal("land tags", tags(LAND), {"city": 18, "vista": 18, "observatory": 7, "library": 4})
    _equal("water tags", tags(WATER), {"harbour": 18, "open_water": 18, "library": 3})
    _equal("space tags", tags(SPACE), {"comet": 17, "planet": 5, "stars": 21, "sun": 1, "moon": 1})


def _check_townsfolk(cards: list[Card]) -> None:
    kinds = _by(TOWN_KINDS, (card.kind for card in cards))
    _equal("townsfolk kinds", kinds, {"asset": 8, "die": 9, "vista": 10, "resting": 9})
    _equal("townsfolk prices", dict(sorted(Counter(card.price for card in cards).items())), {0: 3, 1: 13, 2: 17, 3: 3})


def _check_links(cards: list[Card], box: Components) -> None:
    rows = range(len(LINKS))
    _equal("links received", [sum(c.receives >> row & 1 for c in cards) for row in rows], [11, 17, 14, 14])
    _equal("links offered", [sum(c.offers[row] >= 0 for c in cards) for row in rows], [19, 23, 19, 17])
    guilds = Counter(box.book[card.offers[0]].text for card in cards if card.offers[0] >= 0)
    _equal("guild links", dict(guilds), {"black": 5, "blue": 8, "yellow": 6})


def _check_tiles(box: Components) -> None:
    designs = _by(COLOURS, (tile.colour for tile in box.tiles))
    _equal("tile designs", designs, {"black": 3, "yellow": 3, "blue": 3, "green": 4, "pink": 10})
    special = [tile for tile in box.tiles if tile.tags]
    _equal("special tiles' points", sum(tile.vp for tile in special), 31)
    _equal("special tiles' ring", sorted(tile.order for tile in special), list(range(1, 11)))
    expected = dict.fromkeys(TAGS[:9], 1) | {"comet": 3}
    _equal("special tiles' tags", _by(TAGS, (tag for tile in special for tag in tile.tags)), expected)


def _check_journal(box: Components) -> None:
    _equal("journal spaces", len(box.spaces), 28)
    sections = Counter(section for edges in box.edges for section, _, _, _ in edges)
    _equal("journal connections", dict(sections), {0: 12, 1: 26, 2: 6})
    columns = Counter(space.column for space in box.spaces)
    _equal("journal columns", [columns[c] for c in range(11)], [1, 2, 3, 2, 3, 2, 3, 2, 3, 2, 5])
    _equal("journal tiles", len(box.journal_tiles), 10)
    _equal("spaces for journal tiles", sum(space.tile >= 0 for space in box.spaces), 10)
    _equal("final spaces", sum(space.final for space in box.spaces), 5)
    groups = Counter(space.worker for space in box.spaces if space.worker >= 0)
    _equal("green workers", dict(groups), {0: 2, 1: 2, 2: 2, 3: 2})


def _check_solo(box: Components) -> None:
    _equal("scheme cards", len(box.schemes), 6)
    _equal("red scheme cards", sum(scheme.red for scheme in box.schemes), 3)
    _equal("schemes with a comet", sum(scheme.comet for scheme in box.schemes), 4)
    _equal("solo boards", len(box.solo_boards), 4)
    _equal("resource track", len(box.track), 8)
