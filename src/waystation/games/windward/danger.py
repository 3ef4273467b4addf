"""What a captain thinks of a place: who would come there, with what chances, and what is near."""

from __future__ import annotations

from functools import lru_cache

from . import battle
from . import model as m
from .odds import odds
from .planet import POST, Planet, geometry
from .state import WindwardState
from .style import style_of

PATIENCE, IMPATIENCE = 30, 0.05
"""After so many rounds a rest at sky, which scores, is worth more with each: or all might wait at port for ever."""

CENTRE = 0.1
"""Co-op: what each space is worth that the white crester is kept away from the trading post."""


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


def port_is_of_use(state: WindwardState, seat: int) -> bool:
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
        """What a battle is worth that is won with this chance; `margin`: by how much it is lost, else."""
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
        """Ending the turn at port."""
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
                value += self.style.port if state.mates and port_is_of_use(state, seat) else 0.0
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
