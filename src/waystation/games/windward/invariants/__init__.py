"""What cannot be: counts of pieces, places, one field against another, the agenda against the table.

The position reader refuses what `faults` names, and tests ask after every move of random games. Left open is what only
the past would tell, so that a position may state what matters: how a red came to another's territory, a crester into
the hold of a ship at port, or why a longboat is not aboard yet although its slot is open.
"""

from __future__ import annotations

from collections.abc import Iterator

from waystation.games.windward import battle
from waystation.games.windward import model as m
from waystation.games.windward.actions import MAX_CANNONS
from waystation.games.windward.frames import Ask
from waystation.games.windward.model import lying
from waystation.games.windward.odds import throws
from waystation.games.windward.state import WindwardState

from . import agenda
from .agenda import Faults

Claims = Iterator[tuple[bool, str, str]]
"""Whether it is wrong, where, and why."""


def faults(state: WindwardState) -> Faults:
    """(path in the position document, reason) of everything that no game can lead to."""
    for part in (_counts, _boards, _places, _cards, _ledgers, _achievements, _white, _ending):
        yield from _wrong(part(state))
    if state.agenda:
        yield from _wrong(_turn(state))
        if state.turn >= 0:
            yield from _wrong(_remembered(state))
        yield from agenda.faults(state)
        if state.battle:
            yield from _wrong(_battle(state))


def _wrong(claims: Claims) -> Faults:
    return ((path, reason) for wrong, path, reason in claims if wrong)


# ---------------------------------------------------------------------- pieces


def _counts(state: WindwardState) -> Claims:
    """Pieces of the box are in stock, in play or in a hold, and nowhere twice."""
    filled = [items for items in state.items if items]
    lie = {unit: sum(lying(items, unit) for items in filled) for unit in (m.DEAD_RED, m.DEAD_GRAY, m.PLUS2)}
    live = state.high.count(m.RED) + state.high.count(m.TAGGED_RED) + 2 * state.high.count(m.TWO_REDS)
    fighting = len(state.pursuers) or int(bool(state.battle) and state.battle[m.B_ATTACKER] in m.REDS_ATTACK)
    reds = live + fighting + lie[m.DEAD_RED] + state.hold.count(m.HOLD_RED)
    grays = state.low.count(m.GRAY) + state.low.count(m.TAGGED_GRAY)
    yield reds + state.red_stock != m.REDS, "table.reds", f"there are {m.REDS} red cresters in all"
    dead = lie[m.DEAD_GRAY] + state.hold.count(m.HOLD_GRAY)
    yield grays + dead + state.gray_stock != m.GRAYS, "table.grays", f"there are {m.GRAYS} gray cresters in all"
    yield grays != state.live_grays, "table.grays", "the live grays are counted wrongly"
    tokens = lie[m.PLUS2] + sum(state.plus2) + state.plus2_stock
    yield tokens != m.PLUS2_TOKENS, "table.players", f"there are {m.PLUS2_TOKENS} tokens of +2 in all"
    for name, left in (("red", state.red_stock), ("gray", state.gray_stock), ("+2", state.plus2_stock)):
        yield left < 0, "table", f"there are more {name} pieces in play than exist"
    tags = state.tags_used() + (state.battle[m.B_CODE] == m.TAGGED_RED if state.battle else 0)
    yield tags > m.TAGS, "table", f"there are {m.TAGS} tags"
    yield tags > 0 and state.game.naturalist_seat < 0, "table", "only the Naturalist tags cresters"
    if state.game.is_solo:
        yield live + fighting + state.kills > state.game.solo_kills, "table.kills", "not so many reds were there"
    else:
        yield state.kills != 0, "table.kills", "beaten reds are counted in solo only"
        yield m.TWO_REDS in state.high, "table.reds", "two reds share a space in solo only"


