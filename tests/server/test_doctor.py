"""`waystation doctor`: each thing is broken once, and the sentence about it read. Nothing is changed by looking."""

from __future__ import annotations

import datetime
import http.server
import ipaddress
import json
import os
import shutil
import socket
import sqlite3
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from server.playing import Person, Running, until
from waystation.cli import app
from waystation.server import Server, doctor, reached
from waystation.server.address import Address
from waystation.server.doctor import Setup, examine
from waystation.server.findings import Finding
from waystation.server.reached import Heard
from waystation.server.storage import make_engine, migrate


def one(found: Iterator[Finding], check: str, state: str) -> Finding:
    """The finding of a check that is in this state; what is not ok says what to do."""
    known = [finding for finding in found if finding.check == check]
    matching = [finding for finding in known if finding.state == state]
    assert matching, known
    assert bool(matching[0].advice) == (state != "ok")
    return matching[0]


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database of this release, as a server leaves it."""
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    Server(url).storage.close()
    return url


# ---------------------------------------------------------------------- a set-up


def test_all_is_well_where_a_server_has_run(url: str) -> None:
    found = list(examine(Setup(url, "https://play.example.org")))
    assert {finding.state for finding in found if finding.check not in ("disk", "open files", "development")} == {"ok"}
    assert "0 tables, 0 people, 0 MB" in one(iter(found), "database", "ok").text


def test_nothing_is_made_and_nothing_is_changed(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite"
    assert "There is none yet" in one(doctor._database(Setup(f"sqlite:///{file}")), "database", "ok").text
    assert not file.exists()
    engine = make_engine(f"sqlite:///{file}")
    migrate(engine, "0003")
    engine.dispose()
    finding = one(examine(Setup(f"sqlite:///{file}")), "database", "warning")
    assert "earlier release (schema 0003" in finding.text
    assert "waystation backup" in finding.advice
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0003",)
    connection.close()


def database(url: str, state: str = "wrong") -> str:
    finding = one(doctor._database(Setup(url)), "database", state)
    return f"{finding.text} {finding.advice}"


def test_a_database_that_cannot_be_used(tmp_path: Path, url: str) -> None:
    for bad in ("tables.sqlite", "postgresql://me:geheim@[::1/x", "postgresql://me:geheim@host:port/x"):
        assert "makes no sense" in database(bad)
        found = list(doctor.examine(Setup(bad)))
        assert not [finding for finding in found if "could not be looked at" in finding.text], bad
        assert "geheim" not in repr(found)
    for folder in (tmp_path, Path(os.devnull)):
        assert "is no file" in database(f"sqlite:///{folder}")
        assert not list(doctor._files(Setup(f"sqlite:///{folder}"))), "nobody is told to close it to others"
    assert "name one as sqlite:///PATH" in database("sqlite:///")
    assert "not in mysql" in database("mysql://me@host/x")
    assert "install -d -m 700" in database(f"sqlite:///{tmp_path}/none/tables.sqlite")
    text = tmp_path / "text.sqlite"
    text.write_text("a long enough text that is no database at all " * 100)
    assert "file is not a database" in database(f"sqlite:///{text}")
    file = tmp_path / "tables.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert "newer Waystation (schema 9999" in database(url)
    for place in ("nobody:secret@127.0.0.1:1/none", "nobody@127.0.0.1:1/none?password=secret&sslpassword=secret"):
        told = database(f"postgresql://{place}")
        assert "Is it running" in told
        assert "secret" not in told


def test_a_database_that_may_only_be_read(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write everywhere, and tests may be root's: what the system says of anybody else is put in its place."""
    file = Path(url.removeprefix("sqlite:///"))
    for closed in (file, file.parent):
        monkeypatch.setattr(os, "access", lambda path, mode, closed=closed: path != closed or not mode & os.W_OK)
        assert f"chown waystation {file.parent} {file}" in database(url)
        with pytest.raises(ValueError, match="may not be written to"):
            Server(url)


