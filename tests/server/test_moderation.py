"""Looking after a server that runs: tables closed and hidden, people banned, quotas, statistics, sweeping."""

from __future__ import annotations

import ipaddress
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

import pytest
from msgspec import structs
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.owner import admin
from server.playing import PATIENCE, Party, Person, Running, until
from waystation.cli import app
from waystation.server import Server, guard, moderation, outflow
from waystation.server.guard import Guard
from waystation.server.moderation import Ban
from waystation.server.refusals import Refused
from waystation.server.rows import new_ident
from waystation.server.session import Session
from waystation.server.sql import SqlBook


def refused(db: str, *words: object) -> str:
    """Why it does not."""
    done = CliRunner().invoke(app, ["admin", *map(str, words), "--db", db])
    assert done.exit_code != 0
    return str(done.exception)


@contextmanager
def serving(database: str) -> Iterator[Running]:
    with Running(Server(database, workers=1)) as running:
        yield running


def public(db: str, name: str) -> str:
    """A person's public id."""
    return str(json.loads(admin(db, "people", "--search", name, "--json"))[0]["id"])


# ---------------------------------------------------------------------- tables


def test_a_table_is_closed_before_it_is_dealt(database: str) -> None:
    """It is not dealt any more: it would go on, and nobody could be told why it does not."""
    with serving(database) as running:
        ada = Person(running.address, "Ada")
        table = ada.open("duel", ["me", "open"], shares=True)["id"]
        with moderation.opened(database, writes=True) as connection:
            moderation.close(connection, table, "Be kind.", time.time())
        running.call(lambda: running.server.hub.dice.deal(table))
        answer = ada.get(f"/api/tables/{table}")
        assert answer.json()["reason"] == "Whoever runs this server has closed this table: Be kind."
        assert ada.get("/api/tables").json()[0]["over"]


def test_a_table_is_closed_while_it_is_played(database: str) -> None:
    told = "Whoever runs this server has closed this table: Be kind."
    with serving(database) as running:
        party = Party(running.address, "duel", 2)
        party.step()
        ada = party.people[0]
        path = f"/api/tables/{party.id}"
        assert "within two seconds" in admin(database, "close", party.id, "--reason", "Be kind.")
        began = time.monotonic()
        for watcher in party.watchers:
            assert watcher.closed() == 4409
            assert watcher.frames[-1]["reason"] == told
        assert time.monotonic() - began < PATIENCE / 2
        for page in ("", "/view", "/story", "/moments/0"):
            answer = ada.get(f"{path}{page}")
            assert (answer.status_code, answer.json()["reason"]) == (409, told)
        again = ada.watch(party.id)
        assert again.closed() == 4409
        mine = ada.get("/api/tables").json()[0]
        assert (mine["over"], mine["to_act"], mine["result"]) == (True, [], told)
        line = json.loads(admin(database, "list", "--state", "closed", "--json"))[0]
        assert (line["id"], line["hidden"]) == (party.id, True)


def test_a_table_that_is_closed_while_no_server_runs(database: str) -> None:
    with serving(database) as running:
        party = Party(running.address, "stones", 3)
    admin(database, "close", party.id)
    with serving(database) as running:
        answer = Person(running.address).get(f"/api/tables/{party.id}")
        assert answer.json()["reason"] == "Whoever runs this server has closed this table."


def test_a_table_that_waits_for_shares_is_closed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("waystation.server.dice.MOMENT", 60.0)
    with serving(database) as running:
        ada = Person(running.address, "Ada")
        table = ada.open("duel", ["me", "open"], shares=True)["id"]
        assert json.loads(admin(database, "show", table, "--json"))["table"]["state"] == "waiting"
        admin(database, "close", table)
        assert ada.get(f"/api/tables/{table}").status_code == 409


def test_a_hidden_table_is_in_no_list_but_is_played(database: str) -> None:
    with serving(database) as running:
        ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
        table = ada.open("duel", ["me", "open"], listed=True)["id"]

        def listed() -> bool:
            return any(one["id"] == table for one in ben.get("/api/open").json())

        until(listed)
        admin(database, "hide", table)
        until(lambda: not listed())
        assert [one["id"] for one in json.loads(admin(database, "list", "--state", "hidden", "--json"))] == [table]
        assert ben.get(f"/api/tables/{table}").status_code == 200
        admin(database, "unhide", table)
        until(listed)


