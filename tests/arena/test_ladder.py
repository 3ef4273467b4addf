"""The ladder's tables: who came before whom, from files of results (benchmarks/ladder.py)."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

import waystation
from waystation.arena import Row, write_rows

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "ladder.py"


@pytest.fixture(scope="module")
def ladder() -> Any:
    spec = importlib.util.spec_from_file_location("ladder", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def row(seats: list[str], ranks: list[int], index: int, deal: int = 1) -> Row:
    wins = [float(rank == 1) / ranks.count(1) if ranks.count(1) else 0.0 for rank in ranks] or [0.0] * len(seats)
    return Row(
        game="wayfinders", rules_version=1, options={"players": len(seats)}, run=2019, seed=deal, index=index,
        seats=seats, scores=[9 - rank for rank in ranks] or [0] * len(seats), ranks=ranks, wins=wins,
        reason="last round" if ranks else "cut off", decisions=[20] * len(seats), seconds=[0.1] * len(seats),
        lines=[{}] * len(seats),
    )  # fmt: skip


def test_ahead_counts_pairs_of_seats_and_a_tie_as_a_half(ladder: Any) -> None:
    rows = [
        row(["strong", "greedy", "greedy"], [2, 1, 3], 0),
        row(["greedy", "strong", "greedy"], [1, 1, 3], 1),
        row(["greedy", "greedy", "strong"], [], 2),
    ]
    assert ladder.ahead(rows, ("strong", "greedy")) == (2.5, 4)
    assert ladder.ahead(rows, ("greedy", "strong")) == (1.5, 4)


def test_tables_are_made_of_what_is_there(ladder: Any, tmp_path: Path) -> None:
    game = waystation.load("wayfinders", players=2)
    matches = {
        ("strong", "greedy"): [[1, 2], [2, 1], [1, 2], [1, 2]],  # the strong one wins, wins, wins, loses
        ("expert", "strong"): [[1, 2], [1, 2]],
        ("mcts:1000", "mcts:200"): [[1, 1]],
        ("greedy", "greedy"): [[1, 2], []],
    }
    for pair, ranks in matches.items():
        seatings = [list(pair), list(reversed(pair))]
        rows = [row(seatings[at % 2], found, at, deal=at // 2) for at, found in enumerate(ranks)]
        last = f"{pair[0]}-alone" if pair[0] == pair[1] else "-".join(pair)
        write_rows(rows, ladder.kept(tmp_path, game.name, 2, *(last.split("-"))))
    write_rows([row(["greedy", "beginner"], [1, 2], 1)], ladder.kept(tmp_path, game.name, 2, "beginner", "greedy"))
    lines = list(ladder.tables(tmp_path, [("wayfinders", 2), ("wayfinders", 3)]))
    assert [line.split("|")[3:8] for line in lines[2:5]] == [
        [" strong (`mcts:50`) ", " casual (`greedy`) ", " 4 ", " 75.0 % (30 % to 95 %) ", " yes (65 %) "],
        [" expert (`mcts:500`) ", " strong (`mcts:50`) ", " 2 ", " 50.0 % (9 % to 91 %) ", " **no** (65 %) "],
        [" `mcts:1000` ", " `mcts:200` ", " 1 ", " 50.0 % (5 % to 95 %) ", " **no** (60 %) "],
    ]
    assert lines[7:] == [  # the game of beginner and greedy is the second of a pair whose first is not done yet
        "| Wayfinders | 2 | all | 9 | 8 | last round 8, cut off 1 | 40 |",
        "| Wayfinders | 2 | casual (`greedy`) | 2 | 1 | last round 1, cut off 1 | 40 |",
    ]


def test_games_of_another_run_are_refused(ladder: Any, tmp_path: Path) -> None:
    game = waystation.load("wayfinders", players=2)
    write_rows([row(["greedy", "greedy"], [1, 2], 0)], ladder.kept(tmp_path, game.name, 2, "greedy", "alone"))
    with pytest.raises(SystemExit, match="greedy-alone"):
        ladder.ended(game, "greedy", 1, 7, 1, tmp_path)
    write_rows([row(["strong", "greedy"], [1, 2], 0)], ladder.kept(tmp_path, game.name, 2, "strong", "greedy"))
    with pytest.raises(SystemExit, match="move it away"):
        ladder.played(game, ("strong", "greedy"), 1, 2019, 1, tmp_path)
