"""Retrieving a worker from a displayed card, whoever placed it (rules: Workers)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Phrase, say
from waystation.games.wayfarers import cards, fee
from waystation.games.wayfarers.frames import RETRIEVE
from waystation.games.wayfarers.names import WORKER_WORDS
from waystation.games.wayfarers.state import WayfarersState

from .base import Asked, because, node, not_displayed, what


class Retrieve(Asked):
    """Which worker is retrieved."""

    answers = ("retrieve",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        ids = state.game.ids
        player = state.seats[seat]
        found = cards.retrievable(state, seat, player.silver + player.provision)
        return sorted(ids.retrieve[colour][state.show[slot]] for slot, colour in found)

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        colour, card = what(state, action)[1]
        if card not in state.show:
            return not_displayed(state, card)
        slot = state.show.index(card)
        name = state.game.box.labels[card]
        if not state.crew[slot] >> colour & 1:
            reason = say("No {colour} worker lies on {card}.", colour=WORKER_WORDS[colour], card=name)
            return Refusal(reason, "Workers")
        if state.locked == card << 2 | colour:
            return Refusal(say("You placed that worker this turn; it may not come back this turn."), "Place a worker")
        player = state.seats[seat]
        if cards.owes_fee(state, seat, slot) and not player.silver and not player.provision:
            return because(cards.no_fee(name), "Influence")
        return None

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        colour, card = what(state, action)[1]
        fee.touch(state, seat, RETRIEVE, state.show.index(card), colour, log)

    def label(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Phrase:
        label = state.game.ids.label[action]
        owes = cards.owes_fee(state, seat, state.show.index(what(state, action)[1][1]))
        return say("{retrieve} for the influence fee", retrieve=label) if owes else label

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        return (node(state, seat, what(state, action)[1][1]),)
