"""Option late_trade: the trade ability after the main action, for dice that stay in supply (ruling 9)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Phrase, say
from waystation.games.wayfarers import dice
from waystation.games.wayfarers.frames import Ask
from waystation.games.wayfarers.state import WayfarersState

from .base import Asked
from .turn import why_not_trade


class Late(Asked):
    """Use the trade ability before the turn ends?"""

    answers = ("trade", "skip")

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        return [state.game.ids.trade, state.game.ids.skip]

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        return None if action == state.game.ids.skip else why_not_trade(state, state.seats[seat], ())

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        if action == state.game.ids.trade:
            dice.trade(state, seat, log)

    def resume(self, state: WayfarersState, frame: Frame, log: EventLog | None) -> None:
        if dice.can_trade(state, state.seats[state.turn]):
            state.agenda.append((Ask.LATE, 1 << state.turn))

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        return say("Use the trade guild's ability before your turn ends?")

    def label(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Phrase:
        return say("No") if action == state.game.ids.skip else state.game.ids.label[action]

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        return (f"guild:yellow:{seat}",) if action == state.game.ids.trade else ()
