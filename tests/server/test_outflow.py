"""What waits for readers is bounded in bytes: of a socket, a person, the process."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import struct
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from server.playing import PATIENCE, Party, Person, Running, until
from waystation.server import Server, outflow
from waystation.server.outflow import REMEMBERED, REMEMBERED_BYTES, SOCKET, Connection, Memory, Outflow


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


class Wire:
    """A line that takes everything and sends nothing on until it is told to."""

    def __init__(self) -> None:
        self.bytes = 0
        self.open = asyncio.Event()
        self.gone = False
        self.written: list[bytes] = []
        self.held: list[bytes] | None = None

    def takes(self, size: int) -> bool:
        return self.open.is_set()

    def write(self, frame: bytes) -> None:
        (self.written if self.held is None else self.held).append(frame)

    def hold(self) -> None:
        self.held = self.held or []

    def let_go(self) -> None:
        held, self.held = self.held, None
        self.written += held or []

    def unsent(self) -> int:
        return self.bytes

    async def flushed(self) -> None:
        await self.open.wait()

    def abort(self) -> None:
        self.gone = True
        self.open.set()


async def nothing(frame: bytes = b"") -> None:
    pass


def test_a_socket_holds_so_many_bytes_and_is_then_cut_off() -> None:
    async def work() -> None:
        outflow = Outflow()
        slow = Connection("ada", None, outflow)
        sent = 0
        while slow.closing is None:
            slow.send(b"x" * 1000)
            sent += 1000
        assert SOCKET <= sent <= SOCKET + 2000
        assert slow.closing == 1013
        assert outflow.waiting == 0
        assert not outflow.persons
        assert not outflow.connections

    run(work())


def test_a_person_s_sockets_share_what_may_wait() -> None:
    async def work() -> None:
        outflow = Outflow(person=10_000)
        mine, also = Connection("ada", None, outflow), Connection("ada", None, outflow)
        other = Connection("ben", None, outflow)
        for connection in (mine, also, other):
            connection.send(b"x" * 4000)
        also.send(b"x" * 4000)
        assert (mine.closing, also.closing, other.closing) == (None, 1013, None)
        assert outflow.persons == {"ada": 4000, "ben": 4000}

    run(work())


def test_when_the_process_holds_too_much_who_read_last_is_cut_off() -> None:
    async def work() -> None:
        outflow = Outflow(process=10_000)
        found = [Connection(name, None, outflow) for name in "abc"]
        for moved_at, connection in enumerate(found):
            connection.send(b"x" * 4000)
            connection.moved_at = moved_at
        assert [connection.closing for connection in found] == [1013, None, None]
        assert outflow.waiting == 8000

    run(work())


def test_a_hello_waits_until_there_is_room_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outflow, "LOOK_AGAIN", 0.02)

    async def work() -> None:
        outflow = Outflow(process=100_000, strangers=50_000)
        slow, wire = Connection("ada", None, outflow, Wire()), Wire()
        slow.line = wire
        slow.send(b"x" * 45_000)
        delivering = asyncio.create_task(slow.deliver(nothing, nothing))
        late = Connection("ben", None, outflow)
        waiting = asyncio.create_task(outflow.room_for(late, 10_000))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        late.seated = True  # who plays has room that is kept for them
        await asyncio.wait_for(waiting, PATIENCE)
        late.seated = False
        waiting = asyncio.create_task(outflow.room_for(late, 10_000))
        wire.open.set()  # the other has read
        await asyncio.wait_for(waiting, PATIENCE)
        delivering.cancel()

    run(work())


def test_who_reads_nothing_must_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outflow, "LOOK_AGAIN", 0.02)
    monkeypatch.setattr(outflow, "STALLED", 0.1)

    async def work() -> None:
        outflow = Outflow(process=100_000, strangers=50_000)
        wire = Wire()
        slow = Connection("ada", None, outflow, wire)
        slow.send(b"x" * 45_000)
        delivering = asyncio.create_task(slow.deliver(nothing, nothing))
        await asyncio.wait_for(outflow.room_for(Connection("ben", None, outflow), 10_000), PATIENCE)
        assert wire.gone
        assert await delivering == 1013
        assert outflow.waiting == 0

    run(work())


def test_several_hellos_that_are_owed_are_one() -> None:
    async def work() -> None:
        outflow = Outflow()
        connection = Connection("ada", None, outflow)
        made = 0

        async def hello() -> None:
            nonlocal made
            made += 1
            connection.greet(b"hello")

        got: list[str] = []

        async def read(frame: bytes) -> None:
            got.append(frame)

        for _ in range(1000):
            connection.owe_hello()
        connection.send(b"before")
        delivering = asyncio.create_task(connection.deliver(read, hello))
        await asyncio.sleep(0.05)
        assert (made, got) == (1, [b"before", b"hello"])
        connection.close(1000)
        assert await delivering == 1000

    run(work())


def test_a_frame_goes_out_at_once_but_never_before_what_waits() -> None:
    async def work() -> None:
        wire = Wire()
        connection = Connection("ada", None, Outflow(), wire)

        async def send(frame: bytes) -> None:
            wire.written.append(frame)

        async def hello() -> None:
            connection.send(b"while it is made")
            connection.greet(b"hello")

        connection.send(b"first")
        delivering = asyncio.create_task(connection.deliver(send, hello))
        await asyncio.sleep(0.01)
        connection.send(b"second")  # the first is still being flushed
        wire.open.set()
        await asyncio.sleep(0.01)
        assert wire.written == [b"first", b"second"]
        connection.send(b"at once")
        assert wire.written[2:] == [b"at once"]
        connection.owe_hello()
        connection.send(b"behind the hello that is owed")
        await asyncio.sleep(0.01)
        assert wire.written[3:] == [b"behind the hello that is owed", b"while it is made", b"hello"]
        connection.send(b"at once again")
        assert wire.written[6:] == [b"at once again"]
        assert connection.bytes == 0
        connection.close(1000)
        connection.send(b"too late")
        assert await delivering == 1000
        assert wire.written[7:] == []

    run(work())


def test_what_a_line_does_not_take_waits_and_is_counted() -> None:
    async def work() -> None:
        wire, flow = Wire(), Outflow()
        wire.open.set()
        connection = Connection("ada", None, flow, wire)
        delivering = asyncio.create_task(connection.deliver(nothing, nothing))
        await asyncio.sleep(0.01)
        wire.open.clear()
        connection.moved_at = 0
        connection.send(b"x" * 100)
        assert (wire.written, flow.waiting) == ([], 100)
        assert connection.moved_at > 0, "the time in which it must be read begins now"
        wire.open.set()
        await asyncio.sleep(0.01)
        assert flow.waiting == 0
        delivering.cancel()

    run(work())


def test_what_channels_remember_is_bounded_in_bytes() -> None:
    outflow_ = Outflow()
    memory = Memory(outflow_, 0)
    for seq in range(1, 500):
        memory.keep(seq, b"x" * 10_000)
    assert memory.bytes <= REMEMBERED_BYTES
    assert memory.missed(400, 499) is None
    assert memory.missed(495, 499) == [b"x" * 10_000] * 4
    small = Memory(outflow_, 0)
    for seq in range(1, 500):
        small.keep(seq, b"x")
    assert len(small.frames) == REMEMBERED
    others = [Memory(outflow_, 0) for _ in range(2 * outflow.ALL_REMEMBERED // REMEMBERED_BYTES)]
    for other in others:
        other.keep(1, b"x" * (REMEMBERED_BYTES - 1))
    assert outflow_.remembered_bytes <= outflow.ALL_REMEMBERED
    assert sum(other.bytes for other in others) <= outflow.ALL_REMEMBERED
    assert memory.missed(495, 499) is None  # the oldest have made room
    assert others[-1].missed(0, 1) is not None


# ---------------------------------------------------------------------- a whole server


def deaf(person: Person, table: str, seat: int | None = None) -> socket.socket:
    """A viewer whose machine takes as little as it may, and never reads."""
    host, port = person.address.split(":")
    plug = socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    plug.connect((host, int(port)))
    query = "" if seat is None else f"?seat={seat}"
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET /api/tables/{table}/live{query} HTTP/1.1\r\nHost: {person.address}\r\nCookie: {person.cookie()}\r\n"
    head += (
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    )
    plug.sendall(head.encode())
    return plug


def frame(message: dict[str, Any]) -> bytes:
    """A message as a client's frame (masked with nothing)."""
    body = json.dumps(message).encode()
    return bytes([0x81, 0x80 | 126]) + struct.pack(">H", len(body)) + bytes(4) + body


