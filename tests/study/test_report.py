"""Reports, balance and sweeps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import waystation
from cli.running import Run
from waystation.arena import ComponentsOfGame, Row, simulate, write_rows
from waystation.arena.balance import FEWEST, benjamini_hochberg, components, mean_of, score_lines
from waystation.study.report import report
from waystation.study.sweep import jackknife, sweep

SHORT = waystation.load("wayfinders", players=2, max_rounds=3)


def row(winner: int, taken: tuple[list[str], list[str]], lines: tuple[dict[str, int], ...] = ({}, {})) -> Row:
    return Row(
        game="wayfinders", options={"players": 2}, seed=1, seats=["a", "b"], scores=[1, 1],
        ranks=[1 + (winner != seat) for seat in (0, 1)], wins=[float(winner == seat) for seat in (0, 1)], reason="end",
        decisions=[1, 1], seconds=[0.1, 0.1], lines=list(lines),
        extra={"components": {"dealt": ["x", "y"], "taken": list(taken)}},
    )  # fmt: skip


def test_a_component_is_compared_with_what_its_bots_win_on_average() -> None:
    """Both bots win half of 40 games. Who has x always wins; y is had by each side as often with as without success."""
    rows = [row(at % 2, (["x"], ["y"]) if at % 2 == 0 else (["y"], ["x"]) if at % 4 == 1 else ([], ["x", "y"]))
            for at in range(40)]  # fmt: skip
    found = {each.id: each for each in components(rows)}
    x, y = found["x"], found["y"]
    assert (x.dealt, x.taken, x.rate, x.expected) == (40, 40, 1.0, 0.5)
    # 20 more wins than 20 expected, of 40 with a standard deviation of sqrt(40 / 4): z = 6.3
    assert x.p == pytest.approx(0.0, abs=1e-6)
    assert (y.taken, y.rate) == (40, 0.25)
    assert y.q == y.p  # the larger of two stays as it is
    few = components(rows[: FEWEST - 2])
    assert all(each.p is None and each.q is None for each in few)


def test_benjamini_and_hochberg_by_hand() -> None:
    """0.01 x 4/1, 0.02 x 4/2, 0.03 x 4/3 are all 0.04; 0.5 stays."""
    assert benjamini_hochberg([0.02, 0.5, 0.01, 0.03]) == pytest.approx([0.04, 0.5, 0.04, 0.04])
    assert benjamini_hochberg([]) == []


def test_points_of_winners_and_losers() -> None:
    rows = [row(0, ([], []), ({"x": 4}, {"x": 1, "z": 2})), row(1, ([], []), ({"x": 2}, {"x": 6}))]
    lines = {line.key: line for line in score_lines(rows)}
    assert (lines["x"].winners.mean, lines["x"].losers.mean) == (5.0, 1.5)
    assert (lines["z"].winners.mean, lines["z"].losers.n) == (0.0, 2)
    three = mean_of([1.0, 2.0, 3.0])
    assert three.high == pytest.approx(2 + 4.303 / 3**0.5, abs=1e-3)


@pytest.mark.parametrize("name", waystation.game_names())
def test_a_report_of_each_game_needs_no_network(name: str) -> None:
    game = waystation.load(name, **waystation.game_type(name).spec.harness)
    rows = list(simulate(game, ["random"] * game.players, 2, accumulators=[ComponentsOfGame]))
    text = report(rows, "A <b>title</b>")
    assert "A &lt;b&gt;title" in text
    assert "<script" not in text
    assert not re.findall(r'(?:src|href)="(?!#)', text)
    assert set(re.findall(r"https?://[^\"' <)]+", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert text.count("<figure>") >= 5
    assert "Benjamini and Hochberg" in text


def test_names_that_no_picture_can_hold_are_drawn_without_what_it_cant() -> None:
    """What draws the pictures ends the whole process at a letter that XML does not know."""
    rows = list(simulate(SHORT, ["random", "random"], 2))
    odd = [msgspec.structs.replace(row, seats=["a\x1b[31m", "b\ufffe"], reason="\x00end") for row in rows]
    assert report(odd).count("<figure>") >= 4


def test_the_command_writes_it_and_says_what_is_wrong(run: Run, tmp_path: Path) -> None:
    results, page = tmp_path / "games.jsonl", tmp_path / "report.html"
    write_rows(list(simulate(SHORT, ["random", "random"], 3)), results)
    assert run("report", results, "--out", page).code == 0
    assert "were played without noting components" in page.read_text()
    again = run("report", results, results, results, "--out", page)
    assert "3 games: report" in again.out
    assert "3 games are there more than once and count once." in again.err
    (tmp_path / "no.jsonl").write_text("no\n")
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "won.jsonl").write_text(re.sub(r'"wins":\[[^]]*\]', '"wins":[5,-4]', results.read_text()))
    for words, reason in [
        ((tmp_path / "no.jsonl",), "these are no results"),
        ((tmp_path / "empty.jsonl",), "there are no games in it"),
        ((tmp_path / "won.jsonl",), "game 0: wins are shares of a game, from 0 to 1"),
        ((results, "--out", tmp_path / "x.pdf"), "must end in .html"),
        ((tmp_path / "nowhere.jsonl",), "No such file"),
    ]:
        result = run("report", *words)
        assert result.code == 2
        assert reason in " ".join(result.err.split())


def test_a_sweep_finds_the_option_that_was_asked_for() -> None:
    study = sweep(
        "wayfinders",
        {"max_rounds": range(1, 4)},
        ["random", "random"],
        lambda rows: abs(sum(row.rounds for row in rows) / len(rows) - 2),
        games=2,
        trials=6,
        fixed={"exploration": False},
    )
    assert study.best_params == {"max_rounds": 2}
    assert study.best_trial.user_attrs["standard_error"] == 0.0


@pytest.mark.parametrize("seed", ["7", np.int64(7)])
def test_a_sweep_is_that_of_its_seed_however_it_is_written(seed: Any) -> None:
    """And numbers of numpy, or a range that falls, are options like others."""

    def tried(seed: Any, choices: Mapping[str, Any]) -> list[Any]:
        study = sweep("wayfinders", choices, ["random", "random"], len, games=1, trials=5, seed=seed)
        return [trial.params for trial in study.trials]

    rising, falling = {"max_rounds": range(1, 40, 3)}, {"max_rounds": range(37, 0, -3)}
    assert tried(seed, falling) == tried(7, rising)
    found = tried(seed, {"max_rounds": np.arange(1, 4)})
    assert found == tried(7, {"max_rounds": [1, 2, 3]})
    assert {type(params["max_rounds"]) for params in found} == {int}


def test_the_jackknife_of_a_mean_is_its_standard_error() -> None:
    rows = [row(0, ([], []), ({"x": points}, {})) for points in (1, 2, 3, 6)]
    error = jackknife(rows, lambda some: sum(each.lines[0]["x"] for each in some) / len(some))
    assert error == pytest.approx((14 / 3 / 4) ** 0.5)  # deviations -2 -1 0 3
