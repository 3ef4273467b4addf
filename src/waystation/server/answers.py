"""What a player may ask without changing anything: why not, plans, a drawn line, a hint.

All of it is answered about a world that the seat can't tell from the true table, so no answer can hold a secret.
"""

from __future__ import annotations

import os
from functools import lru_cache

from waystation.engine import Chance, Game, NotationError, Plan, Refusal, State

from .bots import BotFailed, BotPool, hint_spec, question
from .protocol import Hint, HintAsk, Why, WhyAsk
from .table import Table, named

MAX_REASONS = 8


class NoAnswer(Exception):
    """The question has no answer; the text says why."""


def why(table: Table, asked: WhyAsk) -> list[Why]:
    """Why an action, or everything that a scene node could mean, is not possible now; nothing for what is."""
    actions = table.game.actions
    if asked.action is not None:
        try:
            found = [actions.parse(asked.action)]
        except NotationError as error:
            return [Why(asked.action, "", str(error))]
    elif asked.node is not None:
        found = list(_meanings(table.game).get(asked.node, ()))
    else:
        raise NoAnswer("Ask about an action or a node.")
    world = _world(table, asked.seat)
    reasons: dict[Refusal, Why] = {}
    for action in found:
        refusal = world.why_not(action, asked.seat)
        if refusal is not None and refusal not in reasons:
            label = world.label(action, asked.seat).format(*table.names)
            reasons[refusal] = Why(actions.format(action), label, named(refusal.reason, table.names), refusal.rule)
            if len(reasons) == MAX_REASONS:
                break
    return list(reasons.values())


@lru_cache(maxsize=64)
def _meanings(game: Game) -> dict[str, list[int]]:
    """The actions that a node can mean."""
    found: dict[str, list[int]] = {}
    for action in game.actions:
        for node in action.nodes:
            found.setdefault(node, []).append(action.id)
    return found


def plans(table: Table, seat: int, node: str) -> list[Plan]:
    """Long moves towards a node."""
    _must_owe(table, seat)
    return _world(table, seat).plans(seat, node)


def trace(table: Table, seat: int, points: list[tuple[float, float]]) -> Plan:
    """A drawn line as a plan."""
    _must_owe(table, seat)
    return _world(table, seat).trace(seat, points)


async def hint(pool: BotPool, table: Table, asked: HintAsk) -> Hint:
    """What a bot would do at this seat, and how well it thinks the seat stands then."""
    _must_owe(table, asked.seat)
    spec = hint_spec(table.row.game)
    state = table.state
    try:
        reply = await pool.ask(question(state, table.row.options, asked.seat, spec))
    except BotFailed as error:
        raise NoAnswer(f"The bot could not help: it {error}.") from error
    action = table.game.actions.parse(reply.action)
    label = state.label(action, asked.seat).format(*table.names)
    return Hint(reply.action, label, state.nodes(action, asked.seat), spec, reply.estimate)


def _world(table: Table, seat: int) -> State:
    return table.state.determinize(seat, Chance(os.urandom(32)))


def _must_owe(table: Table, seat: int) -> None:
    if seat not in table.state.to_act:
        raise NoAnswer("You have nothing to decide now.")
