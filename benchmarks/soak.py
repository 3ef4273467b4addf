"""Hours of play on several processes of one PostgreSQL, whose owners are killed at random. Prints figures at the end.

    python benchmarks/soak.py --minutes 60                      # 60 tables, 3 processes, a kill every 20 s
    python benchmarks/soak.py --minutes 5 --tables 20 --processes 2 --kill-every 10

It starts a PostgreSQL of its own (or uses that of --db), servers on it (`--processes`), and people and bots who play on
in new tables as games end. Each viewer comes back like the page does. In between all processes are started anew, one
after another (SIGHUP). In the end each table's log is compared with what players were told: moves that were
acknowledged and are not there, that are there twice, viewers that were behind for longer than five seconds, bots that
stopped. It ends with 1 if there are any.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from sqlalchemy import Engine, text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from waystation.engine import Chance
from waystation.server.hub import kept_id
from waystation.server.storage import make_engine

PAUSES = (0.3, 1.0, 2.0)
"""Seconds after which the page connects again, as its link.js does."""
ANSWER = 20.0
"""Seconds after which a player who has no answer sends the same message again, on a new connection."""


# ---------------------------------------------------------------------- what runs


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own: the address of a database in it."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    binaries = Path(found).parent if found else next(iter(programs), None)
    if binaries is None:
        raise SystemExit("there are no programs of PostgreSQL here; name a database with --db")
    folder = Path(tempfile.mkdtemp(prefix="waystation-soak-"))
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_user:
        shutil.chown(folder, "postgres")

    def run(*words: object) -> None:
        subprocess.run([*as_user, *map(str, words)], check=True, stdout=subprocess.DEVNULL, cwd="/")

    run(binaries / "initdb", "-D", folder / "data", "-A", "trust", "-U", "postgres")
    control = (binaries / "pg_ctl", "-D", folder / "data", "-w")
    run(*control, "-o", f"-k {folder} -c listen_addresses=", "-l", folder / "log", "start")
    try:
        yield f"postgresql://postgres@/postgres?host={folder}"
    finally:
        run(*control, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def servers(db: str, processes: int, log: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The parent of some servers, and their address."""
    command = [sys.executable, "-m", "waystation.server", "--port", "0", "--db", db, "--processes", str(processes)]
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*command, "--log-level", "WARNING"], stdout=subprocess.PIPE, stderr=errors, text=True
        )
    try:
        assert process.stdout is not None
        found = re.search(r"http://localhost:(\d+)/", process.stdout.readline())
        if found is None:
            raise SystemExit(f"the servers did not start: {log.read_text()}")
        yield process, f"127.0.0.1:{found[1]}"
    finally:
        process.terminate()
        process.wait()


def children(parent: int) -> list[int]:
    """The servers that run now."""
    return [int(word) for word in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def cpu(pid: int) -> float:
    """Seconds of CPU that a process has used."""
    with contextlib.suppress(OSError):
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


# ---------------------------------------------------------------------- who plays


@dataclass
class Figures:
    """What is counted."""

    limit: float
    actions: int = 0
    repeated: int = 0
    stale: int = 0
    lost: int = 0
    games: int = 0
    waits: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)
    behind: list[float] = field(default_factory=list)
    kills: int = 0
    renewals: int = 0
    wrong: list[str] = field(default_factory=list)