def test_what_nobody_plays_any_more_is_swept(database: str) -> None:
    with serving(database) as running:
        old, done, new = (Party(running.address, "duel", 2) for _ in range(3))
        done.play_out()
        with moderation.opened(database, writes=True) as connection:
            for party in (old, done):
                connection.exec_driver_sql(
                    f"UPDATE tables SET updated = {time.time() - 100 * 86400} WHERE id = '{party.id}'"
                )
        assert "1 table would go" in admin(database, "sweep", "--days", 90)
        assert "2 tables would go" in admin(database, "sweep", "--days", 90, "--finished")
        assert "1 table is deleted" in admin(database, "sweep", "--days", 90, "--delete")
        ada = new.people[0]
        assert [ada.get(f"/api/tables/{one.id}").status_code for one in (old, done, new)] == [404, 200, 200]
        assert old.watchers[0].closed() == 4404


# ---------------------------------------------------------------------- people


def test_a_banned_person_is_refused_everywhere_and_others_are_not(database: str) -> None:
    with serving(database) as running:
        party = Party(running.address, "duel", 2)
        ada, ben = party.people[:2]
        admin(database, "ban", public(database, "Ben"), "--reason", "Write to owner@example.org.")
        told = "You are not let in here: Write to owner@example.org."
        watcher = party.watchers[1]
        assert watcher.closed() == 4403
        assert watcher.frames[-1]["reason"] == told
        for path in ("/api/me", "/api/tables", f"/api/tables/{party.id}", "/api/games", "/api/open"):
            answer = ben.get(path)
            assert (answer.status_code, answer.json()) == (403, {"reason": told, "rule": ""}), path
        for path, body in (("/api/me", {"name": "Bob"}), ("/api/tables", {}), ("/api/join", {"link": "x" * 24})):
            assert ben.post(path, body).status_code == 403, path
        assert ben.watch(party.id).closed() == 4403
        for path in ("/", "/health", "/ready", f"/table/{party.id}"):
            assert ben.get(path).status_code == 200, path
        assert ada.get(f"/api/tables/{party.id}").status_code == 200
        party.watchers[0].drain()
        assert "Write to owner" in admin(database, "bans")
        assert json.loads(admin(database, "people", "--search", "ben", "--json"))[0]["banned"]
        admin(database, "unban", "Ben")
        until(lambda: ben.get("/api/me").status_code == 200)
        assert "Ben is not banned" in refused(database, "unban", "Ben")


