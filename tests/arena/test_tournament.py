"""Schedules, tournaments, ratings and comparisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import waystation
from tiny.duel import Duel
from waystation.arena import Row, game_seed, simulate
from waystation.arena.bench import bench
from waystation.arena.compare import Effect, compare_bots, compare_rules, student
from waystation.arena.ratings import ELO, MEAN, ratings
from waystation.arena.schedule import seatings, tables
from waystation.arena.tournament import Tournament, neighbours, share
from waystation.engine.conformance import check

DUEL = Duel.from_options({"players": 2})


def row(seats: list[str], ranks: list[int], index: int = 0, seed: int = 1) -> Row:
    wins = [float(rank == 1) / ranks.count(1) if ranks.count(1) else 0.0 for rank in ranks]
    return Row(
        game="duel", options={}, seed=seed, index=index, seats=seats, scores=[9 - rank for rank in ranks], ranks=ranks,
        wins=wins, reason="passed", decisions=[1] * len(seats), seconds=[0.1] * len(seats), lines=[{}] * len(seats),
    )  # fmt: skip


def bare(rows: list[Row]) -> list[Row]:
    for each in rows:
        each.seconds = []
    return sorted(rows, key=lambda each: each.index)


# ---------------------------------------------------------------------- how many


@pytest.mark.parametrize(
    "run",
    [
        lambda: simulate(DUEL, ["random", "random"], -1),
        lambda: Tournament(DUEL, ["random", "greedy"], deals=-1),
        lambda: Tournament(DUEL, ["random", "greedy"], system="swiss", rounds=-1),
        lambda: compare_bots(DUEL, "random", "greedy", deals=-1),
        lambda: compare_rules(DUEL, DUEL, ["random", "random"], deals=-1),
        lambda: bench([], rounds=0),
        lambda: check(DUEL, games=-1),
    ],
)
def test_fewer_than_none_are_refused(run: Callable[[], Any]) -> None:
    """A run of -1 games played nothing and said that all was well."""
    with pytest.raises(ValueError, match=r"a number of \w+ is [01] or more, got (-1|0)"):
        run()


# ---------------------------------------------------------------------- who meets whom


@pytest.mark.parametrize(
    ("bots", "seats", "expected"),
    [
        (3, 2, [(0, 1), (0, 2), (1, 2)]),
        (2, 2, [(0, 1)]),
        (2, 4, [(0, 0, 1, 1)]),
        (3, 4, [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]),
        (4, 3, [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]),
    ],
)
def test_every_choice_of_bots_meets(bots: int, seats: int, expected: list[tuple[int, ...]]) -> None:
    assert tables(bots, seats) == expected


def test_seats_are_rotated() -> None:
    assert list(seatings((0, 1, 2))) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert list(seatings((0, 1, 0, 1))) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_a_round_robin_plays_every_deal_at_every_table_in_both_seatings() -> None:
    cup = Tournament(DUEL, ["random", "greedy:5", "greedy:9"], 2, 7)
    rows = list(cup.play())
    assert len(rows) == len(cup) == 12
    assert Counter(each.seed for each in rows) == {game_seed(7, 0): 6, game_seed(7, 1): 6}
    seated = Counter(tuple(each.seats) for each in rows)
    assert len(seated) == 6
    assert set(seated.values()) == {2}
    assert "components" in rows[0].extra


@pytest.mark.parametrize("system", ["round-robin", "swiss"])
def test_a_tournament_goes_on_where_it_was_stopped(system: Any) -> None:
    bots = ["random", "greedy:3", "greedy:5", "greedy:9"]
    cup = Tournament(DUEL, bots, 1, 7, system=system, rounds=3)
    whole = list(cup.play())
    assert len(whole) == len(cup) == 12
    part = [*whole[:3], whole[5]] if system == "round-robin" else whole[:5]
    rest = list(cup.play(rows=part))
    assert cup.wrong([*part, *rest]) is None
    assert bare([*part, *rest]) == bare(whole)
    stray = row(["random", "greedy:3"], [1, 2], 99)
    assert cup.wrong([stray]) is not None
    other = list(Tournament(DUEL, bots, 1, 8, system=system, rounds=3).play())
    assert "another run" in str(cup.wrong(other[:1]))


def test_a_swiss_round_seats_neighbours_who_have_met_least() -> None:
    names = ["a", "b", "c", "d"]
    assert neighbours(names, [], 2) == [(0, 1), (2, 3)]
    first = [row(["a", "b"], [1, 2]), row(["c", "d"], [1, 2])]
    assert neighbours(names, first, 2) == [(0, 2), (1, 3)]


def test_who_waits_in_a_swiss_round_waits_no_second_time_before_all_have() -> None:
    names = ["a", "b", "c"]
    assert neighbours(names, [], 2) == [(0, 1)]
    second = neighbours(names, [row(["a", "b"], [1, 2])], 2)
    assert second == [(0, 2)]
    third = neighbours(names, [row(["a", "b"], [1, 2]), row(["a", "c"], [1, 2])], 2)
    assert set(third[0]) == {1, 2}


@pytest.mark.parametrize(
    ("bots", "options", "reason"),
    [
        (["random"], {}, "two bots or more"),
        (["random", "random"], {}, "named twice"),
        (["random", "greedy"], {"players": 3, "system": "swiss"}, "3 seats need"),
        (["random", "greedy"], {"game": "wordtraveler"}, "compare bots instead"),
        (["random", "greedy"], {"system": "knock-out"}, "'knock-out' is none of round-robin, swiss"),
        (["random", "greedy"], {"deals": -1}, "a number of deals is 0 or more, got -1"),
        (["random", "greedy"], {"system": "swiss", "rounds": -1}, "a number of rounds is 0 or more, got -1"),
    ],
)
def test_what_is_no_tournament_is_refused(bots: list[str], options: dict[str, Any], reason: str) -> None:
    game = waystation.load(options.pop("game", "wayfinders"), players=options.pop("players", 2))
    with pytest.raises(ValueError, match=reason):
        Tournament(game, bots, **options)


# ---------------------------------------------------------------------- ratings


def test_the_share_of_opponents_beaten() -> None:
    three = row(["a", "b", "c"], [1, 2, 2])
    assert [share(three, seat) for seat in range(3)] == [1.0, 0.25, 0.25]
    assert share(row(["a", "b"], []), 0) == 0.5


def test_three_wins_of_four_are_191_elo() -> None:
    """Bradley and Terry: strength is log(3), 191 on the Elo scale, but for the small prior."""
    games = [row(["a", "b"], [1, 2] if at % 4 else [2, 1], at, at) for at in range(400)]
    a, b = ratings(games)
    assert (a.name, a.games, a.score) == ("a", 400, 0.75)
    assert a.elo - b.elo == pytest.approx(190.8, abs=0.5)
    assert a.elo + b.elo == pytest.approx(2 * MEAN)
    assert a.elo_low is not None
    assert a.elo_high is not None
    assert a.elo_low < a.elo < a.elo_high
    # the standard error of the logit is sqrt(1/300 + 1/100); a's rating moves by half of it
    assert a.elo_high - a.elo_low == pytest.approx(2 * 1.96 * ELO * (1 / 300 + 1 / 100) ** 0.5 / 2, rel=0.3)
    assert a.mu > b.mu


def test_without_resamples_there_are_no_intervals() -> None:
    games = [row(["a", "b"], [1, 2], at, at) for at in range(3)]
    for none in (0, -1):
        assert [(found.name, found.elo_low, found.elo_high) for found in ratings(games, none)] == [
            ("a", None, None),
            ("b", None, None),
        ]


def test_games_cut_off_do_not_count_and_one_deal_gives_no_interval() -> None:
    assert ratings([row(["a", "b"], [])]) == []
    a, _ = ratings([row(["a", "b"], [1, 2]), row(["b", "a"], [2, 1])])
    assert a.score == 1.0
    assert a.elo_low is a.elo_high is None


# ---------------------------------------------------------------------- comparisons


@pytest.mark.parametrize(("df", "expected"), [(1, 12.706), (2, 4.303), (3, 3.182), (9, 2.262), (29, 2.045)])
def test_students_quantiles_as_in_the_tables(df: int, expected: float) -> None:
    assert student(df) == pytest.approx(expected, rel=0.01)


def test_two_bots_meet_in_both_seatings_of_each_deal() -> None:
    comparison = compare_bots(DUEL, "random", "greedy:20", 6, 3)
    rows = list(comparison.play())
    assert len(rows) == len(comparison) == 12
    effects = {effect.what: effect for effect in comparison.effects(rows)}
    wins = effects["wins"]
    assert wins.a + wins.b == pytest.approx(1.0)
    assert wins.pairs == 6
    assert effects["score"].difference > 0
    assert comparison.effects(rows[:1])[0].pairs == 0  # a deal of which one game is missing does not count
    assert comparison.wrong(rows) is None
    assert "another run" in str(compare_bots(DUEL, "random", "greedy:20", 6, 4).wrong(rows))


def test_where_all_win_together_bots_play_one_after_the_other() -> None:
    game = waystation.load("wordtraveler", players=2)
    comparison = compare_bots(game, "random", "expert", 2, 1)
    assert [set(fixture.bots) for fixture in comparison.plan.fixtures] == [{0}, {1}, {0}, {1}]


def test_rule_variants_are_played_on_the_same_deals() -> None:
    short, long = (waystation.load("wayfinders", players=2, max_rounds=most) for most in (2, 4))
    comparison = compare_rules(short, long, ["random", "greedy:5"], 4, 1)
    rows = list(comparison.play(rows=()))
    assert len(rows) == 16
    effects = {effect.what: effect for effect in comparison.effects(rows)}
    rounds = effects["rounds"]
    assert rounds == Effect(what="rounds", a=2, b=4, difference=2, low=None, high=None, pairs=4)
    assert not rounds.sure
    assert effects["decisions"].sure
    with pytest.raises(ValueError, match="one game"):
        compare_rules(short, DUEL, ["random", "random"])
