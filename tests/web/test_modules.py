"""The page's modules by themselves: types, unit tests, and what they must not contain. Needs Node, or says so."""

from __future__ import annotations

import gzip
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "src" / "waystation" / "web"
NODE, NPM = shutil.which("node"), shutil.which("npm")


pytestmark = pytest.mark.timeout(1200)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=500)


@pytest.mark.skipif(NODE is None, reason="Node is not installed: the page's unit tests are NOT run")
def test_units():
    units = sorted(str(path) for path in (HERE / "unit").glob("*.test.mjs"))
    done = run("node", "--test", *units)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.skipif(NPM is None, reason="npm is not installed: the page's types are NOT checked")
def test_types():
    tsc = HERE / "node_modules" / ".bin" / "tsc"
    if not tsc.exists():
        try:
            run("npm", "ci", "--no-audit", "--no-fund").check_returncode()
        except subprocess.SubprocessError as error:
            if "WAYSTATION_TESTS_COMPLETE" in os.environ:
                raise
            pytest.skip(f"TypeScript could not be installed: the page's types are NOT checked\n{error}")
    done = run(str(tsc), "-p", "tsconfig.json")
    assert done.returncode == 0, done.stdout


def test_types_are_those_of_the_server():
    """types.js is made from protocol.py: python3 dev.py types."""
    maker = HERE.parents[1] / "tools" / "pagetypes.py"
    done = run(sys.executable, str(maker), "--check")
    assert done.returncode == 0, done.stderr
    changed = (WEB / "types.js").read_text("utf-8").replace("waits_for_me: boolean", "waits_for_me: string")
    made = runpy.run_path(str(maker))
    assert made["made"](changed.partition(made["MARK"])[2]) != changed, "a difference is found"


def test_no_test_waits_for_a_promise_as_if_it_were_its_outcome():
    """`wait_for_function` is content with the promise of an asynchronous function: `browsing.until` is not."""
    hasty = re.compile(r"wait_for_function\(\s*f?\"+async")
    assert hasty.search('wait_for_function(\n    """async () =>')
    for path in HERE.glob("*.py"):
        assert path == Path(__file__) or not hasty.search(path.read_text("utf-8")), path


def test_no_game_is_known_by_name():
    """Nothing in the page may know a game: every game appears by being installed."""
    import waystation

    names = re.compile("|".join(waystation.game_names()), re.IGNORECASE)
    for path in WEB.iterdir():
        if path.suffix in {".js", ".css", ".html"}:
            assert not names.search(path.read_text("utf-8")), path.name


def test_the_page_itself_has_nothing_inline_and_preloads_every_module():
    html = (WEB / "index.html").read_text("utf-8")
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)", html)
    preloaded = set(re.findall(r'rel="modulepreload" href="/static/@/(\w+\.js)"', html))
    assert preloaded | {"app.js"} == needed("app.js")


def needed(start: str) -> set[str]:
    """The modules that one needs at once: what it imports, and what that does. What is imported later is not in it."""
    found: set[str] = set()
    edge = {start}
    while edge:
        found |= edge
        texts = [(WEB / name).read_text("utf-8") for name in edge]
        edge = {name for text in texts for name in IMPORT.findall(text)} - found
    return found


IMPORT = re.compile(r"""^import (?:[^;]*? from )?"\./(\w+\.js)";$""", re.MULTILINE)


def test_first_load_is_small():
    """All files of the page; what the server adds (look, scene, pictures) is measured in the browser."""
    files = [WEB / name for name in needed("app.js")]
    files += [path for path in WEB.iterdir() if path.suffix in {".css", ".html", ".svg"}]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) < 100_000
