"""The displays: acquiring cards, workers lying on them, the influence fee, drawing from the piles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.events import EventLog

from . import effects, solo, vistas
from .components import HOME_HARBOUR, NOTHING, ON_TOWNSFOLK
from .expression import FREE
from .frames import (
    DIE_ACTION,
    DISPLAY,
    EFFECT,
    RETRIEVE,
    SHIFT,
    SPARE_PIGEON,
    TAKE,
    WORK,
    Ask,
    discount,
)  # fmt: skip
from .names import DECKS, INSPIRATION, SPACE, TOWNSFOLK, WATER, WORKERS

if TYPE_CHECKING:
    from .box import Box
    from .panorama import Panorama
    from .state import WayfarersState

CREW = tuple(tuple(colour for colour in range(3) if crew >> colour & 1) for crew in range(8))


def owes_fee(s: WayfarersState, seat: int, slot: int) -> bool:
    """Whether an opponent's influence lies on the card (rules: Influence)."""
    owner = s.mark[slot]
    return owner >= 0 and owner != seat


def price_of(s: WayfarersState, entry: int, slot: int) -> int:
    """What the card in a slot costs in silver when acquired by this effect."""
    box = s.game.box
    less = box.n[entry & EFFECT]
    if less == FREE:
        return 0
    full = full_price(s, slot)
    return max(0, full - less - discount(entry)) if full else 0


def full_price(s: WayfarersState, slot: int) -> int:
    """What the card in a slot costs in silver: space cards by their slot, townsfolk as printed, others nothing."""
    deck = slot >> 2
    if deck == SPACE:
        return s.game.box.slot_silver[slot & 3]
    return s.game.box.price[s.show[slot]] if deck == TOWNSFOLK else 0


def has_place(s: WayfarersState, seat: int, slot: int) -> bool:
    """Whether the card in a slot can be acquired and finds its place in a panorama, whatever it costs."""
    player, card, deck = s.seats[seat], s.show[slot], slot >> 2
    if s.locked >> 2 == card:
        return False
    if deck == TOWNSFOLK:
        return bool(s.game.box.hostable[card] & open_hosts(s.game.box, player))
    return deck != SPACE or player.room_for_space()


def open_hosts(box: Box, player: Panorama) -> int:
    """The tags shown on cards that have no townsfolk yet, as bits."""
    mask = 0
    for card, town in zip(player.cards, player.town, strict=True):
        if town < 0:
            mask |= box.mask[card]
    return mask


def takeable(s: WayfarersState, seat: int, entry: int, silver: int, provision: int) -> list[int]:
    """Slots of the displayed cards that an effect can acquire with these means."""
    box = s.game.box
    player = s.seats[seat]
    deck = box.arg[entry & EFFECT]
    hosts = -1
    if deck == TOWNSFOLK:
        hosts = open_hosts(box, player)
    elif deck == SPACE and not player.room_for_space():
        return []
    found = []
    for slot in DISPLAY[deck]:
        card = s.show[slot]
        if card < 0 or s.locked >> 2 == card or (deck == TOWNSFOLK and not box.hostable[card] & hosts):
            continue
        cost = price_of(s, entry, slot)
        if owes_fee(s, seat, slot):
            if silver > cost or (silver == cost and provision):
                found.append(slot)
        elif silver >= cost:
            found.append(slot)
    return found


def can_acquire(s: WayfarersState, seat: int, entry: int, silver: int, provision: int) -> bool:
    """Whether an effect can acquire any card, displayed or by drawing three."""
    return _can_draw_three(s, entry, provision) or bool(takeable(s, seat, entry, silver, provision))


def _can_draw_three(s: WayfarersState, entry: int, provision: int) -> bool:
    """Only with a die action, for a spare pigeon or 1 provision (rules: Acquiring cards)."""
    box = s.game.box
    deck = box.arg[entry & EFFECT]
    circumstances = entry >> SHIFT
    if not circumstances & DIE_ACTION or deck > WATER or not s.piles[deck]:
        return False
    return bool(circumstances & SPARE_PIGEON) or provision > 0


def take_actions(s: WayfarersState, seat: int, entry: int) -> list[int]:
    """The cards an effect can acquire, and drawing three."""
    ids = s.game.ids
    player = s.seats[seat]
    slots = takeable(s, seat, entry, player.silver, player.provision)
    actions = sorted(ids.take[s.show[slot]] for slot in slots)
    if _can_draw_three(s, entry, player.provision):
        actions.append(ids.three + s.game.box.arg[entry & EFFECT])
    return actions


