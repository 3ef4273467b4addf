"""Runs, results and summaries."""

from __future__ import annotations

import csv
import gc
import importlib
import signal
import tracemalloc
from pathlib import Path

import pytest

import waystation
from tiny.duel import Duel
from tiny.stones import Stones
from waystation.arena import (
    BranchingFactor,
    RecordOfGame,
    Row,
    game_seed,
    play_match,
    read_rows,
    rotated,
    seat_rows,
    simulate,
    summarize,
    wilson,
    write_rows,
)
from waystation.arena import match as match_module
from waystation.bots import Bot, make
from waystation.engine import Game
from waystation.engine import record as records

simulate_module = importlib.import_module("waystation.arena.simulate")  # the package has a function of this name
DUEL = Duel.from_options({"players": 2})


def row(**given: object) -> Row:
    """A row made by hand: A beats B 10 to 7."""
    plain = {
        "game": "duel",
        "options": {},
        "seed": 1,
        "seats": ["A", "B"],
        "scores": [10, 7],
        "ranks": [1, 2],
        "wins": [1.0, 0.0],
        "reason": "passed",
        "decisions": [4, 5],
        "seconds": [0.1, 0.2],
        "lines": [{"points": 10}, {"points": 7}],
    }
    return Row(**{**plain, **given})  # type: ignore[arg-type]


# ---------------------------------------------------------------------- seeds and seats


def test_every_game_of_a_run_has_a_deal_of_its_own() -> None:
    seeds = {game_seed(run, index) for run in (0, 1, "0/1") for index in range(2000)}
    assert len(seeds) == 6000


def test_the_seeds_of_a_run_never_change() -> None:
    """The first seeds of run 0, written down once: the results of old runs can be had again."""
    assert [game_seed(0, index) for index in range(2)] == [5219958487454458, 6945155835357649]
    assert game_seed(0, 0) == game_seed("0", 0)


def test_everybody_sits_everywhere() -> None:
    seats = ["a", "b", "c"]
    assert [rotated(seats, index) for index in range(4)] == [
        ["a", "b", "c"],
        ["b", "c", "a"],
        ["c", "a", "b"],
        ["a", "b", "c"],
    ]


# ---------------------------------------------------------------------- runs


@pytest.mark.parametrize("game", [DUEL, Stones.from_options({"players": 2})], ids=lambda game: game.name)
def test_rows_do_not_depend_on_the_number_of_processes(game: Game) -> None:
    runs = [list(simulate(game, ["greedy:10", "random"], 5, seed=3, jobs=jobs)) for jobs in (1, 2)]
    for found in runs:
        for each in found:
            each.seconds = []
    assert runs[0] == runs[1]
    assert [each.index for each in runs[0]] == list(range(5))
    assert [each.seats[0] for each in runs[0]] == ["greedy:10", "random", "greedy:10", "random", "greedy:10"]


def test_seats_can_be_fixed() -> None:
    found = list(simulate(DUEL, ["random", "greedy:5"], 3, seed=1, rotate=False))
    assert {tuple(each.seats) for each in found} == {("random", "greedy:5")}


def test_a_row_tells_what_the_game_says() -> None:
    """A row's record, played again, ends with the row's scores, lines and number of decisions."""
    found = play_match(DUEL, ["random", "random"], seed=7, accumulators=[RecordOfGame, BranchingFactor])
    match = records.replay(records.parse(found.extra["record"]), DUEL)
    assert match.state.is_over
    assert match.state.scores() == found.scores
    assert [match.state.score_sheet(seat).points() for seat in (0, 1)] == found.lines
    assert len(match.moves) == sum(found.decisions)
    assert match.seed == 7
    assert found.extra["most_offers"] >= found.extra["mean_offers"] > 1


def test_a_game_can_be_cut_off() -> None:
    found = play_match(DUEL, ["random", "random"], seed=7, max_decisions=3)
    assert (found.reason, found.ranks, found.wins, sum(found.decisions)) == ("cut off", [], [0.0, 0.0], 3)


def test_the_number_of_bots_must_fit() -> None:
    with pytest.raises(ValueError, match="played by 2 here, got 1"):
        play_match(DUEL, ["random"])


