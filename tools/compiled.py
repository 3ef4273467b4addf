"""A wheel of Waystation whose busiest modules are compiled by mypyc, for this Python and this kind of machine.

    python3 dev.py compiled                        the wheel, in build/compiled (--out DIR)
    python3 dev.py compiled --check                build it, then conformance, scenarios and golden records with it
    python3 dev.py compiled --games wayfinders     with one game's rules compiled; the others stay as they are

It takes a C compiler and Python's headers. The sources are copied, and the copy is changed before mypyc sees it:

- A class whose fields are declared (`waystation.engine.fields`) gets its slots and its code from a metaclass, which no
  native class may have. Here both are written out: ``hands: list[int]``, the declarations beside it, and ``clone``,
  ``key``, equality and hash as text.
- `State` is a native class, without a metaclass. Games in plain Python declare fields, too, so what the package hands
  out as `State` derives from the native one and has the metaclass (`engine/open.py`, written here).
- Plain Python may derive from every native class.

Compiled are the engine's core, search, and what rules and evaluation of a game do. What search does not ask stays in
plain Python: documents, pictures, words, options, views, and every module that makes msgspec's Structs.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from abc import ABCMeta
from collections.abc import Container
from importlib import import_module
from pathlib import Path
from typing import Any, Generic

import msgspec

from waystation.engine.fields import Declared, Fields

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "compiled"
GAMES = ("wayfinders", "wayfarers", "waypoints", "wordtraveler", "windward")
CORE = (
    *("engine/chance.py", "engine/parts.py", "engine/questions.py", "engine/state.py"),
    *("bots/curve.py", "bots/greedy.py", "bots/mcts.py", "bots/turns.py"),
)
PLAIN = frozenset({
    "atlas", "checker", "cli", "compiler", "components", "curves", "edition", "game", "generator", "invariants",
    "layout", "mapcheck", "mapfile", "measures", "never", "observation", "parts", "pencil", "picture", "positions",
    "reading", "reasons", "sections", "shapes", "sheet", "strokes", "telling", "text", "tracing",
    "view", "wording", "words",
})  # fmt: skip
"""Rooms of a game that stay in plain Python."""

CHECKS = {
    "wayfinders": ("test_golden.py", "test_rules_hold.py::test_it_conforms"),
    "wayfarers": ("test_golden.py", "test_conformance.py::test_conformance"),
    "waypoints": ("test_golden.py", "test_holds.py::test_conformance"),
    "wordtraveler": ("test_golden.py", "test_holds.py::test_it_conforms"),
    "windward": ("test_golden.py", "test_rules_hold.py::test_it_conforms"),
}
"""A game's tests that hold for a compiled build; with them go its scenarios and those of the engine."""
ENGINE_CHECKS = ("tests/engine/test_contract.py", "tests/engine/test_chance.py", "tests/engine/test_pickled.py")
"""The engine's own: games in plain Python on a compiled engine, streams, saving."""


class Failed(Exception):
    """The build or a check did not work; the text says which."""


# ---------------------------------------------------------------------- changing the copy


class Edit:
    """A module's text, to be changed statement by statement."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.before: dict[int, list[str]] = {}
        self.instead: dict[int, list[str]] = {}
        self.after: list[str] = []

    def insert(self, line: int, lines: list[str]) -> None:
        """These lines before a line, and before what is to stand there already."""
        self.before[line] = lines + self.before.get(line, [])

    def replace(self, node: ast.stmt, lines: list[str]) -> None:
        """These lines in the place of a statement."""
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
            self.instead[number] = []
        self.instead[node.lineno] = lines

    def source(self, node: ast.AST) -> str:
        """What the text says for a node."""
        return ast.get_source_segment(self.text, node) or ""

    def write(self) -> None:
        """Change the file."""
        lines: list[str] = []
        for number, line in enumerate([*self.text.split("\n"), ""], 1):
            lines += self.before.get(number, [])
            lines += self.instead.get(number, [line])
        self.path.write_text("\n".join(lines + self.after) + "\n", encoding="utf-8")


OPEN = """from typing import TYPE_CHECKING as _TYPE_CHECKING
if _TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as _mypyc_attr"""

FIELDS = """from typing import Any, ClassVar, Self, cast
from waystation.engine.fields import Field, derived, named, unpickled
from waystation.engine.state import State
_{name}_field: Any = field"""

REDUCE = """
def __reduce__(self) -> tuple[Any, ...]:
    return unpickled, (type(self), tuple([getattr(self, key) for key in self.FIELDS]))
