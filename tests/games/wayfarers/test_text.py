"""The table in the terminal: all of it, within 100 letters across, and nothing that the viewer may not know."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

import waystation
from games.wayfarers.players import drawer, eager
from games.wayfarers.table import BOX
from games.wayfarers.test_components import other_cards
from waystation.engine import Chance, Match, State, Viewer
from waystation.games.wayfarers import text


def shown(state: State, viewer: Viewer) -> str:
    console = Console(width=100, record=True, file=None, quiet=False, force_terminal=False)
    with console.capture() as captured:
        console.print(text.draw(state.view(viewer), state.game))
    return captured.get()


def in_words(drawn: str) -> str:
    """Without line breaks and the gaps between columns."""
    return " ".join(drawn.split())


@pytest.mark.parametrize("options", [{"players": 1}, {"players": 2, "promos": True}, {"players": 4}])
def test_the_whole_table_is_there_at_any_moment(options: dict[str, Any]) -> None:
    match = Match(waystation.load("wayfarers", round_limit=20, **options), "text")
    chance = Chance.of("text", "choices")
    while not match.state.is_over:
        (seat,) = match.state.to_act
        if len(match.moves) % 9 == 0:
            _check(match.state, seat)
        match.apply(eager(match.state, seat, chance), seat)
    _check(match.state, None)


def _check(state: State, viewer: Viewer) -> None:
    drawn = shown(state, viewer)
    assert max(map(len, drawn.splitlines())) <= 100
    table = state.view(viewer).table
    for cards in table.displays.values():
        for card in cards:
            assert card.card in drawn
            assert all(worker in drawn for worker in card.workers)
    for name in (table.seats[viewer or 0].cards, table.seats[viewer or 0].space):
        assert all(card in drawn for card in name)
    for seat in table.seats:
        assert all(laid.tile in drawn for laid in seat.tiles)
        assert f"@{state.game.seat_names[table.seats.index(seat)]}" in drawn
    assert all(name in drawn for name, n in table.stock.items() if n)


def test_cards_say_all_that_is_printed_on_them() -> None:
    assert text.card_text(BOX, "L05") == "city; !retrieve; [camel] 2 provision -> land + retrieve"
    assert text.card_text(BOX, "L24") == "vista; !free green upgrade; comet: 1 provision + move"
    assert text.card_text(BOX, "W43").endswith("mark + journal; < guild mark; > yellow silver provision mark")
    assert text.card_text(BOX, "S86") == "planet; Jupiter; !yellow; 1 and 1 for every planet"
    assert text.card_text(BOX, "T116") == "Adventurer, 1 silver, under harbour; gives ship"
    assert text.card_text(BOX, "I14") == "5 cities"
    assert text.card_text(BOX, "HOME_M3") == "[any die] townsfolk / 2 provision"


def test_own_components_are_shown_as_they_are() -> None:
    state = waystation.load("wayfarers", components=other_cards()).new_state(2)
    _check(state, 0)
    assert text.card_text(state.game.box, "Mine36").startswith("vista; !4 provision + die")  # type: ignore[attr-defined]


def test_drawn_cards_are_shown_to_their_drawer_only() -> None:
    match = Match(waystation.load("wayfarers"), "drawn")
    chance = Chance.of("drawn", "choices")
    while match.state.view(match.state.to_act[0]).table.ask != "DRAWN":
        match.apply(drawer(match.state, match.state.to_act[0], chance), match.state.to_act[0])
    (seat,) = match.state.to_act
    drawn = match.state.view(seat).table.drawn
    assert len(drawn) == 3
    for card in drawn:
        assert f"Drawn: {card}:" in shown(match.state, seat)
        assert f"{card}:" not in shown(match.state, 1 - seat)
        assert f"{card}:" not in shown(match.state, None)


def test_effects_that_wait_and_tiles_in_hand() -> None:
    doc = {"seats": [{"board": "B1", "dice": [3], "silver": 9, "cards": ["W60"]}], "turn": 0}
    state = waystation.load("wayfarers").state_from({"table": doc})
    for move in ("place 3 HOME_M4", "choose 1 of (green upgrade / 2 silver)"):
        state.play(move, 0)
    state.play(state.game.actions.format(state.legal_actions(0)[0]), 0)
    assert "In hand: tile U31: camel, 1 point" in in_words(shown(state, 0))
