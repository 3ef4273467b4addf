"""What docs/scale.md counts with, measured: an action whose viewers are at its own process, or passed on by another,
its bytes in the database, memory of tables and viewers, claims, and what NOTIFY carries.

    python benchmarks/scale.py                      # 40 tables x 3 viewers, an action a second each, 20 s each way
    python benchmarks/scale.py --tables 10 --seconds 5

It starts a PostgreSQL of its own and two servers on it. It is no test: it measures.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import time
from typing import Any

import httpx
from load import Figures, Table, cpu, open_table, people, play, resident, server
from soak import postgres
from sqlalchemy import Engine, text

from waystation.engine import Chance
from waystation.server.roster import Roster, tell
from waystation.server.rows import Entry
from waystation.server.storage import Storage, make_engine

SIZES = "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS wal, pg_database_size(current_database()) AS size"


async def live(engine: Engine, others: dict[int, str], addresses: tuple[str, str], given: Any) -> Any:
    """Tables that the process at the first address has; their viewers come in at the second."""
    at, through = addresses
    figures = Figures()
    async with httpx.AsyncClient(base_url=f"http://{at}", timeout=60) as client:
        before = {pid: resident(pid) for pid in others}
        opened: list[Table] = []
        for _ in range(given.tables):
            opened.append(await open_table(client, through, "wayfinders", await people(client, 3)))
        memory = {others[pid]: (resident(pid) - size) / 1024 for pid, size in before.items()}
        with engine.connect() as connection:
            wal, size = connection.execute(text(SIZES)).one()
        used = {pid: cpu(pid) for pid in others}
        start = time.perf_counter() + 0.5
        await asyncio.gather(
            *(
                play(table, start + n / given.tables, start + given.seconds + 1, 1.0, Chance.of(n, "scale"), figures)
                for n, table in enumerate(opened)
            )
        )
        spent = {others[pid]: 1000 * (cpu(pid) - used[pid]) for pid in others}
        with engine.connect() as connection:
            wal_after, size_after = connection.execute(text(SIZES)).one()
        for table in opened:
            for socket in table.sockets:
                await socket.close()
    count = max(1, len(figures.latencies))
    waits = sorted(figures.latencies)
    report = {f"CPU of the {name} an action, ms": spent[name] / count for name in spent}
    report |= {f"memory of the {name} a table with 3 viewers, KB": memory[name] / given.tables for name in memory}
    report |= {
        "actions": count,
        "p50 to the last viewer, ms": 1000 * waits[count // 2],
        "p95 to the last viewer, ms": 1000 * waits[int(count * 0.95)],
        "WAL an action, KB": (wal_after - wal) / count / 1024,
        "database an action, KB": (size_after - size) / count / 1024,
    }
    return report


async def appends(db: str, idents: list[str]) -> dict[str, float]:
    """How fast one process writes when very much waits to be written."""
    storage = Storage(db)
    seqs = await storage.read(lambda book: book.table_seqs(idents))
    each = 100

    async def write(ident: str) -> None:
        for number in range(seqs[ident] + 1, seqs[ident] + 1 + each):
            entry = Entry(seq=number, kind="chat", seat=0, body="x" * 300, events="[]", at=time.time())
            await storage.write(lambda book: book.append(ident, entry, {"ply": number}))  # noqa: B023

    storage.owner = "scale"
    with storage.engine.begin() as connection:
        connection.execute(text("UPDATE tables SET owner = 'scale'"))
    began = time.perf_counter()
    await asyncio.gather(*map(write, idents))
    took = time.perf_counter() - began
    storage.close()
    return {"lines appended a second by one process": len(idents) * each / took}


async def claims(engine: Engine, idents: list[str]) -> dict[str, float]:
    """How fast tables change hands, and what NOTIFY carries."""
    roster, listener = Roster(engine), Roster(engine)
    heard, done = 0, asyncio.Event()
    number = 20_000

    def hear(what: str) -> None:
        nonlocal heard
        heard += 1
        if heard == number:
            done.set()

    listener.heard["test"] = hear
    for port, one in enumerate((roster, listener)):
        await one.start(f"127.0.0.1:{port}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE tables SET owner = NULL"))
    began = time.perf_counter()
    for ident in idents:
        await roster.claim(ident)
    claim = 1000 * (time.perf_counter() - began) / len(idents)
    began = time.perf_counter()
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for n in range(number):
            tell(connection, "test", "", f"{n:032}")
    told = time.perf_counter() - began
    await done.wait()
    took = time.perf_counter() - began
    for one in (roster, listener):
        await one.leave()
        one.close()
    return {
        "a claim, ms": claim,
        "notices sent a second by one connection": number / told,
        "notices heard a second by one process": number / took,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=20)
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        db = stack.enter_context(postgres())
        engine = make_engine(db)
        with server(db) as (one, at), server(db) as (other, far):
            names = {one: "owner", other: "other process"}
            for title, through in (("viewers at the owner", at), ("viewers through the other process", far)):
                print(title)
                show(asyncio.run(live(engine, names, (at, through), given)))
        print("the database")
        with engine.connect() as connection:
            idents = list(connection.scalars(text("SELECT id FROM tables")))
        show(asyncio.run(claims(engine, idents)) | asyncio.run(appends(db, idents)))
        print(f"on {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}")
        engine.dispose()


def show(report: dict[str, float]) -> None:
    for name, value in report.items():
        print(f"  {name:52} {value:.2f}")


if __name__ == "__main__":
    main()
