"""Where notices arrive in tests: a push service with a browser behind it, and a mail server, both on this machine."""

from __future__ import annotations

import asyncio
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple

import http_ece
from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from server.playing import Person


def text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def content_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Push(NamedTuple):
    """One push as the service got it."""

    headers: dict[str, str]
    body: bytes


class Browser:
    """A browser that takes pushes through a service of its own. `answers` are the statuses that the service gives, one
    after another; the last stays."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes..."
        self.got: list[Push] = []
        self.answers: list[int] = [201]
        self.extra: dict[str, str] = {}

    @contextmanager
    def running(self) -> Iterator[Browser]:
        browser = self

        class Service(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                browser.got.append(Push(dict(self.headers), body))
                self.send_response(browser.answers.pop(0) if len(browser.answers) > 1 else browser.answers[0])
                for name, value in browser.extra.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        service = ThreadingHTTPServer(("127.0.0.1", 0), Service)
        service.daemon_threads = True
        thread = Thread(target=service.serve_forever, args=(0.01,))
        thread.start()
        self.endpoint = f"http://127.0.0.1:{service.server_address[1]}/a-secret-address"
        try:
            yield self
        finally:
            service.shutdown()
            thread.join()
            service.server_close()

    def subscription(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": text(point), "auth": text(self.auth)}

    def read(self, number: int = -1) -> dict[str, Any]:
        """A push, as only this browser can read it."""
        body = http_ece.decrypt(self.got[number].body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        found: dict[str, Any] = json.loads(body)
        return found

    def claims(self, number: int = -1) -> dict[str, Any]:
        """What the server that pushes says of itself; it must have signed that."""
        from py_vapid import Vapid02

        signed = self.got[number].headers["Authorization"]
        assert Vapid02.verify(signed)
        found: dict[str, Any] = json.loads(content_of(signed.split("t=")[1].split(".")[1]))
        return found


class Mailbox:
    """A mail server that keeps what it gets. `answer`: what it says to each letter ("": that it takes it)."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.answer = ""

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        if self.answer:
            return self.answer
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        return "250 taken"

    @contextmanager
    def running(self, **how: Any) -> Iterator[Mailbox]:
        loop = asyncio.new_event_loop()
        make = loop.create_server(lambda: SMTP(self, loop=loop, hostname="localhost", **how), "127.0.0.1", 0)
        server = loop.run_until_complete(make)
        thread = Thread(target=loop.run_forever)
        thread.start()
        self.url = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            server.close()
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0.01))
            loop.close()

    def body(self, number: int = -1) -> str:
        return str(self.letters[number].get_content()).replace("\r\n", "\n")

    def secret(self, before: str) -> str:
        """The secret of a link in the newest letter."""
        found = re.search(rf"{before}([A-Za-z0-9_-]+)", self.body())
        assert found, self.body()
        return found[1]


def wishes(person: Person, **what: Any) -> Any:
    answer = person.post("/api/you/notices", what)
    assert answer.status_code == 200, answer.text
    return answer.json()


def takes_pushes(person: Person, browser: Browser, *kinds: str, **more: Any) -> Any:
    """Somebody opts in, in this browser."""
    answer = person.post("/api/you/notices/push", browser.subscription())
    assert answer.status_code == 200, answer.text
    return wishes(person, push=list(kinds), **more)
