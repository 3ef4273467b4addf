"""``waystation new-game``: a package of one's own with a whole small game in it, to be changed room by room."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Annotated

import typer

import waystation
from waystation.cli.common import CommandError, console

SEEDLING = files("waystation.cli") / "seedling"
"""The files of the package. ``$name``, ``$class`` and ``$title`` stand in them for what the game is called."""


def new_game(
    name: Annotated[str, typer.Argument(help="What the game is called in commands: small letters, digits and _.")],
    folder: Annotated[Path, typer.Option(help="Where the package's folder is made.")] = Path(),
) -> None:
    """Make a package with a new game: one question, a picture, rules, a scenario and the conformance test."""
    made = write_game(name, folder)
    out = console()
    for path in made:
        out.print(str(path), highlight=False)
    out.print(
        f"\nNext: pip install -e {folder / name}\nThen: waystation play {name}, waystation serve, "
        f"waystation check {folder / name / 'scenarios'}, python -m pytest {folder / name}",
        highlight=False,
        soft_wrap=True,
    )


def write_game(name: str, folder: Path) -> list[Path]:
    """Write the package of a new game into a folder; CommandError says why a name won't do."""
    title = name.replace("_", " ").strip().title()
    # A distribution's name ends in no _, and the class of a game "ask" would take the place of its questions' names.
    fits = re.fullmatch(r"[a-z][a-z0-9_]{0,29}[a-z0-9]", name) and name != "ask"
    if not fits or keyword.iskeyword(name) or keyword.iskeyword(title):
        raise CommandError(
            f"{name!r} won't do as a name: 2 to 31 small letters, digits and _, a letter first, no _ last;"
            " no word of Python's, and not ask"
        )
    if name in waystation.game_names() or find_spec(name) is not None:
        raise CommandError(f"there is a game or a Python module {name!r} already")
    target = folder / name
    if target.exists():
        raise CommandError(f"{target} is there already")
    words = {"name": name, "class": title.replace(" ", ""), "title": title}
    return sorted(_grow(SEEDLING, target, words))


def _grow(source: Traversable, target: Path, words: dict[str, str]) -> list[Path]:
    made = []
    for entry in source.iterdir():
        if entry.is_dir():
            inner = Path("src", words["name"]) if entry.name == "src" else Path(entry.name)
            made += _grow(entry, target / inner, words)
            continue
        path = target / entry.name.removesuffix(".txt").replace("test_game", f"test_{words['name']}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(entry.read_text(encoding="utf-8")).substitute(words), encoding="utf-8")
        made.append(path)
    return made
