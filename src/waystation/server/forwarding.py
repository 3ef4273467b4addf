"""What comes for a table that another process has is passed on to it, and what that answers is passed back.

A request is asked anew, over HTTP; a WebSocket is passed on before its handshake and from then on byte by byte, so that
it costs no more than two reads and two writes, and what its reader has not read is known where frames are made. The
owner is told where the client came from; all else it judges itself, as if the client had come to it.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic

import h11
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from waystation.engine.words import say

from .calls import LARGE
from .doors import ANSWER_SECONDS, WRITE_AHEAD, HttpDoor
from .leases import Elsewhere, Place
from .outflow import GRACE
from .passing import AWAY
from .responses import problem

log = logging.getLogger("waystation.server")

SECRET, PEER, MOVED_ON = b"x-waystation-secret", b"x-waystation-peer", b"x-waystation-moved-on"
OURS = (SECRET, PEER, MOVED_ON)
HOP = (*OURS, b"connection", b"keep-alive", b"transfer-encoding", b"content-length", b"upgrade", b"expect", b"te")
AGAIN = (*HOP, b"date", b"x-request-id", b"x-content-type-options", b"referrer-policy")
"""Headers of an answer that whoever passes it on puts there anew."""
PATIENCE = 8.0
"""Seconds that a client waits for its table to be found, when the process that had it is gone."""
CONNECT = 3.0
"""Seconds in which a process that lives takes a connection: one whose machine is gone does not even refuse it."""
PAUSE = 0.1
"""Seconds between two looks for it."""

Claim = Callable[[str], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


class Inside:
    """The entry for the other processes: whoever shows the secret is believed about where the client came from."""

    def __init__(self, app: ASGIApp, secret: str) -> None:
        self.app = app
        self.secret = secret.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        facts = dict(scope["headers"])
        if not hmac.compare_digest(facts.get(SECRET, b""), self.secret):
            if scope["type"] == "http":
                await problem(403, say("This is not for you."))(scope, receive, send)
            else:
                await send({"type": "websocket.close"})
            return
        scope["headers"] = [(name, value) for name, value in scope["headers"] if name not in OURS]
        scope["client"] = (facts.get(PEER, b"").decode("latin-1"), 0)
        scope["waystation.inside"] = True
        await self.app(scope, receive, send)


def came_from(scope: Scope) -> tuple[str, Headers]:
    """Where a request came from and with which headers, before anybody believed what a proxy says."""
    peer, headers = scope.get("waystation.came") or (scope.get("client"), scope["headers"])
    return (peer[0] if peer else ""), headers


def _for_owner(headers: Headers, place: Place, peer: str, but: tuple[bytes, ...]) -> Headers:
    kept = [(name, value) for name, value in headers if name not in but]
    return [*kept, (SECRET, place.secret.encode()), (PEER, peer.encode("latin-1"))]


# ---------------------------------------------------------------------- requests


class Forwarding:
    """Around the application: a request for a table that is elsewhere is asked there, until that process ends (then
    `Pipes.end` breaks off what is `asked` of it)."""

    def __init__(self, app: ASGIApp, claim: Claim, asked: dict[asyncio.StreamWriter, str]) -> None:
        self.app = app
        self.claim = claim
        self.asked = asked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = _Body(receive)
        try:
            await self.app(scope, body.receive, send)
        except Elsewhere as elsewhere:
            if scope.get("waystation.inside"):
                answer = problem(503, MOVING, wait=1)
                answer.headers[MOVED_ON.decode()] = "1"
                await answer(scope, receive, send)
            else:
                await self._ask(scope, body, send, elsewhere)

    async def _ask(self, scope: Scope, body: _Body, send: Send, elsewhere: Elsewhere) -> None:
        """Ask the process that has the table; if it is gone, whoever has it next."""
        if not await body.rest():
            await problem(413, say("This is too large."))(scope, receive=body.receive, send=send)
            return
        end = monotonic() + PATIENCE
        while monotonic() < end:
            try:
                if elsewhere.place is not None and await self._carry(scope, body.content, send, elsewhere.place):
                    return
            except (OSError, h11.RemoteProtocolError):
                pass  # it is gone, and has done nothing
            except BrokenOff:
                await problem(502, BROKEN_OFF)(scope, receive=body.receive, send=send)
                return
            await asyncio.sleep(PAUSE)
            try:
                await self.claim(elsewhere.ident)
                await self.app(scope, body.again(), send)
                return
            except Elsewhere as again:
                elsewhere = again
            except AWAY:
                pass  # it may be back in a moment
        await problem(503, MOVING, wait=1)(scope, body.receive, send)

    async def _carry(self, scope: Scope, body: bytes, send: Send, place: Place) -> bool:
        """Connect with a process and `_relay`; OSError also if it says nothing for too long."""
        reader, writer = await asyncio.wait_for(asyncio.open_connection(*place.host_and_port), CONNECT)
        self.asked[writer] = place.name
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await _relay(_request(scope, body, place), body, send, reader, writer)
        finally:
            del self.asked[writer]
            writer.close()


MOVING = say("The table is just moving to another process; try again.")
BROKEN_OFF = say("The process that had the table has ended; look whether it has done what you asked for.")


class _Body:
    """A request's body, remembered as it is read."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.content = b""
        self.whole = False

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self.content += message.get("body", b"")
            self.whole = not message.get("more_body", False)
        else:
            self.whole = True
        return message

    async def rest(self) -> bool:
        """Read what nobody has read; False if it is too large."""
        while not self.whole and len(self.content) <= LARGE:
            await self.receive()
        return self.whole

    def again(self) -> Receive:
        """The body from its beginning."""
        given = False

        async def receive() -> Message:
            nonlocal given
            if given:
                return await self._receive()
            given = True
            return {"type": "http.request", "body": self.content, "more_body": False}

        return receive


