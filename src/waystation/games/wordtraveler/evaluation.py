"""The game's own evaluation for search: the team's points, and what a seat's own plan promises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.games.wordtraveler import state as table
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.components import worth

if TYPE_CHECKING:
    from waystation.games.wordtraveler.state import WordTravelerState

FOUND = (0.15, 0.25, 0.35, 0.7, 0.95)
"""How likely a stop is found by a word that fits it with grade 0 to 4 (a rough guess is enough for search)."""


def evaluate(state: WordTravelerState, seat: int) -> float:
    """0 to 1: the part of the last souvenir's score that the team has or may hope for."""
    goal = state.game.souvenirs[-1]
    if not state.agenda:
        return state.souvenirs / 6
    points = float(state.score)
    if state.stage(seat) < table.Stage.BACK:
        points += _promise(state, seat)
    return min(0.99, points / (goal + 1))


def _promise(state: WordTravelerState, seat: int) -> float:
    """Expected points of the seat's plan: each new symbol, times how well the words under its arrow fit."""
    side, ids, places = state.map_side(seat), state.game.ids, state.game.city.places
    total, sure, here, seen = 0.0, 0.0, -1, 0
    for action in state.plan[seat]:
        if action < SAY:
            total += sure * worth(side, here) if here >= 0 and not seen >> here & 1 else 0.0
            if here >= 0:
                seen |= 1 << here
            here, sure = action, 0.1
            continue
        place = places[here]
        grade = place.fits[ids.word_of(action)] if place else 0
        sure = max(sure, FOUND[grade if ids.is_white(action) else 4 - grade] * (1 if ids.is_white(action) else 0.8))
    if here >= 0 and not seen >> here & 1:
        total += sure * worth(side, here)
    return total
