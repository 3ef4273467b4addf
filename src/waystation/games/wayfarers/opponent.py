"""The solo opponent's material: its priorities, its marker, and what it owns (rules: Solo play).

`plot` holds its numbers: place on the resource track, comets, bonuses due, board. Its panorama is that of seat 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from waystation.engine import EventLog
from waystation.engine.words import Arg, mark, say

from .counting import ALL_UPGRADES, CARDS_AT, UPGRADES_AT
from .frames import ME
from .names import BLACK, BLUE, DECKS, GREEN, INSPIRATION, LAND, SPACE, TOWNSFOLK, WATER, YELLOW
from .parts import NOTHING
from .state import WayfarersState

TRACK, COMETS, DUE, BOARD = range(4)
"""Places in `plot`."""
CLOCKWISE = (BLACK, BLUE, YELLOW, GREEN)
DECK_OF = {BLACK: SPACE, BLUE: WATER, YELLOW: LAND, GREEN: TOWNSFOLK}
WORKS_ON = (TOWNSFOLK, LAND, WATER)
"""Where it places green, yellow and blue workers."""
PATH = (*range(14, 21), *range(13, 6, -1), *range(7))
"""Its caravan cells (3 rows of 7) in the order in which tiles cover them."""
CARD_VP = {LAND: 2, WATER: 2, SPACE: 3, TOWNSFOLK: 1, INSPIRATION: 4}
MAX_COMETS = 10
BONUS_FROM = 4
"""Its marker gains the bonus when it leaves this space."""


def tell(log: EventLog | None, template: str, data: Mapping[str, Any] | None = None, **words: Arg) -> None:
    """One step of its turn, for the log."""
    if log is not None:
        log.add("solo", None, say(template, **words), data)


# ---------------------------------------------------------------------- priorities


def newest(s: WayfarersState) -> int:
    """The newest face-up scheme card, or -1."""
    return s.schemes[-1] if s.schemes else -1


def position_value(s: WayfarersState) -> int:
    """The silver of the two newest face-up scheme cards together."""
    box = s.game.box
    return sum(box.schemes[scheme].silver for scheme in s.schemes[-2:])


def position_order(value: int, n: int = 4) -> list[int]:
    """Places 0 to n-1 in the order of preference; with three piles a value of 4 starts at an imaginary fourth."""
    orders = ((0, 1, 2, 3), (0, 1, 2, 3), (1, 2, 3, 0), (2, 1, 0, 3), (3, 2, 1, 0))
    return [place for place in orders[value] if place < n]


def colour_order(s: WayfarersState) -> list[int]:
    """Colours in the order of preference: the one at its resource marker, then clockwise."""
    start = CLOCKWISE.index(s.game.box.solo_track[s.plot[TRACK]][0])
    return [CLOCKWISE[(start + i) % 4] for i in range(4)]


def slot_order(s: WayfarersState, deck: int) -> list[int]:
    """Slots of a display in the order of preference; inspiration has its own."""
    if deck == INSPIRATION:
        first = s.game.box.solo_track[s.plot[TRACK]][1]
        return [deck * 4 + (first - i) % 4 for i in range(4)]
    return [deck * 4 + place for place in position_order(position_value(s))]


# ---------------------------------------------------------------------- its marker and its belongings


def advance(s: WayfarersState, steps: int, log: EventLog | None) -> int:
    """Its resource marker moves; how often it passed the bonus."""
    passed = 0
    for _ in range(steps):
        passed += s.plot[TRACK] == BONUS_FROM
        s.plot[TRACK] = (s.plot[TRACK] + 1) % len(s.game.box.solo_track)
    at = s.plot[TRACK]
    if steps:
        tell(log, mark("Its resource marker moves {n:space|spaces}, to space {at}."), {"track": at}, n=steps, at=at)
    if passed:
        tell(log, mark("The marker passes the bonus."), {"passed": passed})
    return passed


def own(s: WayfarersState, card: int) -> None:
    """It ignores the icons of its cards; only their number counts."""
    me = s.seats[ME]
    me.cards += (card,)
    me.town += (NOTHING,)
    me.count[CARDS_AT + s.game.box.cards[card].deck] += 1


def own_tile(s: WayfarersState, tile: int) -> list[int]:
    """A tile joins its caravan along the path; the covered cells, or none if it lies beside the board."""
    me = s.seats[ME]
    what = s.game.box.tiles[tile]
    size = what.wide * what.high
    free = [cell for cell in PATH if not me.cells >> cell & 1]
    cells = free[:size] if len(free) >= size else []
    me.tiles += (tile,)
    me.tile_vp += what.vp
    me.count[UPGRADES_AT + what.colour] += 1
    me.count[ALL_UPGRADES] += 1
    for cell in cells:
        me.cells |= 1 << cell
    return cells


def points(s: WayfarersState) -> dict[str, int]:
    """Its points without guild majorities, by score line."""
    me = s.seats[ME]
    lines = {DECKS[deck]: vp * me.count[CARDS_AT + deck] for deck, vp in CARD_VP.items()}
    return {**lines, "caravan": me.tile_vp}
