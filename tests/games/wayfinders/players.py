"""Ways to play for tests: functions (state, seat, chance) -> action."""

from __future__ import annotations

from games.choosing import kinds
from waystation.engine import Chance, State


def builder(state: State, seat: int, chance: Chance) -> int:
    """Builds whenever it can, returns with four workers out, and flies about a little: reaches the end by the rules."""
    found = kinds(state, seat)
    if "build" in found:
        return found["build"][0]
    if "place" in found:
        return found["return"][0] if len(found["place"]) > 1 and chance.below(5) == 0 else chance.choice(found["place"])
    if "fly" in found and chance.below(4):
        return chance.choice(found["fly"])
    return chance.choice(state.legal_actions(seat))


def miser(state: State, seat: int, chance: Chance) -> int:
    """Never pays for anything: collects, lands and discards, for ever."""
    found = kinds(state, seat)
    for kind in ("return", "land", "discard"):
        if kind in found:
            return chance.choice(found[kind])
    return chance.choice(state.legal_actions(seat))


def placer(state: State, seat: int, chance: Chance) -> int:
    """Places workers while there is one, and flies to and fro."""
    found = kinds(state, seat)
    if "place" in found:
        return chance.choice(found["place"])
    if "fly" in found and chance.below(10):
        return chance.choice(found["fly"])
    return chance.choice(state.legal_actions(seat))
