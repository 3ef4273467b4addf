"""What is counted. Where nobody asks, nothing is (see `prometheus` for who may ask)."""

from __future__ import annotations

from typing import Any


class _Uncounted:
    """A counter, gauge and histogram that forgets."""

    def labels(self, *values: str) -> _Uncounted:
        return self

    def count(self, *values: str) -> None: ...

    def inc(self) -> None: ...

    def dec(self) -> None: ...

    def set(self, value: float) -> None: ...

    def observe(self, value: float) -> None: ...


class Metrics:
    """What is counted at tables, by name."""

    def __init__(self) -> None:
        self.messages: Any = _Uncounted()
        self.action_seconds: Any = _Uncounted()
        self.frame_bytes: Any = _Uncounted()
        self.bot_seconds: Any = _Uncounted()
        self.bots_replaced: Any = _Uncounted()
        self.notices: Any = _Uncounted()
        self.tables: Any = _Uncounted()
        self.viewers: Any = _Uncounted()
