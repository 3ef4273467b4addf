"""Runs every scenario file under tests/scenarios: one test a scenario. What each leads to can be saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from waystation.engine import scenario

FILES = sorted((Path(__file__).parent.parent / "scenarios").rglob("*.toml"))
SCENARIOS = [found for file in FILES for found in scenario.load(file)]


@pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: f"{case.game}: {case.title}")
def test_scenario(case: scenario.Scenario) -> None:
    match = scenario.check(case)
    assert match.game.state_from(match.state.position()) == match.state
