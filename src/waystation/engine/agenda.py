"""The agenda's small change: what a frame is, and which seats it asks."""

from __future__ import annotations

from functools import cache

Frame = tuple[int, ...]
"""``(kind, seats, *data)``: see `state`."""


@cache
def seats_of(mask: int) -> tuple[int, ...]:
    """The seats whose bits are set."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