def resident() -> int:
    """Bytes of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_sockets_that_never_read_cost_little(tmp_path: Path) -> None:
    """Six that asked for a view 29 times a second took 2.9 GB. docs/serving.md has the figures."""
    with Running(Server(f"sqlite:///{tmp_path / 'tables.sqlite'}", workers=1)) as running:
        ada = Person(running.address, "Ada")
        opened = ada.open("waypoints", ["me"] + ["shared"] * 99, options={"players": 100})
        ada.watch(opened["id"], 0).hear("hello")
        before = resident()
        people = [Person(running.address) for _ in range(12)]
        plugs = [deaf(ada, opened["id"], seat) for seat in range(20)]
        plugs += [deaf(person, opened["id"]) for person in people for _ in range(3)]
        for number in range(200):
            for plug in plugs[:20]:
                with suppress(OSError):  # cut off, as it should be
                    plug.sendall(frame({"t": "look", "id": f"l{number}", "seat": number % 100}))
        until(lambda: running.look(lambda: running.server.outflow.waiting) < outflow.PROCESS)
        grown = resident() - before
        assert running.look(lambda: running.server.outflow.waiting) <= outflow.PROCESS
        assert running.look(lambda: running.server.outflow.persons.get("", 0)) <= outflow.PERSON
        assert grown < 100e6
        ben = Person(running.address, "Ben")  # whoever reads is served all the same
        other = ben.open("waypoints", ["me", "open"])
        assert ben.watch(other["id"], 0).hear("hello")["mine"] == [0]
        for plug in plugs:
            plug.close()


def test_viewers_who_see_the_same_get_the_same_bytes(running: Running) -> None:
    """And only they: whoever is asked gets a frame of their own."""
    party = Party(running.address, "wayfinders", 3, seed=1)
    room = running.server.hub.rooms[party.id]
    seat, _ = party.step()
    newest = {viewer: channel.memory.frames[-1][1] for viewer, channel in room.channels.items()}
    acting = room.table.state.to_act[0]
    other = next(viewer for viewer in range(3) if viewer not in (seat, acting))
    assert newest[other] is newest[None]
    assert newest[acting] != newest[other]


def test_frames_that_are_kept_back_come_in_order_and_soon() -> None:
    """Behind them comes what has to wait, never before."""
    wire = Wire()
    wire.open.set()
    written = wire.written

    async def play() -> None:
        connection = Connection("ada", 0, Outflow(), wire)

        async def hello() -> None:
            written.append(b"hello")

        async def send(frame: bytes) -> None:
            written.append(frame)

        task = asyncio.create_task(connection.deliver(send, hello))
        await asyncio.sleep(0)
        connection.hold()
        connection.send(b"a")
        connection.send(b"b")
        assert written == []
        connection.let_go()
        assert written == [b"a", b"b"]
        connection.hold()
        connection.send(b"c")
        connection.owe_hello()
        await asyncio.sleep(0.01)
        assert written == [b"a", b"b", b"c", b"hello"]
        connection.close(1000)
        await task

    asyncio.run(play())
