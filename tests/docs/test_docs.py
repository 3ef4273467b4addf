"""The documentation's examples run, and the site builds without a warning."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from typer.main import get_command

import waystation
from waystation.cli import app
from waystation.cli.common import part_of
from waystation.engine import scenario, typed
from waystation.server import protocol

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


def test_the_first_page_leads_to_all_others() -> None:
    """In the folder, too, where there is no navigation."""
    docs = ROOT / "docs"
    linked = set(re.findall(r"\]\(([^)]+\.md)\)", (docs / "index.md").read_text(encoding="utf-8")))
    assert linked == {page.relative_to(docs).as_posix() for page in docs.rglob("*.md")} - {"index.md"}


COMMANDS_OF_GAMES = [part_of(game, "cli") for game in ("waypoints", "wordtraveler")]


def options() -> Iterator[tuple[str, list[str]]]:
    """Every option of every command, with the names that it has; the first word is the command, or its group.

    Those of games, which are there once a command line has run in this process, stand on the games' pages.
    """
    root: Any = get_command(app)
    of_games = {part.CLI_NAME for part in COMMANDS_OF_GAMES}
    for name, command in root.commands.items():
        if name in of_games:
            continue
        for one in getattr(command, "commands", {name: command}).values():
            for option in one.params:
                if long := [word for word in (*option.opts, *option.secondary_opts) if word.startswith("--")]:
                    yield name, long


def named(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


def test_every_option_of_every_command_is_in_the_docs_and_no_other() -> None:
    """In the command's section of cli.md, in what that says of all, or on the page to which the section sends one."""
    pages = {
        name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("cli", "serving", "benchmarks")
    }
    common, *sections = pages["cli"].split("\n## ")
    of = {name: named(text) for text in sections for name in text.partition("\n")[0].split(", ")}
    more = {"serving": ("serve", "doctor", "admin", "backup", "restore"), "benchmarks": ("bench",)}
    for page, commands in more.items():
        for name in commands:
            of[name] |= named(pages[page])
    every = list(options())
    assert len(every) > 100
    lacking = [(name, long) for name, long in every if not set(long) & (of[name] | named(common))]
    assert not lacking, lacking
    known = {word for _, long in every for word in long} | {"--help", "--version"}
    assert named(pages["cli"]) <= known


def printed() -> Iterator[tuple[Path, str]]:
    """Every command line in a block of any page, without what calls it (`$`, `python3 dev.py`, a folder ...)."""
    games = (ROOT / "src" / "waystation" / "games").glob("*/*.md")
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"), *games):
        blocks = re.findall(r"^ *```(\w*)\n(.*?)^ *```$", page.read_text(encoding="utf-8"), re.M | re.S)
        for line in "".join(text for kind, text in blocks if kind in ("", "console", "sh", "text")).splitlines():
            if called := re.search(r"(?:^|[ /])(?:waystation|python3 dev\.py) ([a-z].*)$", line):
                yield page, called[1]


def test_every_command_line_in_the_docs_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root: Any = get_command(app)
    for part in COMMANDS_OF_GAMES:
        root.commands[part.CLI_NAME] = get_command(part.app)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "seven.toml").touch()  # some commands look whether their file is there
    typed_in = [(page, shlex.split(line, comments=True)) for page, line in printed()]
    known = [(page, words) for page, words in typed_in if words[0] in root.commands]
    assert len(known) > 50
    for page, words in known:
        name, command, rest = words[0], root.commands[words[0]], words[1:]
        if hasattr(command, "commands"):
            name, command, rest = rest[0], command.commands[rest[0]], rest[1:]
        try:
            command.make_context(name, list(rest))
        except Exception as error:
            raise AssertionError(f"{page.name}: {shlex.join(words)}: {error}") from error


def test_the_messages_of_the_protocols_page_are_the_servers() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    client, server = (
        {kind.__struct_config__.tag: kind for kind in get_args(union)}
        for union in (protocol.ClientMessage, protocol.ServerMessage)
    )
    examples = [line for line in page.splitlines() if line.startswith('{"t":') and line.endswith("}")]
    sent = [typed.decode(line, protocol.ClientMessage) for line in examples if '"id":' in line and '"seq"' not in line]
    assert {type(message) for message in sent} == set(client.values()), "each kind of message has its example"
    assert len({message.id for message in sent}) == len(sent)
    for tag in server:
        assert re.search(rf"^(`{tag}` — |\| `{tag} \{{)", page, re.MULTILINE), tag
    for tag, fields in re.findall(r"^\| `(\w+) \{([^}:]*)[}:]", page, re.MULTILINE):
        known = {field.encode_name for field in msgspec.structs.fields(server[tag])}
        assert {word.strip(" ?") for word in fields.split(",")} <= known, tag


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
