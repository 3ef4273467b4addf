"""Running the `waystation` command inside the test's own process."""

from __future__ import annotations

import io
import sys

import pytest

from cli.running import Result, Run
from waystation.cli import main


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """``run("games", "--json")``; `typed` is what the command reads from its input."""

    def run_command(*words: object, typed: str = "") -> Result:
        monkeypatch.setattr(sys, "argv", ["waystation", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.delenv("COLUMNS", raising=False)  # pytest-xdist sets it; tables are as wide as when piped
        code = 0
        try:
            main()
        except SystemExit as stopped:
            code = stopped.code if isinstance(stopped.code, int) else int(stopped.code is not None)
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return run_command
