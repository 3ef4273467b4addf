"""The doors of a server process: what a connection may hold before it has said what it wants, and for how long.

uvicorn takes whatever comes and waits for ever. These are its two protocols with limits: a time for the head of a
request, for its body, for its answer; a number of connections that have not asked for anything yet; and room that is
kept for those who play.
"""

from __future__ import annotations

import asyncio
import struct
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

import h11
import msgspec
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.utils import apply_mask

from .address import household
from .protocol import MAX_FRAME, Problem

HEAD_SECONDS = 10.0
"""For the head of a request."""
IDLE_SECONDS = 60
"""Between two requests on one connection."""
BODY_SECONDS = 60.0
"""For the body of a request."""
ANSWER_SECONDS = 60.0
"""For making an answer and reading it."""
WAITING = 256
"""Connections that have not asked for anything; when one more comes, the one that has waited longest goes."""
UNREAD = 32 << 20
"""Bytes of answers that are not read yet; beyond it, the connection that has waited longest goes."""
KEPT = 64
"""Descriptors for everything else: the database, the workers, files."""
BACKLOG = 128
"""Connections that are accepted in one go."""
PIECES = 4096
"""Frames in which a message of a WebSocket may come: empty ones have no end otherwise, and each is kept."""
WRITE_AHEAD = 16 << 10
"""Bytes that a socket may hold before it is waited for."""


def descriptors() -> int:
    """How many connections this process may hold; the limit is raised as far as it may be."""
    try:
        import resource
    except ImportError:  # not on every system
        return 512 - KEPT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (ValueError, OSError):
            pass
    return max(KEPT, min(soft, 65_536) - KEPT)


Leads = Callable[["HttpDoor", bytes, Callable[[], None]], None]
"""Is told of a WebSocket that wants in, at which target, and how to serve it here."""


