"""Cards drawn from a pile: which one is kept, and which goes under the pile first?"""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Phrase, Seat, mark, say
from waystation.games.wayfarers import cards
from waystation.games.wayfarers.frames import Ask
from waystation.games.wayfarers.names import DECK_CARDS
from waystation.games.wayfarers.state import WayfarersState

from .base import OfACard, what

RULE = "Acquiring cards: draw three"


class _OfTheDrawn(OfACard):
    """A question whose answers are the drawn cards."""

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        card = what(state, action)[1][0]
        if card in frame[3:]:
            return None
        return Refusal(say("You have not drawn {card}.", card=state.game.box.labels[card]), RULE)


class Drawn(_OfTheDrawn):
    """Which of the drawn cards is kept; the others go under the pile in an order of the player's choice."""

    answers = ("keep",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        return sorted(state.game.ids.keep[card] for card in frame[3:])

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        card = what(state, action)[1][0]
        rest = [c for c in frame[3:] if c != card]
        if log is not None:
            text = say("{who} keeps {card}.", who=Seat(seat), card=state.game.box.labels[card])
            log.add("keep", seat, text, {"card": card}, reveals=True)
        cards.gain(state, seat, card, log)
        if len(rest) == 2:
            state.agenda.append((Ask.UNDER, 1 << seat, frame[2], *rest))
        elif rest:
            _goes_under(state, seat, frame[2], rest, log)

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        return say("Which of the drawn {cards} do you keep?", cards=DECK_CARDS[frame[2]])


class Under(_OfTheDrawn):
    """Which of two cards goes under the pile first, so that it is drawn earlier?"""

    answers = ("under",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        return sorted(state.game.ids.under[card] for card in frame[3:])

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        card = what(state, action)[1][0]
        _goes_under(state, seat, frame[2], [card, frame[3] if card == frame[4] else frame[4]], log)

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        return say("Which card goes under the pile first?")


UNDER = (
    mark("{who} puts {n:land card|land cards} under the pile."),
    mark("{who} puts {n:water card|water cards} under the pile."),
    mark("{who} puts {n:space card|space cards} under the pile."),
)


def _goes_under(s: WayfarersState, seat: int, deck: int, rest: list[int], log: EventLog | None) -> None:
    for card in rest:
        s.put_under(deck, card, 1 << seat)
    if log is not None:
        box = s.game.box
        mine = say("You put {cards} under the pile, the last one undermost.", cards=box.listed(rest))
        if len(rest) == 1:
            mine = say("You put {cards} under the pile.", cards=box.listed(rest))
        told = {seat: (mine, {"deck": deck, "cards": rest})}
        log.add("under", seat, say(UNDER[deck], who=Seat(seat), n=len(rest)), {"deck": deck, "n": len(rest)}, told)
