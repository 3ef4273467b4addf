"""`serve --processes`: servers behind one port, killed and started anew under play."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from server.conftest import new_database, numbers
from server.playing import TESTS, Person, until
from waystation.cli import app
from waystation.server.processes import share

SOAK = TESTS.parent / "benchmarks" / "soak.py"


def test_workers_are_shared() -> None:
    assert share(2, 2) == [1, 1]
    assert share(7, 3) == [3, 2, 2]
    assert share(2, 4) == [1, 1, 1, 1]


@pytest.mark.parametrize("db", [[], ["--db", "sqlite:///x.sqlite"]])
def test_several_processes_need_postgresql(db: list[str]) -> None:
    answer = CliRunner().invoke(app, ["serve", "--processes", "2", *db])
    assert answer.exit_code != 0
    assert "several processes need PostgreSQL: --db postgresql://USER@HOST/NAME" in str(answer.exception)


@pytest.mark.postgres
def test_who_dies_is_started_anew_and_all_end_together(postgres: str, tmp_path: Path) -> None:
    """One of two is killed: the parent starts another. Then the parent is killed, and they end by themselves."""
    url = new_database(postgres, f"p{next(numbers)}")
    command = [sys.executable, "-m", "waystation.server", "--port", "0", "--db", url, "--processes", "2"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment) as parent,
        contextlib.ExitStack() as ends,
    ):
        ends.callback(parent.kill)  # whatever fails: nobody waits for it to end by itself
        assert parent.stdout is not None
        found = re.search(r"http://localhost:(\d+)/", parent.stdout.readline())
        assert found, (tmp_path / "log").read_text()
        before = children(parent.pid)
        assert len(before) == 2
        ada = Person(f"127.0.0.1:{found[1]}", "Ada")
        table = ada.open("duel", ["me", "open"])["id"]
        os.kill(before[0], signal.SIGKILL)
        until(lambda: is_there(ada, table))  # the other takes what comes
        until(lambda: len(children(parent.pid)) == 2 and before[0] not in children(parent.pid))
        both = children(parent.pid)
        parent.kill()
        parent.wait()
        until(lambda: all(map(gone, both)))


def is_there(person: Person, table: str) -> bool:
    """Whether the table is shown. The connection that is held may be with a process that has just been killed."""
    with contextlib.suppress(httpx.TransportError):
        return bool(person.get(f"/api/tables/{table}").json()["id"] == table)
    return False


def gone(process: int) -> bool:
    """Whether it has ended, also if nobody has asked how."""
    stat = Path(f"/proc/{process}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z"


def children(parent: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


@pytest.mark.postgres
def test_sixty_tables_while_processes_are_killed_and_started_anew(postgres: str) -> None:
    """No acknowledged move is lost or doubled, no viewer is far behind, bots go on: see the script."""
    url = new_database(postgres, f"p{next(numbers)}")
    given = {"--db": url, "--minutes": 0.2, "--tables": 60, "--game": "duel", "--pace": 3}
    given |= {"--kill-every": 3, "--renew-every": 5}
    given |= {"--behind": 20}  # five seconds are for a machine that has nothing else to do: see docs/scale.md
    words = [str(word) for pair in given.items() for word in pair]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, SOAK, *words], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("actions acknowledged", "processes killed", "rolling restarts", "connections lost"):
        found = re.search(rf"^{name} +(\d+)$", done.stdout, re.MULTILINE)
        assert found, done.stdout
        assert int(found[1]) > 0, done.stdout