def _boards(state: WindwardState) -> Claims:
    game = state.game
    tracks = (("morale", state.morale, 1, [game.morale_max] * game.players),
              ("rowing", state.rowing, 0, [game.rowing_max] * game.players),
              ("gas", state.gas, 0, state.gas_slots), ("cannons", state.guns, 0, state.gun_slots))  # fmt: skip
    for seat in range(game.players):
        path = f"table.players[{seat}]"
        for name, values, least, most in tracks:
            wrong = not least <= values[seat] <= most[seat]
            yield wrong, f"{path}.{name}", f"{values[seat]} is not between {least} and {most[seat]}"
        for name, teeth in (("red_teeth", state.red_teeth), ("gray_teeth", state.gray_teeth), ("plus2", state.plus2)):
            yield not 0 <= teeth[seat] <= m.MOST, f"{path}.{name}", f"{teeth[seat]} is not between 0 and {m.MOST}"
        yield not m.EMPTY <= state.hold[seat] <= m.HOLD_GRAY, f"{path}.hold", "no such thing is held"
        sides = [side for side in range(len(game.crew_sides)) if state.crew[seat] >> side & 1]
        columns = {game.same_column[side] for side in sides}
        yield len(columns) != len(sides), f"{path}.crew", "a column is filled twice"
        opened = game.components.board.boat_slots + sum(
            amount for op, amount in (game.tile_unlocks[side >> 1] for side in sides) if op == "boat_slots"
        )
        yield state.boats[2 * seat] == m.BESIDE, f"{path}.boats[0]", "the first longboat has its slot from the start"
        second = state.boats[2 * seat + 1] != m.BESIDE
        yield second and opened < 2, f"{path}.boats[1]", "no crew of that ship opens the slot of a second longboat"
    for tile, left in enumerate(state.crew_stock):
        yield left < 0, "table.players", f"there are not so many of the {game.components.crew[tile].id}"


def _places(state: WindwardState) -> Claims:
    """Every piece is where its layer says, except the one that attacks just now."""
    planet = state.planet
    busy = state.battle[m.B_ATTACKER] if state.battle else -1
    for seat, space in enumerate(state.ship):
        path = f"table.players[{seat}].ship"
        yield space > 0 and seat != busy and state.high[space] != seat + 1, path, "somebody else is there"
        if planet.drift[space]:
            allowed = seat == state.turn and state.drift
            yield not allowed, path, "only Deadweight lets the ship on turn be on drift"
            resting = len(state.agenda) > 1 and state.agenda[1][0] != Ask.TURN
            yield resting, path, "no turn ends on drift"
    for number, space in enumerate(state.boats):
        path = f"table.players[{number >> 1}].boats[{number & 1}]"
        yield space == 0, path, "a longboat is never at port"
        yield space > 0 and planet.drift[space], path, "no longboat is on drift"
        wrong = space > 0 and m.P_BOAT + number != busy and state.low[space] != m.BOAT + number
        yield wrong, path, "somebody else is there"
    for space, there in enumerate(zip(state.high, state.low, state.items, strict=True)):
        if any(there):
            yield from _space(state, space)


def _space(state: WindwardState, space: int) -> Claims:
    high, low, items = state.high[space], state.low[space], state.items[space]
    planet, name = state.planet, state.space_name(space)
    yield not space, "table", "nothing lies or stands on the trading post"
    yield 0 < high < m.RED and state.ship[high - 1] != space, "table", f"the high layer is wrong on {name}"
    yield low >= m.BOAT and state.boats[low - m.BOAT] != space, "table", f"the low layer is wrong on {name}"
    yield (high == m.WHITE) != (state.white == space), "table.white", f"it is not on {name}"
    if planet.drift[space]:
        yield high >= m.RED or 0 < low < m.BOAT, "table", f"no crester is on drift ({name})"
        yield items > 0, f"table.items.{name}", "nothing lies on drift"
    gas = lying(items, m.GAS)
    yield gas > 2 * (planet.terrain[space] == "g"), f"table.items.{name}", "gas lies on gas pockets only, two at most"


