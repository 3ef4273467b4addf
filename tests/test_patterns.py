"""Every regular expression that meets input takes time that grows with the length of the input, and no faster.

The source is searched for them, so a new one is tried, too. Each is given texts that are made from its own parts: what
it takes to get to a repetition, then thousands of one sign, then something that does not fit. A pattern in which two
repetitions can share a run of signs then tries all ways to share it: that is where a server stood still for 46 seconds.
"""

from __future__ import annotations

import ast
import re
import re._constants as sre  # the parser that `re` itself uses
import re._parser as parser
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import waystation

SOURCE = Path(waystation.__file__).parent
METHODS = {"compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer"}
SHORT, LENGTH = 26, 6000
LONGEST = 0.02
"""Seconds; a pattern that reads each sign once takes a thousandth of that."""
SIGNS = {
    sre.CATEGORY_DIGIT: "7", sre.CATEGORY_SPACE: " ", sre.CATEGORY_WORD: "a",
    sre.CATEGORY_NOT_DIGIT: "a", sre.CATEGORY_NOT_SPACE: "a", sre.CATEGORY_NOT_WORD: "-",
}  # fmt: skip


TREES = {str(file.relative_to(SOURCE)): ast.parse(file.read_text("utf-8")) for file in sorted(SOURCE.rglob("*.py"))}


def constants(tree: ast.Module) -> dict[str, object]:
    """The constants at the top of a module."""
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


NAMED: dict[str, object] = {name: value for tree in TREES.values() for name, value in constants(tree).items()}


def patterns(tree: ast.Module, place: str) -> Iterator[tuple[str, str]]:
    """(pattern, how it is used) of each regular expression in a module; a name stands for its constant."""
    named = NAMED | constants(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        use = called.removeprefix("re.")
        given = [word.value for word in node.keywords if word.arg == "pattern"] if called.endswith("Meta") else []
        if called.startswith("re.") and use in METHODS:
            given += node.args[:1]
        for text in given:
            value = text.value if isinstance(text, ast.Constant) else named.get(ast.unparse(text))
            assert isinstance(value, str), f"{place}:{node.lineno}: write the pattern out, so that it can be tried"
            yield value, "search" if called.endswith("Meta") or use == "match" else use


FOUND = sorted({found for place, tree in TREES.items() for found in patterns(tree, place)})


def sign(item: tuple[Any, Any]) -> str:
    """A sign that an atom takes ("" if it takes none)."""
    kind, value = item
    if kind is sre.LITERAL:
        return chr(value)
    if kind is sre.NOT_LITERAL or kind is sre.ANY:
        return "a" if kind is sre.ANY or value != ord("a") else "b"
    if kind is sre.RANGE:
        return chr(value[0])
    if kind is sre.CATEGORY:
        return SIGNS[value]
    if kind is sre.IN:
        if value[0][0] is sre.NEGATE:
            return next(one for one in "ab1 -" if not any(one == sign(part) for part in value[1:]))
        return sign(value[0])
    return ""


def shortest(tree: Any) -> str:
    """About the shortest text that a pattern takes."""
    text = ""
    for kind, value in tree:
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            text += shortest(value[2]) * value[0]
        elif kind is sre.SUBPATTERN:
            text += shortest(value[3])
        elif kind is sre.BRANCH:
            text += shortest(value[1][0])
        else:
            text += sign((kind, value))
    return text


def signs(tree: Any) -> set[str]:
    """The signs that occur in a pattern, and one of each class."""
    found: set[str] = set()
    for kind, value in tree:
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            found |= signs(value[2])
        elif kind is sre.SUBPATTERN:
            found |= signs(value[3])
        elif kind is sre.BRANCH:
            for branch in value[1]:
                found |= signs(branch)
        elif kind is sre.IN:
            found |= {sign(part) for part in value}
        found.add(sign((kind, value)))
    return found - {""}


def beginnings(tree: Any, before: str = "") -> Iterator[str]:
    """What has to stand before each repetition."""
    for kind, value in tree:
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            yield before
            yield from beginnings(value[2], before)
        elif kind is sre.SUBPATTERN:
            yield from beginnings(value[3], before)
        elif kind is sre.BRANCH:
            for branch in value[1]:
                yield from beginnings(branch, before)
        before += shortest([(kind, value)])


def attacks(pattern: str) -> Iterator[str]:
    """Short texts (some patterns take for ever with those), then long ones."""
    for length in (SHORT, LENGTH):
        yield from attacks_of(pattern, length)


def attacks_of(pattern: str, length: int) -> Iterator[str]:
    tree = parser.parse(pattern)
    alphabet = sorted(signs(tree) | {" ", "a", "7", "\0"})[:14]
    for begin in sorted({"", *beginnings(tree)}):
        for unit in [*alphabet, *(a + b for a in alphabet[:5] for b in alphabet[:5] if a != b)]:
            for end in ("", "\0", *alphabet):
                yield begin + unit * (length // len(unit)) + end
                yield begin + "a" + unit * (length // len(unit)) + end


def seconds(pattern: str, use: str, text: str) -> float:
    compiled = re.compile(pattern)
    method = getattr(compiled, "fullmatch" if use == "compile" else use)
    began = time.perf_counter()
    if use == "sub":
        method("", text)
    else:
        method(text)
    return time.perf_counter() - began


@pytest.mark.parametrize(("pattern", "use"), FOUND)
def test_time_grows_with_the_text_only(pattern: str, use: str):
    for text in dict.fromkeys(attacks(pattern)):
        if seconds(pattern, use, text) > LONGEST:  # looked at again, in case the machine was busy
            assert min(seconds(pattern, use, text) for _ in range(3)) < LONGEST, (text[:20], text[-3:])


CHECKED = sorted(
    {
        word.value.value
        for tree in TREES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Meta")
        for word in node.keywords
        if word.arg == "pattern" and isinstance(word.value, ast.Constant)
    }
    | {str(NAMED["NAME_PATTERN"])}
)
"""Patterns of fields: msgspec looks for them anywhere in a text."""


@pytest.mark.parametrize("pattern", CHECKED)
def test_no_line_end_slips_in_behind_what_is_checked(pattern: str) -> None:
    """In Python `$` is true before a last line end, too; `$(?!\\n)` is true at the end in Python and in JSON Schema."""
    assert not pattern.endswith("$")


BAD = [
    (r"(?P<seat>[0-9]{1,4}) (?P<action>[^{]+?)\s*(?:\{(?P<draws>[0-9/ ]*)\})?", "fullmatch"),
    (r"(a+)+b", "fullmatch"),
    (r"\s*(->|[+/()]|-?[\w]+)", "findall"),
    (r"\s+$", "sub"),
]
"""The pattern that stood in the record's reader, and others that must not come in."""


@pytest.mark.parametrize(("pattern", "use"), BAD)
def test_the_attacks_find_what_they_are_for(pattern: str, use: str):
    assert any(seconds(pattern, use, text) > LONGEST for text in attacks(pattern))


def test_the_search_finds_patterns():
    text = 'A = "a+"\nre.compile(r"b")\nMeta(pattern="c")\nre.fullmatch(A, x)\nre.sub("d", "", x)\nother(pattern="e")'
    assert sorted(patterns(ast.parse(text), "here")) == [
        ("a+", "fullmatch"),
        ("b", "compile"),
        ("c", "search"),
        ("d", "sub"),
    ]
    assert len(FOUND) > 25
