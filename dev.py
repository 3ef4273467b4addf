#!/usr/bin/env python3
"""Sets up everything Waystation needs in ./.venv and runs it. Needs Python 3.11 or newer and nothing else.

python3 dev.py serve        a table in the browser, against bots (any `waystation` command works here)
python3 dev.py test         lint, types, and all tests (extra arguments go to pytest)
python3 dev.py test --strict   the same, without a second try (--complete: fails where Chromium, say, is missing)
python3 dev.py fuzz         fuzz what reads other people's files and messages (--minutes 30, --help)
python3 dev.py audit        look for known vulnerabilities in the pinned packages (asks the network)
python3 dev.py lock         pin the requirements anew (--upgrade: newer versions)
python3 dev.py docs         build the documentation into ./site
python3 dev.py compiled     a wheel with the busiest modules compiled by mypyc (--out DIR, --check, --help)
python3 dev.py pythons      games and engine tests on each Python that is installed and in the browser (--games N)
python3 dev.py site         build a site that needs no server into build/site (--out DIR): games in the browser alone
python3 dev.py pictures     screenshots of every game's table, in three windows, light and dark (docs/img/tables/)
python3 dev.py types        the page's types, made from the server's (src/waystation/web/types.js)
python3 dev.py messages     all sentences in one catalogue for translators (build/messages.pot)
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
DEBIAN = {"chromium": "chromium", "node": "nodejs", "npm": "npm"}
POSTGRES = Path("/usr/lib/postgresql")
COMPLETE = "WAYSTATION_TESTS_COMPLETE"
"""Set for tests that must not be skipped because a program is missing."""
FAILED = 1
"""Pytest's exit code if tests ran and some failed, and nothing worse."""
RUN_EXTRAS = ("cli", "server", "postgres")
"""The extras of pyproject.toml that requirements/run.txt pins."""
DEV_EXTRAS = (*RUN_EXTRAS, "maps", "study")
LOCK = ROOT / "build" / "setting-up.sqlite"
REPORTS = ROOT / "build" / "tests"
"""Where the tests' reports are left."""


