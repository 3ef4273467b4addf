"""Chances, analysis of a moment, and looking back on a game."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import waystation
from bots.test_search import spoils
from waystation.bots.analysis import Trust, analyse, chances, from_evaluations, review
from waystation.bots.curve import curve, curve_svg
from waystation.engine import KindError, Match


@pytest.fixture(scope="module")
def game_of_two() -> Match:
    """A game of Wayfinders in which seat 0 plays the turns that analysis finds, and seat 1 what is listed first."""
    match = Match(waystation.load("wayfinders", players=2), 3, ("Ada", "Ben"))
    while match.state.to_act and len(match.moves) <= 60:
        seat = match.state.to_act[0]
        turn = analyse(match.state, 0, None, simulations=10).best.actions if seat == 0 else ()
        for action in turn or match.state.legal_actions(seat)[:1]:
            if action in match.state.legal_actions(seat):
                match.apply(action, seat)
    return match


@pytest.mark.parametrize(
    ("values", "trust", "alone", "expected"),
    [
        ((0.5, 0.5), Trust(), False, (0.5, 0.5)),
        ((0.5, 0.5, 0.5, 0.5), Trust(), False, (0.25, 0.25, 0.25, 0.25)),
        ((0.8, 0.2), Trust(), False, (16 / 17, 1 / 17)),  # odds of 4 against odds of 1/4
        ((0.8, 0.2), Trust(0.5), False, (0.8, 0.2)),  # their roots: 2 against 1/2
        ((0.8,), Trust(), True, (0.8,)),
        ((0.5, 0.5), Trust(1.0, -2.0), True, (0.1192, 0.1192)),  # e^-2 against 1, for both of a team
    ],
)
def test_evaluations_are_read_as_chances(
    values: tuple[float, ...], trust: Trust, alone: bool, expected: tuple[float, ...]
) -> None:
    assert from_evaluations(values, trust, alone) == pytest.approx(expected, abs=1e-4)


def test_the_chances_of_a_game_that_is_over_are_its_result() -> None:
    state = waystation.load("wayfinders", players=2).new_state(1)
    assert chances(state) == pytest.approx((0.5, 0.5))
    match = Match(state.game, 1)
    rng = 0
    while match.state.to_act:
        seat = match.state.to_act[0]
        legal = match.state.legal_actions(seat)
        rng = (rng * 1103515245 + 12345) % 2**31
        match.apply(legal[rng % len(legal)], seat)
    assert chances(match.state) == tuple(float(seat in match.state.winners()) for seat in (0, 1))


def test_what_wins_is_found_and_what_gives_it_away_is_named() -> None:
    state = spoils()
    written = state.game.actions
    done = (written.parse("done"),)
    found = analyse(state, 0, None, simulations=60, also=(done,), seed=1)
    assert "take point" in found.best.notation
    worst = next(candidate for candidate in found.candidates if candidate.actions == done)
    assert worst.visits >= 10, "a turn that was asked for is looked at, however bad"
    assert worst.chance < found.best.chance
    for candidate in found.candidates:
        assert 0 <= candidate.low <= candidate.chance <= candidate.high <= 1


def test_an_analysis_in_simulations_is_the_same_every_time() -> None:
    state = waystation.load("windward", players=2).new_state(4)
    first, second = (analyse(state, None, None, simulations=20, seed=9) for _ in range(2))
    assert first.candidates == second.candidates
    assert first.candidates != analyse(state, None, None, simulations=20, seed=10).candidates


def test_a_foreseen_line_can_be_played() -> None:
    state = waystation.load("wayfinders", players=2).new_state(4)
    best = analyse(state, 0, None, simulations=200).best
    assert best.line, "after 200 simulations the best turn has an answer"
    for action in best.actions:
        state.apply(action, 0)
    first = best.line[0]
    assert state.why_not(first.notation, first.seat) is None
    assert first.text


def test_who_is_not_asked_cannot_be_analysed() -> None:
    state = waystation.load("wayfinders", players=2).new_state(4)
    with pytest.raises(ValueError, match="seat 1 owes no decision"):
        analyse(state, 1)
    with pytest.raises(ValueError, match="needs a bound"):
        analyse(state, 0, None)
    for endless in (math.nan, math.inf, -1.0):
        with pytest.raises(ValueError, match="seconds: expected a time"):
            analyse(state, 0, endless)
    for wrong in (0, -1, True, 2.0):
        with pytest.raises((ValueError, KindError)):
            analyse(state, 0, None, simulations=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"also": [()]}, "a turn has an action at least"),
        ({"also": [(10**6,)]}, "1000000 is no action id"),
        ({"also": [(-1,)]}, "-1 is no action id"),
        ({"also": [(1.0,)]}, "an action is a whole number"),
        ({"also": [(True,)]}, "an action is a whole number"),
        ({"shown": 0}, "shown: expected 1 or more"),
        ({"shown": -1}, "shown: expected 1 or more"),
        ({"shown": 1.5}, "a number of turns is a whole number"),
        ({"names": ["Ada"]}, "names: expected 2, one for each player, got 1"),
    ],
)
def test_what_is_no_turn_or_number_is_refused_before_anybody_thinks(wrong: dict[str, Any], complaint: str) -> None:
    state = waystation.load("wayfinders", players=2).new_state(1)
    with pytest.raises((ValueError, KindError), match=complaint):
        analyse(state, 0, None, simulations=3, **wrong)


def test_turns_to_be_looked_at_are_taken_as_any_list_of_whole_numbers() -> None:
    state = waystation.load("wayfinders", players=2).new_state(1)
    last = np.int64(state.legal_actions(0)[-1])
    found = analyse(state, 0, None, simulations=3, also=[[last]], shown=np.int64(1))
    assert last in [candidate.actions[0] for candidate in found.candidates]
    assert all(type(action) is int for candidate in found.candidates for action in candidate.actions)


def test_analysis_sees_no_more_than_the_seat(subtests: pytest.Subtests) -> None:
    """Two worlds, one view: one analysis."""
    for name in waystation.game_names():
        with subtests.test(name):
            state = waystation.load(name, players=2).new_state(8)
            seat = state.to_act[0]
            other = state.determinize(seat, state.chance.spawn("another world"))
            ours, theirs = (analyse(each, seat, None, simulations=5) for each in (state, other))
            assert ours.candidates == theirs.candidates


def test_a_review_names_who_threw_the_game_away(game_of_two: Match) -> None:
    heard: list[float] = []
    found = review(game_of_two, 4.0, tell=heard.append)
    assert found.curve[0].chances == pytest.approx((0.5, 0.5))
    assert found.curve[-1].ply == len(game_of_two.moves)
    assert found.curve[-1].chances[0] > 0.7
    assert found.seconds < 6
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
    assert found.costly, "somebody who takes whatever stands first loses something by it"
    assert found.costly[0].seat == 1
    for costly in found.costly:
        moves = game_of_two.moves[costly.ply : costly.ply + len(costly.played.actions)]
        assert [(move.seat, move.action) for move in moves] == [(costly.seat, a) for a in costly.played.actions]
        assert costly.better.chance - costly.played.chance == pytest.approx(costly.cost)


def test_the_curve_is_drawn(game_of_two: Match) -> None:
    found = review(game_of_two, 0.1)
    scene = curve(found.curve, found.turnings, game_of_two.game, game_of_two.names)
    assert {f"line:{seat}" for seat in (1, 2)} < {node.id for node in scene.nodes}
    assert "Ada" in scene.node("line:1").title
    assert {f"turning:{turning.ply}" for turning in found.turnings} < {node.id for node in scene.nodes}
    assert curve_svg(found, game_of_two.game, game_of_two.names, "dark").startswith("<svg")
