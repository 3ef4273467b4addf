"""Upgrade tiles: the stock, prices, and laying them in the caravan (rules: Upgrade tiles)."""

from __future__ import annotations

from waystation.engine.words import Phrase, say

from .actions import WAYS
from .box import Box
from .frames import EFFECT, discount
from .names import BLUE, COLOUR_WORDS, GUILD_WORDS
from .state import WayfarersState

FREE_WAY, SILVER_WAY, INFLUENCE_WAY = range(len(WAYS))
INFLUENCE_PRICE = 2


def silver_price(box: Box, entry: int) -> int:
    """The silver price of a tile for this effect; discounts never lower an influence price (ruling 8)."""
    colour = box.arg[entry & EFFECT]
    if box.n[entry & EFFECT] or not box.prices[colour]:
        return 0
    return max(0, box.prices[colour][0].silver - discount(entry))


def can_gain(s: WayfarersState, seat: int, entry: int, silver: int) -> bool:
    """Whether a tile of the effect's colour is left, fits and can be paid."""
    box = s.game.box
    colour = box.arg[entry & EFFECT]
    player = s.seats[seat]
    if not any(s.stock[tile] for tile in box.tiles_of[colour]) or not box.fits(colour, player.cells):
        return False
    return silver >= silver_price(box, entry) or (colour <= BLUE and player.guild[colour] >= INFLUENCE_PRICE)


def buy_actions(s: WayfarersState, seat: int, entry: int) -> list[int]:
    """Every tile that can be gained, in every way it can be paid."""
    box = s.game.box
    ids = s.game.ids
    colour = box.arg[entry & EFFECT]
    player = s.seats[seat]
    price = silver_price(box, entry)
    ways = []
    if not price:
        ways.append(FREE_WAY)
    else:
        if player.silver >= price:
            ways.append(SILVER_WAY)
        if colour <= BLUE and player.guild[colour] >= INFLUENCE_PRICE:
            ways.append(INFLUENCE_WAY)
    return sorted(ids.buy + tile * len(WAYS) + way for tile in box.tiles_of[colour] if s.stock[tile] for way in ways)


def why_no_tile(s: WayfarersState, seat: int, entry: int, silver: int) -> Phrase | None:
    """Why no tile can be gained by an effect with so much silver, naming what is nearest; None if one can."""
    if can_gain(s, seat, entry, silver):
        return None
    box = s.game.box
    colour = box.arg[entry & EFFECT]
    if not any(s.stock[tile] for tile in box.tiles_of[colour]):
        return say("no {colour} tile is left", colour=COLOUR_WORDS[colour])
    if not box.fits(colour, s.seats[seat].cells):
        return say("a {colour} tile fits nowhere into your caravan", colour=COLOUR_WORDS[colour])
    price = silver_price(box, entry)
    if colour > BLUE:
        return say(
            "a {colour} tile costs {n} silver; you have {have}", colour=COLOUR_WORDS[colour], n=price, have=silver
        )
    return say(
        "a {colour} tile costs {n} silver or {two} {guild} influence; you have {have} and {influence}",
        colour=COLOUR_WORDS[colour],
        n=price,
        two=INFLUENCE_PRICE,
        guild=GUILD_WORDS[colour],
        have=silver,
        influence=s.seats[seat].guild[colour],
    )
