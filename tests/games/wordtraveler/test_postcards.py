"""Postcards: each trip, with what was meant and where it led, when the game is over."""

from __future__ import annotations

import pytest

import waystation
from waystation.engine import Chance, Match, Scene
from waystation.engine.svg import to_svg
from waystation.games.wordtraveler.geometry import BY_NAME


def finished(**options: object) -> Match:
    game = waystation.load("wordtraveler", players=3, city="london", **options)
    match, chance = Match(game, 4), Chance.of(1, "postcards")
    while not match.state.is_over:
        assert len(match.moves) % 40 or match.keepsakes() == (), "nothing before the end"
        seat = match.state.to_act[0]
        match.apply(chance.choice(match.state.legal_actions(seat)), seat)
    return match


def titles(card: Scene, what: str) -> list[str]:
    return [node.title for node in card.nodes if node.id.startswith(f"{what}:")]


@pytest.mark.parametrize("intentions", [True, False])
def test_there_is_a_postcard_for_each_trip(intentions: bool) -> None:
    match = finished(show_intentions=intentions)
    cards, table, city = match.keepsakes(), match.view(None).table, match.state.game.city
    day_2 = {int(card.title.split()[1]) - 1: card for card in cards if card.title.endswith("day 2")}
    assert set(day_2) == {number for number, seat in enumerate(table.seats) if seat.path}
    assert len(cards) > len(day_2), "and there are cards of day 1"
    for number, card in day_2.items():
        seat = table.seats[number]
        assert titles(card, "went") == [city.space_title(BY_NAME[name]) for name in seat.path]
        meant = [city.space_title(BY_NAME[move.stop]) for move in seat.plan or () if move.stop]
        assert titles(card, "meant") == meant
        assert bool(meant) == intentions
    points = [int(card.nodes[0].title.rsplit(": ")[-1].split()[0]) for card in cards]
    assert sum(points) == table.score
    assert "Greetings from London!" in to_svg(cards[0], match.game.look)
