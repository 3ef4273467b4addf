"""The game's own evaluation for search and hints: the team's points, and what a seat's own plan promises."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from waystation.engine import Judgement, Reason
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.components import worth
from waystation.games.wordtraveler.edition import WordTravelerEdition
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
    """Expected points of the seat's plan, and what the arrows may bring that can still be used."""
    side, game = state.map_side(seat), state.game
    so_far = _planned(game, side, tuple(state.plan[seat]))
    total = so_far.total + _worth(side, so_far)
    if state.stage(seat) == Stage.PLANNING and seat in state.to_act:
        total += HOPE_AN_ARROW * (state.arrows - so_far.arrows)
    return total


class Planned(NamedTuple):
    """A plan as far as it goes: points of all stops but the last, the last stop and how sure it is, and the rest."""

    total: float = 0.0
    here: int = -1
    sure: float = 0.0
    seen: int = 0
    arrows: int = 0


def _worth(side: int, plan: Planned) -> float:
    """Each new symbol counts, times how well the words under its arrow fit."""
    return plan.sure * worth(side, plan.here) if plan.here >= 0 and not plan.seen >> plan.here & 1 else 0.0


MOST_KEPT = 1 << 15


def _planned(game: WordTravelerEdition, side: int, plan: tuple[int, ...]) -> Planned:
    """Step by step, since the plans that a search looks at begin alike."""
    found = game.planned.get((side, plan))
    if found is None:
        if len(game.planned) >= MOST_KEPT:
            game.planned.clear()
        found = _one_more(game, side, _planned(game, side, plan[:-1]), plan[-1]) if plan else Planned()
        game.planned[side, plan] = found
    return found


def _one_more(game: WordTravelerEdition, side: int, before: Planned, action: int) -> Planned:
    total, here, sure, seen, arrows = before
    if action < SAY:
        return Planned(total + _worth(side, before), action, 0.1, seen | 1 << here if here >= 0 else seen, arrows + 1)
    city, ids = game.city, game.ids
    place, white = city.places[here], ids.is_white(action)
    grade = place.fits[ids.word_of(action)] if place else 0
    fit = FOUND[grade] if white else 0.8 * FOUND[4 - grade]
    return Planned(total, here, max(sure, fit), seen, arrows)
