"""Builds the documentation's site: the pages of this folder, and those that are made from the code.

    python docs/_site.py [FOLDER]      # default: site

Each game adds a section: its rules, rulings, options and position schema, and its page in docs/games if it has one. The
site is built from a copy, offline; a broken link is an error.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

import waystation
from waystation.engine import pictures
from waystation.engine.position import schema

ROOT = Path(__file__).resolve().parent.parent
CONFIG = "zensical.toml"
NO_GAMES = '{ "Games" = [] },'
"""Where the games go in the navigation."""


def build(target: Path) -> int:
    """Build the site into a folder, whose content it replaces; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        gather(work)
        command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", CONFIG]
        code = subprocess.run(command, cwd=work, check=False).returncode
        if not code:
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(work / "site", target)
    return code


def gather(work: Path) -> None:
    """Put together what the site is made of."""
    shutil.copytree(ROOT / "docs", work / "docs", ignore=shutil.ignore_patterns("_*"))
    sections = []
    for name in waystation.game_names():
        title = waystation.game_type(name).spec.title
        pages = {
            "Rules": "rules",
            "Rulings": "rulings",
            "Options and positions": "formats",
            "Observations": "observations",
        }
        links = [_link(label, f"games/{name}/{page}.md") for label, page in pages.items()]
        if (ROOT / "docs" / "games" / f"{name}.md").exists():
            links.append(_link("More", f"games/{name}.md"))
        sections.append(f"{{ {json.dumps(title)} = [{', '.join(links)}] }}")
        _write_game(name, work / "docs" / "games" / name)
    config = (ROOT / CONFIG).read_text(encoding="utf-8")
    assert config.count(NO_GAMES) == 1
    (work / CONFIG).write_text(config.replace(NO_GAMES, f'{{ "Games" = [{", ".join(sections)}] }},'), encoding="utf-8")


def _link(label: str, page: str) -> str:
    return f"{{ {json.dumps(label)} = {json.dumps(page)} }}"


def _write_game(name: str, folder: Path) -> None:
    package = Path(waystation.__file__).parent / "games" / name
    folder.mkdir(parents=True)
    (folder / "rules.md").write_text(_with_pictures(name, folder, package), encoding="utf-8")
    (folder / "rulings.md").write_bytes((package / "RULINGS.md").read_bytes())
    (folder / "formats.md").write_text(_formats(name), encoding="utf-8")
    (folder / "observations.md").write_text(_observations(name), encoding="utf-8")


def _with_pictures(name: str, folder: Path, package: Path) -> str:
    """The rules with their pictures, which are drawn here: light and dark, the caption below."""
    text = (package / "RULES.md").read_text(encoding="utf-8")
    kind = waystation.game_type(name)
    shown = pictures.of(kind)
    (folder / "positions").mkdir()
    for _, position in pictures.named_in(text) if shown else ():
        for theme in ("light", "dark"):
            drawn = pictures.svg(shown, position, kind, theme)
            (folder / "positions" / f"{position}-{theme}.svg").write_text(drawn, encoding="utf-8")

    def figure(found: re.Match[str]) -> str:
        images = (f"![{found[1]}](positions/{found[2]}-{theme}.svg#only-{theme})" for theme in ("light", "dark"))
        return f"{' '.join(images)}\n\n*{found[1]}*"

    return pictures.LINK.sub(figure, text)


def _formats(name: str) -> str:
    game = waystation.game_type(name)
    return "\n".join(
        [
            f"# {game.spec.title}: options and positions",
            "",
            f"## Options\n\n`waystation.load({name!r}, ...)`\n",
            "| option | default | meaning |",
            "|---|---|---|",
            *_option_rows(game),
            "",
            "## The table of a position\n",
            "What stands under `table` in a [position document](../../positions.md), as JSON Schema.",
            "Every field may be left out.\n",
            f"```json\n{json.dumps(schema(game), indent=1)}\n```\n",
        ]
    )


def _observations(name: str) -> str:
    """The parts of what a seat may know as numbers, under the default options."""
    game = waystation.load(name)
    assert game.observation is not None
    rows = [
        f"| `{part}` | {shape} | {numbers} | {meaning} |" for part, shape, numbers, meaning in game.encoding.table()
    ]
    omitted = [f"| `{path}` | {why} |" for path, why in game.observation.omits.items()]
    return "\n".join(
        [
            f"# {game.spec.title}: observations",
            "",
            f"What `state.observe(seat)` holds with {game.players} players and the default options:",
            f"{game.encoding.size} numbers of int16, in this order.",
            "Everything begins with the seat that looks. [Study](../../study.md) says how to use it.\n",
            "| part | shape | numbers | meaning |",
            "|---|---|---|---|",
            *rows,
            "",
            "Of the view's table these are left out:\n",
            "| path | why |",
            "|---|---|",
            *omitted,
            "",
        ]
    )


def _option_rows(game: type[waystation.Game]) -> list[str]:
    options = game.options_type
    described: dict[str, Any] = msgspec.json.schema(options)["$defs"][options.__name__]["properties"]
    rows = []
    for option, about in described.items():
        text = ". ".join(part for part in (about.get("title"), about.get("description")) if part)
        rows.append(f"| `{option}` | `{json.dumps(about.get('default'))}` | {text.replace('|', '/')} |")
    return rows


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "site").resolve()))
