"""The state of a game: the displays, piles and panoramas."""

from __future__ import annotations

from waystation.engine import State
from waystation.engine.fields import LIST, SHARED, Kept, Named, Number, Tupled, field

from .edition import WayfarersEdition
from .frames import ALL_USED
from .panorama import Panorama
from .parts import Edge

KNOWN_SHIFT = 8
"""A card in a pile is its number plus, above bit 8, the seats that know it lies there."""

GOODS = 999_999
"""More silver, provisions or rounds than any game brings."""
MOST_TURNS = 9
"""Turns left near the end; the rules give five at most, a position may give the table some more."""
PANORAMAS = ("[x.clone() for x in {}]", "tuple([x.key() for x in {}])")
"""How the panoramas are copied and hashed."""


class WayfarersState(State):
    """Flat lists by slot: slot = 4 x deck + place, place 0 being farthest from the pile.

    `show`: displayed cards or -1. `crew`: workers on them, as bits. `mark`: whose influence lies on them, or -1.
    `piles`: the top card last. `stock`: upgrade tiles left, by design. `journal`: the tile on each tile space.
    `green`: groups whose green worker still lies there, as bits. `used`: see `frames`. `fresh`: cards gained this
    turn. `locked`: 4 x card + colour of the worker placed this turn, or -1. `ending`: turns left including this one
    once the end is near, else 0. `sides`: bit i if board section i shows side B. `plot`: the solo opponent, see `solo`.
    """

    game: WayfarersEdition

    seats: list[Panorama] = field(Kept(PANORAMAS))
    show: list[int] = field(Kept(LIST))
    crew: list[int] = field(Kept(LIST))
    mark: list[int] = field(Kept(LIST))
    piles: list[tuple[int, ...]] = field(Kept(LIST))
    stock: list[int] = field(Kept(LIST))
    journal: tuple[int, ...] = field(
        Tupled(Named(lambda s: s.game.box.journal_names), lambda s: len(s.game.box.journal_names))
    )
    fresh: tuple[int, ...] = field(Kept(SHARED))
    green: int = field(Kept(SHARED))
    turn: int = field(Kept(SHARED))
    round: int = field(Number(1, GOODS))
    used: int = field(Number(0, ALL_USED))
    locked: int = field(Kept(SHARED))
    ending: int = field(Number(0, MOST_TURNS))
    sides: int = field(Kept(SHARED))
    plot: list[int] = field(Kept(LIST))
    schemes: list[int] = field(Kept(LIST))
    scheme_pile: list[int] = field(Kept(LIST))

    # ------------------------------------------------------------------ small helpers of the rules

    @property
    def is_solo(self) -> bool:
        """One player against the automated opponent, which has the second panorama."""
        return self.game.players == 1

    @property
    def turn_count(self) -> int:
        """How many take turns, the solo opponent included."""
        return len(self.seats)

    @property
    def rounds(self) -> int:
        """The round at hand; after the end, the last one (`round` stands beyond a limit that has ended the game)."""
        return min(self.round, self.game.options.round_limit or self.round)

    @property
    def everybody(self) -> int:
        """All seats, as bits."""
        return (1 << self.game.players) - 1

    @property
    def edges(self) -> tuple[tuple[Edge, ...], ...]:
        """The journal track's connections under the chosen board sides."""
        return self.game.box.tracks[self.sides]

    def roll(self, player: Panorama) -> int:
        """Roll one die into a player's supply."""
        value = self.chance.die()
        player.dice[value - 1] += 1
        return value

    def draw_from(self, deck: int) -> int:
        """The top card of a pile."""
        pile = self.piles[deck]
        self.piles[deck] = pile[:-1]
        return pile[-1] & (1 << KNOWN_SHIFT) - 1

    def put_under(self, deck: int, card: int, known: int) -> None:
        """A card goes under its pile; `known`: the seats that have seen it."""
        self.piles[deck] = (card | known << KNOWN_SHIFT, *self.piles[deck])