class Viewer:
    """One browser at a table: it keeps what it was told, and comes back whenever its connection ends."""

    def __init__(self, table: Table, seat: int | None, cookie: str) -> None:
        self.table, self.seat, self.cookie = table, seat, cookie
        self.version = 0
        self.view: dict[str, Any] = {}
        self.seq: int | None = None
        self.life = ""
        self.over = False
        self.socket: ClientConnection | None = None
        self.answers: dict[str, dict[str, Any]] = {}
        self.news = asyncio.Condition()
        self.down_since: float | None = None

    async def run(self) -> None:
        """Connect, listen, come back, until the game is over."""
        tries = 0
        while True:
            try:
                async with self._connected() as socket:
                    async for message in socket:
                        await self._take(json.loads(message))
                        tries = 0
            except (OSError, WebSocketException):
                pass
            self.socket = None
            if self.table.done:
                return
            if self.down_since is None:
                self.down_since = time.monotonic()
                self.table.figures.lost += 1
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[ClientConnection]:
        known = (("seat", self.seat), ("since", self.seq), ("life", self.life or None))
        query = "&".join(f"{name}={value}" for name, value in known if value is not None)
        url = f"ws://{self.table.address}/api/tables/{self.table.id}/live?{query}"
        headers = {"Cookie": self.cookie}
        async with connect(url, additional_headers=headers, compression=None, max_size=None, ping_timeout=60) as socket:
            self.socket = socket
            yield socket

    async def _take(self, frame: dict[str, Any]) -> None:
        kind = frame["t"]
        if kind == "hello" and frame["life"] != self.life:
            self.life, self.seq = frame["life"], None
        self.seq = max(self.seq or 0, frame["seq"])
        async with self.news:
            if kind in ("hello", "resumed") and self.down_since is not None:
                self.table.figures.back.append(time.monotonic() - self.down_since)
                self.down_since = None
            if kind in ("hello", "step"):
                self.version = frame["version"]
            if kind in ("hello", "step", "seats"):
                self.view = {**self.view, **frame["view"]}
                self.over = self.view.get("outcome") is not None
            if frame.get("id"):
                self.answers[frame["id"]] = frame
            if kind == "closed":
                self.table.figures.wrong.append(f"{self.table.id}: a viewer was sent away: {frame['reason']}")
                self.table.done = True
            self.news.notify_all()

    async def until(self, true: Any, seconds: float) -> bool:
        """Wait until something is true of what was told; False if it is not in time."""
        try:
            async with asyncio.timeout(seconds), self.news:
                await self.news.wait_for(true)
        except TimeoutError:
            return False
        return True


class Table:
    """A table, its viewers (a spectator is the last), and what was acknowledged there."""

    def __init__(self, address: str, figures: Figures) -> None:
        self.address, self.figures = address, figures
        self.id = ""
        self.done = False
        self.viewers: list[Viewer] = []
        self.acknowledged: set[tuple[int | None, str]] = set()

    async def open(self, client: httpx.AsyncClient, game: str, bot: bool, players: int = 2) -> None:
        """A new table with people (and perhaps a bot) at it."""
        cookies = []
        for number in range(players + 1):
            answer = await asked(client, "/api/me", {"name": f"Player {number + 1}"})
            cookies.append(f"waystation={answer.cookies['waystation']}")
        seats = ["me", *(["open"] * (players - 2)), "bot:random" if bot else "open"]
        wish = {"game": game, "options": {"players": players}, "seats": seats}
        opened = (await asked(client, "/api/tables", wish, cookies[0])).json()
        self.id = opened["id"]
        for number, seat in enumerate(opened["seats"]):
            if seat["kind"] == "open":
                await asked(client, "/api/join", {"link": seat["link"]}, cookies[number])
        mine = [number for number, seat in enumerate(opened["seats"]) if seat["kind"] != "bot"]
        self.viewers = [Viewer(self, seat, cookies[seat]) for seat in mine]
        self.viewers.append(Viewer(self, None, cookies[-1]))

    async def play(self, chance: Chance, pace: float, end: float) -> None:
        """Play until the game is over, or there is no more time."""
        running = [asyncio.create_task(viewer.run()) for viewer in self.viewers]
        try:
            for viewer in self.viewers:
                await viewer.until(lambda v=viewer: v.version > 0, 30)
            number = 0
            while time.monotonic() < end and not self.done and not any(viewer.over for viewer in self.viewers):
                await asyncio.sleep(pace * (0.5 + chance.below(100) / 100))
                newest = max(self.viewers, key=lambda viewer: viewer.version)  # others may be on their way back
                seen, acting = newest.version, newest.view.get("to_act", ())
                mover = next((viewer for viewer in self.viewers[:-1] if viewer.seat in acting), None)
                if acting and mover is None:  # it is the bot's turn
                    if not await self._further(seen, 30):
                        self.figures.wrong.append(f"{self.id}: a bot did not move within 30 s")
                        return
                elif mover is not None and mover.version == seen:
                    number += 1
                    await self._act(mover, f"a{number}", chance)
            self.figures.games += any(viewer.over for viewer in self.viewers)
        finally:
            self.done = True
            for viewer in self.viewers:
                if viewer.socket is not None:
                    await viewer.socket.close()
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def _further(self, seen: int, seconds: float) -> bool:
        """Wait until somebody has seen a later version than this; False if nobody has in time."""
        end = time.monotonic() + seconds
        while all(viewer.version <= seen for viewer in self.viewers):
            if time.monotonic() > end:
                return False
            await asyncio.sleep(0.05)
        return True

    async def _act(self, mover: Viewer, ident: str, chance: Chance) -> None:
        """One action, sent again until it is answered; then everybody must see it in time."""
        legal, version = mover.view.get("legal") or [], mover.version
        if not legal:
            return
        message = {"t": "act", "id": ident, "seat": mover.seat, "version": version}
        message["action"] = chance.choice(legal)["notation"]
        began = time.monotonic()
        while ident not in mover.answers:
            with contextlib.suppress(OSError, WebSocketException):
                if mover.socket is not None:
                    await mover.socket.send(json.dumps(message))
            used = mover.socket
            await mover.until(lambda used=used: ident in mover.answers or mover.socket is not used, ANSWER)
            if mover.socket is None:
                await asyncio.sleep(0.05)
        answer = mover.answers.pop(ident)
        if answer["t"] != "done":
            self.figures.stale += 1
            if not answer.get("stale"):
                self.figures.wrong.append(f"{self.id}: refused: {answer.get('reason')}")
            return
        self.acknowledged.add((mover.seat, ident))
        self.figures.actions += 1
        self.figures.repeated += bool(answer.get("repeated"))
        self.figures.waits.append(time.monotonic() - began)
        for viewer in self.viewers:
            now = time.monotonic()
            if not await viewer.until(lambda v=viewer: v.version > version, 30):
                self.figures.wrong.append(f"{self.id}: a viewer did not see a move within 30 s")
            if time.monotonic() - now > self.figures.limit:
                self.figures.behind.append(time.monotonic() - now)


