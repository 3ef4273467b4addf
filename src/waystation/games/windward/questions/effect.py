"""EFFECT: a card's next effect (rulebook, Use a Supply Card; ruling 22)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame
from waystation.games.windward import cards
from waystation.games.windward.state import WindwardState

from .asked import Asked


class NextEffect(Asked):
    """Nobody is asked. The effect happens if it still does something."""

    silent = True
    numbers = ("effect", "amount")

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        effect = cards.EFFECTS[cards.OPS[frame[2]]]
        if effect.can(state, state.turn, frame[3]):
            effect.do(state, state.turn, frame[3], log)

    def needs(self, state: WindwardState, frame: Frame) -> str:
        wanted = (cards.OPS[frame[2]], frame[3])
        known = any(wanted in state.game.card_effects[kind] for kind in state.game.turn_cards)
        return "" if known else "no card does that"