# ---------------------------------------------------------------------- the influence fee


def touch(s: WayfarersState, seat: int, purpose: int, slot: int, extra: int, log: EventLog | None) -> None:
    """Interact with a displayed card: settle the fee, which may be a choice, then do what it is for.

    `extra` is the price of a card, or the colour of a worker.
    """
    if not owes_fee(s, seat, slot):
        after_fee(s, seat, purpose, slot, extra, log)
        return
    ways = fee_ways(s, seat, purpose, slot, extra)
    if len(ways) == 1:
        pay_fee(s, seat, ways[0], purpose, slot, extra, log)
    else:
        s.agenda.append((Ask.FEE, 1 << seat, purpose, slot, extra))


def fee_ways(s: WayfarersState, seat: int, purpose: int, slot: int, extra: int) -> list[int]:
    """With which of silver (0) and provisions (1) the fee can be paid so that the rest still works."""
    player = s.seats[seat]
    ways = []
    for what, (silver, provision) in enumerate(((1, 0), (0, 1))):
        left_silver, left_provision = player.silver - silver, player.provision - provision
        if left_silver < 0 or left_provision < 0:
            continue
        if purpose == TAKE and left_silver < extra:
            continue
        if purpose == WORK and not effects.can_any(s, seat, s.game.box.slot_entries[slot], left_silver, left_provision):
            continue
        ways.append(what)
    return ways


def fee_actions(s: WayfarersState, seat: int, purpose: int, slot: int, extra: int) -> list[int]:
    """The ways as actions."""
    ids = s.game.ids
    return [ids.fee + what for what in fee_ways(s, seat, purpose, slot, extra)]


def pay_fee(s: WayfarersState, seat: int, what: int, purpose: int, slot: int, extra: int, log: EventLog | None) -> None:
    """1 silver or 1 provision goes to the owner of the influence, then the interaction happens."""
    owner = s.mark[slot]
    player, other = s.seats[seat], s.seats[owner]
    if what == 0:
        player.silver -= 1
        other.silver += 1
    else:
        player.provision -= 1
        other.provision += 1
    name = ("silver", "provision")[what]
    if log is not None:
        text = f"{{{seat}}} pays 1 {name} for the influence on {s.game.box.label(s.show[slot])}."
        log.add("fee", seat, text, {"what": name, "owner": owner})
    if s.is_solo and owner == 1:
        other.silver = other.provision = 0
        solo.fee_received(s, log)
    after_fee(s, seat, purpose, slot, extra, log)


def after_fee(s: WayfarersState, seat: int, purpose: int, slot: int, extra: int, log: EventLog | None) -> None:
    """The fee is settled: acquire the card, retrieve the worker or place one."""
    box = s.game.box
    if purpose == TAKE:
        s.seats[seat].silver -= extra
        _take(s, seat, slot, extra, log)
    elif purpose == RETRIEVE:
        s.crew[slot] &= ~(1 << extra)
        s.seats[seat].workers[extra] += 1
        if log is not None:
            text = f"{{{seat}}} retrieves the {WORKERS[extra]} worker from {box.label(s.show[slot])}."
            log.add("retrieve", seat, text, {"colour": extra, "card": s.show[slot]})
    else:
        s.crew[slot] |= 1 << extra
        s.seats[seat].workers[extra] -= 1
        s.locked = s.show[slot] << 2 | extra
        if log is not None:
            text = f"{{{seat}}} places the {WORKERS[extra]} worker on {box.label(s.show[slot])}."
            log.add("work", seat, text, {"colour": extra, "card": s.show[slot]})
        effects.push(s, box.slot_entries[slot], 1)


# ---------------------------------------------------------------------- acquiring


def take(s: WayfarersState, seat: int, card: int, log: EventLog | None) -> None:
    """A displayed card is chosen for the effect on top of the agenda."""
    entry = s.agenda.pop()[3]
    slot = s.show.index(card)
    touch(s, seat, TAKE, slot, price_of(s, entry, slot), log)