@pytest.mark.parametrize("half", [False, True])
def test_a_database_whose_package_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, half: bool) -> None:
    """Or there without the library that it needs: then it says so by an error that names no module."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    if half:
        monkeypatch.delitem(sys.modules, "psycopg")
        (tmp_path / "psycopg.py").write_text("raise ImportError('no pq wrapper available')", encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
    found = list(examine(Setup("postgresql://me@localhost/name")))
    assert "without the package psycopg" in one(iter(found), "database", "wrong").text
    assert "pip install 'waystation[postgres]'" in one(iter(found), "database", "wrong").advice
    assert not [finding for finding in found if "could not be looked at" in finding.text]


def test_a_database_that_is_damaged(tmp_path: Path, url: str) -> None:
    file = tmp_path / "tables.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        for number in range(200):
            connection.execute("INSERT INTO people (id, name, created) VALUES (?, 'name', 0)", (f"person {number}",))
        connection.commit()
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'people'").fetchone()[0]
        page = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    content = bytearray(file.read_bytes())
    content[(root - 1) * page + 20 : root * page] = b"\xff" * (page - 20)
    file.write_bytes(content)
    found = list(doctor._database(Setup(url)))
    assert "wrong" in {finding.state for finding in found}
    assert any("damaged" in finding.text or "malformed" in finding.text for finding in found)


def test_an_empty_database_of_postgresql(postgres: str) -> None:
    from server.conftest import new_database, numbers

    empty = new_database(postgres, f"d{next(numbers)}")
    assert "is empty" in database(empty, "ok")
    Server(empty).storage.close()
    assert "0 tables" in database(empty, "ok")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_files_that_others_can_read_or_replace(tmp_path: Path, url: str) -> None:
    file = tmp_path / "tables.sqlite"
    file.chmod(0o644)
    finding = one(examine(Setup(url)), "files", "wrong")
    assert "Others on this machine can read" in finding.text
    assert f"chmod 600 {file}" in finding.advice
    file.chmod(0o600)
    tmp_path.chmod(0o777)
    assert "another file in the place" in one(doctor._files(Setup(url)), "files", "wrong").text
    tmp_path.chmod(0o700)
    one(doctor._files(Setup(url)), "files", "ok")


def test_what_the_machine_lacks(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    for free, state in ((50 << 20, "wrong"), (500 << 20, "warning"), (50 << 30, "ok")):
        with monkeypatch.context() as patch:
            patch.setattr(shutil, "disk_usage", lambda place, free=free: SimpleNamespace(free=free))
            assert f"{free >> 20} MB" in one(doctor._disk(Setup(url)), "disk", state).text
    for files, state in ((512, "wrong"), (4096, "warning"), (resource.RLIM_INFINITY, "ok")):
        with monkeypatch.context() as patch:
            patch.setattr(resource, "getrlimit", lambda kind, files=files: (256, files))
            one(doctor._open_files(), "open files", state)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "which", lambda name: None)
        assert "node and chromium are not" in one(doctor._tools(), "development", "warning").text
    with monkeypatch.context() as patch:
        patch.setattr(doctor, "to_png", lambda svg: b"the same")
        assert "no letters" in one(doctor._pictures(), "pictures", "wrong").text
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", "/bin/false")
        assert "its process ended" in one(doctor._bots(), "bots", "wrong").text


def test_python_and_its_packages(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.python_implementation", lambda: "PyPy")
    assert "PyPy 3" in one(doctor._python(), "python", "warning").text
    plain = doctor._version
    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "starlette" else plain(name))
    finding = one(doctor._packages(Setup(url)), "packages", "wrong")
    assert (finding.text, "waystation[server]" in finding.advice) == ("The package starlette is missing.", True)
    monkeypatch.setattr(doctor, "_version", lambda name: "3.1" if name == "sqlalchemy" else plain(name))
    assert one(doctor._packages(Setup(url)), "packages", "warning").text.startswith("sqlalchemy 3.1 is not ")
    for version, bounds, fits in (
        ("2.0.36", "<3,>=2.0.36", True), ("2.0.35", "<3,>=2.0.36", False), ("3.0", "<3,>=2", False),
        ("2.9.9+local", "<3,>=2", True), ("3", ">=3.0,<4", True),
    ):  # fmt: skip
        assert doctor._within(version, bounds) is fits, (version, bounds)


def test_addresses_that_cannot_be_right(url: str) -> None:
    def address(public: str, proxies: str, state: str) -> str:
        return one(doctor._address(Setup(url, public, proxies)), "address", state).text

    assert "is written as https://" in address("play.example.org", "", "wrong")
    assert "geheim" not in address("https://me:geheim@play.example.org", "", "wrong")
    assert "'10.0.0.256' is neither" in address("https://play.example.org", "127.0.0.1, 10.0.0.256", "wrong")
    assert "plain HTTP" in address("http://play.example.org", "", "warning")
    assert "Every address is believed" in address("https://play.example.org", "*", "warning")
    assert "10.0.0.1" in address("https://play.example.org", "10.0.0.1", "ok")
    assert "No public address" in address("", "", "ok")


def test_a_clock_that_is_behind_or_jumps(url: str, tmp_path: Path) -> None:
    with Running(Server(url, workers=1)) as running:
        Person(running.address, "Ada").open("duel", ["me", "open"])
    setup = Setup(url)
    one(doctor._clock(setup, time.time(), time.monotonic()), "clock", "ok")
    assert "jumped by +5.0 s" in one(doctor._clock(setup, time.time() - 5, time.monotonic()), "clock", "warning").text
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("UPDATE tables SET updated = ?", (time.time() + 3600,))
    connection.close()
    finding = one(doctor._clock(setup, time.time(), time.monotonic()), "clock", "wrong")
    assert "3600 s behind" in finding.text


def test_a_check_that_fails_is_wrong_and_the_others_go_on(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(place: object) -> None:
        raise OSError("no such device")

    monkeypatch.setattr(shutil, "disk_usage", fail)
    found = list(examine(Setup(url)))
    assert "OSError: no such device" in one(iter(found), "disk", "wrong").text
    one(iter(found), "bots", "ok")


def test_the_command(url: str, tmp_path: Path) -> None:
    good = CliRunner().invoke(app, ["doctor", "--db", url])
    assert good.exit_code == 0, good.output
    assert "ok      database" in good.output
    bad = CliRunner().invoke(app, ["doctor", "--db", f"sqlite:///{tmp_path}/none/x.sqlite", "--json"])
    assert bad.exit_code == 1
    found = {finding["check"]: finding for finding in json.loads(bad.output)}
    assert found["database"]["state"] == "wrong"
    assert found["database"]["advice"]


# ---------------------------------------------------------------------- a server that runs

Edit = Callable[[bytes], bytes]


@contextmanager
def proxy(target: str, request: Edit = bytes, answer: Edit = bytes) -> Iterator[str]:
    """A proxy that edits the first thing that each side says on a connection; its URL."""
    listening = socket.create_server(("127.0.0.1", 0))
    ends: list[socket.socket] = []

    def pump(source: socket.socket, sink: socket.socket, edit: Edit) -> None:
        with suppress(OSError):
            first = True
            while content := source.recv(65536):
                sink.sendall(edit(content) if first else content)
                first = False
            sink.shutdown(socket.SHUT_WR)

    def accept() -> None:
        with suppress(OSError):
            while True:
                here, _ = listening.accept()
                there = socket.create_connection((target.partition(":")[0], int(target.rpartition(":")[2])))
                ends.extend((here, there))
                for words in ((here, there, request), (there, here, answer)):
                    threading.Thread(target=pump, args=words, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        for end in (listening, *ends):
            end.close()


def states(url: str) -> dict[str, str]:
    return {finding.check: finding.state for finding in reached.reached(url)}


def test_a_server_that_is_reached_as_it_should_be(running: Running) -> None:
    found = states(f"http://{running.address}/")
    assert found == dict.fromkeys(("reached", "ready", "cookies", "proxy", "websocket"), "ok")
    with proxy(running.address) as url:
        assert set(states(url).values()) == {"ok"}


def test_a_proxy_that_lets_no_websocket_through(running: Running) -> None:
    with proxy(running.address, lambda head: head.replace(b"Upgrade: websocket\r\n", b"")) as url:
        finding = one(reached.reached(url), "websocket", "wrong")
    assert "No WebSocket comes through" in finding.text
    assert "Upgrade" in finding.advice


def test_a_proxy_that_does_not_pass_the_host_on(running: Running) -> None:
    def inner(head: bytes) -> bytes:
        lines = head.split(b"\r\n")
        return b"\r\n".join(b"Host: inner" if line.lower().startswith(b"host:") else line for line in lines)

    with proxy(running.address, inner) as url:
        finding = one(reached.reached(url), "websocket", "wrong")
    assert "comes from another site" in finding.text
    assert f"--public-url {url}" in finding.advice


def test_a_proxy_that_takes_cookies(running: Running) -> None:
    with proxy(running.address, answer=lambda head: head.replace(b"set-cookie:", b"x-was:")) as url:
        assert "does not arrive" in one(reached.reached(url), "cookies", "wrong").text


def test_cookies_that_no_browser_brings_back(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'x.sqlite'}", workers=1, address=Address("https://play.example.org"))
    with Running(server) as running:
        finding = one(reached.reached(f"http://{running.address}"), "cookies", "wrong")
        assert "no browser brings them back" in finding.text


def test_where_nothing_and_where_something_else_answers(running: Running) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert "cannot be reached" in one(reached.reached(f"http://127.0.0.1:{port}"), "reached", "wrong").text
    assert "speaks no TLS" in one(reached.reached(f"https://{running.address}"), "reached", "wrong").advice
    for bad in ("play.example.org", "http://[::1", "http://me:geheim@play.example.org", "http://play.example.org:x"):
        finding = one(reached.reached(bad), "reached", "wrong")
        assert ("no address of a server" in finding.text, "geheim" in finding.text) == (True, False)
    with elsewhere() as url:
        assert "no Waystation server" in one(reached.reached(url), "reached", "wrong").text
    with elsewhere({"version": "0.0.1"}) as url:
        assert "runs Waystation 0.0.1" in one(reached.reached(url), "reached", "warning").text


@contextmanager
def elsewhere(says: object = None, context: ssl.SSLContext | None = None) -> Iterator[str]:
    """Another server, that says the same to everybody."""

    class Says(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = b"" if says is None else json.dumps(says).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Says) as server:
        server.daemon_threads = True
        server.handle_error = lambda request, address: None  # type: ignore[method-assign]
        if context is not None:
            server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http{'s' if context else ''}://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def certificate(folder: Path, days: int) -> Path:
    """A certificate for this machine, signed by itself."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "here")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=days, hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / f"{days}.pem"
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


