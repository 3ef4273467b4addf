"""Ways to play for tests: functions (state, seat, chance) -> action."""

from __future__ import annotations

from games.choosing import kinds
from waystation.engine import Chance, State
from waystation.games.windward.state import WindwardState


def fighter(state: State, seat: int, chance: Chance) -> int:
    """Enters any space where somebody is, fires and plays everything."""
    assert isinstance(state, WindwardState)
    found, ids = kinds(state, seat), state.game.ids
    for kind in ("fire", "boost", "row", "play"):
        if kind in found:
            return found[kind][-1]
    prey = [action for action in found.get("sail", []) if ids.x[action] and state.high[ids.x[action]]]
    if prey and chance.below(5):
        return chance.choice(prey)
    if "sail" in found and chance.below(4):
        return chance.choice(found["sail"])
    return chance.choice(state.legal_actions(seat))


def hoarder(state: State, seat: int, chance: Chance) -> int:
    """Takes, hires and buys everything, plays no card, fires no cannon, and ends the turn last."""
    found = kinds(state, seat)
    for kind in ("take", "hire", "stack", "order", "lose morale"):
        if kind in found and chance.below(6):
            return chance.choice(found[kind])
    if "fire" in found:
        return found["fire"][0]
    rest = [action for kind, some in found.items() if kind not in ("end", "play") for action in some]
    return chance.choice(rest or state.legal_actions(seat))


def spender(state: State, seat: int, chance: Chance) -> int:
    """Plays cards and gives away everything as soon as possible, loses morale rather than cards."""
    found = kinds(state, seat)
    for kind in ("play", "boost", "buy", "give", "lose morale", "end"):
        if kind in found and chance.below(3):
            return chance.choice(found[kind])
    return chance.choice(state.legal_actions(seat))


def captain(state: State, seat: int, chance: Chance) -> int:
    """Rests at sky while there is something to discard, stocks up at port: gets far in every mode."""
    assert isinstance(state, WindwardState)
    found = kinds(state, seat)
    if "end" in found and state.ship[seat] and state.hand_size[seat] > 1 and chance.below(3) == 0:
        return found["end"][0]
    if not state.ship[seat] and chance.below(3):
        for kind in ("order", "buy"):
            if kind in found:
                return chance.choice(found[kind])
    for kind in ("take", "stack", "discard", "boost"):
        if kind in found:
            return chance.choice(found[kind])
    if "fire" in found:
        return found["fire"][-1]
    if "sail" in found and (not state.ship[seat] or state.game.is_solo or chance.below(3)):
        ids = state.game.ids
        quiet = [action for action in found["sail"] if ids.x[action] and not state.high[ids.x[action]]]
        if quiet:
            return chance.choice(quiet)
    rest = [action for kind, some in found.items() if kind != "end" for action in some]
    return chance.choice(rest or state.legal_actions(seat))
