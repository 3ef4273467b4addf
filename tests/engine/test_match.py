"""A match finds every state of its past again, with and without its seed, before and after taking moves back."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import msgspec
import pytest

import waystation
from tiny.stones import Stones
from waystation.engine import Chance, EventLog, IllegalAction, Match, State, record
from waystation.engine.match import KEEP, Move, repeat


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


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))])
def test_copies_and_pickles_go_on_by_themselves(copied: Callable[[Match], Match]) -> None:
    match, _ = played()
    whole, moves = record.write(match), match.moves[-20:]
    match.undo(20)
    before, state, other = record.write(match), match.state.clone(), copied(match)
    for move in moves:
        other.apply(move.action, move.seat)
    assert record.write(other) == whole
    assert (record.write(match), match.state, len(match.moves)) == (before, state, len(other.moves) - 20)
    other.undo(KEEP)
    for move in moves:
        match.apply(move.action, move.seat)
    assert record.write(match) == whole


def test_there_is_no_past_before_the_beginning_or_after_the_end() -> None:
    match, states = played()
    for ply in (-1, len(states)):
        with pytest.raises(ValueError, match="expected 0 to"):
            match.at(ply)


# ---------------------------------------------------------------------- for keepers of logs


def test_a_draft_changes_nothing_and_adopted_is_the_same_move() -> None:
    game = waystation.load("wayfinders", players=2)
    played, kept = Match(game, 5), Match(game, 5)
    chance = Chance.of(2, "moves")
    states = [kept.state.clone()]
    for number in range(40):
        seat = played.state.to_act[0]
        text = game.actions.format(chance.choice(played.state.legal_actions(seat)))
        before = kept.state.position()
        draft = kept.draft(text, seat, "ada")
        assert (kept.state.position(), len(kept.moves)) == (before, number)
        move = played.play(text, seat)
        assert (draft.move.draws, draft.move.reveals, draft.move.by) == (move.draws, move.reveals, "ada")
        first, last = move.events
        assert draft.events == played.events.since(first)[: last - first]
        assert draft.move.events[1] - draft.move.events[0] == last - first
        kept.adopt(draft.state, draft.move)
        states.append(kept.state.clone())
        assert kept.state == played.state
        assert kept.free_to(seat) == played.free_to(seat)
    with pytest.raises(IllegalAction):
        kept.draft(text, 1 - kept.state.to_act[0])
    with pytest.raises(ValueError, match="not kept here"):
        kept.at(3)
    kept.rewind(states[25].clone(), 25)
    again = Match.resumed(game, states[0].clone(), [])
    for move in played.moves[:25]:
        state = again.state.clone()
        repeat(state, move.action, move.seat, move.draws)
        again.adopt(state, move)
    assert kept.state == again.state == played.at(25)
    assert [move.action for move in kept.moves] == [move.action for move in again.moves]


def test_an_adopted_match_plays_on_with_its_own_dice() -> None:
    """Both ways of going on give the same draws, and write them down."""
    game = waystation.load("wayfinders", players=2)
    match, chance = Match(game, 9), Chance.of(3, "moves")
    for _ in range(20):
        match.apply(chance.choice(match.state.legal_actions(match.state.to_act[0])))
    resumed = Match.resumed(game, match.state.clone(), match.moves)
    for _ in range(20):
        action = chance.choice(match.state.legal_actions(match.state.to_act[0]))
        assert resumed.apply(action).draws == match.apply(action).draws
    assert resumed.at(30) == match.at(30)
    resumed.undo(3)
    match.undo(3)
    assert resumed.state == match.state


def test_what_is_let_go_is_still_counted() -> None:
    log = EventLog()
    for number in range(3):
        log.add("e", None, f"event {number}")
    log.let_go()
    log.add("e", None, "event 3")
    assert len(log) == 4
    assert [event.text for event in log] == [event.text for event in log.since(1)] == ["event 3"]
    assert log[3].text == log[-1].text == "event 3"
    log.cut(4)
    assert len(log) == 4
    log.cut(2)
    assert (len(log), list(log)) == (2, [])
    log.add("e", None, "again")
    assert (len(log), log[2].text) == (3, "again")


@pytest.mark.parametrize("final", [False, True])
def test_the_rule_of_undo(monkeypatch: pytest.MonkeyPatch, final: bool) -> None:
    """Ada and Ben at seat 0 one after the other, a bot, an unknown; seat 1; a move that shows something."""
    monkeypatch.setattr(Stones, "spec", msgspec.structs.replace(Stones.spec, final_reveals=final))
    game = Stones.from_options({"players": 2})

    def move(seat: int, by: str | None, reveals: bool = False) -> Move:
        return Move(seat, 0, (), (0, 0), reveals, by)

    moves = [move(1, "ben"), move(0, "ada", reveals=True), move(0, "ada"), move(0, ""), move(0, None), move(0, "ada")]
    match = Match.resumed(game, game.new_state(1), moves)
    assert [match.takes(ply, 0, "ada") for ply in range(6)] == ["never" if final else "agreed"] * 2 + ["free"] * 4
    assert match.takes(5, 0, "eve") == "agreed", "it is not her move"
    assert match.takes(5, 1, "ben") == "agreed", "another seat's"
    assert match.free_to(0, "ada") == 2
    assert match.free_to(0, "eve") == match.free_to(1, "ben") == 6
    assert (match.back_to(0), match.back_to(1)) == (5, None if final else 0)
    assert match.free_to(0) == 2, "by seats only"
    assert match.free_undo() == 4
