"""What a stranger may hold: heads, bodies and answers have a time, and whoever asks for nothing makes room."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from server.playing import PATIENCE, Party, Person, Running, opened, until
from waystation.server import Server, doors
from waystation.server.doors import Doors


def plug(address: str, text: str = "") -> socket.socket:
    host, port = address.split(":")
    found = socket.create_connection((host, int(port)), PATIENCE)
    opened.append(found)
    found.sendall(text.encode())
    return found


def answer(found: socket.socket) -> tuple[int, dict[str, object]]:
    """The status and body that a connection is answered with, until it is closed."""
    found.settimeout(PATIENCE)
    got = b""
    while piece := found.recv(65536):
        got += piece
    head, _, body = got.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def is_closed(found: socket.socket) -> bool:
    found.settimeout(0.01)
    try:
        return not found.recv(65536)
    except TimeoutError:
        return False
    except OSError:
        return True


@pytest.fixture
def guarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that waits for nobody for longer than a second, and lets twenty wait."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "ANSWER_SECONDS"):
        monkeypatch.setattr(doors, name, 1.0)
    server = Server(f"sqlite:///{tmp_path / 'tables.sqlite'}", workers=1)
    server.doors = Doors(limit=200, waiting=20)
    with Running(server) as running:
        yield running


def test_half_open_requests_keep_nobody_from_playing(guarded: Running) -> None:
    """1,150 of them kept everybody out. Here the server has room for 200 connections, and 400 come."""
    party = Party(guarded.address, "duel", 2)
    held = []
    for number in range(400):
        held.append(plug(guarded.address, "GET /api/games HTTP/1.1\r\nHost: x\r\nX-Slow: "))
        if number % 100 == 0:
            party.step()
            assert Person(guarded.address, "Ben").get("/api/games").status_code == 200
    until(lambda: guarded.look(lambda: len(guarded.server.doors.waiting)) <= 20)
    party.step()
    Person(guarded.address, "Cleo").open("duel", ["me", "open"], options={"players": 2})
    for found in held:
        found.close()
    until(lambda: guarded.look(lambda: guarded.server.doors.open) < 30)


def test_who_lets_most_wait_makes_room() -> None:
    """A crowd from one address does not push out somebody from another."""

    class Door:
        def __init__(self, address: str) -> None:
            self.address = address
            self.gone = False

        def abort(self) -> None:
            self.gone = True
            del doors.waiting[self]  # type: ignore[arg-type]

    doors = Doors(limit=1000, waiting=10)
    one = Door("quiet")
    crowd = [Door("crowd") for _ in range(30)]
    for door in [one, *crowd]:
        doors.wait(door)  # type: ignore[arg-type]
    assert not one.gone
    assert [door.gone for door in crowd] == [True] * 21 + [False] * 9


@pytest.mark.parametrize(
    "begun",
    [
        "",
        "GET / HT",
        "POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
        "GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\nX-",
    ],
    ids=["nothing", "head", "body", "second head"],
)
def test_what_is_begun_must_be_ended_in_time(guarded: Running, begun: str) -> None:
    found = plug(guarded.address, begun)
    until(lambda: is_closed(found))
    until(lambda: guarded.look(lambda: guarded.server.doors.open) == 0)


def test_a_head_that_trickles_gains_no_time(guarded: Running) -> None:
    found = plug(guarded.address, "GET / HTTP/1.1\r\nX-Slow: ")
    began = time.monotonic()
    with suppress(OSError):
        while time.monotonic() < began + 5 and not is_closed(found):
            found.sendall(b"x")
            time.sleep(0.1)
    assert time.monotonic() < began + 4


def test_an_answer_that_nobody_reads_is_given_up(guarded: Running) -> None:
    found = socket.socket()
    opened.append(found)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    host, port = guarded.address.split(":")
    found.connect((host, int(port)))
    found.sendall(b"GET /api/games/wayfarers/look HTTP/1.1\r\nHost: x\r\n\r\n" * 600)
    until(lambda: guarded.look(lambda: guarded.server.doors.open) == 1)
    until(lambda: guarded.look(lambda: guarded.server.doors.open) == 0)


def test_a_connection_is_kept_between_requests(guarded: Running) -> None:
    person = Person(guarded.address, "Ada")
    time.sleep(1.5)  # longer than a head may take
    before = guarded.look(lambda: guarded.server.doors.open)
    assert person.get("/health").status_code == 200
    assert guarded.look(lambda: guarded.server.doors.open) == before == 1


def test_what_is_no_http_is_told_so_in_json(guarded: Running) -> None:
    assert answer(plug(guarded.address, "\x01\x02 nonsense\r\n\r\n"))[0] == 400
    status, body = answer(plug(guarded.address, "GET / HTTP/1.1\r\nX: " + "x" * 70_000))
    assert (status, body) == (400, {"reason": "Invalid HTTP request received.", "rule": ""})


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_frame_that_is_written_at_once_is_one_as_the_library_makes_it(size: int) -> None:
    text = b"x" * size
    assert doors._head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize(
    "more", [f"Cookie: {'x' * 9000}", "\r\n".join(f"X-{n}: 1" for n in range(200)), "Content-Length: 5"]
)
def test_a_handshake_that_can_not_be_read_is_refused(running: Running, more: str) -> None:
    """It was kept for ever, without an answer: enough of them, and nobody new was let in."""
    upgrade = "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x"
    found = plug(running.address, f"GET /api/tables/x/live HTTP/1.1\r\nHost: x\r\n{upgrade}\r\n{more}\r\n\r\n")
    found.settimeout(PATIENCE)
    assert found.recv(65536).startswith(b"HTTP/1.1 4")
    assert until(lambda: is_closed(found))
