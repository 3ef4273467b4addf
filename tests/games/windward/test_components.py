"""Component files: the shipped set, an owner's set, and what is wrong in bad ones."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest

import waystation
from waystation.engine import ComponentError, Match, OptionError, record
from waystation.games import windward
from waystation.games.windward.components import from_data, read, shipped

SHIPPED = Path(windward.__file__).parent / "data" / "components.toml"


def data() -> dict[str, Any]:
    return tomllib.loads(SHIPPED.read_text(encoding="utf-8"))


def test_the_counts_of_the_rulebook() -> None:
    components = shipped()
    assert sum(card.count for card in components.cards) == 74
    assert sum(tile.copies for tile in components.crew) == 15
    assert len(components.wedges) == 6
    assert components.board.die == (1, 1, 1, 2, 2, 3)
    assert {ship.colour for ship in components.ships} == {"red", "blue", "green", "yellow", "purple"}


def test_everything_says_where_it_comes_from() -> None:
    by_id = {card.id: card for card in shipped().cards}
    assert by_id["coffee"].source == {"name": "rules", "effect": "public aid", "count": "reconstructed"}
    assert shipped().prices.source == "public aid"
    assert all(card.source == "reconstructed" for card in shipped().achievements)
    sides = {side.id: side.source for tile in shipped().crew for side in tile.sides}
    assert [name for name, source in sides.items() if source == "rules"] == ["marine", "coxswain"]


def test_the_rules_list_the_shipped_set() -> None:
    rules = (SHIPPED.parents[1] / "RULES.md").read_text(encoding="utf-8")
    for card in shipped().cards:
        ours = "reconstructed" in (card.source["name"], card.source["effect"])
        row = next(line for line in rules.splitlines() if line.startswith(f"| {card.name} |"))
        assert row.startswith(f"| {card.name} | {card.count} | {card.text}")
        assert row.endswith("| R |") == ours
        assert ("*(battle)*" in row, "*(attacked)*" in row) == (card.timing == "battle", card.timing == "attacked")
        assert ("*(at sky)*" in row) == (card.where == "sky")
    for tile in shipped().crew:
        for side in tile.sides:
            row = next(line for line in rules.splitlines() if line.startswith(f"| {side.name} |"))
            assert row.startswith(f"| {side.name} | {tile.column}: ")
            assert row.endswith(f"| {side.text} | {'R' if side.source == 'reconstructed' else ''} |")
    for goal in shipped().achievements:
        points = str(goal.first) if goal.later is None else f"{goal.first}, {goal.later}"
        assert f"| {goal.name} | {points} | {goal.text} |" in rules


BAD: dict[str, tuple[str, Any, str]] = {
    "a card too many": ("cards.0.count", 6, "75 cards, the supply deck has 74"),
    "an unknown effect": ("cards.0.effects", ["fly 2"], "is not one of"),
    "an effect without its number": ("cards.0.effects", ["speed"], "needs 1 number"),
    "an effect with a bad number": ("cards.0.effects", ["speed x"], "needs 1 number"),
    "an effect with a raised number": ("cards.0.effects", ["speed ²"], "needs 1 number"),
    "an effect of more than anybody can count": ("cards.0.effects", ["speed " + "9" * 5000], "needs 1 number"),
    "no effect": ("cards.0.effects", [], "no effect"),
    "a battle card in the own turn": ("cards.4.timing", "own turn", "timing 'own turn' does not fit battle_hits"),
    "two cards of one name": ("cards.1.id", "coffee", "'coffee' is there twice"),
    "an unknown place": ("cards.2.where", "moon", "Invalid enum value 'moon'"),
    "five faces": ("board.die", [1, 1, 2, 2, 3], "six faces"),
    "a colour twice": ("ships.1.colour", "red", "'red' is there twice"),
    "an unknown perk": ("ships.0.perk", "gold 1", "is not one of"),
    "too few crew": ("crew.0.copies", 4, "add up to 15"),
    "no second boat": ("crew.1.unlocks", "gas_slots 1", "open the second longboat"),
    "a bad condition": ("achievements.0.condition", "port_teeth 1", "needs 2 number"),
    "a wedge without a red start": ("wedges.0.large", [".", "..", ".z.", "#...", "..f.#", "a.#..g"], "one red start"),
    "a short row": ("wedges.1.small", [".", ".", "r.g", "a#f."], "row n needs n places"),
    "a corner elsewhere": ("wedges.1.small", [".", "..", "r.g", "#af."], "the corner"),
    "a walled-off part": ("wedges.0.small", [".", "#z", "#f.", "a##r"], "cuts off"),
    "drift at the post": ("wedges.0.small", ["#", ".z", "#f.", "ag.r"], "cannot be drift"),
    "five wedges": ("wedges", [], "a planet has six"),
    "rows of different number": ("wedges.2.small", [".", "..", "rfa"], "the same number of rows"),
    "a typing error in a key": ("cards.0.efects", [], "unknown field `efects`"),
    "an unknown section": ("boats", 3, "unknown field `boats`"),
    "a price of nothing": ("prices.rum", 0, "Expected `int` >= 1"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_with_place_and_reason(name: str) -> None:
    path, value, reason = BAD[name]
    broken = copy.deepcopy(data())
    *inner, last = path.split(".")
    place: Any = broken
    for key in inner:
        place = place[int(key)] if key.isdigit() else place[key]
    place[last] = value
    with pytest.raises(ComponentError, match=reason.replace("(", r"\(")) as caught:
        from_data(broken)
    assert caught.value.place


def test_an_owners_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = """
[board]
die = [0, 1, 1, 2, 2, 4]
morale_max = 6
boat_speed_max = 8
boat_speed_order = 3
gas_slots = 6
cannon_slots = 1
boat_slots = 1
source = { die = "owner" }
"""
    mine.write_text(text, encoding="utf-8")
    game = waystation.load("windward", players=2, ship_perks="none", components=read(mine))
    state = game.new_state(1)
    ships = state.view(0).table.ships
    assert (ships[0].gas_slots, ships[0].cannon_slots) == (6, 1)
    match = Match(game, 5)
    for _ in range(60):
        match.apply(match.state.legal_actions()[0])
    again = record.replay(record.parse(record.write(match)))
    assert again.state == match.state
    assert again.game.options == game.options


def test_an_unreadable_file(tmp_path: Path) -> None:
    with pytest.raises(ComponentError, match="No such file"):
        read(tmp_path / "none.toml")
    bad = tmp_path / "bad.toml"
    bad.write_text("[board", encoding="utf-8")
    with pytest.raises(ComponentError):
        read(bad)


def test_a_bad_section_is_an_option_error() -> None:
    with pytest.raises(OptionError, match="rum"):
        waystation.load("windward", components={"prices": {"rum": 0}})


OPTIONS = [
    ({"players": 1, "achievements": True}, "one captain sails the solo adventure"),
    ({"players": 5, "mode": "co-operative"}, "co-operative is for 1 to 4"),
    ({"players": 2, "mode": "co-operative", "map": "small"}, "only in free-for-all"),
    ({"players": 1, "mode": "solo", "achievements": True}, "only in free-for-all"),
    ({"players": 2, "mode": "co-operative", "white_crester": True}, "white_crester: only in free-for-all"),
    ({"players": 2, "mode": "co-operative", "naturalist": True}, "naturalist: only in free-for-all"),
    ({"players": 1, "mode": "solo", "defender_win_return": "winner returns"}, "defender_win_return: only in free-for"),
    ({"players": 1, "mode": "solo", "placed_at_port_trades": True}, "placed_at_port_trades: only in free-for-all"),
    ({"players": 2, "mode": "co-operative", "off_turn_trigger": "ends before next turn"}, "off_turn_trigger: only in"),
    ({"players": 2, "off_turn_trigger": "ends before next turn"}, "off_turn_trigger: only with the option ach"),
    ({"players": 3, "naturalist_counts_untagged": True}, "naturalist_counts_untagged: only with the option nat"),
    ({"players": 1, "mode": "solo", "path_choice": "left neighbour"}, "path_choice: with one captain"),
    ({"players": 1, "mode": "co-operative", "path_choice": "left neighbour"}, "path_choice: with one captain"),
    ({"players": 2, "mode": "solo"}, "players: solo is for 1 player, not 2"),
    ({"players": 3, "colours": "rb"}, "3 letters"),
    ({"players": 2, "colours": "rr"}, "its own"),
    ({"players": 2, "colours": "rb", "naturalist": True}, "flies purple"),
    ({"players": 6}, "players"),
    ({"players": 3, "max_rounds": 0}, "max_rounds"),
]


@pytest.mark.parametrize(("options", "reason"), OPTIONS, ids=str)
def test_options_that_do_not_go_together(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        waystation.load("windward", **options)


def test_colours() -> None:
    assert waystation.load("windward", players=3).seat_names == ("Red", "Blue", "Green")
    assert waystation.load("windward", players=3, naturalist=True).seat_names == ("Red", "Blue", "Purple")
    assert waystation.load("windward", players=2, colours="yg").seat_names == ("Yellow", "Green")


def test_an_effect_that_is_there_or_not_has_no_other_number_than_one() -> None:
    given = data()
    coffee = next(card for card in given["cards"] if card["id"] == "coffee")
    coffee["effects"] = ["extra_order 2"]
    with pytest.raises(ComponentError, match="no other number than 1"):
        from_data(given)
    coffee["effects"] = ["extra_order 1", "extra_order 1"]
    assert from_data(given).cards[0].effects == ("extra_order 1", "extra_order 1")


def test_a_level_needs_the_cooperative_mode() -> None:
    with pytest.raises(OptionError, match="level"):
        waystation.load("windward", players=2, level="hard")
