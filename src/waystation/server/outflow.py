"""What waits to be read: bounded in bytes for a socket, a person and the process.

A *connection* is one socket: what waits for it, and whether it is owed a hello. A hello is the largest frame by far, so
it is made only when it can be sent: when nothing else waits for this socket, and when what waits for all of them leaves
room for it. Who is too far behind is cut off; the page connects again and gets a hello.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Protocol

from waystation.engine.events import Viewer

SOCKET = 1 << 20
"""Bytes that may wait for a socket, beside one frame that is longer."""
PERSON = 4 << 20
"""Bytes that may wait for a person's sockets together."""
PROCESS = 48 << 20
"""Bytes that may wait for all sockets together."""
STRANGERS = 36 << 20
"""Bytes that may wait when a hello is begun for somebody who has no seat at the table."""
FIRST_HELLO = 64 << 10
"""What a table's hello is taken for before one was made."""
STALLED = 3.0
"""Seconds without reading after which a socket may be cut off if others need the room."""
HOPELESS = 30.0
"""Seconds without reading after which a socket is cut off."""
LOOK_AGAIN = 1.0
"""Seconds between two looks for stalled readers."""
GRACE = 5.0
"""Seconds that a closed socket has to read what still waits for it."""
TOO_SLOW = 1013
"""The close code for whoever is to come back in a moment."""
REMEMBERED = 64
"""Frames that a channel keeps for sockets that come back."""
REMEMBERED_BYTES = 128 << 10
"""Bytes of them."""
ALL_REMEMBERED = 32 << 20
"""Bytes that all channels keep together."""


class Line(Protocol):
    """What a socket can say about the bytes it has taken and not sent yet. Servers that cannot say have no line."""

    def takes(self, size: int) -> bool:
        """Whether so many more bytes may be written now, without waiting and without being counted."""

    def write(self, frame: bytes) -> None:
        """Send a frame at once, or keep it back with those that follow."""

    def hold(self) -> None:
        """Keep frames back, to send them together."""

    def let_go(self) -> None:
        """Send what is kept back, and keep back no more."""

    def listen(self, taker: Callable[[str], bool] | None, may_come: Callable[[str], bool] | None = None) -> None:
        """Give it each message as soon as it is there; what it does not take (False) is received as it is elsewhere.
        `may_come` is asked whether one more may come, of those that a line answers by itself."""

    def unsent(self) -> int: ...

    async def flushed(self) -> None: ...

    def abort(self) -> None: ...


class Outflow:
    """All that waits in this process."""

    def __init__(self, process: int = PROCESS, person: int = PERSON, strangers: int = STRANGERS) -> None:
        self.process, self.person, self.strangers = process, person, strangers
        self.waiting = 0
        self.persons: Counter[str] = Counter()
        self.connections: set[Connection] = set()
        self.remembered: OrderedDict[Memory, None] = OrderedDict()
        self.remembered_bytes = 0
        self._wanting: deque[asyncio.Event] = deque()
        self._looked_at = 0.0

    def charge(self, connection: Connection, size: int) -> None:
        """Count bytes that wait for a connection (negative: that wait no more)."""
        connection.bytes += size
        self.waiting += size
        if connection.person:
            self.persons[connection.person] += size
            if not self.persons[connection.person]:
                del self.persons[connection.person]
        if connection.bytes:
            self.connections.add(connection)
        else:
            self.connections.discard(connection)
        if size < 0 and self._wanting:
            self._wanting[0].set()

    def has_room(self, connection: Connection, size: int) -> bool:
        """Whether a frame of this size may wait for a connection. What waits for nobody else always may."""
        if self.waiting and self.waiting + size > (self.process if connection.seated else self.strangers):
            return False
        others = self.persons[connection.person] if connection.person else 0
        return not others or others + size <= self.person

    async def room_for(self, connection: Connection, size: int) -> None:
        """Wait until a frame of this size may wait for a connection; whoever does not read must make room for it."""
        while not self.has_room(connection, size):
            event = asyncio.Event()
            self._wanting.append(event)
            try:
                await asyncio.wait_for(event.wait(), LOOK_AGAIN)
            except TimeoutError:
                if monotonic() > self._looked_at + LOOK_AGAIN:
                    self.cut_off(STALLED)
            finally:
                self._wanting.remove(event)
        if self._wanting:
            self._wanting[0].set()  # the next may fit as well

    def make_room(self) -> None:
        """Cut off whoever has not read for longest, while too much waits."""
        while self.waiting > self.process:
            open_ones = [connection for connection in self.connections if connection.closing is None]
            if not open_ones:
                return
            min(open_ones, key=lambda connection: connection.moved_at).cut(TOO_SLOW)

    def cut_off(self, seconds: float) -> None:
        """Cut off all who have read nothing for so long."""
        self._looked_at = now = monotonic()
        for connection in list(self.connections):
            if connection.has_stood_since() < now - seconds:
                connection.cut(TOO_SLOW)

    async def watch(self) -> None:
        """Cut off whoever does not read, for ever."""
        while True:
            await asyncio.sleep(HOPELESS / 6)
            self.cut_off(HOPELESS)


