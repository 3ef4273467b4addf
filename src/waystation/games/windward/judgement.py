"""How a seat stands: Windward's own evaluation, for greedy play and tree search.

Free-for-all: what a seat has and is about to have, in points of notoriety, against its best rival. Co-operative and
solo: lives, and how well the captains are armed against what they have to beat. In a battle the result that stands
counts as if it were decided, with the cards and tokens still at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.engine import Judgement, Reason

from . import battle, captain
from . import model as m
from .frames import Ask
from .odds import logistic
from .reasons import reasons
from .state import WindwardState

# In points of notoriety.
GAS, CANNON, PLUS2, CREW, ROWING = 0.42, 0.5, 0.4, 0.9, 0.12
MORALE = (-3.0, 0.0, 0.7, 1.2, 1.6, 1.9)
CARDS = (0.0, 0.7, 1.3, 1.8, 2.2, 2.5)
HELD_RED, HELD_GRAY, TOWED = 3.0, 2.2, 1.5
TOOTH_RED, TOOTH_GRAY = 3.7, 2.8
TO_PORT, TO_PREY, TO_TOW = 0.1, 0.16, 0.12
"""What each space on the way to port (per tooth), to a gray crester, to the own tow costs."""
ADRIFT = 1.5
"""At sky with neither card nor a morale to spare."""
PATIENCE = 30
"""Rounds after which stores count less and less beside notoriety: bots might wait for one another for ever."""
DIE = 5 / 3
"""Mean harpoons of a battle die."""


class WindwardJudgement(Judgement[WindwardState]):
    """The evaluation, and the expert's advice."""

    trust = 0.28

    def evaluate(self, state: WindwardState, seat: int) -> float:
        return evaluate(state, seat)

    def own_reasons(
        self, before: WindwardState, after: WindwardState, turn: Sequence[int], seat: int
    ) -> Iterator[Reason]:
        return reasons(before, after, turn, seat)

    def advise(self, state: WindwardState, seat: int, plan: list[int]) -> int | None:
        return captain.choose(state, seat, state.legal_actions(seat), plan)

    def play_on(self, state: WindwardState, seat: int) -> WindwardState:
        return captain.play_on(state)


def evaluate(state: WindwardState, seat: int) -> float:
    """From 0 (lost) to 1 (won)."""
    if not state.game.is_ffa:
        return _team(state)
    if not state.agenda:
        best = max(state.notoriety)
        return 0.5 + 0.5 * (state.notoriety[seat] == best) - 0.02 * min(best - state.notoriety[seat], 20)
    mine, rival = 0.0, -99.0
    for other in range(state.game.players):
        worth = state.notoriety[other] + _stores(state, other) * min(1.0, PATIENCE / (state.round + 1))
        if other == seat:
            mine = worth
        elif worth > rival:
            rival = worth
    if state.battle:
        mine += _fight(state, seat)
    ask, asked = state.agenda[-1][:2]
    if ask in PENDING and asked >> seat & 1:
        mine += _pending(state, seat)
    left = max(0.0, 1 - max(state.notoriety) / m.TRACK_END)
    return logistic((mine - rival) / (1.5 + 2.5 * left))


PENDING = {Ask.SUPPLIES: 0.55, Ask.HIRE: CREW, Ask.EXTRA_ORDER: 0.6, Ask.BAIT: 0.1, Ask.ZEPHYR: 0.05, Ask.VEER: 0.05}
"""What an open question will bring when it is answered (supplies: for each card)."""


def _pending(state: WindwardState, seat: int) -> float:
    ask = state.agenda[-1][0]
    if ask == Ask.SUPPLIES:
        return PENDING[Ask.SUPPLIES] * min(state.agenda[-1][2], m.HAND_LIMIT - state.hand_size[seat])
    return PENDING[Ask(ask)]


def _stores(state: WindwardState, seat: int) -> float:
    """What a seat has besides notoriety, in points of it."""
    morale, cards = state.morale[seat], state.hand_size[seat]
    worth = MORALE[min(morale, 5)] + CARDS[cards]
    worth += GAS * state.gas[seat] + CANNON * state.guns[seat] + PLUS2 * state.plus2[seat]
    worth += CREW * state.crew[seat].bit_count() + ROWING * state.rowing[seat]
    teeth = state.red_teeth[seat] + state.gray_teeth[seat]
    worth += TOOTH_RED * state.red_teeth[seat] + TOOTH_GRAY * state.gray_teeth[seat]
    here = state.ship[seat]
    hold = state.hold[seat]
    if hold:
        worth += HELD_RED if hold == m.HOLD_RED else HELD_GRAY
        worth += 0.1 * morale
    if not here:
        return worth
    distance = state.planet.geometry.distance
    if teeth:
        worth -= TO_PORT * teeth * distance(here, 0)
    elif not hold:
        worth += _hunting(state, seat, here)
    if not cards and morale <= 1:
        worth -= ADRIFT - 0.5 / (1 + distance(here, 0))
    return worth


