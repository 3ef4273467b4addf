"""Several processes on one PostgreSQL: any of them serves any table; one at a time has it, and only that one writes."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import httpx
import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from server.conftest import new_database, numbers
from server.playing import PATIENCE, Nursery, Party, Person, Running, Watcher, kill, until
from waystation.server import Server, accounts, contests
from waystation.server.forwarding import Forwarding
from waystation.server.leases import Elsewhere
from waystation.server.roster import Roster
from waystation.server.sql import connection_of
from waystation.server.storage import make_engine

pytestmark = pytest.mark.postgres


@pytest.fixture
def url(postgres: str) -> str:
    return new_database(postgres, f"m{next(numbers)}")


@pytest.fixture
def pair(url: str) -> Iterator[tuple[Running, Running]]:
    """Two servers on one database."""
    other = Server(url, workers=1, inside="127.0.0.2")
    with Running(Server(url, workers=1, bot_limit=PATIENCE)) as one, Running(other) as two:
        assert other.roster is not None
        assert other.roster.place.address.startswith("127.0.0.2:")
        yield one, two


def moved_to(person: Person, running: Running | str) -> Person:
    """The same person, with a browser whose requests another process takes."""
    address = running if isinstance(running, str) else running.address
    found = Person(address)
    found.http.cookies = person.http.cookies
    return found


def moves_to(there: Running, here: Running, ident: str) -> None:
    """A table leaves a process, as one does that nobody watches, and another has it."""

    async def leave() -> None:
        here.server.hub.rooms.pop(ident).forget_all()
        await here.server.hub.leases.let_go([ident])

    here.call(leave)
    there.call(lambda: there.server.hub.room(ident))


def back(watcher: Watcher, address: str) -> Any:
    """A page that has lost its connection comes back, to whichever process takes it."""
    watcher.person.address = address
    watcher.close()
    watcher._connect(watcher.seq)
    return watcher.next()


def test_any_process_serves_any_table(pair: tuple[Running, Running]) -> None:
    one, other = pair
    ada, ben = Person(one.address, "Ada"), Person(other.address, "Ben")
    table = ada.open("duel", ["me", "open"])
    ident, path = table["id"], f"/api/tables/{table['id']}"
    assert ben.join(table["seats"][1]["link"])["id"] == ident
    first, second = ada.watch(ident, 0), ben.watch(ident, 1)
    for watcher in (first, second):
        watcher.hear("hello")
    assert second.hello["mine"] == [1]
    assert list(one.server.hub.rooms) == [ident]
    assert not other.server.hub.rooms, "one process alone has a table"
    for number in range(4):
        acting = first.view["to_act"][0]
        mover = (first, second)[acting]
        assert mover.act(acting, mover.legal()[0])["t"] == "done"
        for watcher in (first, second):
            assert watcher.hear_version(mover.version).ply == number + 1
    assert second.ask({"t": "chat", "seat": 1, "text": "over there"})["t"] == "done"
    assert first.hear("chat")["line"]["text"] == "over there"
    far = moved_to(ada, other)
    for page in ("", "/view", "/story", "/moments/2", "/moments/2.svg"):
        here, there = ada.get(f"{path}{page}"), far.get(f"{path}{page}")
        assert (here.status_code, here.text) == (there.status_code, there.text) == (200, here.text)
        assert there.headers.get_list("x-request-id") == [there.headers["x-request-id"]]
    assert far.get(f"{path}/record").status_code == 409
    assert ben.post(f"{path}/seats/1", {"do": "leave"}).json()["seats"][1]["stands_in"]
    assert first.hear("seats")["text"].startswith("Ben leaves")
    assert ben.post("/api/me", {"name": "Benno"}).status_code == 200
    assert first.hear("seats", text="Ben is now called Benno.")
    assert far.http.delete(path).status_code == 204
    assert (first.closed(), second.closed()) == (4404, 4404)
    assert ben.get(path).status_code == 404


def test_a_name_that_is_taken_while_a_process_hears_nothing_is_shown_there(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connection to the database is lost, with what the others tell."""
    one, other = pair
    party = Party(other.address, "duel", 2)
    roster = other.server.roster
    assert roster is not None
    heard = roster._pass_on

    def lose(payload: str) -> None:
        if payload.startswith("name"):
            raise OSError("the connection is lost")
        heard(payload)

    monkeypatch.setattr(roster, "_pass_on", lose)
    ben = moved_to(party.people[1], one)
    assert ben.post("/api/me", {"name": "Benno"}).status_code == 200
    assert party.watchers[0].hear("seats", text="Ben is now called Benno.")