def test_whoever_is_shown_the_door_says_nothing_more(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if they do not read, so that their connection is not closed yet."""
    monkeypatch.setattr(outflow, "GRACE", 1.0)
    with serving(database) as running:
        party = Party(running.address, "duel", 2)
        ada, ben = party.watchers[:2]
        room = running.server.hub.rooms[party.id]
        running.look(lambda: next(iter(room.channels[1].sockets)).line.pause_writing())  # as if he did not read
        admin(database, "ban", public(database, "Ben"))
        assert ben.hear("closed")
        ben.say({"t": "chat", "seat": 1, "text": "I am still here"})
        assert ben.closed() == 0, "he is cut off"
        ada.drain()
        assert [frame for frame in ada.frames if frame["t"] == "chat"] == []


def test_what_waits_when_somebody_is_shown_the_door_is_not_said(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    come, take = list[str](), Session._take

    def noted(session: Session, text: str) -> bool:
        come.append(text)
        return take(session, text)

    monkeypatch.setattr(Session, "_take", noted)
    monkeypatch.setattr(outflow, "GRACE", 1.0)
    with serving(database) as running:
        party = Party(running.address, "duel", 2)
        ada, ben = party.watchers[:2]
        room = running.server.hub.rooms[party.id]
        (socket,) = running.look(lambda: room.channels[1].sockets)
        running.look(socket.line.pause_writing)  # as if he did not read
        running.call(room.lock.acquire)
        ben.say({"t": "look", "seat": 1})
        until(lambda: any("look" in text for text in come))
        ben.say({"t": "chat", "seat": 1, "text": "I am still here"})
        until(lambda: any("still" in text for text in come) and running.look(socket.line.queue.empty))
        running.look(lambda: socket.close(4403))
        running.look(room.lock.release)
        assert ben.closed() == 0, "he is cut off"
        ada.drain()
        assert [frame for frame in ada.frames if frame["t"] == "chat"] == []


@pytest.mark.parametrize("banned", [True, False])
def test_a_body_that_ends_after_its_person_is_out(database: str, banned: bool) -> None:
    """Whoever begins a request and takes their time would still do something when they may not any more."""
    with serving(database) as running:
        ben = Person(running.address, "Ben")
        host, port = running.address.split(":")
        content = b'{"name": "Bob"}'
        head = f"POST /api/me HTTP/1.1\r\nHost: {running.address}\r\nCookie: {ben.cookie()}\r\nConnection: close\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        with socket.create_connection((host, int(port)), PATIENCE) as slow:
            slow.sendall(head.encode() + content[:5])
            until(lambda: running.server.limits.requests)
            if banned:
                admin(database, "ban", public(database, "Ben"))
                until(lambda: running.server.guard.people)
            else:
                assert ben.post("/api/sign-out").status_code == 204
            slow.sendall(content[5:])
            slow.settimeout(PATIENCE)
            assert slow.recv(9999).startswith(b"HTTP/1.1 403" if banned else b"HTTP/1.1 200")
        names = sorted(one["name"] for one in json.loads(admin(database, "people", "--json")))
        assert names == (["Ben"] if banned else ["Ben", "Bob"]), "Bob is somebody else"


def test_numbers_that_no_date_and_no_database_takes_are_refused(database: str) -> None:
    with serving(database):
        for days in ("inf", "1e300", "nan"):
            assert refused(database, "ban", "10.0.0.0/8", "--days", days) == "2"
        assert refused(database, "sweep", "--days", "9" * 20) == "2"
        for what in ("people", "list"):
            assert refused(database, what, "--limit", "9" * 20) == "2"
        assert "10.0.0.0/8" not in admin(database, "bans")


def test_a_network_is_banned_and_a_ban_ends(database: str) -> None:
    with serving(database) as running:
        ada = Person(running.address, "Ada")
        table = ada.open("duel", ["me", "open"])["id"]

        def status(address: str) -> int:
            return ada.http.get("/api/me", headers={"X-Forwarded-For": address}).status_code

        def watch(address: str) -> Any:
            headers = {"Cookie": ada.cookie(), "X-Forwarded-For": address}
            return connect(f"ws://{running.address}/api/tables/{table}/live", additional_headers=headers, max_size=None)

        with watch("203.0.113.7") as inside, watch("198.51.100.1") as other:
            assert json.loads(inside.recv(PATIENCE))["t"] == "hello"
            admin(database, "ban", "203.0.113.99/24", "--days", 1)
            frames = []
            with suppress(ConnectionClosed):
                while True:
                    frames.append(inside.recv(PATIENCE))
            with pytest.raises(ConnectionClosed) as closed:
                inside.recv(PATIENCE)
            last = json.loads(frames[-1])
            assert (closed.value.rcvd.code, last["t"]) == (4403, "closed")  # type: ignore[union-attr]
            assert last["reason"].startswith("You are not let in here until 20")
            assert json.loads(other.recv(PATIENCE))["t"] == "hello"
        assert [status(one) for one in ("203.0.113.255", "203.0.114.1", "::ffff:203.0.113.1")] == [403, 200, 403]
        assert status("127.0.0.1") == 200, "everybody may seem to come from there"
        assert "203.0.113.0/24" in admin(database, "bans")
        running.look(lambda: None)
        ended = Ban("address", "203.0.113.0/24", 1.0, time.time() - 1, "")
        with moderation.opened(database, writes=True) as connection:
            moderation.ban(connection, ended)
        until(lambda: status("203.0.113.1") == 200)


def test_who_is_banned_by_address() -> None:
    keeper = Guard(None)  # type: ignore[arg-type]
    ban = Ban("address", "2001:db8::/32", 0.0, None, "x.")
    keeper.networks = [(ipaddress.ip_network(ban.who), ban)]
    for address, out in (
        ("2001:db8::1", True),
        ("2001:db9::1", False),
        ("", False),
        ("testclient", False),
        ("2001:db8::1%eth0", True),
    ):
        if out:
            with pytest.raises(Refused, match="You are not let in here: x"):
                keeper.check(None, address)
        else:
            keeper.check(None, address)
    assert guard.LOOK < 2


def test_quotas_are_the_owners_and_are_told(database: str) -> None:
    with serving(database) as running:
        ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
        assert "tables" in admin(database, "quota", "tables=2", "upload_kb=20")
        first, _ = (ada.open("duel", ["me", "open"])["id"] for _ in range(2))
        wish = {"game": "duel", "seats": ["me", "open"]}
        answer = ada.post("/api/tables", wish)
        assert answer.status_code == 409
        assert answer.json()["reason"].startswith("You have 2 tables going on, as many as anybody may")
        assert ben.post("/api/tables", wish).status_code == 201, "it is a quota of each"
        assert ada.http.delete(f"/api/tables/{first}").status_code == 204
        assert ada.post("/api/tables", wish).status_code == 201
        admin(database, "quota", "tables=")
        uploads = moderation.QUOTAS["upload_kb"]
        with moderation.opened(database, writes=True) as connection:
            row = SqlBook(connection).table(ben.get("/api/tables").json()[0]["id"])
            assert row is not None
            for size, kept in ((15_000, True), (25_000, False)):
                with nullcontext() if kept else pytest.raises(Refused, match="; 20 KB are kept"):
                    moderation.check_new_table(connection, structs.replace(row, record="x" * size), row.host)
        admin(database, "quota", "upload_kb=")
        assert f"{uploads}" in admin(database, "quota")
        assert "there are tables and upload_kb" in refused(database, "quota", "pets=3")
        assert "expected NAME=NUMBER" in refused(database, "quota", "tables=many")


def test_lists_and_statistics(database: str) -> None:
    with serving(database) as running:
        party = Party(running.address, "duel", 2)
        other = Party(running.address, "stones", 3)
        for _ in range(3):
            party.step()
        other.play_out()
        moves = running.look(lambda: running.server.hub.rooms[other.id].table.ply)
        said = {"t": "chat", "seat": 1, "text": "Something rude"}
        assert party.watchers[1].ask(said)["t"] == "done"
    found = json.loads(admin(database, "statistics", "--json"))
    assert found["games"] == {"duel": {"going": 1}, "stones": {"finished": 1}}
    assert found["moves_an_hour"] == found["moves_a_day"] == 3 + moves
    assert found["active"]["day"] == found["active"]["month"] >= 4
    assert found["database_mb"] > 0
    assert {one[0] for one in found["biggest"]} == {party.id, other.id}
    assert "moves in the last hour" in admin(database, "statistics")
    assert [one["id"] for one in json.loads(admin(database, "list", "--game", "duel", "--json"))] == [party.id]
    ben = json.loads(admin(database, "people", "--search", "ben", "--json"))
    assert {one["tables"] for one in ben} == {1}
    lines = json.loads(admin(database, "list", "--person", ben[0]["id"], "--json"))
    assert len(lines) == 1
    shown = admin(database, "show", party.id, "--chat")
    assert "Ben: Something rude" in shown
    assert "Ada, Ben" in shown
    assert "2 people are called Ben" in refused(database, "ban", "Ben")
    for secret in [person.http.cookies["waystation"].partition(".")[0] for person in party.people[:2]]:
        assert secret not in shown + admin(database, "list") + admin(database, "people") + admin(database, "statistics")


def test_what_the_owner_asks_in_vain(database: str, tmp_path: Any) -> None:
    Server(database).storage.close()
    assert "There is no table nowhere" in refused(database, "close", "nowhere")
    assert "There is nobody with the id or name Nobody" in refused(database, "ban", "Nobody")
    assert "expected going" in refused(database, "list", "--state", "lost")
    assert "there is no such database" in refused(f"sqlite:///{tmp_path / 'none.sqlite'}", "list")
    assert not (tmp_path / "none.sqlite").exists()
    with moderation.opened(database, writes=True) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0006'")
    assert "start a server of this one first" in refused(database, "list")


def test_no_id_looks_like_an_option() -> None:
    """`waystation admin close -x1` would be misunderstood; one id in 64 began so."""
    assert all(new_ident()[0].isalpha() for _ in range(2000))
