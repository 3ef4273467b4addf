"""Bots think in processes of their own (`worker`), never on the event loop.

A worker gets a world that the bot's seat can't tell from the true table (as a position document), so it cannot know
more than its seat even if it tries. It has a time limit; a worker that oversteps it is killed and a new one started.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from time import perf_counter

import msgspec

from waystation.bots import game_bots, make
from waystation.bots.base import SpecError
from waystation.engine import Chance, State
from waystation.engine.typed import decode
from waystation.engine.words import say, told

from .metrics import Metrics
from .protocol import BotInfo
from .worker import Question, Reply

LIMIT = 20.0
"""Seconds for a decision, after which a bot is given up."""
HINTS = ("expert", "mcts:400ms")
"""Who gives hints: the game's own expert, if it has one, else a search."""

_OURS = (
    BotInfo(spec="random", title="Random: plays anything"),
    BotInfo(spec="greedy", title="Easy: looks at its own turn"),
    BotInfo(spec="mcts:300ms", title="Medium: searches for a moment"),
    BotInfo(spec="mcts:2s", title="Hard: searches for two seconds"),
)
_NAMES = frozenset(bot.spec.partition(":")[0] for bot in _OURS)


class BotFailed(Exception):
    """The bot was too slow, crashed or chose what is not allowed; the text says which."""


def _own_title(bot: str) -> str:
    return told(say("{bot}: made for this game", bot=bot.capitalize()), ())


def bots_of(game: str) -> list[BotInfo]:
    """The bots that may sit at a table of this game. Programs (``exec:``) may not: a stranger would choose them."""
    own = [BotInfo(spec=name, title=_own_title(name)) for name in sorted(game_bots(game))]
    return [*_OURS, *(bot for bot in own if bot.spec not in _NAMES)]


def check_spec(spec: str, game: str) -> None:
    """SpecError if this is no bot for a table of this game."""
    name = spec.partition(":")[0]
    if name not in _NAMES and name not in game_bots(game):
        raise SpecError(f"there is no bot {name!r} here; known are {', '.join(bot.spec for bot in bots_of(game))}")
    make(spec, game)


def hint_spec(game: str) -> str:
    """The bot that gives hints in this game."""
    return next(spec for spec in HINTS if spec in game_bots(game) or spec.partition(":")[0] in _NAMES)


def question(state: State, options: str, seat: int, spec: str) -> Question:
    """Everything that a bot may know, drawn anew where its seat does not know it."""
    rng = Chance(os.urandom(32))
    try:
        world = state.determinize(seat, rng)
        position = msgspec.Raw(msgspec.json.encode(world.position()))
    except Exception as error:
        raise BotFailed(f"{type(error).__name__} while a world was drawn for it") from error
    return Question(state.game.name, options, position, seat, spec)


class BotPool:
    """A few workers, started when they are first needed."""

    def __init__(self, metrics: Metrics, size: int = 2, limit: float = LIMIT) -> None:
        self.metrics = metrics
        self.limit = limit
        self._free: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(size):
            self._free.put_nowait(None)
        self._all: set[asyncio.subprocess.Process] = set()

    async def ask(self, asked: Question) -> Reply:
        """A bot's reply. BotFailed after the time limit, or if it fails in any other way."""
        worker = await self._free.get()
        began = perf_counter()
        try:
            if worker is None:
                worker = await self._start()
            reply = await asyncio.wait_for(self._talk(worker, asked), self.limit)
        except TimeoutError:
            await self._kill(worker)
            worker = None
            raise BotFailed(f"took more than {self.limit:g} seconds") from None
        except BaseException:
            await self._kill(worker)
            worker = None
            raise
        finally:
            self._free.put_nowait(worker)
            self.metrics.bot_seconds.observe(perf_counter() - began)
        if reply.error:
            raise BotFailed(reply.error)
        return reply

    async def warm_up(self) -> None:
        """Start a worker before anybody waits for it."""
        worker = await self._free.get()
        try:
            worker = worker or await self._start()
        finally:
            self._free.put_nowait(worker)

    async def close(self) -> None:
        """Stop all workers."""
        for worker in list(self._all):
            await self._kill(worker)

    async def _start(self) -> asyncio.subprocess.Process:
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "waystation.server.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        self._all.add(worker)
        return worker

    async def _talk(self, worker: asyncio.subprocess.Process, asked: Question) -> Reply:
        if worker.stdin is None or worker.stdout is None:
            raise BotFailed("its process has no pipes")
        try:
            worker.stdin.write(msgspec.json.encode(asked) + b"\n")
            await worker.stdin.drain()
            line = await worker.stdout.readline()
            return decode(line, Reply)
        except (OSError, ValueError) as error:
            raise BotFailed("its process ended") from error

    async def _kill(self, worker: asyncio.subprocess.Process | None) -> None:
        if worker is None:
            return
        self._all.discard(worker)
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()