async def asked(client: httpx.AsyncClient, path: str, body: Any, cookie: str = "") -> httpx.Response:
    """A request that is asked again while processes come and go."""
    for _ in range(40):
        client.cookies.clear()
        with contextlib.suppress(httpx.TransportError):
            answer = await client.post(path, json=body, headers={"Cookie": cookie} if cookie else {})
            if answer.status_code < 300:
                return answer
        await asyncio.sleep(0.25)
    raise SystemExit(f"{path} was not answered: {answer.status_code} {answer.text[:200]}")


# ---------------------------------------------------------------------- what is done to them


async def harm(parent: int, every: float, renew_every: float, end: float, chance: Chance, figures: Figures) -> None:
    """kill -9 a server now and then, and now and then start all of them anew."""
    renew_at = time.monotonic() + renew_every
    while time.monotonic() + every < end:
        await asyncio.sleep(every * (0.5 + chance.below(100) / 100))
        if time.monotonic() > renew_at:
            os.kill(parent, signal.SIGHUP)
            figures.renewals += 1
            renew_at = time.monotonic() + renew_every
        elif found := children(parent):
            with contextlib.suppress(ProcessLookupError):
                os.kill(chance.choice(found), signal.SIGKILL)
                figures.kills += 1


def compare(engine: Engine, tables: list[Table], figures: Figures) -> tuple[int, int]:
    """How many acknowledged moves are lost, and how many are there twice."""
    lost = doubled = 0
    statement = text("SELECT message FROM log WHERE table_id = :id AND kind = 'move' AND message IS NOT NULL")
    people = text("SELECT seat, person FROM seats WHERE table_id = :id")
    numbers = text(
        "SELECT count(*) AS lines, max(seq) AS last FROM log WHERE table_id = :id AND kind IN ('start', 'move')"
    )
    with engine.connect() as connection:
        for table in tables:
            written = Counter(connection.scalars(statement, {"id": table.id}))
            person: dict[int | None, str] = {
                row.seat: row.person for row in connection.execute(people, {"id": table.id})
            }
            kept = {kept_id(person[seat], ident) for seat, ident in table.acknowledged}
            lost += len(kept - written.keys())
            doubled += sum(count - 1 for count in written.values())
            row = connection.execute(numbers, {"id": table.id}).one()
            if row.lines > row.last:
                figures.wrong.append(f"{table.id}: the log has two lines of a number")
    return lost, doubled


