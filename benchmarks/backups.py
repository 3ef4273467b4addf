"""A backup while a server plays many tables: what it costs those who play, and whether it is whole. Prints a report.

    python benchmarks/backups.py                              # SQLite: 100 tables x 3 viewers, 400 MB of older tables
    python benchmarks/backups.py --postgres                   # the same on a PostgreSQL of its own
    python benchmarks/backups.py --tables 20 --older 50

Players act for some seconds, then `waystation backup` runs beside the server, as its owner would start it, and play
goes on. Every move that was acknowledged before must be in the file, and every table in it must load and replay. Then
the file is put back into an empty database, which is compared with it. It ends with 1 if anything is missing.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from load import Figures, Table, open_table, people, play, played, server, upload
from soak import postgres, quantile
from sqlalchemy import create_engine, text

from waystation.engine import Chance
from waystation.server.replay import load
from waystation.server.sql import SqlBook
from waystation.server.storage import make_engine

MOVES = 300
"""Of an older table."""


def fill(db: str, address: str, game: str, megabytes: float) -> int:
    """Older tables, so many megabytes of log: copies of one that is in the middle of its game; how many."""
    with httpx.Client(base_url=f"http://{address}", timeout=60) as client:
        first = upload(client, played(game, MOVES))
    engine = make_engine(db)
    with engine.execution_options(writes=True).begin() as connection:
        size = int(connection.scalar(text("SELECT sum(length(body) + length(events) + 60) FROM log")) or 1)
        count = int(megabytes * 1e6 / size)
        for name in ("tables", "seats", "log"):
            key = "id" if name == "tables" else "table_id"
            row = connection.execute(text(f"SELECT * FROM {name} WHERE {key} = :first LIMIT 1"), {"first": first})
            columns = [column for column in row.keys() if column != key]  # noqa: SIM118 - of a result, not of a dict
            listed = ", ".join(f'"{column}"' for column in columns)
            taken = listed.replace('"link"', "link || CAST(:ident AS varchar)")  # no two are alike
            chosen = f"SELECT CAST(:ident AS varchar), {taken} FROM {name} WHERE {key} = :first"
            copied = f"INSERT INTO {name} ({key}, {listed}) {chosen}"
            connection.execute(text(copied), [{"ident": f"older{n}", "first": first} for n in range(count)])
    engine.dispose()
    return count


class Backup:
    """`waystation backup`, started in the midst of play."""

    def __init__(self, db: str, file: Path) -> None:
        self.db, self.file = db, file
        self.began = self.ended = 0.0
        self.before: dict[str, int] = {}

    async def run(self, tables: list[Table], after: float) -> None:
        await asyncio.sleep(max(0.0, after - time.perf_counter()))
        self.before = {table.id: table.ply for table in tables}  # a player has seen so many moves
        self.began = time.perf_counter()
        command = (sys.executable, "-m", "waystation", "backup", str(self.file), "--db", self.db)
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
        if await process.wait():
            raise SystemExit("the backup failed")
        self.ended = time.perf_counter()


def whole(file: Path, before: dict[str, int]) -> tuple[int, int]:
    """How many acknowledged moves the file lacks, and how many of its tables do not load as their rows say."""
    engine = create_engine(f"sqlite:///{file}")
    missing = broken = 0
    with engine.connect() as connection:
        book = SqlBook(connection)
        older = list(connection.scalars(text("SELECT id FROM tables WHERE id LIKE 'older%' LIMIT 20")))
        for ident in (*before, *older):
            table = load(book, ident)
            broken += table.ply != table.row.ply or table.state.position() != table.match.at(table.ply).position()
            missing += max(0, before.get(ident, 0) - table.ply)
    engine.dispose()
    return missing, broken


def rows(db: str) -> dict[str, int]:
    """Tables, and how long their logs are; those that were put back have a line more, which says so."""
    engine = make_engine(db)
    with engine.connect() as connection:
        counted = "SELECT table_id, count(*) FROM log WHERE kind != 'seats' GROUP BY table_id"
        found = {ident: int(count) for ident, count in connection.execute(text(counted))}
    engine.dispose()
    return found


async def live(db: str, address: str, given: argparse.Namespace, file: Path) -> tuple[Figures, Backup]:
    """Play, and a backup after a while."""
    figures, backup = Figures(), Backup(db, file)
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        tables = [await open_table(client, address, given.game, await people(client, 3)) for _ in range(given.tables)]
        start, every = time.perf_counter() + 0.5, given.every
        backing = asyncio.create_task(backup.run(tables, start + given.seconds))
        begins = [start + every * number / given.tables for number in range(given.tables)]
        end = start + 3 * given.seconds + every
        players = [
            play(table, begin, end, every, Chance.of(number, "backups"), figures)
            for number, (table, begin) in enumerate(zip(tables, begins, strict=True))
        ]
        await asyncio.gather(backing, *players)
        for socket in (socket for table in tables for socket in table.sockets):
            await socket.close()
    return figures, backup


def waits(figures: Figures, begin: float, end: float) -> list[float]:
    pairs = zip(figures.moments, figures.latencies, strict=True)
    return [1000 * seconds for moment, seconds in pairs if begin <= moment < end]


def measured(db: str, other: str, given: argparse.Namespace, folder: Path) -> dict[str, Any]:
    file = folder / "backup.sqlite"
    with server(db) as (_, address):
        older = fill(db, address, given.game, given.older)
        figures, backup = asyncio.run(live(db, address, given, file))
    missing, broken = whole(file, backup.before)
    began = time.perf_counter()
    os.spawnl(os.P_WAIT, sys.executable, sys.executable, "-m", "waystation", "restore", str(file), "--db", other)
    seconds = time.perf_counter() - began
    different = rows(f"sqlite:///{file}").items() ^ rows(other).items()
    report: dict[str, Any] = {"older tables": older, "MB of the backup": file.stat().st_size / 1e6}
    report["the backup took, s"] = backup.ended - backup.began
    parts = {"before": (0.0, backup.began), "during": (backup.began, backup.ended), "after": (backup.ended, 1e12)}
    for name, (begin, end) in parts.items():
        found = waits(figures, begin, end)
        report[f"{name}: actions"] = len(found)
        for share in (0.5, 0.95, 0.99):
            report[f"{name}: p{100 * share:.0f} to the last viewer, ms"] = quantile(found, share)
    report |= {"acknowledged and not in it": missing, "tables in it that are broken": broken}
    return report | {"restoring took, s": seconds, "tables that differ then": len({ident for ident, _ in different})}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL, started for this")
    parser.add_argument("--game", default="wayfinders")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--every", type=float, default=1, help="seconds between two actions of a table")
    parser.add_argument("--seconds", type=float, default=15, help="of play before the backup, and twice that after")
    parser.add_argument("--older", type=float, default=400, help="megabytes of tables that are there before")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        names = ("live", "other")
        if given.postgres:
            home = stack.enter_context(postgres())
            engine = make_engine(home).execution_options(isolation_level="AUTOCOMMIT")
            with engine.connect() as connection:
                for name in names:
                    connection.execute(text(f"CREATE DATABASE {name}"))
            engine.dispose()
            db, other = (home.replace("/postgres?", f"/{name}?") for name in names)
        else:
            db, other = (f"sqlite:///{folder / name}" for name in names)
        report = measured(db, other, given, folder)
    for name, value in report.items():
        print(f"{name:36} {value:.1f}" if isinstance(value, float) else f"{name:36} {value}")
    sys.exit(bool(sum(report[name] for name in report if name.startswith(("acknowledged", "tables ")))))


if __name__ == "__main__":
    main()
