"""Information-set tree search: one tree over many worlds.

Each simulation draws a world that the bot's seat can't tell from the true one, walks down the tree by what is possible
in that world, adds a node and values it by the game's own evaluation (Cowling, Powley and Whitehouse 2012). An arm of
a node is a whole *turn* of a seat (see turns.py), found with its first value by a small search when the node is first
visited. Seats that choose at the same moment have arms of their own, blind to each other. Every seat maximises its own
value. A game may know more than its evaluation: the turn that it advises is considered first (`Game.advise`), and it
plays on from a leaf to where its evaluation judges well (`Game.play_on`).
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from math import log, sqrt
from time import perf_counter
from typing import Self

from waystation.bots.base import Budget, Observation
from waystation.bots.turns import Intent, Progress, Turn, turns_of
from waystation.engine import Chance, State
from waystation.engine.chance import QuickChance

DEFAULT = Budget(simulations=500)
LEAST = 10
"""Simulations for a decision that nobody foresaw in a turn whose budget is used up, and for any if it has fewer."""
HEED = 20
"""Visits with which a turn that the game advises begins: another is taken only where the search is sure of it."""
MANY = 16
"""In longer lists than this one looks for actions by their hash."""
MAX_FOUND = 100
"""How many nodes are looked at to find the one that the others have led to."""

_ARGUMENT = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>ms|s|)")


class Arm:
    """A turn of one seat at a node: how often it was taken and on offer, and the sum of what it brought.

    It begins with one visit that brought what the evaluation promised, or with `visits` of them.
    """

    __slots__ = ("actions", "offered", "total", "visits")

    def __init__(self, turn: Turn, visits: int = 1) -> None:
        self.actions = turn.actions
        self.visits = self.offered = visits
        self.total = turn.value * visits


Key = tuple[tuple[int, tuple[int, ...]], ...]
"""What was done at a node: (seat, actions) of each seat that was asked."""


class Node:
    """A place in the tree: arms by seat, and children by what was done."""

    __slots__ = ("arms", "children", "visits")

    def __init__(self) -> None:
        self.arms: dict[int, list[Arm]] = {}
        self.children: dict[Key, Node] = {}
        self.visits = 0


class MctsBot:
    """Searches within a budget; exactly reproducible when the budget is in simulations.

    A budget is for a whole turn: its further steps follow without thinking again while nothing unforeseen happens, and
    then with what is left of the budget.
    `exploration` is UCB's constant. `nodes` bounds the search for turns at an inner node (None: as the game says,
    `Judgement.looks`), `root_nodes` at the root. Of the turns found, the best `width` + the square root of the node's
    visits are considered. A turn that the game advises begins with `heed` visits.
    """

    def __init__(
        self,
        budget: Budget = DEFAULT,
        exploration: float = 0.15,
        nodes: int | None = None,
        root_nodes: int = 200,
        width: int = 6,
        heed: int = HEED,
    ) -> None:
        self.budget = budget
        self.exploration = exploration
        self.nodes = nodes
        self.looks = 0
        self.root_nodes = root_nodes
        self.width = width
        self.heed = heed
        self.spec = "mcts"
        self._intent = Intent()
        self._progress = Progress()
        self._branch: tuple[Node, State] | None = None
        self._turn: int | None = None
        self._simulated = 0
        self._searched = 0.0

    @classmethod
    def from_argument(cls, argument: str) -> Self:
        """``mcts``, ``mcts:500`` (simulations), ``mcts:200ms`` or ``mcts:2s``."""
        if not argument:
            return cls()
        found = _ARGUMENT.fullmatch(argument)
        if found is None or float(found["number"]) <= 0 or (not found["unit"] and "." in found["number"]):
            raise ValueError("expected a budget such as mcts:500, mcts:200ms or mcts:2s")
        if not found["unit"]:
            return cls(Budget(simulations=int(found["number"])))
        return cls(Budget(seconds=float(found["number"]) / (1000 if found["unit"] == "ms" else 1)))

    def choose(self, observation: Observation) -> int:
        intended = self._intent.go_on(observation)
        if intended is not None:
            return intended
        if len(observation.legal) == 1:
            self._branch = None
            return observation.legal[0]
        root = self._known(observation) or Node()
        self._search(root, observation)
        best = self._best(root.arms[observation.seat], observation)
        self._progress.note(best.actions[0], observation)
        self._remember(root, best, observation)
        return self._intent.begin(best.actions, observation)

    def explore(self, observation: Observation, also: Sequence[tuple[int, ...]] = ()) -> Node:
        """The tree of a search, for who wants to know more than one choice.

        Turns in `also` get arms at its root, too, and in the end as many visits as the best arm has, as far as half of
        the budget again allows.
        """
        root = Node()
        rng = self._search(root, observation)
        arms = root.arms[observation.seat]
        for actions in also:
            if all(arm.actions != actions for arm in arms):
                arms.append(Arm(_judged(observation, actions)))
        wanted = max(arm.visits for arm in arms)
        budget, began = observation.budget or self.budget, perf_counter()
        most = root.visits // 2 if budget.simulations is None else budget.simulations // 2
        for arm in [arm for arm in arms if arm.actions in also]:
            root.arms[observation.seat] = [arm]
            while arm.visits < wanted and most > 0:
                self._simulate(root, observation.sample(), rng)
                most -= 1
                if budget.seconds is not None and perf_counter() - began > budget.seconds / 2:
                    break
        root.arms[observation.seat] = arms
        return root

    def _best(self, arms: list[Arm], observation: Observation) -> Arm:
        """The arm that was taken most often; of equal ones the one that brought most, and else any."""
        stale = self._progress.stale(observation)
        arms = [arm for arm in arms if arm.actions[0] != stale] or arms
        if self._progress.lingers(observation):
            return observation.rng.spawn("linger").choice(arms)
        most = max((arm.visits, arm.total) for arm in arms)
        return observation.rng.spawn("ties").choice([arm for arm in arms if (arm.visits, arm.total) == most])

    # ------------------------------------------------------------------ between decisions

    def _remember(self, root: Node, arm: Arm, observation: Observation) -> None:
        """Keep the branch of the turn that is taken, to find the next decision in it."""
        branch = root.children.get(((observation.seat, arm.actions),))
        self._branch = None
        if branch is not None:
            after = observation.world.clone()
            for action in arm.actions:
                after.advance(action, observation.seat)
            self._branch = (branch, after)

    def _known(self, observation: Observation) -> Node | None:
        """The node of this view in the tree grown before, if the others did something it foresaw."""
        branch, self._branch = self._branch, None
        queue = [branch] if branch is not None else []
        for node, world in queue:  # grows while it is walked
            if observation.seat in world.to_act:
                if world.view(observation.seat) == observation.view:
                    return node
            elif len(queue) < MAX_FOUND:
                queue += [(child, _followed(world, key)) for key, child in node.children.items()]
        return None

    # ------------------------------------------------------------------ search

    def _search(self, root: Node, observation: Observation) -> Chance:
        """Grow the tree; returns the stream it drew from."""
        self.looks = observation.game.judgement.looks if self.nodes is None else self.nodes
        budget = observation.budget or self.budget
        rng = QuickChance(observation.rng.spawn("search").key)
        began = perf_counter()
        if observation.turn is None or observation.turn != self._turn:
            self._turn, self._simulated, self._searched = observation.turn, 0, 0.0
        most = 1 << 60 if budget.simulations is None else max(LEAST, budget.simulations - self._simulated)
        deadline = None if budget.seconds is None else began + budget.seconds - self._searched
        least = LEAST if self._simulated else 1
        known = {arm.actions: arm for arm in root.arms.get(observation.seat, ())}
        arms = self._considered(observation.world, observation.seat, self.root_nodes, rng)
        root.arms[observation.seat] = [known.get(arm.actions) or arm for arm in arms]
        done, now = 0, began
        while root.visits < most:
            self._simulate(root, observation.sample(), rng)
            done += 1
            if deadline is not None:
                now = perf_counter()
                if done >= least and now >= deadline:
                    break
        self._simulated += done
        self._searched += now - began
        return rng

    def _simulate(self, node: Node, world: State, rng: Chance) -> None:
        path: list[tuple[int, Arm]] = []
        fresh = False
        while world.agenda and not fresh:
            node.visits += 1
            done: list[tuple[int, tuple[int, ...]]] = []
            for seat in world.to_act:
                if seat not in world.to_act:
                    continue  # what another seat has just chosen has ended the moment
                arm = self._select(node, world, seat, rng)
                path.append((seat, arm))
                done.append((seat, _carry_out(world, seat, arm.actions)))
            key = tuple(done)
            branch = node.children.get(key)
            if branch is None:
                branch = node.children[key] = Node()
                fresh = True
            node = branch
        if path:
            world = world.game.play_on(world, path[0][0])
        values: dict[int, float] = {}
        for seat, arm in path:
            if seat not in values:
                values[seat] = value(world, seat)
            arm.visits += 1
            arm.total += values[seat]

    def _select(self, node: Node, world: State, seat: int, rng: Chance) -> Arm:
        """The arm with the highest upper bound among the best that are possible in this world."""
        choices = world.legal_now(seat)
        legal: Container[int] = choices if len(choices) <= MANY else frozenset(choices)
        arms = node.arms.get(seat)
        if arms is None:
            arms = node.arms[seat] = self._considered(world, seat, self.looks, rng, self.looks)
        exploration = self.exploration
        room = self.width + sqrt(node.visits)
        chosen = None
        best = -1.0
        for arm in arms:
            if arm.actions[0] not in legal:
                continue
            arm.offered += 1
            bound = arm.total / arm.visits + exploration * sqrt(log(arm.offered) / arm.visits)
            if bound > best:
                best = bound
                chosen = arm
            room -= 1
            if room < 1:
                break
        if chosen is None:  # nothing that was possible in the worlds before is possible in this one
            new = self._considered(world, seat, self.looks, rng, self.looks)
            arms += new
            chosen = new[0]
        return chosen

    def _considered(self, world: State, seat: int, nodes: int, rng: Chance, most: int = 0) -> list[Arm]:
        """The turns that a small search finds, the best first; before them the one that the game advises, if any."""
        found = turns_of(world, seat, nodes, rng, most)
        advised = _advised(world, seat)
        if not advised:
            return [Arm(turn) for turn in found]
        others = [Arm(turn) for turn in found if turn.actions != advised]
        return [Arm(Turn(max(turn.value for turn in found), advised), self.heed), *others]


def _judged(observation: Observation, actions: tuple[int, ...]) -> Turn:
    """A turn with what it is worth at first sight, as far as the seat's world lets it be played."""
    after = observation.world.clone()
    _carry_out(after, observation.seat, actions)
    return Turn(value(after, observation.seat), actions)


