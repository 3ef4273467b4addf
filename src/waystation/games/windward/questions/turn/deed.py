"""One kind of thing that can be done in a turn."""

from __future__ import annotations

from typing import ClassVar

from waystation.engine import EventLog, Refusal
from waystation.games.windward.actions import Do
from waystation.games.windward.state import WindwardState


class Deed:
    """A deed; x and y are the numbers of its action. `found` is the hot path, `why_not` the same condition in words."""

    kind: ClassVar[Do]
    team: ClassVar[bool] = False
    """Only possible in co-op or solo."""

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        """Add the actions that are possible now."""
        raise NotImplementedError

    def why_not(self, state: WindwardState, seat: int, x: int, y: int) -> Refusal | None:
        """None exactly for what `found` adds."""
        raise NotImplementedError

    def do(self, state: WindwardState, seat: int, x: int, y: int, log: EventLog | None) -> None:
        """Carry it out."""
        raise NotImplementedError

    def label(self, state: WindwardState, seat: int, x: int, y: int, plain: str) -> str:
        """What the button says now."""
        return plain

    def nodes(self, state: WindwardState, seat: int, x: int, y: int, plain: tuple[str, ...]) -> tuple[str, ...]:
        """What to click for it."""
        return plain
