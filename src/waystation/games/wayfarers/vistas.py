"""Vistas: which of a player's vistas a gain sets off, and the townsfolk under them."""

from __future__ import annotations

from .panorama import Panorama
from .state import WayfarersState


def fired(s: WayfarersState, player: Panorama, gained: int) -> tuple[int, ...]:
    """The effects of all vistas that a gain with these bits sets off, once each, and of their townsfolk.

    Nothing acquired this turn takes part (rules: Acquiring cards), which also keeps a vista from firing for itself.
    """
    box = s.game.box
    found: tuple[int, ...] = ()
    cards = player.cards
    for at in range(6, len(cards)):
        card = cards[at]
        if box.when[card] & gained and card not in s.fresh:
            found += (box.then[card],)
            town = player.town[at]
            if town >= 0 and town not in s.fresh:
                found += box.town_vista[town]
    return found
