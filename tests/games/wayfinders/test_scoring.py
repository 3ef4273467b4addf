"""Scoring on plain sets of cells, worked out by hand and against slow searches."""

from __future__ import annotations

from itertools import combinations

import pytest

import waystation
from waystation.engine import Chance
from waystation.games.wayfinders.chart import CELL_NAMES, CELLS, FAR, NEIGHBOURS, SQUARES, bits, mask
from waystation.games.wayfinders.scoring import count_groups, count_squares


def cells(text: str) -> int:
    return mask(CELL_NAMES.index(name) for name in text.split())


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("", 0),
        ("r1c1", 1),
        ("r1c1 r1c2", 1),
        ("r1c1 r2c2", 2),
        ("r1c5 r2c1", 2),  # the end of a row does not touch the start of the next
        ("r1c1 r1c2 r2c2 r3c2 r3c1", 1),
        ("r1c1 r1c3 r1c5 r3c1 r3c3 r3c5", 6),
        ("r3c2 r3c3 r3c4 r1c1", 2),
    ],
)
def test_groups(text: str, groups: int) -> None:
    assert count_groups(cells(text)) == groups


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("r1c1 r1c2 r2c1", 0),
        ("r1c1 r1c2 r2c1 r2c2", 1),
        ("r1c1 r1c2 r1c3 r2c1 r2c2 r2c3", 1),
        ("r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4", 2),
        ("r1c4 r1c5 r2c1 r2c2", 0),  # not across the edge
        ("r1c2 r1c3 r2c1 r2c2 r2c3 r2c4 r3c1 r3c2 r3c3 r3c4", 2),  # the topmost square would spoil both others
    ],
)
def test_squares(text: str, squares: int) -> None:
    assert count_squares(cells(text)) == squares


def test_four_squares_fit_on_the_grid() -> None:
    assert count_squares(mask(CELLS)) == 4


def some_sets() -> list[int]:
    chance = Chance.of(5, "cells")
    return [mask(chance.below(25) for _ in range(6 + chance.below(10))) for _ in range(200)]


def test_groups_against_joining_neighbours() -> None:
    for chosen in some_sets():
        label = {cell: cell for cell in bits(chosen)}
        for _ in label:
            for cell in label:
                label[cell] = min([label[cell], *(label[other] for other in NEIGHBOURS[cell] if other in label)])
        assert count_groups(chosen) == len(set(label.values()))


def test_squares_against_trying_every_choice() -> None:
    for chosen in some_sets():
        inside = [square for square in SQUARES if square & chosen == square]
        best = 0
        for number in range(1, len(inside) + 1):
            for some in combinations(inside, number):
                if sum(some) == mask(cell for square in some for cell in bits(square)):
                    best = max(best, number)
        assert count_squares(chosen) == best


def test_the_twelve_far_cells() -> None:
    expected = "r1c1 r1c2 r1c4 r1c5 r2c1 r2c5 r4c1 r4c5 r5c1 r5c2 r5c4 r5c5"
    assert cells(expected) == FAR


def test_sixteen_squares() -> None:
    assert len(SQUARES) == 16
    assert all(square.bit_count() == 4 for square in SQUARES)


def test_sheets_show_which_islands_count() -> None:
    game = waystation.load("wayfinders", players=2)
    airstrips = {"r1c1": [0], "r5c5": [0, 1]}
    islands = {"r1c1": "R-DES-D2", "r5c5": "B-FAR-COLUMN"}
    state = game.state_from({"table": {"islands": islands, "airstrips": airstrips, "hands": ["PP", ""]}})
    sheet = state.score_sheet(0)
    assert {line.key: (line.points, line.nodes) for line in sheet.lines} == {
        "red": (6, ("island:r1c1",)),
        "yellow": (0, ()),
        "r5c5": (3, ("island:r5c5",)),
        "tokens": (2, ("hand:1",)),
        "workers": (0, ("crew:1",)),
    }
    assert sheet.total == 11
