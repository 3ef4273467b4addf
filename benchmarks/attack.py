"""What a server costs under attack: sockets that never read, and connections that ask for nothing.

    python benchmarks/attack.py            # 500 deaf sockets at a table of 100 seats, 2,000 half-open requests

It starts a server of its own on SQLite and prints what that held, and how long a player waited meanwhile.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import re
import resource
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect


def resident(process: int) -> float:
    """Megabytes that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def plug(address: str) -> socket.socket:
    """A connection whose end here takes as little as it may."""
    host, port = address.split(":")
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    found.connect((host, int(port)))
    return found


def deaf(address: str, table: str, cookie: str) -> socket.socket:
    """A viewer that never reads."""
    found = plug(address)
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
    found.sendall(
        f"{head}Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    return found


def message(body: dict[str, Any]) -> bytes:
    """A client's frame."""
    text = json.dumps(body).encode()
    return bytes([0x81, 0x80 | 126]) + struct.pack(">H", len(text)) + bytes(4) + text


def person(address: str, name: str) -> httpx.Client:
    client = httpx.Client(base_url=f"http://{address}", timeout=60)
    client.post("/api/me", json={"name": name})
    return client


class Player:
    """Somebody at a table of their own, who asks and is answered."""

    def __init__(self, address: str) -> None:
        self.http = person(address, "Ada")
        wish = {"game": "wayfinders", "seats": ["me", "open"], "options": {"players": 2}}
        table = self.http.post("/api/tables", json=wish).json()["id"]
        headers = {"Cookie": cookie(self.http)}
        line = connect(f"ws://{address}/api/tables/{table}/live", additional_headers=headers, ping_interval=None)
        self.socket = line.__enter__()
        self.socket.recv()

    def wait(self) -> float:
        """Seconds until an answer."""
        began = time.perf_counter()
        self.socket.send('{"t": "ping", "id": "p"}')
        while '"answer"' not in str(self.socket.recv(60))[:20]:
            pass
        return time.perf_counter() - began


def cookie(client: httpx.Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deaf", type=int, default=500)
    parser.add_argument("--half-open", type=int, default=2000)
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    folder = tempfile.mkdtemp()
    command = [sys.executable, "-m", "waystation.server", "--port", "0", "--db", f"sqlite:///{folder}/tables.sqlite"]
    log = Path(folder) / "log"
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log.open("w"), text=True)
    try:
        assert server.stdout is not None
        address = "127.0.0.1:" + re.findall(r":(\d+)/", server.stdout.readline())[0]
        player = Player(address)
        crowd = person(address, "Crowd")
        wish = {"game": "waypoints", "seats": ["me"] + ["shared"] * 99, "options": {"players": 100}}
        table = crowd.post("/api/tables", json=wish).json()["id"]
        before = resident(server.pid)
        print(f"before: {before:.0f} MB")
        people = [cookie(person(address, f"P{number}")) for number in range(given.deaf // 20)]
        plugs = [deaf(address, table, people[number % len(people)]) for number in range(given.deaf)]
        most, waits = 0.0, []
        for number in range(60):
            for one in plugs[::10]:
                with suppress(OSError):  # cut off
                    one.sendall(message({"t": "look", "id": f"l{number}", "seat": None}))
            waits.append(player.wait())
            most = max(most, resident(server.pid))
            time.sleep(0.2)
        print(f"{given.deaf} sockets that never read: {most - before:.0f} MB more at most; a player's answer: ", end="")
        print(f"median {statistics.median(waits) * 1000:.0f} ms, longest {max(waits) * 1000:.0f} ms")
        for one in plugs:
            one.close()
        time.sleep(2)
        begun = [plug(address) for _ in range(given.half_open)]
        for one in begun:
            with suppress(OSError):
                one.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        waits, news = [], []
        for _ in range(30):
            waits.append(player.wait())
            started = time.perf_counter()
            person(address, "New").get("/api/games")
            news.append(time.perf_counter() - started)
        print(f"{given.half_open} half-open requests: {resident(server.pid) - before:.0f} MB more; ", end="")
        print(
            f"a player's answer: median {statistics.median(waits) * 1000:.0f} ms, longest {max(waits) * 1000:.0f} ms; ",
            end="",
        )
        print(
            f"a new visitor's games: median {statistics.median(news) * 1000:.0f} ms, longest {max(news) * 1000:.0f} ms"
        )
        print(f"log: {log.stat().st_size / 1000:.0f} KB")
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    main()
