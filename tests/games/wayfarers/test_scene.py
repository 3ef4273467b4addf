"""The picture: everything in its panel, explained in words, and the same node for the same thing."""

from __future__ import annotations

import copy

import msgspec
import pytest

import waystation
from games.wayfarers.players import eager
from games.wayfarers.table import BOX, position
from waystation.engine import Chance, State
from waystation.engine.scene import Rect, Scene, Text, Use
from waystation.games.wayfarers.picture import board, panorama
from waystation.games.wayfarers.sections import shipped_data


def drawn(state: State, viewer: int = 0) -> Scene:
    return state.game.draw(state.view(viewer))


def inside(scene: Scene) -> None:
    """Every node stands in its region, and every region in the wide picture."""
    regions = {region.id: region for region in scene.regions}
    for node in scene.nodes:
        region = regions[node.region]
        assert 0 <= node.x <= region.width, node.id
        assert 0 <= node.y <= region.height, node.id
    for region in scene.regions:
        assert region.x + region.width * region.scale <= scene.width + 1, region.id
        assert region.y + region.height * region.scale <= scene.height + 1, region.id


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_everything_is_in_its_panel(players: int) -> None:
    state = waystation.load("wayfarers", players=players, round_limit=25).new_state("scene")
    chance = Chance.of("scene", "play")
    step = 0
    while not state.is_over:
        (seat,) = state.to_act
        if step % 40 == 0:
            inside(drawn(state, seat))
        state.advance(eager(state, seat, chance), seat)
        step += 1
    inside(drawn(state))


def test_the_largest_panorama_still_fits() -> None:
    cards = [f"W{number}" for number in range(41, 77) if number not in (61, 62, 63, 64, 67, 70)]
    state = position({"cards": [*cards, "L05", "L20"], "space": ["S86", "S91", "S112"]})
    scene = drawn(state)
    inside(scene)
    columns = [node for node in scene.nodes if node.region == "more:0" and node.id.startswith("card:")]
    assert len(columns) == len(cards) + 4 - panorama.MOST, "what has no place lies on a second panel"
    assert {region.tab for region in scene.regions if region.id.endswith(":0")} == {"players"}


def test_things_are_explained() -> None:
    scene = drawn(position({"cards": ["L24", "W42"], "space": ["S97"], "inspiration": {"S97": "I09"}}, ("T121",)))
    words = {node.id: node.title for node in scene.nodes}
    assert "Whenever you gain a comet tag" in words["card:L24"]
    assert "Links on the left take: provision" in words["card:W42"]
    assert "at least 2 green upgrades and 2 black upgrades" in words["card:I09"]
    assert "Price 2 silver, goes under city" in words["card:T121"]
    assert "spend 1 to hire a ship" in words["guild:blue"]
    assert "have 2 cities" in words["edge:J1a:J2a"]
    panels = {region.id for region in scene.regions}
    silent = [node.id for node in scene.nodes if not node.title and not node.id.startswith(("panel:", "waiting"))]
    assert not silent
    assert {"market", "journal", "supply", "legend", "seat:0"} <= panels


def test_effects_that_wait_stand_beside_drawn_cards() -> None:
    """Within their panel; of more than there is room for, the last one says how many."""
    state = position({"dice": [3], "cards": ["W46"], "tiles": ["U32 front r2c3"]})
    for move in ("place 3 W46", "do 2 provision -> water + retrieve", "do water", "three water"):
        state.play(move, 0)
    scene = drawn(state)
    cards = [
        node
        for node in scene.nodes
        if node.y > board.HAND_Y and node.region == "market" and node.id.startswith("card:")
    ]
    (waits,) = (node for node in scene.nodes if node.id.startswith("waiting:"))
    assert len(cards) == 3
    assert max(card.x for card in cards) + 44 <= waits.x - 54
    assert waits.x + 54 <= 470
    assert waits.title == "Waits: retrieve a worker"


@pytest.mark.parametrize(("drawn_cards", "room"), [(0, 8), (1, 6), (2, 4), (3, 2)])
def test_many_effects_that_wait(drawn_cards: int, room: int) -> None:
    view = position({"dice": [3]}).view(0)
    names = ("W41", "W42", "W43")[:drawn_cards]
    for n in (1, room, room + 1, room + 5):
        table = msgspec.structs.replace(view.table, drawn=names, pending=("mark",) * (n - 1) + ("journal",))
        nodes = [node for node in board.hand(BOX, table) if node.id.startswith("waiting:")]
        assert len(nodes) == min(n, room)
        assert nodes[-1].title.endswith("journal one step")
        assert all(node.x + 54 <= board.W and node.y + 18 <= board.H for node in nodes)
        if n > room:
            assert [part.text for part in nodes[-1].parts if isinstance(part, Text)] == [f"+{n - room + 1}"]