def test_who_reads_nothing_of_another_process_is_let_go(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That process has hung up; what it has sent before stays unread, and the connection would stay, too."""
    monkeypatch.setattr("waystation.server.forwarding.GRACE", 0.1)
    one, other = pair
    ada = Person(other.address, "Ada")
    ident = ada.open("duel", ["me", "bot:random"])["id"]
    far = moved_to(ada, one)
    key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    head = f"GET /api/tables/{ident}/live HTTP/1.1\r\nHost: {one.address}\r\nUpgrade: websocket\r\n"
    host, _, port = one.address.partition(":")
    with socket.create_connection((host, int(port))) as reads_nothing:
        reads_nothing.sendall(f"{head}Connection: Upgrade\r\n{key}\r\nCookie: {far.cookie()}\r\n\r\n".encode())
        assert one.server.company is not None
        pipes = one.server.company.pipes.open
        (pipe,) = until(lambda: one.look(lambda: list(pipes)))
        held = pipe.door.transport.get_extra_info("socket")

        def hang_up() -> None:
            pipe.door.transport.write(b"\0" * (32 << 20))
            pipe.owner.abort()

        one.look(hang_up)
        until(lambda: held.fileno() == -1)
    assert not pipes


def test_a_rematch_may_be_in_another_process_than_its_game(pair: tuple[Running, Running]) -> None:
    one, other = pair
    party = Party(one.address, "stones", 2)
    party.play_out()
    path = f"/api/tables/{party.id}/rematch"
    ident = party.people[0].post(path).json()["id"]
    moves_to(other, one, ident)
    for running in pair:
        found = moved_to(party.people[1], running).post(path)
        assert (found.status_code, found.json().get("id")) == (200, ident), found.text
    assert [party.id in running.server.hub.rooms for running in pair] == [True, False]
    assert [ident in running.server.hub.rooms for running in pair] == [False, True]


def test_shares_given_through_another_process_count(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is dealt as soon as the share has come: nobody waits here for those that don't."""
    monkeypatch.setattr("waystation.server.dice.MOMENT", 2 * PATIENCE)
    one, other = pair
    ada = Person(one.address, "Ada")
    table = ada.open("duel", ["me", "open"], shares=True)["id"]
    answer = moved_to(ada, other).post(f"/api/tables/{table}/shares", {"share": "ab" * 16})
    assert answer.json()["shares"] == {"0": "ab" * 16}
    assert ada.get(f"/api/tables/{table}").json()["dealt"]


def test_a_table_that_is_asked_for_while_it_is_let_go_stays(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is nobody's then, although this process has it: the next move would be refused, and all would start anew."""
    one, _ = pair
    party = Party(one.address, "duel", 2)
    hub, path = one.server.hub, f"/api/tables/{party.id}"
    for watcher in party.watchers:
        watcher.close()
    until(lambda: one.look(lambda: not hub.rooms[party.id].sockets()))
    real = hub.leases.let_go

    async def late(idents: Sequence[str]) -> None:
        await hub.room(party.id)
        await real(idents)

    async def let_go() -> None:
        hub.rooms[party.id].used -= 1000
        gone = hub.unload_idle()
        assert gone == [party.id]
        await hub.let_go(gone)

    monkeypatch.setattr(hub.leases, "let_go", late)
    one.call(let_go)
    watcher = party.people[0].watch(party.id, 0)
    watcher.hear("hello")
    assert watcher.act(0, watcher.legal()[0])["t"] == "done"
    assert party.people[1].get(path).json()["ply"] == 1


@pytest.mark.parametrize("whose", ["the other's", "nobody's", "its own"])
def test_who_still_asks_a_process_that_leaves_is_answered(pair: tuple[Running, Running], whose: str) -> None:
    """Over a connection that a proxy keeps, say: it passes on what it is asked, as long as it is there."""
    one, other = pair
    ada = Person(one.address if whose == "its own" else other.address, "Ada")
    path = f"/api/tables/{ada.open('duel', ['me', 'open'])['id']}"
    ident = path.rpartition("/")[2]
    if whose == "nobody's":
        until(lambda: ident in other.server.hub.rooms)
        other.look(lambda: other.server.hub.rooms.pop(ident))
        other.call(lambda: other.server.hub.leases.let_go([ident]))
    one.server.roster.leaving = True
    try:
        with ThreadPoolExecutor() as pool:
            asked = pool.submit(moved_to(ada, one).post, f"{path}/seats/0", {"do": "leave"})
            if whose == "its own":
                one.call(one.server.roster.leave)
            answer = asked.result()
    finally:
        one.server.roster.leaving = False
    assert (answer.status_code, answer.json()["seats"][0]["stands_in"]) == (200, True), answer.text


def test_a_table_is_opened_once_by_a_process_that_leaves(pair: tuple[Running, Running]) -> None:
    """It is written down already when the process sees that it has no tables any more: nobody else is asked for it."""
    one, other = pair
    ada = Person(one.address, "Ada")
    one.server.roster.leaving = True
    try:
        opened = ada.post("/api/tables", {"game": "duel", "seats": ["me", "open"]})
    finally:
        one.server.roster.leaving = False
    assert opened.status_code == 201
    found = moved_to(ada, other).get("/api/tables").json()
    assert [table["id"] for table in found] == [opened.json()["id"]]
    assert opened.json()["seats"][1]["link"] == found[0]["seats"][1]["link"]


@pytest.mark.parametrize("asked", ["to look", "to act"])
def test_who_waits_for_a_process_that_says_nothing_any_more_is_answered(
    pair: tuple[Running, Running], url: str, asked: str
) -> None:
    """It stands still, or its machine is gone, so that no connection ends: when it counts as dead, nobody waits."""
    one, _ = pair
    ada = Person(one.address, "Ada")
    ident = ada.open("duel", ["me", "open"])["id"]
    one.look(lambda: one.server.hub.rooms.pop(ident).forget_all())
    assert one.server.roster is not None
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        psycopg.connect(url, autocommit=True) as database,
        ThreadPoolExecutor(1) as aside,
    ):
        silent.settimeout(PATIENCE)
        place = f"127.0.0.1:{silent.getsockname()[1]}"
        late = "extract(epoch FROM clock_timestamp()) + 3600"
        database.execute(f"INSERT INTO processes VALUES ('silent', %s, 'secret', {late})", [place])
        database.execute("UPDATE tables SET owner = 'silent' WHERE id = %s", [ident])
        until(lambda: "silent" in one.server.roster.living)  # type: ignore[union-attr]
        path = f"/api/tables/{ident}"
        leaving: tuple[Any, ...] = (ada.post, f"{path}/seats/0", {"do": "leave"})
        asking = aside.submit(*((ada.get, path) if asked == "to look" else leaving))
        with silent.accept()[0]:
            database.execute("UPDATE processes SET expires = expires - 3601 WHERE name = 'silent'")
            answer = asking.result()
    assert answer.status_code == (200 if asked == "to look" else 502), answer.text


def test_a_tournament_that_is_deleted_is_gone_for_all(pair: tuple[Running, Running]) -> None:
    """The process that has one of its tables hears of it: its people may leave again."""
    one, other = pair
    ada, ben = Person(one.address, "Ada"), Person(one.address, "Ben")
    wish = {"name": "A cup", "game": "duel", "pace": {"kind": "turns", "turn": 3600}}
    ident = ada.post("/api/tournaments", wish).json()["id"]
    for person in (ada, ben):
        person.post(f"/api/tournaments/{ident}", {"do": "enter"})
    table = ada.post(f"/api/tournaments/{ident}", {"do": "start"}).json()["tables"][0]["table"]
    seat = next(seat["seat"] for seat in ben.get(f"/api/tables/{table}").json()["seats"] if seat["mine"])
    assert ben.post(f"/api/tables/{table}/seats/{seat}", {"do": "leave"}).status_code == 409
    assert moved_to(ada, other).http.delete(f"/api/tournaments/{ident}").status_code == 204
    assert ben.get(f"/api/tables/{table}").json()["tournament"] is None
    assert ben.post(f"/api/tables/{table}/seats/{seat}", {"do": "leave"}).status_code == 200


@pytest.mark.parametrize("wish", ["enter", "leave", "delete my account"])
def test_who_comes_or_goes_at_another_process_while_a_tournament_begins(
    pair: tuple[Running, Running], url: str, monkeypatch: pytest.MonkeyPatch, wish: str
) -> None:
    """They take part or not, for all who look: not in the list and at no table, or at a table and in no list."""
    one, other = pair
    ada, ben = Person(one.address, "Ada"), Person(other.address, "Ben")
    pace = {"kind": "live", "bank": 600}
    setup = {"name": "A cup", "game": "stones", "options": {"players": 2}, "pace": pace, "bots": ["random", "greedy"]}
    if wish == "delete my account":
        setup["bots"] = ["random"]  # so that they are to sit at a table
    ident = ada.post("/api/tournaments", setup).json()["id"]
    path = f"/api/tournaments/{ident}"
    if wish != "enter":
        ben.post(path, {"do": "enter"})
    doing = {"enter": "enter", "leave": "leave", "delete my account": "withdraw"}[wish]
    come, go_on, real = threading.Event(), threading.Event(), getattr(contests, doing)

    def slowly(*asked: Any) -> Any:
        come.set()
        go_on.wait(PATIENCE)
        return real(*asked)

    monkeypatch.setattr(contests, doing, slowly)
    with ThreadPoolExecutor() as pool, closing(psycopg.connect(url, autocommit=True)) as database:
        change = (
            pool.submit(ben.http.delete, "/api/you") if doing == "withdraw" else pool.submit(_asks, ben, path, wish)
        )
        assert come.wait(PATIENCE)
        start = pool.submit(_asks, ada, path, "start")
        waits = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        until(lambda: start.done() or database.execute(waits).fetchone() != (0,))
        go_on.set()
        assert change.result().status_code in (200, 204)
        assert start.result().status_code in (200, 409), start.result().text
    cup = ada.get(path)
    assert cup.status_code == 200, cup.text
    known = {entrant["number"] for entrant in cup.json()["standings"]}
    playing = [number for table in cup.json()["tables"] for number in table["entrants"]]
    assert set(playing) <= known
    assert cup.json()["state"] == "open" or doing == "withdraw", "who had asked before had come, or gone"


def test_who_signs_in_while_a_tournament_of_theirs_begins_waits(pair: tuple[Running, Running], url: str) -> None:
    """Else a table would be opened for whoever they were, and is no more."""
    one, other = pair
    ada, ben = Person(one.address, "Ada"), Person(other.address, "Ben")
    setup = {"name": "A cup", "game": "stones", "options": {"players": 2}, "pace": {"kind": "live", "bank": 600}}
    path = f"/api/tournaments/{ada.post('/api/tournaments', setup).json()['id']}"
    ben.post(path, {"do": "enter"})
    with ThreadPoolExecutor() as pool, closing(psycopg.connect(url)) as beginning:
        [(stays, goes)] = beginning.execute(
            "SELECT host, person FROM contests JOIN entrants ON contest = id"
        ).fetchall()
        beginning.execute("SELECT id FROM contests FOR UPDATE")
        storage = other.server.storage
        joined = pool.submit(
            other.call, lambda: storage.write(lambda book: accounts.join(connection_of(book), goes, stays))
        )
        waits = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        until(lambda: joined.done() or beginning.execute(waits).fetchone() != (0,))
        assert not joined.done()
        beginning.commit()
        assert joined.result() == []


def _asks(person: Person, path: str, wish: str) -> httpx.Response:
    return person.post(path, {"do": wish})


def test_a_table_is_looked_for_again_when_the_database_is_back() -> None:
    """Whoever asked waits for it as they do for a process that has gone."""
    asked: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        asked.append("here")
        if len(asked) == 1:
            raise Elsewhere("t", None)

    async def claim(ident: str) -> None:
        asked.append("whose")
        if len(asked) == 2:
            raise OperationalError("SELECT", {}, Exception("the server closed the connection"))

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {"type": "http", "method": "GET", "path": "/api/tables/t", "headers": []}
    asyncio.run(Forwarding(app, claim, {})(scope, receive, receive))  # type: ignore[arg-type]
    assert asked == ["here", "whose", "whose", "here"]


def test_the_entry_for_processes_takes_no_strangers(pair: tuple[Running, Running]) -> None:
    one, _ = pair
    address = one.server.roster.place.address  # type: ignore[union-attr]
    for secret in ("", "x" * 32):
        headers = {"x-waystation-secret": secret, "x-waystation-peer": "192.0.2.1"}
        assert httpx.get(f"http://{address}/api/games", headers=headers).status_code == 403
        with pytest.raises(InvalidStatus, match="403"), connect(f"ws://{address}/api/tables/x/live"):
            pass


def test_who_has_lost_a_table_writes_nothing(pair: tuple[Running, Running], url: str) -> None:
    """The owner does not know yet that another has taken over: what it appends does not count, and nobody is told."""
    one, other = pair
    party = Party(one.address, "duel", 2)
    party.step()
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE tables SET owner = :name"), {"name": other.server.roster.name})  # type: ignore[union-attr]
    seat, action = party.choice()
    mover = party.watchers[seat]
    message = {"t": "act", "id": "once", "seat": seat, "action": action, "version": mover.version}
    heard = len(mover.drain().frames)
    mover.say(message)
    assert [watcher.closed() for watcher in party.watchers] == [1012] * 3
    assert mover.frames[heard:] == [], "it is told nothing"
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM log WHERE kind = 'move'")) == 1
    engine.dispose()
    assert back(mover, one.address)["ply"] == 1
    assert party.id in other.server.hub.rooms
    for _ in range(2):
        assert mover.ask(message)["t"] == "done"
    assert mover.drain().ply == 2


def test_a_process_that_says_nothing_loses_its_tables(pair: tuple[Running, Running]) -> None:
    """As if it had been paused: the others take over when its time is over, and it lets go as soon as it hears."""
    one, other = pair
    roster: Roster = one.server.roster  # type: ignore[assignment]
    party = Party(one.address, "duel", 2)
    party.step()
    far = moved_to(party.people[0], other).watch(party.id, 0)
    far.hear("hello")
    silent, roster._beat = roster._beat, lambda connection: None  # type: ignore[method-assign]
    began = time.monotonic()
    assert far.closed() == 0, "it is cut off when the owner counts as dead"
    assert back(far, other.address)["ply"] == 1
    assert time.monotonic() - began < PATIENCE / 2
    until(lambda: party.watchers[0].closed() == 1012)  # it was told
    roster._beat = silent  # type: ignore[method-assign]
    assert back(party.watchers[0], one.address)["ply"] == 1
    assert [party.id in running.server.hub.rooms for running in (one, other)] == [False, True] or until(
        lambda: other.server.hub.rooms[party.id].table.ply == 1
    )


def test_two_who_claim_a_table_at_once(url: str) -> None:
    """One of them gets it."""
    with Running(Server(url, workers=1)) as running:
        tables = [Person(running.address).open("duel", ["me", "open"])["id"] for _ in range(20)]
    engine = make_engine(url)

    async def race() -> list[list[bool]]:
        rosters = [Roster(engine) for _ in range(4)]
        for number, roster in enumerate(rosters):
            await roster.start(f"127.0.0.1:{number}")
        found = [
            [not error for error in await asyncio.gather(*(claim(roster, ident) for roster in rosters))]
            for ident in tables
        ]
        for roster in rosters:
            await roster.leave()
            roster.close()
        return found

    async def claim(roster: Roster, ident: str) -> bool:
        try:
            await roster.claim(ident)
        except Exception:
            return True
        return False

    assert [sum(won) for won in asyncio.run(race())] == [1] * 20
    engine.dispose()


def test_killed_owners_are_followed_within_five_seconds(nursery: Nursery, url: str) -> None:
    """kill -9 without anybody who looks after the processes: whoever watched is back in time, and bots go on."""
    with nursery.server(url) as (owner, near), nursery.server(url) as (_, far):
        ada = Person(near, "Ada")
        table = ada.open("duel", ["me", "bot:random"])["id"]
        direct, through = ada.watch(table, 0), moved_to(ada, far).watch(table, 0)
        for watcher in (direct, through):
            watcher.hear("hello")
        until(lambda: direct.drain().legal())
        assert direct.act(0, direct.legal()[0])["t"] == "done"
        kill(owner)
        began = time.monotonic()
        for watcher in (direct, through):
            assert watcher.closed() == 0
            assert back(watcher, far)["ply"] >= 1
            assert time.monotonic() - began < PATIENCE / 2
        until(lambda: direct.drain().legal() or direct.over)  # the bot has moved
        while not direct.over:
            direct.act(0, direct.legal()[0]) if direct.legal() else direct.next()
        assert moved_to(ada, far).get(f"/api/tables/{table}/record").status_code == 200