def _cards(state: WindwardState) -> Claims:
    game, kinds = state.game, state.game.kinds
    held = state.discard[:]
    for kind in (kind for stack in state.stacks for kind in stack):
        held[kind] += 1
    for seat in range(game.players):
        hand = state.hands[seat * kinds : (seat + 1) * kinds]
        yield sum(hand) > m.HAND_LIMIT, f"table.players[{seat}].hand", f"at most {m.HAND_LIMIT} cards"
        yield sum(hand) != state.hand_size[seat], f"table.players[{seat}].hand", "the cards are counted wrongly"
        for kind, count in enumerate(hand):
            held[kind] += count
    deck = [card.count for card in game.components.cards]
    yield held != deck, "table", "the cards are not those of the deck"
    yield not all(state.stacks), "table.stacks", "every stack needs a card"


# ---------------------------------------------------------------------- points


WORTH = {m.L_RED: m.RED_POINTS, m.L_GRAY: m.GRAY_POINTS, m.L_WHITE: m.WHITE_REWARD}
"""What comes in lots of so many."""


def _ledgers(state: WindwardState) -> Claims:
    game, lines = state.game, len(m.LEDGER)
    for seat in range(game.players):
        path = f"table.players[{seat}].notoriety"
        ledger = state.ledger[seat * lines : (seat + 1) * lines]
        for line, points in enumerate(ledger):
            if points:
                name, lot = m.LEDGER[line], WORTH.get(line, 1)
                yield not 0 <= points <= m.MOST_POINTS, path, f"{points} for {name}: from 0 to {m.MOST_POINTS}"
                yield line not in game.sources, path, f"{name}: this game has no such points"
                yield points % lot != 0, path, f"{points} for {name}: they come by {lot}"
        own = game.naturalist_seat == seat
        yield not own and ledger[m.L_RESEARCH] > 0, path, "only the Naturalist scores for research"
        yield own and ledger[m.L_RED] + ledger[m.L_GRAY] > 0, path, "teeth are worth nothing to the Naturalist"
        yield state.notoriety[seat] != sum(ledger), path, "it is added up wrongly"
    white = sum(state.ledger[m.L_WHITE :: lines])
    yield white > m.WHITE_REWARD, "table.players", "the white crester is beaten once"
    there = state.white > 0 or state.white == m.WHITE_WAITING
    yield white > 0 and there, "table.white", "it was beaten, and is gone"


def _achievements(state: WindwardState) -> Claims:
    game, path = state.game, "table.achievements"
    wanted = 2 if game.options.achievements else 0
    yield len(state.shown) != wanted, path, "two cards with the option `achievements`, else none"
    yield len(set(state.shown)) < len(state.shown), path, "a card is there twice"
    most = [0] * game.players
    for number, mask in zip(state.shown, state.claimed, strict=True):
        yield mask >> game.players > 0, path, f"there are {game.players} seats"
        card = game.components.achievements[number]
        for seat in range(game.players):
            most[seat] += max(card.first, card.later or 0) * (mask >> seat & 1)
    for seat, points in enumerate(most):
        wrong = state.ledger[seat * len(m.LEDGER) + m.L_ACHIEVED] > points
        yield wrong, f"table.players[{seat}].notoriety", "more points for achievements than the claimed cards give"


# ---------------------------------------------------------------------- modes, the end


def _white(state: WindwardState) -> Claims:
    game, path = state.game, "table.white"
    yield state.white > 0 and state.high[state.white] != m.WHITE, path, "somebody else is there"
    yield state.white == 0, path, "it does not live at port"
    yield state.white == m.WHITE_WAITING and not game.has_white_variant, path, "it waits in the variant only"
    attacking = bool(state.battle) and state.battle[m.B_ATTACKER] == m.P_WHITE
    there = state.white > 0 or attacking
    yield game.is_ffa and there and not game.has_white_variant, path, "it comes with the option `white_crester` only"
    yield attacking and state.white != m.WHITE_GONE, path, "it is in its battle, on no space of its own"
    called = any(frame[0] == Ask.CORNER for frame in state.agenda)
    yield called and there, path, "it is to appear, but is there"
    if game.is_solo:
        beaten = state.kills >= game.solo_kills
        yield there and not beaten, path, "in solo it comes when all reds are beaten"
        yield bool(state.agenda) and beaten and not (there or called), path, "all reds are beaten: it is there"
    if game.is_coop:
        yield bool(state.agenda) and not (there or called), path, "in a co-operative game it is there"


