"""Battles: the steps in the rulebook's order and what follows from them (rulebook, How Battles Work; After the Battle).

A battle is `state.battle` (fields B_... of the model) and a row of frames on the agenda: False Flag window, attacker's
cannons and roll, defender's cannons and roll, attacker's cards and tokens, defender's, compare (ruling 29). Each frame
asks its seat if there can be something to decide, also outside its turn. Where hands are secret, whoever holds any card
is asked, so that a question gives nothing away.

While it lasts, the attacker's `ship` or `boats` names the battle's space (a crester's place is nowhere), and `high` or
`low` there still holds the defender.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog, Frame

from . import achievements, cresters, defeat, supplies
from . import model as m
from .actions import MAX_CANNONS
from .model import Ask

if TYPE_CHECKING:
    from .state import WindwardState

PIECE_NAMES = {m.P_RED: "red crester", m.P_TWO_REDS: "two red cresters", m.P_GRAY: "gray crester",
               m.P_WHITE: "white crester"}  # fmt: skip


def high_piece(code: int) -> int:
    """The piece of a code in the high layer."""
    if code < m.RED:
        return code - 1
    return {m.TWO_REDS: m.P_TWO_REDS, m.WHITE: m.P_WHITE}.get(code, m.P_RED)


def low_piece(code: int) -> int:
    """The piece of a code in the low layer."""
    return m.P_GRAY if code < m.BOAT else m.P_BOAT + code - m.BOAT


def piece_name(piece: int) -> str:
    """For sentences; {seat} stands for a player."""
    seat = m.owner(piece)
    if seat < 0:
        return f"the {PIECE_NAMES[piece]}"
    return f"{{{seat}}}'s {'ship' if piece < m.P_BOAT else 'longboat'}"


def does(piece: int, word: str) -> str:
    """The piece and what it does: two reds roll, all others roll*s*."""
    return f"{piece_name(piece)} {word}{'s' * (piece != m.P_TWO_REDS)}"


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
        where = state.space_name(space)
        log.add("battle", None, f"Battle on {where}: {does(attacker, 'attack')} {piece_name(defender)}.")
    victim = m.owner(defender)
    if victim >= 0 and (m.owner(attacker) >= 0 or state.game.false_flag_against_cresters):
        state.agenda.append((Ask.FALSE_FLAG, 0, victim))


def strength(state: WindwardState, side: int) -> int:
    """Dice of a side before cannons (rulebook, How Battles Work 1; ruling 30)."""
    piece, foe = state.battle[side], state.battle[1 - side]
    if piece < m.P_BOAT:
        return m.SHIP_STRENGTH + (state.crew_bonus(piece, "ship_strength_vs_ship") if foe < m.P_BOAT else 0)
    if piece < m.P_RED:
        return 1 + state.crew_bonus(m.owner(piece), "boat_strength")
    return {m.P_RED: m.RED_STRENGTH, m.P_TWO_REDS: 2 * m.RED_STRENGTH, m.P_WHITE: m.WHITE_STRENGTH}.get(piece, 1)


def fixed_hits(state: WindwardState, side: int) -> int:
    """Hits that crew give without dice (ruling 27)."""
    piece, foe = state.battle[side], state.battle[1 - side]
    if piece < m.P_BOAT and foe in (m.P_RED, m.P_TWO_REDS):
        return state.crew_bonus(piece, "hits_vs_red")
    return 0


# ---------------------------------------------------------------------- False Flag


def window(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """Ask the attacked player, if he may hold a False Flag."""
    victim = frame[2]
    if may_hold(state, victim, state.game.flag_cards):
        state.agenda.append((Ask.FALSE_FLAG, 1 << victim, victim))


def may_hold(state: WindwardState, seat: int, kinds: list[int]) -> bool:
    """Whether the others must reckon with one of these cards: with secret hands, any card will do."""
    if not state.game.open_hands:
        return state.hand_size[seat] > 0
    first = seat * state.game.kinds
    return any(state.hands[first + kind] for kind in kinds)


def legal_window(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    ids, first = state.game.ids, seat * state.game.kinds
    return [ids.play + kind for kind in state.game.flag_cards if state.hands[first + kind]] + [ids.skip]


def answer_window(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    """False Flag: no battle, the attacker goes back and may not attack this player again this turn (ruling 31)."""
    state.agenda.pop()
    ids = state.game.ids
    if action == ids.skip:
        return
    supplies.discard(state, seat, action - ids.play)
    if log is not None:
        log.add("false flag", seat, f"{{{seat}}} flies a False Flag: the battle is off.", reveals=True)
    fields, state.battle = state.battle, []
    del state.agenda[-5:]  # the battle's other frames
    go_back(state, fields)
    if m.owner(fields[m.B_ATTACKER]) >= 0:
        state.flagged |= 1 << seat


# ---------------------------------------------------------------------- cannons and dice


def cannons(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """Ask a ship with loaded cannons, roll for everyone else."""
    piece = state.battle[frame[2]]
    if piece < m.P_BOAT and state.guns[piece]:
        state.agenda.append((Ask.CANNONS, 1 << piece, frame[2]))
    else:
        roll(state, frame[2], 0, log)


def legal_cannons(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    fire = state.game.ids.fire
    return list(range(fire, fire + min(state.guns[seat], MAX_CANNONS) + 1))


def answer_cannons(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    spent = action - state.game.ids.fire
    state.guns[seat] -= spent
    roll(state, frame[2], spent, log)


def roll(state: WindwardState, side: int, spent: int, log: EventLog | None) -> None:
    """Throw the side's dice, one more for every cannon."""
    fields = state.battle
    die = state.game.components.board.die
    below = state.chance.below
    faces = [die[below(6)] for _ in range(strength(state, side) + spent)]
    fields[m.B_ROLLS + side] = sum(faces)
    fields[m.B_HITS + side] = fixed = fixed_hits(state, side)
    fields[m.B_GUNS + side] = spent
    fields[m.B_AIDED + side] |= spent > 0
    if log is not None:
        guns = f" with {spent} cannon{'s' * (spent > 1)}" if spent else ""
        extra = f" +{fixed}" if fixed else ""
        dice = "+".join(map(str, faces))
        text = f"{does(fields[side], 'roll')} {sum(faces)}{extra}{guns} ({dice})."
        log.add("roll", None, text[0].upper() + text[1:], {"side": side, "faces": faces})


