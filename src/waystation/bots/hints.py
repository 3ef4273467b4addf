"""A hint: the turn that a bot would play, as far as it can be foreseen, and why (`Judgement.reasons`)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from waystation.bots.base import Bot, Observation, decide
from waystation.engine import EventLog, Reason, State

LONGEST = 12
"""Decisions that a hint looks ahead: the rest can be asked for when they come."""
OTHERS = 4
"""Worlds, which the seat can't tell from that of a hint, in which it is looked what its turn turns up."""


class Hint(msgspec.Struct, frozen=True):
    """The actions of a turn, the first of which is for now; what the bot thinks the seat's chance is (0 to 1), and the
    reasons, the weightiest first."""

    actions: tuple[int, ...]
    estimate: float
    reasons: tuple[Reason, ...]


def hint(bot: Bot, observation: Observation) -> Hint:
    """What a bot would do at this decision and after it, and why; ValueError if the seat owes no decision."""
    if not observation.legal:
        raise ValueError(f"seat {observation.seat} owes no decision now")
    actions, estimate = foresee(bot, observation)
    return Hint(actions, estimate, tuple(reasons(observation.world, actions, observation.seat)))


def foresee(bot: Bot, observation: Observation) -> tuple[tuple[int, ...], float]:
    """A bot's turn from this decision on, until another seat decides, chance speaks, something is turned up that the
    seat did not know, or the game ends; and its estimate.

    It is foreseen in the world of the observation, so that it tells nothing that the seat may not know.
    """
    seat, seen, world = observation.seat, observation, observation.world.clone()
    others = [world.determinize(seat, observation.rng.spawn(f"world {number}")) for number in range(OTHERS)]
    turn = 0 if seen.turn is None else seen.turn
    actions: list[int] = []
    estimate: float | None = None
    drawn = world.chance.count
    while len(actions) < LONGEST and seat in world.to_act and world.chance.count == drawn:
        if actions:
            seen = Observation(world.clone(), seat, observation.rng.spawn(f"then {len(actions)}"), seen.budget, turn)
        actions.append(decide(bot, seen))
        if estimate is None:
            estimate = getattr(bot, "estimate", None)
        log = EventLog()
        world.advance(actions[-1], seat, log)
        for other in others:
            other.advance(actions[-1], seat)
        if estimate is None:
            estimate = world.game.evaluate(world, seat)
        if any(event.reveals for event in log) and any(other.view(seat) != world.view(seat) for other in others):
            break  # it depends on the world what the seat sees now, and this one is made up
    return tuple(actions), min(1.0, max(0.0, float(estimate or 0.0)))


def reasons(world: State, turn: Sequence[int], seat: int) -> list[Reason]:
    """Why a seat might play this turn in a world that it can't tell from the true one."""
    found: list[Reason] = world.game.judgement.reasons(world, turn, seat)
    return found
