"""What cresters do when a turn ends: they walk a shortest way to the ship and attack.

Rulebook: Turn End; rulings 45-48, 58, 64-65, 69.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog, Frame

from . import battle, defeat
from . import model as m
from .model import Ask
from .planet import FAR, POST

if TYPE_CHECKING:
    from .state import WindwardState

# ---------------------------------------------------------------------- red cresters


def reds(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """Send the next red on its way, nearest first; whoever is hunted chooses among equally near ones (ruling 48)."""
    movers = next_movers(state)
    if not movers:
        return
    if len(movers) > 1:
        state.agenda.append((Ask.REDS, 1 << state.turn))
    else:
        send(state, movers[0])


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


def legal_reds(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    return [state.game.ids.at + space for space in next_movers(state)]


def answer_reds(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    send(state, action - state.game.ids.at)


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


def walk(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """One step, if any is left; equal ways are chosen by whom the option says (ruling 46)."""
    _, _, who, space, left = frame
    steps = next_steps(state, who, space) if left else []
    if not steps:
        if who == m.RED_WALKS:
            state.settled.append(space)
    elif len(steps) > 1 and state.game.way_chooser >= 0:
        chooser = (state.turn + state.game.way_chooser) % state.game.players
        state.agenda.append((Ask.WALK, 1 << chooser, who, space, left))
    else:
        step(state, who, space, steps[0], left, log)


def legal_walk(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    return sorted(state.game.ids.at + space for space in next_steps(state, frame[2], frame[3]))


def answer_walk(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    step(state, frame[2], frame[3], action - state.game.ids.at, frame[4], log)


def step(state: WindwardState, who: int, space: int, to: int, left: int, log: EventLog | None) -> None:
    """A crester moves one space; on reaching its prey it attacks."""
    code = state.high[space]
    if log is not None:
        name = "white" if code == m.WHITE else "red"
        log.add("walk", None, f"The {name} crester moves from {state.space_name(space)} to {state.space_name(to)}.")
    if who == m.WHITE_TO_PORT and to == POST:
        defeat.ship_defeated(state, state.turn, -1, POST, log)  # no dice; the white is back where it came from
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


def ambush(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """Solo: the reds on the ship's space attack together, their strengths added (ruling 69)."""
    if state.pursuers:
        two = len(state.pursuers) == 2
        piece, code = (m.P_TWO_REDS, m.TWO_REDS) if two else (m.P_RED, m.RED)
        battle.start(state, piece, state.turn, state.pursuers[0], state.ship[state.turn], log, code=code)


def white_moves(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """The white crester, if it is on the map and did not fight this turn, walks to the ship (or the trading post)."""
    if state.white > 0 and m.WHITE_SETTLED not in state.settled:
        who = m.WHITE_WALKS if state.ship[state.turn] else m.WHITE_TO_PORT
        state.agenda.append((Ask.WALK, 0, who, state.white, state.game.white_move))
