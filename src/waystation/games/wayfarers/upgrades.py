"""Upgrade tiles: the stock, prices, and laying them in the caravan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.events import EventLog

from . import effects, vistas
from .components import ON_UPGRADE
from .frames import EFFECT, Ask, discount
from .moves import WAYS
from .names import BLUE, GUILD_NAMES

if TYPE_CHECKING:
    from .box import Box
    from .state import WayfarersState

FREE_WAY, SILVER_WAY, INFLUENCE_WAY = range(len(WAYS))


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
    return silver >= silver_price(box, entry) or (colour <= BLUE and player.guild[colour] >= 2)


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
        if colour <= BLUE and player.guild[colour] >= 2:
            ways.append(INFLUENCE_WAY)
    return sorted(ids.buy + tile * len(WAYS) + way for tile in box.tiles_of[colour] if s.stock[tile] for way in ways)


def buy(s: WayfarersState, seat: int, tile: int, way: int, log: EventLog | None) -> None:
    """A tile is paid and taken; where it goes is asked next."""
    box = s.game.box
    entry = s.agenda.pop()[3]
    player = s.seats[seat]
    what = box.tiles[tile]
    paid = ""
    if way == SILVER_WAY:
        player.silver -= silver_price(box, entry)
        paid = f" for {silver_price(box, entry)} silver"
    elif way == INFLUENCE_WAY:
        player.guild[what.colour] -= 2
        player.supply += 2
        paid = f" for 2 {GUILD_NAMES[what.colour]} influence"
    s.stock[tile] -= 1
    if log is not None:
        log.add("buy", seat, f"{{{seat}}} gains upgrade tile {what.name}{paid}.", {"tile": tile, "way": WAYS[way]})
    s.agenda.append((Ask.PUT, 1 << seat, tile))


def put_actions(s: WayfarersState, seat: int, tile: int) -> list[int]:
    """All places and sides for a tile; tiles cannot be turned."""
    box = s.game.box
    ids = s.game.ids
    what = box.tiles[tile]
    covered = s.seats[seat].cells
    cells = [cell for cell, mask in box.places[what.colour] if not covered & mask]
    return [ids.put + side * 18 + cell for side in range(len(what.sides)) for cell in cells]


def put(s: WayfarersState, seat: int, side: int, cell: int, log: EventLog | None) -> None:
    """A tile is laid: covered effects, its tags and the gain of a tile set things off together."""
    box = s.game.box
    tile = s.agenda.pop()[2]
    player = s.seats[seat]
    what = box.tiles[tile]
    covered = dict(box.places[what.colour])[cell]
    found = vistas.fired(s, player, what.mask | ON_UPGRADE)
    for at, printed in enumerate(box.caravans[player.board]):
        if covered >> at & 1:
            found += printed
    player.add_tile(box, tile, side, cell, covered)
    if log is not None:
        where = f"{'flipped ' if side else ''}in row {cell // 6 + 1}, column {cell % 6 + 1} of the caravan"
        log.add("put", seat, f"{{{seat}}} lays tile {what.name} {where}.", {"tile": tile, "cell": cell})
    effects.push(s, found)
