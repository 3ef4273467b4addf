"""A game for the server's tests: Stones against the clock, with silence after closing a hand, and a fault."""

from __future__ import annotations

from tiny.stones import Stones, StonesState
from waystation.engine import EventLog, Game, Timer


class QuickState(StonesState):
    __slots__ = ()

    def timer(self) -> Timer | None:
        return Timer(1, 0, "hide") if self.agenda else None

    def may_speak(self, seat: int) -> bool:
        return seat in self.to_act

    def _apply(self, action: int, seat: int, log: EventLog | None) -> None:
        super()._apply(action, seat, log)
        if action == 3 and self.round == 2:
            raise RuntimeError("a fault in the rules")


class Quick(Stones):
    name = "quick"
    state_type = QuickState

    def deal(self, setup):  # type: ignore[no-untyped-def]
        return QuickState(self, setup)


GAME: type[Game] = Quick