class Doors:
    """All connections of a process: at most `limit`, of which `waiting` have not asked for anything.

    `leads`, if somebody does, looks first whether a WebSocket is to be served here (see `forwarding`).
    """

    def __init__(self, limit: int | None = None, waiting: int = WAITING) -> None:
        self.leads: Leads | None = None
        self.limit = descriptors() if limit is None else limit
        self.most_waiting = min(waiting, max(1, self.limit // 4))
        self.waiting: dict[HttpDoor, None] = {}
        self.unread: dict[HttpDoor, None] = {}
        self.open = 0

    def http(self, inside: bool = False) -> type[HttpDoor]:
        """The protocol class for HTTP; `inside`: for what other processes pass on to this one."""
        return type("Http", (HttpDoor,), {"doors": self, "inside": inside})

    def socket(self) -> type[SocketDoor]:
        """The protocol class for WebSockets."""
        return type("Socket", (SocketDoor,), {"doors": self})

    def configuration(self, app: ASGIApp, host: str, port: int, inside: bool = False, **more: Any) -> uvicorn.Config:
        """How uvicorn is to serve: small messages only, and no access log of its own (it would hold queries)."""
        return uvicorn.Config(
            app,
            host=host,
            port=port,
            http=self.http(inside),
            ws=self.socket(),
            ws_max_size=MAX_FRAME,
            ws_per_message_deflate=False,
            proxy_headers=False,  # ours see to it, whatever server the application runs in
            access_log=False,
            log_config=None,
            server_header=False,
            timeout_keep_alive=IDLE_SECONDS,
            backlog=BACKLOG,
            **more,
        )

    def are_full(self, plays: bool = False) -> bool:
        """Whether nobody more can be let in; some room is kept for those who play."""
        return self.open > (self.limit if plays else self.limit - self.limit // 4)

    def wait(self, door: HttpDoor) -> None:
        """A connection has nothing to do until its client asks for something."""
        self.waiting.pop(door, None)
        self.waiting[door] = None
        while len(self.waiting) > self.most_waiting:
            self._longest(door).abort()

    def _longest(self, newest: HttpDoor) -> HttpDoor:
        """The connection that has waited longest of those from the address that lets most wait."""
        crowd = Counter(door.address for door in self.waiting)
        address = crowd.most_common(1)[0][0]
        return next(door for door in self.waiting if door.address == address)

    def hold(self, door: HttpDoor) -> None:
        """An answer is made and not all of it is read."""
        self.unread = {one: None for one in self.unread if one.unsent()}
        self.unread[door] = None
        while sum(one.unsent() for one in self.unread) > UNREAD:
            next(iter(self.unread)).abort()


class HttpDoor(H11Protocol):
    """A connection that speaks HTTP: it sends a head, then a body, is answered, and is idle until the next head."""

    doors: Doors
    inside = False
    address = ""
    phase: Literal["new", "idle", "head", "body", "answer", "left"] = "new"
    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = household(self.client[0]) if self.client else ""
        self.doors.open += 1
        self._begin("head", HEAD_SECONDS)
        self.doors.wait(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        if self.unsent():
            self._begin("idle", ANSWER_SECONDS)
            self.doors.hold(self)
        else:
            self._begin("idle", None)  # uvicorn has a time for that
        self.doors.wait(self)
        super().on_response_complete()
        self._look()  # the next request may have come already

    def _look(self) -> None:
        """See where the client has got to."""
        if self.phase == "left":
            return
        if self.cycle is None or self.cycle.response_complete:
            begun = self.timeout_keep_alive_task is None or self.conn.trailing_data[0]
            if self.phase == "idle" and begun and not self.transport.is_closing():
                self._begin("head", HEAD_SECONDS)
        elif self.cycle.more_body:
            self._begin("body", BODY_SECONDS)
        else:
            self._begin("answer", ANSWER_SECONDS)

    def _begin(self, phase: Literal["idle", "head", "body", "answer"], seconds: float | None) -> None:
        if phase == self.phase:
            return
        self.phase = phase
        if phase in ("body", "answer"):
            self.doors.waiting.pop(self, None)
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None if seconds is None else self.loop.call_later(seconds, self.abort)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()  # the other protocol comes in its place
        if self.doors.leads is None or self.inside:
            super().handle_websocket_upgrade(event)
        else:
            serve = super().handle_websocket_upgrade
            self.doors.leads(self, event.target, lambda: serve(event))

    def hand_over(self, protocol: asyncio.BaseProtocol) -> None:
        """Let another protocol have the connection."""
        self.connections.discard(self)
        self.transport.set_protocol(protocol)
        self.transport.resume_reading()

    def send_400_response(self, msg: str) -> None:
        body = msgspec.json.encode(Problem(reason=msg))
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        for part in (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def abort(self) -> None:
        """Hang up, and let go at once."""
        self._leave()
        self.transport.abort()

    def unsent(self) -> int:
        return self.transport.get_write_buffer_size()

    def _leave(self) -> None:
        if self.phase != "left":
            self.phase = "left"
            self.doors.open -= 1
            self.doors.waiting.pop(self, None)
            self.doors.unread.pop(self, None)
            if self.timer is not None:
                self.timer.cancel()


class SocketDoor(WebSocketsSansIOProtocol):
    """A WebSocket. It tells the application how much it holds, and hangs up where closing would wait for ever.

    A text that comes as messages mostly do, as one frame in one piece, goes straight to whoever `listen`s. The library
    reads all else; once a frame has come in another way it reads everything: only it knows then where frames begin.
    """

    doors: Doors
    inside = False
    held: list[bytes] | None = None
    taker: Callable[[str], bool] | None = None
    may_come: Callable[[str], bool] | None = None
    in_one_piece = True
    late_pong = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=WRITE_AHEAD)
        self.doors.open += 1
        self.inside = True

    def connection_lost(self, exc: Exception | None) -> None:
        if self.inside:
            self.inside = False
            self.doors.open -= 1
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else the handshake was refused
            self.scope["waystation.line"] = self  # type: ignore[typeddict-unknown-key]

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and self.in_one_piece:
            begins = _content_of(data)
            self.in_one_piece = begins > 0
            if begins and data[0] == _TEXT and self._give(data, begins):
                return
        super().data_received(data)
        if not self.handshake_initiated:
            self._refuse()

    def _refuse(self) -> None:
        """The library can't read the head, which came whole: a line of it is too long, say. It would wait for ever."""
        answer = b"".join(self.conn.data_to_send())
        self.transport.write(answer or self.conn.reject(400, "This handshake makes no sense.\n").serialize())
        self.transport.close()

    def _give(self, data: bytes, begins: int) -> bool:
        """Give a text to whoever listens, if it can be taken now."""
        if self.taker is None or self.close_sent or not self.queue.empty():
            return False
        try:
            text = apply_mask(data[begins:], data[begins - 4 : begins]).decode()
        except UnicodeDecodeError:  # the library knows what to do about it
            return False
        return self.taker(text)

    def listen(self, taker: Callable[[str], bool] | None, may_come: Callable[[str], bool] | None = None) -> None:
        """Give it each text as soon as it is there; what it does not take (False), and all else, is `receive`d.

        Pings and pongs are seen to here; `may_come` counts them, as messages are counted.
        """
        self.taker, self.may_come = taker, may_come

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:  # the library would write the whole story into the log, for each who likes that
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < PIECES:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer; who does not read the answers gets the newest when they do: all of them would be kept without end."""
        if self._is_one_too_many():
            return
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.late_pong = b"".join(self.conn.data_to_send())

    def handle_pong(self, event: Frame) -> None:
        if not self._is_one_too_many():
            super().handle_pong(event)

    def _is_one_too_many(self) -> bool:
        return self.may_come is not None and not self.may_come("")

    def resume_writing(self) -> None:
        super().resume_writing()
        late, self.late_pong = self.late_pong, b""
        if late:
            self._put(late)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # who does not answer does not read either

    def takes(self, size: int) -> bool:
        """Whether so many more bytes may be written without waiting for the reader."""
        held = sum(map(len, self.held)) if self.held else 0
        return held + self.transport.get_write_buffer_size() + size <= WRITE_AHEAD

    def write(self, frame: bytes) -> None:
        """Send a whole frame, past the application and its tasks: nobody has to come round for it."""
        self._put(_head(len(frame)) + frame)

    def hold(self) -> None:
        """Keep frames back: one call of the system for several of them, and one awakening of who reads."""
        if self.held is None:
            self.held = []

    def let_go(self) -> None:
        """Send what is kept back."""
        held, self.held = self.held, None
        if held:
            self._put(b"".join(held))

    def _put(self, data: bytes) -> None:
        if self.held is not None:
            self.held.append(data)
        elif not (self.close_sent or self.transport.is_closing()):
            self.transport.write(data)

    def unsent(self) -> int:
        """Bytes that the socket has taken and not sent."""
        return self.transport.get_write_buffer_size()

    async def flushed(self) -> None:
        """Wait until (nearly) all of it is sent, or the connection is lost."""
        await self.writable.wait()

    def abort(self) -> None:
        """Hang up."""
        self.transport.abort()


def _head(size: int) -> bytes:
    """What stands before a text of so many bytes in a WebSocket frame of a server (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((_TEXT, size))
    return struct.pack("!BBH", _TEXT, 126, size) if size < 1 << 16 else struct.pack("!BBQ", _TEXT, 127, size)


def _content_of(data: bytes) -> int:
    """Where the content begins of a client's frame of which this is all; 0 if this is anything else.

    Frames that end a connection, or are part of a message, are something else.
    """
    if len(data) < 6 or data[0] not in _WHOLE or data[1] < 128:
        return 0
    size, begins = data[1] & 127, 6
    if size > 125:
        size, begins = int.from_bytes(data[2:4], "big"), 8
    return begins if len(data) == begins + size and data[1] != 255 else 0


_TEXT = 0x81
"""A frame that is a whole text."""
_WHOLE = frozenset((_TEXT, 0x82, 0x89, 0x8A))
"""The same, bytes, ping and pong."""
