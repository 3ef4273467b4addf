"""What holds at every moment of any game: the conformance suite, and what Windward itself never breaks."""

from __future__ import annotations

from typing import Any

import pytest

import waystation
from games.windward.players import captain, fighter, hoarder, spender
from waystation.engine import Chance, conformance
from waystation.engine.conformance import random_choice
from waystation.games.windward import model as m
from waystation.games.windward.state import WindwardState

VARIANTS: dict[str, dict[str, Any]] = {
    "two, small planet": {"players": 2, "map": "small", "max_rounds": 4},
    "three, achievements": {"players": 3, "achievements": True, "max_rounds": 4},
    "five, everything": {
        "players": 5, "achievements": True, "white_crester": True, "naturalist": True, "max_rounds": 3,
    },
    "switches": {
        "players": 2, "map": "large", "wind_number_means": "blows from", "false_flag_against_cresters": True,
        "defender_win_return": "winner returns", "path_choice": "left neighbour", "placed_at_port_trades": True,
        "naturalist": True, "naturalist_counts_untagged": True, "max_rounds": 4,
    },
    "naturalist": {"players": 2, "map": "large", "naturalist": True, "max_rounds": 30},
    "co-operative": {"players": 3, "mode": "co-operative", "max_rounds": 6},
    "solo": {"players": 1, "mode": "solo", "max_rounds": 8},
}  # fmt: skip
HAPPENS = {
    "naturalist": {"RESEARCH", "NEW_RED", "WALK", "FALSE_FLAG", "ZEPHYR", "VEER", "BAIT"},
    "co-operative": {"OFFER", "HAILED", "WALK"},
    "solo": {"REDS", "WALK"},
}
"""What the options are for has to happen, or nothing is tested of them."""
PLAYERS = (random_choice, captain, fighter, hoarder, spender)


@pytest.mark.parametrize("name", VARIANTS)
def test_it_conforms(name: str) -> None:
    game = waystation.load("windward", **VARIANTS[name])
    report = conformance.check(game, games=5, every=45, choosers=PLAYERS, hash_seeds=name == "five, everything")
    assert report.games == 5
    assert {"TURN"} | HAPPENS.get(name, set()) <= report.frames
    if game.options_doc().get("mode") is None:
        assert report.hidden_worlds > 0


def laws(state: WindwardState) -> None:
    """Pieces are neither made nor lost, stand where they may, and the slots that follow from others do."""
    game, planet = state.game, state.planet
    lying = {unit: sum(m.lying(items, unit) for items in state.items) for unit in m.ITEMS}
    attacking = len(state.pursuers) or (bool(state.battle) and state.battle[m.B_ATTACKER] in (m.P_RED, m.P_TWO_REDS))
    reds = state.high.count(m.RED) + state.high.count(m.TAGGED_RED) + 2 * state.high.count(m.TWO_REDS) + attacking
    grays = state.low.count(m.GRAY) + state.low.count(m.TAGGED_GRAY)
    assert reds + lying[m.DEAD_RED] + state.hold.count(m.HOLD_RED) + state.red_stock == m.REDS
    assert grays == state.live_grays
    assert grays + lying[m.DEAD_GRAY] + state.hold.count(m.HOLD_GRAY) + state.gray_stock == m.GRAYS
    assert lying[m.PLUS2] + sum(state.plus2) + state.plus2_stock == m.PLUS2_TOKENS
    assert min(state.red_stock, state.gray_stock, state.plus2_stock) >= 0
    cards = sum(state.hands) + sum(state.discard) + sum(map(len, state.stacks))
    assert cards == sum(card.count for card in game.components.cards)
    assert all(state.stacks), "a stack that runs dry is filled at once"
    sizes = [sum(state.hands[seat * game.kinds : (seat + 1) * game.kinds]) for seat in range(game.players)]
    assert sizes == state.hand_size
    assert max(sizes) <= m.HAND_LIMIT
    assert state.notoriety == [sum(state.ledger[7 * seat : 7 * seat + 7]) for seat in range(game.players)]
    assert state.high.count(m.TAGGED_RED) + state.low.count(m.TAGGED_GRAY) <= m.TAGS
    for space in range(planet.size):
        if planet.drift[space]:
            assert state.low[space] == 0
            assert state.high[space] == 0 or state.high[space] == state.turn + 1
            assert state.items[space] == 0
    places(state)
    for seat in range(game.players):
        assert 0 <= state.gas[seat] <= state.gas_slots[seat]
        assert 0 <= state.guns[seat] <= state.gun_slots[seat]
        assert 0 <= state.rowing[seat] <= game.components.board.boat_speed_max
        assert (state.boats[2 * seat + 1] == m.BESIDE) == (state.crew[seat] & 0b1100 == 0)


def places(state: WindwardState) -> None:
    """Every piece is where its layer says, except those that attack just now."""
    busy = state.battle[m.B_ATTACKER] if state.battle else -1
    for seat, space in enumerate(state.ship):
        if space and seat != busy:
            assert state.high[space] == seat + 1
    for number, space in enumerate(state.boats):
        if space > 0 and m.P_BOAT + number != busy:
            assert state.low[space] == m.BOAT + number
    for space, code in enumerate(state.high):
        if 0 < code < m.RED:
            assert state.ship[code - 1] == space
    assert (state.high.count(m.WHITE) == 1) == (state.white > 0)


FUZZ: list[dict[str, Any]] = [
    {"players": 2, "map": "large"}, {"players": 3, "map": "small", "white_crester": True},
    {"players": 4, "achievements": True},
    {"players": 5, "naturalist": True, "white_crester": True}, {"players": 1, "mode": "co-operative", "level": "easy"},
    {"players": 4, "mode": "co-operative"}, {"players": 1, "mode": "solo"},
]  # fmt: skip


@pytest.mark.parametrize("options", FUZZ, ids=str)
def test_the_laws_hold_whoever_plays(options: dict[str, Any]) -> None:
    game = waystation.load("windward", max_rounds=25, **options)
    for seed, player in enumerate((*PLAYERS, captain, captain)):
        state, chance = game.new_state(seed), Chance.of(seed, "laws")
        assert isinstance(state, WindwardState)
        while not state.is_over:
            laws(state)
            (seat,) = state.to_act
            state.advance(player(state, seat, chance), seat)
        assert state.outcome() is not None


@pytest.mark.parametrize("players", [2, 5])
def test_random_play_ends_without_a_limit(players: int) -> None:
    game = waystation.load("windward", players=players, map="small")
    state, chance = game.new_state(3), Chance.of(3, "end")
    while not state.is_over:
        (seat,) = state.to_act
        state.advance(random_choice(state, seat, chance), seat)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "most notoriety"
    assert max(outcome.scores) >= m.TRACK_END
