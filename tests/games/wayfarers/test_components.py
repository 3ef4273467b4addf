# ruff: noqa: E501 - tables of what is wrong, one line each
"""Own component files: parts of ours replaced, what is wrong in bad ones, records and positions that carry them."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import waystation
from games.wayfarers.players import eager
from waystation.engine import Chance, Match, State, conformance, record
from waystation.engine.errors import ComponentError, OptionError
from waystation.games.wayfarers import sections
from waystation.games.wayfarers.box import of, standard
from waystation.games.wayfarers.components import read, with_parts
from waystation.games.wayfarers.expression import Op
from waystation.games.wayfarers.names import LAND
from waystation.games.wayfarers.sections import PARTS, shipped_data

MINE = """
[tiles.price]
green = "1 silver"
yellow = "2 silver / 2 yellow"
blue = "3 silver / 2 blue"
black = "4 silver / 2 black"
pink = ""

[displays.land]
workers = "green yellow"
action = ["townsfolk + adjust", "3 silver + yellow", "yellow upgrade", "2 provision -> draw land"]

[[boards.seat]]
silver = 5
provision = 1
guilds = "black"
[[boards.seat]]
silver = 6
provision = 2
guilds = "black yellow"
[[boards.seat]]
silver = 7
provision = 3
guilds = ""
[[boards.seat]]
silver = 7
provision = 3
guilds = ""
"""


def part(path: str) -> Any:
    """A copy of one of our parts, such as ``land.cards``."""
    section, _, name = path.partition(".")
    return copy.deepcopy(shipped_data()[section][name])


def own(path: str, value: Any) -> dict[str, Any]:
    """A set in which this part is replaced."""
    section, _, name = path.partition(".")
    return {section: {name: value}}


def other_cards() -> dict[str, Any]:
    """A set with names of its own everywhere: new ids, land cards in another order, one of them with a new effect."""
    land = part("land.cards")[::-1]
    for row in land:
        row["id"] = row["id"].replace("L", "Mine")
    land[0]["now"] = "4 provision + die"
    spaces, edges = part("journal.spaces"), part("journal.edges")
    for row in spaces:
        row["id"] = row["id"].replace("J", "P")
    for row in edges:
        row["from"], row["to"] = row["from"].replace("J", "P"), row["to"].replace("J", "P")
    tiles = part("tiles.tiles")
    for row in tiles:
        row["id"] = row["id"].replace("U", "Tile")
    return {"land": {"cards": land}, "journal": {"spaces": spaces, "edges": edges}, "tiles": {"tiles": tiles}}


def played(seed: int, **options: Any) -> Match:
    match = Match(waystation.load("wayfarers", round_limit=12, **options), seed)
    rng = Chance.of(seed, "choices")
    while not match.state.is_over:
        match.apply(eager(match.state, match.state.to_act[0], rng))
    return match


# ---------------------------------------------------------------------- good files


def test_a_file_replaces_the_parts_it_names(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    game = waystation.load("wayfarers", components=read(path))
    state = game.new_state(7)
    table = state.view(0).table
    assert [(seat.silver, seat.provision) for seat in table.seats] == [(5, 1), (6, 2)]
    assert table.seats[1].guilds == {"black": 1, "yellow": 1, "blue": 0}
    assert "choose 1 of (green upgrade / 2 silver)" in {game.actions.format(a) for a in range(len(game.actions))}
    ours = standard()
    mine = of(read(path))
    assert mine.prices[3][0].silver == 1
    assert ours.prices[3][0].silver == 2
    assert mine.slot_entries[1] == mine.book.read("3 silver + yellow")
    assert mine.names == ours.names


def test_what_is_replaced_counts_in_play(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    game = waystation.load("wayfarers", components=read(path))
    state = game.state_from({"table": {"seats": [{"dice": [3], "silver": 1, "guilds": {}}], "turn": 0}})
    for move in ("place 3 HOME_M4", "choose 1 of (green upgrade / 2 silver)", "buy U31 silver"):
        state.play(move, 0)
    assert state.view(0).table.seats[0].silver == 0


def test_a_set_with_names_of_its_own() -> None:
    game = waystation.load("wayfarers", components=other_cards())
    state = game.state_from(
        {
            "table": {
                "seats": [{"dice": [3, 2], "provision": 2, "cards": ["Mine05"], "tiles": ["Tile31 front r3c3"]}],
                "display": {"land": ["Mine36"]},
                "turn": 0,
            }
        }
    )
    for move in ("place 3 Mine05", "do 2 provision -> land + retrieve", "do land", "take Mine36"):
        if state.why_not(move, 0) is None:
            state.play(move, 0)
    seat = state.view(0).table.seats[0]
    assert seat.cards[-1] == "Mine36"
    assert seat.provision == 4
    assert len(seat.dice) == 2
    scene = game.scene(state.view(0))
    assert {"journal:P0", "stock:Tile31", "card:Mine36"} <= {node.id for node in scene.nodes}


def test_the_most_discounts_of_a_column_stay_apart() -> None:
    """Two of each kind on each of three tiles in one column: six of either, and no more is let in."""
    tiles = part("tiles.tiles")
    for row in tiles:
        if row["id"] in ("U31", "U32", "U33"):
            row["sides"] = ["silver- silver- provision- provision-"]
    game = waystation.load("wayfarers", components=own("tiles.tiles", tiles))
    seat = {"dice": [3], "provision": 0, "silver": 0, "cards": ["L20"], "townsfolk": {"HOME_CITY": "T149"}}
    laid = ["U31 front r1c3", "U32 front r2c3", "U33 front r3c3"]
    state = game.state_from({"table": {"seats": [seat | {"tiles": laid}], "turn": 0}})
    assert [(n & 7, n >> 3) for n in state.seats[0].discounts] == [(0, 0), (0, 0), (6, 6), (0, 0), (0, 0), (0, 0)]
    state.play("place 3 HOME_CITY", 0)
    state.play("do 2 provision -> 1 silver + land", 0)
    assert state.seats[0].silver == 1


def test_every_section_can_be_replaced_by_its_equal() -> None:
    """Our own files, given as an owner's, make the same box."""
    mine = with_parts(shipped_data())
    ours = standard().components
    assert [(card.name, card.row, card.now) for card in mine.cards] == [(c.name, c.row, c.now) for c in ours.cards]
    assert (mine.tiles, mine.edges, mine.schemes) == (ours.tiles, ours.edges, ours.schemes)
    assert set(PARTS) == set(shipped_data())