def _advised(world: State, seat: int) -> tuple[int, ...]:
    """The turn that the game's own advice makes, up to a draw of chance or another seat's decision."""
    plan: list[int] = []
    action = world.game.advise(world, seat, plan)
    if action is None:
        return ()
    after, actions = world.clone(), []
    while action is not None:
        actions.append(action)
        after.advance(action, seat)
        if after.chance.count != world.chance.count or seat not in after.to_act:
            break
        action = after.game.advise(after, seat, plan)
    return tuple(actions)


def _carry_out(world: State, seat: int, actions: tuple[int, ...]) -> tuple[int, ...]:
    """Play a turn as far as this world allows; returns what was played."""
    for count, action in enumerate(actions):
        if action not in world.legal_now(seat):
            return actions[:count]
        world.advance(action, seat)
    return actions


def _followed(world: State, key: Key) -> State:
    """A copy of the world after what leads to a child."""
    after = world.clone()
    for seat, actions in key:
        _carry_out(after, seat, actions)
    return after


def value(state: State, seat: int) -> float:
    """What a state is worth to a seat, 0 to 1: when it is over mostly the result, and a little the margin."""
    standing = state.game.evaluate(state, seat)
    return standing if state.agenda else 0.9 * state.game.reward(state, seat) + 0.1 * standing
