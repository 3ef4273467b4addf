"""Types that several threads use for the first time at once."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import waystation

SOURCE = Path(waystation.__file__).parent
USES = {
    "convert": "convert({'inner': {'number': 7}}, Outer)",
    "decode": """decode('{"inner": {"number": 7}}', Outer)""",
    "decoder": """decoder(Outer)('{"inner": {"number": 7}}')""",
    "schema": "schema(Outer)",
    "schema_components": "schema_components([Outer], '{name}')",
}

RACE = """
from __future__ import annotations
import sys, threading, time
import msgspec
from waystation.engine.typed import convert, decode, decoder, schema, schema_components

inside = threading.Event()

def slowly():
    inside.set()  # the outer type is half known now
    time.sleep(0.3)
    return int

class Inner(msgspec.Struct):
    number: slowly()

class Outer(msgspec.Struct):
    inner: Inner

first = threading.Thread(target=lambda: FIRST)
first.start()
inside.wait()
SECOND
first.join()
print("both")
"""


PAIRS = [
    ("convert", "decode"),
    ("decode", "decoder"),
    ("decoder", "convert"),
    ("schema", "decode"),
    ("schema_components", "convert"),
]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_type_that_is_half_known_is_waited_for(first: str, second: str):
    """With msgspec's own functions, each of these pairs ends in a crash of the process."""
    text = RACE.replace("FIRST", USES[first]).replace("SECOND", USES[second])
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "both\n"), done.stderr


BUILDERS = {"Decoder", "convert", "schema", "schema_components", "inspect", "from_builtins"}


def builds(tree: ast.AST) -> Iterator[int]:
    """The lines on which msgspec is made to learn a type: everything but encoding and decoding into plain data."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in BUILDERS and ast.unparse(node).startswith("msgspec."):
            yield node.lineno
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("msgspec.json.decode", "msgspec.msgpack.decode"):
            yield from [node.lineno] if len(node.args) > 1 or node.keywords else []
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("msgspec"):
            yield from [node.lineno for name in node.names if name.name in BUILDERS | {"decode"}]


def test_only_this_module_makes_msgspec_learn_types():
    found = {
        f"{file.relative_to(SOURCE)}:{line}"
        for file in SOURCE.rglob("*.py")
        if file != SOURCE / "engine" / "typed.py"
        for line in builds(ast.parse(file.read_text("utf-8")))
    }
    assert not found


def test_the_search_for_learners_finds_them():
    text = "import msgspec\nmsgspec.json.decode(a)\nmsgspec.json.decode(a, type=B)\nmsgspec.convert(a, B)\n"
    text += "msgspec.json.Decoder(B)\nmsgspec.json.schema(B)\nfrom msgspec.json import decode\n"
    assert list(builds(ast.parse(text))) != []
    assert set(builds(ast.parse(text))) == {3, 4, 5, 6, 7}