def test_two_games_with_one_set_share_it() -> None:
    first, second = (waystation.load("wayfarers", components=other_cards(), players=n) for n in (2, 3))
    assert first.box is second.box
    assert waystation.load("wayfarers").box is standard()


def test_random_play_with_an_own_set_holds() -> None:
    game = waystation.load("wayfarers", components=other_cards(), round_limit=6)
    conformance.check(game, games=2, every=60)


# ---------------------------------------------------------------------- records and positions


def test_a_record_carries_its_components() -> None:
    match = played(3, components=other_cards())
    text = record.write(match)
    again = record.verify(record.parse(text))
    assert again.state == match.state
    assert record.write(again) == text
    assert "Mine" in text


def test_without_them_the_record_does_not_replay() -> None:
    text = record.write(played(3, components=other_cards()))
    header = next(line for line in text.splitlines() if line.startswith("options: "))
    options = json.loads(header.removeprefix("options: "))
    del options["components"]
    with pytest.raises(record.RecordError):
        record.replay(record.parse(text.replace(header, f"options: {json.dumps(options)}")))


def test_a_position_carries_its_components() -> None:
    state: State = played(4, components=other_cards()).at(40)
    document = json.loads(json.dumps(state.position()))
    assert document["options"]["components"] == other_cards()
    game = waystation.load("wayfarers", **document["options"])
    assert game.state_from(document) == state
    with pytest.raises(ValueError, match="options"):
        waystation.load("wayfarers", round_limit=12).state_from(document)


# ---------------------------------------------------------------------- bad files

