"""The golden records: whole games for solo easy and hard, 2 and 4 players, and each goal, kept in golden/.

    cd tests && ../.venv/bin/python -m games.waypoints.golden

plays and writes them anew. Do that only after a deliberate change of the rules, together with `rules_version`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import waystation
from games.records import write_all
from waystation.engine import Match
from waystation.games.waypoints.bots import best_turn

FOLDER = Path(__file__).parent / "golden"

GAMES: dict[str, dict[str, Any]] = {
    "solo_easy": {"players": 1, "goal": "lakes"},
    "solo_hard": {"players": 1, "goal": "woods", "solo": "hard"},
    "two": {"players": 2, "goal": "squares"},
    "four": {"players": 4, "goal": "bridges"},
    "options": {"players": 2, "must_photograph": False, "paddle_on": False},
}


def play(name: str) -> Match:
    """A whole game: the expert's turns, and now and then a random step (seats take turns at random)."""
    game = waystation.load("waypoints", **GAMES[name])
    match = Match(game, f"golden {name}")
    chance = match.state.chance.spawn("players")
    planned: dict[int, list[int]] = {}
    while not match.state.is_over:
        seat = chance.choice(match.state.to_act)
        legal = match.state.legal_actions(seat)
        plan = planned.get(seat) or []
        if not plan or plan[0] not in legal:
            careless = seat % 2 == 1 and chance.below(3) == 0
            plan = [chance.choice(legal)] if careless else best_turn(match.state.determinize(seat, chance), seat)
        match.apply(plan[0], seat)
        planned[seat] = plan[1:]
    return match


if __name__ == "__main__":
    write_all(FOLDER, GAMES, play)
