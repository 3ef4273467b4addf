"""The supply stacks: running dry, shuffling anew."""

from __future__ import annotations

from collections import Counter

import waystation
from waystation.engine import EventLog
from waystation.games.windward.components import shipped
from waystation.games.windward.state import WindwardState


def nearly_dry() -> WindwardState:
    """A stack with one card, two with two, everything else on the discards or in hands."""
    left = Counter({card.id: card.count for card in shipped().cards})
    stacks = [["bait"], ["coffee", "volley"], ["squall", "shanty"]]
    for card in [*sum(stacks, []), "broadside"]:  # noqa: RUF017
        left[card] -= 1
    game = waystation.load("windward", players=2, map="large")
    players = [{"hand": []}, {"hand": ["broadside"]}]
    state = game.state_from({"table": {"on_turn": 1, "players": players, "stacks": stacks, "discard": dict(left)}})
    assert isinstance(state, WindwardState)
    assert [len(stack) for stack in state.stacks] == [1, 2, 2]
    return state


def test_a_dry_stack_shuffles_discards_and_stacks_into_three_at_once() -> None:
    state = nearly_dry()
    state.play("order supplies")
    log = EventLog()
    state.play("stack 1", log=log)
    assert [event.kind for event in log] == ["supplies", "restack"]
    assert sorted(len(stack) for stack in state.stacks) == [24, 24, 24]
    assert sum(state.discard) == 0
    assert state.to_act == (0,)  # two more to take, now from the new stacks
    state.play("stack 3")
    state.play("stack 3")
    assert state.hand_size == [3, 1]
    assert sum(state.hands) + sum(map(len, state.stacks)) == 74


def test_no_reshuffle_before_a_stack_is_dry() -> None:
    state = nearly_dry()
    for move in ("order supplies", "stack 2", "stack 3"):
        state.play(move)
    assert [len(stack) for stack in state.stacks] == [1, 1, 1]
    assert state.view(0).table.tops == ("bait", "coffee", "squall")
