"""Load on a server of its own: many live tables, and what it costs. Prints a report.

    python benchmarks/load.py                     # 200 Wayfinders tables x 3 viewers, an action a second each, 30 s
    python benchmarks/load.py --tables 20 --seconds 5 --game stones
    python benchmarks/load.py --live --tables 1000 --every 5     # as many actions, at five times the tables

The server runs in one process on a SQLite file in a temporary folder, the players in this process. It is no test: it
measures. `benchmarks/load_boardgameio.cjs` does the same with boardgame.io's server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

import waystation
from waystation.engine import Chance, Match, record


class Offer(msgspec.Struct):
    notation: str


class View(msgspec.Struct):
    to_act: list[int] | None = None
    legal: list[Offer] | None = None


class Frame(msgspec.Struct):
    """The part of a frame that a player in a hurry reads."""

    t: str
    version: int = 0
    ply: int = 0
    view: View | None = None
    seed: str | None = None


decode = msgspec.json.Decoder(Frame).decode


# ---------------------------------------------------------------------- a server process


@contextlib.contextmanager
def server(db: str) -> Iterator[tuple[int, str]]:
    """A server of one process: its id and address."""
    command = [sys.executable, "-m", "waystation.server", "--port", "0", "--db", db, "--log-level", "ERROR"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://localhost:(\d+)/", process.stdout.readline())
        assert found, "the server did not start"
        yield process.pid, f"127.0.0.1:{found[1]}"
    finally:
        process.terminate()
        process.wait()


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def cpu(pid: int) -> float:
    """Seconds of CPU that a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


# ---------------------------------------------------------------------- players


@dataclass
class Table:
    """A table and the sockets of its three seats."""

    id: str
    cookies: list[str]
    sockets: list[ClientConnection] = field(default_factory=list)
    version: int = 0
    ply: int = 0
    acting: list[int] = field(default_factory=list)
    legal: list[list[Offer]] = field(default_factory=list)
    over: bool = False
    sent: int = 0


@dataclass
class Figures:
    latencies: list[float] = field(default_factory=list)
    moments: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    late: int = 0


async def people(client: httpx.AsyncClient, count: int) -> list[str]:
    """Cookies of people with names."""
    found = []
    for number in range(count):
        client.cookies.clear()
        answer = await client.post("/api/me", json={"name": f"Player {number + 1}"})
        found.append(f"waystation={answer.cookies['waystation']}")
    client.cookies.clear()
    return found


async def open_table(client: httpx.AsyncClient, address: str, game: str, cookies: list[str]) -> Table:
    """A table with a person in each seat."""
    seats = ["me"] + ["open"] * (len(cookies) - 1)
    wish = {"game": game, "options": {"players": len(cookies)}, "seats": seats}
    opened = (await client.post("/api/tables", json=wish, headers={"Cookie": cookies[0]})).json()
    for cookie, seat in zip(cookies[1:], opened["seats"][1:], strict=True):
        await client.post("/api/join", json={"link": seat["link"]}, headers={"Cookie": cookie})
    table = Table(opened["id"], cookies)
    for seat, cookie in enumerate(cookies):
        url = f"ws://{address}/api/tables/{table.id}/live?seat={seat}"
        socket = await connect(url, additional_headers={"Cookie": cookie}, compression=None, max_size=None)
        table.sockets.append(socket)
        table.legal.append([])
        while not take(table, seat, decode(await socket.recv())):
            pass
    return table


def take(table: Table, seat: int, frame: Frame) -> bool:
    """Take in a frame; whether it was a hello or a step."""
    if frame.t not in ("hello", "step"):
        return False
    table.version, table.ply = max(table.version, frame.version), max(table.ply, frame.ply)
    table.over = table.over or frame.seed is not None
    if frame.view is not None:
        if frame.view.to_act is not None:
            table.acting = frame.view.to_act
        if frame.view.legal is not None:
            table.legal[seat] = frame.view.legal
    return True


async def hear(table: Table, seat: int, version: int, figures: Figures) -> float:
    """Read until this version has come; the time when it did."""
    while True:
        data = await table.sockets[seat].recv(decode=False)
        now = time.perf_counter()
        frame = decode(data)
        if take(table, seat, frame) and frame.version >= version:
            figures.sizes.append(len(data))
            return now


async def play(table: Table, start: float, end: float, every: float, chance: Chance, figures: Figures) -> None:
    """An action every so many seconds, timed until the last of the viewers has its frame."""
    due = start
    while not table.over and (due := due + every) < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        seat = table.acting[0]
        action = chance.choice(table.legal[seat]).notation
        message = {"t": "act", "id": f"a{table.sent}", "seat": seat, "version": table.version, "action": action}
        version = table.version + 1
        began = time.perf_counter()
        figures.late += began - due > 0.05
        await table.sockets[seat].send(json.dumps(message))
        table.sent += 1
        times = await asyncio.gather(*(hear(table, s, version, figures) for s in range(len(table.sockets))))
        figures.latencies.append(max(times) - began)
        figures.moments.append(began)


# ---------------------------------------------------------------------- what is measured


