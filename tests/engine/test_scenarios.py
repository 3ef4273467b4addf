"""Runs every scenario file under tests/scenarios: one test a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from waystation.engine import scenario

FILES = sorted((Path(__file__).parent.parent / "scenarios").rglob("*.toml"))
SCENARIOS = [found for file in FILES for found in scenario.load(file)]


@pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: f"{case.game}: {case.title}")
def test_scenario(case: scenario.Scenario) -> None:
    scenario.check(case)
