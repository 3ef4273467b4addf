"""Nobody gets to see what is hidden: in views, scenes and events, for every seat and for spectators."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest

import waystation
from games.wordtraveler.players import straight
from waystation.engine import Chance, Match, State
from waystation.games.wordtraveler.components import side_of
from waystation.games.wordtraveler.state import Stage, WordTravelerState


@pytest.mark.parametrize(
    "options", [{"players": 3}, {"players": 4, "guess": "decider", "show_intentions": False, "timer": 60}], ids=str
)
def test_no_canary_is_ever_seen(options: dict[str, object]) -> None:
    """Words in hand and under arrows, map sides, and stops: looked for as text in everything a viewer gets."""
    game = waystation.load("wordtraveler", **options)
    match = Match(game, "canaries")
    chance = Chance.of("canaries", "play")
    looks = 0
    while not match.state.is_over:
        if chance.below(4) == 0:
            for viewer in (None, *range(game.players)):
                look(match, viewer)
                looks += 1
        seat = chance.choice(match.state.to_act)
        match.apply(straight(match.state, seat, chance), seat)
    assert looks > 50


def look(match: Match, viewer: int | None) -> None:
    state = cast(WordTravelerState, match.state)
    view = match.view(viewer)
    text = msgspec.json.encode([view, match.game.scene(view), match.told(viewer)]).decode()
    words = state.game.words
    for seat in range(state.game.players):
        stage = state.stage(seat)
        if state.preparing:
            assert side_of(state.map_side(seat)).one not in text, "before the timer is turned, to its owner too"
        if seat == viewer:
            continue
        if stage < Stage.TRAVELLING:
            for word in state.free[seat]:
                assert f'"{words.ids[word]}"' not in text
                assert f'"{words.labels[word]}"' not in text
        if stage < Stage.BACK:
            assert side_of(state.map_side(seat)).one not in text
    for seat in range(state.game.players):
        if state.day == 1:
            assert side_of(state.maps[2 * seat + 1]).one not in text, "Day 2's side, to its owner too"


def test_hidden_stops_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two plans with the same arrows and words but other stops look alike to everybody else until they are scored."""
    game = waystation.load("wordtraveler", players=3, first=1)

    def at(stop: str) -> State:
        position = {
            "hands": [["busy"], [], []],
            "plans": [[f"stop {stop}", "say busy"], [], []],
            "maps": [[{"two": "r1c1"}, {"two": "r1c2"}]] * 3,
        }
        state = game.state_from({"table": position})
        for seat in range(3):
            state.play("done", seat)
        return state

    near, far = at("r4c5"), at("r4c7")
    for viewer in (None, 1, 2):
        assert msgspec.json.encode(near.view(viewer)) == msgspec.json.encode(far.view(viewer))
        assert near.view(viewer).legal == far.view(viewer).legal
    assert near.view(0) != far.view(0)


def test_the_traveller_is_silent_until_scored() -> None:
    game = waystation.load("wordtraveler", players=3, first=1)
    position = {"hands": [["busy"], [], []], "plans": [["stop r4c6", "say busy"], [], []]}
    state = game.state_from({"table": position})
    assert all(state.may_speak(seat) for seat in range(3))
    for seat in range(3):
        state.play("done", seat)
    assert [state.may_speak(seat) for seat in range(3)] == [False, True, True]
    for viewer in (None, 0, 1, 2):
        assert state.view(viewer).hushed == (0,), "everybody knows who is silent"
        assert ("until your trip is scored" in state.view(viewer).hush) == (viewer == 0)
    for seat in (1, 2):
        state.play("foot r4c6", seat)
        state.play("done", seat)
    assert all(state.may_speak(seat) for seat in range(3))


def test_what_a_seat_knows_is_kept_when_the_rest_is_drawn_anew() -> None:
    game = waystation.load("wordtraveler", players=4)
    state = cast(WordTravelerState, game.new_state("worlds"))
    worlds = [state.determinize(2, Chance.of(n, "world")) for n in range(20)]
    assert all(world.free[2] == state.free[2] and world.map_side(2) == state.map_side(2) for world in worlds)
    assert len({tuple(world.free[0]) for world in worlds}) > 10
    assert len({world.maps[5] for world in worlds}) > 10, "the own side of Day 2"
    assert len({world.map_side(0) for world in worlds}) > 10
