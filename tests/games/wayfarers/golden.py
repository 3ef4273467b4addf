"""The golden records: whole games for 1 to 4 players and the options, kept in golden/.

    python tests/games/wayfarers/golden.py

plays and writes them anew. Do that only after a deliberate change of the rules, together with `rules_version`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import waystation
from games.wayfarers.players import blocker, drawer, eager, kinds
from waystation.engine import Chance, Match, State, record

FOLDER = Path(__file__).parent / "golden"

GAMES: dict[str, tuple[dict[str, Any], Any]] = {
    "solo": ({"players": 1, "round_limit": 60}, eager),
    "solo_board_2": ({"players": 1, "solo_board": 2, "section_2": "B", "round_limit": 60}, blocker),
    "two": ({"players": 2, "round_limit": 60}, eager),
    "two_promos": ({"players": 2, "promos": True, "round_limit": 60}, drawer),
    "three": ({"players": 3, "section_1": "B", "section_2": "B", "section_3": "B", "round_limit": 60}, eager),
    "four": ({"players": 4, "section_1": "random", "late_trade": True, "round_limit": 60}, eager),
    "round_limit": ({"players": 3, "round_limit": 5}, blocker),
}


def traveller(state: State, seat: int, chance: Chance, temper: Any) -> int:
    """The temper, but with the journal before everything: games come to their end."""
    found = kinds(state, seat)
    for kind in ("go", "extra"):
        if kind in found:
            return chance.choice(found[kind])
    return int(temper(state, seat, chance))


def play(name: str) -> Match:
    """A whole game of one temper."""
    options, temper = GAMES[name]
    match = Match(waystation.load("wayfarers", **options), f"golden {name}")
    chance = match.state.chance.spawn("players")
    while not match.state.is_over:
        (seat,) = match.state.to_act
        match.apply(traveller(match.state, seat, chance, temper), seat)
    return match


def main() -> None:
    """Write all records."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        match = play(name)
        (FOLDER / f"{name}.txt").write_text(record.write(match, comments=False), encoding="utf-8")
        print(f"{name}: {len(match.moves)} moves, {record.result_line(match)}")


if __name__ == "__main__":
    main()
