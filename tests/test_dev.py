"""The script that sets everything up."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
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
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, codes: list[int], runs: list[str], ends: int
) -> None:
    done: list[str] = []

    def run(*command: object) -> int:
        if "pytest" not in command:
            return 0
        done.append("again" if "--last-failed" in command else "first")
        return codes[len(done) - 1]

    for name in ("set_up", "system_packages"):
        monkeypatch.setattr(dev, name, lambda *_: None)
    monkeypatch.setattr(dev, "run", run)
    if ends:
        with pytest.raises(SystemExit) as stopped:
            dev.test([])
        assert stopped.value.code == ends
    else:
        dev.test([])
    assert done == runs
