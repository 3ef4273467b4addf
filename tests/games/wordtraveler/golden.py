"""The golden records: whole games for each number of players and each variant, kept in golden/.

    cd tests && ../.venv/bin/python -m games.wordtraveler.golden

plays and writes them anew. Do that only after a deliberate change of the rules or of a city, together with
`rules_version`.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import waystation
from games.records import write_all
from waystation.engine import Match
from waystation.games.wordtraveler.bots import WordBot

FOLDER = Path(__file__).parent / "golden"

GAMES: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "three": {"players": 3, "city": "london"},
    "four": {"players": 4, "city": "tokyo", "timer": 240},
    "five": {"players": 5, "city": "paris"},
    "decider": {"players": 3, "guess": "decider", "first": 2},
    "hidden_intentions": {"players": 3, "show_intentions": False, "city": "paris"},
    "second_thoughts": {"players": 3, "city": "new_york", "first": 3},
    "guide_me": {"players": 2, "solo": "guide_me", "city": "london"},
    "i_know_this_town": {"players": 2, "solo": "i_know_this_town", "city": "tokyo"},
}

WHIM = {"second_thoughts": 2}
"""One move in so many is drawn at random; 12 where nothing is said."""


def play(name: str) -> Match:
    """A whole game: bots of different depth, and something at random now and then."""
    game = waystation.load("wordtraveler", **GAMES[name])
    match = Match(game, f"golden {name}")
    chance = match.state.chance.spawn("players")
    bots = [WordBot(seat % 2) for seat in range(game.players)]
    while not match.state.is_over:
        seat = chance.choice(match.state.to_act)
        world = match.state.determinize(seat, chance.spawn("world"))
        legal = match.state.legal_actions(seat)
        wanted = bots[seat].choose(SimpleNamespace(world=world, seat=seat, legal=legal))
        match.apply(chance.choice(legal) if chance.below(WHIM.get(name, 12)) == 0 else wanted, seat)
    return match


if __name__ == "__main__":
    write_all(FOLDER, GAMES, play)
