"""The agenda's small change: what a frame is, which seats it asks, and how documents write it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from .errors import PositionError

Frame = tuple[int, ...]
"""``(kind, seats, *data)``: see `state`."""


@cache
def seats_of(mask: int) -> tuple[int, ...]:
    """The seats whose bits are set."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


class FrameDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A frame of the agenda, the last one on top: what is asked, of whom, and the frame's numbers."""

    ask: str
    seats: list[int] = []
    data: list[int] = []


def frame_document(frame: Frame, kinds: Mapping[str, int]) -> FrameDoc:
    """The frame as documents write it; `kinds` are the kinds of frames by name."""
    name = next(name for name, number in kinds.items() if number == frame[0])
    return FrameDoc(name, list(seats_of(frame[1])), list(frame[2:]))


def read_frame(document: FrameDoc, kinds: Mapping[str, int], players: int, path: str) -> Frame:
    """The frame that a document describes; PositionError if no game has it."""
    if document.ask not in kinds:
        raise PositionError(f"{path}.ask", f"{document.ask!r} is no frame of this game; known are {', '.join(kinds)}")
    for seat in document.seats:
        if not 0 <= seat < players:
            raise PositionError(f"{path}.seats", f"there is no seat {seat}")
    return (kinds[document.ask], sum(1 << seat for seat in set(document.seats)), *document.data)