def test_own_prices_and_printed_assets_are_drawn() -> None:
    """What an owner's file says; one price for yellow and blue tiles if they cost the same."""
    price = {"yellow": "2 silver / 2 yellow", "blue": "4 silver / 2 blue", "green": "1 silver", "pink": ""}
    home = copy.deepcopy(shipped_data()["boards"]["home"])
    home["printed"] = [{"column": 1, "row": 1, "asset": "ship"}, {"column": 6, "row": 1, "asset": "camel pigeon"}]
    own = {"tiles": {"price": price | {"black": "5 silver / 2 black"}}, "boards": {"home": home}}
    mine = drawn(waystation.load("wayfarers", components=own).new_state(1))
    ours = drawn(waystation.load("wayfarers").new_state(1))
    assert numbers(mine, "prices") == ["2", "/2", "4", "/2", "1", "5", "/2"]
    assert numbers(ours, "prices") == ["3", "/2", "2", "3", "/2"]
    assert "Blue: 4 silver or 2 influence of its guild. Green: 1 silver." in mine.node("prices").title
    assert [icons(mine, f"cell:0:{cell}") for cell in (0, 5)] == [["ship"], ["camel", "pigeon"]]
    assert [icons(ours, f"cell:0:{cell}") for cell in (0, 5)] == [["camel"], ["telescope"]]


def numbers(scene: Scene, node: str) -> list[str]:
    return [part.text for part in scene.node(node).parts if isinstance(part, Text)]


def icons(scene: Scene, node: str) -> list[str]:
    return [part.symbol for part in scene.node(node).parts if isinstance(part, Use)]


def test_lines_of_the_sheet_show_what_they_count() -> None:
    """Sets: all primary tags; the home star: townsfolk and tiles too; and only things that are drawn."""
    seat = {"cards": ["L05", "L20", "W70"], "tiles": ["U31 front r2c1", "U42 front r2c2"], "townsfolk": {"L05": "T121"}}
    state = position({"board": "B1", "space": [], **seat})
    lines = {line.key: line.nodes for line in state.score_sheet(0).lines}
    assert set(lines["sets"]) == {
        "home:0:HOME_CITY", "home:0:HOME_HARBOUR", "card:L05", "card:L20", "card:W70", "tile:0:1"
    }  # fmt: skip
    assert set(lines["home_star"]) == {
        "home:0:HOME_STAR", "home:0:HOME_TOWNSFOLK", "card:T121", "tile:0:0", "tile:0:1"
    }  # fmt: skip
    shown = {node.id for node in drawn(state).nodes}
    assert all(set(nodes) <= shown for nodes in lines.values())


def test_the_opponent_says_what_its_points_are_made_of_and_whom_it_may_place() -> None:
    its = {"guilds": {"yellow": 1}, "cards": ["T116", "L20", "W70", "S86", "I01"], "tiles": ["U47", "U05"]}
    doc = {"seats": [{"guilds": {"black": 1}}], "solo": {**its, "schemes": ["SC2"]}, "turn": 0}
    state = waystation.load("wayfarers", players=1).state_from({"table": doc})
    made = "21 points (land 2, water 2, space 3, townsfolk 1, inspiration 4, caravan 6, guild leads 3)"
    assert drawn(state).node("panel:opponent").title == f"The opponent has {made}"
    assert state.view(0).table.opponent.points == 21
    people = [part.role for part in drawn(state).node("scheme:SC2").parts if isinstance(part, Use)]
    assert people[1:3] == ["worker-green", "worker-blue"]


@pytest.mark.parametrize("n", [8, 16, 17, 36])
def test_all_tiles_of_the_opponent_lie_in_its_panel(n: int) -> None:
    names = [tile.name for tile in BOX.tiles for _ in range(1 if tile.tags else 2)]
    state = waystation.load("wayfarers", players=1).state_from({"table": {"solo": {"tiles": names[:n]}}})
    scene = drawn(state)
    (region,) = (region for region in scene.regions if region.id == "opponent")
    tiles = [node for node in scene.nodes if node.id.startswith("solo-tile:")]
    assert len({(tile.x, tile.y) for tile in tiles}) == n
    for tile in tiles:
        for part in tile.parts:
            if isinstance(part, Rect):
                x, y = tile.x + part.x, tile.y + part.y
                assert 0 <= x <= region.width - part.w
                assert 370 <= y <= region.height - part.h
    inside(scene)


