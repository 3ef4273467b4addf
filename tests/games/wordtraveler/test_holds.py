"""What holds at every moment of any game: the conformance suite, and what Word Traveler itself never breaks."""

from __future__ import annotations

from typing import Any, cast

import pytest

import waystation
from games.wordtraveler.players import straight, undecided, wordy
from waystation.engine import Chance, conformance
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.geometry import CENTRE
from waystation.games.wordtraveler.state import WordTravelerState

VARIANTS: list[dict[str, Any]] = [
    {"players": 3},
    {"players": 4, "city": "london", "guess": "decider", "show_intentions": False},
    {"players": 2, "city": "paris", "solo": "guide_me"},
    {"players": 5, "city": "tokyo", "timer": 240},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_it_conforms(options: dict[str, Any]) -> None:
    game = waystation.load("wordtraveler", **options)
    report = conformance.check(game, games=2, every=60, choosers=(straight, wordy), hash_seeds=options == VARIANTS[0])
    assert report.games == 2
    assert report.kinds >= {"stop", "foot", "done"}
    assert "PLAN" in report.frames


def test_it_ends_also_with_players_who_always_change_their_minds() -> None:
    game = waystation.load("wordtraveler", players=2)
    state, chance = game.new_state("undecided"), Chance.of("undecided", "play")
    decisions = 0
    while not state.is_over:
        seat = chance.choice(state.to_act)
        state.advance(undecided(state, seat, chance), seat)
        decisions += 1
    assert game.spec.max_decisions is not None
    assert decisions <= game.spec.max_decisions


def test_one_sand_timer_runs_for_all_plans_of_a_day() -> None:
    """Ruling 12: no card, arrow or second thought turns it again, and it does not run while people travel."""
    state = waystation.load("wordtraveler", players=2, first=1, timer=240).new_state("sand")
    assert state.timer() is None, "nobody is ready yet"
    for seat in (0, 1):
        state.play("done", seat)
    timer = state.timer()
    assert timer is not None
    assert (timer.seconds, state.game.actions.format(timer.action)) == (240, "done")
    state.apply(state.legal_actions(0)[0], 0)
    state.play("done", 1)
    assert state.timer() == timer
    say = next(text for text in map(state.game.actions.format, state.legal_actions(0)) if text.startswith("say"))
    state.play(say, 0)
    assert state.timer() == timer
    state.play("done", 0)
    assert state.timer() is None
    while state.timer() is None:
        state.apply(state.legal_actions(state.to_act[0])[0], state.to_act[0])
    assert state.timer() != timer, "Day 2 has its own"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_laws_of_the_table(players: int) -> None:
    game = waystation.load("wordtraveler", players=players)
    state = cast(WordTravelerState, game.new_state(f"laws {players}"))
    chance = Chance.of("laws", "play")
    score = 0
    while not state.is_over:
        check(state)
        assert state.score >= score
        score = state.score
        seat = chance.choice(state.to_act)
        state.advance(straight(state, seat, chance), seat)
    assert 0 <= state.souvenirs <= 6


def check(state: WordTravelerState) -> None:
    """Words are neither made nor lost while a day lasts; every plan can be walked; every arrow but the open one has a
    word; nobody scores more than two 2s and three or five 1s could give."""
    ids = state.game.ids
    used = [[ids.word_of(action) for action in plan if action >= SAY] for plan in state.plan]
    for seat in range(state.game.players):
        assert len(state.free[seat]) + len(used[seat]) == 10
        assert -1 not in state.directions(seat)
        groups = state.words_under(seat)
        assert all(groups[:-1])
        assert len(groups) <= state.arrows
        assert state.gained[2 * seat] <= 5
        assert state.gained[2 * seat + 1] <= 7
    held = state.bag + [word for seat in range(state.game.players) for word in state.free[seat] + used[seat]]
    assert len(set(held)) == len(held)
    if state.day == 1 and state.traveller is None:
        assert set(state.starts) == {CENTRE}
