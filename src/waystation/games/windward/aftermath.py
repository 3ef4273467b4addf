"""What follows a battle, and defeated ships (rulebook, After the Battle; Defeated Ship; rulings 32-43)."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Arg, Phrase, Seat, mark, say

from . import battle, cresters, port
from . import model as m
from .battle import data_of
from .board import take_plus2
from .cresters import forget_pairs
from .frames import Ask
from .model import lying
from .notoriety import gain, reached
from .state import WindwardState

# ---------------------------------------------------------------------- the result


def compare(state: WindwardState, log: EventLog | None) -> None:
    """Tie, or the loser's fate (rulebook, How Battles Work 6; After the Battle)."""
    fields, state.battle = state.battle, []
    ours, theirs = battle.standing(fields, 0), battle.standing(fields, 1)
    if ours == theirs:
        tie(state, fields, log)
        return
    side = 0 if ours > theirs else 1
    winner, loser, margin = fields[side], fields[1 - side], abs(ours - theirs)
    if log is not None:
        text = say("{piece^} {n?wins|win} {most} to {least}.", piece=battle.piece(winner), n=battle.many(winner),
                   most=max(ours, theirs), least=min(ours, theirs))  # fmt: skip
        log.add("won", None, text, battle.stand(state, fields, side=side, margin=margin))
    victor = m.owner(winner)
    if state.shown and victor >= 0:
        reached(state, victor, "win_by", log, margin)
    if loser < m.P_BOAT:
        ship_loses(state, fields, side, margin, log)
    elif loser < m.P_RED:
        boat_loses(state, fields, side, log)
    elif loser == m.P_GRAY:
        battle.stay(state, fields, log)
        gray_beaten(state, fields, log)
    else:  # a ship that attacked a crester takes the space; a crester that attacked and lost is gone
        if fields[m.B_ATTACKER] < m.P_BOAT:
            battle.stay(state, fields, log)
        (white_beaten if loser == m.P_WHITE else reds_beaten)(state, victor, fields, side, log)


def tie(state: WindwardState, fields: list[int], log: EventLog | None) -> None:
    """The attacker goes back, every player takes a +2, the two may not meet again this turn (ruling 32)."""
    if log is not None:
        text = say("A tie at {total}: the attacker goes back.", total=battle.standing(fields, 0))
        log.add("tie", None, text, battle.stand(state, fields))
    attacker, defender = fields[m.B_ATTACKER], fields[m.B_DEFENDER]
    for piece in (attacker, defender):
        if m.owner(piece) >= 0:
            take_plus2(state, m.owner(piece), log)
    state.barred.append(state.pair(attacker, defender, fields[m.B_SPACE]))
    state.barred.sort()
    go_back(state, fields, log)
    defender_fought(state, fields)


def go_back(state: WindwardState, fields: list[int], log: EventLog | None) -> None:
    """The attacker returns to where it came from, without speed, wind or a new entry (ruling 34)."""
    attacker, back, space = fields[m.B_ATTACKER], fields[m.B_FROM], fields[m.B_SPACE]
    if attacker < m.P_BOAT:
        state.ship[attacker] = back
        if back:
            state.high[back] = attacker + 1
        gone_back(state, attacker, back, log)
    elif attacker < m.P_RED:
        state.boats[attacker - m.P_BOAT] = back
        if back > 0:
            state.low[back] = m.BOAT + attacker - m.P_BOAT
            state.items[space] -= fields[m.B_TOW]
            state.items[back] += fields[m.B_TOW]
        gone_back(state, attacker, back, log)
    elif attacker == m.P_WHITE:
        state.white, state.high[back] = back, m.WHITE
        cresters.gone_back(state, m.WHITE, back, log)
    elif state.pursuers:
        cresters.pursuers_return(state, log)
    else:
        state.high[back] = fields[m.B_CODE]
        state.settled.append(back)
        cresters.gone_back(state, fields[m.B_CODE], back, log)


