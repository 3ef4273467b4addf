"""A view in words, in every game: complete, in templates, secret, and short enough for a language model."""

from __future__ import annotations

import re
from statistics import mean
from typing import Any

import pytest

import waystation
from waystation.engine import Chance
from waystation.engine.words import pseudo, speaking
from waystation.games.windward.model import ORDERS

from .test_languages import MOVED, catalogue, english

TABLES: dict[str, dict[str, Any]] = {
    "wayfinders": {"players": 4, "max_rounds": 30},
    "wayfarers": {"players": 3, "round_limit": 12},
    "wordtraveler": {"players": 3},
    "windward": {"players": 3, "max_rounds": 12},
    "waypoints": {"players": 2},
}
TOLD = ("wayfinders", "wordtraveler", "windward", "waypoints")
"""Wayfarers writes effects as moves do, in the notation of its component files."""
MOST_TOKENS = 1500


def tokens(text: str) -> int:
    """An estimate from above for the tokenizers of language models: words and signs one by one, or four letters each.

    Common tokenizers join most blanks and signs to words and need about 0.75 of it for English.
    """
    return max(len(re.findall(r"\w+|[^\w\s]", text)), (len(text) + 3) // 4)


def test_the_estimate_counts_words_and_signs() -> None:
    assert tokens("fly r2c3 | r2c4") == 4
    assert tokens("Internationalisation") == 5


@pytest.mark.parametrize("name", TABLES)
def test_a_view_in_words_fits_into_a_prompt(name: str) -> None:
    """Looked at now and then in a game that greedy players would recognise: every legal move is in it."""
    game = waystation.load(name, **TABLES[name])
    chance, state, counted = Chance.of(name, "telling"), game.new_state(3), list[int]()
    for ply in range(1500):
        if state.is_over:
            break
        seat = chance.choice(state.to_act)
        if ply % 25 == 0:
            text = game.text(view := state.view(seat))
            counted.append(tokens(text))
            assert view.question in text
            for offer in view.legal:
                verb, _, rest = offer.notation.partition(" ")
                assert re.search(rf"^  {re.escape(verb)}\b.*{re.escape(rest)}", text, re.MULTILINE), offer.notation
        advised = game.advise(state, seat) if ply % 3 else None
        state.advance(chance.choice(state.legal_actions(seat)) if advised is None else advised, seat)
    assert len(counted) > 3
    assert mean(counted) <= MOST_TOKENS, counted


@pytest.mark.parametrize(("name", "options"), [(name, each) for name in TOLD for each in MOVED[name]])
def test_no_word_of_it_stays_english(name: str, options: dict[str, Any]) -> None:
    game = waystation.load(name, **options)
    names, idents = tuple(f"P{seat}" for seat in range(game.players)), notation(game)
    with speaking(pseudo(catalogue())):
        chance, state = Chance.of(2, "telling"), game.new_state(2)
        for ply in range(400):
            seat = chance.choice(state.to_act or (0,))
            if ply % 20 == 0 or state.is_over:
                text = game.text(state.view(seat, names))
                for line in text.split("\n"):
                    if line.startswith("  ") and line.split()[0] in game_verbs(game):
                        continue  # moves in notation, the same in all languages
                    for ident in idents:
                        line = re.sub(rf"(?<![\w-]){ident}(?![\w-])", "", line)
                    assert not english(line, (*names, game.spec.title)), f"ply {ply}: {line!r}"
            if state.is_over:
                break
            state.advance(chance.choice(state.legal_actions(seat)), seat)


def notation(game: Any) -> list[str]:
    """Words of moves that also stand in sentences: ids, orders, the space `port`, a route's steps."""
    found = {
        "windward": lambda: [*game.card_ids, *game.side_ids, *ORDERS, "port"],
        "wordtraveler": lambda: [*game.words.ids],
        "waypoints": lambda: [*game_verbs(game), "kayak"],
    }
    return found.get(game.name, list)()


def game_verbs(game: waystation.Game) -> set[str]:
    """The first words of all moves."""
    return {action.notation.split()[0] for action in game.actions}
