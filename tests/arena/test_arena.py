"""Runs, results and summaries."""

from __future__ import annotations

import csv
import errno
import gc
import importlib
import os
import signal
import subprocess
import sys
import tracemalloc
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import waystation
from tiny.duel import Duel
from tiny.stones import Stones
from waystation.arena import (
    BranchingFactor,
    ComponentsOfGame,
    RecordOfGame,
    Row,
    RowFile,
    WorkerError,
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
from waystation.bots import Bot, Observation, SpecError, factories, make, register, registry
from waystation.bots.greedy import GreedyBot
from waystation.bots.simple import RandomBot
from waystation.engine import Game, KindError, SeedError
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
    for names in (["Ada"], [1, 2]):
        with pytest.raises(ValueError, match="name"):
            play_match(DUEL, ["random", "random"], names=names)  # type: ignore[arg-type]
    for most in (0, -1, True, 2.0):
        with pytest.raises((ValueError, KindError)):
            play_match(DUEL, ["random", "random"], max_decisions=most)  # type: ignore[arg-type]


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

    def started(*given: object) -> None:
        heard.append(signal.getsignal(signal.SIGINT))
        raise OSError("enough")

    monkeypatch.setattr(simulate_module, "started", started)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(OSError, match="enough"):
        list(simulate(DUEL, ["random", "random"], 4, jobs=2))
    assert heard == [signal.SIG_IGN]
    assert signal.getsignal(signal.SIGINT) is before


SCRIPT = """
import waystation
from waystation.arena import simulate
{more}

def run():
    game = waystation.load("wayfinders", max_rounds=2)
    for row in simulate(game, [{seats}], games=6, jobs=2):
        print(row.index, row.seats, row.scores, flush=True)

{start}
"""


def script(tmp_path: Path, start: str, seats: str = "'random', 'random'", more: str = "") -> Any:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT.format(start=start, seats=seats, more=more))
    return subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, check=False, timeout=60, cwd=tmp_path
    )


def test_a_script_without_a_main_guard_is_told_what_to_write(tmp_path: Path) -> None:
    done = script(tmp_path, "run()")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("Traceback") == 1
    assert 'if __name__ == "__main__":' in done.stderr


OWN = """

class Mine:
    def choose(self, observation):
        return observation.legal[0]
"""


def test_a_script_with_a_main_guard_can_bring_its_own_bots(tmp_path: Path) -> None:
    done = script(tmp_path, "if __name__ == '__main__':\n    run()", "Mine(), Mine", OWN)
    assert done.returncode == 0, done.stderr
    assert [line.partition(" [")[0] for line in done.stdout.splitlines()] == [str(index) for index in range(6)]


def test_bots_that_no_other_process_can_have_are_refused() -> None:
    class Local(FirstBot):
        pass

    with pytest.raises(WorkerError, match="can't be given to another process"):
        list(simulate(DUEL, [Local(), "random"], 4, jobs=2))
    assert len(list(simulate(DUEL, [Local(), "random"], 2))) == 2


def test_a_worker_that_dies_ends_the_run() -> None:
    with pytest.raises(WorkerError, match="exit code"):
        list(simulate(DUEL, [DyingBot, "random"], 4, jobs=2))


def test_what_goes_wrong_in_a_worker_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        list(simulate(DUEL, ["random", "random"], 4, jobs=2, accumulators=[Dividing]))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stop_iteration_in_a_game_does_not_end_the_run_in_silence(jobs: int) -> None:
    """Whoever writes `next(...)` and finds nothing would have had fewer games than they asked for."""
    with pytest.raises(RuntimeError, match="StopIteration"):
        list(simulate(DUEL, ["random", "random"], 4, jobs=jobs, accumulators=[Seeking]))


