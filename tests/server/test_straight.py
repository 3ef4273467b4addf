"""Messages that come in one piece are carried out in the moment in which they come, all others in their turn."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from contextlib import suppress
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN, Protocol, Side

from server.playing import Party, Running, Watcher, until
from waystation.server.doors import PIECES, _content_of
from waystation.server.session import Session

PING = {"t": "ping"}


def frame(message: dict[str, object] | bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    content = message if isinstance(message, bytes) else json.dumps(message).encode()
    return Frame(opcode, content, fin).serialize(mask=True)


@given(
    st.sampled_from(list(Opcode)),
    st.booleans(),
    st.sampled_from([0, 1, 125, 126, 65_535, 65_536]),
    st.sampled_from([b"", b"x", b"\x81"]),
    st.integers(0, 9),
)
def test_the_library_finds_the_same_content(opcode: Opcode, fin: bool, size: int, behind: bytes, short: int) -> None:
    if opcode >= Opcode.CLOSE:
        size, fin = min(size, 125), True
    whole = Frame(opcode, b"a" * size, fin).serialize(mask=True)
    data = whole[: len(whole) - short] if short else whole + behind
    begins = _content_of(data)
    alone = data == whole and fin and opcode not in (Opcode.CONT, Opcode.CLOSE) and size < 65_536
    assert (begins > 0) == alone
    if begins:
        library = Protocol(Side.SERVER, state=OPEN)
        library.receive_data(data)
        (event,) = library.events_received()
        assert isinstance(event, Frame)
        assert (event.opcode, len(event.data)) == (opcode, len(data) - begins)


@pytest.fixture
def straight(running: Running, monkeypatch: pytest.MonkeyPatch) -> tuple[Watcher, list[str]]:
    """A viewer, and the messages of anybody that were taken in the moment in which they came."""
    taken: list[str] = []
    take = Session._take

    def noted(session: Session, text: str) -> bool:
        taken.append(json.loads(text)["id"])  # before it is answered
        found = take(session, text)
        if not found:
            taken.pop()
        return found

    monkeypatch.setattr(Session, "_take", noted)
    party = Party(running.address, "duel", 2)
    return party.watchers[0].drain(), taken


def raw(watcher: Watcher, piece: bytes) -> None:
    watcher.socket.socket.sendall(piece)


def answered(watcher: Watcher, *idents: str) -> None:
    for ident in idents:
        assert watcher.hear("answer")["id"] == ident, "each, and in their order"


def test_one_piece_at_a_time_is_taken_at_once(straight: tuple[Watcher, list[str]]) -> None:
    watcher, taken = straight
    taken.clear()
    for ident in ("a", "b"):
        raw(watcher, frame({**PING, "id": ident}))
        answered(watcher, ident)
    watcher.socket.ping().wait()
    raw(watcher, frame({**PING, "id": "c"}))
    answered(watcher, "c")
    assert taken == ["a", "b", "c"]


X, Y = frame({**PING, "id": "x"}), frame({**PING, "id": "y"})


@pytest.mark.parametrize(
    "pieces",
    [
        [X + Y],
        [X[:3], X[3:], Y],
        [frame(b'{"t":"ping",', fin=False), frame(b'"id":"x"}', Opcode.CONT), Y],
        [X + Y[:9], Y[9:]],
    ],
)
def test_other_pieces_are_read_in_their_turn(straight: tuple[Watcher, list[str]], pieces: list[bytes]) -> None:
    watcher, _ = straight
    for piece in pieces:
        raw(watcher, piece)
        time.sleep(0.02)  # else the pieces come as one
    answered(watcher, "x", "y")
    raw(watcher, frame({**PING, "id": "z"}))
    answered(watcher, "z")


def test_what_comes_while_a_message_waits_has_its_turn_behind_it(
    running: Running, straight: tuple[Watcher, list[str]]
) -> None:
    watcher, taken = straight
    room = running.server.hub.rooms[watcher.table]
    held, free = threading.Event(), asyncio.Event()

    async def hold() -> None:
        async with room.lock:
            held.set()
            await free.wait()

    holding = asyncio.run_coroutine_threadsafe(hold(), running.loop)
    held.wait()
    taken.clear()
    raw(watcher, frame({"t": "look", "id": "l", "seat": 0}))
    until(lambda: taken == ["l"])
    raw(watcher, frame({**PING, "id": "m"}))
    raw(watcher, frame({**PING, "id": "n"}))
    with pytest.raises(TimeoutError):
        watcher.hear("answer", timeout=0.2)
    running.loop.call_soon_threadsafe(free.set)
    holding.result(5)
    answered(watcher, "m", "n")
    assert taken == ["l"]


@pytest.mark.parametrize(
    "data",
    [frame(b"\xff\xfe"), frame(b"\xc3", fin=False) + frame(b"(", Opcode.CONT), frame(b"\xff") + frame(b"\xff") + X],
    ids=["whole", "in pieces", "several"],
)
def test_a_text_that_is_none_ends_the_connection(
    straight: tuple[Watcher, list[str]], data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    watcher, _ = straight
    raw(watcher, data)
    assert watcher.flood([]) == 1007
    assert not caplog.records, "it is nothing that whoever runs the server could do anything about"


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG])
def test_pings_are_counted_as_messages_are(straight: tuple[Watcher, list[str]], opcode: Opcode) -> None:
    watcher, _ = straight
    with suppress(OSError):
        for _ in range(20):
            raw(watcher, frame(b"", opcode) * 500)
    assert watcher.flood([]) == 1008


def test_who_pings_and_does_not_read_is_answered_once(running: Running, straight: tuple[Watcher, list[str]]) -> None:
    """What the socket does not take any more would be kept without end."""
    watcher, _ = straight
    line = running.look(lambda: running.server.hub.rooms[watcher.table].channels[0].sockets.copy().pop().line)
    ping = frame(b"x" * 125, Opcode.PING)

    def pongs() -> tuple[int, int]:
        written: list[bytes] = []
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(line, "transport", Mock(write=written.append, is_closing=lambda: False))
            line.pause_writing()
            for _ in range(30):
                line.data_received(ping)
            before = len(b"".join(written)) // 127
            line.resume_writing()
            line.data_received(ping)
        return before, len(b"".join(written)) // 127

    assert running.look(pongs) == (0, 2)
    raw(watcher, X)
    answered(watcher, "x")


def test_a_message_of_nothing_but_pieces_has_an_end(straight: tuple[Watcher, list[str]]) -> None:
    watcher, _ = straight
    empty = frame(b"", Opcode.CONT, fin=False)
    with suppress(OSError):
        raw(watcher, frame(b"", fin=False) + empty * 2 * PIECES)
    assert watcher.flood([]) == 0
