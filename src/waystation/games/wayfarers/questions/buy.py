"""Gaining an upgrade tile: which one, and how is it paid? (rules: Upgrade tiles)"""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Arg, Phrase, Seat, say
from waystation.games.wayfarers import upgrades
from waystation.games.wayfarers.actions import WAYS
from waystation.games.wayfarers.frames import EFFECT, Ask
from waystation.games.wayfarers.names import BLUE, COLOUR_WORDS, GUILD_WORDS
from waystation.games.wayfarers.state import WayfarersState
from waystation.games.wayfarers.upgrades import FREE_WAY, INFLUENCE_PRICE, INFLUENCE_WAY, SILVER_WAY

from .base import Asked, what

RULE = "Upgrade tiles"


class Buy(Asked):
    """Which tile is gained by an effect, and for what."""

    answers = ("buy",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        return upgrades.buy_actions(state, seat, frame[3])

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        box, player, entry = state.game.box, state.seats[seat], frame[3]
        number, way = what(state, action)[1]
        tile = box.tiles[number]
        name, colour = tile.name, tile.colour
        wanted = box.arg[entry & EFFECT]
        if colour != wanted:
            return Refusal(say("This effect gains a {colour} tile.", colour=COLOUR_WORDS[wanted]), RULE)
        if not state.stock[number]:
            return Refusal(say("No tile {id} is left.", id=name), RULE)
        if not box.fits(colour, player.cells):
            return Refusal(say("{id} fits nowhere into your caravan.", id=name), RULE)
        price = upgrades.silver_price(box, entry)
        if (way == FREE_WAY) == (not price):
            return None if way == FREE_WAY else _why_not_paid(state, seat, tile.colour, way, price)
        if not price:
            return Refusal(say("The tile is free here."), RULE)
        return Refusal(say("The tile costs {n} silver here.", n=price), RULE)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """A tile is paid and taken; where it goes is asked next."""
        tile, way = what(state, action)[1]
        price = upgrades.silver_price(state.game.box, frame[3])
        player = state.seats[seat]
        design = state.game.box.tiles[tile]
        if way == SILVER_WAY:
            player.silver -= price
        elif way == INFLUENCE_WAY:
            player.guild[design.colour] -= INFLUENCE_PRICE
            player.supply += INFLUENCE_PRICE
        state.stock[tile] -= 1
        if log is not None:
            words: dict[str, Arg] = {"who": Seat(seat), "id": design.name}
            if way == FREE_WAY:
                text = say("{who} gains upgrade tile {id}.", **words)
            else:
                words["price"] = _price(way, price, design.colour)
                text = say("{who} gains upgrade tile {id} for {price}.", **words)
            log.add("buy", seat, text, {"tile": tile, "way": WAYS[way]})
        state.agenda.append((Ask.PUT, 1 << seat, tile))

    def label(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Phrase:
        tile, way = what(state, action)[1]
        label = state.game.ids.label[action]
        if way == FREE_WAY:
            return label
        price = upgrades.silver_price(state.game.box, frame[3])
        return say("{gain} for {price}", gain=label, price=_price(way, price, state.game.box.tiles[tile].colour))

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        return (f"stock:{state.game.box.tiles[what(state, action)[1][0]].name}",)


def _price(way: int, silver: int, colour: int) -> Phrase:
    if way == SILVER_WAY:
        return say("{n} silver", n=silver)
    return say("{n} {guild} influence", n=INFLUENCE_PRICE, guild=GUILD_WORDS[colour])


def _why_not_paid(s: WayfarersState, seat: int, colour: int, way: int, price: int) -> Refusal | None:
    player = s.seats[seat]
    if way == SILVER_WAY:
        if player.silver >= price:
            return None
        return Refusal(say("The tile costs {n} silver; you have {have}.", n=price, have=player.silver), RULE)
    if colour > BLUE:
        return Refusal(say("Tiles of that colour cannot be paid with influence."), RULE)
    have = player.guild[colour]
    if have >= INFLUENCE_PRICE:
        return None
    words: dict[str, Arg] = {"n": INFLUENCE_PRICE, "guild": GUILD_WORDS[colour], "have": have}
    return Refusal(say("It costs {n} influence of the {guild} guild; you have {have} there.", **words), RULE)