def _ending(state: WindwardState) -> Claims:
    game, over, top = state.game, state.ending, max(state.notoriety)
    least = 0 if over else 1
    for name, lives in (("lives", state.lives), ("white_lives", state.white_lives)):
        if game.is_coop:
            reason = f"{lives} is not between {least} and {game.players}"
            yield not least <= lives <= game.players, f"table.{name}", reason
        elif name == "lives" or not game.is_solo or not over:
            yield lives != 1, f"table.{name}", "lives are counted in co-operative games only"
    yield (not state.agenda) != bool(over), "agenda", "a game that has ended asks nothing, one that runs asks something"
    yield bool(over and state.battle), "table.battle", "no battle goes on after the end"
    path = "table.ending"
    if over == m.BY_NOTORIETY:
        yield not game.is_ffa, path, "that is an end of free-for-all"
        yield state.trigger < 0 or state.notoriety.count(top) > 1, path, "nobody has won yet"
    if over in (m.WON, m.LOST):
        yield game.is_ffa, path, "that is no end of free-for-all"
    if game.is_coop and over:
        yield (over == m.WON) != (state.white_lives == 0), "table.white_lives", "won when, and only when, it has none"
        yield (over == m.LOST) != (state.lives == 0), "table.lives", "lost when, and only when, none is left"
    if game.is_solo:
        yield (over == m.WON) != (state.white_lives == 0), path, "won when, and only when, the white is beaten"
    limit = game.max_rounds
    yield over == m.ROUND_LIMIT and state.round != limit, path, "the round limit is not reached"
    yield limit is not None and state.round > limit, "table.round", f"the game ends after round {limit}"


def _turn(state: WindwardState) -> Claims:
    game = state.game
    started = state.turn >= 0
    yield not 0 <= state.round <= m.MOST_POINTS, "table.round", f"from 0 to {m.MOST_POINTS}"
    yield started != (state.round > 0), "table.round", "rounds are counted from the first turn on"
    yield started != (state.wind >= 0), "table.wind", "the wind is rolled before the first turn"
    yield not started and len(state.agenda) > 1, "table.on_turn", "nobody is on turn, but something is asked"
    triggered = state.trigger >= 0
    yield triggered and not game.is_ffa, "table.trigger", "notoriety ends free-for-all games only"
    short = triggered and state.notoriety[state.trigger] < m.TRACK_END
    yield short, "table.trigger", f"that seat has fewer than {m.TRACK_END} notoriety"


