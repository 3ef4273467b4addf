"""Positions: what no game leads to is refused, what is left out is filled in, what is accepted can be played on."""

from __future__ import annotations

import os
from typing import Any

import pytest

import waystation
from games.positions import check
from games.wayfarers.players import blocker, drawer, eager, hoarder, spender
from waystation.engine import Chance, PositionError, State
from waystation.engine.conformance import random_choice
from waystation.games.wayfarers.game import Wayfarers
from waystation.games.wayfarers.panorama import Panorama

OPTIONS: list[dict[str, Any]] = [
    {"players": 2, "round_limit": 8},
    {"players": 1, "round_limit": 12},
    {"players": 3, "round_limit": 5, "promos": True, "late_trade": True},
    {"players": 4, "round_limit": 4, "section_1": "B", "section_2": "B", "section_3": "B"},
]
MUTANTS = int(os.environ.get("WAYSTATION_MUTANTS", "60"))
"""Changed documents per set of options; ``WAYSTATION_MUTANTS=3000 pytest tests/games/wayfarers/test_positions.py``."""
END = {"ask": "END"}


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: str(options["players"]))
def test_changed_documents_are_refused_or_playable(options: dict[str, Any]) -> None:
    accepted = check(waystation.load("wayfarers", **options), seed=MUTANTS, mutants=MUTANTS)
    assert 0 < accepted < MUTANTS


LONG: list[dict[str, Any]] = [
    *({"players": 1, "round_limit": 25, "solo_board": board, "late_trade": board > 2} for board in range(1, 5)),
    {"players": 2, "round_limit": 25, "late_trade": True, "section_2": "B"},
    {"players": 3, "round_limit": 12, "promos": True, "section_1": "B"},
    {"players": 4, "round_limit": 10, "promos": True, "section_3": "B"},
]


@pytest.mark.parametrize("options", LONG, ids=lambda options: "-".join(map(str, options.values())))
def test_no_game_leads_to_what_is_refused(options: dict[str, Any]) -> None:
    """After every move of games of every temper nothing is found, and the position can be read back."""
    game = waystation.load("wayfarers", **options)
    for chooser in (eager, random_choice, blocker, drawer, spender, hoarder):
        state, chance = game.new_state(f"legal {chooser.__name__}"), Chance.of("legal", chooser.__name__)
        for ply in range(5000):
            assert not list(game.faults(state))
            _derived(state)
            if ply % 6 == 0 or state.is_over:
                assert game.state_from(state.position()) == state
            if state.is_over:
                break
            (seat,) = state.to_act
            state.advance(chooser(state, seat, chance), seat)
        assert state.is_over


def _derived(state: Any) -> None:
    """What follows from cards and tiles is what they say when they are counted anew."""
    box = state.game.box
    for player in state.seats[: state.game.players]:
        fresh = Panorama.start(box, player.board)
        for card in (*player.cards[6:], *player.space[1:]):
            fresh.add_card(box, card)
        for at, town in enumerate(player.town):
            if town >= 8:
                fresh.tuck_town(player.cards[at], town)
        for at, goal in enumerate(player.goal):
            if goal >= 0:
                fresh.tuck_goal(player.space[at], goal)
        for tile in player.tiles:
            number, side, cell = tile & 31, tile >> 5 & 1, tile >> 6
            fresh.add_tile(box, number, side, cell, dict(box.places[box.tiles[number].colour])[cell])
        for name in ("count", "columns", "discounts", "raises", "lowers", "tile_vp", "cells"):
            assert getattr(fresh, name) == getattr(player, name), name


