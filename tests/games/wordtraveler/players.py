"""Players for the tests: bots, and choosers that go where random play seldom does."""

from __future__ import annotations

from types import SimpleNamespace

from waystation.engine import Chance, State
from waystation.games.wordtraveler.bots import WordBot


def asked(state: State, seat: int, seed: str = "world") -> SimpleNamespace:
    """What a bot is given: a world drawn anew, the seat, its choices."""
    world = state.determinize(seat, Chance.of(seed, "world"))
    return SimpleNamespace(world=world, seat=seat, legal=world.legal_actions(seat))


def bot(level: int = 1) -> WordBot:
    return WordBot(level)


def straight(state: State, seat: int, chance: Chance) -> int:
    """Never takes anything back: random play would spend its games on that."""
    legal = state.legal_actions(seat)
    kept = [a for a in legal if state.game.actions[a].kind not in ("back", "clear")]
    return chance.choice(kept)


def wordy(state: State, seat: int, chance: Chance) -> int:
    """Lays every card it can before it goes on."""
    legal = state.legal_actions(seat)
    words = [a for a in legal if state.game.actions[a].kind in ("say", "not")]
    return chance.choice(words or legal)


def undecided(state: State, seat: int, chance: Chance) -> int:
    """Takes back whatever it can, until it may not."""
    legal = state.legal_actions(seat)
    backs = [a for a in legal if state.game.actions[a].kind in ("back", "clear")]
    return chance.choice(backs if backs and chance.below(3) else legal)