def _remembered(state: WindwardState) -> Claims:
    """What is remembered within the turn."""
    game, seat, path = state.game, state.turn, "table.turn"
    here = state.ship[seat]
    yield not 0 <= state.speed <= m.MOST_POINTS, f"{path}.speed", f"from 0 to {m.MOST_POINTS}"
    yield not 0 <= state.mates <= m.MATES, f"{path}.mates", f"there are {m.MATES} mates"
    coffee = state.used.bit_count() - (m.MATES - state.mates)
    yield coffee > m.COFFEE_TOKENS, f"{path}.used", f"there are {m.COFFEE_TOKENS} coffee tokens"
    used = state.coxswain_used and not state.crew[seat] & game.coxswains
    yield used, f"{path}.coxswain_used", "there is no such crew"
    yield state.flagged >> game.players > 0, f"{path}.flagged", f"there are {game.players} seats"
    yield state.flagged >> seat & 1 > 0, f"{path}.flagged", "a player does not flee from himself"
    yield state.flagged > 0 and not game.is_ffa, f"{path}.flagged", "players do not attack one another"
    yield not 0 <= state.trades <= m.TRADES_A_TURN, f"{path}.trades", f"from 0 to {m.TRADES_A_TURN}"
    if state.planet.drift[here]:
        kept = state.last_open
        taken = kept > 0 and state.high[kept] not in (0, seat + 1)
        yield taken or state.planet.drift[kept], f"{path}.last_open", "the ship must be able to go back there"
        yield kept == 0 and state.hold[seat] > 0, f"{path}.last_open", "no ship with a crester goes back to port"
    elif state.agenda[-1][0] == Ask.TURN:
        yield state.last_open != here, f"{path}.last_open", "that is where the ship is"
        home = state.planet.territory[here]
        yield here > 0 and not state.toured >> home & 1, f"{path}.toured", "the ship is in a territory that is left out"
    yield state.toured >> 6 > 0, f"{path}.toured", "there are six territories"
    late = game.is_ffa and state.trigger < 0 and state.notoriety[seat] >= m.TRACK_END
    yield late, "table.trigger", f"the seat on turn has {m.TRACK_END} notoriety, which sets off the end"
    for pair in state.barred:
        yield not _can_tie(state, pair), f"{path}.barred", "two such pieces have no battle"
    for space in state.settled:
        if space == m.WHITE_SETTLED:
            yield state.white <= 0, f"{path}.settled", "the white crester is not there"
        else:
            there = state.high[space] in (m.RED, m.TAGGED_RED, m.TWO_REDS)
            yield not there, f"{path}.settled", f"no red crester is on {state.space_name(space)}"
    if state.pursuers:
        waiting = any(frame[0] == Ask.AMBUSH for frame in state.agenda)
        fighting = bool(state.battle) and state.battle[m.B_ATTACKER] in m.REDS_ATTACK
        yield not game.is_solo or not (waiting or fighting), f"{path}.pursuers", "no red is about to attack"
        yield not here or len(state.pursuers) > 2, f"{path}.pursuers", "two at most, where the ship is at sky"
        for space in state.pursuers:
            yield space not in state.planet.open_steps[here], f"{path}.pursuers", "it comes from beside the ship"


def _can_tie(state: WindwardState, pair: int) -> bool:
    low, high, space = pair & 31, pair >> 5 & 31, pair >> 10
    if m.owner(low) < 0 or max(m.owner(low), m.owner(high)) >= state.game.players:
        return False
    if m.owner(high) >= 0 and (not state.game.is_ffa or m.owner(low) == m.owner(high)):
        return False
    boat = low >= m.P_BOAT
    if boat != (m.P_BOAT <= high < m.P_RED or high == m.P_GRAY) or high not in range(low, m.P_WHITE + 1):
        return False
    return (0 < space < state.planet.size) == (high in (m.P_RED, m.P_GRAY)) and high != m.P_TWO_REDS


# ---------------------------------------------------------------------- battles


def _battle(state: WindwardState) -> Claims:
    path, fields, game = "table.battle", state.battle, state.game
    attacker, defender, origin, space = fields[: m.B_SPACE + 1]
    stands = _stands(state, attacker, defender, space)
    yield not stands, path, "the pieces are not there, or not in one layer"
    if not stands:
        return
    ours, theirs = m.owner(attacker), m.owner(defender)
    yield not game.is_ffa and min(ours, theirs) >= 0, path, "players do not attack one another"
    yield ours != state.turn if ours >= 0 else theirs != state.turn, path, "it is not that seat's turn"
    yield ours < 0 and defender >= m.P_BOAT, path, "cresters attack ships"
    yield not _may_come(state, attacker, origin, space), f"{path}.origin", "it does not come from there"
    towed = fields[m.B_TOW]
    lies = lying(state.items[space], m.DEAD_GRAY) * m.DEAD_GRAY
    rows = m.P_BOAT <= attacker < m.P_RED and origin > 0
    yield towed > 0 and (not rows or towed != lies), f"{path}.towed", "there is no such tow"
    code = {m.P_RED: (m.RED, m.TAGGED_RED), m.P_TWO_REDS: (m.TWO_REDS,)}.get(attacker, (0,))
    yield fields[m.B_CODE] not in code, f"{path}.tagged", "only a red crester that attacks is tagged or not"
    yield m.P_TWO_REDS in (attacker, defender) and not game.is_solo, path, "two reds fight together in solo only"
    if game.is_solo and attacker in m.REDS_ATTACK:
        yield len(state.pursuers) != 1 + (attacker == m.P_TWO_REDS), "table.turn.pursuers", "as many as attack"
    for side in (0, 1):
        yield from _side(state, side)


