"""Many tables at once: the same games as one by one, shared arrays, several processes, and their end."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from waystation.arena import WorkerError
from waystation.bots import Observation
from waystation.bots.simple import RandomBot
from waystation.engine import IllegalAction, KindError
from waystation.study import SeatEnv, SeatVector

from .tables import short

OPTIONS = {**short("wayfinders"), "reward": "lead"}


def choose(masks: Any) -> list[int]:
    """A legal action in each row, not always the first."""
    return [int(np.flatnonzero(mask)[(number * 7) % mask.sum()]) for number, mask in enumerate(masks)]


def test_rows_are_what_the_tables_one_by_one_give() -> None:
    vector = SeatVector("wayfinders", 3, seat=None, **OPTIONS)
    envs = [SeatEnv("wayfinders", seat=None, **OPTIONS) for _ in range(3)]  # type: ignore[arg-type]
    observations, info = vector.reset(seed=5)
    alone = [env.reset(seed=5 + row) for row, env in enumerate(envs)]
    ends = 0
    for _ in range(150):
        for row, (seen, told) in enumerate(alone):
            assert (observations[row] == seen).all()
            assert (vector.masks[row] == told["action_mask"]).all()
            assert vector.seats[row] == told["seat"]
        actions = choose(vector.masks)
        observations, rewards, ended, cut, info = vector.step(actions)
        for row, env in enumerate(envs):
            seen, reward, terminated, truncated, told = env.step(actions[row])
            assert (rewards[row], ended[row], cut[row]) == (reward, terminated, truncated)
            if terminated or truncated:
                ends += 1
                assert info["_final_obs"][row]
                assert (info["final_obs"][row] == seen).all()
                assert info["final_info"][row]["scores"] == told["scores"]
                seen, told = env.reset()
            alone[row] = (seen, told)
    assert ends > 3
    vector.close()


def test_the_arrays_are_there_once() -> None:
    vector = SeatVector("wayfinders", 2, **OPTIONS)
    first, info = vector.reset(seed=1)
    assert (first.dtype, vector.masks.dtype) == (np.int16, np.bool_)
    kept = first.copy()
    again, *_, info = vector.step(choose(vector.masks))
    assert again is first is vector.observations
    assert info["action_mask"] is vector.masks is vector.action_masks()
    assert (kept != first).any()
    assert vector.observation_space.contains(first)


def test_processes_play_the_same_games() -> None:
    here = SeatVector("wayfinders", 5, seat=None, opponents=RandomBot, **OPTIONS)
    spread = SeatVector("wayfinders", 5, seat=None, opponents=RandomBot, processes=2, **OPTIONS)
    try:
        assert (here.reset(seed=2)[0] == spread.reset(seed=2)[0]).all()
        for _ in range(60):
            actions = choose(here.masks)
            one, other = here.step(actions), spread.step(actions)
            for mine, theirs in zip(one[:4], other[:4], strict=True):
                assert (mine == theirs).all()
            assert (here.masks == spread.masks).all()
            assert (here.seats == spread.seats).all()
        with pytest.raises(ValueError, match="actions: expected 5, one for each table, got 2"):
            spread.step([0, 0])
    finally:
        spread.close()
    with pytest.raises(RuntimeError, match="these tables are closed"):
        spread.step(choose(here.masks))


def test_a_process_that_fails_or_dies_is_told() -> None:
    vector = SeatVector("wayfinders", 2, processes=2, illegal="raise", **OPTIONS)
    try:
        vector.reset(seed=1)
        wrong = len(vector.game.actions) - 1
        with pytest.raises(RuntimeError, match="process 1: IllegalAction: "):
            vector.step([wrong, choose(vector.masks)[1]])
        os.kill(vector._workers[1].pid, signal.SIGKILL)
        vector._workers[1].join()
        with pytest.raises(RuntimeError, match="process 2: it has ended"):
            vector.reset(seed=1)
    finally:
        vector.close()
        gc.collect()


STUBBORN = """
import json, sys, time
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "choose":
        print(json.dumps({"id": told["id"], "action": told["legal"][0]}), flush=True)
time.sleep(1000)
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="groups of processes are a matter of POSIX")
def test_programs_end_with_the_processes(tmp_path: Path) -> None:
    """Those, too, that do not notice that nobody speaks to them any more. They hold a pipe open."""
    os.mkfifo(tmp_path / "alive")
    end = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    command = f"exec {sys.executable} {tmp_path / 'stubborn.py'} 3> {tmp_path / 'alive'}"
    vector = SeatVector("wayfinders", 2, processes=2, opponents=f"exec:sh -c '{command}'", seat=1, **OPTIONS)
    vector.reset(seed=1)
    with pytest.raises(BlockingIOError):  # somebody holds it
        os.read(end, 1)
    vector.close(at_once=True)
    assert os.read(end, 1) == b""


class Deaf:
    """A bot that goes on whatever it is told."""

    def choose(self, observation: Observation) -> int:
        Path(os.environ["DEAF_BOT"]).touch()
        while True:
            with suppress(BaseException):
                time.sleep(1000)


