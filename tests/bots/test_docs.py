"""The examples of docs/bots.md run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tiny.duel import Duel
from waystation.arena import play_match
from waystation.bots import LEVELS, bot_chance, decide, observe, registry

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_first_example_counts_wins(capsys: pytest.CaptureFixture[str]) -> None:
    exec(blocks()[0], {})
    assert capsys.readouterr().out.startswith("greedy: 100% won (72% to 100%)")


def test_the_name_of_the_example_is_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_OWN", {})
    exec(blocks()[1], {})
    assert play_match(Duel.from_options({}), ["hasty", "random"], 1).faults == []


def test_the_bot_of_the_example_plays() -> None:
    names: dict[str, Any] = {}
    exec(blocks()[2], names)
    state = Duel.from_options({}).new_state(1)
    bot = names["Careful"]()
    ply = 0
    while not state.is_over:
        seat = state.to_act[0]
        state.apply(decide(bot, observe(state, seat, bot_chance(1, seat, ply))), seat)
        ply += 1
    assert sum(state.scores()) > 0


def test_the_levels_are_those_of_the_table() -> None:
    _, _, section = PAGE.read_text(encoding="utf-8").partition("\n## Levels\n")
    table = section[section.index("| Level | At the table |") :].partition("\n\n")[0]
    rows = [tuple(line.strip("| ").split(" | ")) for line in table.splitlines()[2:]]
    assert [(title, shown, spec.strip("`"), about) for title, shown, spec, about in rows] == [
        (level.title, level.called, level.spec, level.about) for level in LEVELS
    ]
