"""The main choice of a turn: place a die, place a worker or rest; and the trade ability before it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from waystation.engine.events import EventLog

from . import cards, effects
from .frames import (
    CHAINED,
    DIE_ACTION,
    DISPLAY,
    PROVISION_SHIFT,
    SHIFT,
    SILVER_SHIFT,
    SPARE_PIGEON,
    USED_BLUE,
    USED_YELLOW,
    WORK,
    Ask,
)  # fmt: skip
from .moves import STEPS, Kind
from .names import BLUE, GUARD, INSPIRATION, LAND, PIGEON, SHIP, TOWNSFOLK, WATER, YELLOW

if TYPE_CHECKING:
    from .box import Box
    from .moves import Ids
    from .panorama import Panorama
    from .state import WayfarersState

ONE_SHIP = 1 << 4 * SHIP
WORKER_DECKS = (LAND, WATER, TOWNSFOLK, INSPIRATION)


def turn_actions(s: WayfarersState, seat: int) -> list[int]:
    """Everything a player may begin a turn with."""
    ids = s.game.ids
    player = s.seats[seat]
    actions = [ids.rest]
    _die_actions(s, player, actions)
    _worker_actions(s, seat, player, actions)
    if can_trade(s, player):
        actions.append(ids.trade)
        if not s.used & CHAINED:
            for value in range(1, 7):
                if player.dice[value - 1]:
                    actions += [ids.trade_after[value, to] for to in player.reach(value) if to != value]
    actions.sort()
    return actions


def allows(s: WayfarersState, seat: int, action: int) -> bool:
    """Whether a player may begin a turn with this: the same answer as `turn_actions`, without making the list."""
    ids = s.game.ids
    if not 0 <= action < len(ids.kind):
        return False
    kind, args = ids.kind[action], ids.args[action]
    player = s.seats[seat]
    if kind == Kind.PLACE or kind == Kind.HIRE:
        return _may_place(s, player, args, kind == Kind.HIRE)
    if kind == Kind.WORK:
        return _may_work(s, seat, player, args[0], args[1])
    if kind == Kind.TRADE:
        return can_trade(s, player)
    if kind == Kind.TRADE_AFTER:
        value, to = args
        return (
            can_trade(s, player) and not s.used & CHAINED and player.dice[value - 1] > 0 and to in player.reach(value)
        )
    return kind == Kind.REST


def _may_place(s: WayfarersState, player: Panorama, args: tuple[int, ...], hiring: bool) -> bool:
    value, shown, card = args
    if not player.dice[value - 1] or card not in player.cards:
        return False
    if shown != value and (s.used & CHAINED or shown not in player.reach(value)):
        return False
    at = player.cards.index(card)
    need = s.game.box.needs[card]
    spare = (player.columns[shown - 1] | GUARD) + s.game.box.gives[player.town[at]] - need
    if player.die >> at & 1:
        return False
    if not hiring:
        return spare & GUARD == GUARD
    can_hire = player.guild[BLUE] > 0 and not s.used & USED_BLUE and need & 0xF0 > 0
    return can_hire and spare & GUARD != GUARD and spare + ONE_SHIP & GUARD == GUARD


def _may_work(s: WayfarersState, seat: int, player: Panorama, colour: int, card: int) -> bool:
    if not player.workers[colour] or card not in s.show:
        return False
    slot = s.show.index(card)
    return not s.crew[slot] >> colour & 1 and can_work(s, seat, player, slot)


def can_trade(s: WayfarersState, player: Panorama) -> bool:
    """The trade ability: once a turn, 1 yellow influence, with a die in supply to change."""
    return not s.used & USED_YELLOW and player.guild[YELLOW] > 0 and any(player.dice)


def late_actions(s: WayfarersState, seat: int) -> list[int]:
    """Option late_trade: the trade ability after the main action, for dice that stay in supply."""
    ids = s.game.ids
    return [ids.trade, ids.skip]


# ---------------------------------------------------------------------- dice


def _die_actions(s: WayfarersState, player: Panorama, actions: list[int]) -> None:
    ids = s.game.ids
    hiring = player.guild[BLUE] > 0 and not s.used & USED_BLUE
    chained = s.used & CHAINED
    spaces = _die_spaces(s.game.box, ids, player.cards, player.town)
    known: dict[int, tuple[list[int], list[int]]] = {}
    for value in range(1, 7):
        if not player.dice[value - 1]:
            continue
        for shown in (value,) if chained else player.reach(value):
            if shown not in known:
                known[shown] = _free_spaces(spaces, player, shown, hiring)
            plain, hired = known[shown]
            at = value * 6 + shown - 7
            actions += [first + at * ids.place_block for first in plain]
            actions += [first + at * ids.hire_block for first in hired]


@lru_cache(maxsize=4096)
def _die_spaces(box: Box, ids: Ids, cards: tuple[int, ...], town: tuple[int, ...]) -> list[tuple[int, int, int, int]]:
    """Per die space its bit in `Panorama.die`, what a column must have beyond its townsfolk, and its two actions."""
    return [
        (1 << at, box.needs[card] - box.gives[host], ids.place[card], ids.hire[card] if box.needs[card] & 0xF0 else -1)
        for at, (card, host) in enumerate(zip(cards, town, strict=True))
        if box.needs[card] >= 0
    ]


def _free_spaces(
    spaces: list[tuple[int, int, int, int]], player: Panorama, shown: int, hiring: bool
) -> tuple[list[int], list[int]]:
    """Free spaces for a die that shows this, as they are and with a hired ship."""
    plain, hired = [], []
    have = player.columns[shown - 1] | GUARD
    dice = player.die
    for bit, need, place_id, hire_id in spaces:
        if dice & bit:
            continue
        spare = have - need
        if spare & GUARD == GUARD:
            plain.append(place_id)
        elif hiring and hire_id >= 0 and spare + ONE_SHIP & GUARD == GUARD:
            hired.append(hire_id)
    return plain, hired


def place(s: WayfarersState, seat: int, value: int, shown: int, card: int, hired: bool, log: EventLog | None) -> None:
    """A die goes onto a space; the space's action and its townsfolk's ability become available."""
    box = s.game.box
    s.agenda.pop()
    player = s.seats[seat]
    at = player.cards.index(card)
    player.dice[value - 1] -= 1
    player.die |= 1 << at
    if hired:
        s.used |= USED_BLUE
        player.guild[BLUE] -= 1
        player.supply += 1
    if log is not None:
        how = f"a {value}" if value == shown else f"a {value} turned to {shown}"
        ship = ", hiring a ship" if hired else ""
        text = f"{{{seat}}} places {how} on {box.label(card)}{ship}."
        log.add("place", seat, text, {"die": value, "shown": shown, "card": card, "hired": hired})
    town = player.town[at]
    entries: tuple[int, ...] = (box.action[card] | circumstances(box, player, at, shown) << SHIFT,)
    if town >= 0:
        entries += box.town_die[town]
    effects.push(s, entries)


def circumstances(box: Box, player: Panorama, at: int, shown: int) -> int:
    """What a die action carries along: discounts of the die's column, and whether a pigeon is left over."""
    need = box.needs[player.cards[at]] >> 4 * PIGEON & 15
    have = player.columns[shown - 1] + box.gives[player.town[at]] >> 4 * PIGEON & 15
    silver, provision = player.discounts[shown - 1] & 7, player.discounts[shown - 1] >> 3
    pigeon = SPARE_PIGEON if have > need else 0
    return DIE_ACTION | pigeon | silver << SILVER_SHIFT | provision << PROVISION_SHIFT


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
        before = f" turns a die from {chain[0]} to {chain[1]} and" if chain else ""
        log.add(
            "trade", seat, f"{{{seat}}}{before} spends 1 trade influence for two steps of dice.", {"chain": list(chain)}
        )
    effects.push(s, (box.step, box.step))


