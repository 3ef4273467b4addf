"""Step 2: Plan. What a plan has come to, and what taking back costs."""

from __future__ import annotations

from functools import cache

from waystation.engine.errors import Refusal
from waystation.engine.words import say
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.geometry import LINE
from waystation.games.wordtraveler.state import WordTravelerState


def position(state: WordTravelerState, seat: int) -> tuple[int, int, bool]:
    """Where the plan has got to: the last stop, the arrows used, and whether the open arrow still lacks a word."""
    plan = state.plan[seat]
    here, used = state.starts[seat], 0
    for action in plan:
        if action < SAY:
            here, used = action, used + 1
    return here, used, bool(plan) and plan[-1] < SAY


def other_stops(state: WordTravelerState, seat: int, index: int) -> tuple[int, ...]:
    """Where an arrow can point instead: in line with the stop before it and the one after it."""
    stops = [state.starts[seat], *state.stops(seat), -1]
    return instead(*stops[index : index + 3])


@cache
def instead(before: int, stop: int, after: int) -> tuple[int, ...]:
    """Other stops between two (`after` -1: the arrow is the last one)."""
    return tuple(space for space in LINE[before] if space != stop and (after < 0 or after in LINE[space]))


def no_more_backs(state: WordTravelerState, seat: int) -> Refusal | None:
    """The reason why the seat may take nothing back any more in this step."""
    if state.backs[seat]:
        return None
    return Refusal(say("You have taken things back a hundred times in this step; that must do."), "Ruling 24")


def nothing_back(state: WordTravelerState, seat: int, there: list[int]) -> Refusal | None:
    """The reason why the seat can't take back the last thing or all of them."""
    refusal = no_more_backs(state, seat)
    if refusal is None and not there:
        return Refusal(say("There is nothing to take back yet."), "Ruling 24")
    return refusal