def test_a_run_can_be_gone_on_with() -> None:
    whole = list(simulate(DUEL, ["random", "greedy:5"], 6, seed=4))
    parts = [
        *simulate(DUEL, ["random", "greedy:5"], 2, seed=4),
        *simulate(DUEL, ["random", "greedy:5"], 4, seed=4, first=2, jobs=2),
    ]
    for each in (*whole, *parts):
        each.seconds = []
    assert parts == whole


@pytest.mark.parametrize("wrong", [True, 1.5, "", None])
def test_what_is_no_seed_is_refused_before_a_game_is_played(wrong: Any) -> None:
    with pytest.raises(SeedError):
        simulate(DUEL, ["random", "random"], 2, seed=wrong)
    with pytest.raises(SeedError):
        play_match(DUEL, ["random", "random"], seed=wrong)


# ---------------------------------------------------------------------- bots of all kinds


class FirstBot:
    """Remembers how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, observation: Observation) -> int:
        self.asked += 1
        return observation.legal[0]


class DyingBot(FirstBot):
    def choose(self, observation: Observation) -> int:
        os._exit(9)


class Named(FirstBot):
    spec = "the first"


class Dividing:
    def __init__(self, *given: object) -> None:
        pass

    def step(self, *given: object) -> None:
        raise ZeroDivisionError


class Seeking(Dividing):
    def step(self, *given: object) -> None:
        next(iter(()))


def numbered(argument: str) -> FirstBot:
    int(argument)
    return FirstBot()


def by_argument(argument: str) -> FirstBot:
    assert argument == ""
    return FirstBot()


@pytest.mark.parametrize(
    ("bot", "name"),
    [
        ("random", "random"),
        (FirstBot(), "FirstBot"),
        (FirstBot, "FirstBot"),
        (Named(), "the first"),
        (lambda: FirstBot(), "<lambda>"),
        (by_argument, "by_argument"),
        (RandomBot, "RandomBot"),
        (GreedyBot(5), "greedy"),
        (partial(GreedyBot, 5), "partial"),
    ],
)
def test_bots_are_given_in_many_ways(bot: Any, name: str) -> None:
    found = play_match(DUEL, [bot, "random"], seed=1)
    assert found.seats == [name, "random"]
    assert found.faults == []
    assert [each.seats for each in simulate(DUEL, [bot, "random"], 2, seed=1)] == [[name, "random"], ["random", name]]


@pytest.mark.parametrize("wrong", [7, None, object(), ["random"], b"random", int, lambda: 7, lambda a, b: FirstBot()])
def test_what_is_no_bot_is_refused(wrong: Any) -> None:
    with pytest.raises(SpecError, match="bot"):
        play_match(DUEL, [wrong, "random"])
    with pytest.raises(SpecError, match="bot"):
        simulate(DUEL, [wrong, "random"], 2)


def test_one_object_is_one_seat_of_one_game() -> None:
    bot = FirstBot()
    found = play_match(DUEL, [bot, bot], seed=1)
    assert bot.asked == found.decisions[0]
    assert found.seats == ["FirstBot", "FirstBot"]
    mine, other = FirstBot(), FirstBot()
    for each in simulate(DUEL, [mine, other], 3, seed=1):
        assert sorted(each.seats) == ["FirstBot", "FirstBot (2)"]
    assert mine.asked == other.asked == 0  # each game has copies


def test_a_registered_name_is_a_bot_wherever_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_OWN", {})
    register("first", FirstBot)
    register("number", numbered)
    found = list(simulate(DUEL, ["first", "number:3"], 4, seed=1, jobs=2))
    assert [each.seats[0] for each in found] == ["first", "number:3", "first", "number:3"]
    assert all(not each.faults for each in found)
    assert "first" in factories()
    with pytest.raises(SpecError, match="bot 'number:x': invalid literal"):
        make("number:x")
    with pytest.raises(SpecError, match="bot 'first:3' can't be made"):
        make("first:3")


@pytest.mark.parametrize(
    ("name", "factory", "reason"),
    [
        ("random", FirstBot, "take another name"),
        ("a,b", FirstBot, "no name for a bot"),
        ("", FirstBot, "no name for a bot"),
        (7, FirstBot, "no name for a bot"),
        ("mine", 7, "expected a class or function"),
    ],
)
def test_what_cannot_be_registered_is_refused(name: Any, factory: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        register(name, factory)


# ---------------------------------------------------------------------- components


@pytest.mark.parametrize("name", waystation.game_names())
def test_a_game_tells_which_components_were_in_play_and_who_had_them(name: str) -> None:
    game = waystation.load(name, **waystation.game_type(name).spec.harness)
    found = play_match(game, ["random"] * game.players, seed=3, accumulators=[ComponentsOfGame])
    components = found.extra["components"]
    assert len(set(components["dealt"])) == len(components["dealt"]) > 10
    for seat, taken in enumerate(components["taken"]):
        assert set(taken) <= set(components["dealt"])
        scored = {key for key, points in found.lines[seat].items() if points and key in components["dealt"]}
        scored -= {key for key in scored if key.startswith("goal ")}  # all have it
        assert scored <= set(taken)
    assert any(components["taken"])
    assert next(seat_rows([found]))["taken"].startswith('["')


# ---------------------------------------------------------------------- games that get nowhere


def test_a_game_that_stands_still_is_cut_off_and_says_who_does_what() -> None:
    game = waystation.load("windward", players=2)
    found = play_match(game, [Idle, Idle], seed=1)
    assert found.reason == "standstill"
    assert (found.ranks, found.wins) == ([], [0.0, 0.0])
    assert sum(found.decisions) < 1000
    assert "seat 0 (Idle) only plays 'end'" in found.faults[-1]
    assert summarize([found]).cut_off == 1


class Idle:
    """Does as little as it may."""

    def choose(self, observation: Observation) -> int:
        end = observation.game.actions.parse("end")
        return end if end in observation.legal else observation.legal[0]


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


class Measuring(Dividing):
    """An accumulator that computes as most do, and calls a column as the row calls one of its own."""

    def step(self, *given: object) -> None:
        pass

    def columns(self, state: object) -> dict[str, Any]:
        return {"mean": np.float64(1.5), "most": np.int64(3), "all": np.array([1, 2]), "score": "fine"}


def test_what_accumulators_add_by_numpy_is_written_and_hides_nothing(tmp_path: Path) -> None:
    rows = list(simulate(DUEL, ["random", "random"], 2, accumulators=[Measuring]))
    for ending in ("jsonl", "csv", "parquet"):
        write_rows(rows, tmp_path / f"run.{ending}")
    assert read_rows(tmp_path / "run.jsonl")[0].extra == {"mean": 1.5, "most": 3, "all": [1, 2], "score": "fine"}
    with (tmp_path / "run.csv").open() as file:
        line = next(csv.DictReader(file))
    assert (line["score"], line["extra_score"]) == (str(rows[0].scores[0]), "fine")
    rows[0].extra["odd"] = object()
    with pytest.raises(TypeError):
        write_rows(rows, tmp_path / "run.jsonl")


def test_seeds_of_both_kinds_are_one_column(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    write_rows([play_match(DUEL, ["random", "random"], seed) for seed in ("two", 7)], tmp_path / "run.parquet")
    found = parquet.read_table(tmp_path / "run.parquet").to_pylist()
    assert [line["seed"] for line in found] == ["two", "two", "7", "7"]


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_rows_are_in_the_file_as_games_end(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"run.{ending}"
    there = path if ending != "parquet" else tmp_path / "run.parquet.part.jsonl"
    rows = [row(index=index, lines=[{"points": 10, f"tile {index}": 1}, {"points": 7}]) for index in range(4)]
    file = RowFile(path)
    for count, each in enumerate(rows, 1):
        file.add(each)
        written = there.read_text().splitlines()
        assert len(written) == (1 + 2 * count if ending == "csv" else count)
    file.close()
    again = tmp_path / f"again.{ending}"
    write_rows(rows, again)
    assert path.read_bytes() == again.read_bytes()
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([path.name, again.name])


def test_new_columns_take_no_row_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is written again under a longer head; whoever stopped the run then, or a full disk, emptied it."""
    path = tmp_path / "run.csv"
    with RowFile(path) as file:
        file.add(row())
        before = path.read_bytes()
        monkeypatch.setattr(csv.DictWriter, "writerows", _stopped)
        with pytest.raises(KeyboardInterrupt):
            file.add(row(index=1, lines=[{"bonus": 1}, {}]))
    assert path.read_bytes() == before


