"""The library on every Python that it is for: python3 dev.py pythons [--games N] [--only 3.12,pyodide]

Looks for Python 3.11 to 3.14 on this machine, makes an environment for each in build/pythons with the pinned packages,
runs the engine's quick tests there and every game (tools/everygame.py). The same games run inside Pyodide, under Node,
from what `dev.py site` builds. Every game must come out the same everywhere.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / "build" / "pythons"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PACKAGES = "msgspec platformdirs pytest pytest-timeout pluggy iniconfig packaging pygments hypothesis sortedcontainers"
QUICK = [f"tests/engine/test_{name}.py" for name in ("chance", "fields", "match", "record", "typed", "words")]
"""What says most about a Python in the shortest time, and needs nothing else."""
EVERYGAME = ROOT / "tools" / "everygame.py"


class Failed(Exception):
    """Something does not work on a Python; the text says what."""


def pythons() -> dict[str, Path]:
    """The Pythons that are installed, by version; of several with one version the first."""
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    folders = [*map(Path, os.environ.get("PATH", "").split(os.pathsep)), *sorted(root.glob("versions/*/bin"))]
    found: dict[str, Path] = {}
    for version in VERSIONS:
        for path in (folder / f"python{version}" for folder in folders):
            if version not in found and path.is_file() and answers(path, version):
                found[version] = path
    return found


def answers(python: Path, version: str) -> bool:
    """Whether a program is that Python: a shim need not be."""
    asked = [python, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() == version


def environment(version: str, python: Path) -> Path:
    """An environment with the pinned packages; its interpreter."""
    folder = CACHE / version
    made = folder / "bin" / "python"
    entries = re.split(r"\n(?=[a-z])", (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8"))
    wanted = "\n".join(entry for entry in entries if entry.partition("==")[0] in PACKAGES.split())
    stamp = folder / f"made-{sha256((str(python) + wanted).encode()).hexdigest()[:12]}"
    if stamp.exists():
        return made
    shutil.rmtree(folder, ignore_errors=True)
    run([python, "-m", "venv", "--without-pip", folder])
    requirements = folder / "requirements.txt"
    requirements.write_text(wanted, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", made, "--disable-pip-version-check", "install", "--quiet"]
    run([*pip, "--no-deps", "--require-hashes", "-r", requirements])
    (folder / "lib" / f"python{version}" / "site-packages" / "waystation.pth").write_text(f"{ROOT / 'src'}\n")
    stamp.touch()
    return made


def run(command: list[str | Path]) -> str:
    """Run a command and give back what it prints; Failed if it does not work."""
    plain = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    plain["PYTHONDONTWRITEBYTECODE"] = "1"
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{' '.join(words[:4])} ...\n{(done.stdout + done.stderr).strip()[-3000:]}")
    return done.stdout


def test_engine(version: str, python: Path) -> str:
    """The engine's quick tests; pytest's last line."""
    made = environment(version, python)
    return run([made, "-m", "pytest", "-q", "-p", "no:cacheprovider", *QUICK]).strip().split("\n")[-1]


def every_game(version: str, python: Path, games: int) -> dict[str, str]:
    """What each game comes to on a Python."""
    return digests(run([environment(version, python), EVERYGAME, str(games)]))


def every_game_in_pyodide(site: Path, games: int) -> dict[str, str]:
    """What each game comes to in the browser's Python, under Node; `site` is a built one."""
    pyodide = ROOT / "build/tab/npm/node_modules/pyodide"
    conformance = ROOT / "src/waystation/engine/conformance.py"
    return digests(run(["node", ROOT / "tools/pythons.mjs", pyodide, site, conformance, EVERYGAME, str(games)]))


def digests(printed: str) -> dict[str, str]:
    """What everygame.py prints, by game."""
    lines = [json.loads(line) for line in printed.splitlines()]
    return {line["game"]: line["digest"] for line in lines}


def main() -> None:
    parser = argparse.ArgumentParser(prog="dev.py pythons", description="Every game on every Python.")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="games of the conformance suite (default: 1)")
    parser.add_argument("--only", default="", metavar="LIST", help="some of 3.11, 3.12, 3.13, 3.14, pyodide")
    wanted = parser.parse_args()
    only = set(wanted.only.split(",")) if wanted.only else {*VERSIONS, "pyodide"}
    if not only <= {*VERSIONS, "pyodide"}:
        parser.error(f"--only takes some of {', '.join(VERSIONS)}, pyodide, with commas between them")
    found = pythons()
    try:
        here = digests(run([sys.executable, EVERYGAME, str(wanted.games)]))
        for version in VERSIONS:
            if version in only and version not in found:
                print(f"{version}: not installed here")
            elif version in only:
                print(f"{version}: {test_engine(version, found[version])}", flush=True)
                compare(version, every_game(version, found[version], wanted.games), here)
        if "pyodide" in only:
            site = ROOT / "build" / "site"
            run([sys.executable, ROOT / "tools" / "tabsite.py", "--out", site])
            compare("pyodide", every_game_in_pyodide(site, wanted.games), here)
    except Failed as error:
        sys.exit(f"error: {error}")


def compare(name: str, found: dict[str, str], here: dict[str, str]) -> None:
    """Failed unless the games came out as they do here."""
    other = sorted(game for game in here if found.get(game) != here[game])
    if other:
        raise Failed(f"{name}: other games than on the Python that runs this: {', '.join(other)}")
    print(f"{name}: {len(found)} games conform, and come out the same", flush=True)


if __name__ == "__main__":
    main()