@pytest.mark.parametrize(
    ("table", "place", "reason"),
    [
        ({"seats": [{"cards": ["L05"], "space": ["S86", "S87"]}]}, "table.seats[0].space", "one above each"),
        ({"seats": [{"space": ["S86"]}]}, "table.seats[0].space", "one above each"),
        ({"seats": [{"dice": [1, 2, 3, 4, 5, 6]}]}, "table.seats[0].dice", "6 dice"),
        ({"seats": [{"dice": [1, 2, 3], "reserve": 3}]}, "table.seats[0].reserve", "0 and 2"),
        ({"seats": [{"dice": [1, 2, 3, 4], "reserve": 2}]}, "table.seats[0].dice", "6 dice"),
        ({"seats": [{"dice": [1, 2, 3, 4, 5], "placed": ["HOME_M1"]}]}, "table.seats[0].dice", "6 dice"),
        ({"seats": [{"placed": ["HOME_M1", "HOME_M1"]}]}, "table.seats[0].placed", "one die"),
        ({"seats": [{"supply": 30}]}, "table.seats[0].supply", "a player has 15"),
        ({"seats": [{"supply": 15, "guilds": {"blue": 1}}]}, "table.seats[0].supply", "16 influence"),
        ({"seats": [{"marker": "J10a"}, {"marker": "J10a"}]}, "table.seats[1].marker", "one marker"),
        ({"seats": [{"board": "B1"}, {"board": "B1"}]}, "table.seats[1].board", "also the board"),
        ({"seats": [{"tiles": ["U47 front r2c1", "U47 front r2c2"]}]}, "table.seats", "only 1 tile U47"),
        ({"seats": [{"silver": 2**70}]}, "table.seats[0].silver", "999999"),
        ({"seats": [{"provision": 10**6}]}, "table.seats[0].provision", "999999"),
        ({"seats": [{"workers": {"green": 5}}]}, "table.workers", "5 green workers"),
        ({"seats": [{"workers": {"blue": 5}}]}, "table.workers", "5 blue workers"),
        ({"seats": [{"cards": ["W39"]}]}, "table.seats[0].cards", "promo"),
        ({"round": 2**70}, "table.round", "999999"),
        ({"ending": 10}, "table.ending", "<= 9"),
        ({"ending": 2, "seats": [{"marker": "J9a"}, {"marker": "J9b"}]}, "table.ending", "stands on a final space"),
        ({"used": 8}, "table.used", "abilities"),
        ({"locked": "green L05", "seats": [{"cards": ["L05"]}]}, "table.locked", "does not lie"),
        ({"fresh": ["L05"], "display": {"land": ["L05"]}}, "table.fresh[0]", "has not acquired"),
        ({"display": {"land": ["L05"]}, "workers": {"L99": ["green"]}}, "table.workers.L99", "does not lie here"),
    ],
)  # fmt: skip
def test_what_cannot_be(table: dict[str, Any], place: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason) as caught:
        waystation.load("wayfarers").state_from({"table": table})
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("table", "place"),
    [
        ({"solo": {"marker": "J10a"}, "seats": [{"marker": "J10a"}]}, "table.solo.marker"),
        ({"solo": {"schemes": ["SC1", "SC2", "SC3", "SC4", "SC5", "SC6"]}}, "table.solo.schemes"),
        ({"solo": {"due": 10}}, "table.solo.due"),
        ({"solo": {"guilds": {"black": 2**70}}}, "table.solo"),
        ({"solo": {"cards": ["L05"]}, "seats": [{"cards": ["L05"]}]}, "table.solo.cards[0]"),
        ({"solo": {"cards": ["W39"]}}, "table.solo.cards"),
        ({"solo": {"tiles": ["U47", "U47"]}}, "table.solo.tiles"),
        ({"solo": {"workers": {"yellow": 9}}}, "table.workers"),
        ({"turn": 1, "solo": {"track": -1}}, "table.solo.track"),
    ],
)
def test_what_cannot_be_of_the_solo_opponent(table: dict[str, Any], place: str) -> None:
    with pytest.raises(PositionError) as caught:
        waystation.load("wayfarers", players=1).state_from({"table": table})
    assert caught.value.place == place


def frame(ask: str, *data: int, seats: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"ask": ask, "seats": list(seats), "data": list(data)}


BOX = waystation.load("wayfarers").box  # type: ignore[attr-defined]
MARK, STEP, GREEN_TILE, SPACE = (BOX.numbers[text] for text in ("mark", "adjust", "green upgrade", "space"))


