"""What strangers send, read so that nobody has to wait for it.

What is small is read at once, and opened as a table in a thread. What is larger (a record of a whole game, an owner's
set) is read, replayed and turned into rows in a process of its own, which has a time and a size. Nothing is refused
by one database that another takes: see `wishes`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from typing import NoReturn

import msgspec
from starlette.requests import ClientDisconnect, Request

from waystation.engine import words
from waystation.engine.typed import decode
from waystation.engine.words import say

from .opening import Opening
from .protocol import NewTable
from .refusals import Refused, as_heard
from .rows import Entry, SeatRow, TableRow
from .wishes import SMALL, opened, read

SECONDS = 30.0
"""For reading a larger one."""
MEMORY = 1 << 30
"""Bytes that the process may use which reads it."""


async def body(request: Request, limit: int) -> bytes:
    """The body of a request; Refused (413) as soon as it is longer than allowed."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and (len(declared) > 12 or int(declared) > limit):
        _too_long(limit)
    parts: list[bytes] = []
    size = 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > limit:
                _too_long(limit)
            parts.append(part)
    except ClientDisconnect as error:
        raise Refused(say("The body ended early."), status=400) from error
    return b"".join(parts)


def _too_long(limit: int) -> NoReturn:
    raise Refused(say("The body is longer than {n} KB.", n=limit // 1024), status=413)


# ---------------------------------------------------------------------- tables


async def open_table(content: bytes, person: str) -> Opening:
    """The rows of the table that a body wishes for. Refused if it makes no sense."""
    if len(content) <= SMALL:
        wish = read(content, NewTable)
        return await asyncio.to_thread(opened, wish, person)
    async with _one_at_a_time():
        return await _elsewhere(content, person)


_turns: dict[asyncio.AbstractEventLoop, asyncio.Lock] = {}


def _one_at_a_time() -> asyncio.Lock:
    """Large bodies are read one after another."""
    loop = asyncio.get_running_loop()
    if loop not in _turns:
        _turns.clear()  # another loop has ended
        _turns[loop] = asyncio.Lock()
    return _turns[loop]


async def _elsewhere(content: bytes, person: str) -> Opening:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "waystation.server.reading",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        # Whose table it is is a secret, and everybody on the machine sees arguments.
        told, _ = await asyncio.wait_for(process.communicate(person.encode() + b"\n" + content), SECONDS)
    except TimeoutError as error:
        raise Refused(say("Reading this takes longer than {n} seconds.", n=round(SECONDS)), status=422) from error
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    return await asyncio.to_thread(_opening, told.splitlines())


class _Answer(msgspec.Struct):
    """The first line that the process writes; the lines of the log follow, each on its own."""

    status: int = 0
    reason: str = ""
    row: TableRow | None = None
    seats: list[SeatRow] = []


READ = (_Answer, Entry)


def _opening(lines: list[bytes]) -> Opening:
    answer = decode(lines[0], _Answer) if lines else _Answer(422, as_heard(say("This is too much to read.")))
    if answer.row is None:
        raise Refused(answer.reason, status=answer.status)
    return answer.row, answer.seats, [decode(line, Entry) for line in lines[1:]]


def main() -> None:
    """Read a person's id and a body from standard input, write the rows of their table."""
    with suppress(ImportError, AttributeError, OSError, ValueError):  # not on every system
        import resource

        os.nice(5)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    words.speak_as_asked()
    out = sys.stdout.buffer
    sys.stdout = sys.stderr
    lines: list[Entry] = []
    try:
        person = sys.stdin.buffer.readline().decode().rstrip("\n")
        row, seats, lines = opened(read(sys.stdin.buffer.read(), NewTable), person)
        answer = _Answer(row=row, seats=seats)
    except Refused as refused:
        answer = _Answer(refused.status, refused.reason)
    except MemoryError:
        answer = _Answer(422, as_heard(say("This is too much to read.")))
    for value in (answer, *lines):
        out.write(msgspec.json.encode(value) + b"\n")


if __name__ == "__main__":
    main()
