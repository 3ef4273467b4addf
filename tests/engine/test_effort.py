"""A long game costs no more a move than a short one: calls are counted, not seconds."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import Any

import waystation
from waystation.engine import Match


def calls(act: Callable[[], None]) -> int:
    """How many Python functions are called on the way."""
    count = 0

    def profile(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    gc.disable()  # what other tests have left behind is none of ours
    sys.setprofile(profile)
    try:
        act()
    finally:
        sys.setprofile(before)
        gc.enable()
    return count


def test_the_thousandth_move_costs_what_the_first_did() -> None:
    match = Match(waystation.load("wayfinders"), 1)

    def rounds(number: int) -> None:
        """Both players return and land without a worker out: the table stays as it is."""
        for _ in range(number):
            for seat in (0, 1):
                match.play("return", seat)
                match.play("land", seat)
                match.view(seat)
                match.told(seat, len(match.events) - 2)

    def undo() -> None:
        match.undo(1)

    rounds(20)
    early = calls(lambda: rounds(20)), calls(undo)
    match.play("land")
    rounds(1000)
    late = calls(lambda: rounds(20)), calls(undo)
    assert late[0] <= early[0] * 1.1
    assert late[1] <= early[1] + 200, "undo plays on from a state kept near by, not from the beginning"
