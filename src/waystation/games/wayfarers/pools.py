"""Pools: effects that wait together on the agenda, of which the player takes one after the other."""

from __future__ import annotations

from .frames import Ask
from .state import WayfarersState


def push(s: WayfarersState, entries: tuple[int, ...], must: int = 0) -> None:
    """Effects become available together; they are resolved before anything that waits below."""
    if entries:
        s.agenda.append((Ask.POOL, 0, must, *entries))
