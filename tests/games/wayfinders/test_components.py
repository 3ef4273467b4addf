"""The tile set, and what the loader says about tile files that are wrong."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import waystation
from waystation.engine import ComponentError, OptionError
from waystation.games.wayfinders.components import COLOURS, RESOURCES, load_tiles, standard_tiles

GOOD = """
[[tile]]
id = "A"
back = "red"
colour = "ice"
effect = "draw"
amount = 2
points = 4
cost = ["tire", "gas"]
"""


def test_the_set_has_fifteen_tiles_of_each_back_and_nine_of_each_colour() -> None:
    tiles = standard_tiles()
    assert Counter(tile.back for tile in tiles) == {"red": 15, "blue": 15, "yellow": 15}
    assert Counter(tile.colour for tile in tiles) == dict.fromkeys(COLOURS, 9)
    assert Counter((tile.back, tile.colour) for tile in tiles) == {
        (back, colour): 3 for back in ("red", "blue", "yellow") for colour in COLOURS
    }


def test_costs_are_balanced_as_the_facts_sheet_says() -> None:
    tiles = standard_tiles()
    assert Counter(len(tile.cost) for tile in tiles) == {1: 5, 2: 13, 3: 19, 4: 8}
    assert Counter(name for tile in tiles for name in tile.cost) == dict.fromkeys(RESOURCES, 24)
    assert all(max(Counter(tile.cost).values()) <= 2 for tile in tiles)


def test_flat_points_are_twice_the_cost_less_the_weight_of_the_effect() -> None:
    for tile in standard_tiles():
        if tile.back != "blue":
            weight = {"draw": tile.amount, "keep": 1, "free": 1, "wild": 2}[tile.effect]
            assert tile.points == 2 * len(tile.cost) - weight, tile.id


def test_the_one_tile_that_the_rulebook_shows() -> None:
    (tile,) = (tile for tile in standard_tiles() if tile.sources.cost == "rules")
    assert (tile.back, tile.colour, tile.effect, tile.amount, tile.points) == ("red", "tropical", "draw", 2, 4)
    assert sorted(tile.cost) == ["headphones", "propeller", "tire"]


def test_every_effect_is_there() -> None:
    effects = Counter(tile.effect for tile in standard_tiles())
    assert effects == {
        **{"draw": 15, "keep": 5, "free": 5, "wild": 5, "own_colour": 5, "cost_at_least": 2},
        **{"colours": 1, "shared": 1, "groups": 1, "column": 1, "row": 1, "around": 1, "far": 1, "squares": 1},
    }


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(GOOD)
    (tile,) = load_tiles(path)
    assert tile.cost == ("tire", "gas")
    assert tile.sources.points == "owner"


def test_json_of_the_same_shape(tmp_path: Path) -> None:
    path = tmp_path / "tiles.json"
    row = {"id": "A", "back": "yellow", "colour": "ice", "effect": "wild", "of": "gas", "points": 1, "cost": ["gas"]}
    path.write_text(json.dumps({"tile": [row]}))
    assert load_tiles(path)[0].of == "gas"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('back = "red"', 'back = "green"'), "tile A (number 1): back"),
        (('back = "red"', 'back = "blue"'), "tile A: back: effect 'draw' belongs on a red tile"),
        (('colour = "ice"', 'colour = "sea"'), "tile A (number 1): colour"),
        (('effect = "draw"', 'effect = "dig"'), "tile A (number 1): effect"),
        (("amount = 2", "amount = 4"), "tile A: amount: must be one of 1, 2, 3 for effect 'draw'"),
        (("amount = 2", ""), "tile A: amount: must be one of 1, 2, 3"),
        (("amount = 2", 'amount = 2\nof = "ice"'), "tile A: of: must be left out for effect 'draw'"),
        (("points = 4", "points = -1"), "tile A (number 1): points"),
        (("points = 4", ""), "tile A (number 1): fields: Object missing required field `points`"),
        (('["tire", "gas"]', "[]"), "tile A (number 1): cost"),
        (('["tire", "gas"]', '["tire", "oil"]'), "tile A (number 1): cost[1]"),
        (('id = "A"', 'id = "A B"'), "tile A B (number 1): id"),
        (('id = "A"', 'name = "A"'), "tile without id (number 1): fields"),
        (("[[tile]]", "[[island]]"), "a list of tiles named 'tile' is missing"),
        (("amount = 2", "amount = "), "line 7"),
    ],
)
def test_errors_name_tile_and_field(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(GOOD.replace(*change))
    with pytest.raises(ComponentError) as error:
        load_tiles(path)
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)


def test_an_id_may_not_be_used_twice(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(GOOD + GOOD)
    with pytest.raises(ComponentError, match="tile A: id: used by 2 tiles"):
        load_tiles(path)


def test_free_entry_needs_a_colour(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(GOOD.replace('"red"', '"yellow"').replace('effect = "draw"\namount = 2', 'effect = "free"'))
    with pytest.raises(ComponentError, match="tile A: of: must be one of tropical, desert"):
        load_tiles(path)


def test_tiles_given_as_an_option_are_checked_like_a_file() -> None:
    row = {"id": "A", "back": "yellow", "colour": "ice", "effect": "wild", "of": "gas", "points": 1, "cost": ["oil"]}
    with pytest.raises(OptionError, match=r"wayfinders: option tiles: tile A \(number 1\): cost\[0\]: Invalid"):
        waystation.load("wayfinders", tiles=[row])
    with pytest.raises(OptionError, match="wayfinders: option tiles: tile A: id: used by 24 tiles"):
        waystation.load("wayfinders", tiles=[{**row, "cost": ["gas"]}] * 24)


def test_a_file_nested_too_deeply(tmp_path: Path) -> None:
    path = tmp_path / "tiles.json"
    path.write_text("[" * 100_000)
    with pytest.raises(ComponentError, match="nested too deeply"):
        load_tiles(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ComponentError, match=r"none\.toml"):
        load_tiles(tmp_path / "none.toml")
