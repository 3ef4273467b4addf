"""Games for the server's tests, made from Stones: two against the clock, one whose rules fail."""

from __future__ import annotations

from typing import ClassVar

from tiny.stones import Stones, StonesState
from waystation.engine import EventLog, Refusal, Timer


class QuickState(StonesState):
    """An hour for each decision (a test may change that); who has closed a hand is silent."""

    __slots__ = ()
    seconds: ClassVar[int] = 3600

    def timer(self) -> Timer | None:
        return Timer(self.seconds, 0, "hide a hand") if self.agenda else None

    def why_silent(self, seat: int) -> Refusal | None:
        return None if seat in self.to_act else Refusal(f"Your hand is closed, {{{seat}}}: say nothing.")


class Quick(Stones):
    name = "quick"
    state_type = QuickState


class SlowState(QuickState):
    """Three stones are none yet: who takes three still owes the answer. One clock runs for the whole round."""

    __slots__ = ()

    def timer(self) -> Timer | None:
        return Timer(self.seconds, 0, "hide a hand", f"round {self.round}") if self.agenda else None

    def _apply(self, action: int, seat: int, log: EventLog | None) -> None:
        if action < 3:
            super()._apply(action, seat, log)


class Slow(Stones):
    name = "slow"
    state_type = SlowState


class FaultyState(StonesState):
    """Three stones make the rules fail half-way."""

    __slots__ = ()

    def _apply(self, action: int, seat: int, log: EventLog | None) -> None:
        super()._apply(action, seat, log)
        if action == 3:
            raise RuntimeError("a fault in the rules")


class Faulty(Stones):
    name = "faulty"
    state_type = FaultyState
