"""`serve --processes N`: a parent that opens the port, and N servers behind it.

The parent holds the socket and lends it to each: whoever comes is taken by whichever is free, and nobody is refused
while one of them starts or ends. It starts anew who dies, tells the database at once that they are gone, passes signals
on, and on SIGHUP starts one after another anew, of the release that is installed then.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from .address import Address, page_at
from .doors import BACKLOG
from .mail import post_of
from .observe import log_to_stderr
from .roster import strike
from .storage import make_engine, migrate, url_of

log = logging.getLogger("waystation.server")

START = 60.0
"""Seconds in which a process is to be ready."""
STOP = 15.0
"""Seconds that a process has to end."""
SHORT = 10.0
"""Seconds: a process that lives no longer is not started again at once."""
PAUSES = (2.5, 2.5, 2.5, 5.0, 10.0)
"""Seconds before the next start, by the number of short lives before it: those that are left first take over, since to
start takes a processor for as long. If none is left, the first one is started at once."""


class Settings(msgspec.Struct, kw_only=True):
    """How to serve, in one process or in many; `app.run` says what each of them means."""

    db: str | None
    workers: int
    log_level: str
    public_url: str
    proxies: str
    fresh: bool = False
    inside: str
    smtp: str
    mail_from: str

    def given(self) -> dict[str, Any]:
        """As arguments of `app.run`."""
        return {name: getattr(self, name) for name in Settings.__struct_fields__}


class Wish(Settings, kw_only=True):
    """What a process is told, as a line on its standard input: its socket of the port (`fd`), what it is called
    (`name`), and the settings with its share of the `workers`.

    Not as arguments: a database's address may hold a password, and everybody sees those.
    """

    fd: int
    name: str


def share(workers: int, processes: int) -> list[int]:
    """How many of the processes in which bots think each server has: as many as the others, and at least one."""
    return [max(1, workers // processes + (number < workers % processes)) for number in range(processes)]


def run_many(processes: int, host: str, port: int, settings: Settings) -> None:
    """Serve until stopped. SystemExit with a sentence if that can't be done."""
    log_to_stderr(settings.log_level)
    try:
        Address(settings.public_url, settings.proxies)
        post_of(settings.smtp, settings.mail_from, settings.public_url)
    except ValueError as error:
        raise SystemExit(str(error)) from error
    try:
        if not settings.db or url_of(settings.db).get_backend_name() != "postgresql":
            raise SystemExit("several processes need PostgreSQL: --db postgresql://USER@HOST/NAME")
        engine = make_engine(settings.db)
        migrate(engine)
    except (SQLAlchemyError, ValueError, OSError) as error:
        raise SystemExit(f"the database cannot be opened: {str(error).strip().splitlines()[0]}") from error
    try:
        door = socket.create_server((host, port), family=_family(host), backlog=BACKLOG * 8)
    except OSError as error:
        raise SystemExit(f"port {port} of {host} cannot be opened: {error}") from error
    listens = door.getsockname()
    try:
        parent = Parent(engine, door.fileno(), settings, processes)
        asyncio.run(parent.run(page_at(listens[0], listens[1], settings.public_url)))
    finally:
        door.close()
        engine.dispose()


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


class Child:
    """A process, and how it is called in the database."""

    def __init__(self, process: Process, name: str) -> None:
        self.process, self.name = process, name
        self.since = monotonic()
        self.wanted = True

    @property
    def lives(self) -> bool:
        return self.process.returncode is None


class Parent:
    """See the module."""

    def __init__(self, engine: Engine, fd: int, settings: Settings, processes: int) -> None:
        self.engine, self.fd, self.settings = engine, fd, settings
        self.workers = share(settings.workers, processes)
        self.children: list[Child | None] = [None] * processes
        self.short = [0] * processes
        self._ending = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, url: str) -> None:
        """Start all, and look after them until asked to end."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._ending.set)
        loop.add_signal_handler(signal.SIGHUP, self._renew)
        try:
            ready = [await self._start(0)]  # alone: it writes what a new database begins with
            ready += await asyncio.gather(*(self._start(slot) for slot in range(1, len(self.children))))
            if not all(ready):
                raise SystemExit("not all processes have started; the log says why")
            print(f"Waystation is open at {url}", flush=True)
            await self._ending.wait()
        finally:
            self._ending.set()
            await asyncio.gather(*(self._stop(child) for child in self.children if child is not None))
            for task in self._tasks:
                task.cancel()

    # ------------------------------------------------------------------ one of them

    async def _start(self, slot: int) -> bool:
        """Start a process; whether it is ready. The one before it, if there is one, serves until then."""
        name = secrets.token_hex(6)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "waystation.server.child",
            stdin=PIPE,
            stdout=PIPE,
            pass_fds=[self.fd],
            start_new_session=True,  # Ctrl-C is for the parent, who passes it on
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        child = Child(process, name)
        settings = {**self.settings.given(), "workers": self.workers[slot]}
        ready = b""
        with suppress(OSError, TimeoutError):
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(Wish(fd=self.fd, name=name, **settings)) + b"\n")
            await process.stdin.drain()
            ready = await asyncio.wait_for(process.stdout.readline(), START)
        if not ready or self._ending.is_set():
            await self._stop(child)
            return False
        before, self.children[slot] = self.children[slot], child
        task = asyncio.create_task(self._look_after(slot, child))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if before is not None:
            await self._stop(before)
        return True

    async def _look_after(self, slot: int, child: Child) -> None:
        """Wait until a process ends; if nobody wanted that, start it anew."""
        await child.process.wait()
        await asyncio.to_thread(self._strike, child.name)
        if not child.wanted or self._ending.is_set():
            return
        log.error("a process has ended by itself", extra={"reason": f"exit code {child.process.returncode}"})
        self.short[slot] = self.short[slot] + 1 if monotonic() - child.since < SHORT else 0
        while not self._ending.is_set() and self.children[slot] is child:
            others = any(other is not None and other.lives for other in self.children)
            if others or self.short[slot]:
                await asyncio.sleep(PAUSES[min(self.short[slot], len(PAUSES) - 1)])
            if await self._start(slot):
                return
            self.short[slot] += 1
            log.error("a process cannot be started")

    def _strike(self, name: str) -> None:
        """Whoever is dead need not be waited for."""
        try:
            with self.engine.begin() as connection:
                strike(connection, name)
        except SQLAlchemyError:
            log.exception(
                "it cannot be written down that a process has ended"
            )  # the others see it when its time is over

    async def _stop(self, child: Child) -> None:
        child.wanted = False
        with suppress(ProcessLookupError):
            child.process.terminate()
        try:
            await asyncio.wait_for(child.process.wait(), STOP)
        except TimeoutError:
            log.error("a process did not end when it was asked to")
            with suppress(ProcessLookupError):
                child.process.kill()
            await child.process.wait()

    # ------------------------------------------------------------------ all of them

    def _renew(self) -> None:
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.create_task(self._renew_all())
            self._tasks.add(self._renewing)

    async def _renew_all(self) -> None:
        """One after another: a new process first, and when it is ready the old one ends."""
        for slot in range(len(self.children)):
            if self._ending.is_set():
                return
            if not await self._start(slot):
                log.error("a new process does not start: the others stay as they are")
                return
        log.warning("all processes have been started anew")
