"""Whole moves: a seat's own decisions, one after the other, until something new comes in.

A decision is often one step of a longer move (return, fly, fly, build, pay, land). Judging steps one by one misleads,
so our bots look for *turns*: sequences of a seat's own actions that end when the seat is no longer asked, when chance
is drawn, or when the search has seen enough.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from waystation.bots.base import Observation
from waystation.engine import Chance, State, View


class Turn(NamedTuple):
    """A sequence of actions and what the game's evaluation says of the state it leads to."""

    value: float
    actions: tuple[int, ...]


def turns_of(state: State, seat: int, nodes: int, rng: Chance, most: int = 0) -> list[Turn]:
    """The turns that a best-first search finds while trying about `nodes` positions, the best first.

    Of turns that lead to the same state the shortest is kept. Every first action that is legal begins at least one
    turn; but if there are more than `most` (and `most` is not 0), only that many are tried, chosen by chance.
    """
    first = state.legal_now(seat)
    if 0 < most < len(first):
        first = rng.some(first, most)
    search = _Search(state, seat)
    search.expand(state, (), first)
    while search.queue and search.tried < nodes:
        _, _, after, actions = heappop(search.queue)
        search.expand(after, actions, after.legal_now(seat))
    return search.found()


Found = tuple[float, int, tuple[int, ...]]
"""A turn as a search keeps it, so that sorting puts the best first: minus its value, its length, its actions."""


class _Search:
    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.drawn = state.chance.count
        self.judge = state.game.judgement.judge(state, seat)
        self.unfinished = state.game.unfinished
        self.queue: list[tuple[float, int, State, tuple[int, ...]]] = []
        self.tried = 0
        self.seen = {hash(state.key())}
        self.ended: list[Found] = []
        self.begun: dict[int, Found] = {}

    def expand(self, state: State, actions: tuple[int, ...], options: list[int]) -> None:
        """Try these actions after those."""
        seat, drawn, judge, seen, begun = self.seat, self.drawn, self.judge, self.seen, self.begun
        tried, length = self.tried, len(actions) + 1
        for action in options:
            after = state.clone()
            after.advance(action, seat)
            tried += 1
            mark = hash(after.key())
            if mark in seen and actions:
                continue
            seen.add(mark)
            worst = -judge(after)
            turn = (*actions, action)
            agenda = after.agenda
            if after.chance.count != drawn or not agenda or not agenda[-1][1] >> seat & 1:
                self.ended.append((worst, length, turn))
            else:
                heappush(self.queue, (worst, tried, after, turn))
                known = begun.get(turn[0])
                if known is None or worst < known[0]:
                    begun[turn[0]] = (worst, length, turn)
        self.tried = tried

    def found(self) -> list[Turn]:
        """Turns that have ended, and the best look at first actions that led to none."""
        firsts = {actions[0] for _, _, actions in self.ended}
        loss = self.unfinished
        found = self.ended + [(turn[0] + loss, *turn[1:]) for first, turn in self.begun.items() if first not in firsts]
        found.sort()
        return [Turn(-worst, actions) for worst, _, actions in found]


class Intent:
    """The rest of a turn, to be played without thinking again while the views are those that were foreseen."""

    def __init__(self) -> None:
        self._rest: tuple[int, ...] = ()
        self._view: View | None = None

    def begin(self, actions: tuple[int, ...], observation: Observation) -> int:
        """The first of these actions; the others are kept for the view that should follow."""
        self._rest, self._view = actions[1:], None
        if self._rest:
            after = observation.world.clone()
            after.advance(actions[0], observation.seat)
            if observation.seat in after.to_act:
                self._view = after.view(observation.seat)
        return actions[0]

    def go_on(self, observation: Observation) -> int | None:
        """The next action, or None if there is none or something unforeseen has happened."""
        rest, foreseen = self._rest, self._view
        self._rest, self._view = (), None
        if foreseen is None or rest[0] not in observation.legal or foreseen != observation.view:
            return None
        return self.begin(rest, observation)


PATIENCE = 10
"""How often in a row a bot begins its turn with the same thing while nobody gains or loses a point."""

LONG = 30
"""After how many searches within one turn a bot goes on by chance."""

LEFT = 2
"""How often once it has noticed that, until somebody does."""


class Progress:
    """Notices that a bot does the same over and over while the game gets nowhere.

    An evaluation may like standing still better than anything else, for all players at once; a search that goes by it
    would then play on for ever. `stale` is what is not to be begun with once more.
    """

    def __init__(self) -> None:
        self._action = -1
        self._times = 0
        self._scores: list[int] = []
        self._noticed = False
        self._turn: int | None = None
        self._within = 0

    def lingers(self, observation: Observation) -> bool:
        """Whether the turn at hand gets nowhere: with steps that cost nothing and an end too far off to be found, each
        step looks as good as the next for ever. Any choice by chance finds the end."""
        return observation.turn is not None and observation.turn == self._turn and self._within >= LONG

    def stale(self, observation: Observation) -> int | None:
        """The action with which the turn at hand is not to begin; None if all is well."""
        if observation.turn is not None and observation.turn == self._turn:
            return None
        scores = observation.world.scores()
        if scores != self._scores:
            self._scores, self._times, self._noticed = scores, 0, False
        if self._times >= (LEFT if self._noticed else PATIENCE):
            self._noticed, self._times = True, 0
            return self._action
        return None

    def note(self, action: int, observation: Observation) -> None:
        """The turn at hand begins, or goes on, with this action."""
        if observation.turn is not None and observation.turn == self._turn:
            self._within += 1
            return
        self._turn, self._within = observation.turn, 1
        self._times = self._times + 1 if action == self._action else 1
        self._action = action
