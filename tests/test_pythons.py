"""The library on the other Pythons it is for, and on the browser's: everything comes out as on this one."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lacking import lacking

TOOLS = Path(__file__).parents[1] / "tools"
tool: dict[str, Any] = runpy.run_path(str(TOOLS / "pythons.py"))
FOUND = tool["pythons"]()
HERE = "{}.{}".format(*sys.version_info[:2])


@pytest.fixture(scope="session")
def here() -> dict[str, str]:
    """What games come to on this Python."""
    done = subprocess.run([sys.executable, str(TOOLS / "everygame.py")], capture_output=True, text=True, check=True)
    found: dict[str, str] = tool["digests"](done.stdout)
    assert len(found) == 5
    return found


@pytest.mark.parametrize("version", [version for version in tool["VERSIONS"] if version != HERE])
def test_the_engine_and_all_games_run_on_it(version: str, here: dict[str, str]) -> None:
    if version not in FOUND:
        pytest.skip(f"Python {version} is not installed: the library is NOT tested on it")
    assert " passed" in tool["test_engine"](version, FOUND[version])
    assert tool["every_game"](version, FOUND[version], 1) == here


@pytest.mark.parametrize(("ci", "ends"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_what_is_lacking_is_told_and_fails_where_all_is_tested(
    ci: str, ends: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(ends, match="no kite"):
        lacking("no kite is installed")


def test_all_games_run_in_the_browsers_python(built_site: Path, here: dict[str, str]) -> None:
    """From the packs of the site, with the library that it leaves to them: the conformance suite, Python 3.14."""
    assert tool["every_game_in_pyodide"](built_site, 1) == here
