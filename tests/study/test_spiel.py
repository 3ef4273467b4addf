"""Our games in OpenSpiel: its own tests for every game and number of players, chance, views, and its MCTS."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel does not run on every Python")

import pyspiel
from open_spiel.python.algorithms import mcts

import waystation
from waystation.engine import Chance, IllegalAction, Match, OptionError, WaystationError
from waystation.engine.conformance import random_choice
from waystation.study.spiel import JudgementEvaluator, register

from .tables import TABLES, short


def load(name: str, **params: Any) -> Any:
    return pyspiel.load_game(f"waystation_{name}", params)


def at_first_decision(game: Any, number: int = 1) -> Any:
    """After a set-up in which chance gives any of what it may."""
    state, chance = game.new_initial_state(), np.random.default_rng(number)
    while state.is_chance_node():
        state.apply_action(int(chance.integers(len(state.chance_outcomes()))))
    return state


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_openspiel_finds_nothing_wrong(name: str, options: dict[str, Any]) -> None:
    """Two games of 12 decisions: the set-up drawn in one, given in the other, which is saved and loaded on the way."""
    pyspiel.random_sim_test(load(name, limit=12, **options), num_sims=1, serialize=False, verbose=False)
    pyspiel.random_sim_test(load(name, limit=12, setup_seed=5, **options), num_sims=1, serialize=True, verbose=False)


def test_a_game_that_is_broken_keeps_no_other_from_being_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name = "wreck"

        def load(self) -> Any:
            raise ImportError("no such thing")

    monkeypatch.setattr(waystation, "entry_points", lambda group: [Point()])
    with pytest.warns(RuntimeWarning, match="wreck can't be loaded: ImportError: no such thing"):
        register()


@pytest.mark.parametrize("name", ["wayfinders", "windward"])
def test_whole_games_end(name: str) -> None:
    pyspiel.random_sim_test(load(name, setup_seed=2, **short(name)), num_sims=1, serialize=False, verbose=False)


def test_a_state_after_many_decisions_is_written_and_read() -> None:
    """Each decision came from the one before: pickle follows no chain of a thousand."""
    game = load("wayfinders", setup_seed=1, max_free_steps=5)
    state, chance = at_first_decision(game), np.random.default_rng(1)
    while len(state.history()) < 1500 and not state.is_terminal():
        state.apply_action(int(chance.choice(state.legal_actions() or len(state.chance_outcomes()))))
    assert state.decisions > 1000
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.history() == state.history()
    for player in (0, 1):
        assert again.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
@pytest.mark.parametrize("setup_seed", [-1, 3])
def test_a_copy_has_the_history_too(copied: Callable[[Any], Any], setup_seed: int) -> None:
    """A deep copy had none: written out and read back, it was a new game."""
    state = at_first_decision(load("windward", setup_seed=setup_seed, **short("windward")))
    state.apply_action(state.legal_actions()[0])
    other = copied(state)
    assert (other.history(), str(other)) == (state.history(), str(state))
    assert other.information_state_string(1) == state.information_state_string(1)
    before = str(state)
    other.apply_action(other.legal_actions()[0])
    assert (str(state), len(other.history())) == (before, len(state.history()) + 1)


@pytest.mark.parametrize(("name", "options"), [(name, short(name)) for name in dict(TABLES)])
def test_chance_nodes_are_the_draws_of_the_rules(name: str, options: dict[str, Any]) -> None:
    """A game played by our match, and its draws and decisions fed to OpenSpiel, come out the same at every decision."""
    match, chance = Match(waystation.load(name, **options), 3), Chance.of(3, "spiel")
    state = load(name, **options).new_initial_state()

    def draw(draws: Any) -> None:
        for value, outcomes in draws:
            if outcomes > 1:
                assert state.is_chance_node()
                assert len(state.chance_outcomes()) == outcomes
                state.apply_action(value)

    draw(match.setup_draws + match.opening_draws)
    for _ in range(40):
        if match.state.is_over:
            break
        seat = match.state.to_act[0]
        assert state.current_player() == seat
        assert state.legal_actions() == match.state.legal_actions(seat)
        assert state.observation_tensor(seat) == list(map(float, match.state.observe(seat)))
        action = random_choice(match.state, seat, chance)
        state.apply_action(action)
        draw(match.apply(action, seat).draws)
    assert state.is_terminal() == match.state.is_over
    assert json.loads(json.dumps(state.table.position()["table"])) == json.loads(
        json.dumps(match.state.position()["table"])
    )


def test_information_states_tell_what_a_player_knows() -> None:
    """Two deals that differ in what is hidden from a player are one information state, and so is a clone."""
    game = pyspiel.load_game("waystation_windward(players=2,limit=30)")
    state = at_first_decision(game)
    texts = [state.information_state_string(player) for player in (0, 1)]
    assert texts[0] != texts[1]
    assert state.clone().information_state_string(0) == texts[0]
    action = state.legal_actions()[0]
    first = state.clone()
    first.apply_action(action)
    assert f"> {first.table.game.actions.format(action)}" in first.information_state_string(0)
    assert f"> {first.table.game.actions.format(action)}" not in first.information_state_string(1)
    assert state.information_state_string(0) == texts[0], "a clone goes its own way"
    secret = [card for card, n in zip(state.table.game.card_ids, state.table.hands[-len(state.table.game.card_ids) :],
              strict=True) if n]  # fmt: skip
    hand = state.observation_string(1)
    assert secret
    assert all(card in hand for card in secret)


def test_returns_are_those_of_the_end() -> None:
    game = load("wayfinders", setup_seed=1, **short("wayfinders"))
    state, chance = game.new_initial_state(), np.random.default_rng(1)
    while not state.is_terminal():
        assert state.returns() == [0.0, 0.0]
        if state.is_chance_node():
            state.apply_action(int(chance.integers(len(state.chance_outcomes()))))
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))
    winners = state.table.winners()
    worth = 2 / len(winners) - 1
    assert state.returns() == [worth if seat in winners else -1.0 for seat in (0, 1)]
    cut = load("wayfinders", setup_seed=1, limit=3)
    state = cut.new_initial_state()
    for _ in range(3):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    with pytest.raises(IllegalAction, match="The game is over"):
        state.apply_action(0)


@pytest.mark.parametrize("name", dict(TABLES))
def test_the_mcts_of_openspiel_plays(name: str) -> None:
    game = load(name, setup_seed=3, **short(name))
    state = game.new_initial_state()
    bot = mcts.MCTSBot(game, 1.4, 12, JudgementEvaluator(), random_state=np.random.RandomState(1))
    chance = np.random.default_rng(1)
    for _ in range(3):
        while state.is_chance_node():
            state.apply_action(int(chance.integers(len(state.chance_outcomes()))))
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_random_rollouts_work_too() -> None:
    game = load("wayfinders", setup_seed=3, limit=20)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    state = game.new_initial_state()
    assert mcts.MCTSBot(game, 1.4, 3, evaluator).step(state) in state.legal_actions()


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("waystation_wayfinders(players=3,exploration=True)")
    assert game.num_players() == 3
    assert game.rules.table == waystation.load("wayfinders", players=3, exploration=True)
    assert pyspiel.load_game(str(game)).rules.table == game.rules.table
    with pytest.raises(OptionError, match="wayfinders: option players: Expected `int` <= 4"):
        load("wayfinders", players=5)


@pytest.mark.parametrize("action", [10**6, 0])
def test_what_is_not_allowed_changes_nothing(action: int) -> None:
    state = load("wayfinders", setup_seed=3).new_initial_state()
    state.apply_action(state.rules.table.actions.parse("return"))
    before = str(state), state.history()
    with pytest.raises(WaystationError):  # workers are placed before they are called back
        state.apply_action(action)
    assert (str(state), state.history()) == before
    chance = load("wayfinders").new_initial_state()
    outcomes = len(chance.chance_outcomes())
    with pytest.raises(ValueError, match=f"a draw is 0 to {outcomes - 1}"):
        chance.apply_action(outcomes)
    assert chance.history() == []
