"""SUPPLIES: taking visible cards, one after the other (rulebook, Take 3 Supplies; ruling 17)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Seat, say, term
from waystation.games.windward import model as m
from waystation.games.windward import supplies
from waystation.games.windward.state import WindwardState

from .asked import Asked


class Supplies(Asked):
    """Any of the three visible tops."""

    answers = ("stack",)
    numbers = ("cards",)

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        first = state.game.ids.stack
        return [first, first + 1, first + 2]

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        return None  # a stack that runs dry is filled at once

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """Take the top of a stack; what it covered can be chosen next."""
        state.agenda.pop()
        number = action - state.game.ids.stack
        stack = state.stacks[number]
        kind = stack.pop()
        supplies.add_to_hand(state, seat, kind)
        if log is not None:
            card = state.game.components.cards[kind]
            text = say("{who} takes {card}.", who=Seat(seat), card=term(card.name))
            top = state.game.components.cards[stack[-1]].id if stack else None
            log.add("supplies", seat, text, {"card": card.id, "stack": number + 1, "top": top}, reveals=True)
        if not stack:
            supplies.restack(state, log)
        if frame[2] > 1 and state.hand_size[seat] < m.HAND_LIMIT:
            state.agenda.append((frame[0], 1 << seat, frame[2] - 1))

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("Take a card from one of the three stacks ({n} to take).", n=frame[2])

    def label(self, state: WindwardState, frame: Frame, action: int, seat: int) -> str:
        number = action - state.game.ids.stack
        card = state.game.components.cards[state.stacks[number][-1]]
        return say("Take {card} from stack {n}", card=term(card.name), n=number + 1)

    def needs(self, state: WindwardState, frame: Frame) -> str:
        return "the hand is full" if state.hand_size[state.turn] >= m.HAND_LIMIT else ""
