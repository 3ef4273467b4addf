"""Vistas: which of a player's vistas a gain sets off, and the townsfolk under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .components import BOX
from .frames import WHEN
from .names import TOWN_VISTA

if TYPE_CHECKING:
    from .panorama import Panorama
    from .state import WayfarersState


THEN = [card.then for card in BOX.cards]
TOWN_EFFECTS = [card.effects if card.kind == TOWN_VISTA else () for card in BOX.cards]


def fired(s: WayfarersState, player: Panorama, gained: int) -> tuple[int, ...]:
    """The effects of all vistas that a gain with these bits sets off, once each, and of their townsfolk.

    Nothing acquired this turn takes part (rules: Acquiring cards), which also keeps a vista from firing for itself.
    """
    found: tuple[int, ...] = ()
    cards = player.cards
    for at in range(6, len(cards)):
        card = cards[at]
        if WHEN[card] & gained and card not in s.fresh:
            found += (THEN[card],)
            town = player.town[at]
            if town >= 0 and town not in s.fresh:
                found += TOWN_EFFECTS[town]
    return found
