"""Tasks, their references, and data sets."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import waystation
from cli.running import Run
from waystation.arena import Row
from waystation.bots import Observation
from waystation.engine import KindError
from waystation.study.dataset import write_dataset
from waystation.study.tasks import TASKS, Task, Test, evaluate, references, task_named

EASY = Task(name="easy", about="", game="wayfinders", options={"players": 2, "max_rounds": 2}, other="random", deals=3)


class Late:
    """Plays the last of its moves."""

    def choose(self, observation: Observation) -> int:
        return observation.legal[-1]


def test_the_seeds_of_tests_are_none_that_one_trains_on_and_never_change() -> None:
    seeds = [task.test_seed(n) for task in TASKS for n in range(task.deals)]
    seeds += [task.training_seed(n) for task in TASKS for n in range(1000)]
    assert len(set(seeds)) == len(seeds)
    assert task_named("wayfinders-greedy").test_seed(0) == 3218057184971483
    with pytest.raises(ValueError, match="deals 0 to 199"):
        TASKS[0].test_seed(200)
    for seed_of in (TASKS[0].test_seed, TASKS[0].training_seed):
        assert seed_of(np.int64(1)) == seed_of(1)
        for wrong in (True, 1.0, "1"):  # they were deals that nobody else has
            with pytest.raises(KindError):
                seed_of(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_every_task_can_be_played_by_any_bot(task: Task) -> None:
    test = Test(task, "random", 1)
    assert test.plan.games[0].players == task.options["players"]
    assert test.plan.bots[1] == task.other
    assert len(test) == (3 if test.together else 2)
    state = test.plan.games[0].new_state(task.test_seed(0))
    assert len(state.observe(state.to_act[0])) == state.game.encoding.size


def test_a_bot_is_tested_at_every_seat_of_each_deal() -> None:
    test = Test(EASY, Late)
    rows = list(test.play())
    assert Counter(tuple(row.seats) for row in rows) == {("Late", "random"): 3, ("random", "Late"): 3}
    assert [row.seed for row in rows[:2]] == [EASY.test_seed(0)] * 2
    result = test.result(rows)
    assert (result.bot, result.deals, result.games, result.faults, result.cut_off) == ("Late", 3, 6, 0, 0)
    lead = result.measures["lead"]
    by_hand = [row.scores[row.seats.index("Late")] - row.scores[row.seats.index("random")] for row in rows]
    assert lead.mean == pytest.approx(sum(by_hand) / 6)
    assert lead.n == 3
    again = evaluate(EASY, Late)
    again.ms_per_decision = result.ms_per_decision
    assert again == result
    assert test.wrong(rows) is None
    assert "another run" in str(Test(EASY, "greedy").wrong(rows))


def test_where_all_win_together_a_bot_plays_with_itself_and_with_a_stranger() -> None:
    test = Test(task_named("wordtraveler-partners"), "random", 2)
    assert [fixture.bots for fixture in test.plan.fixtures[:3]] == [(0, 1), (1, 0), (0, 0)]
    rows = [_together(test, index, points) for index, points in enumerate((4, 6, 1, 8, 8, 3))]
    measures = test.result(rows).measures
    assert measures["score with itself"].mean == 2.0
    assert measures["score with a stranger"].mean == 6.5


def _together(test: Test, index: int, points: int) -> Row:
    names = ["random" if bot == 0 else "expert" for bot in test.plan.fixtures[index].bots]
    return Row(
        game="wordtraveler", options={}, index=index, seed=1, seats=names, scores=[points] * 2, ranks=[1, 1],
        wins=[1.0, 1.0], reason="x", decisions=[1, 1], seconds=[0.0, 0.0], lines=[{}, {}],
    )  # fmt: skip


def test_references_are_of_tasks_that_there_are_and_of_todays_rules() -> None:
    references()[0].measures.clear()  # what a caller does to them stays with the caller
    assert all(result.measures for result in references())
    for result in references():
        task = task_named(result.task)
        assert result.rules_version == waystation.game_type(task.game).rules_version
        assert result.deals >= 5
        assert result.faults == 0


def test_the_commands(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Beat a bot that plans its own turn." in run("tasks").out
    listed = json.loads(run("tasks", "--json").out)
    assert [task["name"] for task in listed["tasks"]] == [task.name for task in TASKS]
    rows, out = tmp_path / "rows.jsonl", tmp_path / "result.json"
    words = ("evaluate", "wayfinders-random", "--bot", "greedy:3", "--deals", "1", "--rows", rows)
    assert "opponents beaten" in run(*words, "--out", out).out
    written = json.loads(out.read_text())
    assert (written["task"], written["bot"], written["games"]) == ("wayfinders-random", "greedy:3", 2)
    rows.write_bytes(rows.read_bytes().splitlines(keepends=True)[1])
    found = json.loads(run(*words, "--resume", "--json").out)
    assert found["measures"] == written["measures"]
    for more, reason in [
        (("chess", "--bot", "random"), "there is no task 'chess'"),
        (("wayfinders-random", "--bot", "random", "--deals", "999"), "1 to 200 deals"),
        (("wayfinders-random", "--bot", "random", "--out", "x.txt"), "must end in .json"),
        (("wayfinders-random", "--bot", "random", "--resume"), "--rows NAME.jsonl"),
    ]:
        result = run("evaluate", *more)
        assert result.code == 2
        assert reason in " ".join(result.err.split())


def test_a_data_set_holds_what_seats_saw_and_did(run: Run, tmp_path: Path) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    game = waystation.load("wayfinders", players=2, max_rounds=3)
    path = tmp_path / "games.parquet"
    rows = list(write_dataset(game, ["greedy:3", "random"], 3, path, seed=5))
    assert "decisions" not in rows[0].extra
    table = parquet.read_table(path)
    assert table.schema.metadata[b"game"] == b"wayfinders"
    lines = table.to_pylist()
    assert len(lines) == sum(sum(row.decisions) for row in rows)
    for row in rows:
        state = game.new_state(row.seed)
        for line in (line for line in lines if line["game"] == row.index):
            assert line["seat"] in state.to_act
            assert line["legal"] == state.legal_actions(line["seat"])
            assert line["observation"] == list(state.observe(line["seat"]))
            assert line["estimate"] == pytest.approx(game.evaluate(state, line["seat"]), abs=1e-6)
            assert (line["reward"], line["score"]) == (row.wins[line["seat"]], row.scores[line["seat"]])
            state.play(line["move"], line["seat"])
        assert state.is_over
    words = ("dataset", "wayfinders", "--seats", "random,random", "-o", "max_rounds=2", "-n", 2, "--out")
    assert "2 games" in run(*words, tmp_path / "two.parquet").out
    assert sorted(each.name for each in tmp_path.iterdir()) == ["games.parquet", "two.parquet"]
    assert "must end in .parquet" in run(*words, tmp_path / "two.csv").err


@pytest.mark.parametrize(("bots", "games"), [(["gredy", "random"], 3), (["random"], 3), (["random", "random"], -1)])
def test_a_data_set_stays_where_another_cannot_be_made(bots: list[str], games: int, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "games.parquet"
    path.write_bytes(b"a night's work")
    with pytest.raises(ValueError, match=r"no bot 'gredy'|played by 2 here|0 or more, got -1"):
        list(write_dataset(waystation.load("wayfinders", players=2), bots, games, path))
    assert path.read_bytes() == b"a night's work"


def test_tasks_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        TASKS[0].options["players"] = 3  # type: ignore[index]
