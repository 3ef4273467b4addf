"""Runs on Ray, by a stand-in for it; benchmarks/cluster.py does the same on a real one and kills a worker."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from cli.conftest import run as run
from cli.running import Run
from tiny.duel import Duel
from waystation.arena import simulate
from waystation.arena.cluster import ClusterError
from waystation.engine.extras import MissingExtra

DUEL = Duel.from_options({"players": 2})


class StandIn(ModuleType):
    """As much of Ray as a run needs; games end in another order than they begin."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.cancelled: list[Any] = []
        self.most = 0
        self.fails: Exception | None = None
        self.address: str | None = "?"
        self.exceptions = SimpleNamespace(RayTaskError=TaskError, RayError=OSError)

    def is_initialized(self) -> bool:
        return False

    def init(self, address: str | None, **more: object) -> None:
        if address == "nowhere":
            raise ConnectionError("nobody there")
        self.address = address

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def put(self, value: Any) -> Any:
        return value

    def remote(self, **more: object) -> Any:
        return lambda play: SimpleNamespace(remote=lambda plan, number: lambda: play(plan, number))

    def wait(self, out: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        self.most = max(self.most, len(out))
        return [out[-1]], list(out[:-1])

    def get(self, ended: Sequence[Any]) -> list[Any]:
        if self.fails is not None:
            raise self.fails
        return [each() for each in ended]

    def cancel(self, reference: Any, force: bool) -> None:
        self.cancelled.append(reference)


class TaskError(Exception):
    cause = ZeroDivisionError("in a game")


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    stand_in = StandIn()
    monkeypatch.setitem(sys.modules, "ray", stand_in)
    return stand_in


def test_rows_are_those_of_a_run_without_ray(ray: StandIn) -> None:
    want = list(simulate(DUEL, ["random", "greedy:5"], 9, seed=4))
    ordered = list(simulate(DUEL, ["random", "greedy:5"], 9, seed=4, ray="local"))
    loose = list(simulate(DUEL, ["random", "greedy:5"], 9, seed=4, ray="auto", in_order=False, there={2}))
    for row in (*want, *ordered, *loose):
        row.seconds = []
    assert ordered == want
    assert [row.index for row in loose] != sorted(row.index for row in loose)
    assert sorted(loose, key=lambda row: row.index) == [row for row in want if row.index != 2]
    assert (ray.most, ray.address) == (4, "auto")


def test_a_run_that_is_left_calls_its_games_back(ray: StandIn) -> None:
    rows = simulate(DUEL, ["random", "random"], 9, ray="local", jobs=3, in_order=False)
    next(rows)
    rows.close()  # type: ignore[attr-defined]
    assert ray.address is None
    assert len(ray.cancelled) >= 2


def test_the_command_plays_on_it(ray: StandIn, run: Run) -> None:
    words = ("-o", "max_rounds=2", "--json", "--ray", "local")
    assert json.loads(run("simulate", "wayfinders", "--seats", "random,random", "-n", 3, *words).out)["games"] == 3
    assert ray.address is None
    assert "4 games in" in run("compare", "wayfinders", "random", "greedy:3", "-d", 2, *words[:2], *words[3:]).out


def test_what_goes_wrong_is_said(ray: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ClusterError, match="no Ray cluster at 'nowhere': nobody there"):
        simulate(DUEL, ["random", "random"], 2, ray="nowhere")
    ray.fails = TaskError()
    with pytest.raises(ZeroDivisionError):
        list(simulate(DUEL, ["random", "random"], 2, ray="local"))
    ray.fails = OSError("worker died")
    with pytest.raises(ClusterError, match="lost a game: worker died"):
        list(simulate(DUEL, ["random", "random"], 2, ray="local"))
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"pip install 'waystation\[ray\]'"):
        simulate(DUEL, ["random", "random"], 2, ray="local")
