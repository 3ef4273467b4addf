"""A match finds every state of its past again, with and without its seed, before and after taking moves back."""

from __future__ import annotations

import pytest

import waystation
from waystation.engine import Chance, Match, State, record
from waystation.engine.match import KEEP


def played() -> tuple[Match, list[State]]:
    """A game with dice and draws, and a copy of the state after each number of moves."""
    match = Match(waystation.load("wayfarers", round_limit=16), 5)
    rng = Chance.of(5, "choices")
    states = [match.state.clone()]
    while not match.state.is_over:
        match.apply(rng.choice(match.state.legal_actions()))
        states.append(match.state.clone())
    return match, states


def without_seed(match: Match) -> Match:
    return record.replay(record.parse(record.write(match, seed="commitment")))


def test_every_past_state_is_found_again() -> None:
    match, states = played()
    assert len(states) > 3 * KEEP
    assert [match.at(ply) for ply in range(len(states))] == states
    again = without_seed(match)
    found = [again.at(ply) for ply in range(len(states))]
    for state, past in zip(states, found, strict=True):
        past.chance = state.chance.clone()  # without the seed nobody knows what would be drawn next
        assert past == state
    assert again.moves == match.moves


@pytest.mark.parametrize("count", [1, 5, KEEP - 1, KEEP, KEEP + 1, 2 * KEEP, 2 * KEEP + 3])
def test_moves_taken_back_can_be_made_again(count: int) -> None:
    match, states = played()
    text = record.write(match)
    for back in (count, len(states) - 1 - count):
        moves = match.moves[len(match.moves) - back :]
        match.undo(back)
        assert match.state == states[len(match.moves)]
        for move in moves:
            match.apply(move.action, move.seat)
        assert record.write(match) == text
        assert [match.at(ply) for ply in (0, 1, KEEP, len(match.moves) - 1)] == [
            states[ply] for ply in (0, 1, KEEP, len(match.moves) - 1)
        ]


def test_there_is_no_past_before_the_beginning_or_after_the_end() -> None:
    match, states = played()
    for ply in (-1, len(states)):
        with pytest.raises(ValueError, match="no state after"):
            match.at(ply)
