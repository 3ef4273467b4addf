"""Who meets whom, and how it stands."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from waystation.arena.pairing import (
    Played,
    meetings,
    neighbours,
    round_robin,
    seated,
    share,
    standings,
    swiss_rounds,
    who_waits,
)

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", [2, 3, 4, 5, 7, 8])
def test_in_a_round_robin_all_meet_all(seats: int, number: int) -> None:
    if number < seats:
        return
    names = NAMES[:number]
    met: Counter[frozenset[str]] = Counter()
    rounds = round_robin(names, seats)
    for tables in rounds:
        busy = [name for table in tables for name in table]
        assert len(busy) == len(set(busy)) == number // seats * seats, "nobody plays twice, and no seat is empty"
        met.update(meetings(Played(table, ()) for table in tables))
    assert set(met) == {frozenset(pair) for pair in combinations(names, 2)}
    if seats == 2:
        assert (set(met.values()), len(rounds)) == ({1}, number - 1 + number % 2)


def test_too_few_for_a_table_are_refused() -> None:
    """All of them waited, round after round, for ever."""
    with pytest.raises(ValueError, match="4 seats need as many names or more, got 3"):
        round_robin(NAMES[:3], 4)
    assert not any(round_robin(NAMES[:1], 4))


def test_shares() -> None:
    assert [share((1, 2, 2, 4), seat) for seat in range(4)] == [1.0, 0.5, 0.5, 0.0]
    assert share((), 0) == 0.5, "a game without a winner"


def test_points_then_opposition_then_wins() -> None:
    played = [
        Played(("Ada", "Ben"), (1, 2)),
        Played(("Cleo", "Dan"), (1, 2)),
        Played(("Ada", "Cleo"), (1, 2)),
        Played(("Dan", "Ben"), (1, 2)),
    ]
    found = standings(NAMES[:4], played, {})
    assert [(one.name, one.place, one.points, one.opposition) for one in found] == [
        ("Ada", 1, 2.0, 0.5),
        ("Cleo", 2, 1.0, 1.5),
        ("Dan", 3, 1.0, 0.5),
        ("Ben", 4, 0.0, 1.5),
    ]
    tied = standings(NAMES[:3], [Played(("Ada", "Ben"), (1, 1))], {"Cleo": 1})
    assert [(one.name, one.place, one.points, one.waited) for one in tied] == [
        ("Ada", 1, 0.5, 0),
        ("Ben", 1, 0.5, 0),
        ("Cleo", 3, 0.5, 1),
    ], "who waited met nobody; equal in all shares the place"


def test_neighbours_who_have_not_met() -> None:
    met = meetings([Played(("Ada", "Ben"), ()), Played(("Cleo", "Dan"), ())])
    assert neighbours(NAMES[:4], met, 2) == [("Ada", "Cleo"), ("Ben", "Dan")]
    assert neighbours(NAMES[:8], {}, 4) == [tuple(NAMES[:4]), tuple(NAMES[4:])]


def test_the_last_wait_but_nobody_twice_before_all_others() -> None:
    assert who_waits(NAMES[:5], {}, 2) == ["Eve"]
    assert who_waits(NAMES[:5], {"Eve": 1, "Dan": 1}, 2) == ["Cleo"]
    assert who_waits(NAMES[:7], {}, 4) == ["Gus", "Fay", "Eve"]
    assert who_waits(NAMES[:4], {}, 2) == []


def test_all_sit_everywhere() -> None:
    sat = {("Ada", 0): 1, ("Ben", 1): 1}
    assert seated(("Ada", "Ben"), sat) == ("Ben", "Ada")
    assert seated(("Ada", "Ben"), {}) == ("Ada", "Ben")


def test_rounds_that_find_a_winner() -> None:
    assert [swiss_rounds(*case) for case in ((2, 2), (8, 2), (9, 2), (8, 4), (20, 4))] == [2, 4, 5, 3, 4]
