"""The golden records: whole games for 1 to 4 players and the options, kept in golden/.

    cd tests && ../.venv/bin/python -m games.wayfarers.golden

plays and writes them anew. Do that only after a deliberate change of the rules, together with `rules_version`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import waystation
from games.records import write_all
from waystation.engine import Chance, Match, State

FOLDER = Path(__file__).parent / "golden"

GAMES: dict[str, dict[str, Any]] = {
    "solo": {"players": 1},
    "solo_board_1": {"players": 1, "solo_board": 1, "section_1": "B"},
    "solo_board_2": {"players": 1, "solo_board": 2, "section_2": "B"},
    "solo_board_3": {"players": 1, "solo_board": 3, "section_3": "B"},
    "solo_board_4": {"players": 1, "solo_board": 4, "promos": True},
    "two": {"players": 2},
    "two_side_b": {"players": 2, "section_1": "B", "section_2": "B", "section_3": "B"},
    "two_promos": {"players": 2, "promos": True},
    "three": {"players": 3, "section_2": "random"},
    "four": {"players": 4, "late_trade": True},
    "round_limit": {"players": 3, "round_limit": 5},
}


def play(name: str) -> Match:
    """A whole game: every seat takes what the game's evaluation likes best, and something else now and then."""
    game = waystation.load("wayfarers", **GAMES[name])
    match = Match(game, f"golden {name}")
    chance = match.state.chance.spawn("players")
    while not match.state.is_over:
        (seat,) = match.state.to_act
        match.apply(_choice(match.state, seat, chance), seat)
    return match


def _choice(state: State, seat: int, chance: Chance) -> int:
    legal = state.legal_actions(seat)
    if len(legal) == 1 or chance.below(10) == 0:
        return chance.choice(legal)
    worth = []
    for action in legal:
        after = state.determinize(seat, chance.spawn("world"))
        after.advance(action, seat)
        worth.append((state.game.evaluate(after, seat) + 0.01 * chance.unit(), action))
    return max(worth)[1]


if __name__ == "__main__":
    write_all(FOLDER, GAMES, play)