def _take(s: WayfarersState, seat: int, slot: int, paid: int, log: EventLog | None) -> None:
    box = s.game.box
    card = s.show[slot]
    if log is not None:
        cost = f" for {paid} silver" if paid else ""
        log.add("take", seat, f"{{{seat}}} acquires {box.label(card)}{cost}.", {"card": card, "paid": paid})
    clear_slot(s, seat, slot)
    if slot >> 2 == INSPIRATION:
        s.agenda.append((Ask.TUCK, 1 << seat, card, slot))
    else:
        gain(s, seat, card, log)


def clear_slot(s: WayfarersState, seat: int, slot: int) -> None:
    """A card leaves its display: its workers go to who acquires it, influence on it back to its owner."""
    player = s.seats[seat]
    for colour in CREW[s.crew[slot]]:
        player.workers[colour] += 1
    owner = s.mark[slot]
    if owner >= 0 and not (s.is_solo and owner == solo.ME):
        s.seats[owner].supply += 1
    s.show[slot], s.crew[slot], s.mark[slot] = NOTHING, 0, NOTHING


def gain(s: WayfarersState, seat: int, card: int, log: EventLog | None) -> None:
    """A card joins a panorama; what it sets off becomes available together."""
    box = s.game.box
    player = s.seats[seat]
    deck = box.cards[card].deck
    if deck == TOWNSFOLK:
        hosts = host_cards(box, player, card)
        if len(hosts) > 1:
            s.agenda.append((Ask.HOST, 1 << seat, card))
        else:
            tuck_townsfolk(s, seat, card, hosts[0], log)
        return
    links = _links(box, player, card) if deck == WATER else ()
    player.add_card(box, card)
    s.fresh += (card,)
    effects.push(s, box.cards[card].now + links + vistas.fired(s, player, box.mask[card]))


def _links(box: Box, player: Panorama, card: int) -> tuple[int, ...]:
    """What the water card to the left offers and this one receives, once (rules: Water cards)."""
    left = next(c for c in reversed(player.cards) if c == HOME_HARBOUR or box.cards[c].deck == WATER)
    offers, receives = box.cards[left].offers, box.cards[card].receives
    return tuple(effect for row, effect in enumerate(offers) if effect >= 0 and receives >> row & 1)


def host_cards(box: Box, player: Panorama, town: int) -> list[int]:
    """The cards that a townsfolk card may be tucked under."""
    under = box.hostable[town]
    return [card for card, taken in zip(player.cards, player.town, strict=True) if taken < 0 and box.mask[card] & under]


def host_actions(s: WayfarersState, seat: int, town: int) -> list[int]:
    """The hosts as actions."""
    ids = s.game.ids
    return sorted(ids.host[card] for card in host_cards(s.game.box, s.seats[seat], town))


def tuck_townsfolk(s: WayfarersState, seat: int, town: int, host: int, log: EventLog | None) -> None:
    """Townsfolk go under a land or water card."""
    box = s.game.box
    player = s.seats[seat]
    player.tuck_town(host, town)
    s.fresh += (town,)
    if log is not None:
        text = f"{{{seat}}} tucks {box.label(town)} under {box.label(host)}."
        log.add("host", seat, text, {"card": town, "host": host})
    effects.push(s, vistas.fired(s, player, ON_TOWNSFOLK))


# ---------------------------------------------------------------------- inspiration


def inspiration_actions(s: WayfarersState, seat: int) -> list[int]:
    """Own space cards without an inspiration card, and discarding, which is always allowed."""
    ids = s.game.ids
    player = s.seats[seat]
    hosts = sorted(ids.tuck[c] for c, goal in zip(player.space, player.goal, strict=True) if goal < 0)
    return [*hosts, ids.discard]


def tuck(s: WayfarersState, seat: int, host: int, log: EventLog | None) -> None:
    """The inspiration card goes above a space card."""
    box = s.game.box
    card = s.agenda.pop()[2]
    player = s.seats[seat]
    player.tuck_goal(host, card)
    if log is not None:
        text = f"{{{seat}}} tucks {box.label(card)} above {box.label(host)}."
        log.add("tuck", seat, text, {"card": card, "host": host})


def discard(s: WayfarersState, seat: int, log: EventLog | None) -> None:
    """The inspiration card goes under its pile, and the action of its slot is gained."""
    box = s.game.box
    _, _, card, slot = s.agenda.pop()
    s.put_under(INSPIRATION, card, s.everybody)
    if log is not None:
        log.add("discard", seat, f"{{{seat}}} discards {box.label(card)}.", {"card": card})
    effects.push(s, box.slot_entries[slot])


# ---------------------------------------------------------------------- drawing from the piles


