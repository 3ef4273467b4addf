"""What a player may ask without changing anything: why not, plans, a drawn line, a hint.

All of it is answered about a world that the seat can't tell from the true table, so no answer can hold a secret.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Sequence

from waystation.bots import called, world_for
from waystation.bots.hints import reasons as explain
from waystation.engine import Chance, NotationError, Plan, Refusal, State
from waystation.engine.words import say, told

from .bots import hint_spec, seen
from .protocol import Hint, HintAsk, HintReason, Why, WhyAsk
from .refusals import Told
from .table import Table, named
from .thinking import BotFailed, BotPool
from .worker import Question

MAX_REASONS = 8


class NoAnswer(Told):
    """The question has no answer; the text says why."""


def why(table: Table, asked: WhyAsk) -> list[Why]:
    """Why an action, or everything that a scene node could mean, is not possible now; nothing for what is.

    The nearest reason comes first.
    """
    actions = table.game.actions
    world = _world(table, asked.seat)
    if asked.action is not None:
        try:
            found = [table.game.action_of(asked.action)]
        except NotationError as error:
            return [Why(asked.action, "", str(error))]
    elif asked.node is not None:
        nodes = {action.id: world.nodes(action.id, asked.seat) for action in actions}
        found = [action for action, clicks in nodes.items() if asked.node in clicks]
        found = [action for action in found if asked.piece in nodes[action]] or found
    else:
        raise NoAnswer(say("Ask about an action or a node."))
    refused: dict[Refusal, list[int]] = {}
    for action in found:
        refusal = world.why_not(action, asked.seat)
        if refusal is not None:
            refused.setdefault(refusal, []).append(action)
    return [_reason(table, refusal, action) for refusal, action in _nearest(world, asked.seat, refused)]


def _nearest(world: State, seat: int, refused: dict[Refusal, list[int]]) -> list[tuple[Refusal, int]]:
    """Not all reasons: first those of what is asked now, then those that many ways share; each rule's first before
    any rule's second."""
    order = sorted(refused, key=lambda one: (not world.is_asked(refused[one][0], seat), -len(refused[one])))
    rules: Counter[str] = Counter()
    ranked = []
    for place, refusal in enumerate(order):
        ranked.append((rules[refusal.rule], place, refusal))
        rules[refusal.rule] += 1
    return [(refusal, refused[refusal][0]) for _, _, refusal in sorted(ranked, key=lambda one: one[:2])[:MAX_REASONS]]


def _reason(table: Table, refusal: Refusal, action: int) -> Why:
    """With the action's plain label: what it is called in a state that allows it, this state can't say."""
    named_action = table.game.actions[action]
    label = named(named_action.label, table.names)
    return Why(named_action.notation, label, named(refusal.reason, table.names), refusal.rule)


def plans(table: Table, seat: int, node: str) -> list[Plan]:
    """Long moves towards a node."""
    _must_owe(table, seat)
    return _world(table, seat).plans(seat, node)


def so_far(table: Table, seat: int, nodes: list[str]) -> str:
    """What some clicks of an answer come to; nothing if there is nothing to say."""
    return table.state.so_far(seat, nodes)


def trace(table: Table, seat: int, points: list[tuple[float, float]]) -> Plan:
    """A drawn line as a plan."""
    _must_owe(table, seat)
    return _world(table, seat).trace(seat, points)


async def hint(pool: BotPool, table: Table, person: str, asked: HintAsk) -> Hint:
    """What a bot would do at this seat, and why; it is asked and explained in one and the same world."""
    _must_owe(table, asked.seat)
    row, spec, chance = table.row, hint_spec(table.row.game), Chance(os.urandom(32))
    state, names = table.state, table.names
    try:
        known = seen(state, asked.seat, chance)
        reply = await pool.ask(Question(row.game, row.options, asked.seat, spec, known, whole=True), person)
    except BotFailed as error:
        raise NoAnswer(say("The bot could not help: it {error}.", error=error.args[0])) from error
    turn = [table.game.actions.parse(text) for text in (reply.action, *reply.then)]
    bot = told(called(spec))

    def explained() -> Hint:
        world = world_for(state, asked.seat, chance)
        reasons = tuple(HintReason(told(why.text, names), why.nodes) for why in explain(world, turn, asked.seat))
        label, *then = _labels(world, turn, asked.seat, names)
        nodes = state.nodes(turn[0], asked.seat)
        return Hint(reply.action, label, nodes, bot, reply.estimate, tuple(then), reasons)

    return await asyncio.to_thread(explained)


def _labels(world: State, turn: Sequence[int], seat: int, names: Sequence[str]) -> list[str]:
    """What the actions of a turn are called when their time comes; `world` is then where they lead."""
    labels = []
    for action in turn:
        labels.append(told(world.label(action, seat), names))
        world.advance(action, seat)
    return labels


def _world(table: Table, seat: int) -> State:
    return table.state.determinize(seat, Chance(os.urandom(32)))


def _must_owe(table: Table, seat: int) -> None:
    if seat not in table.state.to_act:
        raise NoAnswer(say("You have nothing to decide now."))