SCRIPTS = {
    "compiled": ("dev", "tools/compiled.py"),
    "docs": ("dev", "docs/_site.py"),
    "fuzz": ("dev", "tools/fuzz.py"),
    "messages": ("dev", "tools/messages.py"),
    "pictures": ("dev", "tools/pictures.py"),
    "pythons": ("dev", "tools/pythons.py"),
    "site": ("run", "tools/tabsite.py"),
    "types": ("dev", "tools/pagetypes.py"),
}
"""Commands that are a script: the requirements it needs, and where it lies."""


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


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Commands that are started at the same time wait for each other here. SQLite locks a file on every system, and no
    lock outlives its process."""
    LOCK.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(LOCK, timeout=0, isolation_level=None)) as lock:
        waits = False
        while True:
            try:
                lock.execute("BEGIN EXCLUSIVE")
                break
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
            if not waits:
                print("Another command sets .venv up; this one waits ...", flush=True)
            waits = True
            time.sleep(0.5)
        yield


def set_up(group: str) -> None:
    """Make .venv and install the pinned requirements of a group ("run" or "dev") and the package itself."""
    requirements = ROOT / "requirements" / f"{group}.txt"
    wanted = hashlib.sha256(requirements.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    stamp = VENV / f"installed-{group}"

    def is_done() -> bool:
        return stamp.exists() and stamp.read_text() == wanted and PYTHON.exists()

    if is_done():
        return
    with one_at_a_time():
        if not is_done():
            install(requirements)
            stamp.write_text(wanted)


def install(requirements: Path) -> None:
    """Put these packages and our own into .venv."""
    # One without pip was not finished; one that somebody else made will do.
    if not PYTHON.exists() or run(PYTHON, "-m", "pip", "--version", stdout=subprocess.DEVNULL):
        make_venv()
    print(f"Installing requirements/{requirements.name} into .venv ...", flush=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    need(run(*pip, "--require-hashes", "-r", requirements))
    need(run(*pip, "--no-deps", "--no-build-isolation", "-e", "."))


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
    missing = lacking()
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


def lacking() -> list[str]:
    """The packages of the system that tests need and that are not here."""
    missing = [package for program, package in DEBIAN.items() if shutil.which(program) is None]
    if shutil.which("postgres") is None and not any(POSTGRES.glob("*/bin/postgres")):
        missing.append("postgresql")
    return missing


def test(arguments: list[str]) -> None:
    """Lint, types, tests. Whatever fails has a second try, alone, unless an argument says "--strict".

    With "--complete" nothing may be left out because Chromium, Node, PostgreSQL or TypeScript is missing here.
    """
    set_up("dev")
    system_packages()
    if "--complete" in arguments:
        if missing := lacking():
            sys.exit(f"Not installed, and --complete asks for their tests: {', '.join(missing)}")
        os.environ[COMPLETE] = "1"
    need(run(PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."))
    need(run(PYTHON, "-m", "ruff", "check", "."))
    need(run(PYTHON, "-m", "mypy"))
    need(run(PYTHON, "-m", "mypy", "benchmarks"))
    strict = "--strict" in arguments
    arguments = [word for word in arguments if word not in ("--strict", "--complete")]
    if arguments:
        need(run(PYTHON, "-m", "pytest", *arguments))
        return
    second: list[tuple[str, str]] = []
    # Apart, because Playwright keeps an event loop running in its process, and server tests start loops of their own.
    for number, part in enumerate(("not browser", "browser"), 1):
        report = REPORTS / f"part-{number}.xml"
        code = run(PYTHON, "-m", "pytest", "-n", "2", "--dist", "worksteal", "-m", part, f"--junitxml={report}")
        if code == FAILED and not strict:
            print("Once more, one at a time, what failed. If it passes now, it hangs on chance or load.", flush=True)
            code = run(PYTHON, "-m", "pytest", "--last-failed", "--last-failed-no-failures", "none", "-m", part)
            second += failures(report)
        need(code)
    tell_second_tries(second)


def failures(report: Path) -> list[tuple[str, str]]:
    """What failed according to a JUnit report: the test, and what it said."""
    found = []
    for case in ElementTree.parse(report).iter("testcase"):
        for trouble in (*case.iter("failure"), *case.iter("error")):
            name = f"{case.get('classname', '')}.{case.get('name', '')}".lstrip(".")
            found.append((name, " ".join((trouble.get("message") or trouble.text or "").split())[:300]))
    return found


def tell_second_tries(found: list[tuple[str, str]]) -> None:
    """Say what passed only at the second try, and what it said at the first; the list is also left in a file."""
    lines = [f"{len(found)} passed only at the second try; each is a race until proven otherwise:"]
    lines += [f"  {name}\n    first: {said}" for name, said in found]
    text = "\n".join(lines) if found else "0 passed only at the second try."
    print(text, flush=True)
    REPORTS.mkdir(parents=True, exist_ok=True)
    (REPORTS / "second-tries.txt").write_text(text + "\n", encoding="utf-8")


def lock(arguments: list[str]) -> None:
    """Pin what pyproject.toml and requirements/*.in ask for, with hashes, for every platform."""
    set_up("dev")
    folder = Path("requirements")
    for group, extras, more in (
        ("run", RUN_EXTRAS, []),
        ("dev", DEV_EXTRAS, ["--constraint", folder / "run.txt"]),
    ):
        command = [BIN / "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
        command += ["--generate-hashes", "--custom-compile-command", "python3 dev.py lock"]
        command += [word for extra in extras for word in ("--extra", extra)]
        wanted = ["pyproject.toml", folder / f"{group}.in", "--output-file", folder / f"{group}.txt"]
        need(run(*command, *more, *arguments, *wanted))


def audit(arguments: list[str]) -> None:
    """Compare the pinned versions with the public list of known vulnerabilities (asks the network)."""
    set_up("dev")
    for group in ("run", "dev"):
        requirements = Path("requirements", f"{group}.txt")
        need(run(PYTHON, "-m", "pip_audit", "--require-hashes", "--disable-pip", "-r", requirements, *arguments))


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older Python meets first
        sys.exit(f"Waystation needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    command, *rest = sys.argv[1:] or ["--help"]
    if command in ("-h", "--help"):
        print(__doc__)
    elif command == "test":
        test(rest)
    elif command == "lock":
        lock(rest)
    elif command == "audit":
        audit(rest)
    elif command in SCRIPTS:
        group, script = SCRIPTS[command]
        set_up(group)
        need(run(PYTHON, script, *rest))
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
