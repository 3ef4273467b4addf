#!/usr/bin/env python3
"""Sets up everything Waystation needs in ./.venv and runs it. Needs Python 3.11 or newer and nothing else.

python3 dev.py serve        a table in the browser, against bots (any `waystation` command works here)
python3 dev.py test         lint, types, and all tests (extra arguments go to pytest)
python3 dev.py docs         build the documentation into ./site
python3 dev.py messages     all sentences in one catalogue for translators (build/messages.pot)
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
DEBIAN = {"chromium": "chromium", "node": "nodejs", "npm": "npm"}
POSTGRES = Path("/usr/lib/postgresql")
FAILED = 1
"""Pytest's exit code if tests ran and some failed, and nothing worse."""


def run(*command: str | Path, cwd: Path | None = ROOT, **more: object) -> int:
    """Run a command, in the project's folder unless said otherwise, and return its exit code.

    Ctrl-C reaches it, too, and it knows best how to end: a game in the terminal is saved, a server closes its tables.
    """
    # Set before it starts, so that there is no moment at which Ctrl-C ends this script alone; SIG_IGN it would inherit.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        code = subprocess.Popen([str(part) for part in command], cwd=cwd, **more).wait()  # type: ignore[call-overload]
    finally:
        signal.signal(signal.SIGINT, before)
    return code if code >= 0 else 128 - code


def need(code: int) -> None:
    """Stop with this exit code if it is not 0."""
    if code:
        sys.exit(code)


def set_up(group: str) -> None:
    """Make .venv and install the pinned requirements of a group ("run" or "dev") and the package itself."""
    requirements = ROOT / "requirements" / f"{group}.txt"
    wanted = hashlib.sha256(requirements.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    stamp = VENV / f"installed-{group}"
    if stamp.exists() and stamp.read_text() == wanted and PYTHON.exists():
        return
    # One without pip was not finished; one that somebody else made will do.
    if not PYTHON.exists() or run(PYTHON, "-m", "pip", "--version", stdout=subprocess.DEVNULL):
        make_venv()
    print(f"Installing requirements/{group}.txt into .venv ...", flush=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    need(run(*pip, "--require-hashes", "-r", requirements))
    need(run(*pip, "--no-deps", "--no-build-isolation", "-e", "."))
    stamp.write_text(wanted)


def make_venv() -> None:
    """An empty virtual environment in .venv."""
    print("Making .venv ...", flush=True)
    try:
        venv.create(VENV, with_pip=True, clear=True)
    except (subprocess.CalledProcessError, OSError) as error:
        shutil.rmtree(VENV, ignore_errors=True)
        hint = "" if find_spec("ensurepip") else " This Python comes without pip; on Debian: apt install python3-venv."
        sys.exit(f"A virtual environment could not be made: {error}{hint}")


def system_packages() -> None:
    """Install Chromium, Node and PostgreSQL for the tests where that is possible; tests that lack them say so."""
    missing = [package for program, package in DEBIAN.items() if shutil.which(program) is None]
    if shutil.which("postgres") is None and not any(POSTGRES.glob("*/bin/postgres")):
        missing.append("postgresql")
    if not missing:
        return
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        print(f"Not installed, so their tests will be skipped: {', '.join(missing)}", flush=True)
        return
    print(f"Installing {', '.join(missing)} ...", flush=True)
    quiet = {"env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, "stdout": subprocess.DEVNULL}
    run("apt-get", "-qq", "update", **quiet)
    if run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *missing, **quiet):
        print("That failed; the tests that need them will be skipped.", flush=True)


def test(arguments: list[str]) -> None:
    """Lint, types, tests."""
    set_up("dev")
    system_packages()
    need(run(PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."))
    need(run(PYTHON, "-m", "ruff", "check", "."))
    need(run(PYTHON, "-m", "mypy"))
    if arguments:
        need(run(PYTHON, "-m", "pytest", *arguments))
        return
    # Apart, because Playwright keeps an event loop running in its process, and server tests start loops of their own.
    for part in ("not browser", "browser"):
        code = run(PYTHON, "-m", "pytest", "-n", "2", "--dist", "worksteal", "-m", part)
        if code == FAILED:
            print("Once more, one at a time, what failed. If it passes now, it hangs on chance or load.", flush=True)
            code = run(PYTHON, "-m", "pytest", "--last-failed", "--last-failed-no-failures", "none", "-m", part)
        need(code)


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older Python meets first
        sys.exit(f"Waystation needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    command, *rest = sys.argv[1:] or ["--help"]
    if command in ("-h", "--help"):
        print(__doc__)
    elif command == "test":
        test(rest)
    elif command == "messages":
        set_up("dev")
        need(run(PYTHON, "tools/messages.py", *rest))
    elif command == "docs":
        set_up("dev")
        need(run(PYTHON, "-m", "mkdocs", "build", "--strict", *rest))
    else:
        set_up("run")
        program = BIN / "waystation"
        if os.name != "nt":  # there one process cannot take another's place
            os.execv(program, [str(program), command, *rest])  # signals then go where they should
        sys.exit(run(program, command, *rest, cwd=None))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
