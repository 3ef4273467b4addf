"""What holds at every moment of any game: the conformance suite, and what Wayfinders itself never breaks."""

from __future__ import annotations

from typing import Any

import pytest

import waystation
from games.wayfinders.players import builder, miser, placer
from waystation.engine import Chance, conformance
from waystation.engine.conformance import random_choice
from waystation.games.wayfinders.chart import BESIDE, CELLS, HOME, bits
from waystation.games.wayfinders.hangars import column_tokens, workers_out
from waystation.games.wayfinders.payment import ONE, count
from waystation.games.wayfinders.shapes import strip_seats
from waystation.games.wayfinders.state import WayfindersState

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 3, "exploration": True},
    {"players": 2, "any_mix": True, "home_counts": False},
    {"players": 4, "red": 0, "blue": 15, "yellow": 9, "exploration": True},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_it_conforms(options: dict[str, Any]) -> None:
    game = waystation.load("wayfinders", max_rounds=30, **options)
    players = (random_choice, builder, miser, placer)
    report = conformance.check(game, games=4, every=80, choosers=players, hash_seeds=options == VARIANTS[3])
    assert report.games == 4
    assert report.frames == {"TURN", "FLIGHT", "PAY", "DISCARD"}
    assert report.kinds == {"place", "return", "fly", "build", "pay", "land", "discard"}
    if "exploration" in options:
        assert report.hidden_worlds > 0


def check(state: WayfindersState) -> None:
    """The laws of the table."""
    out = sum(state.hands) + sum(ONE[kind] for column in state.columns for kind in column_tokens(column))
    assert [count(out + state.bag, kind) for kind in range(5)] == [12] * 5, "tokens are neither made nor lost"
    assert all(workers_out(workers) <= 5 for workers in state.workers)
    for cell in CELLS:
        seats = strip_seats(state.strips[cell])
        assert len(set(seats)) == len(seats)
        assert all((state.owned[seat] >> cell & 1) == (seat in seats) for seat in range(state.game.players))
        assert (state.built >> cell & 1) == bool(seats)
    assert all(owned >> HOME & 1 and owned.bit_count() <= 10 for owned in state.owned)
    for cell in bits(state.built | sum({1 << plane for plane in state.planes})):
        assert state.seen >> cell & 1, "planes and airstrips are on islands face up"
        assert BESIDE[cell] & ~state.seen == 0, "and so are the islands beside them"


@pytest.mark.parametrize("options", VARIANTS[1:4], ids=str)
def test_tokens_cubes_and_tiles_are_never_made_or_lost(options: dict[str, Any]) -> None:
    game = waystation.load("wayfinders", max_rounds=80, **options)
    for seed, player in enumerate((random_choice, builder, placer, builder)):
        state, chance = game.new_state(seed), Chance.of(seed, "laws")
        assert isinstance(state, WayfindersState)
        while not state.is_over:
            check(state)
            (seat,) = state.to_act
            state.apply(player(state, seat, chance), seat)
        check(state)


def test_builders_end_the_game_by_the_rules_without_a_limit() -> None:
    for players in (2, 3, 4):
        game = waystation.load("wayfinders", players=players)
        for seed in range(5):
            state, chance = game.new_state(seed), Chance.of(seed, "end")
            while not state.is_over:
                (seat,) = state.to_act
                state.apply(builder(state, seat, chance), seat)
            outcome = state.outcome()
            assert outcome is not None
            assert outcome.reason == "last round"


def test_misers_play_for_ever_without_a_limit_and_not_with_one() -> None:
    """Returning without building is legal for ever (ruling 2)."""
    chance = Chance.of(1, "misers")
    state = waystation.load("wayfinders").new_state(1)
    for _ in range(3000):
        (seat,) = state.to_act
        state.apply(miser(state, seat, chance), seat)
    assert not state.is_over
    state = waystation.load("wayfinders", max_rounds=7).new_state(1)
    while not state.is_over:
        (seat,) = state.to_act
        state.apply(miser(state, seat, chance), seat)
    assert state.position()["table"]["turns"] == 14


def test_chance_does_not_move_when_nothing_is_drawn() -> None:
    state = waystation.load("wayfinders").new_state(1)
    before = state.chance.count
    state.play("place 1")
    state.play("return")
    assert state.chance.count == before


def test_thinking_does_not_move_the_real_draws() -> None:
    game = waystation.load("wayfinders")
    state, thought = game.new_state(1), game.new_state(1)
    thought.determinize(0, Chance.of(3, "bots"))
    thought.clone().play("return")
    for text in ("return", "land"):
        state.play(text)
        thought.play(text)
    assert state == thought
