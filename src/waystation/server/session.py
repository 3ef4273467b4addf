"""The visit of a viewer: greets, reads messages, answers, and sends what the room has to tell, over any wire."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from time import time
from typing import Protocol, TypeVar

import msgspec

from waystation.engine import Plan
from waystation.engine.events import Viewer
from waystation.engine.typed import decoder
from waystation.engine.words import say

from . import answers
from .greeting import greet, turn_away
from .house import House
from .ledger import begun
from .live import Room, in_json
from .outflow import Connection
from .protocol import (
    MAX_FRAME,
    Act,
    Agree,
    Answer,
    Ask,
    ClientMessage,
    Done,
    EmoteAsk,
    Frame,
    HintAsk,
    Look,
    Ping,
    PlansAsk,
    PointAsk,
    Resumed,
    Say,
    SoFarAsk,
    TraceAsk,
    Undo,
    Why,
    WhyAsk,
)
from .protocol import Refused as RefusedFrame
from .refusals import NO_DATABASE, Refused, Repeated, as_heard
from .wishes import check_texts

log = logging.getLogger("waystation.server")

PER_SECOND, BURST = 30.0, 240.0
"""Messages that one person may send, over however many sockets; from one address five times as many may come."""
NONSENSE = 20
"""Messages that make no sense, after which a socket is closed."""

NOT_MINE = say("You do not play this seat.")

T = TypeVar("T")

_decode = decoder(ClientMessage)


def _is_plain(content: str | bytes) -> bool:
    """Whether a text of JSON can hold no control character: it writes those, but for the last, with a backslash."""
    if isinstance(content, str):
        return "\\" not in content and "\x7f" not in content
    return b"\\" not in content and b"\x7f" not in content


class Gone(Exception):
    """There is nobody at the other end any more."""


class Wire(Protocol):
    """What a visit goes over: a WebSocket, say."""

    async def receive(self) -> str | bytes:
        """The next message; Gone."""

    async def send(self, frame: bytes) -> None:
        """Send a frame; Gone."""

    async def close(self, code: int) -> None:
        """Hang up; Gone."""


class Session:
    """One visit from its greeting to its end. `address`: where it comes from, if that counts."""

    def __init__(self, server: House, wire: Wire, room: Room, connection: Connection, address: str = "") -> None:
        self.server = server
        self.address = address
        self.wire = wire
        self.room = room
        self.connection = connection
        self.nonsense = 0
        self.helping: asyncio.Task[None] | None = None
        self.reading = False
        self.under_way: asyncio.Task[None] | None = None

    async def run(self, since: int | None, life: str | None) -> None:
        """Greet, then read until the socket closes."""
        sender, line = asyncio.create_task(self._send_on()), self.connection.line
        self.server.metrics.viewers.inc()
        try:
            async with self.room.lock:
                await self._greet(since, life)
            self._note_look()
            reader = asyncio.create_task(self._read_on())
            if line is not None:  # messages are taken in the moment in which they come: no task has to be woken
                context = copy_context()
                line.listen(lambda text: context.run(self._take, text), self._may_come)
            await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
            tasks = [task for task in (sender, reader, self.under_way) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            if line is not None:
                line.listen(None)
            sender.cancel()
            self.server.metrics.viewers.dec()
            self.connection.forget()
            self.room.leave(self.connection)
            self._note_look()
            if self.helping is not None:
                self.helping.cancel()
            self.room.presence()

    def _note_look(self) -> None:
        """Whoever looks at a table now need not be told elsewhere what has come up there."""
        if self.connection.person and not self.connection.away:
            self.server.hub.seen[self.connection.person, self.room.table.id] = time()

    # ------------------------------------------------------------------ sending

    async def _send_on(self) -> None:
        with suppress(Gone):
            code = await self.connection.deliver(self.wire.send, self._greet_now)
            await self.wire.close(code)

    async def _greet_now(self) -> None:
        try:
            await greet(self.server.storage, self.room, self.connection)
            self.server.hub.autoplay.go_on(self.room)  # bots alone wait for viewers
        except Exception:
            log.exception("viewer cannot be greeted", extra={"table": self.room.table.id})
            self.connection.close(1011)

    def _send(self, frame: Frame) -> None:
        self.connection.send(in_json(frame))

    async def _greet(self, since: int | None, life: str | None) -> None:
        if self.room.gone:
            self.connection.close(self.room.gone)
            return
        eyes = self.room.table.live_eyes(self.connection.person)
        if not eyes:
            turn_away(self.room, self.connection)
            return
        if self.connection.viewer not in eyes:  # seating has changed since the socket came
            self.connection.viewer, since = eyes[0], None
        person, viewer = self.connection.person, self.connection.viewer
        missed = None if since is None else self.room.missed(person, viewer, since, life)
        if missed is None:
            self.connection.owe_hello()
        else:
            self.connection.seated = bool(self.room.table.seats_of(person))
            self.room.enter(self.connection)
            self._send(Resumed(seq=since or 0, clock=self.room.clock.shown()))
            for frame in missed:
                self.connection.send(frame)
            self.room.points_again(self.connection)
            self.room.tell_times(self.connection)
            self.room.presence(self.connection)
            self.server.hub.autoplay.go_on(self.room)

    # ------------------------------------------------------------------ reading

    async def _read_on(self) -> None:
        with suppress(Gone):
            while True:
                self.reading = False
                content = await self.wire.receive()
                self.reading = True
                if self.under_way is not None:
                    await self.under_way
                if self.connection.closing is not None:  # whoever was shown the door has no more to say, read it or not
                    continue
                if not self._may_come(content):
                    return
                await self._receive(content)
                await asyncio.sleep(0)  # others have their turn, also if more has come already

    def _take(self, text: str) -> bool:
        """Carry a message out as far as that goes without waiting, mostly to its end. False: it waits to be read."""
        waits = self.under_way is not None and not self.under_way.done()
        if waits or self.reading or self.connection.closing is not None:
            return False
        if self._may_come(text):
            self.connection.hold()  # a step and the answer to who made it are one write
            try:
                self.under_way = begun(self._receive(text))
            finally:
                self.connection.let_go()
        return True

    def _may_come(self, content: str | bytes) -> bool:
        """Whether a message is neither too long nor one too many; else the socket is closed."""
        too_long = len(content) > MAX_FRAME
        if too_long or self._takes_too_much():
            self.connection.close(1009 if too_long else 1008)
            return False
        return True

    def _takes_too_much(self) -> bool:
        """Whether this message is one too many, of a person, or of an address at which somebody is many people."""
        if self.server.messages.take(self.connection.person or f"socket {id(self)}"):
            return True
        return bool(self.address and self.server.address_messages.take(self.address))

    async def _receive(self, content: str | bytes) -> None:
        try:
            asked = _decode(content)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._make_no_sense(error)
            return
        try:
            if not _is_plain(content):
                check_texts(asked)
            await self._carry_out(asked)
            result = "done"
        except Repeated:
            self._send(Done(seq=self.room.table.row.seq, id=asked.id, repeated=True))
            result = "repeated"
        except Refused as refused:
            await self._refuse(asked, refused)
            result = "stale" if refused.stale else "refused"
        except answers.NoAnswer as none:
            await self._refuse(asked, Refused(str(none)))
            result = "refused"
        except Exception as error:
            await self._fail(asked, error)
            result = "failed"
        self.server.metrics.messages.count(type(asked).__name__, result)

    def _make_no_sense(self, error: Exception) -> None:
        self.nonsense += 1
        self.server.metrics.messages.count("unreadable", "refused")
        reason = as_heard(say("This message makes no sense: {error}", error=str(error)))[:300]
        self._send(RefusedFrame(seq=self.room.table.row.seq, id="", reason=reason))
        if self.nonsense >= NONSENSE:
            self.connection.close(1008)

    async def _refuse(self, asked: Ask, refused: Refused) -> None:
        seq = self.room.table.row.seq
        self._send(RefusedFrame(seq=seq, id=asked.id, reason=refused.reason, rule=refused.rule, stale=refused.stale))
        if refused.stale and not self.room.gone:
            self.connection.owe_hello()

    async def _fail(self, asked: Ask, error: Exception) -> None:
        log.exception("message failed", extra={"table": self.room.table.id})
        wrong = say("Something went wrong in the server; nothing has changed.")
        await self._refuse(asked, Refused(NO_DATABASE if self.server.is_away(error) else wrong))

    async def _carry_out(self, asked: ClientMessage) -> None:
        hub, room, person = self.server.hub, self.room, self.connection.person
        match asked:
            case Act():
                await hub.act(room, person, asked)
            case Undo():
                await hub.undo(room, person, asked)
            case Agree():
                await hub.agree(room, person, asked)
            case Say():
                await hub.say(room, person, asked)
            case PointAsk():
                await hub.point(room, person, asked)
            case EmoteAsk():
                await hub.emote(room, person, asked)
            case Look():
                await self._look(asked.seat)
                return
            case HintAsk() | WhyAsk() | PlansAsk() | SoFarAsk() | TraceAsk() | Ping():
                await self._answer(asked)
                return
        self._send(Done(seq=room.table.row.seq, id=asked.id))

    async def _look(self, viewer: Viewer) -> None:
        async with self.room.lock:
            if viewer not in self.room.table.live_eyes(self.connection.person):
                raise Refused(say("You may not look from there."), status=403)
            self.room.leave(self.connection)
            self.connection.viewer = viewer
            self.connection.owe_hello()

    async def _answer(self, asked: HintAsk | WhyAsk | PlansAsk | SoFarAsk | TraceAsk | Ping) -> None:
        table = self.room.table
        if isinstance(asked, Ping):
            self.connection.away = asked.away
            self._note_look()
            self._send(Answer(seq=table.row.seq, id=asked.id))
            return
        if not table.plays(self.connection.person, asked.seat):
            raise Refused(NOT_MINE, status=403)
        match asked:
            case WhyAsk():
                self._tell(asked, why=await self._found(lambda: answers.why(table, asked)))
            case PlansAsk():
                self._tell(asked, plans=await self._found(lambda: answers.plans(table, asked.seat, asked.node)))
            case SoFarAsk():
                self._tell(asked, text=answers.so_far(table, asked.seat, asked.nodes))
            case TraceAsk():
                self._tell(asked, plans=[await self._found(lambda: answers.trace(table, asked.seat, asked.points))])
            case HintAsk():
                self._help(asked)

    async def _found(self, look: Callable[[], T]) -> T:
        """What takes long to find is looked for in a thread, for few at a time."""
        async with self.server.asking:
            return await asyncio.to_thread(look)

    def _tell(
        self,
        asked: WhyAsk | PlansAsk | SoFarAsk | TraceAsk,
        why: Sequence[Why] = (),
        plans: Sequence[Plan] = (),
        text: str = "",
    ) -> None:
        if not self.room.table.plays(self.connection.person, asked.seat):  # any more
            raise Refused(NOT_MINE, status=403)
        self._send(Answer(seq=self.room.table.row.seq, id=asked.id, why=list(why), plans=list(plans), text=text))

    def _help(self, asked: HintAsk) -> None:
        """Hints take time: the socket goes on reading meanwhile."""
        if self.helping is not None and not self.helping.done():
            raise answers.NoAnswer(say("One hint at a time."))
        self.helping = self.server.hub.spawn(self._hint(asked))

    async def _hint(self, asked: HintAsk) -> None:
        try:
            await self.server.hub.ask_hint(self.room, self.connection.person, asked)
            found = await answers.hint(self.server.bots, self.room.table, self.connection.person, asked)
        except answers.NoAnswer as none:
            await self._refuse(asked, Refused(str(none)))
            return
        except Refused as refused:
            await self._refuse(asked, refused)
            return
        except Exception as error:
            await self._fail(asked, error)
            return
        if not self.room.table.plays(self.connection.person, asked.seat):  # any more
            await self._refuse(asked, Refused(NOT_MINE, status=403))
        else:
            self._send(Answer(seq=self.room.table.row.seq, id=asked.id, hint=found))
