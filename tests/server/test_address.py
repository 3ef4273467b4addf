"""Behind a proxy, with and without a public address; who may open how much; what is written to disk and to the log."""

from __future__ import annotations

import io
import json
import logging
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from server.playing import PATIENCE, Person, Running, until
from waystation.server import Server, allowance, limits, storage
from waystation.server.address import Address, household, page_at
from waystation.server.allowance import Allowance
from waystation.server.observe import JsonLines, Thinned

PUBLIC = "https://play.example.org"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Any]:
    """Makes servers with a public address and proxies."""
    started = []

    def start(public: str = "", proxies: str = "") -> Running:
        made = Server(f"sqlite:///{tmp_path / 'tables.sqlite'}", workers=1, address=Address(public, proxies))
        started.append(Running(made).__enter__())
        return started[-1]

    yield start
    for running in started:
        running.__exit__()


def post(running: Running, **headers: str) -> int:
    """The status of a change of name, by a browser that says where its page came from."""
    person = Person(running.address)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return person.http.post("/api/me", json={"name": "Ada"}, headers=named).status_code


def test_the_page_s_address() -> None:
    """As a browser takes it: an IPv6 address stands in brackets."""
    assert page_at("0.0.0.0", 8000) == "http://localhost:8000/"
    assert page_at("192.0.2.7", 8000) == "http://192.0.2.7:8000/"
    assert page_at("::1", 8000) == "http://[::1]:8000/"
    assert page_at("::1", 8000, PUBLIC) == f"{PUBLIC}/"


def test_behind_a_proxy_that_passes_the_host_on(server: Any) -> None:
    running = server()
    for host in ("play.example.org", "play.example.org:443", "PLAY.example.org"):
        assert post(running, origin=PUBLIC, host=host, x_forwarded_proto="https") == 200
    assert post(running, origin="https://elsewhere.example.org", host="play.example.org") == 403
    assert post(running, origin="null", host="play.example.org") == 403
    assert post(running, origin="https://play.example.org:8443", host="play.example.org") == 403


def test_behind_a_proxy_that_does_not_pass_the_host_on(server: Any) -> None:
    running = server()
    assert post(running, origin=PUBLIC) == 403
    for host in ("play.example.org", "play.example.org:443", "play.example.org, inner"):
        assert post(running, origin=PUBLIC, x_forwarded_host=host) == 200
    assert post(running, origin=PUBLIC, x_forwarded_host="other.example.org") == 403


def test_with_a_public_address(server: Any) -> None:
    running = server(PUBLIC + "/")
    assert post(running, origin=PUBLIC) == 200
    assert post(running, origin=f"http://{running.address}") == 200
    assert post(running, origin="https://elsewhere.example.org") == 403
    cookie = Person(running.address).http.get("/api/me")
    assert "secure" in Person(running.address).http.get("/api/me").headers.get("set-cookie", "secure").lower()
    assert cookie.status_code == 200


def test_a_cookie_goes_by_https_only_where_the_server_is_reached_so(server: Any) -> None:
    def cookie(running: Running, **headers: str) -> str:
        import httpx

        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return str(httpx.get(f"http://{running.address}/api/me", headers=named, timeout=PATIENCE).headers["set-cookie"])

    assert "Secure" not in cookie(server())
    assert "Secure" in cookie(server(), x_forwarded_proto="https")
    assert "Secure" in cookie(server(PUBLIC))


def test_a_proxy_that_is_not_trusted_is_not_believed(server: Any) -> None:
    running = server(proxies="10.0.0.1")
    assert post(running, origin=PUBLIC, x_forwarded_host="play.example.org") == 403
    trusting = server(proxies="127.0.0.0/8")
    assert post(trusting, origin=PUBLIC, x_forwarded_host="play.example.org") == 200


@pytest.mark.parametrize(
    "public",
    [
        "play.example.org",
        "ftp://play.example.org",
        "https://play.example.org/way",
        "https://play.example.org?x",
        "https://",
        "https://:443",
        "https://play .example.org",
        "https://play.example\n.org",
        "https://spielkreis-möhre.example",
        "https://me:secret@play.example.org",
        "https://[::1",
        "https://play.example.org:99999",
        "https://play.example.org:",
    ],
)
def test_a_public_address_that_is_none(public: str) -> None:
    with pytest.raises(ValueError, match="a public address is written as"):
        Address(public)