def test_dice_of_one_face_are_outlined_together() -> None:
    """The page outlines a node along its largest part."""
    scene = drawn(position({"dice": [4, 4, 6]}))
    for face, dice in ((4, 2), (6, 1)):
        frame, *others = scene.node(f"dice:0:{face}").parts
        assert isinstance(frame, Rect)
        shown = [part for part in others if isinstance(part, Use)]
        assert len(shown) == dice
        assert frame.w >= max(part.x + part.size / 2 for part in shown) - frame.x


def test_a_card_keeps_its_node_when_it_moves() -> None:
    state = position({"dice": [1]}, ("L29",))
    before = drawn(state).node("card:L29")
    for move in ("place 1 HOME_CITY", "do 2 provision -> 1 silver + land", "take L29"):
        state.play(move)
    after = drawn(state).node("card:L29")
    assert (before.region, after.region) == ("market", "seat:0")


def test_drawn_cards_are_shown_to_their_drawer_only() -> None:
    state = position({"dice": [3]})
    for move in ("place 3 HOME_HARBOUR", "do 2 provision -> water", "three water"):
        state.play(move)
    mine, other = ({node.id for node in drawn(state, seat).nodes if node.y > board.HAND_Y} for seat in (0, 1))
    assert sum(ident.startswith("card:") for ident in mine) == 3
    assert not any(ident.startswith("card:") for ident in other)


def test_titles_say_what_the_rules_need() -> None:
    """Where a card lies, its slot and price, dice, sides and places of tiles: for those who cannot see it."""
    seat = {
        "dice": [1], "placed": ["HOME_M3", "L05"], "cards": ["L05", "W70"], "space": ["S97"],
        "townsfolk": {"L05": "T121"}, "inspiration": {"S97": "I09"}, "tiles": ["U01 back r2c3"],
    }  # fmt: skip
    words = {node.id: node.title for node in drawn(position(seat, ("S96",))).nodes}
    assert words["card:L05"].endswith("A die lies on it.")
    assert words["home:0:HOME_M3"].endswith("A die lies on it.")
    assert "A die lies" not in words["home:0:HOME_M4"]
    assert words["card:T121"].endswith("Lies under the city L05.")
    assert words["card:S97"].endswith("Lies above the city L05.")
    assert words["card:I09"].endswith("Lies above the stars S97.")
    assert words["tile:0:0"].endswith("Lies flipped, from row 2, column 3 on.")
    assert words["card:S96"].endswith("In slot 1. It costs 3 silver there.")


def test_titles_of_the_opponent_say_where_its_marker_stands_and_which_scheme_card_is_newest() -> None:
    solo = {"track": 3, "schemes": ["SC2", "SC4"], "tiles": ["U31"]}
    state = waystation.load("wayfarers", players=1).state_from({"table": {"solo": solo}})
    words = {node.id: node.title for node in drawn(state).nodes}
    assert [space for space in range(8) if words[f"track:{space}"].endswith("its marker stands here")] == [3]
    assert words["scheme:SC4"].endswith("the newest one")
    assert not words["scheme:SC2"].endswith("the newest one")
    assert [cell for cell in range(21) if words[f"solo-cell:{cell}"] == "covered by a tile"] == [14]


def test_influence_and_markers_are_called_by_their_owners() -> None:
    state = waystation.load("wayfarers", players=1).state_from(
        {"table": {"display": {"land": ["L05", "L20"]}, "influence": {"L05": 1, "L20": 0}}}
    )
    words = {node.id: node.title for node in state.game.draw(state.view(0, ("Ada",))).nodes}
    assert words["card:L05"].endswith("Influence of the opponent lies on it.")
    assert words["card:L20"].endswith("Influence of Ada lies on it.")
    assert words["marker:1"] == "Marker of the opponent, on J0"


def test_numbers_in_the_stock_and_of_the_reserve_can_be_read() -> None:
    scene = drawn(waystation.load("wayfarers", players=2).new_state(3))
    (reserve,) = (node for node in scene.nodes if node.id == "reserve:0")
    assert [type(part) for part in reserve.parts] == [Rect, Text], "no pips lie under the number"
    tiles = [node for node in scene.nodes if node.id.startswith("stock:")]
    numbers = 0
    for at, tile in enumerate(tiles):
        for text in (part for part in tile.parts if isinstance(part, Text) and part.text.startswith("×")):
            numbers += 1
            x, y = tile.x + text.x, tile.y + text.y
            for later in tiles[at + 1 :]:
                covers = max((part for part in later.parts if isinstance(part, Rect)), key=lambda part: part.w)
                left, top = later.x + covers.x, later.y + covers.y
                on_it = left - 8 < x < left + covers.w + 8 and top < y < top + covers.h
                assert not on_it, f"{later.id} is painted over the number of {tile.id}"
    assert numbers > 10
