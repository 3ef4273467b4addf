"""A captain who plays by rules of thumb and exact odds, in a few milliseconds: among others that is the `expert`.

It knows what it wants of a turn: supplies and cannons while it is at port, prey that it is likely to beat, and a place
to rest where whatever comes is either too far away or likely to lose. Battles are fought by the odds: no more cannons
than pay, no card that does not turn the result.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from . import battle, port, sailing, ways
from . import model as m
from .actions import Do
from .frames import Ask
from .odds import against_roll, odds
from .planet import FAR, POST, Planet, geometry
from .state import WindwardState
from .style import style_of

CARD_WORTH = {
    "battle_hits": 3.0, "cancel_battle": 2.5, "extra_order": 2.2, "gas": 1.4, "morale": 2.0, "cannon": 2.0,
    "speed": 1.5, "wind_turn": 1.0, "wind_roll": 0.6, "into_wind": 1.1, "zephyr_jump": 1.3, "boat_speed": 1.2,
    "drop_boat": 1.0, "spawn_gray": 1.0, "enter_drift": 0.5, "notoriety": 3.0,
}  # fmt: skip
AT_ONCE = ("cannon", "morale", "gas", "extra_order", "notoriety")
"""Cards that are played as soon as they do something."""


PATIENCE, IMPATIENCE = 30, 0.05
"""After so many rounds a rest at sky, which scores, is worth more with each: or all might wait at port for ever."""

CENTRE = 0.1
"""Co-op: what each space is worth that the white crester is kept away from the trading post."""


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


# ---------------------------------------------------------------------- odds


def boosts(state: WindwardState, seat: int) -> int:
    """Hits that cards and tokens of the seat can add."""
    game, first = state.game, seat * state.game.kinds
    return 2 * state.plus2[seat] + sum(state.hands[first + kind] * game.battle_hits[kind] for kind in game.battle_cards)


def win_chance(state: WindwardState, seat: int, foe: int, dice: int, help_at_hand: int) -> float:
    """The chance of the ship, with all cannons and so many hits of cards and tokens, against a piece with its dice."""
    own, fixed = battle.strength_against(state, seat, foe), battle.hits_against(state, seat, foe)
    bonus = fixed + help_at_hand
    return odds(own + state.guns[seat], dice, bonus, state.game.components.board.die).win


def foe_dice(state: WindwardState, space: int) -> int:
    """Dice of who stands in the high layer there."""
    code = state.high[space]
    if code == m.WHITE:
        return m.WHITE_STRENGTH
    if code >= m.RED:
        return m.RED_STRENGTH * (2 if code == m.TWO_REDS else 1)
    return m.SHIP_STRENGTH + state.guns[code - 1]


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
    if not here and state.mates and _port_use(state, seat):
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


def _port_use(state: WindwardState, seat: int) -> bool:
    """Whether a port visit would be of use."""
    return (
        state.hand_size[seat] <= 3
        or state.guns[seat] < state.gun_slots[seat]
        or state.red_teeth[seat] + state.gray_teeth[seat] > 0
        or state.crew[seat].bit_count() < 3
    )


class Danger:
    """What a resting place is worth: who would come, and with what chances; and what is near."""

    def __init__(self, state: WindwardState, seat: int) -> None:
        self.state, self.seat = state, seat
        game, planet = state.game, state.planet
        self.ffa, self.solo, self.coop = game.is_ffa, game.is_solo, game.is_coop
        self.boosts = boosts(state, seat)
        taken = [space for space, code in enumerate(state.high) if code]
        shut = sum([1 << space for space in taken]) & ~(1 << state.ship[seat])
        self.white: list[int] | None = None
        self.white_after: tuple[float, ...] = ()
        self.white_move = game.white_move
        self.style = style_of(state)
        self.grave, self.red_prize = self.style.grave, self.style.red
        if state.white > 0 and m.WHITE_SETTLED not in state.settled:
            self.white = planet.field(state.white, shut & ~(1 << state.white))
            white = win_chance(state, seat, m.P_WHITE, m.WHITE_STRENGTH, self.boosts)
            #: what it is worth to be met by the white crester
            self.by_white = self.meeting(white, self.style.white, 5 - 4 * white)
            if not self.ffa:
                self.white_after = _white_after(planet.geometry.radius, state.white, game.white_move)
        self.rest = self.rest_anywhere()
        #: spaces where one red, or two, may come (bits), and what that is worth
        self.one_red, self.two_reds = planet.hunted(
            self._reds(taken), 0 if self.solo else shut, not self.solo, game.red_move + state.kills
        )
        one = win_chance(state, seat, m.P_RED, m.RED_STRENGTH, self.boosts)
        self.by_red = self.by_two_reds = self.meeting(one, self.red_prize, 3.5 - 3 * one) - self.style.met
        if self.two_reds:
            two = win_chance(state, seat, m.P_TWO_REDS, 2 * m.RED_STRENGTH, self.boosts)
            self.by_two_reds = self.meeting(two, self.red_prize * 2, 3.5 * 2 - 3 * two) - self.style.met
        self.teeth = state.red_teeth[seat] + state.gray_teeth[seat]
        #: what each space on the way to port costs
        self.from_home = -self.style.laden * (self.teeth > 0) if self.ffa else -self.style.home
        self.to_prey: tuple[int, ...] = ()
        if not state.hold[seat] and self.ffa and not self.teeth:
            prey = [ground for ground in planet.feeding if state.low[ground] in (m.GRAY, m.TAGGED_GRAY)]
            prey += [boat for boat in state.boats[2 * seat : 2 * seat + 2] if boat > 0]
            self.to_prey = tuple(prey)
        self.resting = self.rest_values()

    def _reds(self, taken: list[int]) -> tuple[int, ...]:
        """Where the reds stand that are still to move, a space with two of them twice."""
        high, settled = self.state.high, self.state.settled
        found = []
        for space in taken:
            code = high[space]
            if (code == m.RED or code == m.TAGGED_RED or code == m.TWO_REDS) and space not in settled:
                found += [space] * (1 + (code == m.TWO_REDS))
        return tuple(found)

    def loss(self, margin: float) -> float:
        """What losing a battle costs: worse if it is likely to be the last."""
        return self.grave if margin >= self.state.morale[self.seat] - 0.5 else self.style.wound * self.grave

    def meeting(self, chance: float, prize: float, margin: float) -> float:
        return chance * prize - (1 - chance) * self.loss(margin)

    def rest_anywhere(self) -> float:
        """Ending the turn at sky, whoever may come."""
        state, seat = self.state, self.seat
        value = self.style.rest + IMPATIENCE * max(0, state.round - PATIENCE) if state.game.is_ffa else 0.0
        value -= self.style.tired if state.hand_size[seat] > 1 or state.morale[seat] > 2 else self.style.bare
        if not state.hand_size[seat] and state.morale[seat] <= 1:
            value -= self.grave
        return value

    def rest_values(self) -> list[float]:
        """By space, ending the turn there: whom one meets, and how near port, prey and gas are."""
        rest, one, two = self.rest, self.one_red, self.two_reds
        values = [rest + near for near in _calm(self.state.planet, self.from_home, self.style.prey, self.to_prey)]
        if one:
            by_red, by_two = self.by_red, self.by_two_reds
            one &= ~1  # none comes to port
            while one:
                bit = one & -one
                values[bit.bit_length() - 1] += by_two if two & bit else by_red
                one ^= bit
        if self.white is not None:
            for space, away in enumerate(self.white):
                if away <= self.white_move:
                    values[space] += self.by_white
                elif self.white_after:
                    values[space] += 0.02 * min(away, 14) + CENTRE * self.white_after[space]
        values[POST] = self.port_rest()
        return values

    def port_rest(self) -> float:
        state, seat = self.state, self.seat
        if self.solo:
            return -9.0
        value = self.style.berth if state.morale[seat] < 5 else 0.0
        if self.coop and self.white is not None:
            ring = min(self.white[space] for space in state.planet.ring)
            if ring + 1 <= state.game.white_move:
                return -self.grave
            value += 0.1 + CENTRE * self.white_after[POST]
        return value

    def go_value(self, space: int, speed_left: int) -> float:
        """Coming there, with what can be done there before the turn ends."""
        state, seat = self.state, self.seat
        value = self.resting[space]
        if not space:
            leave = speed_left >= 1
            if leave or value > -0.5:
                teeth = self.teeth
                value = max(value, 0.0) if leave else value
                value += self.style.teeth * teeth if state.game.is_ffa else 0.3 * teeth
                value += self.style.port if state.mates and _port_use(state, seat) else 0.0
            return value
        items = state.items[space]
        if items:
            room = state.gas_slots[seat] - state.gas[seat]
            value += self.style.gas * min(m.lying(items, m.GAS), room) + self.style.plus2 * m.lying(items, m.PLUS2)
            value += self.style.tooth * (m.lying(items, m.RED_TOOTH) + m.lying(items, m.GRAY_TOOTH))
            if not state.hold[seat]:
                free = state.low[space] < m.BOAT or (state.low[space] - m.BOAT) >> 1 == seat
                value += self.style.dead_red * (m.lying(items, m.DEAD_RED) > 0)
                value += self.style.dead_gray * (free and m.lying(items, m.DEAD_GRAY) > 0)
        grays = state.low[space] in (m.GRAY, m.TAGGED_GRAY)
        if grays and not state.hold[seat] and state.mates and m.ABOARD in state.boats[2 * seat : 2 * seat + 2]:
            value += self.style.hunt if state.game.is_ffa else 0.15
        return value

    def fight_value(self, space: int) -> float:
        """Entering a space where somebody is."""
        state, seat = self.state, self.seat
        code = state.high[space]
        foe = battle.high_piece(code)
        style = self.style
        share = style.rob_help if code < m.RED else style.help
        chance = win_chance(state, seat, foe, foe_dice(state, space), int(share * self.boosts))
        if code == m.WHITE:
            return self.meeting(chance, self.style.white, 5 - 4 * chance)
        if code >= m.RED:
            prize = self.red_prize * (2 if code == m.TWO_REDS else 1)
            return self.meeting(chance, prize, 4 - 3 * chance) - self.style.guns * state.guns[seat] - self.style.attack
        other = code - 1
        goods = state.red_teeth[other] + state.gray_teeth[other] + (state.hold[other] > 0)
        prize = (style.strike + style.rob * goods) if state.morale[other] <= 2 else style.touch
        return self.meeting(chance, prize, 2) - style.quarrel


@lru_cache(maxsize=256)
def _calm(planet: Planet, from_home: float, each: float, prey: tuple[int, ...]) -> list[float]:
    """By space: what it is worth to be as near to port, prey and gas."""
    apart = planet.geometry.apart
    values = [
        from_home * home + (0.06 if leaps else 0.0) for home, leaps in zip(apart[POST], planet.leaps, strict=True)
    ]
    if prey:
        nearest = map(min, zip(*(apart[space] for space in prey), strict=True))
        values = [value - each * away for value, away in zip(values, nearest, strict=True)]
    return values


@lru_cache(maxsize=1024)
def _white_after(radius: int, white: int, moves: int) -> tuple[float, ...]:
    """How far from the trading post the white crester will be when it has moved towards a ship, by the ship's space."""
    hexes = geometry(radius)
    q, r = hexes.hexes[white]
    after = []
    for prey, (to_q, to_r) in enumerate(hexes.hexes):
        part = min(1.0, moves / max(1, hexes.apart[white][prey]))
        q_after, r_after = q + part * (to_q - q), r + part * (to_r - r)
        after.append(max(abs(q_after), abs(r_after), abs(q_after + r_after)))
    return tuple(after)


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
    first = state.game.ids.stack
    return max(legal, key=lambda action: card_worth(state, state.stacks[action - first][-1]))


def crew(state: WindwardState, seat: int, legal: list[int]) -> int | None:
    """Cannons against what hunts us, speed, then the rest."""
    liked = ("hits_vs_red", "turn_speed", "turn_boat_speed", "gas_on_process", "boat_strength", "ship_strength_vs_ship")
    ids, effects = state.game.ids, state.game.side_effect
    return min(legal, key=lambda action: liked.index(effects[action - ids.hire][0]))


def extra_order(state: WindwardState, seat: int, legal: list[int]) -> int | None:
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