"""

OPEN_STATE = '''"""What games in plain Python derive from: the native `State`, with the metaclass that makes fields."""

from typing import Any

from . import state
from .fields import Declared


class _Open(Declared):
    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, state.State) if cls is State else super().__instancecheck__(value)

    def __subclasscheck__(cls, other: Any) -> bool:
        return issubclass(other, state.State) if cls is State else super().__subclasscheck__(other)


class State(state.State, metaclass=_Open):
    __slots__ = ()
    __doc__ = state.State.__doc__
'''


def is_field(node: ast.stmt) -> bool:
    """Whether a statement declares a field."""
    value = node.value if isinstance(node, ast.AnnAssign) else None
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "field"


def make_native(path: Path, module: str, compiled: Container[str]) -> None:
    """Make a module ready for mypyc."""
    edit = Edit(path)
    known = import_module(module)
    native = [
        node
        for node in edit.tree.body
        if isinstance(node, ast.ClassDef) and can_be_native(getattr(known, node.name), compiled)
    ]
    for node in native:
        edit.insert(node.lineno, ["@_mypyc_attr(allow_interpreted_subclasses=True)"])
        fields = [each for each in node.body if is_field(each)]
        if fields:
            write_out(edit, node, fields, getattr(known, node.name))
    if native:
        edit.insert(native[0].lineno, OPEN.split("\n"))
    edit.write()


def can_be_native(cls: type[Any], compiled: Container[str]) -> bool:
    """Whether mypyc makes a native class of it; Failed for one that derives from what is not compiled."""
    if type(cls) not in (type, ABCMeta, Declared) or issubclass(cls, tuple | BaseException):
        return False
    for base in cls.__mro__[1:]:
        if base not in (object, Generic, Fields) and base.__module__ not in compiled:
            raise Failed(f"{cls.__module__}.{cls.__name__} is to be compiled, but {base.__module__} is not")
    return True


def write_out(edit: Edit, node: ast.ClassDef, fields: list[ast.stmt], cls: Any) -> None:
    """A class with its fields as attributes, their declarations before it, and its code as text."""
    name = node.name
    declared = [*FIELDS.format(name=name).split("\n"), f"_{name}_fields: dict[str, Any] = named({{"]
    for each in fields:
        assert isinstance(each, ast.AnnAssign)
        assert isinstance(each.value, ast.Call)
        key = edit.source(each.target)
        declared.append(f"    {key!r}: _{name}_field{edit.source(each.value).removeprefix('field')},")
        edit.replace(each, [f"    {key}: {edit.source(each.annotation)}"])
    head = edit.text.split("\n")[node.lineno - 1]
    edit.instead[node.lineno] = [head.replace("(Fields)", "")]
    edit.insert(node.lineno, [*declared, "})", ""])
    constants = [f"    FIELDS: ClassVar[dict[str, Field]] = _{name}_fields"]
    code = typed(cls.generated(), name)
    if issubclass(cls, Fields):
        code += REDUCE
    else:
        constants.append(f"    CACHES: ClassVar[frozenset[str]] = State.CACHES | derived(_{name}_fields)")
    edit.insert(fields[0].lineno, constants)
    edit.insert(
        (node.body[-1].end_lineno or 0) + 1, ["", *("    " + line if line else "" for line in code.split("\n"))]
    )
    edit.after.append(f"_{name}_new: Any = {name}.__new__")


def typed(code: str, name: str) -> str:
    """The code that was made of a class's fields, with types."""
    for old, new in (
        ("def clone(self):", "def clone(self) -> Self:"),
        ("new = _new(self.__class__)", f"new: {name} = _{name}_new(type(self))"),
        ("return new", "return cast(Self, new)"),
        ("def key(self):", "def key(self) -> tuple[Any, ...]:"),
        ("def __eq__(self, other):", "def __eq__(self, other: object) -> bool:"),
        (
            "if other.__class__ is not self.__class__:",
            f"if type(other) is not type(self) or not isinstance(other, {name}):",
        ),
        ("def __hash__(self):", "def __hash__(self) -> int:"),
    ):
        if old not in code:
            raise Failed(f"{name}: its code has no {old!r} (see fields.py and tools/compiled.py)")
        code = code.replace(old, new)
    return code