def _hunting(state: WindwardState, seat: int, here: int) -> float:
    """An empty hold: the nearest gray, or the gray that an own longboat has in tow."""
    distance = state.planet.geometry.distance
    best = 0.0
    for number in (2 * seat, 2 * seat + 1):
        boat = state.boats[number]
        if boat > 0:
            if m.lying(state.items[boat], m.DEAD_GRAY):
                best = max(best, TOWED - TO_TOW * distance(here, boat))
        elif boat == m.ABOARD:
            for ground in state.planet.feeding:
                if state.low[ground] in (m.GRAY, m.TAGGED_GRAY):
                    best = max(best, 1.1 - TO_PREY * distance(here, ground))
    return best


def _fight(state: WindwardState, seat: int) -> float:
    """What the battle at hand is likely to bring the seat."""
    fields = state.battle
    for side in (0, 1):
        if m.owner(fields[side]) == seat:
            return _outlook(state, side)
    return 0.0


def _outlook(state: WindwardState, side: int) -> float:
    fields = state.battle
    seat = m.owner(fields[side])
    lead = _result(state, side) - _result(state, 1 - side)
    help_at_hand = 0.7 * _boosts(state, seat)
    chance = logistic((lead + help_at_hand) / 1.5)
    prize = PRIZES[min(fields[1 - side], m.P_WHITE)] if fields[1 - side] >= m.P_RED else 1.0
    risk = 0.5 if fields[side] >= m.P_BOAT else 0.5 * min(max(-lead, 1), state.morale[seat])
    if fields[side] < m.P_BOAT and -lead >= state.morale[seat]:
        risk += 1.5
    return chance * prize - (1 - chance) * risk


PRIZES = {m.P_RED: 3.4, m.P_TWO_REDS: 5.0, m.P_GRAY: 1.8, m.P_WHITE: 6.0}


def _result(state: WindwardState, side: int) -> float:
    """A side's result as it stands, or what it may be expected to roll."""
    fields = state.battle
    rolled = fields[m.B_ROLLS + side]
    if rolled:
        return float(rolled + fields[m.B_HITS + side])
    return DIE * battle.strength(state, side) + battle.fixed_hits(state, side)


def _boosts(state: WindwardState, seat: int) -> float:
    """Hits that cards and tokens could add."""
    game, first = state.game, seat * state.game.kinds
    hits = 2 * state.plus2[seat]
    for kind in game.battle_cards:
        hits += state.hands[first + kind] * game.battle_hits[kind]
    return float(hits)


# ---------------------------------------------------------------------- co-operative and solo


def _team(state: WindwardState) -> float:
    """Lives on both sides, and how near the captains are to beating what they have to beat."""
    if not state.agenda:
        return float(state.ending == m.WON)
    game = state.game
    foe = DIE * m.WHITE_STRENGTH if game.is_coop or state.kills >= game.solo_kills else DIE * m.RED_STRENGTH
    ready = sum(_armed(state, seat, foe) for seat in range(game.players)) / game.players
    ahead = 1.6 * (state.lives - state.white_lives) / game.players if game.is_coop else 0.45 * state.kills - 1.4
    value = ahead + 1.8 * ready
    if state.battle:
        value += 0.25 * max(_fight(state, seat) for seat in range(game.players))
    return logistic(value)


def _armed(state: WindwardState, seat: int, foe: float) -> float:
    """From about 0 (helpless) to 1 (likely to win the next battle and to survive until then)."""
    power = DIE * (m.SHIP_STRENGTH + state.guns[seat]) + _boosts(state, seat)
    if foe < 10:
        power += state.crew_bonus(seat, "hits_vs_red")
    battle_ready = logistic((power - foe) / 2.5)
    stores = 0.05 * state.hand_size[seat] + 0.03 * state.gas[seat] + 0.05 * state.crew[seat].bit_count()
    stores += 0.02 * (state.gun_slots[seat] - 2) + 0.04 * state.morale[seat]
    here, value = state.ship[seat], battle_ready + stores
    if state.hold[seat]:
        value += 0.08
    value += 0.05 * (state.red_teeth[seat] + state.gray_teeth[seat])
    if here and not state.hand_size[seat] and state.morale[seat] <= 1:
        value -= 0.5
    if here and state.white > 0 and battle_ready > 0.5:
        value += 0.25 - 0.02 * state.planet.geometry.distance(here, state.white)
    return value