def gone_back(state: WindwardState, piece: int, back: int, log: EventLog | None) -> None:
    """Tell that a ship or longboat is back where it came from."""
    if log is None:
        return
    place = "aboard" if back < 0 else state.space_name(back)
    if back < 0:
        text = say("{piece^} goes back aboard.", piece=battle.piece(piece))
    elif not back:
        text = say("{piece^} goes back to port.", piece=battle.piece(piece))
    else:
        text = say("{piece^} goes back to {place}.", piece=battle.piece(piece), place=place)
    log.add("back", m.owner(piece), text, {"piece": m.piece_id(piece), "place": place})


def defender_fought(state: WindwardState, fields: list[int]) -> None:
    """A crester that was attacked and lives does not move at this turn's end (ruling 47)."""
    defender, space = fields[m.B_DEFENDER], fields[m.B_SPACE]
    if defender in m.REDS_ATTACK:
        state.settled.extend([space] * (2 if defender == m.P_TWO_REDS else 1))
    elif defender == m.P_WHITE:
        state.settled.append(m.WHITE_SETTLED)


# ---------------------------------------------------------------------- ships and longboats


def ship_loses(state: WindwardState, fields: list[int], side: int, margin: int, log: EventLog | None) -> None:
    """Morale falls by the difference; a survivor takes a +2 and one of the two leaves the space (rulings 33-35)."""
    loser, space = fields[1 - side], fields[m.B_SPACE]
    state.morale[loser] -= margin
    if log is not None:
        log.add("morale", loser, say("{who} loses {margin} morale.", who=Seat(loser), margin=margin), {"lost": margin})
    if side == 1:
        defender_fought(state, fields)
    if state.morale[loser] > 0:
        take_plus2(state, loser, log)
        if side == 1 and winner_leaves(state, fields, log):
            battle.stay(state, fields, log)
        else:
            go_back(state, fields, log)
        return
    if side == 0:
        battle.stay(state, fields, log)
    state.ship[loser] = 0
    ship_defeated(state, loser, m.owner(fields[side]), space, log)


def winner_leaves(state: WindwardState, fields: list[int], log: EventLog | None) -> bool:
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
    gone_back(state, winner, back, log)
    return True


def boat_loses(state: WindwardState, fields: list[int], side: int, log: EventLog | None) -> None:
    """Home to the ship's board with a +2; what was in tow stays for the winner (ruling 37)."""
    number, winner = fields[1 - side] - m.P_BOAT, fields[side]
    if side == 0:
        battle.stay(state, fields, log)
    state.boats[number] = m.ABOARD
    seat = number >> 1
    if log is not None:
        text = say("{who}'s longboat goes home.", who=Seat(seat))
        log.add("boat home", seat, text, {"piece": m.piece_id(m.P_BOAT + number), "place": "aboard"})
    take_plus2(state, seat, log)
    if state.shown and m.owner(winner) >= 0:
        reached(state, m.owner(winner), "boat_beats_boat", log)


# ---------------------------------------------------------------------- cresters


def gray_beaten(state: WindwardState, fields: list[int], log: EventLog | None) -> None:
    """It lies dead there, in tow of the longboat; new grays appear at once (rulings 37, 50)."""
    space = fields[m.B_SPACE]
    state.live_grays -= 1
    state.items[space] += m.DEAD_GRAY
    forget_pairs(state, m.P_GRAY, space)
    if log is not None:
        text = say("The gray crester is dead, in tow of {boat} on {place}.", boat=battle.piece(fields[m.B_ATTACKER]),
                   place=state.space_name(space))  # fmt: skip
        log.add("gray beaten", m.owner(fields[m.B_ATTACKER]), text, data_of(state, fields))
    cresters.respawn_grays(state, log)


