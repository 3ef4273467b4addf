"""Bots that think in a second worker: for the table it is a process like any other (see `thinking`)."""

from __future__ import annotations

import asyncio
from typing import Protocol

from waystation.server.metrics import Metrics
from waystation.server.thinking import BotPool, Process


class Workshop(Protocol):
    """What the page's worker does about the second worker."""

    async def start_bots(self) -> None:
        """Start it; return when it can be told something. Any error: it can't be started."""

    def tell_bots(self, text: str) -> None:
        """Tell it a line."""

    def end_bots(self) -> None:
        """End it at once."""


class BotWorker:
    """The second worker as a process; `stdin` and `stdout` are itself."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self.lines: asyncio.Queue[bytes] = asyncio.Queue()

    @property
    def stdin(self) -> BotWorker:
        return self

    @property
    def stdout(self) -> BotWorker:
        return self

    @property
    def returncode(self) -> None:
        """It runs, as far as anybody knows."""

    def write(self, line: bytes) -> None:
        self.workshop.tell_bots(line.decode())

    async def drain(self) -> None:
        """It takes everything at once."""

    async def readline(self) -> bytes:
        return await self.lines.get()

    def heard(self, text: str) -> None:
        """It has answered; with nothing: it has ended."""
        self.lines.put_nowait(text.encode())

    def kill(self) -> None:
        self.workshop.end_bots()
        self.heard("")

    async def wait(self) -> int:
        return 0


class TabBots(BotPool):
    """One worker for all bots of this tab."""

    def __init__(self, metrics: Metrics, workshop: Workshop) -> None:
        super().__init__(metrics, size=1)
        self.workshop = workshop
        self.worker: BotWorker | None = None

    async def _new(self) -> Process:
        await self.workshop.start_bots()
        self.worker = BotWorker(self.workshop)
        return self.worker

    def heard(self, text: str) -> None:
        """The worker has answered; with nothing: it has ended."""
        if self.worker is not None:
            self.worker.heard(text)
