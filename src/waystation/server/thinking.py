"""Who thinks when: the processes in which bots think, shared fairly by the people whose bots they are.

Think time is a shared good. Whoever has used least of it comes first, nobody's bots hold all the processes at once, and
tables at which no person plays come last: what they think is broken off if somebody has to wait for it.

A bot is one object for a seat and a game, and stays in the process in which it was made. One whose process is held for
long by others moves to a free one, where it is made anew and catches up (see `worker`).
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from time import monotonic, perf_counter
from typing import Protocol

import msgspec

from waystation.engine.typed import decode
from waystation.engine.words import say

from .metrics import Metrics
from .worker import Asked, Earlier, Forget, Question, Reply

LIMIT = 20.0
"""Seconds for a decision, after which a bot is given up."""
PATIENCE = 2.0
"""Seconds that a bot waits for its own process before it moves, and people for a table without people."""
BOTS = 32
"""Bots that a process keeps; the one that has not been asked for longest is made anew when it is asked again."""
HALF = 60.0
"""Seconds after which half of the time that somebody has used is forgotten."""
LONGEST = 64 << 20
"""Bytes of an answer: all turns of a long game are some 100 KB, more than asyncio takes by itself."""


class BotFailed(Exception):
    """The bot was too slow, crashed or chose what is not allowed; the text says which."""


class ProcessEnded(BotFailed):
    """The process in which it thought has ended."""


class _In(Protocol):
    def write(self, line: bytes, /) -> None: ...

    async def drain(self) -> None: ...


class _Out(Protocol):
    async def readline(self) -> bytes: ...


class Process(Protocol):
    """Where bots think: it takes a line and answers with one (see `worker`)."""

    @property
    def stdin(self) -> _In | None: ...

    @property
    def stdout(self) -> _Out | None: ...

    @property
    def returncode(self) -> int | None:
        """None while it runs."""

    def kill(self) -> None:
        """End it at once; ProcessLookupError if it has ended."""

    async def wait(self) -> int:
        """Wait until it has ended."""


CatchUp = Callable[[], Awaitable[Sequence[Earlier]]]


async def _nothing() -> Sequence[Earlier]:
    return ()


class _Seat:
    """A process, or the place for one; `bots` live in it."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.asked: _Request | None = None
        self.bots: OrderedDict[str, None] = OrderedDict()


class _Request:
    """Somebody's bot wants to think."""

    def __init__(self, person: str, alone: bool, bot: str) -> None:
        self.person, self.alone, self.bot = person, alone, bot
        self.since = monotonic()
        self.turn: asyncio.Future[_Seat] = asyncio.get_running_loop().create_future()
        self.broken_off = False


