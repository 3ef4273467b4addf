"""Tables that are open to all: the list, sitting down by a click, and when a table leaves the list."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import update

from server.playing import PATIENCE, Person, Running, until
from waystation.server import Server, schema
from waystation.server.opentables import MOST_WAITING
from waystation.server.sql import connection_of

PAIR = ["me", "open"]


def listed(person: Person) -> dict[str, Any]:
    """The list as somebody reads it now, by table."""
    answer = person.get("/api/open")
    assert answer.status_code == 200
    return {table["id"]: table for table in answer.json()}


def stays_listed(person: Person, ident: str, wanted: bool) -> None:
    """Wait until a table is on the list or has left it."""
    until(lambda: (ident in listed(person)) is wanted)


def opens(person: Person, seats: list[str] = PAIR, game: str = "stones", **wish: Any) -> Any:
    return person.open(game, seats, options={"players": len(seats)}, listed=True, **wish)


def age(running: Running, ident: str, seconds: float) -> None:
    """Make it so long ago that the host of a table was here."""

    def job(book: Any) -> None:
        where = schema.tables.c.id == ident
        connection_of(book).execute(update(schema.tables).where(where).values(seen=time.time() - seconds))

    running.call(lambda: running.server.storage.write(job))
    running.look(running.server.open_tables.changed)


def test_any_number_of_strangers_look_at_the_list(database: str) -> None:
    """All who ask are somebody, and a host may be among them: more than a statement of PostgreSQL takes."""
    with Running(Server(database, workers=1)) as running:
        table = opens(Person(running.address, "Ada"))["id"]
        row = running.call(lambda: running.server.storage.read(lambda book: book.table(table)))
        age(running, table, 3600)
        running.server.open_tables._looking = {row.host, *map(str, range(70_000))}
        running.call(running.server.open_tables.write_down)
        assert list(listed(Person(running.address))) == [table]


def test_a_table_is_listed_until_it_begins(running: Running) -> None:
    ada, ben, cleo = (Person(running.address, name) for name in ("Ada", "Ben", "Cleo"))
    table = opens(ada, ["me", "open", "bot:random"], pace={"kind": "live", "bank": 600}, chat=False)
    found = listed(ben)[table["id"]]
    assert [(seat["kind"], seat["name"]) for seat in found["seats"]] == [
        ("person", "Ada"),
        ("open", ""),
        ("bot", "Random bot"),
    ]
    assert (found["speed"], found["pace"]["bank"], found["chat"]) == ("live", 600, False)
    watcher = ada.watch(table["id"])
    assert watcher.hear("hello")["table"]["listed"] is True
    refused = watcher.act(0, watcher.legal()[0])
    assert refused["t"] == "refused"
    assert "begins when all seats are taken" in refused["reason"]
    assert watcher.drain().ply == 0, "no bot has begun either"
    sat = ben.post(f"/api/tables/{table['id']}/sit", {})
    assert sat.status_code == 200
    assert [seat["mine"] for seat in sat.json()["seats"]] == [False, True, False]
    told = watcher.hear("seats")
    assert told["text"] == "Ben sits down. All seats are taken: the game begins."
    assert told["table"]["listed"] is False
    stays_listed(cleo, table["id"], False)
    late = cleo.post(f"/api/tables/{table['id']}/sit", {})
    assert (late.status_code, "faster" in late.json()["reason"]) == (409, True)
    assert watcher.act(0, watcher.legal()[0])["t"] == "done"


def test_two_who_click_for_the_last_seat(running: Running) -> None:
    ada, *rivals = (Person(running.address, name) for name in ("Ada", "Ben", "Cleo", "Dan", "Eve"))
    table = opens(ada)
    with ThreadPoolExecutor(len(rivals)) as pool:
        answers = list(pool.map(lambda one: one.post(f"/api/tables/{table['id']}/sit", {}), rivals))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    again = next(one for one, answer in zip(rivals, answers, strict=True) if answer.status_code == 200)
    assert again.post(f"/api/tables/{table['id']}/sit", {}).status_code == 200, "who sits there keeps the seat"


def test_only_open_tables_are_listed_and_can_be_joined(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    table = ada.open("stones", PAIR, options={"players": 2})
    assert table["listed"] is None
    assert table["id"] not in listed(ben)
    answer = ben.post(f"/api/tables/{table['id']}/sit", {})
    assert (answer.status_code, "link" in answer.json()["reason"]) == (403, True)
    assert ben.post(f"/api/tables/{table['id']}/listed", {"listed": True}).status_code == 403
    assert ada.post(f"/api/tables/{table['id']}/listed", {"listed": True}).json()["listed"] is True
    stays_listed(ben, table["id"], True)
    assert ada.post(f"/api/tables/{table['id']}/listed", {"listed": False}).json()["listed"] is None
    stays_listed(ben, table["id"], False)
    assert ada.post(f"/api/tables/{table['id']}/listed", {"listed": True}).status_code == 200
    assert ada.http.delete(f"/api/tables/{table['id']}").status_code == 204
    stays_listed(ben, table["id"], False)


def test_a_table_that_goes_on_is_not_opened_to_all(running: Running) -> None:
    ada = Person(running.address, "Ada")
    table = ada.open("stones", PAIR, options={"players": 2})
    watcher = ada.watch(table["id"])
    watcher.hear("hello")
    assert watcher.act(0, watcher.legal()[0])["t"] == "done"
    assert "has begun" in ada.post(f"/api/tables/{table['id']}/listed", {"listed": True}).json()["reason"]
    full = ada.open("stones", ["me", "bot:random"], options={"players": 2})
    assert ada.post(f"/api/tables/{full['id']}/listed", {"listed": True}).status_code == 409


def test_who_leaves_before_the_game_begins_frees_the_seat(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    table = opens(ada, ["me", "open", "open"])
    ben.post(f"/api/tables/{table['id']}/sit", {"seat": 2})
    left = ben.post(f"/api/tables/{table['id']}/seats/2", {"do": "leave"}).json()
    assert left["seats"][2]["kind"] == "open"
    assert left["listed"] is True
    assert [seat["kind"] for seat in listed(ada)[table["id"]]["seats"]] == ["person", "open", "open"]
    taken = ben.post(f"/api/tables/{table['id']}/sit", {"seat": 0})
    assert "this seat is taken" in taken.json()["reason"]


def test_a_bot_in_the_last_seat_begins_the_game(running: Running) -> None:
    ada = Person(running.address, "Ada")
    table = opens(ada)
    assert ada.post(f"/api/tables/{table['id']}/seats/1", {"do": "bot", "bot": "random"}).json()["listed"] is False


@pytest.mark.parametrize(
    ("pace", "here", "away"),
    [
        ({"kind": "live", "bank": 600}, 14 * 60, 16 * 60),
        ({"kind": "turns", "turn": 86400}, 71 * 3600, 73 * 3600),
        (None, 71 * 3600, 73 * 3600),
    ],
)
def test_a_host_who_is_away_takes_the_table_along(running: Running, pace: Any, here: float, away: float) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    table = opens(ada, pace=pace)
    running.call(running.server.open_tables.write_down)  # opening it is not looking after it
    age(running, table["id"], here)
    assert table["id"] in listed(ben)
    age(running, table["id"], away)
    assert table["id"] not in listed(ben)
    listed(ada)  # she is back, and looks at the list
    running.call(running.server.open_tables.write_down)
    running.look(running.server.open_tables.changed)
    assert table["id"] in listed(ben)
    age(running, table["id"], away)
    with_socket = ada.watch(table["id"])
    with_socket.hear("hello")
    running.call(running.server.open_tables.write_down)
    running.look(running.server.open_tables.changed)
    assert table["id"] in listed(ben)


def test_nobody_waits_at_too_many_tables(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    tables = [opens(ada) for _ in range(MOST_WAITING)]
    wish = {"game": "stones", "seats": PAIR, "options": {"players": 2}, "listed": True}
    refused = ada.post("/api/tables", wish)
    assert (refused.status_code, str(MOST_WAITING) in refused.json()["reason"]) == (409, True)
    other = opens(ben)
    assert ada.post(f"/api/tables/{other['id']}/sit", {}).status_code == 409
    assert ben.post(f"/api/tables/{tables[0]['id']}/sit", {}).status_code == 200
    assert ada.post("/api/tables", wish).status_code == 201


@pytest.mark.parametrize("what", ["sit", "listed"])
def test_nor_does_who_asks_for_many_at_once(running: Running, what: str) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    if what == "sit":
        hosts = [Person(running.address) for _ in range(2)]
        tables = [opens(host, ["me", "open", "open"])["id"] for host in hosts for _ in range(MOST_WAITING)]
    else:
        tables = [ben.open("stones", PAIR, options={"players": 2})["id"] for _ in range(2 * MOST_WAITING)]
    body = {} if what == "sit" else {"listed": True}

    def asks(ident: str) -> int:
        again = Person(running.address)
        again.http.cookies = ben.http.cookies
        return again.post(f"/api/tables/{ident}/{what}", body).status_code

    with ThreadPoolExecutor(len(tables)) as pool:
        statuses = list(pool.map(asks, tables))
    assert sorted(statuses) == [200] * MOST_WAITING + [409] * MOST_WAITING
    mine = waiting_at(ben)
    assert ada.post(f"/api/tables/{mine}/sit", {}).status_code == 200, "others may sit down there"


def waiting_at(person: Person) -> str:
    """A table that waits for players at which somebody sits."""
    return next(one["table"]["id"] for one in person.get("/api/mine").json()["games"] if one["table"]["listed"])


@pytest.mark.parametrize(
    "wish",
    [
        {"seats": ["me", "bot:random"], "options": {"players": 2}},
        {"seats": ["me", "open"], "options": {"players": 2}, "lesson": True},
        {"record": "waystation"},
    ],
)
def test_what_cannot_be_open_to_all(running: Running, wish: dict[str, Any]) -> None:
    answer = Person(running.address).post("/api/tables", {"game": "stones", "listed": True, **wish})
    assert answer.status_code == 422
    assert "open to all needs a free seat" in answer.json()["reason"]


def test_the_list_is_read_once_for_all(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Person(running.address, "Ada")
    first = ada.get("/api/open")
    again = ada.http.get("/api/open", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    monkeypatch.setattr("waystation.server.opentables.FRESH", PATIENCE)
    ada.get("/api/open")
    monkeypatch.setattr("waystation.server.listing.open_tables", None)  # who would read it anew fails
    assert ada.get("/api/open").status_code == 200


def test_options_that_are_not_as_usual_are_told(running: Running) -> None:
    ada = Person(running.address, "Ada")
    table = ada.open("wayfinders", PAIR, options={"players": 2}, listed=True)
    assert listed(ada)[table["id"]]["options"] == {}


def test_open_tables_outlive_the_server(database: str) -> None:
    with Running(Server(database, workers=1)) as running:
        ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
        table = opens(ada, pace={"kind": "live", "bank": 60})
        cookie = dict(ben.http.cookies)
    with Running(Server(database, workers=1)) as running:
        ben = Person(running.address)
        ben.http.cookies.update(cookie)
        assert table["id"] in listed(ben)
        ident = table["id"]

        def much_later() -> None:
            running.server.hub.uptime.base += 999

        running.look(much_later)
        running.call(running.server.hub.pacing.look)
        assert ben.post(f"/api/tables/{ident}/sit", {}).json()["listed"] is False
        running.call(running.server.hub.pacing.look)
        seats = ben.get(f"/api/tables/{ident}").json()["seats"]
        assert not any(seat["stands_in"] for seat in seats), "its time runs from when it began"
