"""The game's own evaluation for search and hints: the team's points, and what a seat's own plan promises."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from waystation.engine import Judgement, Reason
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.components import worth
from waystation.games.wordtraveler.reasons import reasons
from waystation.games.wordtraveler.state import Stage, WordTravelerState

FOUND = (0.15, 0.25, 0.35, 0.7, 0.95)
"""How likely a stop is found by a word that fits it with grade 0 to 4 (a rough guess is enough for search)."""

HOPE = (0.0, 2.6, 3.4)
"""Points that a traveller of day 1 and day 2 brings home, about: three quarters of what bots reach."""

HOPE_AN_ARROW = 0.5


class WordTravelerJudgement(Judgement[WordTravelerState]):
    """The team's chance to reach the last souvenir, as far as the seat can tell."""

    def evaluate(self, state: WordTravelerState, seat: int) -> float:
        if not state.agenda:
            return state.souvenirs / 6
        travellers = state.game.travellers
        pending = [other for other in travellers if state.stage(other) < Stage.BACK]
        hope = float(state.score) + HOPE[2] * len(travellers) * (state.day == 1)
        for other in pending:
            hope += _promise(state, seat) if other == seat else HOPE[state.day]
        travels = len(pending) + len(travellers) * (state.day == 1)
        lead = (hope - state.game.souvenirs[-1] + 0.5) / (2 + 1.3 * math.sqrt(travels))
        return 1 / (1 + math.exp(-1.7 * lead))

    def own_reasons(
        self, before: WordTravelerState, after: WordTravelerState, turn: Sequence[int], seat: int
    ) -> Iterator[Reason]:
        return reasons(before, after, turn, seat)


def _promise(state: WordTravelerState, seat: int) -> float:
    """Expected points of the seat's plan: each new symbol, times how well the words under its arrow fit; and what the
    arrows may bring that can still be used."""
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
    if state.stage(seat) == Stage.PLANNING and seat in state.to_act:
        total += HOPE_AN_ARROW * (state.arrows - len(state.stops(seat)))
    return total
