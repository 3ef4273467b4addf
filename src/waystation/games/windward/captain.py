"""A captain who plays by rules of thumb and exact odds, in a few milliseconds: among others that is the `expert`.

It knows what it wants of a turn: supplies and cannons while it is at port, prey that it is likely to beat, and a place
to rest where whatever comes is either too far away or likely to lose. Battles are fought by the odds: no more cannons
than pay, no card that does not turn the result.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from . import battle, port, sailing, ways
from . import model as m
from .actions import Do
from .danger import Danger, boosts, port_is_of_use
from .frames import Ask
from .odds import against_roll, odds
from .planet import FAR
from .state import WindwardState
from .style import style_of

CARD_WORTH = {
    "battle_hits": 3.0, "cancel_battle": 2.5, "extra_order": 2.2, "gas": 1.4, "morale": 2.0, "cannon": 2.0,
    "speed": 1.5, "wind_turn": 1.0, "wind_roll": 0.6, "into_wind": 1.1, "zephyr_jump": 1.3, "boat_speed": 1.2,
    "drop_boat": 1.0, "spawn_gray": 1.0, "enter_drift": 0.5, "notoriety": 3.0,
}  # fmt: skip
AT_ONCE = ("cannon", "morale", "gas", "extra_order", "notoriety")
"""Cards that are played as soon as they do something."""


def choose(state: WindwardState, seat: int, legal: list[int], course: list[int] | None = None) -> int:
    """One of these actions, by what the seat may know. Whoever plays a whole turn keeps a `course` for it: `_go_on`."""
    if len(legal) == 1:
        return legal[0]
    ask = state.agenda[-1][0]
    if ask == Ask.TURN:
        chosen = turn(state, seat, legal, [] if course is None else course)
    else:
        if course:
            course.clear()
        answer = ANSWERS.get(ask)
        chosen = None if answer is None else answer(state, seat, legal)
    return legal[0] if chosen is None else chosen


def play_on(
    state: WindwardState, course: list[int] | None = None, begun: tuple[int, int] | None = None
) -> WindwardState:
    """For search: to the end of the turn at hand, or of the one given as round and seat, its rest included.

    With a `course` the ship is on its way already: see `_go_on`.
    """
    begun = begun or (state.round, state.turn)
    course = [] if course is None else course
    while state.agenda:
        ask, asked = state.agenda[-1][:2]
        mover = asked.bit_length() - 1
        if ask == Ask.TURN and (state.round, state.turn) != begun:
            break
        if course and sails_on(state, mover, course):
            state.advance(state.game.ids.sail + course.pop(), mover)
        else:
            state.advance(choose(state, mover, state.legal_now(mover), course), mover)
    return state


def sails_on(state: WindwardState, seat: int, course: list[int]) -> bool:
    """Whether nothing can come of the space that the ship passes: `turn` would sail on, too.

    It has come there from sky, so neither cards nor orders have become possible; what could change that lies there.
    """
    here, to = state.ship[seat], course[-1]
    if to == STAY or not here or state.items[here] or state.low[here] or state.agenda[-1][0] != Ask.TURN:
        return False
    came = state.came_from[seat]
    if came <= 0 or state.planet.drift[here] or state.planet.drift[came]:
        return False
    found: list[int] = []
    sailing.ship_moves(state, seat, found)
    return to in found


# ---------------------------------------------------------------------- a turn


def turn(state: WindwardState, seat: int, legal: list[int], course: list[int]) -> int | None:
    """The first thing that is worth doing: small gains, port business, prey, a place to rest; then the end."""
    for step in (_small_gains, _port_business, _longboats, _sky_orders):
        action = step(state, seat, legal)
        if action is not None:
            course.clear()
            return action
    action = _go_on(state, seat, legal, course)
    if action is not None:
        return action
    return state.game.ids.end if state.game.ids.end in legal else None


GAINS = frozenset({Do.TAKE, Do.PLAY, Do.COXSWAIN})


def _small_gains(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """What lies here, the crew's longboat speed, cards that help at once."""
    kinds, numbers, game = state.game.ids.kind, state.game.ids.x, state.game
    for action in legal:
        kind = kinds[action]
        if kind not in GAINS:
            continue
        number = numbers[action]
        if kind == Do.COXSWAIN or (kind == Do.TAKE and number not in (1, 2, 6)):
            return action
        if kind == Do.TAKE and number in (1, 2) and (state.mates or game.is_ffa):
            return action
        if kind == Do.TAKE and number == 6 and not m.lying(state.items[state.ship[seat]], m.DEAD_GRAY):
            return action
        if kind == Do.PLAY and any(op in AT_ONCE for op, _ in game.card_effects[number]):
            return action
    return None


