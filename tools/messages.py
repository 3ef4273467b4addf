"""Every sentence of the project in one catalogue, for translators.

    python3 dev.py messages                     writes build/messages.pot, and build/en-XA.json to test with
    python3 dev.py messages compile cs.po       writes cs.json from a translated catalogue

With the path of such a JSON file in the environment variable WAYSTATION_LANGUAGE, server, page and terminal speak that
language; what has no translation stays English.

Sentences are templates (see waystation.engine.words). In Python they are found where they are written: the first
argument of `say`, `said`, `mark` and `term`, the noun of `count`, what options and games say of themselves (`Meta`,
`Spec`); in the page's JavaScript the first argument of `tell` and `mark`; in data files what each game's `terms` gives;
and the first words of notations, under which the page lists choices.
A template that is put together from pieces can't be found, and is an error here.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Callable, Iterator
from gettext import c2py
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import waystation
from waystation.engine import lesson
from waystation.engine.words import Catalogue, pseudo

SOURCE = Path(waystation.__file__).parent
BUILD = Path(__file__).parents[1] / "build"
MAKERS = ("say", "mark", "term", "said")
_CALL = re.compile(r"""(?<![\w.])(?:tell|mark)\(\s*(?:("(?:[^"\\]|\\.)*")|`)""")
KEYWORDS = {"Meta": ("title", "description"), "Spec": ("blurb",), "BotInfo": ("title",)}


class Found(NamedTuple):
    """A template and where it stands."""

    template: str
    file: str
    line: int


class Unfindable(Exception):
    """A template that is put together from pieces; the text says where."""


def messages() -> Iterator[Found]:
    """All templates, file by file."""
    return (found for found in _everywhere() if found.template)


def _everywhere() -> Iterator[Found]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield from in_python(path)
    for path in sorted((SOURCE / "web").glob("*.js")):
        yield from in_javascript(path)
    for name in waystation.game_names():
        kind = waystation.game_type(name)
        guided = lesson.of(kind)
        for template in guided.texts() if guided else ():
            yield Found(template, f"games/{name}/{lesson.FILE}", 1)
        for template in (*kind.terms(), *_choices(msgspec.json.schema(kind.options_type)), *_headings(name)):
            yield Found(template, f"games/{name}", 1)


def _choices(schema: Any) -> Iterator[str]:
    """The values of options that are chosen from a list, as the page shows them."""
    if isinstance(schema, dict):
        yield from (str(value).replace("_", " ") for value in schema.get("enum", ()) if isinstance(value, str))
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _choices(part)


def _headings(name: str) -> Iterator[str]:
    """The first words of notations, under which the page lists choices: with the default options, and of all kinds."""
    kinds = (kind for question in waystation.game_type(name).questions.values() for kind in question.answers)
    notations = (action.notation for action in waystation.load(name).actions)
    words = sorted({text.split()[0] for text in (*kinds, *notations)})
    yield from (word.capitalize() for word in words if word.isalpha())


def in_python(path: Path) -> Iterator[Found]:
    """The templates of a module."""
    place = str(path.relative_to(SOURCE)) if path.is_relative_to(SOURCE) else path.name
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        for keyword in node.keywords:
            if keyword.arg in KEYWORDS.get(name, ()):
                yield from _literal(keyword.value, place, "{}")
        if name in MAKERS and node.args:
            yield from _literal(node.args[0], place, "{}")
        elif name == "count" and len(node.args) == 2 and isinstance(node.func, ast.Name):
            yield from _literal(node.args[1], place, "{{n:{}}}")


def _literal(node: ast.expr, place: str, form: str) -> Iterator[Found]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield Found(form.format(node.value), place, node.lineno)
    elif isinstance(node, ast.IfExp):
        yield from _literal(node.body, place, form)
        yield from _literal(node.orelse, place, form)
    elif isinstance(node, ast.JoinedStr) or (isinstance(node, ast.BinOp) and _holds_text(node)):
        raise Unfindable(f"{place}:{node.lineno}: a template is one text, not put together from pieces")


def _holds_text(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in ast.walk(node))


def in_javascript(path: Path) -> Iterator[Found]:
    """The templates of a script of the page."""
    text = path.read_text(encoding="utf-8")
    for call in _CALL.finditer(text):
        line = text.count("\n", 0, call.start()) + 1
        if call[1] is None:
            raise Unfindable(f"web/{path.name}:{line}: a template is one text, not put together from pieces")
        yield Found(json.loads(call[1]), f"web/{path.name}", line)


def catalogue() -> Catalog:
    """The catalogue, ready to be written."""
    made = Catalog(project="Waystation", charset="utf-8")
    for template, file, line in messages():
        made.add(template, locations=[(file, line)])
    return made


def language_to_test_with() -> Catalogue:
    """The whole catalogue in the pseudo-language."""
    templates = sorted({found.template for found in messages()})
    speech = pseudo(frozenset(templates))
    return Catalogue(speech.code, {each: speech.translate(each) for each in templates}, _forms(speech.form))


def compiled(path: Path) -> Catalogue:
    """What a translator made of the catalogue; templates that are not translated yet are left out."""
    with path.open("rb") as file:
        translated = read_po(file)
    texts = {str(message.id): str(message.string) for message in translated if message.id and message.string}
    rule = c2py(translated.plural_expr)
    return Catalogue(str(translated.locale or path.stem), texts, _forms(rule))


def _forms(rule: Callable[[int], int]) -> tuple[int, ...]:
    return tuple(int(rule(n)) for n in range(200))


def main(*arguments: str) -> None:
    """The command."""
    if arguments[:1] == ("compile",):
        source = Path(arguments[1])
        source.with_suffix(".json").write_bytes(msgspec.json.encode(compiled(source)))
        print(f"{source.with_suffix('.json')} is ready")
        return
    BUILD.mkdir(exist_ok=True)
    try:
        made = catalogue()
    except Unfindable as error:
        sys.exit(str(error))
    with (BUILD / "messages.pot").open("wb") as file:
        write_po(file, made, width=120)
    (BUILD / "en-XA.json").write_bytes(msgspec.json.encode(language_to_test_with()))
    print(f"{len(made)} sentences in build/messages.pot; a language to test with in build/en-XA.json")


if __name__ == "__main__":
    main(*sys.argv[1:])
