"""The expert: searches whole turns and values them by points, promises, and what the dice left could do next.

It plays a found turn to its end without thinking again while nothing unforeseen happens.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

from .evaluation import evaluate, worths
from .frames import DISPLAY
from .moves import Kind
from .names import GUARD
from .turn import WORKER_DECKS

if TYPE_CHECKING:
    from .state import WayfarersState

NODES = 160
"""Positions tried in each world for one turn."""
WORLDS = 2
DIE_PROSPECT, WORKER_PROSPECT = 0.09, 0.12
"""How much of a next action's worth counts now."""


class Expert:
    """The best turn on the average over some worlds."""

    spec = "expert"

    def __init__(self, nodes: int = NODES) -> None:
        self.nodes = nodes
        self.planned: tuple[int, ...] = ()
        self.expected: Any = None

    def choose(self, observation: Any) -> int:
        """The next action of the turn at hand, or of a new one."""
        legal = observation.legal
        if self.planned and self.planned[0] in legal and observation.view == self.expected:
            return self._go_on(observation, self.planned)
        if len(legal) == 1:
            return int(legal[0])
        return self._go_on(observation, self._best(observation))

    def _go_on(self, observation: Any, actions: tuple[int, ...]) -> int:
        self.planned = actions[1:]
        if self.planned:
            after = observation.world.clone()
            after.advance(actions[0], observation.seat)
            self.expected = after.view(observation.seat)
        return actions[0]

    def _best(self, observation: Any) -> tuple[int, ...]:
        seat = observation.seat
        total: dict[int, float] = {}
        turns: dict[int, tuple[int, ...]] = {}
        for number in range(WORLDS):
            world = observation.world if number == 0 else observation.sample()
            found = best_turns(world, seat, self.nodes)
            for action, (value, actions) in found.items():
                total[action] = total.get(action, 0.0) + value
                if number == 0:
                    turns[action] = actions
        best = max(turns, key=lambda action: (total[action], -action))
        return turns[best]


def best_turns(state: WayfarersState, seat: int, nodes: int) -> dict[int, tuple[float, tuple[int, ...]]]:
    """For each first action the best turn that a best-first search finds: its value and its actions."""
    drawn = state.chance.count
    queue: list[tuple[float, int, WayfarersState, tuple[int, ...]]] = [(0.0, 0, state, ())]
    best: dict[int, tuple[float, tuple[int, ...]]] = {}
    seen: set[Any] = set()
    tried = 0
    while queue and tried < nodes:
        _, _, here, actions = heappop(queue)
        for action in _useful(here, seat):
            after = here.clone()
            after.advance(action, seat)
            tried += 1
            mark = after.key()
            if mark in seen and actions:
                continue
            seen.add(mark)
            lucky = after.chance.count != drawn
            value = evaluate(after, seat) if lucky else judge(after, seat)
            done = (*actions, action)
            over = lucky or not after.agenda or not after.agenda[-1][1] >> seat & 1
            if not over:
                heappush(queue, (-value, tried, after, done))
                value -= 0.1
            if done[0] not in best or value > best[done[0]][0]:
                best[done[0]] = (value, done)
    return best


def _useful(state: WayfarersState, seat: int) -> list[int]:
    """Legal actions without those that are hardly ever good: turning dice first, and laying tiles everywhere."""
    legal = state.legal_actions(seat)
    if len(legal) > 12:
        kind = state.game.ids.kind
        fewer = [action for action in legal if kind[action] not in (Kind.TRADE, Kind.TRADE_AFTER, Kind.MARK)]
        marks = [action for action in legal if kind[action] == Kind.MARK]
        return fewer + marks[:4]
    return legal


def judge(state: WayfarersState, seat: int) -> float:
    """The evaluation, and a little for what the dice and workers in supply could do in the next turns."""
    return evaluate(state, seat, prospects(state, seat))


def prospects(s: WayfarersState, seat: int) -> float:
    """The worth of the best spaces for the dice in supply and of the best slots for the workers."""
    box, worth_of = s.game.box, worths(s.game.box)
    player = s.seats[seat]
    free = [
        (card, worth_of[box.action[card]])
        for at, card in enumerate(player.cards)
        if box.needs[card] >= 0 and not player.die >> at & 1 and player.provision >= box.cost[box.action[card]][1]
    ]
    worth = 0.0
    for value in range(1, 7):
        for _ in range(player.dice[value - 1]):
            best, chosen = 0.0, None
            for shown in player.reach(value):
                have = player.columns[shown - 1] | GUARD
                for space in free:
                    if space[1] > best and have - box.needs[space[0]] & GUARD == GUARD:
                        best, chosen = space[1], space
            if chosen is not None:
                free.remove(chosen)
                worth += DIE_PROSPECT * best
    for deck in WORKER_DECKS if any(player.workers) else ():
        worth += (
            WORKER_PROSPECT
            * max(sum(worth_of[entry] for entry in box.slot_entries[slot]) for slot in DISPLAY[deck])
            / 4
        )
    return worth


def _expert(argument: str) -> Expert:
    if argument and not argument.isdigit():
        raise ValueError("expected a number of positions such as expert:300")
    return Expert(int(argument) if argument else NODES)


BOTS: dict[str, Callable[[str], Any]] = {"expert": _expert}
