"""Step 2: Plan. Everybody at once and in secret: arrows are pointed at stops, word cards are put under them."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from waystation.engine.events import EventLog
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.geometry import LINE

if TYPE_CHECKING:
    from waystation.games.wordtraveler.state import WordTravelerState


def position(state: WordTravelerState, seat: int) -> tuple[int, int, bool]:
    """Where the plan has got to: the last stop, the arrows used, and whether the open arrow still lacks a word."""
    plan = state.plan[seat]
    here, used = state.starts[seat], 0
    for action in plan:
        if action < SAY:
            here, used = action, used + 1
    return here, used, bool(plan) and plan[-1] < SAY


def choices(state: WordTravelerState, seat: int) -> list[int]:
    """What the seat may do. Rulebook: "Step 2: Plan", "Planning Other Moves", "Tips and Clarifications"."""
    ids = state.game.ids
    here, used, wordless = position(state, seat)
    free = state.free[seat]
    legal: list[int] = []
    if used < state.arrows and free and not wordless:
        legal += LINE[here]
    if used:
        deny = ids.deny
        legal += [SAY + word for word in free]
        legal += [deny + word for word in free]
    legal.append(ids.done)
    if used and state.backs[seat]:
        legal += (ids.back, ids.clear)
    return legal


def choose(state: WordTravelerState, action: int, seat: int, log: EventLog | None) -> None:
    """Carry out a choice. Nobody else learns anything, except that a seat is done."""
    ids = state.game.ids
    plan, free = state.plan[seat], state.free[seat]
    if action < SAY:
        plan.append(action)
    elif action < ids.done:
        plan.append(action)
        free.remove(ids.word_of(action))
    elif action == ids.done:
        if plan and plan[-1] < SAY:  # an arrow without words can't be used: it is turned back
            plan.pop()
        state.answered(seat)
        if log is not None:
            log.add("sealed", seat, f"{{{seat}}} has finished planning.")
    else:
        state.backs[seat] -= 1
        for _ in range(1 if action == ids.back else len(plan)):
            taken = plan.pop()
            if taken >= SAY:
                insort(free, ids.word_of(taken))