def refresh_actions(s: WayfarersState, seat: int) -> list[int]:
    """Dice on the panorama, and dice in supply to be rerolled."""
    ids = s.game.ids
    player = s.seats[seat]
    placed = sorted(ids.refresh[card] for at, card in enumerate(player.cards) if player.die >> at & 1)
    return placed + reroll_actions(s, player.dice)


def reroll_actions(s: WayfarersState, dice: list[int]) -> list[int]:
    """The faces of some dice, for a reroll."""
    return [s.game.ids.reroll + value for value in range(1, 7) if dice[value - 1]]


def adjust_actions(s: WayfarersState, seat: int) -> list[int]:
    """Every step up or down of a die in supply; no step from 1 to 6 or back."""
    ids = s.game.ids
    dice = s.seats[seat].dice
    return [ids.adjust[step] for step in STEPS if dice[step[0] - 1]]


def refresh(s: WayfarersState, seat: int, card: int, log: EventLog | None) -> None:
    """A die comes back from its space and is rolled; the space is open again."""
    s.agenda.pop()
    player = s.seats[seat]
    player.die &= ~(1 << player.cards.index(card))
    rolled(s, seat, f"takes the die on {s.game.box.label(card)} back and rolls", log)


def reroll(s: WayfarersState, seat: int, value: int, log: EventLog | None) -> None:
    """A die in supply is rolled again."""
    s.seats[seat].dice[value - 1] -= 1
    rolled(s, seat, f"rerolls a {value}: now", log)


