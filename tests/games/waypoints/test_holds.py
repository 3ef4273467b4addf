"""Waypoints meets the engine's contract, for one, two, four and thirty players."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

import waystation
from waystation.bots import SpecError, make
from waystation.engine import Chance, ComponentError, OptionError, PositionError, conformance
from waystation.games.waypoints import atlas
from waystation.games.waypoints.bots import Ahead, best_turn
from waystation.games.waypoints.state import Hiker, WaypointsState


def hoard(state: WaypointsState, seat: int, chance: Chance) -> int:
    """A player who collects features, specials and long ways: seldom rests, walks on while it can."""
    legal = state.legal_actions(seat)
    kinds = {action: state.game.actions[action].kind for action in legal}
    for wanted in (
        ("lake", "wood"),
        ("kayak", "pack-kayak", "float", "bridge"),
        ("glider", "pack-glider", "coat", "pack-coat"),
    ):
        some = [action for action in legal if kinds[action] in wanted]
        if some and chance.below(3):
            return chance.choice(some)
    moving = [action for action in legal if kinds[action] != "rest"]
    return chance.choice(moving or legal)


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ({"players": 1, "solo": "hard", "goal": "bridges"}, 2),
        ({"players": 2}, 2),
        ({"players": 4, "must_photograph": True, "paddle_on": False}, 1),
    ],
)
def test_conformance(options: dict[str, object], games: int) -> None:
    game = waystation.load("waypoints", **options)
    conformance.check(game, games=games, every=60, choosers=(hoard, conformance.random_choice))


def test_thirty_players_finish_a_game() -> None:
    game = waystation.load("waypoints", players=30)
    state, chance = game.new_state(5), Chance.of(5, "thirty")
    while not state.is_over:
        seat = chance.choice(state.to_act)
        state.advance(chance.choice(state.legal_actions(seat)), seat)
    outcome = state.outcome()
    assert outcome is not None
    assert len(outcome.ranks) == 30
    assert len(game.scene(state.view(29)).nodes) > 200


def test_no_walk_gets_stuck_and_choices_stay_few() -> None:
    """Hoarding walkers always have something to choose, never much."""
    game = waystation.load("waypoints", players=1)
    longest = 0
    for seed in range(150):
        state, chance = game.new_state(seed), Chance.of(seed, "walk")
        while not state.is_over:
            legal = state.legal_actions(0)
            assert legal
            if state.game.actions[legal[0]].kind not in ("photo", "glide", "no-photo"):
                longest = max(longest, len(legal))
            state.advance(hoard(state, 0, chance), 0)
    assert longest <= 24


def test_every_field_of_a_sheet_is_compared_copied_and_saved() -> None:
    game = waystation.load("waypoints", players=1)
    state = game.new_state(3)
    for name in Hiker.FIELDS:
        value = getattr(state.hikers[0], name)
        changed = state.clone()
        other = [*value, 1] if isinstance(value, list) else value + 1
        if name == "legs":
            other = [(0, 1, 2, game.moves.arrive)]
        setattr(changed.hikers[0], name, other)
        assert changed != state, name
        assert hash(changed) != hash(state), name
        assert getattr(changed.clone().hikers[0], name) == other, name
        if isinstance(value, list):
            assert getattr(state.clone().hikers[0], name) is not value, name


def test_a_position_says_what_is_wrong_with_it() -> None:
    game = waystation.load("waypoints", players=1)
    for table, place in (
        ({"start": "nowhere"}, "table.start"),
        ({"marker": 17}, "table.marker"),
        ({"hikers": [{"here": "camp9"}]}, "table.hikers[0].here"),
        ({"hikers": [{"marks": {"bear": 11}}]}, "table.hikers[0].marks.bear"),
        ({"hikers": [{"marks": {"wolf": 1}}]}, "table.hikers[0].marks.wolf"),
        ({"hikers": [{"water": 3, "drunk": 4}]}, "table.hikers[0].drunk"),
        ({"hikers": [{"lakes": [10]}]}, "table.hikers[0].lakes"),
        ({"hikers": [{"squares": ["G1"]}]}, "table.hikers[0].squares"),
        ({"hikers": [{}, {}]}, "table.hikers"),
        ({"hikers": [{"used": {"kayak": 1}}]}, "table.hikers[0].used.kayak"),
    ):
        with pytest.raises(PositionError) as caught:
            game.state_from({"table": table})
        assert caught.value.place == place


def test_a_map_can_be_given_in_full_and_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import msgspec

    document = msgspec.json.decode(msgspec.json.encode(atlas.load_sheet("map1")))
    game = waystation.load("waypoints", players=1, sheet=document)
    assert game.sheet == atlas.load_sheet("map1")
    document["borders"][0][1] = 999
    with pytest.raises(OptionError, match="borders"):
        waystation.load("waypoints", players=1, sheet=document)
    monkeypatch.setattr(atlas, "own_maps", lambda: tmp_path)
    with pytest.raises(OptionError, match="there is no map"):
        waystation.load("waypoints", players=1, map="atlantis")
    atlas.save_map("mine", atlas.load_sheet("map1"))
    assert waystation.load("waypoints", players=1, map="mine").sheet.name == "Whistling Water"
    with pytest.raises(ComponentError):
        atlas.save_map("map1", atlas.load_sheet("map1"))
    (tmp_path / "broken.json").write_text("{}")
    with pytest.raises(OptionError, match="not a compiled map"):
        waystation.load("waypoints", players=1, map="broken")


def test_who_thinks_on_plays_a_whole_turn_the_same_for_the_same_chance() -> None:
    game = waystation.load("waypoints", players=1, goal="lakes")
    state = cast(WaypointsState, game.new_state(2))
    for _ in range(3):
        for action in best_turn(state, 0):
            state.apply(action, 0)
    before = state.clone()
    turns = [Ahead(2).think(state, 0, Chance.of(1, "courses")) for _ in range(2)]
    assert state == before
    assert turns[0] == turns[1]
    for action in turns[0]:
        state.apply(action, 0)
    assert (state.hike, state.marker) > (before.hike, before.marker), "the turn is over, and the next throw was made"
    with pytest.raises(SpecError, match="expected a number of courses such as ahead:8"):
        make("ahead:far", game)


def test_the_expert_plays_and_wins_alone() -> None:
    game = waystation.load("waypoints", players=1, goal="lakes")
    state = game.new_state(2)
    while not state.is_over:
        for action in best_turn(state, 0):
            state.apply(action, 0)
    assert state.scores()[0] > 90
