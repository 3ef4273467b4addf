"""Starts of a server while everybody comes back at once: does any of them die?

    python benchmarks/starts.py                # 200 starts with 30 tables, a viewer at each

It makes a database with tables of all games, then starts a server on it again and again; from the first moment on every
viewer tries to get in, and the server is killed as soon as all have been greeted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import websockets
from rich.progress import track

import waystation

PATIENCE = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(port: int, folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "waystation.server", "--port", str(port), "--log-level", "ERROR"]
    with (folder / "log").open("ab") as log:
        return subprocess.Popen([*command, "--db", f"sqlite:///{folder / 'tables.db'}"], stdout=log, stderr=log)


def open_tables(port: int, count: int) -> list[str]:
    """Tables of all games by turns, which anybody may watch."""
    names, found = waystation.game_names(), []
    for number in range(count):
        name = names[number % len(names)]
        players = waystation.load(name).players
        body = json.dumps({"game": name, "seats": ["open"] * players, "seed": str(number)}).encode()
        asked = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/tables", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            found.append(json.load(answer)["id"])
    return found


async def greeted(port: int, table: str, until: float) -> bool:
    """Whether a viewer who keeps trying is greeted in time."""
    while time.monotonic() < until:
        with suppress(OSError, websockets.WebSocketException, asyncio.TimeoutError):
            async with websockets.connect(f"ws://127.0.0.1:{port}/api/tables/{table}/live") as link:
                return bool(json.loads(await asyncio.wait_for(link.recv(), 20))["t"] == "hello")
        await asyncio.sleep(0.02)
    return False


async def all_greeted(port: int, tables: list[str]) -> int:
    until = time.monotonic() + PATIENCE
    return sum(await asyncio.gather(*(greeted(port, table, until) for table in tables)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starts", type=int, default=200)
    parser.add_argument("--tables", type=int, default=30)
    given = parser.parse_args()
    died = hellos = 0
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        process = serve(port, folder)
        for _ in range(600):
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                break
            time.sleep(0.1)
        tables = open_tables(port, given.tables)
        process.terminate()
        process.wait(PATIENCE)
        for _ in track(range(given.starts), "starting"):
            process = serve(port, folder)
            hellos += asyncio.run(all_greeted(port, tables))
            died += process.poll() is not None
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
            process.wait()
    print(f"{given.starts} starts, {died} died; {hellos} of {given.starts * given.tables} viewers were greeted")
    sys.exit(bool(died))


if __name__ == "__main__":
    main()