class BotPool:
    """A few processes, started when they are first needed."""

    def __init__(self, metrics: Metrics, size: int = 2, limit: float = LIMIT) -> None:
        self.metrics = metrics
        self.limit = limit
        self._seats = [_Seat() for _ in range(size)]
        self._waiting: list[_Request] = []
        self._used: dict[str, tuple[float, float]] = {}
        self._all: set[Process] = set()

    # ------------------------------------------------------------------ asking

    async def ask(self, asked: Asked, person: str = "", alone: bool = False, catch_up: CatchUp = _nothing) -> Reply:
        """The reply. BotFailed after the time limit, or if it fails in any other way.

        `person`: whose bot it is. `alone`: no person plays at its table. `catch_up`: what a bot that is made anew in
        the middle of a turn has decided in it.
        """
        ended = False
        while True:
            request = _Request(person, alone, asked.bot if isinstance(asked, Question) else "")
            try:
                seat = await self._turn(request)
            except asyncio.CancelledError:
                self._give_up(request)
                raise
            began = perf_counter()
            try:
                return await self._answer(seat, asked, catch_up)
            except ProcessEnded:
                if ended:
                    raise
                ended = not request.broken_off  # once that may be another's fault, or the system's
            finally:
                spent = perf_counter() - began
                self._used[person] = self.used(person) + spent, monotonic()
                self.metrics.bot_seconds.observe(spent)
                seat.asked = None
                self._share()

    async def _answer(self, seat: _Seat, asked: Asked, catch_up: CatchUp) -> Reply:
        limit = self.limit
        if seat.process is not None and seat.process.returncode is not None:
            await self._end(seat)  # before it was asked, so this question is not to blame
        try:
            if isinstance(asked, Question) and asked.bot and asked.bot not in seat.bots:
                asked = msgspec.structs.replace(asked, earlier=tuple(await catch_up()))
                limit *= 1 + bool(asked.earlier)
            if seat.process is None:
                seat.process = await self._start()
            reply = await asyncio.wait_for(self._talk(seat, asked), limit)
        except TimeoutError:
            await self._end(seat)
            raise BotFailed(say("took more than {seconds} seconds", seconds=f"{self.limit:g}")) from None
        except BaseException:
            await self._end(seat)
            raise
        if reply.error:
            raise BotFailed(reply.error)
        return reply

    def used(self, person: str) -> float:
        """Seconds of think time that somebody has used lately."""
        seconds, at = self._used.get(person, (0.0, 0.0))
        return float(seconds * 0.5 ** ((monotonic() - at) / HALF))

    # ------------------------------------------------------------------ sharing

    async def _turn(self, request: _Request) -> _Seat:
        self._waiting.append(request)
        self._share()
        if not request.turn.done():
            asyncio.get_running_loop().call_later(PATIENCE * 1.01, self._share)
        return await request.turn

    def _give_up(self, request: _Request) -> None:
        """Whoever asked does not want to know any more."""
        if request in self._waiting:
            self._waiting.remove(request)
        elif request.turn.done() and not request.turn.cancelled():
            request.turn.result().asked = None
        self._share()

    def _share(self) -> None:
        """Give free processes to those who wait, in the order in which they deserve them."""
        self._forget_small()
        for request in sorted(self._waiting, key=lambda one: (one.alone, self.used(one.person), one.since)):
            seat = self._seat_for(request)
            if seat is not None:
                self._waiting.remove(request)
                seat.asked = request
                if not request.turn.done():
                    request.turn.set_result(seat)
            elif not request.alone and request.since < monotonic() - PATIENCE:
                self._break_off()

    def _seat_for(self, request: _Request) -> _Seat | None:
        """The process in which a bot may think now: its own, or if it has waited long enough, another."""
        free = [seat for seat in self._seats if seat.asked is None]
        held = [seat.asked for seat in self._seats if seat.asked is not None]
        most = max(1, len(self._seats) - 1)
        mine = sum(one.person == request.person for one in held)
        alone = sum(one.alone for one in held)
        if not free or mine >= most or (request.alone and alone >= most):
            return None
        home = next((seat for seat in self._seats if request.bot and request.bot in seat.bots), None)
        if home in free:
            return home
        if home is not None:
            if request.since > monotonic() - PATIENCE:
                return None
            self._drop(home, request.bot)
        return min(free, key=lambda seat: (len(seat.bots), seat.process is None))

    def _break_off(self) -> None:
        """End what a table without people thinks: it is asked again later."""
        for seat in self._seats:
            if seat.asked is not None and seat.asked.alone and not seat.asked.broken_off:
                seat.asked.broken_off = True
                if seat.process is not None:
                    with suppress(ProcessLookupError):
                        seat.process.kill()
                return

    def _forget_small(self) -> None:
        if len(self._used) > 1000:
            self._used = {person: used for person, used in self._used.items() if self.used(person) > 1}

    # ------------------------------------------------------------------ bots

    def forget(self, bot: str) -> None:
        """A bot's game is over, or goes on otherwise than the bot remembers."""
        for seat in self._seats:
            if bot in seat.bots:
                self._drop(seat, bot)

    def _drop(self, seat: _Seat, bot: str) -> None:
        seat.bots.pop(bot, None)
        if seat.process is not None and seat.process.stdin is not None:
            with suppress(OSError, RuntimeError):
                seat.process.stdin.write(_line(Forget(bot)))

    # ------------------------------------------------------------------ processes

    @property
    def alive(self) -> bool:
        """Whether one of the processes runs, or none has been needed yet."""
        started = [seat.process for seat in self._seats if seat.process is not None]
        return not started or any(process.returncode is None for process in started)

    async def warm_up(self) -> None:
        """Start a process before anybody waits for it, or in the place of one that has ended."""
        seat = self._seats[0]
        if seat.asked is None and seat.process is not None and seat.process.returncode is not None:
            await self._end(seat)
        if seat.process is None and seat.asked is None:
            seat.asked = _Request("", True, "")
            try:
                seat.process = await self._start()
            finally:
                seat.asked = None
                self._share()

    async def close(self) -> None:
        """Stop all processes."""
        for process in list(self._all):
            await self._kill(process)

    async def _start(self) -> Process:
        process = await self._new()
        self._all.add(process)
        return process

    async def _new(self) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "waystation.server.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LONGEST,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )

    async def _talk(self, seat: _Seat, asked: Asked) -> Reply:
        process = seat.process
        if process is None or process.stdin is None or process.stdout is None:
            raise BotFailed(say("its process has no pipes"))
        if isinstance(asked, Question) and asked.bot:
            seat.bots[asked.bot] = None
            seat.bots.move_to_end(asked.bot)
            if len(seat.bots) > BOTS:
                self._drop(seat, next(iter(seat.bots)))
        try:
            process.stdin.write(_line(asked))
            await process.stdin.drain()
            line = await process.stdout.readline()
            return decode(line, Reply)
        except (OSError, ValueError) as error:
            raise ProcessEnded(say("its process ended")) from error

    async def _end(self, seat: _Seat) -> None:
        """End a process; its bots are made anew elsewhere."""
        process, seat.process = seat.process, None
        seat.bots.clear()
        await self._kill(process)

    async def _kill(self, process: Process | None) -> None:
        if process is None:
            return
        self._all.discard(process)
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _line(message: Asked | Forget) -> bytes:
    return msgspec.json.encode(message) + b"\n"
