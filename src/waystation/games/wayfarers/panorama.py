"""A player's panorama and belongings: the player board, everything acquired, and the supply beside it."""

from __future__ import annotations

from waystation.engine.fields import LIST, SHARED, Fields, Kept, field

from .box import Box
from .counting import ALL_UPGRADES, CARDS_AT, UPGRADES_AT
from .names import INSPIRATION, LAND, SPACE, TOWNSFOLK, WATER
from .parts import BLOCKED_CELLS, HOME_HARBOUR, HOME_STAR, HOME_TOWNSFOLK, NOTHING

INFLUENCE_TOKENS = 15
GREEN_WORKERS = 4
DICE, RESERVE = 5, 2
"""All dice of a player, and how many of them lie in reserve at first."""
ENDLESS = 500
COUNTED = ALL_UPGRADES + 1
"""How many counts a panorama keeps up to date: tags, cards and upgrade tiles."""


class Panorama(Fields):
    """What one player has. `cards`, `town` and `die` run parallel: first the six die spaces of the board.

    `cards`: the board's spaces, then acquired land and water cards in order. `town`: the townsfolk under each, or -1.
    `die`: where dice lie, as bits. `space` and `goal`: space cards and the inspiration card above each, or -1.
    `dice[v - 1]`: dice in supply showing v. `count`: tags, cards and tiles, see `counting.COUNTS`. `columns`: packed
    assets of each caravan column; `discounts`: silver + 8 x provision. `raises`, `lowers`: columns with +1 and -1, as
    bits. `cells`: covered caravan cells as bits. `tiles`: tile + 32 x side + 64 x cell. What changes rarely is kept in
    tuples, which copies share.
    """

    board: int = field(Kept(SHARED))
    silver: int = field(Kept(SHARED))
    provision: int = field(Kept(SHARED))
    supply: int = field(Kept(SHARED))
    reserve: int = field(Kept(SHARED))
    marker: int = field(Kept(SHARED))
    cells: int = field(Kept(SHARED))
    raises: int = field(Kept(SHARED))
    lowers: int = field(Kept(SHARED))
    tile_vp: int = field(Kept(SHARED))
    die: int = field(Kept(SHARED))
    guild: list[int] = field(Kept(LIST))
    workers: list[int] = field(Kept(LIST))
    dice: list[int] = field(Kept(LIST))
    count: list[int] = field(Kept(LIST))
    columns: tuple[int, ...] = field(Kept(SHARED))
    discounts: tuple[int, ...] = field(Kept(SHARED))
    cards: tuple[int, ...] = field(Kept(SHARED))
    town: tuple[int, ...] = field(Kept(SHARED))
    space: tuple[int, ...] = field(Kept(SHARED))
    goal: tuple[int, ...] = field(Kept(SHARED))
    tiles: tuple[int, ...] = field(Kept(SHARED))

    @classmethod
    def start(cls, box: Box, board: int) -> Panorama:
        """A player board with nothing but what is printed on it, and 15 influence."""
        new = cls()
        new.board = board
        new.silver = new.provision = new.marker = new.tile_vp = new.raises = new.lowers = 0
        new.supply, new.reserve, new.cells = INFLUENCE_TOKENS, RESERVE, BLOCKED_CELLS
        new.guild, new.workers, new.dice = [0, 0, 0], [0, 0, 0], [0] * 6
        new.count = [0] * COUNTED
        for card in range(HOME_STAR + 1):
            for tag in box.cards[card].tags:
                new.count[tag] += 1
        for tag in box.middle_tags:
            new.count[tag] += 1
        for deck in (LAND, WATER, SPACE, TOWNSFOLK):
            new.count[CARDS_AT + deck] = 1
        new.columns = box.printed
        new.discounts = (0,) * 6
        new.cards = tuple(range(HOME_HARBOUR + 1))
        new.town = (NOTHING, HOME_TOWNSFOLK, NOTHING, NOTHING, NOTHING, NOTHING)
        new.die = 0
        new.space, new.goal, new.tiles = (HOME_STAR,), (NOTHING,), ()
        return new

    @classmethod
    def opponent(cls, box: Box) -> Panorama:
        """What the solo opponent owns: no board of this kind, no dice, influence without end (rules: Solo)."""
        new = cls.start(box, 0)
        new.supply, new.reserve, new.cells = ENDLESS, 0, 0
        new.count, new.columns = [0] * COUNTED, (0,) * 6
        new.cards, new.town, new.space, new.goal = (), (), (), ()
        return new

    # ------------------------------------------------------------------ adding components

    def add_card(self, box: Box, card: int) -> None:
        """A land, water or space card joins: its tags count from now on."""
        what = box.cards[card]
        for tag in what.tags:
            self.count[tag] += 1
        self.count[CARDS_AT + what.deck] += 1
        if what.deck == SPACE:
            self.space += (card,)
            self.goal += (NOTHING,)
        else:
            self.cards += (card,)
            self.town += (NOTHING,)

    def add_tile(self, box: Box, tile: int, side: int, cell: int, covered: int) -> None:
        """An upgrade tile is laid with its upper left corner on a cell, covering cells (bits)."""
        what = box.tiles[tile]
        self.tiles += (tile | side << 5 | cell << 6,)
        self.cells |= covered
        self.tile_vp += what.vp
        self.count[UPGRADES_AT + what.colour] += 1
        self.count[ALL_UPGRADES] += 1
        for tag in what.tags:
            self.count[tag] += 1
        columns, discounts = list(self.columns), list(self.discounts)
        for column, part in enumerate(what.sides[side], cell % 6):
            columns[column] += part.assets
            discounts[column] += part.silver + 8 * part.provision
            self.raises |= part.raises << column
            self.lowers |= part.lowers << column
        self.columns, self.discounts = tuple(columns), tuple(discounts)

    def tuck_town(self, host: int, town: int) -> None:
        """Townsfolk go under a land or water card."""
        at = self.cards.index(host)
        self.town = (*self.town[:at], town, *self.town[at + 1 :])
        self.count[CARDS_AT + TOWNSFOLK] += 1

    def tuck_goal(self, host: int, goal: int) -> None:
        """An inspiration card goes above a space card."""
        at = self.space.index(host)
        self.goal = (*self.goal[:at], goal, *self.goal[at + 1 :])
        self.count[CARDS_AT + INSPIRATION] += 1

    # ------------------------------------------------------------------ questions

    def reach(self, value: int) -> range:
        """The values a die can be given by one chain of caravan icons, its own included."""
        low = high = value
        while high < 6 and self.raises >> (high - 1) & 1:
            high += 1
        while low > 1 and self.lowers >> (low - 1) & 1:
            low -= 1
        return range(low, high + 1)

    def room_for_space(self) -> bool:
        """Whether a land or water card is left without a space card above it (the board's own do not count)."""
        return len(self.space) - 1 < len(self.cards) - 6

    def counts(self) -> list[int]:
        """All counts in the order of `counting.COUNTS`."""
        return [*self.count, *self.guild, sum(self.guild), self.silver, self.provision]
