"""What must add up: in any set, what the rules rely on; in ours, every total of the printed box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from waystation.engine.errors import ComponentError

from .names import COLOURS, DECKS, LAND, LINKS, SPACE, TAGS, TOWN_KINDS, TOWNSFOLK, WATER
from .parts import Card, Components

CARDS = (36, 36, 36, 36, 16)
DESIGNS = {"black": 3, "yellow": 3, "blue": 3, "green": 4, "pink": 10}
SIZES = {"black": (1, 2), "yellow": (2, 1), "blue": (2, 1)}
"""Columns and rows of a tile; those of the other colours cover one cell."""
COLUMNS = [1, 2, 3, 2, 3, 2, 3, 2, 3, 2, 5]
EFFECTS = 512
"""An entry of a pool has nine bits for its effect."""
CARAVAN = {"1 silver": 2, "1 provision": 3, "mark": 1, "move": 1, "refresh": 1}


def check_structure(box: Components) -> None:
    """What the rules rely on; ComponentError says what does not add up."""
    base = [card for card in box.cards[8:] if not card.promo]
    for deck, name in enumerate(DECKS):
        _equal(f"{name}: number of cards", sum(card.deck == deck for card in base), CARDS[deck])
    if len(box.cards) > 250 or len(box.book) > EFFECTS:
        raise ComponentError("components", f"more than 250 cards, or more than {EFFECTS} different effects")
    _structure_of_tiles(box)
    _structure_of_journal(box)
    _structure_of_solo(box)


def _structure_of_tiles(box: Components) -> None:
    names = {card.name.casefold() for card in box.cards}
    for tile in box.tiles:
        if tile.name.casefold() in names:
            raise ComponentError(f"tiles: {tile.name}", "a card has this name, too")
    for colour, name in enumerate(COLOURS):
        tiles = [tile for tile in box.tiles if tile.colour == colour]
        _equal(f"tiles: number of {name} designs", len(tiles), DESIGNS[name])
        order = "ring" if name == "pink" else "order"
        _equal(f"tiles: {name}: {order}", sorted(tile.order for tile in tiles), [*range(1, len(tiles) + 1)])
        for tile in tiles:
            _equal(f"tiles: {tile.name}: wide and high", (tile.wide, tile.high), SIZES.get(name, (1, 1)))


def _structure_of_journal(box: Components) -> None:
    columns = Counter(space.column for space in box.spaces)
    _equal("journal: spaces per column", [columns[c] for c in range(11)], COLUMNS)
    _equal("journal: column of the first space", box.spaces[0].column, 0)
    _equal("journal: tiles", len(box.journal_tiles), sum(space.tile >= 0 for space in box.spaces))
    reached = {0, *(edge.to for edges in box.edges for _, _, edge, _ in edges)}
    for number, space in enumerate(box.spaces):
        if space.final != (space.column == 10):
            raise ComponentError(f"journal: {space.name}: final", "the spaces of column 10 are final, no others")
        if bool(box.edges[number]) == space.final:
            raise ComponentError(f"journal: {space.name}", "a way leads on from every space but the final ones")
        if number not in reached:
            raise ComponentError(f"journal: {space.name}", "no way leads to it")
    groups = {space.worker for space in box.spaces if space.worker >= 0}
    _equal("journal: groups of green workers", sorted(groups), [0, 1, 2, 3])


def _structure_of_solo(box: Components) -> None:
    names = [*(scheme.name for scheme in box.schemes), *(board.name for board in box.solo_boards)]
    _equal("solo: different names", len({name.casefold() for name in names}), 10)
    _equal("solo: schemes", Counter(scheme.red for scheme in box.schemes), {True: 3, False: 3})
    _equal("solo: track", len(box.track), 8)


def check(box: Components) -> None:
    """Every total of the printed box; ComponentError says what does not add up."""
    base = [card for card in box.cards[8:] if not card.promo]
    _equal("promo cards", sum(card.promo for card in box.cards), 9)
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
    special = [tile for tile in box.tiles if tile.tags]
    _equal("special tiles' points", sum(tile.vp for tile in special), 31)
    expected = dict.fromkeys(TAGS[:9], 1) | {"comet": 3}
    _equal("special tiles' tags", _by(TAGS, (tag for tile in special for tag in tile.tags)), expected)


def _check_journal(box: Components) -> None:
    sections = Counter(section for edges in box.edges for section, _, _, _ in edges)
    _equal("journal connections", dict(sections), {0: 12, 1: 26, 2: 6})
    _equal("journal tiles", len(box.journal_tiles), 10)
    groups = Counter(space.worker for space in box.spaces if space.worker >= 0)
    _equal("green workers", dict(groups), {0: 2, 1: 2, 2: 2, 3: 2})


def _check_solo(box: Components) -> None:
    _equal("schemes with a comet", sum(scheme.comet for scheme in box.schemes), 4)