def swap(path: Path, old: str, new: str) -> None:
    """One text in the place of another in a file that has it."""
    text = path.read_text(encoding="utf-8")
    if old not in text:
        raise Failed(f"{path.name} has no {old!r} any more (see tools/compiled.py)")
    path.write_text(text.replace(old, new), encoding="utf-8")


def modules(games: tuple[str, ...]) -> dict[str, str]:
    """What is compiled: names of modules and their paths below the package."""
    package = ROOT / "src" / "waystation"
    paths = [*CORE]
    for game in games:
        for path in sorted((package / "games" / game).rglob("*.py")):
            rooms = path.relative_to(package / "games" / game).with_suffix("").parts
            if rooms != ("__init__",) and not PLAIN.intersection(rooms):
                paths.append(path.relative_to(package).as_posix())
    named = {
        f"waystation.{path.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}": path for path in paths
    }
    return {module: path for module, path in named.items() if not makes_structs(module)}


def makes_structs(module: str) -> bool:
    """Whether a module has classes of msgspec's: mypyc would drop what such a class says in its head (frozen=True)."""
    here = [each for each in vars(import_module(module)).values() if getattr(each, "__module__", "") == module]
    return any(isinstance(each, type) and issubclass(each, msgspec.Struct) for each in here)


def make_tree(folder: Path, games: tuple[str, ...], level: int) -> None:
    """The changed copy, with what setuptools needs."""
    shutil.rmtree(folder, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
    for name in ("README.md", "LICENSE", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    compiled = modules(games)
    package = folder / "src" / "waystation"
    for module, path in compiled.items():
        make_native(package / path, module, compiled)
    swap(package / "engine/state.py", "class State(metaclass=Declared):", "class State:")
    (package / "engine/open.py").write_text(OPEN_STATE, encoding="utf-8")
    either = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .state import State\n"
    swap(package / "engine/__init__.py", "from .state import State\n", f"{either}else:\n    from .open import State\n")
    (folder / "mypy.ini").write_text("[mypy]\nmypy_path = .\n", encoding="utf-8")
    names = [f"waystation/{path}" for path in compiled.values()]
    (folder / "setup.py").write_text(SETUP.format(names=names, level=str(level)), encoding="utf-8")


SETUP = """
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from distutils.ccompiler import CCompiler
from setuptools import setup
from mypyc.build import mypycify


def compile(self, sources, output_dir=None, macros=None, include_dirs=None, debug=0, extra_preargs=None,
            extra_postargs=None, depends=None):
    macros, objects, extra, options, build = self._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs)
    words = self._get_cc_args(options, debug, extra_preargs)
    def one(each):
        self._compile(each, *build[each], words, extra, options)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(one, [each for each in objects if each in build]))
    return objects


CCompiler.compile = compile
os.chdir("src")
extensions = [] if "dist_info" in sys.argv else mypycify(  # pip asks for the metadata first: they need none of it
    ["--config-file", "../mypy.ini", *{names!r}],
    opt_level={level!r}, debug_level="0", multi_file=True, target_dir="../build/c", include_runtime_files=False,
)
os.chdir("..")
for extension in extensions:
    extension.sources = [os.path.normpath(os.path.join("src", source)) for source in extension.sources]
    extension.include_dirs = [os.path.normpath(os.path.join("src", folder)) for folder in extension.include_dirs]
setup(ext_modules=extensions)
"""


# ---------------------------------------------------------------------- building


def run(words: list[str | Path], doing: str, **environment: str) -> str:
    """Run a command; Failed with the end of what it says if it does not work."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise Failed(f"{doing}\n{(done.stdout + done.stderr).strip()[-4000:]}")
    return done.stdout


def lacking() -> str:
    """What is needed and not there; "" if nothing is."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if os.name != "nt" and shutil.which(compiler) is None:
        return f"a C compiler ({compiler})"
    headers = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return "" if headers.exists() else f"Python's headers ({headers}; on Debian: apt install python3-dev)"


def build(out: Path, games: tuple[str, ...] = GAMES, work: Path = BUILD / "tree", level: int = 1) -> Path:
    """Build the wheel into a folder; returns its path. `level`: how hard the C compiler tries."""
    if missing := lacking():
        raise Failed(f"a compiled build needs {missing}")
    make_tree(work, games, level)
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("waystation-*.whl"):
        old.unlink()
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-cache-dir"]
    run([*pip, "--wheel-dir", out, work], "the build failed:")
    return next(out.glob("waystation-*.whl"))


def unpack(wheel: Path, folder: Path) -> Path:
    """What the wheel installs, in a folder for PYTHONPATH."""
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


# ---------------------------------------------------------------------- checking


def digests(printed: str) -> dict[str, str]:
    """What everygame.py prints, by game."""
    return {line["game"]: line["digest"] for line in map(json.loads, printed.splitlines())}


def check(site: Path, games: tuple[str, ...]) -> None:
    """Conformance, scenarios, golden records, the engine's tests, and the same game as in plain Python."""
    compiled = {"PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}
    found = run([sys.executable, "-c", "import waystation.engine.state as s; print(s.__file__)"], "import", **compiled)
    if not found.startswith(str(site)) or found.strip().endswith(".py"):
        raise Failed(f"the compiled build is not what is tested: {found}")
    everygame: list[str | Path] = [sys.executable, ROOT / "tools" / "everygame.py", "1", *games]
    # Without the number of decisions: faults are injected into lines of plain Python only, at places drawn by chance.
    here, there = digests(run(everygame, "plain Python:")), digests(run(everygame, "conformance:", **compiled))
    if here != there:
        raise Failed(
            f"other games than in plain Python: {', '.join(name for name in here if here[name] != there[name])}"
        )
    print(f"{', '.join(games)}: conform, and the same as in plain Python", flush=True)
    pytest: list[str | Path] = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts="]
    pytest += ["--import-mode=importlib", *ENGINE_CHECKS]
    for game in games:
        scenarios: list[str | Path] = [sys.executable, "-m", "waystation", "check", f"tests/scenarios/{game}"]
        print(run(scenarios, "scenarios:", **compiled).strip().split("\n")[-1], flush=True)
        pytest += [f"tests/games/{game}/{test}" for test in CHECKS[game]]
    print(run(pytest, "tests:", **compiled).strip().split("\n")[-1], flush=True)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="dev.py compiled", description="A wheel with compiled modules.")
    parser.add_argument("--out", type=Path, default=BUILD, metavar="DIR", help="where the wheel goes (build/compiled)")
    parser.add_argument("--games", default=",".join(GAMES), metavar="LIST", help="games to compile, with commas")
    parser.add_argument("--level", type=int, default=1, choices=range(4), help="how hard the C compiler tries (1)")
    parser.add_argument("--check", action="store_true", help="conformance, scenarios and golden records with it")
    given = parser.parse_args()
    games = tuple(given.games.split(","))
    if unknown := set(games) - set(GAMES):
        parser.error(f"no such game: {', '.join(sorted(unknown))}; known are {', '.join(GAMES)}")
    try:
        wheel = build(given.out.resolve(), games, level=given.level)
        print(f"{wheel} ({wheel.stat().st_size / 1e6:.0f} MB, {len(modules(games))} modules compiled)", flush=True)
        if given.check:
            check(unpack(wheel, BUILD / "site"), games)
    except Failed as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