async def soak(given: argparse.Namespace, address: str, parent: int) -> tuple[Figures, list[Table]]:
    """All of it, with a bar."""
    figures, tables = Figures(given.behind), []
    end = time.monotonic() + 60 * given.minutes
    limits = httpx.Limits(max_connections=20, max_keepalive_connections=0)

    async def seat_of_games(number: int, client: httpx.AsyncClient) -> None:
        for game in range(10_000):
            if time.monotonic() > end - 5:
                return
            table = Table(address, figures)
            await table.open(client, given.game, bot=number % 2 == 1)
            tables.append(table)
            await table.play(Chance.of(given.seed, f"soak {number} {game}"), given.pace, end)

    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30, limits=limits) as client:
        work = [asyncio.create_task(seat_of_games(number, client)) for number in range(given.tables)]
        chance = Chance.of(given.seed, "harm")
        work.append(asyncio.create_task(harm(parent, given.kill_every, given.renew_every, end, chance, figures)))
        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        with Progress(*columns, disable=not sys.stderr.isatty()) as bar:
            line = bar.add_task("", total=60 * given.minutes)
            while not all(task.done() for task in work):
                told = f"{figures.actions} actions, {figures.kills} kills, {len(figures.wrong)} wrong"
                bar.update(line, completed=60 * given.minutes - (end - time.monotonic()), description=told)
                await asyncio.sleep(1)
        await asyncio.gather(*work)
    return figures, tables


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--game", default="wayfinders")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between two actions at a table")
    parser.add_argument("--kill-every", type=float, default=20, help="seconds between two kills")
    parser.add_argument("--renew-every", type=float, default=120, help="seconds between two rolling restarts")
    parser.add_argument("--behind", type=float, default=5, help="seconds that a viewer may be behind")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--log", type=Path, help="keep what the servers say in this file")
    parser.add_argument("--db", help="a PostgreSQL to use instead of one of our own; it is filled with tables")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        db = given.db or stack.enter_context(postgres())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        parent, address = stack.enter_context(servers(db, given.processes, given.log or folder / "log"))
        engine = make_engine(db)
        began = time.monotonic()
        figures, tables = asyncio.run(soak(given, address, parent.pid))
        used = sum(map(cpu, children(parent.pid)))
        lost, doubled = compare(engine, tables, figures)
        engine.dispose()
    waits = figures.waits
    report = {
        "minutes": (time.monotonic() - began) / 60,
        "tables opened": len(tables),
        "games played out": figures.games,
        "actions acknowledged": figures.actions,
        "acknowledged and lost": lost,
        "written twice": doubled,
        "sent again, found done": figures.repeated,
        "refused as stale": figures.stale,
        "processes killed": figures.kills,
        "rolling restarts": figures.renewals,
        "connections lost": figures.lost,
        "back after, s: median": statistics.median(figures.back or [0.0]),
        "back after, s: p99": quantile(figures.back, 0.99),
        "back after, s: longest": max(figures.back or [0.0]),
        "viewers behind for too long": len(figures.behind),
        "back only after too long": sum(seconds > given.behind for seconds in figures.back),
        "answer, ms: median": 1000 * quantile(waits, 0.5),
        "answer, ms: p95": 1000 * quantile(waits, 0.95),
        "answer, s: longest": max(waits or [0.0]),
        "CPU s of the last processes": used,
    }
    for name, value in report.items():
        print(f"{name:30} {value:.2f}" if isinstance(value, float) else f"{name:30} {value}")
    late = [seconds for seconds in figures.back if seconds > given.behind]
    for fault in [*figures.wrong[:20], *(f"back only after {seconds:.1f} s" for seconds in late[:20])]:
        print(fault)
    sys.exit(bool(lost or doubled or figures.wrong or figures.behind or late))


if __name__ == "__main__":
    main()
