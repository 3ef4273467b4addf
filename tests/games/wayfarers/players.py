"""Ways to play for tests: functions (state, seat, chance) -> action, random within a temper."""

from __future__ import annotations

from games.choosing import kinds
from waystation.engine import Chance, State


def _first(state: State, seat: int, chance: Chance, order: tuple[str, ...]) -> int:
    """Any action of the first kind in the order that is on offer, else any action."""
    found = kinds(state, seat)
    for kind in order:
        if kind in found:
            return chance.choice(found[kind])
    return chance.choice(state.legal_actions(seat))


def eager(state: State, seat: int, chance: Chance) -> int:
    """Takes everything it can and rests only when nothing else is left: reaches the end by the rules."""
    found = kinds(state, seat)
    for kind in ("extra", "go", "put", "buy", "take", "keep", "host", "tuck"):
        if kind in found:
            return chance.choice(found[kind])
    useful = [a for kind, actions in found.items() if kind not in ("skip", "rest", "reroll", "trade") for a in actions]
    return chance.choice(useful) if useful and chance.below(12) else chance.choice(state.legal_actions(seat))


def spender(state: State, seat: int, chance: Chance) -> int:
    """Spends goods and influence wherever it can, so that it can soon pay for nothing."""
    return _first(state, seat, chance, ("trade", "hire", "buy", "take", "three", "extra", "go", "push", "fee"))


def hoarder(state: State, seat: int, chance: Chance) -> int:
    """Declines everything that can be declined."""
    return _first(state, seat, chance, ("skip", "rest"))


def blocker(state: State, seat: int, chance: Chance) -> int:
    """Lays its influence on as many cards as possible and fills guilds until its supply is empty."""
    found = kinds(state, seat)
    for kind in ("mark", "lift", "lift_guild", "guild"):
        if kind in found:
            return chance.choice(found[kind])
    wanted = [a for a in found.get("do", []) + found.get("branch", []) if "mark" in state.game.actions[a].notation]
    if wanted:
        return chance.choice(wanted)
    return eager(state, seat, chance)


def drawer(state: State, seat: int, chance: Chance) -> int:
    """Draws from piles, discards inspiration and takes cards: exhausts the piles."""
    return _first(state, seat, chance, ("three", "keep", "discard", "take", "work", "hire", "do", "branch"))
