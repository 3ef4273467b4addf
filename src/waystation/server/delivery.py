"""What becomes of something that is sent."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Outcome(NamedTuple):
    """`gone`: nobody will ever take anything there; `later`: it may be tried again, after `wait` seconds at least."""

    state: Literal["sent", "gone", "later", "failed"]
    wait: float = 0.0


SENT, GONE, LATER, FAILED = Outcome("sent"), Outcome("gone"), Outcome("later"), Outcome("failed")
