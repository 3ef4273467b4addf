"""docs/answers.md: its Python blocks run as they stand, and so do its command lines, with fewer games."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from cli.running import Run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "answers.md").read_text(encoding="utf-8")
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ waystation (.*)$", re.MULTILINE)


def test_the_examples_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    space: dict[str, Any] = {"__name__": "answers_page"}
    for block in PYTHON.finditer(PAGE):
        line = PAGE.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], "docs/answers.md", "exec"), space)
    said = capsys.readouterr().out
    assert "winners" in said
    assert "seat 1 wins" in said
    assert "The round limit is reached" in said


def test_the_command_lines_of_the_page_run(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    lines = COMMAND.findall(PAGE)
    assert len(lines) >= 6
    for line in lines:
        words = shlex.split(re.sub(r"--(games|deals) \d+", r"--\1 2", line).replace("--jobs 2", ""))
        result = run(*words)
        assert result.code == 0, (line, result.err)
    assert {"games.jsonl", "report.html", "cup.jsonl", "games.parquet"} <= {path.name for path in tmp_path.iterdir()}


def test_the_notebook_reproduces_its_findings(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads((ROOT / "examples" / "findings.ipynb").read_text(encoding="utf-8"))
    space: dict[str, Any] = {"__name__": "findings"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), space)
    assert capsys.readouterr().out.count("Found again: True") == 2
