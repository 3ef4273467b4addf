"""``waystation new-game``: what it makes runs at once, in every place where a game of ours does."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import Run

HERE = Path(__file__).parents[2]


@pytest.fixture
def grown(run: Run, tmp_path: Path) -> Path:
    """The folder of a new game, installed for whoever has ``tmp_path`` and its src on the path."""
    result = run("new-game", "heaps", "--folder", tmp_path)
    assert result.code == 0, result.err
    assert "waystation play heaps" in result.out
    info = tmp_path / "heaps-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: heaps\nVersion: 0\n")
    points = (tmp_path / "heaps" / "pyproject.toml").read_text().partition('entry-points."waystation.games"]\n')[2]
    line = points.splitlines()[0].replace('"', "")
    (info / "entry_points.txt").write_text(f"[waystation.games]\n{line}\n")
    return tmp_path / "heaps"


def python(grown: Path, *words: str) -> str:
    """What a Python of its own writes, with the game installed; it must not fail."""
    path = os.pathsep.join([str(grown.parent), str(grown / "src"), str(HERE / "src")])
    done = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": path},
        cwd=grown,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_own_tests_pass(grown: Path) -> None:
    assert "5 passed" in python(grown, "-m", "pytest", "-q", "-p", "no:cacheprovider")


def test_it_is_played_checked_shown_and_explained(grown: Path) -> None:
    command = ("-m", "waystation")
    assert "heaps" in python(grown, *command, "games")
    assert "2 scenarios hold" in python(grown, *command, "check", "scenarios", "src")
    assert "The last stone" in python(grown, *command, "play", "heaps", "--seats", "greedy,random", "--seed", "3")
    assert "Take one, two or three" in python(grown, *command, "rules", "heaps")
    python(grown, *command, "show", "heaps", "--out", "table.svg")
    assert "stone" in (grown / "table.svg").read_text()


def test_a_server_offers_it(grown: Path) -> None:
    code = """
from waystation.server.about import game_info
from waystation.server.opening import open_table
from waystation.server.protocol import NewTable
assert game_info("heaps").spec.title == "Heaps"
row, seats, log = open_table(NewTable(game="heaps", seats=["me", "bot:random"]), "ada")
print(row.game, len(seats))
"""
    assert python(grown, "-c", code) == "heaps 2\n"


def test_what_is_written_is_typed_and_tidy(grown: Path) -> None:
    importlib.invalidate_caches()
    for path in grown.rglob("*.py"):
        text = path.read_text()
        compile(text, str(path), "exec")
        assert "$" not in text
        assert max(map(len, text.splitlines()), default=0) <= 120


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Heaps", "won't do as a name"),
        ("1heap", "won't do as a name"),
        ("../x", "won't do as a name"),
        ("class", "won't do as a name"),
        ("none", "won't do as a name"),
        ("kites_", "won't do as a name"),
        ("ask", "won't do as a name"),
        ("wayfinders", "there is a game or a Python module 'wayfinders' already"),
        ("json", "there is a game or a Python module 'json' already"),
    ],
)
def test_names_that_will_not_do(run: Run, tmp_path: Path, name: str, reason: str) -> None:
    result = run("new-game", name, "--folder", tmp_path)
    assert result.code == 2
    assert reason in result.err
    assert not list(tmp_path.iterdir())


def test_it_has_help_with_an_example(run: Run) -> None:
    assert "Example: waystation new-game kites" in run("new-game", "--help").out


def test_nothing_is_written_over(run: Run, tmp_path: Path) -> None:
    (tmp_path / "kites").mkdir()
    result = run("new-game", "kites", "--folder", tmp_path)
    assert (result.code, "is there already" in result.err) == (2, True)
