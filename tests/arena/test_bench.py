"""The benchmark measures what it says. (That it is fast is no test: machines differ.)"""

from __future__ import annotations

import itertools
import sys

import pytest

import waystation
from tiny.duel import Duel
from waystation.arena import bench


def test_bench_measures_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(bench, "process_time", lambda: next(ticks) / 1000)  # a millisecond between two looks at it
    monkeypatch.setattr(bench, "MIN_SECONDS", 0.02)
    told: list[str] = []
    games = [Duel.from_options({}), waystation.load("wayfinders", players=3, max_rounds=20)]
    ours, others = bench.bench(games, rounds=2, progress=told.append)
    assert [speed.game for speed in ours] == ["duel", "wayfinders"]
    assert others == []
    assert len(told) == 4
    for speed in ours:
        assert speed.decisions_per_second > 0
        assert speed.clone_us > 0
        assert speed.replay_ms == pytest.approx(1)
        assert speed.state_bytes > 100


def test_random_games_are_the_same_by_either_way() -> None:
    game = waystation.load("wayfinders", players=3, max_rounds=20)
    checked, unchecked = (bench.random_game(game, 4, way) for way in (True, False))
    assert checked == unchecked


def test_peers_that_are_not_installed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MIN_SECONDS", 0.02)
    try:
        rates = bench.run_peers(sys.executable, 1)
    except OSError as error:
        assert "installed" in str(error)  # noqa: PT017 - either is right: it depends on what is installed here
    else:
        assert all(rate > 0 for rate in rates.values())
