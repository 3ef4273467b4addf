"""Dice: assets and discounts of a column, the trade ability, rolling (rules: Place a die, Dice manipulations)."""

from __future__ import annotations

from typing import Any

from waystation.engine import EventLog
from waystation.engine.events import rolled
from waystation.engine.words import Phrase, Seat, say

from .box import Box
from .frames import CHAINED, DIE_ACTION, PROVISION_SHIFT, SHIFT, SILVER_SHIFT, SPARE_PIGEON, USED_YELLOW
from .names import ASSETS, PIGEON, SHIP, YELLOW, pack_assets
from .panorama import Panorama
from .pools import push
from .state import WayfarersState
from .words import asset_words


def can_trade(s: WayfarersState, player: Panorama) -> bool:
    """The trade ability: once a turn, 1 yellow influence, with a die in supply to change."""
    return not s.used & USED_YELLOW and player.guild[YELLOW] > 0 and any(player.dice)


def entries_of_place(box: Box, player: Panorama, card: int, shown: int) -> tuple[int, ...]:
    """What a die that shows this brings on a die space: the space's action, and its townsfolk's ability."""
    at = player.cards.index(card)
    town = player.town[at]
    entries: tuple[int, ...] = (box.action[card] | circumstances(box, player, at, shown) << SHIFT,)
    return entries + box.town_die[town] if town >= 0 else entries


def circumstances(box: Box, player: Panorama, at: int, shown: int) -> int:
    """What a die action carries along: discounts of the die's column, and whether a pigeon is left over."""
    need = box.needs[player.cards[at]] >> 4 * PIGEON & 15
    have = player.columns[shown - 1] + box.gives[player.town[at]] >> 4 * PIGEON & 15
    silver, provision = player.discounts[shown - 1] & 7, player.discounts[shown - 1] >> 3
    pigeon = SPARE_PIGEON if have > need else 0
    return DIE_ACTION | pigeon | silver << SILVER_SHIFT | provision << PROVISION_SHIFT


def missing(box: Box, player: Panorama, card: int, shown: int, ships: int = 0) -> list[Phrase]:
    """The assets that a die that shows this lacks for a die space."""
    at = player.cards.index(card)
    need = box.needs[card]
    have = player.columns[shown - 1] + box.gives[player.town[at]]
    lacking = {a: (need >> 4 * a & 15) - (have >> 4 * a & 15) for a in range(len(ASSETS))}
    lacking[SHIP] -= ships
    return asset_words(pack_assets({a: n for a, n in lacking.items() if n > 0}))


def trade(s: WayfarersState, seat: int, log: EventLog | None, chain: tuple[int, ...] = ()) -> None:
    """The trade ability: two steps on dice in supply; `chain` is a caravan chain used before it."""
    box = s.game.box
    player = s.seats[seat]
    s.used |= USED_YELLOW
    player.guild[YELLOW] -= 1
    player.supply += 1
    if chain:
        s.used |= CHAINED
        player.dice[chain[0] - 1] -= 1
        player.dice[chain[1] - 1] += 1
    if log is not None:
        if chain:
            text = say(
                "{who} turns a die from {value} to {shown} and spends 1 trade influence for two steps of dice.",
                who=Seat(seat),
                value=chain[0],
                shown=chain[1],
            )
        else:
            text = say("{who} spends 1 trade influence for two steps of dice.", who=Seat(seat))
        log.add("trade", seat, text, {"chain": list(chain)})
    push(s, (box.step, box.step))


def thrown(seat: int, *values: int) -> dict[str, Any]:
    """What an event tells of dice that a seat has rolled."""
    return {"sides": [rolled(say("{who}", who=Seat(seat)), values, seat=seat)]}


def reroll_actions(s: WayfarersState, dice: list[int]) -> list[int]:
    """The faces of some dice, for a reroll."""
    return [s.game.ids.reroll + value for value in range(1, 7) if dice[value - 1]]


def reroll(s: WayfarersState, seat: int, value: int, log: EventLog | None) -> None:
    """A die in supply is rolled again."""
    s.seats[seat].dice[value - 1] -= 1
    now = s.roll(s.seats[seat])
    if log is not None:
        text = say("{who} rerolls a {value}: now {now}.", who=Seat(seat), value=value, now=now)
        log.add("roll", seat, text, {"from": value, "value": now, **thrown(seat, now)}, reveals=True)
