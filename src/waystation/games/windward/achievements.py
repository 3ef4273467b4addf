"""Achievements (rulebook, Achievements; ruling 56)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog

from . import model as m

if TYPE_CHECKING:
    from .state import WindwardState


def reached(state: WindwardState, seat: int, op: str, log: EventLog | None, *values: int) -> None:
    """Something happened or stands at these values: claim every open card whose condition this meets.

    A condition such as ``gas 8`` is met by values that are all at least as high.
    """
    for place, number in enumerate(state.shown):
        card, condition, needed = state.game.achievement_cards[number]
        if condition != op or state.claimed[place] >> seat & 1:
            continue
        if any(value < least for value, least in zip(values, needed, strict=True)):
            continue
        first = not state.claimed[place]
        state.claimed[place] |= 1 << seat
        points = card.first if first or card.later is None else card.later
        if log is not None:
            log.add("achievement", seat, f"{{{seat}}} achieves {card.name}.")
        state.gain(seat, points, m.L_ACHIEVED, log)
