"""docs/add-a-game.md is followed to the letter: its commands are run, and its blocks are the two model games."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from waystation.engine import Game, conformance

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
GAMES = {"stones": "A tutorial: Stones", "duel": "A second one: Duel"}


def section(title: str) -> str:
    """What stands under a heading of the page."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def read(name: str, folder: Path) -> ModuleType:
    """The module that a reader makes of the page: the section's blocks, one below the other."""
    path = folder / f"{name}_of_the_page.py"
    path.write_text("\n\n".join(blocks(section(GAMES[name]), "python")), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", GAMES)
def test_what_the_page_builds_conforms(name: str, tmp_path: Path) -> None:
    game: Game = read(name, tmp_path).GAME.from_options({})
    report = conformance.check(game, games=6, every=3, hash_seeds=False)
    assert report.games == 6


@pytest.mark.parametrize("name", GAMES)
def test_the_model_games_are_what_the_page_says(name: str) -> None:
    """Blank lines between blocks aside."""
    written = "".join(blocks(section(GAMES[name]), "python"))
    file = (ROOT / "tests" / "tiny" / f"{name}.py").read_text(encoding="utf-8")
    assert written.split() == file.split()


def test_the_commands_of_the_page_work_as_they_stand(tmp_path: Path) -> None:
    """Where pip is called, the package's entry point is made known in its stead: nothing is fetched in a test."""
    commands = [line[2:] for block in blocks(section("Begin"), "console") for line in block.splitlines()]
    assert len(commands) == 6
    path = os.pathsep.join([str(tmp_path), str(tmp_path / "kites" / "src"), str(ROOT / "src")])
    for command in commands:
        program, *words = shlex.split(command)
        if program == "pip":
            info = tmp_path / "kites-0.dist-info"
            info.mkdir()
            (info / "METADATA").write_text("Metadata-Version: 2.1\nName: kites\nVersion: 0\n")
            (info / "entry_points.txt").write_text("[waystation.games]\nkites = kites:GAME\n")
            continue
        run = {"waystation": [sys.executable, "-m", "waystation"], "python": [sys.executable]}[program]
        done = subprocess.run(
            [*run, *words],
            env={**os.environ, "PYTHONPATH": path},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    assert (tmp_path / "kites.svg").exists()
