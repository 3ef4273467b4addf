"""The expert: searches whole turns, looks on to the turns after them as if nobody else moved, and takes the best plan.

It plays a found turn to its end without thinking again while nothing unforeseen happens.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, NamedTuple

from waystation.engine.words import mark

from .actions import Kind
from .frames import Ask
from .judgement import compare, evaluate, rivals
from .state import WayfarersState
from .turns import begin_turn

NODES, NODES_ALONE = 300, 600
"""Positions tried for the turn at hand, among several and alone."""
FURTHER = (0.2, 0.13)
"""The part of that number which is tried for each plan in each of the turns after it."""
WIDTH, KEPT = 5, 3
"""Plans that are looked on from, and how many ways of going on are kept for each of them."""
SEATS = 3
"""Where a state's key has the keys of the panoramas."""


class Line(NamedTuple):
    """A value, the actions of the first turn, and the state after the last turn that was looked at."""

    value: float
    actions: tuple[int, ...]
    after: WayfarersState


class Expert:
    """The best plan over three turns in one world; of the later turns it knows no card that does not lie open."""

    spec = "expert"

    def __init__(self, nodes: int | None = None) -> None:
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
        world = observation.world
        nodes = self.nodes or (NODES_ALONE if world.is_solo else NODES)
        return self._go_on(observation, best_plan(world, observation.seat, nodes).actions)

    def _go_on(self, observation: Any, actions: tuple[int, ...]) -> int:
        self.planned = actions[1:]
        if self.planned:
            after = observation.world.clone()
            after.advance(actions[0], observation.seat)
            self.expected = after.view(observation.seat)
        return actions[0]


def best_plan(state: WayfarersState, seat: int, nodes: int) -> Line:
    """The best of the plans that begin with the most promising turns."""
    lines: dict[int, Line] = {}
    for line in turns(state, seat, nodes):
        lines.setdefault(line.actions[0], line)
    plans = list(lines.values())[:WIDTH]
    for part in FURTHER if len(plans) > 1 else ():
        longer = [further for line in plans for further in _longer(line, seat, int(part * nodes))]
        longer.sort(key=lambda line: (-line.value, line.actions))
        plans = longer[:WIDTH]
    return plans[0]


def _longer(line: Line, seat: int, nodes: int) -> list[Line]:
    """A plan with one more turn, in the best ways."""
    state = next_turn(line.after, seat)
    if state is None:
        return [line]
    return [further._replace(actions=line.actions) for further in turns(state, seat, nodes)[:KEPT]]


def next_turn(after: WayfarersState, seat: int) -> WayfarersState | None:
    """The seat's next turn as if the others did nothing; None at the end of the game, where all depends on them.

    What lies in the piles is not known, so no card comes from them.
    """
    if not after.agenda or after.ending:
        return None
    state = after.clone()
    if not (state.agenda[-1][0] == Ask.TURN and state.turn == seat):  # so it is after the solo opponent's turn
        state.agenda.clear()
        state.round += 1
        begin_turn(state, seat)
    state.piles = [()] * len(state.piles)
    return state


def turns(state: WayfarersState, seat: int, nodes: int) -> list[Line]:
    """The turns that a best-first search finds, the best first.

    A first action that leads to no end of the turn is there with the best position found after it.
    """
    others, begun = rivals(state, seat), state.round
    queue: list[tuple[float, int, WayfarersState, tuple[int, ...]]] = [(0.0, 0, state, ())]
    ended: list[Line] = []
    unfinished: dict[int, Line] = {}
    seen: set[Any] = set()
    tried = 0
    while queue and tried < nodes:
        _, _, here, actions = heappop(queue)
        for action in _useful(here, seat):
            after = here.clone()
            after.advance(action, seat)
            tried += 1
            key = after.key()
            if key in seen and actions:
                continue
            seen.add(key)
            value = compare(after, seat, key[SEATS][seat], others) if after.agenda else evaluate(after, seat)
            line = Line(value, (*actions, action), after)
            if not after.agenda or not after.agenda[-1][1] >> seat & 1 or after.round != begun:
                ended.append(line)
                continue
            heappush(queue, (-value, tried, after, line.actions))
            known = unfinished.get(line.actions[0])
            if known is None or value > known.value:
                unfinished[line.actions[0]] = line
    finished = {line.actions[0] for line in ended}
    ended += [line for action, line in unfinished.items() if action not in finished]
    return sorted(ended, key=lambda line: (-line.value, len(line.actions), line.actions))


def _useful(state: WayfarersState, seat: int) -> list[int]:
    """Legal actions without those that are hardly ever good: turning dice first, and laying tiles everywhere."""
    legal = state.legal_actions(seat)
    if len(legal) > 12:
        kind = state.game.ids.kind
        fewer = [action for action in legal if kind[action] not in (Kind.TRADE, Kind.TRADE_AFTER, Kind.MARK)]
        marks = [action for action in legal if kind[action] == Kind.MARK]
        return fewer + marks[:4]
    return legal


def _expert(argument: str) -> Expert:
    if argument and not (argument.isdecimal() and int(argument)):
        raise ValueError("expected a number of positions such as expert:300")
    return Expert(int(argument) if argument else None)


BOTS: dict[str, Callable[[str], Any]] = {"expert": _expert}
LEVELS = {
    "casual": ("greedy:20", ""),
    "strong": ("greedy:50", mark("looks at its own turn, and finds the best of it")),
    "second": ("expert:1500", mark("looks at many more positions")),
    "five": ("", ""),
}
"""Neither tree search with a second a turn nor 25 times as many positions are better than the expert."""