BAD_CELLS = [
    # part, entry, cell, value, place, reason
    ("land.cards", "L05", "needs", "camle", "land: L05: needs", "'camle' is none of camel"),
    ("land.cards", "L05", "needs", "ship ship ship ship", "land: L05: needs", "at most 3"),
    ("land.cards", "L05", "action", "2 gold", "land: L05: action", "cannot be counted"),
    ("land.cards", "L05", "action", "", "land: L05: action", "is missing"),
    ("land.cards", "L05", "action", "0 provision -> land", "land: L05: action", "is no cost"),
    ("land.cards", "L05", "action", "12 silver", "land: L05: action", "from 1 to 9"),
    ("land.cards", "L05", "action", "draw townsfolk", "land: L05: action", "straight from their piles"),
    ("land.cards", "L05", "now", "upgrade", "land: L05: now", "for the solo opponent only"),
    ("land.cards", "L05", "now", "2 silver + (mark / comet)", "land: L05: now", "for the solo opponent only"),
    ("land.cards", "L05", "price", 3, "land: L05: price", "a land card has none"),
    ("land.cards", "L05", "copies", 4, "land: L05: copies", "<= 3"),
    ("land.cards", "L05", "id", "L06", "cards: L06", "is there twice"),
    ("land.cards", "L05", "id", "a b", "land: a b: id", "a capital letter"),
    ("land.cards", "L05", "id", "HOME_CITY", "land: HOME_CITY: id", "belong to the player boards"),
    ("land.cards", "L05", "tags", "comet", "land: L05: tags", "does not lie on land cards"),
    ("land.cards", "L05", "tags", "", "land: L05: tags", "is missing"),
    ("land.cards", "L05", "colour", "red", "land: L05", "unknown field `colour`"),
    ("land.cards", "L20", "then", "", "land: L20: then", "is missing, but there is 'when'"),
    ("land.cards", "L20", "when", "winter", "land: L20: when", "'winter' is none of"),
    ("water.cards", "W44", "offers", "yellow black", "water: W44: offers", "two links in the row"),
    ("water.cards", "W44", "offers", "guild", "water: W44: offers", "which guild?"),
    ("water.cards", "W44", "receives", "gold", "water: W44: receives", "'gold' is none of"),
    ("space.cards", "S97", "vp", "1 per 0 city", "space: S97: vp", "from 1 to 20"),
    ("space.cards", "S97", "vp", "many", "space: S97: vp", "is no score"),
    ("space.cards", "S86", "name", "{0}", "space: S86: name", "a name up to 24 letters"),
    ("townsfolk.cards", "T116", "price", 12, "townsfolk: T116: price", "<= 9"),
    ("townsfolk.cards", "T116", "kind", "noble", "townsfolk: T116: kind", "'noble' is none of"),
    ("townsfolk.cards", "T116", "effect", "1 silver", "townsfolk: T116: gives", "and not 'effect'"),
    ("inspiration.cards", "I01", "goal", "3 castles", "inspiration: I01: goal", "nothing that can be counted"),
    ("tiles.tiles", "U01", "sides", ["camel"], "tiles: U01: sides", "as the tile is wide"),
    ("tiles.tiles", "U01", "sides", ["camel camel | +1"], "tiles: U01: sides", "at most 1"),
    ("tiles.tiles", "U31", "sides", ["silver- silver- silver-"], "tiles: U31: sides", "at most 2 discounts"),
    ("tiles.tiles", "U01", "sides", ["1 vp | +1", "+1 | 2 vp"], "tiles: U01: sides", "worth the same"),
    ("tiles.tiles", "U01", "sides", ["3 | +1"], "tiles: U01: sides", "'2 vp'"),
    ("tiles.tiles", "U01", "wide", 1, "tiles: U01: sides", "as the tile is wide"),
    ("tiles.tiles", "U01", "order", 2, "tiles: yellow: order", "found [2, 2, 3]"),
    ("tiles.tiles", "U01", "tags", "city", "tiles: U01: tags", "pink tiles have tags"),
    ("tiles.tiles", "U01", "colour", "red", "tiles: U01: colour", "'red' is none of"),
    ("tiles.tiles", "U01", "id", "L05", "tiles: L05", "a card has this name"),
    ("boards.board", "B2", "id", "B1", "boards: B1", "is there twice"),
    (
        "boards.board",
        "B2",
        "caravan",
        [{"column": 1, "row": 1, "effect": "mark"}],
        "boards: B2: caravan",
        "no free cell",
    ),
    (
        "boards.board",
        "B2",
        "caravan",
        [{"column": 2, "row": 4, "effect": "mark"}],
        "boards: B2: caravan 1: row",
        "<= 3",
    ),
    ("boards.board", "B2", "caravan", [{"column": 2, "row": 1, "effect": "?"}], "boards: B2: caravan", "means nothing"),
    ("journal.spaces", "J2b", "column", 3, "journal: J2b to J3a", "a later column"),
    ("journal.spaces", "J2b", "enter", "tile", "journal: tiles", "expected 11, found 10"),
    ("journal.spaces", "J2b", "final", True, "journal: J2b: final", "no others"),
    ("journal.tiles", "JT03", "effect", "focus", "journal: JT03: effect", "for the solo opponent only"),
    ("journal.tiles", "JT03", "id", "JT13", "journal: JT13: id", "must be JT03 here"),
    ("solo.schemes", "SC1", "silver", 3, "solo: SC1: silver", "<= 2"),
    ("solo.schemes", "SC1", "colour", "red", "solo: schemes", "expected {True: 3, False: 3}"),
    ("solo.schemes", "SC4", "first", "2 silver -> water", "solo: SC4: first", "pays with influence only"),
    ("solo.schemes", "SC4", "second", "", "solo: SC4: second", "is missing"),
    ("solo.board", "AI1", "bonus", "1 silver", "solo: AI1: bonus", "without end"),
    ("solo.board", "AI1", "focus", "blue / focus", "solo: AI1: focus", "without end"),
]


