"""One turn ahead: what will the table be worth to me, by the game's own evaluation, when I am no longer asked?"""

from __future__ import annotations

from typing import Self

from waystation.bots.base import Observation
from waystation.bots.turns import Intent, Progress, Turn, turns_of
from waystation.engine import Chance, State

MAX_ANSWERS = 16


class GreedyBot:
    """Begins the turn with the best mean over `samples` worlds, found by trying about `nodes` positions in each."""

    spec = "greedy"

    def __init__(self, nodes: int = 100, samples: int = 2) -> None:
        if nodes < 1 or samples < 1:
            raise ValueError("nodes and samples must be positive")
        self.nodes = nodes
        self.samples = samples
        self._intent = Intent()
        self._progress = Progress()

    @classmethod
    def from_argument(cls, argument: str) -> Self:
        """``greedy`` or, with a number of positions to try in each world, ``greedy:200``."""
        if not argument:
            return cls()
        if not argument.isdecimal():
            raise ValueError("expected a number of positions such as greedy:200")
        return cls(nodes=int(argument))

    def choose(self, observation: Observation) -> int:
        intended = self._intent.go_on(observation)
        if intended is not None:
            return intended
        if len(observation.legal) == 1:
            return observation.legal[0]
        total = dict.fromkeys(observation.legal, 0.0)
        turns: dict[int, tuple[int, ...]] = {}
        for number in range(self.samples):
            world, rng = observation.sample(), observation.rng.spawn(f"world {number}")
            best = self._best_turns(world, observation.seat, rng)
            for action, turn in best.items():
                total[action] += turn.value
                turns[action] = turn.actions
        if (stale := self._progress.stale(observation)) is not None:
            total.pop(stale, None)
        most, lingers = max(total.values()), self._progress.lingers(observation)
        liked = [action for action, value in total.items() if value > most - 1e-9 or lingers]
        action = observation.rng.choice(liked)
        self._progress.note(action, observation)
        return self._intent.begin(turns[action], observation)

    def _best_turns(self, world: State, seat: int, rng: Chance) -> dict[int, Turn]:
        """By first action the best turn that begins with it; of equal ones the shorter."""
        best: dict[int, Turn] = {}
        for turn in turns_of(world, seat, self.nodes, rng):
            best.setdefault(turn.actions[0], turn._replace(value=turn.value - 1e-6 * len(turn.actions)))
        if len(world.to_act) > 1:
            return {action: Turn(_met(world, seat, action, rng.clone()), (action,)) for action in best}
        return best


def _met(world: State, seat: int, action: int, rng: Chance) -> float:
    """The value of an action when the others, who choose at the same moment, choose anything."""
    after = world.clone()
    after.advance(action, seat)
    for _ in range(MAX_ANSWERS):
        owing = [other for other in world.to_act if other != seat and other in after.to_act]
        if not owing:
            break
        after.advance(rng.choice(after.legal_actions(owing[0])), owing[0])
    return after.game.evaluate(after, seat)
