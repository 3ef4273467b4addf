"""Battles: who may fight whom, strengths, rolls (rulebook, Initiate a Battle; How Battles Work).

A battle is `state.battle` (fields B_... of the model) and a row of frames on the agenda: False Flag window, attacker's
cannons and roll, defender's cannons and roll, attacker's cards and tokens, defender's, compare (ruling 29). Each frame
asks its seat if there can be something to decide, also outside its turn. Where hands are secret, whoever holds any card
is asked, so that a question gives nothing away.

While it lasts, the attacker's `ship` or `boats` names the battle's space (a crester's place is nowhere), and `high` or
`low` there still holds the defender.
"""

from __future__ import annotations

from typing import Any

from waystation.engine import EventLog
from waystation.engine.events import rolled as rolled_by
from waystation.engine.words import Phrase, Seat, count, say

from . import model as m
from .frames import Ask
from .state import WindwardState
from .supplies import may_hold


def high_piece(code: int) -> int:
    """The piece of a code in the high layer."""
    if code < m.RED:
        return code - 1
    return {m.TWO_REDS: m.P_TWO_REDS, m.WHITE: m.P_WHITE}.get(code, m.P_RED)


def low_piece(code: int) -> int:
    """The piece of a code in the low layer."""
    return m.P_GRAY if code < m.BOAT else m.P_BOAT + code - m.BOAT


def piece(number: int) -> Phrase:
    """For sentences: "Red's ship", "the gray crester"."""
    seat = m.owner(number)
    if seat >= 0:
        who = Seat(seat)
        return say("{who}'s ship", who=who) if number < m.P_BOAT else say("{who}'s longboat", who=who)
    if number == m.P_TWO_REDS:
        return say("the two red cresters")
    return {m.P_GRAY: say("the gray crester"), m.P_WHITE: say("the white crester")}.get(number, say("the red crester"))


def many(number: int) -> int:
    """How many the piece is: two reds *roll*, all others *rolls*."""
    return 1 + (number == m.P_TWO_REDS)


# ---------------------------------------------------------------------- who may fight


def may_attack_player(state: WindwardState, seat: int, other: int) -> bool:
    """Not in co-op (Players' Ships and Boats), not after a False Flag this turn."""
    return state.game.is_ffa and other != seat and not state.flagged >> other & 1


def is_barred(state: WindwardState, a: int, b: int, space: int) -> bool:
    """Whether these two pieces tied this turn (rulebook, How Battles Work 6)."""
    return bool(state.barred) and state.pair(a, b, space) in state.barred


def start(
    state: WindwardState,
    attacker: int,
    defender: int,
    origin: int,
    space: int,
    log: EventLog | None,
    towed: int = 0,
    code: int = 0,
) -> None:
    """The attacker came onto the space: a battle begins."""
    fields = [0] * m.BATTLE_FIELDS
    fields[m.B_ATTACKER], fields[m.B_DEFENDER] = attacker, defender
    fields[m.B_FROM], fields[m.B_SPACE], fields[m.B_TOW], fields[m.B_CODE] = origin, space, towed, code
    state.battle = fields
    state.agenda.extend(
        ((Ask.RESOLVE, 0), (Ask.BOOST, 0, 1), (Ask.BOOST, 0, 0), (Ask.CANNONS, 0, 1), (Ask.CANNONS, 0, 0))
    )
    if log is not None:
        text = say("Battle on {place}: {attacker} {n?attacks|attack} {defender}.", place=state.space_name(space),
                   attacker=piece(attacker), n=many(attacker), defender=piece(defender))  # fmt: skip
        log.add("battle", None, text, stand(state, fields))
    victim = m.owner(defender)
    if victim >= 0 and (m.owner(attacker) >= 0 or state.game.false_flag_against_cresters):
        state.agenda.append((Ask.FALSE_FLAG, 0, victim))


def data_of(state: WindwardState, fields: list[int], **more: Any) -> dict[str, Any]:
    """What events of a battle tell programs: pieces, place, and more."""
    pieces = [m.piece_id(fields[m.B_ATTACKER]), m.piece_id(fields[m.B_DEFENDER])]
    return {"pieces": pieces, "place": state.space_name(fields[m.B_SPACE]), **more}


def stand(state: WindwardState, fields: list[int], **more: Any) -> dict[str, Any]:
    """The same of an event at which the battle stands as it is to be seen: with both sides."""
    return data_of(state, fields, sides=[_side(state, fields, side) for side in (0, 1)], **more)


def _side(state: WindwardState, fields: list[int], side: int) -> dict[str, Any]:
    """One of them as it stands: its dice, what was added, and what its owner may still add."""
    own, faces = fields[side], m.unpacked(fields[m.B_FACES + side])
    seat = m.owner(own)
    asked = any(frame[0] in (Ask.CANNONS, Ask.BOOST) and frame[2] == side for frame in state.agenda)
    total = standing(fields, side) if faces else None
    may = additions(state, own, bool(faces)) if asked else []
    return rolled_by(piece(own), faces, fields[m.B_HITS + side], total, seat if seat >= 0 else None, may)


