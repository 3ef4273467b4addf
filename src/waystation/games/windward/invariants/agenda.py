"""What can't wait to be done: frames in an order that never comes, or that ask the wrong seat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from waystation.engine import Frame
from waystation.games.windward import model as m
from waystation.games.windward.frames import Ask
from waystation.games.windward.questions.asked import Asked
from waystation.games.windward.state import WindwardState

Faults = Iterator[tuple[str, str]]

SKY = [Ask.SKY_REST, Ask.WHITE_MOVES, Ask.AMBUSH, Ask.REDS, Ask.REST]
PORT = [Ask.PORT_REST, Ask.WHITE_MOVES]
BATTLE: list[tuple[int, ...]] = [
    (Ask.RESOLVE,), (Ask.BOOST, 1), (Ask.BOOST, 0), (Ask.CANNONS, 1), (Ask.CANNONS, 0), (Ask.FALSE_FLAG,),
]  # fmt: skip
"""From the bottom of the stack up."""
FIGHTING = {Ask.RESOLVE, Ask.BOOST, Ask.CANNONS, Ask.FALSE_FLAG}
BASE = {Ask.NEXT, Ask.TURN, *SKY, *PORT}
IN_TURN = {Ask.SUPPLIES, Ask.HIRE, Ask.EXTRA_ORDER, Ask.RESEARCH, Ask.BAIT, Ask.VEER, Ask.ZEPHYR, Ask.EFFECT,
           Ask.HAILED, Ask.OFFER, Ask.RETURN}  # fmt: skip
TEAM_ONLY = {Ask.HAILED, Ask.OFFER, Ask.RETURN}


def faults(state: WindwardState) -> Faults:
    """The first thing that is wrong with the frames: what they ask, of whom, and in which order."""
    agenda = state.agenda
    for number, frame in enumerate(agenda):
        where, reason = _frame(state, frame)
        if not reason and number < len(agenda) - 1 and frame[1] and frame[0] != Ask.TURN:
            where, reason = "seats", "only the last frame, and TURN beneath it, ask somebody"
        if reason:
            yield f"agenda[{number}].{where}", reason
            return
    if agenda[0][0] != Ask.NEXT:
        yield "agenda[0].ask", "the first frame is NEXT"
        return
    base = _base(agenda)
    for number, frame in enumerate(agenda[base:], base):
        if frame[0] in BASE:
            yield f"agenda[{number}].ask", f"{Ask(frame[0]).name} does not come there"
            return
    yield from _order(state, base)


def _base(agenda: list[Frame]) -> int:
    """How many frames lie at the bottom: NEXT, and the turn or what is left of a rest."""
    best = 1
    for start in ([Ask.TURN], SKY, PORT):
        length = 0
        while length < min(len(start), len(agenda) - 1) and agenda[1 + length][0] == start[length]:
            length += 1
        best = max(best, 1 + length)
    return best


def _order(state: WindwardState, base: int) -> Faults:
    """On the turn or rest lie further effects of a card, and on them one question, hail or battle."""
    agenda, under = state.agenda, Ask(state.agenda[base - 1][0])
    here = state.ship[state.turn]
    if base > 1 and under != Ask.TURN and (here > 0) != (agenda[1][0] == Ask.SKY_REST):
        yield "agenda[1].ask", f"the ship is at {'sky' if here else 'port'}"
        return
    top = base
    while top < len(agenda) and agenda[top][0] == Ask.EFFECT:
        top += 1
    above = agenda[top:]
    fights = [frame for frame in above if frame[0] in FIGHTING]
    for number, (lower, upper) in enumerate(pairwise(fights), top + 1):
        if _rank(upper) <= _rank(lower):
            yield f"agenda[{number}].ask", f"{Ask(upper[0]).name} comes beneath {Ask(lower[0]).name}"
            return
    if bool(state.battle) != any(frame[0] == Ask.RESOLVE for frame in fights) or (fights and not state.battle):
        yield "agenda", "there is a battle if, and only if, RESOLVE is on the agenda"
        return
    if fights and fights[-1][0] == Ask.FALSE_FLAG and len(fights) < len(BATTLE):
        yield "agenda", "a False Flag is asked for before anything else of the battle"
        return
    for number, frame in enumerate(above, top):
        ask = Ask(frame[0])
        alone = number == top or ask in FIGHTING or (above[0][0] == Ask.HAILED and ask in TEAM_ONLY)
        if not alone or under not in _places_of(state, frame) or (top > base and under != Ask.TURN):
            yield f"agenda[{number}].ask", f"{ask.name} does not come there"
            return


def _rank(frame: Frame) -> int:
    """The place of a frame in the order of a battle."""
    return BATTLE.index((frame[0], *(frame[2:] if frame[0] in (Ask.BOOST, Ask.CANNONS) else ())))


def _places_of(state: WindwardState, frame: Frame) -> set[Ask]:
    """What such a frame may lie on: the turn, a frame of the rest, or NEXT where the turn is over at once."""
    ask = Ask(frame[0])
    if ask in IN_TURN:
        return {Ask.TURN}
    attacker = state.battle[m.B_ATTACKER] if ask in FIGHTING else -1
    if ask == Ask.WALK:
        attacker = (m.P_RED, m.P_WHITE, -1)[frame[2]]
        if attacker < 0:
            return {Ask.PORT_REST}
    if attacker == m.P_WHITE:
        return {Ask.SKY_REST}
    if attacker in m.REDS_ATTACK:
        return {Ask.WHITE_MOVES if state.game.is_solo and ask != Ask.WALK else Ask.REDS}
    return {
        Ask.LOOT: {Ask.TURN, Ask.NEXT},
        Ask.NEW_RED: {Ask.TURN, Ask.REDS},
        Ask.CORNER: {Ask.TURN, Ask.SKY_REST, Ask.WHITE_MOVES},
    }.get(ask, {Ask.TURN})


def _frame(state: WindwardState, frame: Frame) -> tuple[str, str]:
    """What is wrong with one frame, by its question: which part of it, and why; ("", "") if nothing is."""
    if frame[0] in TEAM_ONLY and not state.game.is_coop:
        return "ask", f"{Ask(frame[0]).name} is asked in co-operative games only"
    question = state.game.by_kind[frame[0]]
    assert isinstance(question, Asked)
    return question.wrong(state, frame)
