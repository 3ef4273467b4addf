"""A server to test against, and people who use it."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from waystation.engine import Chance
from waystation.server.app import Server, configuration

TESTS = Path(__file__).parents[1]
PATIENCE = 60.0
"""Seconds that a test waits for what must come: long, for a machine that has much else to do."""
GAMES = {
    "duel": "tiny.duel:GAME",
    "stones": "tiny.stones:GAME",
    "quick": "server.quick:Quick",
    "slow": "server.quick:Slow",
    "faulty": "server.quick:Faulty",
}
Frame = dict[str, Any]


def install_games(folder: Path) -> Path:
    """Make the tiny games installed ones, for every process that has `folder` on its path."""
    info = folder / "tiny_games-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-games\nVersion: 1\n")
    points = "".join(f"{name} = {target}\n" for name, target in GAMES.items())
    (info / "entry_points.txt").write_text(f"[waystation.games]\n{points}")
    return folder


# ---------------------------------------------------------------------- servers


class Running:
    """A server in a thread of this process, with its event loop."""

    def __init__(self, server: Server) -> None:
        self.server = server
        config = configuration(server, "127.0.0.1", 0)
        config.ws_ping_interval = None  # who does not answer for a while is no dead reader here, but a slow machine
        self.uvicorn = uvicorn.Server(config)
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.uvicorn.serve()

    def __enter__(self) -> Running:
        self.thread.start()
        until(lambda: self.uvicorn.started)
        self.address = f"127.0.0.1:{self.uvicorn.servers[0].sockets[0].getsockname()[1]}"
        return self

    def __exit__(self, *_: object) -> None:
        """Stop, and wait until nothing is left that could come to light in another test."""
        self.uvicorn.should_exit = True
        self.thread.join()

    def call(self, make: Callable[[], Any]) -> Any:
        """Run a coroutine in the server's loop."""
        return asyncio.run_coroutine_threadsafe(make(), self.loop).result(PATIENCE)

    def look(self, find: Callable[[], Any]) -> Any:
        """Call a function in the server's loop, between two steps of what goes on there."""

        async def found() -> Any:
            return find()

        return self.call(found)


class Nursery:
    """Server processes on demand, to be killed (see nursery.py)."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-m", "server.nursery"]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, text=True, env=environment, **pipes)

    @contextmanager
    def server(self, db: str) -> Iterator[tuple[int, str]]:
        """A server in a process of its own: its id and address. It is killed in the end."""
        out = self._write(db)
        lines = [out.readline(), out.readline()]  # in either order: the child's id and what the child prints
        child = int(next(line for line in lines if line.strip().isdigit()))
        found = re.search(r"http://localhost:(\d+)/", "".join(lines))
        assert found, "the server did not start"
        try:
            yield child, f"127.0.0.1:{found[1]}"
        finally:
            kill(child)

    def _write(self, line: str) -> IO[str]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


def kill(process: int) -> None:
    """kill -9, and wait until it is gone."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
        until(lambda: not Path(f"/proc/{process}").exists())