def additions(state: WindwardState, piece: int, fired: bool = False) -> list[Phrase]:
    """What the owner of a piece may still add to a battle, as far as others know it; nothing for a crester."""
    seat = m.owner(piece)
    if seat < 0:
        return []
    guns = state.guns[seat] if piece < m.P_BOAT and not fired else 0
    found = [count(guns, "cannon|cannons")] if guns else []
    found += [count(state.plus2[seat], "+2 token|+2 tokens")] if state.plus2[seat] else []
    cards = state.hand_size[seat] if may_hold(state, seat, state.game.battle_cards) else 0
    return [*found, say("up to {n:card|cards}", n=cards)] if cards else found


# ---------------------------------------------------------------------- strength and dice


def strength(state: WindwardState, side: int) -> int:
    """Dice of a side before cannons (rulebook, How Battles Work 1; ruling 30)."""
    return strength_against(state, state.battle[side], state.battle[1 - side])


def strength_against(state: WindwardState, own: int, foe: int) -> int:
    """Dice of a piece against another."""
    if own < m.P_BOAT:
        return m.SHIP_STRENGTH + (state.crew_bonus(own, "ship_strength_vs_ship") if foe < m.P_BOAT else 0)
    if own < m.P_RED:
        return 1 + state.crew_bonus(m.owner(own), "boat_strength")
    return {m.P_RED: m.RED_STRENGTH, m.P_TWO_REDS: 2 * m.RED_STRENGTH, m.P_WHITE: m.WHITE_STRENGTH}.get(own, 1)


def fixed_hits(state: WindwardState, side: int) -> int:
    """Hits that crew give without dice (ruling 27)."""
    return hits_against(state, state.battle[side], state.battle[1 - side])


def hits_against(state: WindwardState, own: int, foe: int) -> int:
    """Hits that a piece has against another without dice."""
    return state.crew_bonus(own, "hits_vs_red") if own < m.P_BOAT and foe in m.REDS_ATTACK else 0


def roll(state: WindwardState, side: int, spent: int, log: EventLog | None) -> None:
    """Throw the side's dice, one more for every cannon."""
    fields = state.battle
    own, foe = fields[side], fields[1 - side]
    die = state.game.components.board.die
    below = state.chance.below
    faces = [die[below(6)] for _ in range(strength_against(state, own, foe) + spent)]
    fields[m.B_ROLLS + side], fields[m.B_FACES + side] = sum(faces), m.packed(faces)
    fields[m.B_HITS + side] = fixed = hits_against(state, own, foe)
    fields[m.B_GUNS + side] = spent
    fields[m.B_AIDED + side] |= spent > 0
    if log is not None:
        args: dict[str, Any] = {
            "piece": piece(own),
            "n": many(own),
            "total": sum(faces),
            "dice": "+".join(map(str, faces)),
        }
        if fixed and spent:
            text = say("{piece^} {n?rolls|roll} {total} {fixed:+} with {guns:cannon|cannons} ({dice}).", fixed=fixed,
                       guns=spent, **args)  # fmt: skip
        elif fixed:
            text = say("{piece^} {n?rolls|roll} {total} {fixed:+} ({dice}).", fixed=fixed, **args)
        elif spent:
            text = say("{piece^} {n?rolls|roll} {total} with {guns:cannon|cannons} ({dice}).", guns=spent, **args)
        else:
            text = say("{piece^} {n?rolls|roll} {total} ({dice}).", **args)
        log.add("roll", None, text, stand(state, fields, side=side, faces=faces, cannons=spent, fixed=fixed))


def standing(fields: list[int], side: int) -> int:
    """The side's result as it stands."""
    return fields[m.B_ROLLS + side] + fields[m.B_HITS + side]


def rolled(state: WindwardState, side: int) -> bool:
    """Whether the side has thrown its dice."""
    return not any(frame[0] == Ask.CANNONS and frame[2] == side for frame in state.agenda)


def may_add(state: WindwardState, seat: int) -> bool:
    """Whether others must reckon with a card or token of this seat."""
    return state.plus2[seat] > 0 or may_hold(state, seat, state.game.battle_cards)


# ---------------------------------------------------------------------- who stands where afterwards


def stay(state: WindwardState, fields: list[int], log: EventLog | None) -> None:
    """The attacker takes the space."""
    attacker, space = fields[m.B_ATTACKER], fields[m.B_SPACE]
    if attacker < m.P_BOAT:
        state.high[space] = attacker + 1
        if not state.planet.drift[space]:
            state.last_open = space
        return
    if attacker < m.P_RED:
        state.low[space] = m.BOAT + attacker - m.P_BOAT
        return
    if attacker == m.P_WHITE:
        state.white, state.high[space] = space, m.WHITE
    else:
        state.high[space] = fields[m.B_CODE]
        state.settled.extend([space] * (2 if attacker == m.P_TWO_REDS else 1))
        state.pursuers.clear()  # they stand there now
    if log is not None:
        text = say("{piece^} {n?stays|stay} on {place}.", piece=piece(attacker), n=many(attacker),
                   place=state.space_name(space))  # fmt: skip
        log.add("stay", None, text, data_of(state, fields))
