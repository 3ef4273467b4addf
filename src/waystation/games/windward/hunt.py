"""What cresters do when a turn ends: they walk a shortest way to the ship and attack.

Rulebook: Turn End; rulings 45-48, 58, 64-65, 69.
"""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import say

from . import aftermath, battle, cresters
from . import model as m
from .frames import Ask
from .planet import FAR, POST
from .state import WindwardState

# ---------------------------------------------------------------------- red cresters


def next_movers(state: WindwardState) -> list[int]:
    """Where the reds stand of which one moves next."""
    if state.game.is_solo:
        return unmoved(state)
    target = state.ship[state.turn]
    best, movers = FAR, []
    for space in state.planet.open_spaces[state.planet.territory[target]]:
        if state.high[space] in (m.RED, m.TAGGED_RED) and space not in state.settled:
            distance = red_field(state, space)[space]
            if distance < best:
                best, movers = distance, [space]
            elif distance == best < FAR:
                movers.append(space)
    return movers


def unmoved(state: WindwardState) -> list[int]:
    """Solo: spaces with a red that has neither fought nor moved."""
    settled = state.settled
    return [
        space
        for space, code in enumerate(state.high)
        if (code == m.RED and space not in settled) or (code == m.TWO_REDS and settled.count(space) < 2)
    ]


def send(state: WindwardState, space: int) -> None:
    """That red walks, then the others are looked at again."""
    state.agenda.append((Ask.REDS, 0))
    state.agenda.append((Ask.WALK, 0, m.RED_WALKS, space, state.game.red_move + state.kills))


# ---------------------------------------------------------------------- walking


def blocked(state: WindwardState, target: int, walker: int) -> int:
    """The spaces a crester cannot pass, as a bit mask: those with anybody in the high layer; solo: with two reds."""
    mask = 0
    solo = state.game.is_solo
    for space, code in enumerate(state.high):
        if code and not (solo and code == m.RED):
            mask |= 1 << space
    return mask & ~(1 << target) & ~(1 << walker)


def red_field(state: WindwardState, space: int) -> list[int]:
    """Distances to the ship for the red on this space."""
    target = state.ship[state.turn]
    return state.planet.field(target, blocked(state, target, space), not state.game.is_solo)


def next_steps(state: WindwardState, who: int, space: int) -> list[int]:
    """The first steps of all shortest ways to the prey, by direction; empty if there is no way."""
    target = POST if who == m.WHITE_TO_PORT else state.ship[state.turn]
    inside = who == m.RED_WALKS and not state.game.is_solo
    field = state.planet.field(target, blocked(state, target, space), inside)
    distance = field[space]
    if distance >= FAR:
        return []
    if distance == 1:
        return [] if len(state.pursuers) >= 2 else [target]
    return [to for to in state.planet.open_steps[space] if field[to] == distance - 1]


def step(state: WindwardState, who: int, space: int, to: int, left: int, log: EventLog | None) -> None:
    """A crester moves one space; on reaching its prey it attacks."""
    code = state.high[space]
    if log is not None:
        here, there = state.space_name(space), state.space_name(to)
        text = say("The {crester} moves from {here} to {there}.", crester=cresters.name(code), here=here, there=there)
        log.add("walk", None, text, {"piece": "white" if code == m.WHITE else "red", "from": here, "to": there})
    if who == m.WHITE_TO_PORT and to == POST:
        aftermath.ship_defeated(state, state.turn, -1, POST, log)  # no dice
        cresters.gone_back(state, code, space, log)
        return
    if code == m.TWO_REDS:
        code = state.high[space] = m.RED
    else:
        state.high[space] = 0
    if to == state.ship[state.turn]:
        reach(state, code, space, to, log)
        return
    if code == m.WHITE:
        state.white = to
    state.high[to] = m.TWO_REDS if state.high[to] == m.RED else code
    state.agenda.append((Ask.WALK, 0, who, to, left - 1))


def reach(state: WindwardState, code: int, space: int, ship: int, log: EventLog | None) -> None:
    """The crester is on the ship's space: battle; solo: once all reds have moved."""
    if code == m.WHITE:
        state.white = m.WHITE_GONE  # until the battle has put it somewhere
        battle.start(state, m.P_WHITE, state.turn, space, ship, log)
    elif state.game.is_solo:
        state.pursuers.append(space)
    else:
        battle.start(state, m.P_RED, state.turn, space, ship, log, code=code)