def test_each_seat_has_a_bot_of_its_own_and_a_new_one_in_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot may remember things; what it remembers is of one seat of one game."""
    made: list[Bot] = []

    def remembered(spec: str, game: Game) -> Bot:
        made.append(make(spec, game))
        return made[-1]

    monkeypatch.setattr(match_module, "make", remembered)
    for _ in range(2):
        play_match(DUEL, ["greedy:5", "greedy:5"], 1)
    assert len({id(bot) for bot in made}) == len(made) == 4


def test_worker_processes_are_born_deaf_to_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a Ctrl-C while they start prints a traceback of each; who hands out the games hears it again."""
    heard: list[object] = []

    class Context:
        def Pool(self, *given: object) -> None:
            heard.append(signal.getsignal(signal.SIGINT))

    monkeypatch.setattr(simulate_module, "get_context", lambda method: Context())
    before = signal.getsignal(signal.SIGINT)
    simulate_module._started(2, simulate_module.Job(DUEL, ("random", "random"), 1))
    assert heard == [signal.SIG_IGN]
    assert signal.getsignal(signal.SIGINT) is before


def test_endless_games_are_cut_off_without_being_told() -> None:
    """Wayfinders sets no bound: random bots may dawdle, the arena does not hang."""
    found = play_match(waystation.load("wayfinders"), ["random", "random"], seed=1)
    assert found.reason in ("last round", "cut off")


# ---------------------------------------------------------------------- summaries


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (95, 100, 0.8882, 0.9785), (0, 0, 0.0, 1.0)],
)
def test_wilson_intervals_as_in_the_tables(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_a_summary_counts_by_bot_and_by_seat() -> None:
    rows = [
        row(),
        row(index=1, seats=["B", "A"]),
        row(index=2, ranks=[1, 1], wins=[0.5, 0.5], scores=[8, 8]),
        row(index=3, ranks=[], wins=[0.0, 0.0], reason="cut off", faults=["seat 1, decision 4: bot B: lost its way"]),
    ]
    summary = summarize(rows)
    a, b = summary.bots
    assert (a.name, a.games, a.wins, a.mean_rank) == ("A", 4, 1.5, pytest.approx((1 + 2 + 1) / 3))
    assert (b.name, b.wins, b.rate) == ("B", 1.5, 0.375)
    assert [(seat.name, seat.wins) for seat in summary.seats] == [("seat 1", 2.5), ("seat 2", 0.5)]
    assert a.mean_score == pytest.approx((10 + 7 + 8 + 10) / 4)
    assert a.ms_per_decision == pytest.approx(1000 * 0.5 / 17)
    assert summary.reasons == {"cut off": 1, "passed": 3}
    assert summary.cut_off == 1
    assert summary.decisions == 36
    assert summary.faults == ["game 3, seat 1, decision 4: bot B: lost its way"]


# ---------------------------------------------------------------------- files


def test_json_lines_hold_rows_whole(tmp_path: Path) -> None:
    rows = [row(), row(index=1, extra={"note": "x"})]
    write_rows(rows, tmp_path / "run.jsonl")
    assert read_rows(tmp_path / "run.jsonl") == rows


def test_csv_has_a_line_for_each_seat(tmp_path: Path) -> None:
    write_rows([row(), row(index=1, lines=[{"bonus": 1}, {}])], tmp_path / "run.csv")
    with (tmp_path / "run.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert [(line["index"], line["seat"], line["bot"], line["score"], line["rank"]) for line in lines] == [
        ("0", "0", "A", "10", "1"),
        ("0", "1", "B", "7", "2"),
        ("1", "0", "A", "10", "1"),
        ("1", "1", "B", "7", "2"),
    ]
    assert [(line["line_points"], line["line_bonus"]) for line in lines] == [("10", ""), ("7", ""), ("", "1"), ("", "")]


def test_parquet_holds_the_same_as_csv(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [row(), row(index=1, ranks=[])]
    write_rows(rows, tmp_path / "run.parquet")
    assert parquet.read_table(tmp_path / "run.parquet").to_pylist() == list(seat_rows(rows))


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.jsonl, \.csv, \.parquet"):
        write_rows([row()], tmp_path / "run.xlsx")


def test_memory_stays_flat_over_many_games() -> None:
    """After a first batch of games has filled the caches, a second and larger one keeps nothing."""
    game = waystation.load("wayfinders", max_rounds=6)

    def play(first: int, last: int) -> None:
        for seed in range(first, last):
            play_match(game, ["random", "greedy:10"], seed)

    play(0, 20)
    gc.collect()
    tracemalloc.start()
    try:
        play(0, 3)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        play(0, 20)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 20_000
    finally:
        tracemalloc.stop()