# ---------------------------------------------------------------------- cards and tokens


def boosts(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """Ask a player who may have cards or tokens to add."""
    seat = m.owner(state.battle[frame[2]])
    if seat >= 0 and (state.plus2[seat] or may_hold(state, seat, state.game.battle_cards)):
        state.agenda.append((Ask.BOOST, 1 << seat, frame[2]))


def legal_boosts(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    game, first = state.game, seat * state.game.kinds
    found = [game.ids.play + kind for kind in game.battle_cards if state.hands[first + kind]]
    found.append(game.ids.skip)
    if state.plus2[seat]:
        found.append(game.ids.boost)
    return found


def answer_boosts(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    """Each card or token is an answer of its own, a pass is the last (ruling 29)."""
    state.agenda.pop()
    game, side = state.game, frame[2]
    if action == game.ids.skip:
        return
    if action == game.ids.boost:
        state.plus2[seat] -= 1
        state.plus2_stock += 1
        hits, what = 2, "a +2 token"
    else:
        kind = action - game.ids.play
        supplies.discard(state, seat, kind)
        hits, what = game.battle_hits[kind], game.components.cards[kind].name
    state.battle[m.B_HITS + side] += hits
    state.battle[m.B_AIDED + side] = 1
    if log is not None:
        text = f"{{{seat}}} adds {what}: {standing(state.battle, side)}."
        log.add("boost", seat, text, reveals=action != game.ids.boost)
    boosts(state, frame, log)


def standing(fields: list[int], side: int) -> int:
    """The side's result as it stands."""
    return fields[m.B_ROLLS + side] + fields[m.B_HITS + side]


# ---------------------------------------------------------------------- the result


def resolve(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    """Compare; tie, or the loser's fate (rulebook, How Battles Work 6; After the Battle)."""
    fields, state.battle = state.battle, []
    ours, theirs = standing(fields, 0), standing(fields, 1)
    if ours == theirs:
        tie(state, fields, log)
        return
    side = 0 if ours > theirs else 1
    winner, loser, margin = fields[side], fields[1 - side], abs(ours - theirs)
    if log is not None:
        text = f"{does(winner, 'win')} {max(ours, theirs)} to {min(ours, theirs)}."
        log.add("won", None, text[0].upper() + text[1:], {"side": side, "margin": margin})
    victor = m.owner(winner)
    if state.shown and victor >= 0:
        achievements.reached(state, victor, "win_by", log, margin)
    if loser < m.P_BOAT:
        ship_loses(state, fields, side, margin, log)
    elif loser < m.P_RED:
        boat_loses(state, fields, side, log)
    elif loser == m.P_GRAY:
        stay(state, fields)
        cresters.gray_beaten(state, fields[m.B_SPACE], log)
    elif loser == m.P_WHITE:
        stay_if_ship(state, fields)
        cresters.white_beaten(state, victor, log)
    else:
        stay_if_ship(state, fields)
        cresters.reds_beaten(state, victor, fields, side, log)


def tie(state: WindwardState, fields: list[int], log: EventLog | None) -> None:
    """The attacker goes back, every player takes a +2, the two may not meet again this turn (ruling 32)."""
    if log is not None:
        log.add("tie", None, f"A tie at {standing(fields, 0)}: the attacker goes back.")
    attacker, defender = fields[m.B_ATTACKER], fields[m.B_DEFENDER]
    for piece in (attacker, defender):
        if m.owner(piece) >= 0:
            state.take_plus2(m.owner(piece), log)
    state.barred.append(state.pair(attacker, defender, fields[m.B_SPACE]))
    state.barred.sort()
    go_back(state, fields)
    defender_fought(state, fields)


def ship_loses(state: WindwardState, fields: list[int], side: int, margin: int, log: EventLog | None) -> None:
    """Morale falls by the difference; a survivor takes a +2 and one of the two leaves the space (rulings 33-35)."""
    loser, space = fields[1 - side], fields[m.B_SPACE]
    state.morale[loser] -= margin
    if log is not None:
        log.add("morale", loser, f"{{{loser}}} loses {margin} morale.")
    if side == 1:
        defender_fought(state, fields)
    if state.morale[loser] > 0:
        state.take_plus2(loser, log)
        if side == 1 and winner_leaves(state, fields):
            stay(state, fields)
        else:
            go_back(state, fields)
        return
    if side == 0:
        stay(state, fields)
    state.ship[loser] = 0
    defeat.ship_defeated(state, loser, m.owner(fields[side]), space, log)


def winner_leaves(state: WindwardState, fields: list[int]) -> bool:
    """Switch `after a defender's win`: the winning ship goes back to its previous space, if that is open to it."""
    winner, space = fields[m.B_DEFENDER], fields[m.B_SPACE]
    if not state.game.winner_returns or winner >= m.P_BOAT:
        return False
    back = state.came_from[winner]
    closed = state.high[back] if back else state.hold[winner]
    if back == space or state.planet.drift[back] or closed:
        return False
    state.ship[winner] = back
    if back:
        state.high[back] = winner + 1
    return True


def boat_loses(state: WindwardState, fields: list[int], side: int, log: EventLog | None) -> None:
    """Home to the ship's board with a +2; what was in tow stays for the winner (ruling 37)."""
    number, winner = fields[1 - side] - m.P_BOAT, fields[side]
    if side == 0:
        stay(state, fields)
    state.boats[number] = m.ABOARD
    if log is not None:
        log.add("boat home", number >> 1, f"{{{number >> 1}}}'s longboat goes home.")
    state.take_plus2(number >> 1, log)
    if state.shown and m.owner(winner) >= 0:
        achievements.reached(state, m.owner(winner), "boat_beats_boat", log)


# ---------------------------------------------------------------------- who stands where afterwards


def stay(state: WindwardState, fields: list[int]) -> None:
    """The attacker takes the space."""
    attacker, space = fields[m.B_ATTACKER], fields[m.B_SPACE]
    if attacker < m.P_BOAT:
        state.high[space] = attacker + 1
        if not state.planet.drift[space]:
            state.last_open = space
    elif attacker < m.P_RED:
        state.low[space] = m.BOAT + attacker - m.P_BOAT
    elif attacker == m.P_WHITE:
        state.white, state.high[space] = space, m.WHITE
    else:
        state.high[space] = fields[m.B_CODE]
        state.settled.extend([space] * (2 if attacker == m.P_TWO_REDS else 1))
        state.pursuers.clear()  # they stand there now


def stay_if_ship(state: WindwardState, fields: list[int]) -> None:
    """A crester lost: a ship that attacked it takes the space; a crester that attacked is gone."""
    if fields[m.B_ATTACKER] < m.P_BOAT:
        stay(state, fields)


def go_back(state: WindwardState, fields: list[int]) -> None:
    """The attacker returns to where it came from, without speed, wind or a new entry (ruling 34)."""
    attacker, back, space = fields[m.B_ATTACKER], fields[m.B_FROM], fields[m.B_SPACE]
    if attacker < m.P_BOAT:
        state.ship[attacker] = back
        if back:
            state.high[back] = attacker + 1
    elif attacker < m.P_RED:
        state.boats[attacker - m.P_BOAT] = back
        if back > 0:
            state.low[back] = m.BOAT + attacker - m.P_BOAT
            state.items[space] -= fields[m.B_TOW]
            state.items[back] += fields[m.B_TOW]
    elif attacker == m.P_WHITE:
        state.white, state.high[back] = back, m.WHITE
    elif state.pursuers:
        cresters.pursuers_return(state)
    else:
        state.high[back] = fields[m.B_CODE]
        state.settled.append(back)


def defender_fought(state: WindwardState, fields: list[int]) -> None:
    """A crester that was attacked and lives does not move at this turn's end (ruling 47)."""
    defender, space = fields[m.B_DEFENDER], fields[m.B_SPACE]
    if defender in (m.P_RED, m.P_TWO_REDS):
        state.settled.extend([space] * (2 if defender == m.P_TWO_REDS else 1))
    elif defender == m.P_WHITE:
        state.settled.append(m.WHITE_SETTLED)