def test_a_bot_that_cannot_be_stopped_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C waited for it for ever."""
    asked = tmp_path / "asked"
    monkeypatch.setenv("DEAF_BOT", str(asked))
    monkeypatch.setattr(sys.modules["waystation.arena.simulate"], "LEAVING", 0.1)

    def interrupted(self: SeatVector, number: int) -> None:
        while not asked.exists():
            time.sleep(0.05)
        raise KeyboardInterrupt

    monkeypatch.setattr(SeatVector, "_answer", interrupted)
    vector = SeatVector("wayfinders", 1, processes=1, opponents=Deaf, seat=1, **OPTIONS)
    worker = vector._workers[0]
    with pytest.raises(KeyboardInterrupt):
        vector.reset(seed=1)
    assert worker.exitcode == -signal.SIGKILL


SCRIPT = """
import waystation.bots
from waystation.study import SeatVector

class Hasty:
    def choose(self, observation):
        return observation.legal[0]

def run():
    waystation.bots.register("hasty", Hasty)
    vector = SeatVector("wayfinders", 2, processes=2, opponents="hasty", max_rounds=2)
    print(vector.reset(seed=1)[0].shape[0])
    vector.close()

"""


def script(tmp_path: Path, start: str) -> subprocess.CompletedProcess[str]:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT + start)
    command = [sys.executable, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_a_script_without_a_main_guard_is_told_what_to_write(tmp_path: Path) -> None:
    done = script(tmp_path, "run()")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("Traceback") == 1
    assert 'if __name__ == "__main__":' in done.stderr


def test_other_processes_know_what_this_one_has_registered(tmp_path: Path) -> None:
    done = script(tmp_path, "if __name__ == '__main__':\n    run()")
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


def test_bots_that_no_other_process_can_have_are_refused() -> None:
    with pytest.raises(WorkerError, match="can't be given to another process"):
        SeatVector("wayfinders", 2, processes=2, opponents=lambda: RandomBot(), **OPTIONS)


@pytest.mark.parametrize("processes", [0, 2])
def test_where_an_action_is_refused_nothing_is_played(processes: int) -> None:
    """As with several agents at one table: what the tables before it gave would be lost."""
    vector = SeatVector("wayfinders", 3, processes=processes, illegal="raise", **OPTIONS)
    try:
        observations, _ = vector.reset(seed=1)
        before, actions = observations.copy(), choose(vector.masks)
        with pytest.raises((IllegalAction, RuntimeError), match="waits to be paid"):
            vector.step([*actions[:2], len(vector.game.actions) - 1])
        assert (vector.observations == before).all()
        alone = SeatVector("wayfinders", 3, **OPTIONS)
        alone.reset(seed=1)
        for mine, theirs in zip(vector.step(actions)[:4], alone.step(actions)[:4], strict=True):
            assert (mine == theirs).all()
    finally:
        vector.close()
        gc.collect()


def test_who_stops_a_step_gets_no_old_answers_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while processes answer: a call after it took what was left in the pipes for its own answers, or hung."""
    vector = SeatVector("wayfinders", 2, processes=2, **OPTIONS)
    try:
        vector.reset(seed=1)
        workers = vector._workers[:]
        os.kill(workers[0].pid, signal.SIGINT)  # the terminal sends it to all: it is for who asked them

        def stopped(number: int) -> Any:
            raise KeyboardInterrupt

        vector.reset(seed=1)
        monkeypatch.setattr(vector, "_answer", stopped)
        with pytest.raises(KeyboardInterrupt):
            vector.step(choose(vector.masks))
        assert not any(worker.is_alive() for worker in workers)
        with pytest.raises(RuntimeError, match="these tables are closed"):
            vector.reset(seed=1)
    finally:
        vector.close()
        gc.collect()


@pytest.mark.parametrize(
    ("count", "more", "complaint"),
    [
        (0, {}, "expected tables, and no more processes than tables; got 0 and 0"),
        (2, {"processes": 3}, "got 2 and 3"),
        (2, {"opponents": RandomBot()}, "a bot object is for one table"),
    ],
)
def test_what_will_not_do_is_told(count: int, more: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        SeatVector("wayfinders", count, **more)


@pytest.mark.parametrize("wrong", [0.0, 0.7, True, "0", None])
def test_no_action_is_made_of_what_is_none(wrong: Any) -> None:
    """As `SeatEnv` takes actions, and not as ``int`` would."""
    vector = SeatVector("wayfinders", 2, **OPTIONS)
    vector.reset(seed=1)
    _, rewards, ended, _, _ = vector.step([wrong, 0])
    assert (rewards.tolist(), ended.tolist()) == ([-1.0, 0.0], [True, False])


def test_each_table_needs_a_seed() -> None:
    vector = SeatVector("wayfinders", 3, **OPTIONS)
    with pytest.raises(ValueError, match="seeds: expected 3, one for each table, got 2"):
        vector.reset(seed=[1, 2])
    with pytest.raises(KindError, match="a seed is a whole number"):
        vector.reset(seed=True)
    first = vector.reset(seed=4)[0].copy()
    for seed in (np.int64(4), np.array([4, 5, 6]), (4, 5, 6)):
        assert (vector.reset(seed=seed)[0] == first).all()  # type: ignore[arg-type]
    one = vector.reset(seed=[4, None, 6])[0].copy()
    assert (vector.reset(seed=[4, None, 6])[0][[0, 2]] == one[[0, 2]]).all()
