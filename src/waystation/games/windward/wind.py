"""The wind (rulebook, Wind; ruling 9)."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import say

from .planet import DIRECTION_NAMES
from .state import WindwardState


def roll_wind(state: WindwardState, log: EventLog | None) -> None:
    """The wind die, thrown again until the direction is a new one (rulebook, Wind)."""
    turned = state.game.wind_offset
    wind = (state.chance.below(6) + turned) % 6
    while wind == state.wind:
        wind = (state.chance.below(6) + turned) % 6
    set_wind(state, wind, log)


def set_wind(state: WindwardState, wind: int, log: EventLog | None) -> None:
    state.wind = wind
    if log is not None:
        number = number_of(state, wind)
        text = say("The wind is {number}: ships glide to the {direction}.", number=number,
                   direction=say(DIRECTION_NAMES[wind]))  # fmt: skip
        log.add("wind", None, text, {"wind": number})


def number_of(state: WindwardState, wind: int) -> int:
    """The number on the flag for a direction that ships glide to."""
    return (wind - state.game.wind_offset) % 6 + 1
