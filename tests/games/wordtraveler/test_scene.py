"""The picture of the table."""

from __future__ import annotations

from typing import Any

import pytest

import waystation
from waystation.engine import Game, State
from waystation.games.wordtraveler.picture.panels import parted


@pytest.fixture
def game() -> Game:
    return waystation.load("wordtraveler", players=3, first=1, city="london")


def travelling(game: Game) -> State:
    hands = [["busy", "cold", "fast"], ["calm"], []]
    plans = [["stop r4c6", "say busy", "stop r2c6", "not cold"], ["stop r6c4", "say calm"], []]
    maps = [[{"two": "r4c6 r2c2", "one": "r2c6"}, {"two": "r1c1"}], [{"two": "r5c4"}, {}], [{"two": "r6c4"}, {}]]
    state = game.state_from({"table": {"hands": hands, "plans": plans, "maps": maps}})
    for seat in range(3):
        state.play("done", seat)
    return state


def ids(game: Game, state: State, viewer: int | None) -> set[str]:
    return {node.id for node in game.scene(state.view(viewer)).nodes}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Jazz saxophonist", "Jazz saxopho-nist"),
        ("Breakdancer", "Breakdan-cer"),
        ("Feuerwehrleute", "Feuerwehr-leute"),
        ("Straßenbahnhaltestelle", "Straßen-bahnhaltes-telle"),
        ("Bed-and-breakfast", "Bed-and-breakfast"),
        ("Grrrrrrrrrrrrr", "Grrrrrrrrrrr-rr"),
    ],
)
def test_a_word_that_is_too_long_for_its_line_is_parted_where_it_may_be_spoken(name: str, shown: str) -> None:
    """It was parted wherever the line ended: "Breakdanc-er"."""
    assert parted(name, 82) == shown


def test_the_board_shows_names_on_hover(game: Game) -> None:
    scene = game.scene(game.new_state(1).view(None))
    titles = [node.title for node in scene.nodes if node.id.startswith("space:")]
    assert len(titles) == 49
    assert any("London Eye. A giant white wheel" in title for title in titles)


def test_a_planner_sees_its_map_its_sketch_and_what_it_may_choose(game: Game) -> None:
    state = game.new_state(3)
    word = state.view(0).table.seats[0].unused[0]
    state.play("stop r4c6", 0)
    state.play(f"say {word}", 0)
    mine, theirs = ids(game, state, 0), ids(game, state, 1)
    assert {"sketch", "sketch:1", "button:done", "button:back"} <= mine
    assert len([ident for ident in mine if ident.startswith("mark:")]) == 7
    assert len([ident for ident in mine if ident.startswith("pick:")]) == 12
    assert len([ident for ident in mine if ident.startswith("look:")]) == 11, "the centre has no picture"
    assert not any(ident.startswith("sketch") for ident in theirs)
    assert "button:back" not in theirs


def test_the_last_trip_of_day_1_is_shown_until_one_plans(game: Game) -> None:
    """Nobody travels after it: it would be gone before anybody had seen it (ruling 23)."""
    state = travelling(game)
    for path in (("foot r4c5", "foot r2c5"), ("foot r5c4",)):
        for seat in state.to_act:
            for foot in (*path, "done"):
                state.play(foot, seat)
    view = state.view(2).table
    assert (view.day, view.phase) == (2, "plan")
    assert (view.last.seat, view.last.start, view.last.path, view.last.meant) == (1, "r4c4", ("r5c4",), ("r6c4",))
    for viewer in (None, 0, 1, 2):
        assert {"trail", "trail:1", "meant:1"} <= ids(game, state, viewer)
    state.play("stop r4c1", 2)
    assert not {"trail", "trail:1", "meant:1"} & ids(game, state, 2)
    assert {"trail", "trail:1", "meant:1"} <= ids(game, state, 0)
    word = state.view(2).table.seats[2].unused[0]
    state.play(f"say {word}", 2)
    for seat in range(3):
        state.play("done", seat)
    assert state.view(None).table.last is None
    assert not {"trail", "trail:1", "meant:1"} & ids(game, state, 0)


def test_before_the_sand_timer_is_turned_nobody_sees_a_map() -> None:
    game = waystation.load("wordtraveler", players=3, first=1, timer=240)
    state = game.new_state(3)
    assert not any(ident.startswith(("mark:", "pick:", "next")) for ident in ids(game, state, 0))
    assert {ident for ident in ids(game, state, 0) if ident.startswith("button:")} == {"button:done"}
    assert len([ident for ident in ids(game, state, 0) if ident.startswith("say:")]) == 10
    for seat in range(3):
        state.play("done", seat)
    assert len([ident for ident in ids(game, state, 0) if ident.startswith("mark:")]) == 7