def rolled(s: WayfarersState, seat: int, what: str, log: EventLog | None) -> None:
    """Roll one die into supply."""
    value = s.roll(s.seats[seat])
    if log is not None:
        log.add("roll", seat, f"{{{seat}}} {what} {value}.", {"value": value}, reveals=True)


# ---------------------------------------------------------------------- workers


def _worker_actions(s: WayfarersState, seat: int, player: Panorama, actions: list[int]) -> None:
    box = s.game.box
    ids = s.game.ids
    for deck in WORKER_DECKS:
        colours = [colour for colour in box.slot_workers[deck] if player.workers[colour]]
        if not colours:
            continue
        for slot in DISPLAY[deck]:
            card, crew = s.show[slot], s.crew[slot]
            free = [colour for colour in colours if not crew >> colour & 1] if card >= 0 else []
            if free and can_work(s, seat, player, slot):
                actions += [ids.work[colour][card] for colour in free]


def can_work(s: WayfarersState, seat: int, player: Panorama, slot: int) -> bool:
    """Whether a worker placed there could do something: doing nothing is not allowed (rules: Place a worker)."""
    if cards.owes_fee(s, seat, slot):
        return bool(cards.fee_ways(s, seat, WORK, slot, 0))
    return effects.can_any(s, seat, s.game.box.slot_entries[slot], player.silver, player.provision)


def work(s: WayfarersState, seat: int, colour: int, card: int, log: EventLog | None) -> None:
    """A worker goes onto a displayed card, after the fee if there is one."""
    s.agenda.pop()
    cards.touch(s, seat, WORK, s.show.index(card), colour, log)


# ---------------------------------------------------------------------- rest


def rest(s: WayfarersState, seat: int, log: EventLog | None) -> None:
    """Placed dice come back and are rolled; with at most one die left in supply, resting abilities follow."""
    s.agenda.pop()
    player = s.seats[seat]
    kept = [value for value in range(1, 7) for _ in range(player.dice[value - 1])]
    back = player.die.bit_count()
    player.die = 0
    rolls = [s.roll(player) for _ in range(back)]
    if log is not None:
        shown = f" and rolls {', '.join(map(str, rolls))}" if rolls else ""
        log.add("rest", seat, f"{{{seat}}} rests{shown}.", {"rolls": rolls, "kept": kept}, reveals=True)
    if len(kept) <= 1:
        effects.push(s, resting(s.game.box, player))
    if kept:
        s.agenda.append((Ask.REROLL, 1 << seat, *kept))


def resting(box: Box, player: Panorama) -> tuple[int, ...]:
    """The effects of all resting townsfolk."""
    found: tuple[int, ...] = ()
    for town in player.town:
        if town >= 0 and box.is_resting[town]:
            found += box.cards[town].effects
    return found


def rest_reroll_actions(s: WayfarersState, frame: tuple[int, ...]) -> list[int]:
    """Dice that were in supply and have not been rerolled in this rest, or none."""
    ids = s.game.ids
    return [*(ids.reroll + value for value in sorted(set(frame[2:]))), ids.skip]


def rest_reroll(s: WayfarersState, seat: int, value: int, log: EventLog | None) -> None:
    """One of the dice that were in supply is rolled again; the others are still asked for."""
    kept = list(s.agenda.pop()[2:])
    kept.remove(value)
    reroll(s, seat, value, log)
    if kept:
        s.agenda.append((Ask.REROLL, 1 << seat, *kept))