def reds_beaten(state: WindwardState, victor: int, fields: list[int], side: int, log: EventLog | None) -> None:
    """One goes into an empty hold, the others lie there; in free-for-all the victor places a new red (ruling 36)."""
    space, loser = fields[m.B_SPACE], fields[1 - side]
    if side == 0:
        state.settled = [stands for stands in state.settled if stands != space]
        forget_pairs(state, m.P_RED, space)
    state.pursuers.clear()
    dead = battle.many(loser)
    for _ in range(dead):
        load_or_leave(state, victor, m.HOLD_RED, space, log)
    if state.shown and not fields[m.B_AIDED + side]:
        reached(state, victor, "red_unaided", log)
    game = state.game
    if game.is_ffa and state.red_stock:
        state.agenda.append((Ask.NEW_RED, 0, state.planet.territory[space], victor))
    elif game.is_ffa and log is not None:
        log.add("no red", None, say("No red crester is in stock: none comes."), {"piece": "red"})
    elif game.is_solo:
        state.kills += dead
        if log is not None:
            text = say("Red cresters beaten: {n} of {all}.", n=state.kills, all=game.solo_kills)
            log.add("kills", victor, text, {"kills": state.kills})
        if state.kills >= game.solo_kills:
            state.agenda.append((Ask.CORNER, 0))


def load_or_leave(state: WindwardState, seat: int, kind: int, space: int, log: EventLog | None) -> None:
    """A dead crester goes into the hold if that is empty, else it lies on the space (rulings 36, 41)."""
    loaded = not state.hold[seat]
    if loaded:
        state.hold[seat] = kind
    else:
        state.items[space] += m.DEAD_RED if kind == m.HOLD_RED else m.DEAD_GRAY
    if log is None:
        return
    dead, place = dead_crester(kind), state.space_name(space)
    if loaded:
        text = say("The {crester} goes into {who}'s hold.", crester=dead, who=Seat(seat))
    else:
        text = say("{who}'s hold is taken: the {crester} lies on {place}.", who=Seat(seat), crester=dead, place=place)
    log.add("loaded" if loaded else "left", seat, text, {"item": m.HOLDS[kind], "place": place})


def dead_crester(kind: int) -> Phrase:
    """What a hold has in it."""
    return say("dead red crester") if kind == m.HOLD_RED else say("dead gray crester")


def white_beaten(state: WindwardState, victor: int, fields: list[int], side: int, log: EventLog | None) -> None:
    """6 notoriety and it is gone; co-op: a life, and back on a corner; solo: won (rulings 58, 66, 67, 70)."""
    game = state.game
    state.settled = [stands for stands in state.settled if stands != m.WHITE_SETTLED]
    forget_pairs(state, m.P_WHITE, 0)
    state.white = m.WHITE_GONE
    if log is not None:
        log.add("white beaten", victor, say("The white crester is beaten."), data_of(state, fields))
    if game.is_ffa:
        gain(state, victor, m.WHITE_REWARD, m.L_WHITE, log)
        return
    state.white_lives -= 1
    if game.is_coop and log is not None:
        text = say("Lives left to the white crester: {n}.", n=state.white_lives)
        log.add("life", None, text, {"white_lives": state.white_lives})
    if state.white_lives:
        state.agenda.append((Ask.CORNER, 0))
    else:
        state.finish(m.WON)


# ---------------------------------------------------------------------- defeated ships