class Connection:
    """One socket: whose it is, through whose eyes it looks, and what waits to be sent. `away`: nobody looks now."""

    def __init__(self, person: str, viewer: Viewer, outflow: Outflow, line: Line | None = None) -> None:
        self.person = person
        self.viewer = viewer
        self.seated = False
        self.away = False
        self.outflow = outflow
        self.line = line
        self.bytes = 0
        self.moved_at = monotonic()
        self.closing: int | None = None
        self.owed_hello = False
        self._frames: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._idle = False
        self._unsent = 0

    def send(self, frame: bytes) -> None:
        """Send a frame at once where nothing waits, else let it wait; a reader who is too far behind is cut off."""
        if self.closing is not None:
            return
        size = len(frame)
        if self._idle and self.line is not None and self.line.takes(size):
            self.line.write(frame)
            return
        if not self.bytes:
            self.moved_at = monotonic()
        elif self.bytes + size > SOCKET or self._over(size):
            self.cut(TOO_SLOW)
            return
        self._frames.append(frame)
        self.outflow.charge(self, size)
        self.outflow.make_room()
        self._wake()

    def hold(self) -> None:
        """Keep frames back that would be sent at once, until `let_go`: more are about to follow."""
        if self.line is not None:
            self.line.hold()

    def let_go(self) -> None:
        """Send what is kept back."""
        if self.line is not None:
            self.line.let_go()

    def greet(self, frame: bytes) -> None:
        """Let a hello wait, for which there is room."""
        if self.closing is None:
            self._frames.append(frame)
            self.outflow.charge(self, len(frame))

    def _over(self, size: int) -> bool:
        return bool(self.person) and self.outflow.persons[self.person] + size > self.outflow.person

    def owe_hello(self) -> None:
        """A hello is to follow when it can be sent; several that are owed are one."""
        self.owed_hello = True
        self._wake()

    def _wake(self) -> None:
        """There is something to `deliver`: until it is done all else waits behind it."""
        self._idle = False
        self.let_go()  # before all that is delivered now
        self._news.set()

    def close(self, code: int) -> None:
        """Close the socket after what waits."""
        if self.closing is None:
            self.closing = code
            self.owed_hello = False
            self._wake()
            if self.line is not None:
                asyncio.get_running_loop().call_later(GRACE, self.line.abort)

    def cut(self, code: int) -> None:
        """Close the socket at once: what waits is forgotten."""
        self.close(code)
        waiting = sum(map(len, self._frames))
        self._frames.clear()
        self.outflow.charge(self, -waiting)
        if self.line is not None and self.bytes:
            self.line.abort()
            self.outflow.charge(self, -self.bytes)

    def has_stood_since(self) -> float:
        """When anything of what waits was last read."""
        unsent = 0 if self.line is None else self.line.unsent()
        if unsent != self._unsent:
            self._unsent, self.moved_at = unsent, monotonic()
        return self.moved_at

    async def deliver(self, send: Callable[[bytes], Awaitable[None]], hello: Callable[[], Awaitable[None]]) -> int:
        """Send what waits until the socket is to close; the code to close it with."""
        while True:
            while self._frames:
                frame = self._frames.popleft()
                self.moved_at = monotonic()
                try:
                    await send(frame)
                    if self.line is not None:
                        await self.line.flushed()
                finally:
                    self.outflow.charge(self, -min(len(frame), self.bytes))
            if self.closing is not None:
                return self.closing
            if self.owed_hello:
                self.owed_hello = False
                await hello()
                continue
            self._news.clear()
            self._idle = True
            await self._news.wait()

    def forget(self) -> None:
        """The socket is gone."""
        self._frames.clear()
        self.outflow.charge(self, -self.bytes)


class Memory:
    """The newest frames of a channel, for sockets that come back: bounded in number and in bytes, here and together."""

    def __init__(self, outflow: Outflow, since: int) -> None:
        self.outflow = outflow
        self.since = since
        self.bytes = 0
        self.frames: deque[tuple[int, bytes | None]] = deque()

    def keep(self, seq: int, frame: bytes | None) -> None:
        """Keep a frame; None: whoever missed this needs a hello."""
        self.frames.append((seq, frame))
        self._count(len(frame or b""))
        while len(self.frames) > REMEMBERED or self.bytes > REMEMBERED_BYTES:
            self._drop()
        everybody = self.outflow.remembered
        everybody[self] = None
        everybody.move_to_end(self)
        while self.outflow.remembered_bytes > ALL_REMEMBERED:
            next(iter(everybody)).clear()

    def missed(self, since: int, seq: int) -> list[bytes] | None:
        """The frames after `since`, or None if they are not all here."""
        if not self.since <= since <= seq:
            return None
        frames = [frame for number, frame in self.frames if number > since]
        return None if None in frames else [frame for frame in frames if frame is not None]

    def clear(self) -> None:
        """Forget all: whoever comes back needs a hello."""
        while self.frames:
            self._drop()
        self.outflow.remembered.pop(self, None)

    def _drop(self) -> None:
        seq, frame = self.frames.popleft()
        self.since = seq
        self._count(-len(frame or b""))

    def _count(self, size: int) -> None:
        self.bytes += size
        self.outflow.remembered_bytes += size