def can_draw(s: WayfarersState, seat: int, deck: int) -> bool:
    """Whether a pile has a card, and a drawn one can be placed."""
    return bool(s.piles[deck]) and (deck != SPACE or s.seats[seat].room_for_space())


def draw_three(s: WayfarersState, seat: int, log: EventLog | None) -> None:
    """The pile instead of the display, with a spare pigeon or for 1 provision."""
    entry = s.agenda.pop()[3]
    if not entry >> SHIFT & SPARE_PIGEON:
        s.seats[seat].provision -= 1
        if log is not None:
            log.add("pay", seat, f"{{{seat}}} pays 1 provision.", {"silver": 0, "provision": 1})
    draw(s, seat, s.game.box.arg[entry & EFFECT], log)


def draw(s: WayfarersState, seat: int, deck: int, log: EventLog | None) -> None:
    """Up to three cards of a pile; only this seat sees them."""
    box = s.game.box
    drawn = [s.draw_from(deck) for _ in range(min(3, len(s.piles[deck])))]
    s.agenda.append((Ask.DRAWN, 1 << seat, deck, *drawn))
    if log is not None:
        names = box.listed(drawn)
        told = {seat: (f"You draw {names}.", {"deck": deck, "cards": drawn})}
        text = f"{{{seat}}} draws {len(drawn)} {DECKS[deck]} card{'s' if len(drawn) > 1 else ''}."
        log.add("draw", seat, text, {"deck": deck, "n": len(drawn)}, told, reveals=True)


def drawn_actions(s: WayfarersState, frame: tuple[int, ...]) -> list[int]:
    """The drawn cards, to keep or to put under first."""
    ids = s.game.ids
    table = ids.keep if frame[0] == Ask.DRAWN else ids.under
    return sorted(table[card] for card in frame[3:])


def keep(s: WayfarersState, seat: int, card: int, log: EventLog | None) -> None:
    """One drawn card is acquired, the others go under the pile in an order of the player's choice."""
    frame = s.agenda.pop()
    rest = [c for c in frame[3:] if c != card]
    if log is not None:
        log.add("keep", seat, f"{{{seat}}} keeps {s.game.box.label(card)}.", {"card": card}, reveals=True)
    gain(s, seat, card, log)
    if len(rest) == 2:
        s.agenda.append((Ask.UNDER, 1 << seat, frame[2], *rest))
    elif rest:
        s.put_under(frame[2], rest[0], 1 << seat)


def under(s: WayfarersState, seat: int, card: int) -> None:
    """The first of two cards goes under the pile, the other one below it."""
    frame = s.agenda.pop()
    s.put_under(frame[2], card, 1 << seat)
    s.put_under(frame[2], frame[3] if card == frame[4] else frame[4], 1 << seat)


def take_top(s: WayfarersState, seat: int, deck: int, log: EventLog | None) -> None:
    """The top card of a pile is acquired."""
    card = s.draw_from(deck)
    if log is not None:
        log.add(
            "top", seat, f"{{{seat}}} acquires {s.game.box.label(card)} from the pile.", {"card": card}, reveals=True
        )
    gain(s, seat, card, log)


# ---------------------------------------------------------------------- workers on cards


def can_retrieve(s: WayfarersState, seat: int, silver: int, provision: int) -> bool:
    """Whether a worker lies on a displayed card that is available (not the one placed this turn)."""
    return any(True for _ in _retrievable(s, seat, silver + provision))


def retrieve_actions(s: WayfarersState, seat: int) -> list[int]:
    """Every worker that can be retrieved."""
    ids = s.game.ids
    player = s.seats[seat]
    found = _retrievable(s, seat, player.silver + player.provision)
    return sorted(ids.retrieve[colour][s.show[slot]] for slot, colour in found)


def _retrievable(s: WayfarersState, seat: int, means: int) -> list[tuple[int, int]]:
    found = []
    for slot, crew in enumerate(s.crew):
        if crew and (means or not owes_fee(s, seat, slot)):
            card = s.show[slot]
            found += [(slot, colour) for colour in CREW[crew] if s.locked != card << 2 | colour]
    return found


def retrieve(s: WayfarersState, seat: int, colour: int, card: int, log: EventLog | None) -> None:
    """A worker comes into supply, whoever placed it."""
    s.agenda.pop()
    touch(s, seat, RETRIEVE, s.show.index(card), colour, log)
