"""The golden records: whole games for each number of players and each variant, kept in golden/.

    cd tests && ../.venv/bin/python -m games.wayfinders.golden

plays and writes them anew. Do that only after a deliberate change of the rules, together with `rules_version`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

import waystation
from games.records import write_all
from waystation.engine import Match
from waystation.games.wayfinders.components import standard_tiles

FOLDER = Path(__file__).parent / "golden"
LAYOUT = " ".join(tile.id for tile in reversed(standard_tiles()[15:39]))
OWN = [
    msgspec.structs.replace(tile, id=f"OWN-{number}", points=tile.points + 1)
    for number, tile in enumerate(standard_tiles())
]

GAMES: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "three": {"players": 3},
    "four": {"players": 4},
    "exploration": {"players": 3, "exploration": True},
    "many_blue": {"players": 2, "red": 4, "blue": 15, "yellow": 5},
    "four_many_blue": {"players": 4, "red": 3, "blue": 15, "yellow": 6},
    "any_mix": {"players": 4, "any_mix": True},
    "layout": {"players": 2, "layout": LAYOUT},
    "without_home": {"players": 3, "home_counts": False},
    "round_limit": {"players": 4, "max_rounds": 12},
    "own_tiles": {"players": 2, "tiles": msgspec.to_builtins(OWN)},
}


def play(name: str) -> Match:
    """A whole game: every seat takes what the game's evaluation likes best, and something else now and then."""
    game = waystation.load("wayfinders", **GAMES[name])
    match = Match(game, f"golden {name}")
    chance = match.state.chance.spawn("players")
    while not match.state.is_over:
        (seat,) = match.state.to_act
        legal = match.state.legal_actions(seat)
        worth = []
        for action in legal:
            after = match.state.determinize(seat, chance.spawn("world"))
            after.advance(action, seat)
            worth.append((game.evaluate(after, seat) + 0.02 * chance.unit(), action))
        match.apply(chance.choice(legal) if chance.below(8) == 0 else max(worth)[1], seat)
    return match


if __name__ == "__main__":
    write_all(FOLDER, GAMES, play)
