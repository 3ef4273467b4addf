"""The displays: acquiring cards, workers lying on them, drawing from the piles (rules: Acquiring cards)."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Phrase, Seat, mark, say

from . import vistas
from .box import Box
from .expression import FREE
from .frames import DIE_ACTION, DISPLAY, EFFECT, ME, SHIFT, SPARE_PIGEON, Ask, discount
from .names import DECK_CARD, INSPIRATION, SPACE, TAG_WORDS, TOWNSFOLK, WATER, WORKER_WORDS
from .panorama import Panorama
from .parts import HOME_HARBOUR, NOTHING, ON_TOWNSFOLK
from .pools import push
from .state import WayfarersState
from .words import joined

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
    return can_draw_three(s, entry, provision) or bool(takeable(s, seat, entry, silver, provision))


def can_draw_three(s: WayfarersState, entry: int, provision: int) -> bool:
    """Only with a die action, for a spare pigeon or 1 provision (rules: Acquiring cards)."""
    box = s.game.box
    deck = box.arg[entry & EFFECT]
    circumstances = entry >> SHIFT
    if not circumstances & DIE_ACTION or deck > WATER or not s.piles[deck]:
        return False
    return bool(circumstances & SPARE_PIGEON) or provision > 0


# ---------------------------------------------------------------------- why a card is out of reach


def why_no_place(s: WayfarersState, seat: int, card: int) -> Phrase | None:
    """Why a displayed card cannot be acquired whatever it costs, or None."""
    box, player = s.game.box, s.seats[seat]
    deck = box.cards[card].deck
    if s.locked >> 2 == card:
        return say(
            "the worker you placed this turn lies on {card} and may not come back this turn", card=box.labels[card]
        )
    if deck == TOWNSFOLK and not box.hostable[card] & open_hosts(box, player):
        tags = [word for bit, word in enumerate(TAG_WORDS) if box.hostable[card] >> bit & 1]
        return say("you have no free card showing {tags:or} to tuck {card} under", tags=tags, card=box.labels[card])
    if deck == SPACE and not player.room_for_space():
        if len(player.cards) == HOME_HARBOUR + 1:
            return say("a space card lies above an acquired land or water card, and you have none")
        return say("every land and water card you acquired has a space card above it")
    return None


def why_too_dear(
    s: WayfarersState, seat: int, entry: int, card: int, silver: int, provision: int
) -> tuple[int, Phrase] | None:
    """How much is missing to acquire a displayed card by an effect, and the reason; None if it can be paid."""
    box = s.game.box
    slot = s.show.index(card)
    cost = price_of(s, entry, slot)
    name = box.labels[card]
    if silver < cost:
        return cost - silver, say("{card} costs {price} silver; you have {n}", card=name, price=cost, n=silver)
    if owes_fee(s, seat, slot) and silver == cost and not provision:
        if cost:
            why = say("{fee} besides the price of {price} silver", fee=no_fee(name), price=cost)
        else:
            why = no_fee(name)
        return 1, why
    return None


def no_fee(card: Phrase) -> Phrase:
    """The fee cannot be paid."""
    return say("an opponent's influence lies on {card}: you cannot pay its owner 1 silver or 1 provision", card=card)


def why_no_acquiring(s: WayfarersState, seat: int, entry: int, silver: int, provision: int) -> Phrase | None:
    """Why an effect can acquire nothing with these means, naming what is nearest; None if it can."""
    if can_acquire(s, seat, entry, silver, provision):
        return None
    deck = s.game.box.arg[entry & EFFECT]
    shown = [s.show[slot] for slot in DISPLAY[deck] if s.show[slot] >= 0]
    unfit = [why_no_place(s, seat, card) for card in shown]
    dear = [
        found
        for card, no_place in zip(shown, unfit, strict=True)
        if no_place is None and (found := why_too_dear(s, seat, entry, card, silver, provision))
    ]
    if dear:
        why = min(dear)[1]
    elif shown:
        why = next(reason for reason in unfit if reason is not None)
    else:
        why = say("no {card} is displayed", card=DECK_CARD[deck])
    if entry >> SHIFT & DIE_ACTION and deck <= WATER:
        return say("{why}; {three}", why=why, three=why_not_three(s, entry))
    return why


def why_not_three(s: WayfarersState, entry: int) -> Phrase:
    """Why drawing three instead is not possible, for an effect that acquires a land or water card."""
    if not entry >> SHIFT & DIE_ACTION:
        return say("only a die placement action lets you draw three")
    if not s.piles[s.game.box.arg[entry & EFFECT]]:
        return say("that pile is empty")
    return say("to draw three you have neither a spare pigeon nor 1 provision")


# ---------------------------------------------------------------------- acquiring


def take(s: WayfarersState, seat: int, slot: int, paid: int, log: EventLog | None) -> None:
    """A displayed card is acquired."""
    box = s.game.box
    card = s.show[slot]
    if log is not None:
        name = box.labels[card]
        text = (
            say("{who} acquires {card} for {paid} silver.", who=Seat(seat), card=name, paid=paid)
            if paid
            else say("{who} acquires {card}.", who=Seat(seat), card=name)
        )
        log.add("take", seat, text, {"card": card, "paid": paid})
    clear_slot(s, seat, slot, log)
    if slot >> 2 == INSPIRATION:
        s.agenda.append((Ask.TUCK, 1 << seat, card, slot))
    else:
        gain(s, seat, card, log)


FREED = (
    mark("{who} takes the {colours} {n?worker|workers} that lay on it."),
    mark("The opponent takes the {colours} {n?worker|workers} that lay on it."),
)


def clear_slot(s: WayfarersState, seat: int, slot: int, log: EventLog | None) -> None:
    """A card leaves its display: its workers go to who acquires it, influence on it back to its owner."""
    player = s.seats[seat]
    freed = CREW[s.crew[slot]]
    for colour in freed:
        player.workers[colour] += 1
    owner = s.mark[slot]
    automatic = s.is_solo and seat == ME
    if log is not None and freed:
        words = [WORKER_WORDS[colour] for colour in freed]
        text = say(FREED[automatic], who=Seat(seat), colours=words, n=len(freed))
        log.add("workers", None if automatic else seat, text, {"colours": list(freed), "card": s.show[slot]})
    if owner >= 0 and not (s.is_solo and owner == ME):
        s.seats[owner].supply += 1
        if log is not None:
            text = say("{who} gets back the influence that lay on it.", who=Seat(owner))
            log.add("home", owner, text, {"card": s.show[slot]})
    elif owner >= 0 and log is not None:
        log.add("home", None, say("The opponent's influence on it is gone."), {"card": s.show[slot]})
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
    push(s, box.cards[card].now + links + vistas.fired(s, player, box.mask[card]))


def _links(box: Box, player: Panorama, card: int) -> tuple[int, ...]:
    """What the water card to the left offers and this one receives, once (rules: Water cards)."""
    left = next(c for c in reversed(player.cards) if c == HOME_HARBOUR or box.cards[c].deck == WATER)
    offers, receives = box.cards[left].offers, box.cards[card].receives
    return tuple(effect for row, effect in enumerate(offers) if effect >= 0 and receives >> row & 1)


def host_cards(box: Box, player: Panorama, town: int) -> list[int]:
    """The cards that a townsfolk card may be tucked under."""
    under = box.hostable[town]
    return [card for card, taken in zip(player.cards, player.town, strict=True) if taken < 0 and box.mask[card] & under]


def tuck_townsfolk(s: WayfarersState, seat: int, town: int, host: int, log: EventLog | None) -> None:
    """Townsfolk go under a land or water card."""
    box = s.game.box
    player = s.seats[seat]
    player.tuck_town(host, town)
    s.fresh += (town,)
    if log is not None:
        text = say("{who} tucks {card} under {host}.", who=Seat(seat), card=box.labels[town], host=box.labels[host])
        log.add("host", seat, text, {"card": town, "host": host})
    push(s, vistas.fired(s, player, ON_TOWNSFOLK))


# ---------------------------------------------------------------------- drawing from the piles


def can_draw(s: WayfarersState, seat: int, deck: int) -> bool:
    """Whether a pile has a card, and a drawn one can be placed."""
    return bool(s.piles[deck]) and (deck != SPACE or s.seats[seat].room_for_space())


DRAWS = (
    mark("{who} draws {n:land card|land cards}."),
    mark("{who} draws {n:water card|water cards}."),
    mark("{who} draws {n:space card|space cards}."),
)


def draw(s: WayfarersState, seat: int, deck: int, log: EventLog | None) -> None:
    """Up to three cards of a pile; only this seat sees them."""
    box = s.game.box
    drawn = [s.draw_from(deck) for _ in range(min(3, len(s.piles[deck])))]
    s.agenda.append((Ask.DRAWN, 1 << seat, deck, *drawn))
    if log is not None:
        told = {
            seat: (
                say("You draw {cards}.", cards=joined(box.listed(drawn), mark("{first}, {rest}"))),
                {"deck": deck, "cards": drawn},
            )
        }
        text = say(DRAWS[deck], who=Seat(seat), n=len(drawn))
        log.add("draw", seat, text, {"deck": deck, "n": len(drawn)}, told, reveals=True)


def take_top(s: WayfarersState, seat: int, deck: int, log: EventLog | None) -> None:
    """The top card of a pile is acquired."""
    card = s.draw_from(deck)
    if log is not None:
        text = say("{who} acquires {card} from the pile.", who=Seat(seat), card=s.game.box.labels[card])
        log.add("top", seat, text, {"card": card}, reveals=True)
    gain(s, seat, card, log)


# ---------------------------------------------------------------------- workers on cards


def can_retrieve(s: WayfarersState, seat: int, silver: int, provision: int) -> bool:
    """Whether a worker lies on a displayed card that is available (not the one placed this turn)."""
    return any(True for _ in retrievable(s, seat, silver + provision))


def retrievable(s: WayfarersState, seat: int, means: int) -> list[tuple[int, int]]:
    """Workers, as (slot, colour), that can be retrieved; without `means` none for which a fee is owed."""
    found = []
    for slot, crew in enumerate(s.crew):
        if crew and (means or not owes_fee(s, seat, slot)):
            card = s.show[slot]
            found += [(slot, colour) for colour in CREW[crew] if s.locked != card << 2 | colour]
    return found


def _may_leave(s: WayfarersState, slot: int, colour: int) -> bool:
    return s.locked != s.show[slot] << 2 | colour


def why_no_retrieving(s: WayfarersState, seat: int, silver: int, provision: int) -> Phrase | None:
    """Why no worker can be retrieved with these means, or None."""
    if can_retrieve(s, seat, silver, provision):
        return None
    if not any(s.crew):
        return say("no worker lies on a displayed card")
    found = [slot for slot, crew in enumerate(s.crew) if crew]
    dear = next((slot for slot in found if any(_may_leave(s, slot, colour) for colour in CREW[s.crew[slot]])), -1)
    if dear < 0:
        return say("the only worker on a displayed card is the one you placed this turn")
    return no_fee(s.game.box.labels[s.show[dear]])


def why_no_drawing(s: WayfarersState, seat: int, deck: int) -> Phrase | None:
    """Why no card comes from a pile, or None."""
    if can_draw(s, seat, deck):
        return None
    if not s.piles[deck]:
        return say("no {card} is left in the pile", card=DECK_CARD[deck])
    return say("no land or water card that you acquired is free for a space card above it")