def test_certificates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for days, state in ((90, "ok"), (5, "warning")):
        file = certificate(tmp_path, days)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        with elsewhere({"version": "1"}, context) as url:
            monkeypatch.delenv("SSL_CERT_FILE", raising=False)
            finding = one(reached.reached(url), "reached", "wrong")
            assert "CERTIFICATE_VERIFY_FAILED" in finding.text
            assert "certbot renew" in finding.advice
            monkeypatch.setenv("SSL_CERT_FILE", str(file))
            found = list(reached.reached(url))
            assert f"{days} days" in one(iter(found), "certificate", state).text
            assert "does not arrive" in one(iter(found), "cookies", "wrong").text


def test_what_the_server_sees_of_who_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if from far away: through a proxy that says nothing of its visitors, that believes all, and that is right."""
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, port: [(0, 0, 0, "", ("9.9.9.9" if "." in host else "10.0.0.5", 0))]
    )

    def seen(*addresses: str) -> list[Finding]:
        told = iter(addresses)
        answer = lambda url, **headers: Heard(200, {}, json.dumps({"address": next(told)}).encode())  # noqa: E731
        monkeypatch.setattr(reached, "_get", answer)
        return list(reached._proxy("https://play.example.org"))

    assert "everybody comes from 127.0.0.1, the proxy" in one(iter(seen("127.0.0.1")), "proxy", "wrong").text
    assert "from any address" in one(iter(seen("8.8.8.8", reached.PRETENDED)), "proxy", "wrong").text
    assert "(8.8.8.8)" in one(iter(seen("8.8.8.8", "8.8.8.8")), "proxy", "ok").text


def test_from_far_away(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """What only matters where it is not this machine: plain HTTP, and numbers for everybody."""
    url = f"http://{running.address}"
    monkeypatch.setattr(reached, "is_local", lambda url: False)
    assert "plain HTTP" in one(reached.reached(url), "reached", "warning").text
    assert "can read" in one(reached.reached(url), "metrics", "warning").text


def test_a_clock_that_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    health = Heard(200, {"Date": "Sat, 28 Nov 2026 22:00:00 GMT"}, b"")
    monkeypatch.setattr(time, "time", lambda: 1795903200.0 - 60)
    assert "+60 s off" in one(reached._clock("", health), "clock", "warning").text


# ---------------------------------------------------------------------- /ready and /api/seen


def test_ready_says_why_not(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with Running(Server(f"sqlite:///{file}", workers=1)) as running:
        ada, server = Person(running.address, "Ada"), running.server
        assert ada.get("/ready").json()["ok"] is True

        def reason() -> str:
            answer = ada.get("/ready")
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
            return str(answer.json()["reason"])

        running.call(server.bots.warm_up)
        assert ada.get("/ready").status_code == 200
        process = server.bots._seats[0].process
        assert process is not None
        running.look(process.kill)
        until(lambda: process.returncode is not None)
        assert "processes in which bots think have ended" in reason()
        until(lambda: ada.get("/ready").status_code == 200)
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.close()
        assert reason().startswith("The database has schema 9999")
        running.look(lambda: server.database.engine.dispose())
        assert "wrong" in states(f"http://{running.address}").values()
        server.end()
        assert reason() == "The server is stopping."
        assert ada.get("/health").json()["ok"], "it lives"


def test_a_database_that_does_not_answer(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise OSError("gone")

    monkeypatch.setattr(running.server.database, "_found_schema", fail)
    answer = Person(running.address).get("/ready")
    assert (answer.status_code, answer.json()["reason"]) == (503, "The database does not answer.")


def test_how_a_request_is_seen(running: Running) -> None:
    ada = Person(running.address)
    told = ada.get("/api/seen").json()
    assert told == {"address": "127.0.0.1", "host": running.address, "secure": False}
    headers = {"X-Forwarded-For": "9.9.9.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "play.example.org"}
    told = ada.http.get("/api/seen", headers=headers).json()
    assert told == {"address": "9.9.9.9", "host": "play.example.org", "secure": True}
