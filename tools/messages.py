"""Every sentence of the project in one catalogue, for translators: ``python3 dev.py messages [FILE]``.

Sentences are templates (see waystation.engine.words). In Python they are found where they are written: the first
argument of `say`, `mark` and `term`, the noun of `count`; in the page's JavaScript the first argument of `say` and
`mark`; in data files what each game's `terms` gives. A template that is put together from pieces can't be found, and is
an error here.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript
from babel.messages.pofile import write_po

import waystation

SOURCE = Path(waystation.__file__).parent
MAKERS = ("say", "mark", "term")


class Found(NamedTuple):
    """A template and where it stands."""

    template: str
    file: str
    line: int


class Unfindable(Exception):
    """A template that is put together from pieces; the text says where."""


def messages() -> Iterator[Found]:
    """All templates, file by file."""
    for path in sorted(SOURCE.rglob("*.py")):
        yield from in_python(path)
    for path in sorted((SOURCE / "web").glob("*.js")):
        yield from in_javascript(path)
    for name in waystation.game_names():
        for template in waystation.game_type(name).terms():
            yield Found(template, f"games/{name}/data", 1)


def in_python(path: Path) -> Iterator[Found]:
    """The templates of a module."""
    place = str(path.relative_to(SOURCE)) if path.is_relative_to(SOURCE) else path.name
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in MAKERS:
            yield from _literal(node.args[0], place, "{}")
        elif name == "count" and len(node.args) == 2 and isinstance(node.func, ast.Name):
            yield from _literal(node.args[1], place, "{{n:{}}}")


def _literal(node: ast.expr, place: str, form: str) -> Iterator[Found]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield Found(form.format(node.value), place, node.lineno)
    elif isinstance(node, ast.IfExp):
        yield from _literal(node.body, place, form)
        yield from _literal(node.orelse, place, form)
    elif isinstance(node, ast.JoinedStr | ast.BinOp):
        raise Unfindable(f"{place}:{node.lineno}: a template is one text, not put together from pieces")


def in_javascript(path: Path) -> Iterator[Found]:
    """The templates of a script of the page."""
    with path.open("rb") as file:
        for line, _, found, _ in extract_javascript(file, ("say", "mark"), (), {}):
            template = found[0] if isinstance(found, tuple) else found
            if template:
                yield Found(template, f"web/{path.name}", line)


def catalogue() -> Catalog:
    """The catalogue, ready to be written."""
    made = Catalog(project="Waystation", charset="utf-8")
    for template, file, line in messages():
        made.add(template, locations=[(file, line)])
    return made


def main() -> None:
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "build/messages.pot")
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        made = catalogue()
    except Unfindable as error:
        sys.exit(str(error))
    with target.open("wb") as file:
        write_po(file, made, width=120, omit_header=False)
    print(f"{len(made)} sentences in {target}")


if __name__ == "__main__":
    main()
