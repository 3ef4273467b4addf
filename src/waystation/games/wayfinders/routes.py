"""Plans: tap an island during a flight and see the cheapest ways there.

A search over (cell, tokens in hand), fewest tokens first and then fewest steps. Only islands that are face up now are
flown over, so a plan holds whatever a step may reveal.
"""

from __future__ import annotations

from collections import defaultdict
from heapq import heappop, heappush

from waystation.engine import Node, Path, Plan
from waystation.engine.words import say
from waystation.games.wayfinders.chart import CELL_NAMES, NEIGHBOURS
from waystation.games.wayfinders.payment import PAYMENTS, covers, letters, size, ways
from waystation.games.wayfinders.places import centre
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.wording import in_words, place_name

MOST_PLANS = 4

Step = tuple[int, str]
"""A cell entered, and the payment as a notation ("" if nothing has to be chosen)."""


def plans(state: WayfindersState, seat: int, node: str) -> list[Plan]:
    """The cheapest flights to an island, each with tokens left over that no cheaper one leaves."""
    kind, _, name = node.partition(":")
    if kind != "island" or name not in CELL_NAMES:
        return []
    target = CELL_NAMES.index(name)
    if target == state.planes[seat]:
        return []
    found = _routes(state, seat, target)
    return [_plan(state, seat, steps, hand) for steps, hand in found if _allowed(state, seat, steps)]


def _allowed(state: WayfindersState, seat: int, steps: tuple[Step, ...]) -> bool:
    """Whether no more free steps follow each other than the table allows."""
    free, run = state.built | state.passes[seat], state.free_steps
    for cell, _ in steps:
        run = run + 1 if free >> cell & 1 else 0
        if run > state.game.step_limit:
            return False
    return True


def _routes(state: WayfindersState, seat: int, target: int) -> list[tuple[tuple[Step, ...], int]]:
    start = (state.planes[seat], state.hands[seat])
    queue: list[tuple[int, int, int, int, tuple[Step, ...]]] = [(0, 0, *start, ())]
    reached: defaultdict[int, list[int]] = defaultdict(list)
    found: list[tuple[tuple[Step, ...], int]] = []
    cheapest = 0
    while queue and len(found) < MOST_PLANS:
        spent, length, cell, hand, steps = heappop(queue)
        if any(covers(left, hand) for left in reached[cell]) or (found and spent > cheapest + 1):
            continue  # a cheaper way left as much
        reached[cell].append(hand)
        if cell == target:
            cheapest = cheapest if found else spent
            found.append((steps, hand))
            continue
        for beside, paid, choice in _next_steps(state, seat, cell, hand):
            step = (beside, choice)
            heappush(queue, (spent + size(paid), length + 1, beside, hand - paid, (*steps, step)))
    return found


def _next_steps(state: WayfindersState, seat: int, cell: int, hand: int) -> list[tuple[int, int, str]]:
    """(cell, bundle paid, notation of the payment if it has to be chosen) for each step from a cell."""
    steps = []
    for beside in NEIGHBOURS[cell]:
        if not state.seen >> beside & 1:
            continue
        if (state.built | state.passes[seat]) >> beside & 1:
            steps.append((beside, 0, ""))
            continue
        found = ways(hand, state.chart.toll[beside], state.wild[seat])
        for number in found:
            paid = PAYMENTS[number]
            steps.append((beside, paid, f"pay {letters(paid)}" if len(found) > 1 else ""))
    return steps


def _plan(state: WayfindersState, seat: int, steps: tuple[Step, ...], left: int) -> Plan:
    actions: list[str] = []
    for cell, choice in steps:
        actions.append(f"fly {CELL_NAMES[cell]}")
        if choice:
            actions.append(choice)
    paid = state.hands[seat] - left
    places = [centre(state.planes[seat]), *(centre(cell) for cell, _ in steps)]
    line = "M" + " L".join(f"{x:g} {y:g}" for x, y in places)
    target = place_name(steps[-1][0])
    if paid:
        label = say("Fly to {cell}: pay {tokens}", cell=target, tokens=in_words(paid))
    else:
        label = say("Fly to {cell}: free", cell=target)
    preview = Node("plan", "islands", (Path(line, "route"),), layer=9)
    detail = say("{n:step|steps}, {tokens} left", n=len(steps), tokens=in_words(left))
    return Plan(label, tuple(actions), detail, (preview,))