@pytest.mark.parametrize(("path", "entry", "cell", "value", "place", "reason"), BAD_CELLS)
def test_a_wrong_cell_is_named(path: str, entry: str, cell: str, value: Any, place: str, reason: str) -> None:
    rows = part(path)
    row = next(row for row in rows if row["id"] == entry)
    row[cell] = value
    if not value:
        del row[cell]
        row |= {cell: value}
    with pytest.raises(ComponentError) as caught:
        with_parts(own(path, rows))
    assert caught.value.place == place
    assert reason in caught.value.reason


BAD_PARTS: list[tuple[str, dict[str, Any], str, str]] = [
    ("an unknown section", {"sea": {}}, "components", "'sea' is none of land"),
    ("an unknown part", {"land": {"card": []}}, "land", "'card' is none of cards, promos"),
    ("a section that is no table", {"land": 3}, "land", "expected its parts"),
    ("a part that is no list", {"land": {"cards": 3}}, "land: cards", "Expected `array`"),
    ("a row that is no table", {"land": {"cards": [3]}}, "land: cards 1", "Expected `object`"),
    ("too few cards", {"land": {"cards": []}}, "land: number of cards", "expected 36, found 0"),
    ("three boards", own("boards.board", part("boards.board")[:3]), "boards: board", "of length 4, got 3"),
    ("a tile too few", own("tiles.tiles", part("tiles.tiles")[1:]), "tiles: number of yellow designs", "expected 3"),
    ("a price in influence only", own("tiles.price", part("tiles.price") | {"blue": "2 blue"}), "tiles: price: blue", "N silver"),
    ("a price for pink tiles", own("tiles.price", part("tiles.price") | {"pink": "1 silver"}), "tiles: price: pink", "gained"),
    ("a price of the wrong guild", own("tiles.price", part("tiles.price") | {"blue": "3 silver / 2 black"}), "tiles: price: blue", "2 blue"),
    ("a price in provisions", own("tiles.price", part("tiles.price") | {"green": "2 provision"}), "tiles: price: green", "is silver"),
    ("three slots", own("displays.land", part("displays.land") | {"action": ["mark"] * 3}), "displays: land: action", "four slots"),
    ("an empty slot", own("displays.land", part("displays.land") | {"action": ["mark"] * 3 + [""]}), "displays: land: action", "without an action"),
    ("workers on the stars", own("displays.space", part("displays.space") | {"workers": "blue"}), "displays: space: workers", "no worker lies"),
    ("no blue workers at sea", own("displays.water", part("displays.water") | {"workers": "green"}), "displays: water: workers", "blue must be"),
    ("two space prices", own("displays.space", part("displays.space") | {"silver": [3, 4]}), "displays: space: silver", "four slots"),
    ("a corner elsewhere", own("boards.home", part("boards.home") | {"printed": []}), "boards: home: printed", "row 1"),
    ("another home city", own("boards.home", part("boards.home") | {"city": {"id": "ROME", "tags": "city"}}), "boards: ROME: id", "must be HOME_CITY"),
    ("a dead end", own("journal.edges", [e for e in part("journal.edges") if e["from"] != "J9a"]), "journal: J9a", "leads on"),
    ("a space apart", own("journal.edges", [e for e in part("journal.edges") if e["to"] != "J2a"]), "journal: J2a", "no way leads to it"),
    ("four final spaces", {"journal": {"spaces": part("journal.spaces")[:-1], "edges": [e for e in part("journal.edges") if e["to"] != "J10e"]}}, "journal: spaces per column", "2, 4]"),
    ("a way to nowhere", own("journal.edges", [{"from": "J0", "to": "J99", "section": 1}]), "journal: J0 to J99", "'J99' is no space"),
    ("a way back", own("journal.edges", [{"from": "J2a", "to": "J1a", "section": 1}]), "journal: J2a to J1a", "later column"),
    ("a need of goods", own("journal.edges", [{"from": "J0", "to": "J1a", "section": 1, "b": "have 2 silver"}]), "journal: J0 to J1a: b", "only tags"),
    ("a toll in silver", own("journal.edges", [{"from": "J0", "to": "J1a", "section": 1, "a": "spend 2 silver"}]), "journal: J0 to J1a: a", "only influence"),
    ("an unknown need", own("journal.edges", [{"from": "J0", "to": "J1a", "section": 1, "a": "sing"}]), "journal: J0 to J1a: a", "no requirement"),
    ("a fourth section", own("journal.edges", [{"from": "J0", "to": "J1a", "section": 4}]), "journal: edges 1: section", "<= 3"),
    ("a short track", own("solo.track", part("solo.track")[:7]), "solo: track", "expected 8, found 7"),
    ("a pink track", own("solo.track", [{"colour": "pink", "inspiration": 1}] * 8), "solo: track 1: colour", "Invalid enum value"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "parts", "place", "reason"), BAD_PARTS)
def test_a_wrong_part_is_named(what: str, parts: dict[str, Any], place: str, reason: str) -> None:
    with pytest.raises(ComponentError) as caught:
        with_parts(parts)
    assert caught.value.place == place, what
    assert reason in caught.value.reason


def test_bad_options_and_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="land: L99: now"):
        waystation.load("wayfarers", components={"land": {"cards": [{"id": "L99", "tags": "city", "now": "gold"}]}})
    path = tmp_path / "broken.toml"
    path.write_text("[land", encoding="utf-8")
    with pytest.raises(ComponentError, match=r"broken\.toml"):
        read(path)
    with pytest.raises(ComponentError, match=r"missing\.toml"):
        read(tmp_path / "missing.toml")


def test_a_set_without_some_effects_still_plays() -> None:
    """The rules need a step of a die and a journal step even if no card names them."""
    land = part("land.cards")
    for row in land:
        row["now"] = "1 silver"
    box = of({"land": {"cards": land}})
    assert box.book[box.step].op == Op.ADJUST
    assert box.book[box.journal_step].op == Op.JOURNAL
    assert all(card.now == box.book.read("1 silver") for card in box.cards[8:44] if card.deck == LAND)
    assert sections.PARTS["land"] == ("cards", "promos")