def _side(state: WindwardState, side: int) -> Claims:
    """What a side has rolled and added so far."""
    path, fields = "table.battle", state.battle
    rolls, hits, guns, aided = (fields[first + side] for first in (m.B_ROLLS, m.B_HITS, m.B_GUNS, m.B_AIDED))
    waiting = {(frame[0], frame[2]) for frame in state.agenda if frame[0] in (Ask.CANNONS, Ask.BOOST)}
    if (Ask.CANNONS, side) in waiting:
        yield any((rolls, hits, guns, aided)), f"{path}.rolls", "that side has not rolled yet"
        return
    ship = fields[side] < m.P_BOAT
    yield not 0 <= guns <= (MAX_CANNONS if ship else 0), f"{path}.cannons", f"{guns} were not fired"
    chances = throws(battle.strength(state, side) + max(0, min(guns, MAX_CANNONS)), state.game.components.board.die)
    possible = 0 <= rolls < len(chances) and chances[rolls]
    yield not possible, f"{path}.rolls", f"no throw of these dice is {rolls}"
    faces, die = m.unpacked(fields[m.B_FACES + side]), state.game.components.board.die
    dice = battle.strength(state, side) + guns
    thrown = not faces or (sum(faces) == rolls and len(faces) == dice and set(faces) <= set(die))
    yield not thrown, f"{path}.faces", f"the dice do not show {rolls}"
    fixed = battle.fixed_hits(state, side)
    yield hits < fixed, f"{path}.hits", f"crew alone give {fixed}"
    unasked = (Ask.BOOST, 0, side) in state.agenda
    added = hits > fixed
    yield added and (unasked or m.owner(fields[side]) < 0), f"{path}.hits", "nothing was added yet"
    yield (added or guns > 0) and not aided, f"{path}.aided", "cannons, cards and tokens are aid"


def _stands(state: WindwardState, attacker: int, defender: int, space: int) -> bool:
    """Whether the two pieces can meet on that space: the defender stands there, the attacker has just come."""
    low = m.P_BOAT <= attacker < m.P_RED
    if low != (m.P_BOAT <= defender < m.P_RED or defender == m.P_GRAY) or not 0 < space < state.planet.size:
        return False
    if max(m.owner(attacker), m.owner(defender)) >= state.game.players or m.owner(attacker) == m.owner(defender):
        return False
    there = battle.low_piece(state.low[space]) if low else battle.high_piece(state.high[space])
    if not (state.low if low else state.high)[space] or there != defender or state.planet.drift[space]:
        return False
    if defender < m.P_BOAT and state.ship[defender] != space:
        return False
    if attacker < m.P_BOAT:
        return state.ship[attacker] == space
    return state.boats[attacker - m.P_BOAT] == space if low else attacker != m.P_WHITE or state.white == m.WHITE_GONE


def _may_come(state: WindwardState, attacker: int, origin: int, space: int) -> bool:
    """Whether the attacker can have come from there, and can go back."""
    planet = state.planet
    if m.P_BOAT <= attacker < m.P_RED:
        seat = m.owner(attacker)
        if origin == m.ABOARD:
            return state.ship[seat] == space
        beside = origin > 0 and any(to == space for _, to in planet.steps[origin])
        return beside and not planet.drift[origin] and not state.low[origin]
    if origin < 0:
        return False
    beside = any(to == space for _, to in planet.steps[origin])
    if attacker < m.P_BOAT:
        far = origin > 0 and (planet.zephyr_mask[space] or planet.geometry.opposite[origin] == space)
        drifts = planet.drift[origin] and not state.drift
        return (beside or far) and not drifts and not (origin and state.high[origin])
    if state.game.is_solo and attacker in m.REDS_ATTACK:
        return state.pursuers[:1] == [origin]
    return origin > 0 and beside and not planet.drift[origin] and not state.high[origin]