def ship_defeated(state: WindwardState, seat: int, victor: int, space: int, log: EventLog | None) -> None:
    """`victor` is -1 for a crester or the rest. The ship has left its space already."""
    if seat == state.turn:
        del state.agenda[1:]  # the turn is over at once, without any rest step
    state.morale[seat] = 1
    state.ship[seat] = 0
    if log is not None:
        text = say("{who}'s ship is defeated: back to port, morale 1.", who=Seat(seat))
        log.add("defeated", seat, text, {"piece": m.piece_id(seat), "place": state.space_name(space), "victor": victor})
    if state.game.is_solo:
        state.finish(m.LOST)
        return
    if victor < 0:
        drop_cargo(state, seat, space, log)
        back_at_port(state, seat, log)
    else:
        if state.shown:
            reached(state, victor, "defeat_ship", log)
        cargo, state.hold[seat] = state.hold[seat], m.EMPTY
        if cargo:
            load_or_leave(state, victor, cargo, space, log)
        loot(state, seat, victor, (sum(goods_of(state, seat)) + 1) // 2, log)


def drop_cargo(state: WindwardState, seat: int, space: int, log: EventLog | None) -> None:
    """Everything in the hold falls onto the space; at port (co-op) it is kept (ruling 43)."""
    hold, goods = state.hold[seat], goods_of(state, seat)
    if not space or not (hold or any(goods)):
        return
    dropped = {m.HOLD_RED: m.DEAD_RED, m.HOLD_GRAY: m.DEAD_GRAY}.get(hold, 0)
    dropped += sum(n * unit for n, unit in zip(goods, m.ITEMS[3:], strict=True))
    state.items[space] += dropped
    state.hold[seat] = state.red_teeth[seat] = state.gray_teeth[seat] = state.plus2[seat] = 0
    if log is not None:
        place = state.space_name(space)
        text = say("{who}'s cargo drops onto {place}: {things}.", who=Seat(seat), place=place, things=things(dropped))
        items = {name: lying(dropped, unit) for name, unit in zip(m.ITEM_NAMES, m.ITEMS, strict=True)}
        log.add("dropped", seat, text, {"place": place, "items": {name: n for name, n in items.items() if n}})


THINGS = (
    (m.DEAD_RED, mark("{n:dead red crester|dead red cresters}")),
    (m.DEAD_GRAY, mark("{n:dead gray crester|dead gray cresters}")), (m.RED_TOOTH, mark("{n:red tooth|red teeth}")),
    (m.GRAY_TOOTH, mark("{n:gray tooth|gray teeth}")), (m.PLUS2, mark("{n:+2 token|+2 tokens}")),
)  # fmt: skip


def things(items: int) -> list[Arg]:
    """What lies there, each kind counted."""
    return [say(noun, n=lying(items, unit)) for unit, noun in THINGS if lying(items, unit)]


def goods_of(state: WindwardState, seat: int) -> tuple[int, int, int]:
    """Red teeth, gray teeth and +2 tokens."""
    return state.red_teeth[seat], state.gray_teeth[seat], state.plus2[seat]


GOODS = (m.ITEM_NAMES.index("red tooth"), m.ITEM_NAMES.index("gray tooth"), m.ITEM_NAMES.index("+2"))


def loot(state: WindwardState, seat: int, victor: int, left: int, log: EventLog | None) -> None:
    """The victor chooses one thing after the other; without a choice they are simply taken."""
    while left:
        kinds = [kind for kind, goods in enumerate(goods_of(state, seat)) if goods]
        if len(kinds) > 1:
            state.agenda.append((Ask.LOOT, 1 << victor, seat, left))
            return
        take_good(state, seat, victor, kinds[0], log)
        left -= 1
    back_at_port(state, seat, log)


def take_good(state: WindwardState, seat: int, victor: int, kind: int, log: EventLog | None) -> None:
    goods = (state.red_teeth, state.gray_teeth, state.plus2)[kind]
    goods[seat] -= 1
    goods[victor] += 1
    if log is not None:
        text = say("{victor} takes a {thing} from {loser}.", victor=Seat(victor), thing=good(kind), loser=Seat(seat))
        log.add("loot", victor, text, {"item": m.ITEM_NAMES[GOODS[kind]], "from": seat})


def good(kind: int) -> Phrase:
    """Red tooth, gray tooth or +2 token."""
    return (say("red tooth"), say("gray tooth"), say("+2 token"))[kind]


def back_at_port(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """Afterwards, whatever the cause: a +2 token; co-op: a captain's life (ruling 42, 67)."""
    take_plus2(state, seat, log)
    game = state.game
    if game.placed_at_port_trades:
        port.enter(state, seat, log)
    if game.is_coop:
        state.lives -= 1
        if log is not None:
            log.add("life", seat, say("Lives left to the captains: {n}.", n=state.lives), {"lives": state.lives})
        if not state.lives:
            state.finish(m.LOST)
