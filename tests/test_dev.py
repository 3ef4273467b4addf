"""The script that sets everything up."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]

CHILD = """
import signal, sys, time
def save(*given):
    time.sleep(1.5)  # longer than subprocess.call would wait
    print("saved", flush=True)
    sys.exit(3)
signal.signal(signal.SIGINT, save)
print("ready", flush=True)
time.sleep(60)
"""


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module that works on an empty folder."""
    spec = importlib.util.spec_from_file_location("dev_script", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(module, "LOCK", tmp_path / "build" / "lock")
    return module


@pytest.mark.skipif(os.name == "nt", reason="sends a POSIX signal")
def test_ctrl_c_lets_the_command_end_in_its_own_way() -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import dev; sys.exit(dev.run(sys.executable, '-c', {CHILD!r}))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to both
    assert process.stdout.read() == "saved\n"
    process.stdout.close()
    assert process.wait() == 3


@pytest.mark.parametrize(("pip", "made"), [(1, ["made"]), (0, [])])
def test_an_environment_without_pip_is_made_anew(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, pip: int, made: list[str]
) -> None:
    """What is left when the first try was broken off; one that is whole is used as it is."""
    done: list[str] = []
    monkeypatch.setattr(dev, "make_venv", lambda: done.append("made"))
    monkeypatch.setattr(dev, "run", lambda *command, **more: pip if "--version" in command else 0)
    dev.PYTHON.parent.mkdir(parents=True)
    dev.PYTHON.touch()
    dev.set_up("run")
    dev.set_up("run")
    assert done == made
    assert (dev.VENV / "installed-run").exists()


def test_a_failed_install_is_tried_again(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "make_venv", lambda: dev.VENV.mkdir())
    monkeypatch.setattr(dev, "run", lambda *command, **more: 7)
    with pytest.raises(SystemExit, match="7"):
        dev.set_up("run")
    assert not list(dev.VENV.iterdir())


def test_two_commands_at_once_set_up_only_once(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As somebody does who starts a table and the tests in two windows: one installs, the other one waits."""
    begun, may_end, done = threading.Event(), threading.Event(), []

    def install(requirements: Path) -> None:
        done.append(requirements.name)
        dev.PYTHON.parent.mkdir(parents=True)
        dev.PYTHON.touch()
        begun.set()
        assert may_end.wait(30)

    monkeypatch.setattr(dev, "install", install)
    monkeypatch.setattr(dev.time, "sleep", lambda seconds: may_end.set())  # once the second one waits
    first = threading.Thread(target=dev.set_up, args=["run"])
    first.start()
    assert begun.wait(30)
    dev.set_up("run")
    first.join()
    assert done == ["run.txt"]
    assert "this one waits" in capsys.readouterr().out


def test_a_python_without_pip_is_told_how_to_get_it(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(folder: Path, **more: object) -> None:
        folder.mkdir()
        raise subprocess.CalledProcessError(1, "ensurepip")

    monkeypatch.setattr(dev.venv, "create", fail)
    monkeypatch.setattr(dev, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        dev.make_venv()
    assert not dev.VENV.exists()


REPORT = """<?xml version="1.0"?><testsuites><testsuite>
<testcase classname="tests.test_a" name="test_fine"/>
<testcase classname="tests.test_a" name="test_race[1]"><failure message="assert 1 == 2&#10; where">.</failure>
</testcase>
</testsuite></testsuites>"""


@pytest.fixture
def pytest_runs(dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What `dev.test` has pytest do; `codes` of the module are what it answers."""
    done: list[str] = []

    def run(*command: object) -> int:
        if "pytest" not in command:
            return 0
        done.append("again" if "--last-failed" in command else "first")
        for word in map(str, command):
            if word.startswith("--junitxml="):
                Path(word.partition("=")[2]).parent.mkdir(parents=True, exist_ok=True)
                Path(word.partition("=")[2]).write_text(REPORT)
        return int(dev.codes[len(done) - 1])

    for name in ("set_up", "system_packages"):
        monkeypatch.setattr(dev, name, lambda *_: None)
    monkeypatch.setattr(dev, "run", run)
    monkeypatch.setattr(dev, "REPORTS", tmp_path / "reports")
    return done


def code_of(dev: ModuleType, *arguments: str) -> object:
    try:
        dev.test(list(arguments))
    except SystemExit as stopped:
        return stopped.code
    return 0


@pytest.mark.parametrize(
    ("codes", "runs", "ends"),
    [
        ([0, 0], ["first", "first"], 0),
        ([1, 0, 0], ["first", "again", "first"], 0),
        ([1, 1], ["first", "again"], 1),
        ([3], ["first"], 3),
        ([0, 1, 5], ["first", "first", "again"], 5),
    ],
)
def test_what_fails_is_run_once_more_and_must_pass_then(
    dev: ModuleType, pytest_runs: list[str], codes: list[int], runs: list[str], ends: int
) -> None:
    dev.codes = codes  # type: ignore[attr-defined]
    assert code_of(dev) == ends
    assert pytest_runs == runs


def test_what_passed_only_at_the_second_try_is_listed_and_counted(
    dev: ModuleType, pytest_runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    dev.codes = [1, 0, 1, 0]  # type: ignore[attr-defined]
    assert code_of(dev) == 0
    said = capsys.readouterr().out
    assert "2 passed only at the second try" in said
    assert "tests.test_a.test_race[1]\n    first: assert 1 == 2 where" in said
    assert "test_fine" not in said
    assert (dev.REPORTS / "second-tries.txt").read_text() in said
    dev.codes = [0] * 9  # type: ignore[attr-defined]
    assert code_of(dev) == 0
    assert (dev.REPORTS / "second-tries.txt").read_text() == "0 passed only at the second try.\n"


@pytest.mark.parametrize(
    ("codes", "runs", "ends"), [([0, 0], ["first"] * 2, 0), ([1], ["first"], 1), ([0, 1], ["first"] * 2, 1)]
)
def test_strict_does_not_forgive(
    dev: ModuleType, pytest_runs: list[str], codes: list[int], runs: list[str], ends: int
) -> None:
    dev.codes = codes  # type: ignore[attr-defined]
    assert code_of(dev, "--strict") == ends
    assert pytest_runs == runs


def test_what_npm_fetches_is_pinned_with_hashes_and_names_no_registry() -> None:
    for path in (ROOT / "requirements/pyodide/package-lock.json", ROOT / "tests/web/package-lock.json"):
        text = path.read_text(encoding="utf-8")
        assert "://" not in text, path
        for name, entry in json.loads(text)["packages"].items():
            assert not name or entry["integrity"].startswith("sha512-"), (path, name)


def test_requirements_are_pinned_with_hashes_and_name_no_registry() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"https?:|file:|--(extra-)?index-url|--find-links|^-i ", text), path
        for entry in re.split(r"\n(?=[a-z])", re.sub(r"^#.*\n", "", text, flags=re.M)):
            if entry.strip() and not entry.startswith("#"):
                assert re.match(r"[a-z0-9-]+==[^ ]+", entry), entry[:80]
                assert "--hash=sha256:" in entry, entry[:80]
