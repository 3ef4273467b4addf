"""The trading post: what teeth bring, what gas buys (rulebook, Trading Post; Spend Gas; co-op Cresters; ruling 12)."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Arg, Seat, count, say

from . import model as m
from .notoriety import gain, reached
from .state import WindwardState

WORTH = (m.RED_POINTS, m.GRAY_POINTS)


def enter(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """Free-for-all: teeth are traded at once (rulebook, Trading Post; The Naturalist)."""
    if seat == state.turn:
        state.last_open = 0
    red, gray = state.red_teeth[seat], state.gray_teeth[seat]
    game = state.game
    if not game.is_ffa or not (red or gray):
        return
    state.red_teeth[seat] = state.gray_teeth[seat] = 0
    data = {"red": red, "gray": gray}
    if game.naturalist_seat == seat:
        if log is not None:
            log.add(
                "teeth", seat, say("{who} puts {teeth} back to stock.", who=Seat(seat), teeth=teeth(red, gray)), data
            )
        return
    if log is not None:
        log.add("teeth", seat, say("{who} trades {teeth}.", who=Seat(seat), teeth=teeth(red, gray)), data)
    gain(state, seat, red * m.RED_POINTS, m.L_RED, log)
    gain(state, seat, gray * m.GRAY_POINTS, m.L_GRAY, log)
    if state.shown:
        reached(state, seat, "port_teeth", log, red, gray)


def teeth(red: int, gray: int) -> list[Arg]:
    """Teeth in words; a colour that is not there is not named."""
    named = ((red, count(red, "red tooth|red teeth")), (gray, count(gray, "gray tooth|gray teeth")))
    return [words for n, words in named if n]