def until(true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait for something to become true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := true():
            return found
        time.sleep(0.01)
    raise AssertionError("it did not happen in time")


# ---------------------------------------------------------------------- people

opened: list[Any] = []
"""What a test has to close."""


def close_all() -> None:
    """Close all that was opened, the newest first."""
    while opened:
        opened.pop().close()


def rated(**wish: Any) -> dict[str, Any]:
    """What is wished for a rated table: a clock at which whoever runs out loses, and nobody here does."""
    return {"rated": True, "pace": {"kind": "turns", "turn": 24 * 3600, "out": "lose"}, **wish}


class Person:
    """Somebody with a browser."""

    def __init__(self, address: str, name: str = "") -> None:
        self.address = address
        self.http = httpx.Client(base_url=f"http://{address}", timeout=PATIENCE)
        self.pages: list[str] = []
        opened.append(self)
        if name:
            assert self.post("/api/me", {"name": name}).status_code == 200
        else:
            self.get("/api/me")

    def get(self, path: str) -> httpx.Response:
        answer = self.http.get(path)
        self.pages.append(answer.text)
        return answer

    def post(self, path: str, body: Any = None) -> httpx.Response:
        answer = self.http.post(path, json=body) if body is not None else self.http.post(path)
        self.pages.append(answer.text)
        return answer

    def open(self, game: str, seats: list[str], **wish: Any) -> Any:
        """A new table."""
        answer = self.post("/api/tables", {"game": game, "seats": seats, **wish})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def join(self, link: str) -> Any:
        answer = self.post("/api/join", {"link": link})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def watch(self, table: str, seat: int | None = None, since: int | None = None) -> Watcher:
        return Watcher(self, table, seat, since)

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def close(self) -> None:
        self.http.close()


class Watcher:
    """A socket at a table that keeps, as a page does, what the frames say."""

    numbers = itertools.count(1)

    def __init__(self, person: Person, table: str, seat: int | None = None, since: int | None = None) -> None:
        self.person, self.table, self.seat = person, table, seat
        self.life: str | None = None
        opened.append(self)
        self._connect(since)
        self.raw: list[str] = []
        self.frames: list[Frame] = []
        self.hello: Frame = {}
        self.view: Frame = {}
        self.scene: dict[str, Any] = {}
        self.events: list[Frame] = []
        self.version = self.seq = self.ply = 0

    def _connect(self, since: int | None) -> None:
        life = None if since is None else self.life
        known = (("seat", self.seat), ("since", since), ("life", life))
        query = "&".join(f"{key}={value}" for key, value in known if value is not None)
        address = f"ws://{self.person.address}/api/tables/{self.table}/live?{query}"
        headers = {"Cookie": self.person.cookie()}
        # What comes is read at once, so that a close is heard while the test is busy; and only the test gives up.
        patient: dict[str, Any] = {"max_queue": None, "open_timeout": PATIENCE, "ping_interval": None}
        self.context = connect(address, additional_headers=headers, compression=None, max_size=None, **patient)
        self.socket: ClientConnection = self.context.__enter__()

    # -- listening

    def next(self, timeout: float = PATIENCE) -> Frame:
        """The next frame, taken in."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.raw.append(text)
        frame: Frame = json.loads(text)
        self.frames.append(frame)
        self._take(frame)
        return frame

    def hear(self, kind: str, timeout: float = PATIENCE, **facts: Any) -> Frame:
        """Frames up to one of this kind (and with these facts)."""
        while True:
            frame = self.next(timeout)
            if frame["t"] == kind and all(frame.get(key) == value for key, value in facts.items()):
                return frame

    def hear_version(self, version: int) -> Watcher:
        """Frames up to this version of the game."""
        while self.version < version:
            self.next()
        return self

    def cut(self, hard: bool) -> Frame:
        """Lose the connection and come back as a page does; the greeting."""
        if hard:
            self.socket.socket.shutdown(socket.SHUT_RDWR)
        self.context.__exit__(None, None, None)
        self._connect(self.seq)
        return self.next()

    def drain(self) -> Watcher:
        """All frames that are there: those before the answer to a ping."""
        self.hear("answer", id=self.say({"t": "ping"}))
        return self

    def _take(self, frame: Frame) -> None:
        self.seq = max(self.seq, frame["seq"])
        if frame["t"] == "hello":
            self.hello = frame
            self.life = frame["life"]
            self.view = dict(frame["view"])
            self.scene = {node["id"]: node for node in frame["scene"]["nodes"]}
            self.events = list(frame["events"])
        if frame["t"] in ("step", "seats"):
            sheets = {**self.view["sheets"], **frame["view"].get("sheets", {})}
            self.view.update(frame["view"])
            self.view["sheets"] = sheets
            self._change_scene(frame["scene"])
        if frame["t"] == "step":
            if "undone_to" in frame:
                self.events = [event for event in self.events if event["ply"] <= frame["undone_to"]]
            self.events += frame["events"]
        if frame["t"] in ("hello", "step"):
            self.version, self.ply = frame["version"], frame["ply"]

    def _change_scene(self, change: Frame) -> None:
        for node in change["set"]:
            self.scene[node["id"]] = node
        for ident in change["remove"]:
            del self.scene[ident]
        if change["order"] is not None:
            self.scene = {ident: self.scene[ident] for ident in change["order"]}

    # -- speaking

    def say(self, message: Frame) -> str:
        """Send a message; its id."""
        ident = message.get("id") or f"m{next(self.numbers)}"
        self.socket.send(json.dumps({**message, "id": ident}))
        return str(ident)

    def ask(self, message: Frame) -> Frame:
        """Send a message and take the frame that answers it."""
        ident = self.say(message)
        while True:
            frame = self.next()
            if frame.get("id") == ident:
                return frame

    def act(self, seat: int, action: str, version: int | None = None) -> Frame:
        asked = {"t": "act", "seat": seat, "action": action, "version": self.version if version is None else version}
        return self.ask(asked)

    def legal(self) -> list[str]:
        return [offer["notation"] for offer in self.view["legal"]]

    @property
    def over(self) -> bool:
        return self.view.get("outcome") is not None

    def close(self) -> None:
        self.context.__exit__(None, None, None)

    def flood(self, texts: Iterable[str | bytes]) -> int:
        """Send these until the server closes, as it may at any of them; its code."""
        with suppress(ConnectionClosed):
            for text in texts:
                self.socket.send(text)
        return self.closed()

    def closed(self) -> int:
        """Read until the server closes; its code."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0

    def picture(self) -> Any:
        """All that this viewer knows, for comparing."""
        return {"view": self.view, "scene": self.scene, "events": self.events, "ply": self.ply, "version": self.version}


# ---------------------------------------------------------------------- games


def lost(table: Any) -> list[str | None]:
    """Of a table as `Party.info` has it, by seat: how it has lost ("time", "left"), if it has."""
    return [seat["lost"] for seat in table["seats"]]


class Party:
    """People at one table, one socket each, who play chance moves and stay in step.

    The deal is the same each time; with None for `table_seed`, the server draws one, which is nobody's to know.
    """

    def __init__(
        self, address: str, game: str, players: int, seed: int = 1, table_seed: str | None = "a known deal", **wish: Any
    ) -> None:
        self.people = [Person(address, name) for name in ("Ada", "Ben", "Cleo", "Dan")[:players]]
        options = {"players": players}
        wishes = ["me"] + ["open"] * (players - 1)
        if table_seed is not None:
            wish["seed"] = table_seed
        opened = self.people[0].open(game, wishes, options=options, **wish)
        self.id: str = opened["id"]
        for person, seat in zip(self.people[1:], opened["seats"][1:], strict=True):
            person.join(seat["link"])
        self.chance = Chance.of(seed, "party")
        self.watchers = [person.watch(self.id, seat) for seat, person in enumerate(self.people)]
        self.people.append(Person(address))  # a spectator, the last one
        self.watchers.append(self.people[-1].watch(self.id))
        for watcher in self.watchers:
            watcher.hear("hello")
            watcher.drain()

    @property
    def over(self) -> bool:
        return self.watchers[0].over

    def info(self, person: int = 0) -> Any:
        """The table as the server describes it to one of them."""
        return self.people[person].get(f"/api/tables/{self.id}").json()

    def choice(self) -> tuple[int, str]:
        """A seat that owes a decision, and something it may do."""
        acting = self.watchers[0].view["to_act"]
        seat = self.chance.choice(acting)
        return seat, self.chance.choice(self.watchers[seat].legal())

    def step(self) -> tuple[int, str]:
        """Somebody plays something; all hear of it."""
        seat, action = self.choice()
        answer = self.watchers[seat].act(seat, action)
        assert answer["t"] == "done", answer
        self.keep_up(self.watchers[seat].version)
        return seat, action

    def keep_up(self, version: int) -> None:
        for watcher in self.watchers:
            watcher.hear_version(version)

    def play_out(self) -> None:
        while not self.over:
            self.step()
