"""The picture: what must be on it and where."""

from __future__ import annotations

import pytest

import waystation
from waystation.engine import Scene, State, Use
from waystation.engine.kit import MARKS
from waystation.engine.svg import to_png
from waystation.games.wayfinders.components import COLOURS, LETTERS, standard_tiles
from waystation.games.wayfinders.picture.look import LOOK


def scene(state: State, viewer: int | None = 0) -> Scene:
    return state.game.scene(state.view(viewer))


def symbols(picture: Scene, node: str) -> list[str]:
    return [part.symbol for part in picture.node(node).parts if isinstance(part, Use)]


def test_every_tile_shows_colour_by_symbol_too_and_its_whole_cost() -> None:
    tiles = standard_tiles()
    for start in (0, 21):
        chosen = tiles[start : start + 24]
        state = waystation.load("wayfinders", layout=" ".join(tile.id for tile in chosen)).new_state(1)
        picture = scene(state)
        names = [f"r{row}c{column}" for row in range(1, 6) for column in range(1, 6) if (row, column) != (3, 3)]
        for name, tile in zip(names, chosen, strict=True):
            shown = symbols(picture, f"island:{name}")
            place = COLOURS.index(tile.colour)
            assert f"land-{LETTERS[place]}" in shown
            cost = sorted(
                f"token-{resource[0].upper()}" if resource != "propeller" else "token-R" for resource in tile.cost
            )
            toll = f"token-{LETTERS[place]}"
            expected = sorted([*cost, toll])
            if tile.effect == "wild":
                expected = sorted([*expected, f"token-{LETTERS[place]}"])
            assert sorted(part for part in shown if part.startswith("token-")) == expected
            title = picture.node(f"island:{name}").title
            assert tile.colour.capitalize() in title
            assert " + ".join(tile.cost) in title


def test_every_effect_has_a_picture_of_its_own() -> None:
    pictures = {}
    for tile in standard_tiles():
        state = waystation.load("wayfinders").state_from({"table": {"islands": {"r1c1": tile.id}}})
        node = scene(state).node("island:r1c1")
        band = [part for part in node.parts if getattr(part, "y", 0) == 22 and getattr(part, "x", 0) > 50]
        pictures[tile.effect, tile.amount, tile.of, tile.colour if tile.effect == "own_colour" else ""] = tuple(band)
    assert len(set(pictures.values())) == len(pictures)


def test_players_differ_by_mark_as_well_as_by_colour() -> None:
    state = waystation.load("wayfinders", players=4).new_state(1)
    picture = scene(state)
    assert [symbols(picture, f"plane:{seat}")[-1] for seat in (1, 2, 3, 4)] == list(MARKS[:4])
    assert len({(picture.node(f"plane:{seat}").x, picture.node(f"plane:{seat}").y) for seat in (1, 2, 3, 4)}) == 4


def test_pieces_keep_their_names_when_they_move() -> None:
    table = {"hands": ["", ""], "airstrips": {"r2c3": [1]}}
    state = waystation.load("wayfinders").state_from({"table": table})
    before = scene(state)
    for text in ("return", "fly r2c3"):
        state.play(text)
    change = scene(state).change_from(before)
    assert "plane:1" in {node.id for node in change.set}
    assert change.remove == ()
    before = scene(state, 1)
    state.play("land")
    state.play("place 4")
    change = scene(state, 1).change_from(before)
    assert "worker:2:1" in {node.id for node in change.set}, "the worker has moved to the hangar"
    assert not [name for name in change.remove if name.startswith("worker")]


def test_the_numbers_of_pieces() -> None:
    state = waystation.load("wayfinders", players=3).new_state(2)
    state.play("place 2")
    picture = scene(state)
    ids = [node.id for node in picture.nodes]
    assert sum(name.startswith("worker:") for name in ids) == 15
    assert picture.node("worker:1:1").region == "hangars"
    assert picture.node("worker:1:2").region == "players"
    assert sum(name.startswith("column:") and name.count(":") == 2 for name in ids) == 18
    assert sum(name.startswith("airstrip:") for name in ids) == 3, "the cubes on Home"


def test_clicks() -> None:
    state = waystation.load("wayfinders").state_from({"table": {"hands": ["PPPPP", ""]}})
    picture = scene(state)
    assert picture.node("hangar:3").actions == ("place 3",)
    assert picture.node("return").actions == ("return",)
    assert picture.node("land").actions == ()
    for text in ("return", "land"):
        state.play(text)
    assert scene(state).node("token:1:P").actions == ("discard P",)
    assert all(not node.actions for node in scene(state, 1).nodes), "it is not player 2's turn"
    assert all(not node.actions for node in scene(state, None).nodes)


def test_an_island_face_down_shows_its_back_only() -> None:
    state = waystation.load("wayfinders", exploration=True).new_state(1)
    node = scene(state).node("island:r1c1")
    assert node.title.endswith("face down")
    assert not symbols(scene(state), "island:r1c1")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_it_can_be_written_as_svg_and_png(layout: str, theme: str) -> None:
    state = waystation.load("wayfinders", players=4).new_state(1)
    svg = state.game.svg(state.view(0), layout, theme)  # type: ignore[arg-type]
    assert svg.startswith("<svg")
    assert "nan" not in svg
    if layout == "narrow":
        assert 'width="390"' in svg
    assert to_png(svg).startswith(b"\x89PNG")


def test_every_role_that_has_a_light_style_is_painted_in_the_dark_too() -> None:
    for name, style in LOOK.palette.items():
        assert style.fill != "none" or style.stroke != "none", name
