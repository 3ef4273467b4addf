"""Fixtures: the tiny games installed, a server on SQLite, and a real PostgreSQL."""

from __future__ import annotations

import importlib
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.playing import PATIENCE, TESTS, Nursery, Running, close_all, install_games
from waystation.server import Server


@pytest.fixture(scope="session")
def games_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that makes the tiny games installed ones for whoever has it on the path."""
    return install_games(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module", autouse=True)
def tiny_games(games_folder: Path) -> Iterator[None]:
    """The tiny games are installed while these tests run, and not while others do."""
    before = sys.path[:]
    sys.path[:0] = [str(games_folder), str(TESTS)]
    importlib.invalidate_caches()
    yield
    sys.path[:] = before


@pytest.fixture(autouse=True)
def people_go_home() -> Iterator[None]:
    """Every socket and client is closed after its test."""
    yield
    close_all()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The folder with the socket of a PostgreSQL of our own. Skips, loudly, where there is none to start."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    binaries = Path(found).parent if found else next(iter(programs), None)
    if binaries is None:
        pytest.skip("NO POSTGRESQL ON THIS MACHINE: the server's storage was tested on SQLite only")
    # Not below pytest's own folders: those are closed to other users, and PostgreSQL does not run as root.
    folder = Path(tempfile.mkdtemp(prefix="waystation-postgres-"))
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_user:
        shutil.chown(folder, "postgres")
    data = folder / "data"

    def run(*command: object) -> None:
        words = [*as_user, *map(str, command)]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/")

    run(binaries / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "-N")
    options = f"-k {folder} -c listen_addresses= -c fsync=off -c autovacuum=off"
    control = (binaries / "pg_ctl", "-D", data, "-w", "-t", 600)
    run(*control, "-o", options, "-l", folder / "log", "start")
    yield str(folder)
    run(*control, "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


numbers = itertools.count(1)


def new_database(postgres: str, name: str) -> str:
    """A fresh database on the test's PostgreSQL."""
    import psycopg

    with psycopg.connect(f"postgresql://postgres@/postgres?host={postgres}", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"postgresql://postgres@/{name}?host={postgres}"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    return new_database(request.getfixturevalue("postgres"), f"t{next(numbers)}")


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """Server processes to kill."""
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on SQLite, shared by the tests of a module."""
    path = tmp_path_factory.mktemp("server") / "tables.sqlite"
    with Running(Server(f"sqlite:///{path}", workers=1, bot_limit=PATIENCE)) as running:
        yield running
