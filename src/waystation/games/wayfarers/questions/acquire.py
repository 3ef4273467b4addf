"""Acquiring a card: a displayed one, or one of three drawn (rules: Acquiring cards)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Phrase, Seat, say
from waystation.games.wayfarers import cards, fee
from waystation.games.wayfarers.actions import Kind
from waystation.games.wayfarers.frames import EFFECT, SHIFT, SPARE_PIGEON, TAKE
from waystation.games.wayfarers.names import A_CARD, DECKS
from waystation.games.wayfarers.state import WayfarersState

from .base import Asked, because, node, not_displayed, what

RULE = "Acquiring cards"
THREE = "Acquiring cards: draw three"


class Acquire(Asked):
    """Which card is acquired by an effect."""

    answers = ("take", "three")

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        ids = state.game.ids
        player = state.seats[seat]
        entry = frame[3]
        slots = cards.takeable(state, seat, entry, player.silver, player.provision)
        actions = sorted(ids.take[state.show[slot]] for slot in slots)
        if cards.can_draw_three(state, entry, player.provision):
            actions.append(ids.three + state.game.box.arg[entry & EFFECT])
        return actions

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        kind, args = what(state, action)
        return (_why_not_take if kind == Kind.TAKE else _why_not_three)(state, frame[3], args[0], seat)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        kind, args = what(state, action)
        if kind == Kind.TAKE:
            slot = state.show.index(args[0])
            fee.touch(state, seat, TAKE, slot, cards.price_of(state, frame[3], slot), log)
            return
        if not frame[3] >> SHIFT & SPARE_PIGEON:
            state.seats[seat].provision -= 1
            if log is not None:
                log.add("pay", seat, say("{who} pays 1 provision.", who=Seat(seat)), {"silver": 0, "provision": 1})
        cards.draw(state, seat, args[0], log)

    def label(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Phrase:
        kind, args = what(state, action)
        label = state.game.ids.label[action]
        if kind == Kind.THREE:
            return label if frame[3] >> SHIFT & SPARE_PIGEON else say("{draw}, for 1 provision", draw=label)
        slot = state.show.index(args[0])
        price = cards.price_of(state, frame[3], slot)
        if cards.owes_fee(state, seat, slot):
            if price:
                return say("{take} for {price} silver and the influence fee", take=label, price=price)
            return say("{take} for the influence fee", take=label)
        return say("{take} for {price} silver", take=label, price=price) if price else label

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        kind, args = what(state, action)
        return (node(state, seat, args[0]),) if kind == Kind.TAKE else (f"pile:{DECKS[args[0]]}",)


def _why_not_take(s: WayfarersState, entry: int, card: int, seat: int) -> Refusal | None:
    box = s.game.box
    deck = box.arg[entry & EFFECT]
    if card not in s.show:
        return not_displayed(s, card)
    if box.cards[card].deck != deck:
        return Refusal(say("This effect acquires {card}.", card=A_CARD[deck]), RULE)
    player = s.seats[seat]
    no_place = cards.why_no_place(s, seat, card)
    if no_place is not None:
        return because(no_place, "Place a worker" if s.locked >> 2 == card else PLACES[deck])
    dear = cards.why_too_dear(s, seat, entry, card, player.silver, player.provision)
    if dear is None:
        return None
    only_the_fee = player.silver >= cards.price_of(s, entry, s.show.index(card))
    return because(dear[1], "Influence" if only_the_fee else RULE)


PLACES = (RULE, RULE, "Space cards", "Townsfolk cards", RULE)
"""Where the rules say where a card of a deck finds its place."""


def _why_not_three(s: WayfarersState, entry: int, deck: int, seat: int) -> Refusal | None:
    wanted = s.game.box.arg[entry & EFFECT]
    if wanted != deck:
        return Refusal(say("This effect acquires {card}.", card=A_CARD[wanted]), THREE)
    if cards.can_draw_three(s, entry, s.seats[seat].provision):
        return None
    return because(cards.why_not_three(s, entry), THREE)
