"""What holds at every moment of any game: the conformance suite with good, random and spiteful players."""

from __future__ import annotations

from typing import Any

import pytest

import waystation
from games.wayfarers.players import blocker, drawer, eager, hoarder, spender
from waystation.engine import Chance, conformance
from waystation.engine.conformance import random_choice

CHOOSERS = (eager, random_choice, spender, blocker, drawer, hoarder)


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ({"players": 2, "round_limit": 12}, 6),
        ({"players": 3, "round_limit": 10, "promos": True, "section_1": "B", "section_2": "B"}, 3),
        ({"players": 4, "round_limit": 6, "section_1": "random", "section_3": "random"}, 3),
        ({"players": 1, "round_limit": 20, "late_trade": True}, 4),
    ],
    ids=["two", "three", "four", "solo"],
)
def test_conformance(options: dict[str, Any], games: int) -> None:
    game = waystation.load("wayfarers", **options)
    report = conformance.check(game, games=games, every=60, choosers=CHOOSERS, hash_seeds=options["players"] == 2)
    assert report.hidden_worlds
    assert len(report.refusal_reasons) > 15


@pytest.mark.parametrize("chooser", CHOOSERS)
@pytest.mark.parametrize("players", [1, 2, 4])
def test_nobody_can_stall_the_game(chooser: conformance.Chooser, players: int) -> None:
    """Forty rounds of one temper: there is always something to choose, and tokens are conserved."""
    game = waystation.load("wayfarers", players=players, round_limit=40, promos=players == 4)
    state = game.new_state(f"stall {players}")
    chance = Chance.of("stall", chooser.__name__)
    while not state.is_over:
        (seat,) = state.to_act
        assert state.legal_actions(seat)
        state.advance(chooser(state, seat, chance), seat)
        _conserved(state, players)


def _conserved(state: Any, players: int) -> None:
    for seat in range(players):
        player = state.seats[seat]
        on_cards = state.mark.count(seat)
        lifted = sum(frame[0] == 12 for frame in state.agenda)  # a token on its way to a card is in supply
        assert player.supply + sum(player.guild) + on_cards == 15, lifted
        assert sum(player.dice) + player.die.bit_count() + player.reserve == 5
        assert min(player.silver, player.provision, player.supply, *player.guild, *player.workers) >= 0
        assert len(player.space) - 1 <= len(player.cards) - 6
    workers = sum(crew.bit_count() for crew in state.crew) + state.green.bit_count()
    assert workers + sum(sum(player.workers) for player in state.seats) == 4 + 2 * len(state.seats)
    piles = [card & 255 for pile in state.piles for card in pile]
    shown = [card for card in state.show if card >= 0]
    assert len(set(piles + shown)) == len(piles + shown)


def test_piles_can_run_out() -> None:
    """A table that draws and discards without end: slots stay empty, and play goes on."""
    state = waystation.load("wayfarers", players=4, round_limit=200).new_state("drawers 2")
    chance = Chance.of("d", "p")
    while not state.is_over:
        (seat,) = state.to_act
        state.advance(drawer(state, seat, chance), seat)
    assert any(not pile for pile in state.piles)
    assert -1 in state.show
