"""Position documents: there and back, and what is wrong with bad ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

import waystation
from waystation.engine import Chance, PositionError
from waystation.games.wayfinders.chart import CELL_NAMES
from waystation.games.wayfinders.state import WayfindersState


def make(table: dict[str, Any], agenda: list[dict[str, Any]] | None = None, **options: Any) -> WayfindersState:
    document: dict[str, Any] = {"table": table}
    if agenda is not None:
        document["agenda"] = agenda
    state = waystation.load("wayfinders", **options).state_from(document)
    assert isinstance(state, WayfindersState)
    return state


def test_every_moment_of_a_game_survives() -> None:
    game = waystation.load("wayfinders", players=3, exploration=True)
    state, chance = game.new_state(4), Chance.of(4, "test")
    for _ in range(400):
        if state.is_over:
            break
        assert game.state_from(json.loads(json.dumps(state.position()))) == state
        state.apply(chance.choice(state.legal_actions()))


def test_what_is_left_out_comes_from_the_seeded_set_up() -> None:
    assert make({}) == waystation.load("wayfinders").new_state(0)


def test_a_named_island_makes_room_for_itself() -> None:
    dealt = make({}).chart.tiles
    first, last = dealt[0], dealt[24]
    assert first is not None
    assert last is not None
    tiles = make({"islands": {"r1c1": last.id}}).chart.tiles
    assert tiles[0] == last
    assert tiles[24] == first, "the island that lay there goes where the other came from"
    assert tiles[1:24] == dealt[1:24]


def test_an_island_written_out_in_full() -> None:
    tile = {"id": "NEW", "back": "blue", "colour": "ice", "effect": "far", "points": 9, "cost": ["gas"]}
    state = make({"islands": {"r1c1": tile}, "airstrips": {"r1c1": [1]}})
    assert state.score_sheet(1)["r1c1"] == 9
    assert state.position()["table"]["islands"]["r1c1"]["id"] == "NEW"


def test_permanents_follow_from_the_airstrips() -> None:
    islands = {"r1c1": "Y-TRO-KEEP", "r1c2": "Y-ICE-KEEP", "r1c3": "Y-CIT-WILD", "r1c4": "Y-DES-WILD"}
    state = make({"islands": islands, "airstrips": {"r1c1": [0], "r1c2": [0], "r1c3": [0, 1], "r1c4": [1]}})
    assert state.keep == (5, 3)
    assert state.wild == (0b10000, 0b10010)


def test_the_bag_is_what_is_nowhere_else() -> None:
    state = make({"hands": ["PP", "G"], "hangars": ["TTT", "H"]})
    assert state.view(0).table.bag == "P" * 10 + "H" * 11 + "R" * 12 + "T" * 9 + "G" * 11


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"islands": {"r1c1": "NONE"}}, "table.islands.r1c1: there is no tile 'NONE'"),
        ({"islands": {"r3c3": "R-TRO-D1"}}, "table.islands.r3c3: Home lies there"),
        ({"islands": {"r6c1": "R-TRO-D1"}}, "table.islands"),
        ({"islands": {"r1c1": "R-TRO-D1", "r1c2": "R-TRO-D1"}}, "table.islands: tile R-TRO-D1: id: used by 2"),
        ({"islands": {"r1c1": {"id": "A"}}}, "table.islands"),
        ({"hands": ["P"]}, "table.hands: expected 2 entries, got 1"),
        ({"hands": ["P", "X"]}, "table.hands[1]"),
        ({"hands": ["P" * 13, ""]}, "table.hands[0]: 13 tokens P, but there are 12"),
        ({"hands": ["", "P" * 64]}, "table.hands[1]: 64 tokens P, but there are 12"),
        ({"bag": "G" * 13}, "table.bag: 13 tokens G, but there are 12"),
        ({"hands": ["T", ""], "hangars": [], "bag": "T" * 12}, "table: 13 tokens T, but there are 12"),
        ({"hangars": ["", "", "", "", "T"]}, "table.hangars: only 4 hangars are in use"),
        ({"hangars": ["TTTT"]}, "table.hangars[0]: a column has at most 3 tokens"),
        ({"workers": [[4], []]}, "table.workers[0]: at most 3 workers in a hangar"),
        ({"workers": [[], [3, 3]]}, "table.workers[1]: at most 3 workers in a hangar and 5 in all"),
        ({"workers": [[0, 0, 0, 0, 1], []]}, "table.workers[0]: only 4 hangars"),
        ({"workers": [[]]}, "table.workers: expected 2 entries"),
        ({"planes": ["r3c3", "r0c1"]}, "table.planes[1]"),
        ({"airstrips": {"r3c3": [0]}}, "table.airstrips.r3c3"),
        ({"airstrips": {"r1c1": [0, 0]}}, "table.airstrips.r1c1: a player has one airstrip only"),
        ({"airstrips": {"r1c1": [2]}}, "table.airstrips.r1c1: seats run from 0 to 1"),
        ({"airstrips": {name: [0] for name in CELL_NAMES[:10]}}, "table.airstrips: seat 0 has 11 airstrips"),
        ({"face_down": ["r1c1"]}, "table.face_down: only exploration"),
        ({"turns": -1}, "table.turns"),
        ({"weather": "fine"}, "table"),
    ],
)
def test_errors_name_path_and_reason(table: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as error:
        make(table)
    assert str(error.value).startswith(message), str(error.value)


@pytest.mark.parametrize(
    ("agenda", "message"),
    [
        ([{"ask": "TURN"}], "agenda[0].seats: every question goes to one seat"),
        ([{"ask": "TURN", "seats": [0, 1]}], "agenda[0].seats: every question goes to one seat"),
        ([{"ask": "TURN", "seats": [0], "data": [1]}], "agenda[0].data: PAY has a cell and 0 or 1"),
        ([{"ask": "TURN", "seats": [0]}] * 2, "agenda: a game asks TURN, FLIGHT, "),
        ([{"ask": "PAY", "seats": [0], "data": [7, 1]}], "agenda: a game asks TURN, FLIGHT, "),
        ([{"ask": "DISCARD", "seats": [0]}], "agenda: seat 0 has no token over the limit of 3"),
        ([("FLIGHT", [0]), ("PAY", [1], [7, 0])], "agenda[1].seats: every question goes to one seat, the same"),
        ([("FLIGHT", [0]), ("PAY", [0], [7])], "agenda[1].data: PAY has a cell and 0 or 1"),
        ([("FLIGHT", [0]), ("PAY", [0], [7, 2])], "agenda[1].data: PAY is for the plane's island and 1"),
        ([("FLIGHT", [0]), ("PAY", [0], [0, 0])], "agenda[1].data: PAY is for the plane's island and 1"),
        ([("FLIGHT", [0]), ("PAY", [0], [-1, 0])], "agenda[1].data: PAY is for the plane's island and 1"),
        ([("FLIGHT", [0]), ("PAY", [0], [12, 1])], "agenda[1].data: seat 0 cannot build at r3c3"),
        ([("FLIGHT", [0]), ("PAY", [0], [17, 0])], "agenda[1].data: entering r4c3 is free"),
        ([("FLIGHT", [0]), ("PAY", [0], [7, 0])], "agenda: seat 0 is asked but has nothing to choose from"),
    ],
)
def test_frames_must_be_such_as_a_game_has(agenda: list[Any], message: str) -> None:
    """Seat 0 stands at Home (cell 12) with nothing; r4c3 (cell 17) has an airstrip."""
    frames = [f if isinstance(f, dict) else dict(zip(("ask", "seats", "data"), f, strict=False)) for f in agenda]
    with pytest.raises(PositionError) as error:
        make({"hands": ["", ""], "airstrips": {"r4c3": [1]}}, frames)
    assert str(error.value).startswith(message), str(error.value)


def test_a_payment_in_mid_flight_goes_on() -> None:
    islands = {"r2c3": "R-TRO-D1"}
    frames = [{"ask": "FLIGHT", "seats": [0]}, {"ask": "PAY", "seats": [0], "data": [7, 0]}]
    state = make({"islands": islands, "hands": ["PGG", ""]}, frames)
    assert [state.game.actions.format(action) for action in state.legal_actions()] == ["pay P", "pay GG"]
    state.play("pay GG")
    assert state.view(0).table.seats[0].plane == "r2c3"


def test_what_was_visited_is_face_up() -> None:
    with pytest.raises(PositionError, match="r2c3 has been visited"):
        make({"face_down": ["r2c3"], "airstrips": {"r2c3": [0]}}, exploration=True)
    with pytest.raises(PositionError, match="r3c3 has been visited"):
        make({"face_down": ["r3c3"]}, exploration=True)
    with pytest.raises(PositionError, match="r1c2 is next to an island that has been visited"):
        make({"face_down": ["r1c2"], "planes": ["r1c1", "r3c3"]}, exploration=True)
    state = make({"planes": ["r1c1", "r3c3"]}, exploration=True)
    assert state.seen & 0b100011 == 0b100011, "r1c1 and its neighbours are face up"


def test_an_unknown_tile_cannot_lie_face_down() -> None:
    tile = {"id": "NEW", "back": "red", "colour": "ice", "effect": "draw", "amount": 1, "points": 1, "cost": ["gas"]}
    with pytest.raises(PositionError, match="the tile at r1c1 is not in the tile set"):
        make({"islands": {"r1c1": tile}, "face_down": ["r1c1"]}, exploration=True)