def _stopped(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_full_disk_is_told_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.jsonl"
    with RowFile(path) as file:
        file.add(row())
        assert file._file is not None
        file._file.close()
        monkeypatch.setattr(file, "_file", _Full())
        with pytest.raises(OSError, match="No space") as told:
            file.add(row(index=1))
        assert told.value.filename == str(path)


class _Full:
    """A file on a disk that takes no more."""

    def write(self, text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def close(self) -> None:
        pass


def test_a_line_that_was_not_finished_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write_rows([row(), row(index=1)], path)
    path.write_bytes(path.read_bytes()[:-20])
    assert read_rows(path) == [row()]
    path.write_bytes(b"")
    assert read_rows(path) == []
    write_rows([row()], str(path))
    assert read_rows(str(path)) == [row()]


def test_lines_that_another_program_has_written_anew(tmp_path: Path) -> None:
    """Files that were put together, on Windows: marks at the beginning of each, other line ends, an empty line."""
    path = tmp_path / "run.jsonl"
    write_rows([row(), row(index=1)], path)
    anew = b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(anew + b"\r\n" + anew)
    assert read_rows(path) == [row(), row(index=1)] * 2
    file = RowFile(path, more=True)
    file.add(row(index=2))
    file.close()
    file.sort()
    assert read_rows(path) == [row(), row(), row(index=1), row(index=1), row(index=2)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"scores": [1]},
        {"ranks": [1]},
        {"lines": []},
        {"wins": [1.0, 0.0, 0.0]},
        {"seats": []},
        {"extra": {"components": 5}},
        {"extra": {"components": {"dealt": ["a"], "taken": [["a"]]}}},
    ],
)
def test_a_row_whose_lists_do_not_go_by_seat_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    path = tmp_path / "run.jsonl"
    good = msgspec.to_builtins(row())
    path.write_bytes(msgspec.json.encode({**good, **wrong}) + b"\n")
    with pytest.raises(msgspec.DecodeError):
        read_rows(path)


def test_every_row_says_what_it_is_of() -> None:
    game = waystation.load("wayfinders", players=3, max_rounds=4)
    for found in simulate(game, ["random", "greedy:5", "random"], 3, seed="mine"):
        assert (found.game, found.rules_version, found.run) == ("wayfinders", game.rules_version, "mine")
        assert found.rounds == 4
        for flat in seat_rows([found]):
            assert flat["options"] == '{"players":3,"max_rounds":4}'
            assert flat["rules_version"] == game.rules_version
            assert (flat["run"], flat["reason"], flat["rounds"]) == ("mine", "round limit", 4)
        tiles = {tile.id for tile in game.tiles}
        for seat, points in enumerate(found.lines):
            assert sum(points.values()) == found.scores[seat]
            assert set(points) <= tiles | {"tokens", "workers"}


@pytest.mark.parametrize("name", waystation.game_names())
def test_points_by_component_add_up_to_the_score(name: str) -> None:
    game = waystation.load(name, **waystation.game_type(name).spec.harness)
    found = play_match(game, ["random"] * game.players, seed=3)
    assert [sum(points.values()) for points in found.lines] == found.scores
    assert found.rounds >= 1


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