async def live(address: str, pid: int, game: str, tables: int, seconds: float, every: float) -> dict[str, Any]:
    """Live tables, an action every so many seconds each."""
    figures = Figures()
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        # People of their own at each table: what a person may do is limited.
        opened = [await open_table(client, address, game, await people(client, 3)) for _ in range(tables)]
        start = time.perf_counter() + 0.5
        used, own = cpu(pid), time.process_time()
        starts = [start + every * number / tables for number in range(tables)]
        await asyncio.gather(
            *(
                play(table, begin, start + seconds + every, every, Chance.of(number, "load"), figures)
                for number, (table, begin) in enumerate(zip(opened, starts, strict=True))
            )
        )
        used, own = cpu(pid) - used, time.process_time() - own
        wrong = 0
        for table in opened:
            info = (await client.get(f"/api/tables/{table.id}", headers={"Cookie": table.cookies[0]})).json()
            wrong += info["ply"] != table.sent
        for table in opened:
            for socket in table.sockets:
                await socket.close()
    waits = sorted(figures.latencies)
    return {
        "actions": len(waits),
        "actions lost or doubled": wrong,
        "p50 to the last viewer, ms": 1000 * statistics.median(waits),
        "p95 to the last viewer, ms": 1000 * waits[int(len(waits) * 0.95)],
        "p99 to the last viewer, ms": 1000 * waits[int(len(waits) * 0.99)],
        "bytes an update, median": statistics.median(figures.sizes),
        "bytes an update, p95": sorted(figures.sizes)[int(len(figures.sizes) * 0.95)],
        "server CPU, % of a core": 100 * used / seconds,
        "server CPU an action, ms": 1000 * used / max(1, len(waits)),
        "players' CPU, % of a core": 100 * own / seconds,
        "sent late by the players, %": 100 * figures.late / max(1, len(waits)),
    }


def played(game: str, moves: int) -> str:
    """The record of an unfinished chance game of so many moves."""
    for seed in range(1000):
        match, chance = Match(waystation.load(game, players=3), seed), Chance.of(seed, "moves")
        while len(match.moves) < moves and not match.state.is_over:
            match.apply(chance.choice(match.state.legal_actions(match.state.to_act[0])), match.state.to_act[0])
        if not match.state.is_over:
            return record.write(match, comments=False)
    raise SystemExit(f"{game} never lasts {moves} moves")


def upload(client: httpx.Client, text: str) -> str:
    seats = ["me", "open", "open"]
    answer = client.post("/api/tables", json={"record": text, "seats": seats})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def idle(address: str, pid: int, game: str, tables: int) -> dict[str, Any]:
    """Memory of a loaded table that nobody watches, half-way through its game."""
    text = played(game, 150)
    with httpx.Client(base_url=f"http://{address}", timeout=60) as client:
        for number in range(20 + tables):
            if number == 20:
                before = resident(pid)
            client.cookies.clear()  # each by a person of its own: how many one may open is limited
            upload(client, text)
        return {"KB an idle table of 150 moves": (resident(pid) - before) / tables / 1024}


def opening(db: str, game: str) -> dict[str, Any]:
    """Opening a table of 300 actions that is not in memory, until the viewer has everything."""
    from websockets.sync.client import connect as connect_sync

    text = played(game, 300)
    with server(db) as (_, address), httpx.Client(base_url=f"http://{address}", timeout=60) as client:
        tables = [upload(client, text) for _ in range(11)]
        cookie = f"waystation={client.cookies['waystation']}"
    waits, size = [], 0
    with server(db) as (_, address):
        for table in tables:
            began = time.perf_counter()
            url = f"ws://{address}/api/tables/{table}/live"
            with connect_sync(url, additional_headers={"Cookie": cookie}, compression=None, max_size=None) as socket:
                hello = str(socket.recv())
                waits.append(time.perf_counter() - began)
                assert decode(hello).ply == 300
                size = len(hello)
    return {
        "opening a table of 300 actions, ms": 1000 * statistics.median(waits[1:]),
        "the first one after a start, ms": 1000 * waits[0],
        "bytes of its hello": size,
    }


def first_page(address: str) -> dict[str, Any]:
    """What a browser fetches before the first click, compressed."""
    with httpx.Client(base_url=f"http://{address}", timeout=60) as client:
        page = client.get("/")
        total, seen, todo = len(page.content), set(), set(re.findall(r'"(/static/[^"]+)"', page.text))
        while todo:
            name = todo.pop()
            seen.add(name)
            answer = client.get(name)
            total += int(answer.headers["content-length"])
            folder = name.rpartition("/")[0]
            if name.endswith(".js"):
                todo |= {f"{folder}/{part}" for part in re.findall(r'(?:from|import) "\./([^"]+)"', answer.text)} - seen
        games = client.get("/api/games")
    return {"KB of the first page, compressed": (total + int(games.headers["content-length"])) / 1024}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="wayfinders")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=1, help="seconds between two actions of a table")
    parser.add_argument("--idle", type=int, default=300, help="idle tables whose memory is measured")
    parser.add_argument("--live", action="store_true", help="only the live tables")
    given = parser.parse_args()
    report: dict[str, Any] = {"game": given.game, "tables": given.tables, "viewers a table": 3}
    with tempfile.TemporaryDirectory() as folder:
        with server(f"sqlite:///{folder}/live.sqlite") as (pid, address):
            report |= asyncio.run(live(address, pid, given.game, given.tables, given.seconds, given.every))
            if not given.live:
                report |= first_page(address)
        if not given.live:
            with server(f"sqlite:///{folder}/idle.sqlite") as (pid, address):
                report |= idle(address, pid, given.game, given.idle)
            report |= opening(f"sqlite:///{folder}/open.sqlite", given.game)
    for name, value in report.items():
        print(f"{name:36} {value:.2f}" if isinstance(value, float) else f"{name:36} {value}")


if __name__ == "__main__":
    main()
