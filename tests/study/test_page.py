"""docs/study.md: its Python blocks run as they stand, one after the other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "study.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    space: dict[str, Any] = {"__name__": "study_page"}
    blocks = list(BLOCK.finditer(PAGE))
    assert len(blocks) > 3
    for block in blocks:
        line = PAGE.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], "docs/study.md", "exec"), space)