def _port_business(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """Orders and purchases at port, the most needed first."""
    if state.ship[seat]:
        return None
    ids, game, style = state.game.ids, state.game, style_of(state)
    hand = state.hand_size[seat]
    wanted = [m.O_SUPPLIES] if hand < style.stock else []
    wanted += [m.O_CREW] if state.crew[seat].bit_count() < 2 else []
    wanted += [m.O_CANNON, m.O_SUPPLIES, m.O_CREW, m.O_MORALE]
    for order in wanted:
        if ids.order + order in legal:
            return ids.order + order
    if not game.is_ffa:
        tooth = _tooth_for_gas(state, seat, legal)
        if tooth is not None:
            return tooth
    purchases = [m.P_SUPPLIES] if hand < style.stock else []
    purchases += [m.P_NOTORIETY] if game.is_ffa and state.gas[seat] > style.save else []
    purchases += [m.P_CANNON] if state.guns[seat] < state.gun_slots[seat] else []
    purchases += [m.P_RUM] if state.morale[seat] < style.cheer else []
    purchases += [m.P_CREW, m.P_RUM, m.P_NOTORIETY] if game.is_ffa else [m.P_CREW, m.P_SUPPLIES, m.P_RUM]
    for purchase in purchases:
        if ids.buy + purchase in legal:
            return ids.buy + purchase
    return None


def _tooth_for_gas(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """Co-op and solo: a tooth for gas, while at most one gas of it is lost."""
    room = state.gas_slots[seat] - state.gas[seat]
    for tooth, gas in enumerate(port.WORTH):
        action = state.game.ids.trade + 2 * tooth + 1
        if gas <= room + 1 and action in legal:
            return action
    return None


def _longboats(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """Attack a gray from the ship, or with a boat that is next to one."""
    ids = state.game.ids
    here = state.ship[seat]
    if here and state.low[here] in (m.GRAY, m.TAGGED_GRAY) and not state.hold[seat]:
        drop = ids.order + m.O_DROP
        if drop in legal:
            return drop
    for action in legal:
        if ids.kind[action] == Do.ROW and state.low[ids.y[action]] in (m.GRAY, m.TAGGED_GRAY):
            return action
    return None


def _sky_orders(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    process = state.game.ids.order + m.O_PROCESS
    return process if process in legal else None


STAY = -1
"""At the end of a course: to rest there."""


def _go_on(state: WindwardState, seat: int, legal: list[int], course: list[int]) -> int | None:
    """Sail to the best place: to fight, to trade, to hunt, or to rest; stay if this is it.

    `course` is where that led to, the next space last: while nothing else happens there is no need to look again.
    """
    sail = state.game.ids.sail
    if course:
        to = course.pop()
        if to == STAY:
            return None
        if sail + to in legal:
            return sail + to
        course.clear()
    here, speed, high, low, items = state.ship[seat], state.speed, state.high, state.low, state.items
    danger = Danger(state, seat)
    resting = danger.resting
    best, way = resting[here], -1
    if not here and state.mates and port_is_of_use(state, seat):
        best += 0.1
    found = ways.search(state, seat)
    for space, (cost, _, steps) in found.items():
        if space == here:
            continue
        if high[space] and space:
            value = danger.fight_value(space)
        elif items[space] or low[space] or not space:
            value = danger.go_value(space, speed - cost)
        else:
            value = resting[space]
        value -= danger.style.steps * steps
        if value > best + 0.01:
            best, way = value, space
    if way < 0:
        return None
    path = ways.path(found, here, way)
    if sail + path[0] not in legal:
        return None
    if way and not (high[way] or low[way] or items[way]):
        course.append(STAY)
    course.extend(reversed(path[1:]))
    return sail + path[0]


# ---------------------------------------------------------------------- battles


def cannons(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """As many as pay: each costs a little, winning is worth much."""
    fields, ids = state.battle, state.game.ids
    side = state.agenda[-1][2]
    die = state.game.components.board.die
    help_at_hand = boosts(state, seat)
    style = style_of(state)
    best, chosen = -FAR * 1.0, ids.fire
    for guns in range(state.guns[seat] + 1):
        dice = battle.strength(state, side) + guns
        bonus = battle.fixed_hits(state, side) + help_at_hand
        if side == 0:
            chance = odds(dice, battle.strength(state, 1), bonus - battle.fixed_hits(state, 1), die)
        else:
            chance = against_roll(dice, battle.standing(fields, 0), bonus, die)
        value = chance.win + style.tie * chance.tie - style.shot * guns
        if value > best:
            best, chosen = value, ids.fire + guns
    return chosen


def add(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """The fewest cards and tokens that win; if none do, those that save the ship; else none."""
    ids, game = state.game.ids, state.game
    side = state.agenda[-1][2]
    behind = battle.standing(state.battle, 1 - side) - battle.standing(state.battle, side)
    if behind < 0:
        return ids.skip
    options: list[tuple[int, float, int]] = [(2, 1.0, ids.boost)] * state.plus2[seat]
    first = seat * game.kinds
    for kind in game.battle_cards:
        options += [(game.battle_hits[kind], 0.6 + 0.35 * game.battle_hits[kind], ids.play + kind)] * state.hands[
            first + kind
        ]
    needs = [behind + 1]
    if state.battle[side] < m.P_BOAT and behind >= state.morale[seat]:
        needs.append(behind - state.morale[seat] + 1)
    for need in needs:
        found = _cheapest(options, need)
        if found:
            return found[0][2]
    return ids.skip


def _cheapest(options: list[tuple[int, float, int]], need: int) -> tuple[tuple[int, float, int], ...]:
    """The cheapest set of options that adds at least so many hits."""
    best: tuple[tuple[int, float, int], ...] = ()
    cost = float(FAR)
    options = sorted(options, reverse=True)[:9]
    for count in range(1, len(options) + 1):
        for chosen in combinations(options, count):
            if sum(hits for hits, _, _ in chosen) >= need:
                price = sum(worth for _, worth, _ in chosen)
                if price < cost:
                    best, cost = chosen, price
    return best


def flag(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """Fly the False Flag when the ship is in danger."""
    ids = state.game.ids
    weak = state.battle[1] < m.P_BOAT and (
        state.morale[seat] <= 2 or state.red_teeth[seat] + state.gray_teeth[seat] > 0
    )
    return legal[0] if weak and legal[0] != ids.skip else ids.skip


# ---------------------------------------------------------------------- the smaller questions


def card_worth(state: WindwardState, kind: int) -> float:
    """How much a card in hand is liked."""
    op, amount = state.game.card_effects[kind][0]
    return CARD_WORTH[op] + 0.4 * amount * (op == "battle_hits")


def rest(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """Keep morale unless it is high and the cards are good."""
    ids = state.game.ids
    cards = [action for action in legal if action != ids.lose_morale]
    worst = min(cards, key=lambda action: card_worth(state, action - ids.discard))
    style = style_of(state)
    if state.morale[seat] > style.spare and card_worth(state, worst - ids.discard) > style.dear:
        return ids.lose_morale
    return worst


def stack(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """The stack with the best card on top."""
    first = state.game.ids.stack
    return max(legal, key=lambda action: card_worth(state, state.stacks[action - first][-1]))


def crew(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """Cannons against what hunts us, speed, then the rest."""
    liked = ("hits_vs_red", "turn_speed", "turn_boat_speed", "gas_on_process", "boat_strength", "ship_strength_vs_ship")
    ids, effects = state.game.ids, state.game.side_effect
    return min(legal, key=lambda action: liked.index(effects[action - ids.hire][0]))


def extra_order(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """The first that is possible of a fixed list."""
    ids = state.game.ids
    for order in (m.O_PROCESS, m.O_SUPPLIES, m.O_CREW, m.O_CANNON, m.O_MORALE, m.O_SPEED, m.O_ROWING):
        if ids.order + order in legal:
            return ids.order + order
    return None


def far_away(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """A place for a crester: as far from the own ship as may be."""
    distance, here, at = state.planet.geometry.distance, state.ship[seat], state.game.ids.at
    return max(legal, key=lambda action: distance(here, action - at))


def near_by(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """A place as near to the own ship as may be."""
    distance, here, at = state.planet.geometry.distance, state.ship[seat], state.game.ids.at
    return min(legal, key=lambda action: distance(here, action - at))


def give_back(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """The card that is worth least."""
    return min(legal, key=lambda action: card_worth(state, state.game.ids.y[action]))


def accept(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """Give what the other needs more; take what is offered."""
    _, _, giver, taker, _ = state.agenda[-1]
    generous = taker == seat or state.hand_size[giver] > state.hand_size[taker] + 1
    return legal[-1] if generous else legal[0]


ANSWERS: dict[int, Callable[[WindwardState, int, list[int]], int | None]] = {
    Ask.REST: rest, Ask.FALSE_FLAG: flag, Ask.CANNONS: cannons, Ask.BOOST: add,
    Ask.SUPPLIES: stack, Ask.HIRE: crew, Ask.EXTRA_ORDER: extra_order, Ask.NEW_RED: far_away,
    Ask.CORNER: far_away, Ask.BAIT: near_by, Ask.RESEARCH: far_away, Ask.ZEPHYR: near_by,
    Ask.RETURN: give_back, Ask.OFFER: accept,
}  # fmt: skip