@pytest.mark.parametrize(
    ("table", "agenda"),
    [
        ({"seats": [{"supply": 0, "guilds": {"black": 15}}]}, [END, frame("TARGET", 0, MARK, seats=(0,))]),
        ({}, [END, frame("LIFT", -1, 0, seats=(0,))]),
        ({}, [END, frame("LIFT", -1, 0)]),
        ({}, [END, frame("MARKING", 0, seats=(0,)), frame("POOL", 0, MARK)]),
        ({"seats": [{"silver": 0, "guilds": {}}]}, [END, frame("TARGET", 0, GREEN_TILE, seats=(0,))]),
        ({"seats": [{"silver": 9}]}, [END, frame("POOL", 0, SPACE, seats=(0,))]),
        ({"seats": [{"dice": []}]}, [END, frame("POOL", 0, STEP, seats=(0,))]),
        ({}, [END, frame("TURN", seats=(0,)), frame("POOL", 0, MARK, seats=(0,))]),
        ({}, [END, frame("TURN", seats=(0,)), frame("POOL", 0, STEP, seats=(0,))]),
        ({}, [END, frame("LATE", seats=(0,))]),
        ({"seats": [{"guilds": {}}]}, [END, frame("EXTRA", seats=(0,))]),
        ({"seats": [{"dice": [2], "placed": ["HOME_M3"]}]}, [END, frame("REROLL", 2, seats=(0,))]),
        ({"display": {"inspiration": ["I02"]}}, [END, frame("TUCK", BOX.by_name["I01"], 16, seats=(0,))]),
        ({}, [END, frame("DRAWN", 2, BOX.by_name["S86"], seats=(0,))]),
    ],
)  # fmt: skip
def test_frames_that_the_table_does_not_bear(table: dict[str, Any], agenda: list[dict[str, Any]]) -> None:
    with pytest.raises(PositionError, match=r"^agenda"):
        waystation.load("wayfarers").state_from({"table": {"turn": 0, **table}, "agenda": agenda})


def _read(**table: Any) -> State:
    return waystation.load("wayfarers").state_from({"table": table})


def test_what_is_left_out_gives_way_to_what_is_given() -> None:
    state: Any = _read(seats=[{"placed": ["HOME_M3", "HOME_M4"]}, {"dice": [1, 2, 3, 4]}])
    assert [sum(p.dice) + p.die.bit_count() + p.reserve for p in state.seats] == [5, 5]
    assert state.seats[1].reserve == 1
    state = _read(seats=[{"workers": {"green": 2}}], display={"land": ["L05"]}, workers={"L05": ["yellow", "green"]})
    assert state.green.bit_count() == 1
    assert len({player.board for player in _read(seats=[{}, {"board": "B3"}]).seats}) == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize(("marker", "turns"), [(0, 3), (1, 2)])
def test_a_marker_at_the_end_brings_the_last_turns(marker: int, turns: int) -> None:
    """The seat that has arrived has its last turn last: with the turn still at it, everybody has one more."""
    state: Any = _read(seats=[{"marker": "J10a" if seat == marker else "J0"} for seat in range(2)])
    assert state.ending == turns


@pytest.mark.parametrize(
    ("table", "arrived"),
    [
        ({"ending": 1}, 0),
        ({"ending": 2}, 1),
        ({"turn": 1, "ending": 1, "seats": [{}, {"dice": [3]}]}, 1),
        ({"ending": 2, "seats": [{}, {"marker": "J9b"}]}, 0),
        ({"ending": 2, "seats": [{"marker": "J10b"}]}, 0),
    ],
)
def test_the_last_turns_have_a_marker_at_the_end(table: dict[str, Any], arrived: int) -> None:
    """Without one the position at the end of the game could not be read back."""
    game = waystation.load("wayfarers", players=2)
    state = game.state_from({"table": table})
    assert [bool(state.game.box.final[player.marker]) for player in state.seats].index(True) == arrived
    while not state.is_over:
        seat = state.to_act[0]
        state.apply(state.legal_actions(seat)[-1], seat)
    assert game.state_from(state.position()) == state


def test_a_game_that_is_over_has_no_turns_left() -> None:
    state: Any = waystation.load("wayfarers").state_from({"agenda": [], "table": {"seats": [{"marker": "J10e"}, {}]}})
    assert state.is_over
    assert state.ending == 0


def test_the_solo_pile_names_its_top_cards() -> None:
    state = waystation.load("wayfarers", players=1).state_from({"table": {"solo": {"pile": ["SC3", "SC1"]}}})
    pile = state.position()["table"]["solo"]["pile"]
    assert pile[:2] == ["SC3", "SC1"]
    assert sorted(pile) == [f"SC{n}" for n in range(1, 7)]


def test_a_game_says_how_many_tiles_there_are() -> None:
    game = waystation.load("wayfarers", players=4)
    assert isinstance(game, Wayfarers)
    assert {game.tiles_of_a_design(tile) for tile in game.box.tiles} == {1, 4}
