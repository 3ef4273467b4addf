"""Step 2: Plan. Everybody at once and in secret: arrows are pointed at stops, word cards are put under them."""

from __future__ import annotations

from bisect import insort
from functools import cache
from typing import TYPE_CHECKING

from waystation.engine.events import EventLog
from waystation.games.wordtraveler import state as table
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.geometry import LINE, NAMES, SPACES

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
    if not used:
        return legal
    backs = state.backs[seat]
    if backs:
        legal += (ids.back, ids.clear)
    first = ids.under
    for _ in range(2 * (used - 1)):  # white and black under each earlier arrow
        legal += [first + word for word in free]
        first += ids.words
    if backs:
        legal += _changes(state, seat)
    return legal


def _changes(state: WordTravelerState, seat: int) -> list[int]:
    """Cards that can be taken back from anywhere, and other stops for the arrows."""
    ids = state.game.ids
    take_white, take_black = ids.take - SAY, ids.take - ids.deny
    stops = [state.starts[seat]]
    loose: list[int] = []
    group: list[int] = []
    for action in state.plan[seat]:
        if action < SAY:
            stops.append(action)
            if len(group) > 1:
                loose += group
            group = []
        else:
            group.append(action + (take_white if action < ids.deny else take_black))
    changes = sorted(loose + group)
    first = ids.aim
    for index in range(len(stops) - 1):
        later = stops[index + 2] if index + 2 < len(stops) else -1
        changes += [first + space for space in _instead(stops[index], stops[index + 1], later)]
        first += SPACES
    return changes


def other_stops(state: WordTravelerState, seat: int, index: int) -> tuple[int, ...]:
    """Where an arrow can point instead: in line with the stop before it and the one after it."""
    stops = [state.starts[seat], *state.stops(seat), -1]
    return _instead(*stops[index : index + 3])


@cache
def _instead(before: int, stop: int, after: int) -> tuple[int, ...]:
    return tuple(space for space in LINE[before] if space != stop and (after < 0 or after in LINE[space]))


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
    elif action < ids.under:
        state.backs[seat] -= 1
        for _ in range(1 if action == ids.back else len(plan)):
            taken = plan.pop()
            if taken >= SAY:
                insort(free, ids.word_of(taken))
    else:
        _change(state, action, seat)


def _change(state: WordTravelerState, action: int, seat: int) -> None:
    """A change that is not at the end of the plan."""
    ids, plan, free = state.game.ids, state.plan[seat], state.free[seat]
    begins = [place for place, choice in enumerate(plan) if choice < SAY] + [len(plan)]
    if action < ids.take:
        index, card = ids.under_of(action)
        plan.insert(begins[index + 1], card)
        free.remove(ids.word_of(card))
        return
    state.backs[seat] -= 1
    if action < ids.aim:
        word = action - ids.take
        plan.remove(SAY + word if SAY + word in plan else ids.deny + word)
        insort(free, word)
    else:
        index, space = ids.aim_of(action)
        plan[begins[index]] = space


def drags(state: WordTravelerState, action: int, seat: int) -> tuple[tuple[str, str], ...]:
    """What can be dragged where for an action: the next arrow to a stop, a card half under an arrow, a card back."""
    if state.agenda[-1][0] != table.Frames.PLAN:
        return ()
    named = state.game.actions[action]
    if named.kind == "stop":
        return (("next", f"space:{NAMES[named.args[0]]}"),)
    ident = state.game.words.ids[named.args[0]] if named.args else ""
    if named.kind in ("say", "not"):
        arrow = named.args[1] if len(named.args) > 1 else len(state.stops(seat))
        return ((f"{named.kind}:{ident}", f"move:{arrow}"),)
    return ((f"card:{ident}", "hand"),) if named.kind == "take" else ()
