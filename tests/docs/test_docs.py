"""The documentation's examples run, and the site builds without a warning."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import waystation
from waystation.engine import scenario

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_examples_in_the_docs_run(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    # A closing fence would be taken for expected output.
    plain = "\n".join("" if line.startswith("```") else line for line in text.split("\n"))
    test = doctest.DocTestParser().get_doctest(plain, {}, page, page, 0)
    assert test.examples, f"{page} has no examples"
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test)
    assert runner.failures == 0


def test_the_scenario_of_the_page_holds(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    file = tmp_path / "page.toml"
    file.write_text(page.partition("```toml\n")[2].partition("```")[0], encoding="utf-8")
    for case in scenario.load(file):
        scenario.check(case)


@pytest.mark.parametrize(
    ("page", "modules"), [("server.md", "server/*.py"), ("page.md", "web/*.js"), ("offline.md", "tab/*.py")]
)
def test_a_page_names_every_module(page: str, modules: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`(?:tab\.)?(\w+)`", text))
    found = {path.stem for path in (ROOT / "src" / "waystation").glob(modules) if not path.stem.startswith("__")}
    assert found <= named, f"{sorted(found - named)} are not in docs/{page}"


def test_the_site_builds_strictly(tmp_path: Path) -> None:
    """Offline; every page of this folder and of every game is there, and nothing in them is loaded from elsewhere."""
    done = subprocess.run(
        [sys.executable, "docs/_site.py", str(tmp_path / "site")],
        cwd=ROOT,
        env={**os.environ, "http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    site = tmp_path / "site"
    pages = [page for page in (ROOT / "docs").rglob("*.md") if page.stem != "index"]
    wanted = [page.relative_to(ROOT / "docs").with_suffix("") / "index.html" for page in pages]
    wanted += [
        Path("games", name, page, "index.html")
        for name in waystation.game_names()
        for page in ("rules", "rulings", "formats")
    ]
    assert [page for page in wanted if not (site / page).exists()] == []
    index = (site / "index.html").read_text(encoding="utf-8")
    for page in wanted:  # the navigation leads to all of them
        assert f'href="./{page.parent.as_posix()}/"' in index, page
    loaded = re.findall(r'<(?:script|link|img)[^>]* (?:src|href)="(https?://[^"]+)"', index)
    assert loaded == []


def test_a_broken_link_is_an_error(tmp_path: Path) -> None:
    copy = tmp_path / "project"
    shutil.copytree(ROOT / "docs", copy / "docs")
    shutil.copy(ROOT / "zensical.toml", copy)
    with (copy / "docs" / "players.md").open("a", encoding="utf-8") as page:
        page.write("\n[nowhere](no-such-page.md)\n")
    command = [sys.executable, "docs/_site.py", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "page does not exist" in done.stdout + done.stderr
    assert not (tmp_path / "site").exists()