@pytest.mark.parametrize(
    "proxies", ["300.1.2.3", "proxy.example.org", "10.0.0.1,,10.0.0.2", "10.0.0.1/8", "*,10.0.0.1"]
)
def test_proxies_that_are_none(proxies: str) -> None:
    """Nobody would be trusted, and nobody told."""
    with pytest.raises(ValueError, match="is neither"):
        Address("", proxies)


def test_the_socket_takes_the_same_origins(server: Any) -> None:
    running = server(PUBLIC)
    ada = Person(running.address, "Ada")
    table = ada.open("duel", ["me", "open"], options={"players": 2})["id"]
    for origin, greeted in ((PUBLIC, True), ("https://elsewhere.example.org", False)):
        headers = {"Cookie": ada.cookie(), "Origin": origin}
        address = f"ws://{running.address}/api/tables/{table}/live"
        with connect(address, additional_headers=headers, open_timeout=PATIENCE, ping_interval=None) as socket:
            assert ('"hello"' in str(socket.recv(PATIENCE))[:20]) == greeted


# ---------------------------------------------------------------------- how much


def test_a_person_has_so_many_sockets(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PERSON_SOCKETS", 3)
    ada = Person(server().address, "Ada")
    table = ada.open("duel", ["me", "open"], options={"players": 2})["id"]
    watchers = [ada.watch(table) for _ in range(3)]
    for watcher in watchers:
        watcher.hear("hello")
    assert ada.watch(table).closed() == 4429
    ben = Person(ada.address, "Ben").watch(table)
    ben.hear("hello")
    watchers[0].close()
    until(lambda: ada.watch(table).next()["t"] == "hello")


def test_an_address_has_so_much_unless_everybody_comes_from_there(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ADDRESS_SOCKETS", 2)
    running = server()
    ada = Person(running.address, "Ada")
    table = ada.open("duel", ["me", "open"], options={"players": 2})["id"]
    for _ in range(4):
        ada.watch(table).hear("hello")
    strangers = server(proxies="10.0.0.1")
    some = [Person(strangers.address) for _ in range(3)]
    for person in some[:2]:
        person.watch(table).hear("hello")
    assert some[2].watch(table).closed() == 4429


def test_many_new_people_of_one_address_take_so_many_names(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them would be kept for ever."""
    monkeypatch.setattr(limits, "ADDRESS_NAMES", (0.0, 3.0))
    for proxies, some in (("10.0.0.1", 3), ("", 5)):  # with the usual proxies, everybody may come from this machine
        address = server(proxies=proxies).address
        answers = [httpx.post(f"http://{address}/api/me", json={"name": "Ada"}) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200] * some + [429] * (5 - some)
        assert all("Retry-After" in answer.headers for answer in answers[some:])


def test_all_addresses_of_a_household_are_one(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has IPv6 has 2**64 of them."""
    monkeypatch.setattr(limits, "ADDRESS_NAMES", (0.0, 3.0))
    url = f"http://{server().address}/api/me"

    def name(address: str) -> int:
        return httpx.post(url, json={"name": "Ada"}, headers={"X-Forwarded-For": address}).status_code

    assert [name(f"2001:db8:0:1:{number}::{number}") for number in range(1, 6)] == [200] * 3 + [429] * 2
    assert name("2001:db8:0:2::1") == 200, "the neighbour's"
    assert [name(f"203.0.113.{number}") for number in range(1, 6)] == [200] * 5


@pytest.mark.parametrize(
    ("address", "one"),
    [
        ("2001:db8:0:1:ffff::7", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("203.0.113.7", "203.0.113.7"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_what_an_address_counts_as(address: str, one: str) -> None:
    assert household(address) == one


def test_a_person_opens_so_many_tables_at_once(server: Any) -> None:
    ada = Person(server().address, "Ada")
    wish = {"game": "duel", "seats": ["me", "open"], "options": {"players": 2}}
    statuses = [ada.post("/api/tables", wish).status_code for _ in range(70)]
    assert statuses[:60] == [201] * 60
    refused = ada.post("/api/tables", wish)
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["retry-after"]) <= 5
    assert set(refused.json()) == {"reason", "rule"}
    assert Person(ada.address, "Ben").post("/api/tables", wish).status_code == 201


def test_many_strangers_are_not_looked_through_for_each_who_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them has a bucket that fills slowly: that there are many must not make the next one dearer."""

    class Watched(Allowance):
        looks = 0

        def _now(self, person: str, now: float) -> float:
            self.looks += 1
            return super()._now(person, now)

    monkeypatch.setattr(allowance, "MANY", 50)
    slow = Watched(1 / 300, 3.0)
    assert not any(slow.take(f"stranger {number}") for number in range(1000))
    assert slow.looks < 4000


def test_a_full_server_says_so_and_lets_players_in(server: Any) -> None:
    running = server()
    ada = Person(running.address, "Ada")
    table = ada.open("duel", ["me", "open"], options={"players": 2})["id"]
    running.server.doors.limit = 4
    running.server.doors.open += 3
    assert ada.get("/health").status_code == 503
    assert ada.get("/health").headers["retry-after"] == "5"
    running.server.doors.open -= 1
    stranger = Person.__new__(Person)
    stranger.address, stranger.http, stranger.pages = ada.address, ada.http.__class__(), []
    running.server.doors.open += 1
    assert stranger.watch(table).closed() == 4429
    stranger.http.close()
    running.server.doors.limit = 8
    running.server.doors.open += 2
    ada.watch(table, 0).hear("hello")
    running.server.doors.open -= 5


# ---------------------------------------------------------------------- disk and log


def test_a_database_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "new.sqlite"
    old = tmp_path / "old.sqlite"
    sqlite3.connect(old).close()
    old.touch()
    old.chmod(0o644)
    for one in (file, old):
        with Running(Server(f"sqlite:///{one}", workers=1)) as running:
            Person(running.address, "Ada")
            found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob(f"{one.name}*")}
        assert set(found.values()) == {0o600}, found
    monkeypatch.setattr(storage, "user_data_path", lambda *_, **__: tmp_path / "data")
    assert storage.default_url().endswith("data/tables.sqlite")
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_a_database_of_a_newer_release_is_left_alone(database: str) -> None:
    engine = storage.make_engine(database)
    storage.migrate(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'm9999'")
    engine.dispose()
    done = subprocess.run(
        [sys.executable, "-m", "waystation.server", "--port", "0", "--db", database],
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 1
    said = done.stderr.strip()
    assert said.startswith("the database cannot be opened: it was written by a newer Waystation (schema m9999, ")
    assert "\n" not in said


def test_lines_of_one_kind_are_counted() -> None:
    out = io.StringIO()
    handler = Thinned(out, most=5)
    handler.setFormatter(JsonLines())
    log = logging.Logger("test")
    log.addHandler(handler)
    for minute, lines in ((0, 1000), (1, 1)):
        for number in range(lines):
            record = log.makeRecord(
                "test", logging.INFO, "", 0, "request", (), None, extra={"route": "me", "status": 200}
            )
            record.created = 60 * minute + number / 1000
            log.handle(record)
    log.warning("another")
    told = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["event"] for line in told] == ["request"] * 5 + ["995 more like it: request", "request", "another"]
    assert told[5]["route"] == "me"


def test_everything_that_is_logged_is_json(tmp_path: Path) -> None:
    """Also what asyncio has to say, of descriptors that ran out for instance."""
    text = (
        "import asyncio, logging, sys\nfrom waystation.server.observe import log_to_stderr\nlog_to_stderr()\n"
        "loop = asyncio.new_event_loop()\nloop.call_exception_handler({'message': 'out of descriptors'})\n"
        "logging.getLogger('uvicorn.error').warning('Invalid HTTP request received.')\nloop.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=PATIENCE)
    assert [json.loads(line)["event"] for line in done.stderr.splitlines()] == [
        "out of descriptors",
        "Invalid HTTP request received.",
    ]