def _request(scope: Scope, body: bytes, place: Place) -> h11.Request:
    """A request as the process that has the table is asked it."""
    peer, headers = came_from(scope)
    query = scope.get("query_string", b"")
    target = scope.get("raw_path", scope["path"].encode()) + (b"?" + query if query else b"")
    length = (b"content-length", str(len(body)).encode())
    given = [*_for_owner(headers, place, peer, HOP), length, (b"connection", b"close")]
    return h11.Request(method=scope["method"], target=target, headers=given)


async def _relay(
    request: h11.Request, body: bytes, send: Send, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> bool:
    """Ask a process and pass on what it answers; False if it has the table no more. Where that breaks off: BrokenOff if
    it may have done what was asked, else OSError or RemoteProtocolError."""
    begun = False
    try:
        speech = h11.Connection(h11.CLIENT)
        for part in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(speech.send(part) or b"")
        while True:
            event = speech.next_event()
            if event is h11.NEED_DATA:
                speech.receive_data(await reader.read(1 << 16))
            elif isinstance(event, h11.Response):
                if any(name == MOVED_ON for name, _ in event.headers):
                    return False
                begun = True
                kept = [
                    (name, value) for name, value in event.headers if name not in AGAIN or name == b"content-length"
                ]
                await send({"type": "http.response.start", "status": event.status_code, "headers": kept})
            elif isinstance(event, h11.Data):
                await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
            elif isinstance(event, h11.EndOfMessage):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                return True
    except (OSError, h11.RemoteProtocolError) as error:
        if not begun and request.method not in (b"GET", b"HEAD"):  # what was asked may have been done
            raise BrokenOff from error
        if begun:
            raise RuntimeError("an answer broke off") from error
        raise


class BrokenOff(Exception):
    """The process that was asked has ended before it had answered."""


# ---------------------------------------------------------------------- WebSockets


class Pipe:
    """A client's connection and one to the process that has its table; what comes on one goes out on the other."""

    def __init__(self, door: HttpDoor, pipes: Pipes) -> None:
        self.door, self.pipes = door, pipes
        self.owner: asyncio.Transport | None = None

    def end(self, hard: bool = False) -> None:
        """Close both; what waits for who does not read it is given up after a while."""
        for transport in (self.door.transport, self.owner):
            if transport is not None and hard:
                transport.abort()
            elif transport is not None:
                transport.close()
                self.door.loop.call_later(GRACE, transport.abort)


class _End(asyncio.Protocol):
    """One end of a pipe: what comes in here goes out at the other."""

    other: asyncio.Transport

    def __init__(self, pipe: Pipe) -> None:
        self.pipe = pipe

    def data_received(self, data: bytes) -> None:
        self.other.write(data)

    def pause_writing(self) -> None:
        self.other.pause_reading()

    def resume_writing(self) -> None:
        with suppress(RuntimeError):  # it may be closing
            self.other.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        self.pipe.end()
        self.pipe.pipes.forget(self.pipe)


class Pipes:
    """The WebSockets that are passed on, and (`asked`) the requests to which an answer is waited for. `here` says
    whether a table is this process's (else Elsewhere)."""

    def __init__(self, here: Claim) -> None:
        self.here = here
        self.open: dict[Pipe, str] = {}
        self.asked: dict[asyncio.StreamWriter, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def take(self, door: HttpDoor, target: bytes, serve: Callable[[], None]) -> None:
        """A WebSocket wants in: `serve` it here, or pass it on."""
        parts = target.partition(b"?")[0].split(b"/")
        if len(parts) != 5 or parts[1:3] != [b"api", b"tables"] or parts[4] != b"live":
            serve()
            return
        door.transport.pause_reading()
        task = asyncio.get_running_loop().create_task(self._lead(door, target, parts[3].decode("latin-1"), serve))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _lead(self, door: HttpDoor, target: bytes, ident: str, serve: Callable[[], None]) -> None:
        end = monotonic() + PATIENCE
        while not door.transport.is_closing() and monotonic() < end:
            try:
                await self.here(ident)
            except Elsewhere as elsewhere:
                with suppress(OSError):
                    if elsewhere.place is not None:
                        await self._join(door, target, elsewhere.place)
                        return
            except Exception:
                log.exception("table cannot be looked for", extra={"table": ident})
            else:
                door.transport.resume_reading()
                serve()
                return
            await asyncio.sleep(PAUSE)
        door.transport.close()

    async def _join(self, door: HttpDoor, target: bytes, place: Place) -> None:
        """Connect a client with the process that has its table. OSError if that cannot be reached."""
        pipe = Pipe(door, self)
        near, far = _End(pipe), _End(pipe)
        far.other = door.transport
        connecting = asyncio.get_running_loop().create_connection(lambda: far, *place.host_and_port)
        owner, _ = await asyncio.wait_for(connecting, CONNECT)
        near.other = pipe.owner = owner
        if door.transport.is_closing():
            owner.close()
            return
        for transport in (owner, door.transport):
            transport.set_write_buffer_limits(high=WRITE_AHEAD)
        peer = door.client[0] if door.client else ""
        lines = [name + b": " + value for name, value in _for_owner(door.headers, place, peer, OURS)]
        owner.write(b"\r\n".join([b"GET " + target + b" HTTP/1.1", *lines, b"", b""]))
        self.open[pipe] = place.name
        door.doors.open += 1
        door.hand_over(near)

    def forget(self, pipe: Pipe) -> None:
        """A pipe has ended."""
        if self.open.pop(pipe, None) is not None:
            pipe.door.doors.open -= 1

    def end(self, name: str | None = None) -> None:
        """End the pipes to a process (None: all); to one that is gone, what is asked of it, too."""
        for pipe in [pipe for pipe, place in self.open.items() if name in (None, place)]:
            pipe.end(hard=name is not None)
        for writer in [writer for writer, place in self.asked.items() if name == place]:
            writer.transport.abort()
