"""The terminal speaks the language of WAYSTATION_LANGUAGE, or says what is wrong with the file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def run(language: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "waystation", *command],
        env={"WAYSTATION_LANGUAGE": str(language), "PATH": "", "HOME": str(language.parent)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_what_is_no_language_file_is_one_line(tmp_path: Path) -> None:
    for text in ("", "{}", "\x00", json.dumps({"code": "cs", "messages": [], "forms": []})):
        (tmp_path / "cs.json").write_text(text)
        done = run(tmp_path / "cs.json", "games")
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "cs.json is no language file" in done.stderr
    assert "missing.json" in run(tmp_path / "missing.json", "games").stderr
