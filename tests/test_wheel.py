"""The package as others get it: a wheel in an environment of its own, with what it asks for and nothing else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from waystation.engine.extras import EXTRAS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

USE = """
import sys, pickle, waystation
from waystation.arena import play_match
from waystation.engine import Chance, Match, record
for name in waystation.game_names():
    game = waystation.load(name, **waystation.game_type(name).spec.harness)
    match, chance = Match(game, 7), Chance.of(7, "choices")
    for _ in range(30):
        seat = match.state.to_act[0]
        match.apply(chance.choice(match.state.legal_actions(seat)), seat)
    assert record.replay(record.parse(record.write(match))).state == match.state
    assert game.state_from(match.state.position()) == match.state
    assert game.svg(match.view(0)).startswith("<svg")
    assert pickle.loads(pickle.dumps(match.state)) == match.state
print(play_match(waystation.load("wayfinders", max_rounds=2), ["greedy:5", "mcts:3"], seed=1).reason)
foreign = {name.partition(".")[0] for name in sys.modules} & set(sys.argv[1].split(","))
assert not foreign, foreign
"""


def asked_for(requirements: list[str]) -> set[str]:
    """The names of distributions, and of those that they need, that are installed here."""
    found: set[str] = set()
    queue = list(requirements)
    while queue:
        requirement = queue.pop()
        plain = "extra ==" not in requirement.partition(";")[2]
        name = re.match(r"[A-Za-z0-9_.-]+", requirement)
        if name is None or not plain or name[0].lower() in found:
            continue
        try:
            queue += metadata.requires(name[0]) or []
        except metadata.PackageNotFoundError:  # for another platform
            continue
        found.add(name[0].lower())
    return found


class Place:
    """An environment without anything, to which distributions are brought from here, so that no registry is asked."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False, symlinks=os.name != "nt")
        self.folder = folder
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / "python"
        self.packages = Path(self.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip())

    def run(self, *words: str, program: Path | None = None) -> subprocess.CompletedProcess[str]:
        plain = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        command = [str(program or self.python), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=plain, cwd=self.bin.parent)

    def bring(self, requirements: list[str]) -> None:
        for name in asked_for(requirements):
            for file in metadata.files(name) or []:
                source, target = Path(str(file.locate())), self.packages / str(file)
                if ".." not in file.parts and source.exists():
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(source, target)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"  # built from a copy: nothing is left behind here
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):  # what pyproject.toml names
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    done = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("waystation-*.whl"))


def installed(wheel: Path, folder: Path) -> Place:
    """The wheel, and what `pip install waystation` alone brings."""
    made = Place(folder / "env")
    command = [sys.executable, "-m", "pip", "--python", str(made.python), "install", "--quiet", "--no-deps"]
    done = subprocess.run([*command, str(wheel)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    made.bring(PROJECT["dependencies"])
    return made


@pytest.fixture(scope="module")
def place(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Place:
    return installed(wheel, tmp_path_factory.mktemp("place"))


def test_the_wheel_holds_all_data_and_no_tests(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for path in (ROOT / "src" / "waystation").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            assert path.relative_to(ROOT / "src").as_posix() in names, path
    assert not [name for name in names if name.startswith(("tests", "docs", "benchmarks"))]


def test_the_library_alone_needs_little_and_is_whole(place: Place) -> None:
    assert sorted(re.match("[a-z-]+", name)[0] for name in PROJECT["dependencies"]) == ["msgspec", "platformdirs"]  # type: ignore[index]
    done = place.run("-c", USE, ",".join(EXTRAS))
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == "round limit\n"


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("-m", "waystation", "games"), "cli"),
        (("-m", "waystation.server"), "server"),
        (("-c", "from waystation.engine.svg import to_png; to_png('<svg/>')"), "cli"),
        (("-c", "import waystation.arena as a, pathlib; a.write_rows([], pathlib.Path('x.parquet'))"), "study"),
        (("-c", "from waystation.server import run"), "server"),
    ],
)
def test_what_lacks_its_extra_says_which(place: Place, words: tuple[str, ...], extra: str) -> None:
    done = place.run(*words)
    assert done.returncode != 0
    assert f"pip install 'waystation[{extra}]'" in done.stderr


def test_the_command_without_its_extra_is_one_line(place: Place) -> None:
    done = place.run("games", program=place.bin / "waystation")
    assert done.returncode == 2
    assert done.stderr == "error: the waystation command needs typer: pip install 'waystation[cli]'\n"


def test_the_terminal_needs_its_extra_only(wheel: Path, tmp_path: Path) -> None:
    place = installed(wheel, tmp_path)
    place.bring(PROJECT["optional-dependencies"]["cli"])
    program = place.bin / "waystation"
    games = place.run("games", "--json", program=program)
    assert games.returncode == 0, games.stderr
    assert "Wayfarers of the South Tigris" in games.stdout
    picture = place.folder / "table.png"
    assert place.run("show", "wayfinders", "--out", str(picture), program=program).returncode == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    served = place.run("serve", program=program)
    assert served.returncode == 2
    assert re.fullmatch(r"error: the server needs \w+: pip install 'waystation\[server\]'\n", served.stderr)
    made = place.run("map", "new", "--seed", "1", program=program)
    assert made.returncode != 0
    assert "pip install 'waystation[maps]'" in made.stdout + made.stderr


def test_every_module_of_an_extra_is_known_and_every_requirement_is_bounded() -> None:
    """What is imported from outside is a dependency, or an extra that whoever lacks it is told of."""
    base = {"msgspec", "platformdirs"}
    ours = {"waystation"}
    found: set[str] = set()
    for path in (ROOT / "src").rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            match = re.match(r"\s*(?:from|import) ([a-z_0-9]+)", line)
            if match:
                found.add(match[1])
    foreign = {name for name in found - set(sys.stdlib_module_names) - ours - base if metadata_of(name)}
    assert foreign - {"click", "h11"} <= set(EXTRAS)
    extras = PROJECT["optional-dependencies"]
    named = {
        name: {re.split("[^a-z0-9-]", one.lower().replace("_", "-"))[0] for one in extras[name]} for name in extras
    }
    for module, extra in EXTRAS.items():  # what we import we ask for, whoever else brings it
        brings = {name.lower().replace("_", "-") for name in metadata_of(module)}
        assert not brings or brings & named[extra], module
    assert set(extras) == {"cli", "server", "postgres", "maps", "study", "ray", "peers", "all"}
    for requirement in [
        *PROJECT["dependencies"],
        *(each for name in extras if name != "peers" for each in extras[name]),
    ]:
        bounds = requirement.partition(";")[0]  # behind it: for which machines
        assert bounds.startswith("waystation[") or re.search(r">=[0-9.]+,<[0-9.]+$", bounds), requirement


def metadata_of(module: str) -> list[str]:
    """The distributions that bring a module."""
    return list(metadata.packages_distributions().get(module, []))