def test_a_wordless_arrow_shows_the_places_on_its_ray(game: Game) -> None:
    state = game.new_state(3)
    state.play("stop r4c6", 0)
    assert {i for i in ids(game, state, 0) if i.startswith("look:")} == {"look:r4c5", "look:r4c6", "look:r4c7"}


def test_arrows_and_cards_can_be_dragged(game: Game) -> None:
    """The next arrow to a stop, a half of a card under any arrow, a card back into the hand, a stop elsewhere."""
    state = game.new_state(3)
    first, second = state.view(0).table.seats[0].unused[:2]

    def offers() -> dict[str, Any]:
        return {offer.notation: offer for offer in state.view(0).legal}

    assert offers()["stop r4c6"].drags == (("next", "space:r4c6"),)
    assert "next" in ids(game, state, 0)
    state.play("stop r4c6", 0)
    assert "next" not in ids(game, state, 0), "the open arrow needs a word first"
    assert offers()[f"say {first}"].drags == ((f"say:{first}", "move:1"),)
    state.play(f"say {first}", 0)
    state.play("stop r2c6", 0)
    assert offers()[f"not {second}"].drags == ((f"not:{second}", "move:2"),)
    assert offers()[f"not {second} 1"].drags == ((f"not:{second}", "move:1"),)
    assert offers()["aim 2 r1c6"].nodes == ("sketch:2", "space:r1c6")
    state.play(f"not {second} 1", 0)
    assert offers()[f"take {second}"].drags == ((f"card:{second}", "hand"),)
    assert offers()[f"take {second}"].nodes == (f"card:{second}",)
    assert {f"card:{first}", f"card:{second}", "hand", "move:1", "sketch:2"} <= ids(game, state, 0)
    assert not state.view(1).table.seats[0].plan


def test_a_local_sees_the_clue_the_choices_and_its_footprints_only(game: Game) -> None:
    state = travelling(game)
    assert {"move:1", "move:2", "clue:unused", "pick:r4c5", "pick:r4c6", "pick:r4c7"} <= ids(game, state, 1)
    state.play("foot r4c6", 1)
    assert {"foot:1", "walk"} <= ids(game, state, 1)
    assert "foot:1" not in ids(game, state, 2)
    assert not any(ident.startswith("mark:") for ident in ids(game, state, 1))


def test_a_disagreement_shows_what_everybody_proposed(game: Game) -> None:
    state = travelling(game)
    for seat, first in ((1, "r4c6"), (2, "r4c5")):
        state.play(f"foot {first}", seat)
        state.play(f"foot r2{first[2:]}", seat)
        state.play("done", seat)
    assert {"guess:1:1", "guess:1:2", "guess:2:1"} <= ids(game, state, None)


def test_after_the_scoring_the_intention_stands_beside_the_guess(game: Game) -> None:
    state = travelling(game)
    for seat in (1, 2):
        for move in ("foot r4c5", "foot r2c5", "done"):
            state.play(move, seat)
    scene = game.scene(state.view(2))
    found = {node.id: node.title for node in scene.nodes}
    assert found["meant:1"] == "Seat 1 meant r4c6"
    assert found["trail:1"] == "Seat 1 was led to r4c5"
    assert "The map shown: 2 points at r4c6" in found.values()
    state.play("foot r5c4", 2)
    assert "trail:1" not in ids(game, state, 2), "the board is cleared for the next guess"


@pytest.mark.parametrize("layout", ["wide", "narrow"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_draws_in_every_layout(game: Game, layout: str, theme: str) -> None:
    svg = game.svg(travelling(game).view(1), layout, theme)  # type: ignore[arg-type]
    assert svg.startswith("<svg")
    assert "Not Cold" in svg


def test_what_does_not_change_is_the_same_object(game: Game) -> None:
    state = game.new_state(5)
    before = game.draw(state.view(0))
    state.play("stop r4c6", 0)
    change = game.draw(state.view(0)).change_from(before)
    assert not any(node.id.startswith("space:") for node in change.set)
    tiles = {node.id: node for node in before.nodes}
    after = {node.id: node for node in game.draw(state.view(0)).nodes}
    assert after["space:r1c1"] is tiles["space:r1c1"]
