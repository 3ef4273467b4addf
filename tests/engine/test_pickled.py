"""States, matches and views as plain Python values, in every game: small, quick, and one Game in a process."""

from __future__ import annotations

import copy
import pickle
from timeit import repeat
from typing import Any

import pytest

import waystation
from waystation.engine import Chance, Match, errors
from waystation.engine.conformance import random_choice

TABLES: dict[str, dict[str, Any]] = {
    "wayfinders": {"players": 4, "max_rounds": 30},
    "wayfarers": {"players": 4, "round_limit": 12},
    "wordtraveler": {"players": 5},
    "windward": {"players": 5, "max_rounds": 12},
    "waypoints": {"players": 4},
}
MOST_BYTES = 4096
MOST_SECONDS = 500e-6  # four times what it takes: some machines are slow


def played(game: waystation.Game, moves: int) -> Match:
    match, chance = Match(game, 5), Chance.of(5, "pickled")
    while not match.state.is_over and len(match.moves) < moves:
        seat = chance.choice(match.state.to_act)
        match.apply(random_choice(match.state, seat, chance), seat)
    return match


@pytest.mark.parametrize("name", TABLES)
def test_a_pickled_state_is_small_and_quick(name: str) -> None:
    game = waystation.load(name, **TABLES[name])
    for moves in (0, 60, 150):
        state = played(game, moves).state
        data = pickle.dumps(state, protocol=5)
        assert len(data) < MOST_BYTES, f"{len(data)} bytes after {moves} moves"
        back = pickle.loads(data)
        assert back == state
        assert back.game is state.game is game, "states of one game share their Game"
        # the best of many: a busy machine is not the code's fault
        assert min(repeat(lambda state=state: pickle.dumps(state, protocol=5), number=1, repeat=60)) < MOST_SECONDS  # type: ignore[misc]
        assert min(repeat(lambda data=data: pickle.loads(data), number=1, repeat=60)) < MOST_SECONDS  # type: ignore[misc]


@pytest.mark.parametrize("name", TABLES)
def test_matches_and_views_are_plain_values(name: str) -> None:
    match = played(waystation.load(name, **TABLES[name]), 40)
    for how in (copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))):
        again = how(match)
        assert (again.state, again.moves, again.names) == (match.state, match.moves, match.names)
        assert again.game is match.game
        view = match.view(0)
        assert how(view) == view
        state = how(match.state)
        assert state == match.state
        assert hash(state) == hash(match.state)
        seat = state.to_act[0]
        state.apply(state.legal_actions(seat)[0], seat)
        assert state != match.state, "a copy is independent"


@pytest.mark.parametrize(
    "kind",
    [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)],
    ids=lambda kind: kind.__name__,
)
def test_errors_reach_another_process_as_they_are(kind: type[Exception]) -> None:
    """A pool waits for ever for an error that can't be read again."""
    given: tuple[Any, ...] = ("game.txt:14", "no such move") if issubclass(kind, errors.PlacedError) else ("no",)
    error = kind(*given) if kind is not errors.IllegalAction else errors.IllegalAction(errors.Refusal("no", "a rule"))
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is kind
        assert (str(again), vars(again)) == (str(error), vars(error))
