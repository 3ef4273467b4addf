"""Passkeys against a device in software: added, used elsewhere, refused; whom one was before comes along; devices."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from server.authenticator import Authenticator, coded
from server.playing import Person, Running, until
from waystation.server import Server, devices, moderation, passkeys, people, schema
from waystation.server.allowance import Allowance
from waystation.server.devices import device_name
from waystation.server.live import Room
from waystation.server.sql import connection_of


@pytest.fixture
def place(database: str) -> Iterator[str]:
    """Where people go, of both kinds of database: a name, as passkeys want it."""
    with Running(Server(database, workers=1)) as running:
        yield f"localhost:{running.address.partition(':')[2]}"


def add(person: Person, device: Authenticator | None = None, **more: Any) -> Authenticator:
    device = device or Authenticator(f"http://{person.address}")
    options = person.post("/api/you/passkeys/begin").json()
    answer = person.post("/api/you/passkeys", {"credential": device.make(options), **more})
    assert answer.status_code == 200, answer.text
    return device


def enter(person: Person, device: Authenticator) -> Any:
    return person.post("/api/sign-in", {"credential": device.sign(person.post("/api/sign-in/begin").json())})


def test_on_another_device(place: str) -> None:
    ada = Person(place, "Ada")
    table = ada.open("duel", ["me", "open"])["id"]
    key = add(ada, name="my phone")
    assert [one["name"] for one in ada.get("/api/you").json()["passkeys"]] == ["my phone"]
    elsewhere = Person(place)
    assert elsewhere.get("/api/tables").json() == []
    answer = enter(elsewhere, key)
    assert answer.json() == {"name": "Ada", "tables": 0}
    assert [one["id"] for one in elsewhere.get("/api/tables").json()] == [table]
    elsewhere.watch(table, 0).hear("hello")
    here = elsewhere.get("/api/you").json()
    assert here["passkeys"][0]["used"] > here["passkeys"][0]["added"]
    assert len(here["devices"]) == 2
    assert [one["here"] for one in here["devices"]].count(True) == 1


def test_who_one_was_comes_along(place: str) -> None:
    """Seats, tables, links and what was played: nothing is lost, at a table of both neither."""
    ada, ben, cleo = Person(place, "Ada"), Person(place, "Ben"), Person(place, "Cleo")
    key = add(ada)
    own = ben.open("duel", ["me", "bot:random"])["id"]
    shared = ben.open("stones", ["me", "open", "open"], options={"players": 3})
    ada.join(shared["seats"][1]["link"])
    cleo.join(shared["seats"][2]["link"])
    fresh = ben.get(f"/api/tables/{shared['id']}").json()
    looking = cleo.watch(shared["id"], 2)
    looking.hear("hello")
    watching = ben.watch(shared["id"], 0)
    watching.hear("hello")
    watching.act(0, watching.legal()[0])
    before = ben.get("/api/you").json()["devices"]
    answer = enter(ben, key)
    assert answer.json() == {"name": "Ada", "tables": 2}
    assert before
    assert {one["id"] for one in ben.get("/api/tables").json()} == {own, shared["id"]}
    seats = ben.get(f"/api/tables/{shared['id']}").json()["seats"]
    assert [seat["mine"] for seat in seats] == [True, True, False]
    assert (seats[0]["kind"], seats[0]["name"]) == ("shared", "Ben")
    assert seats[2]["name"] == "Cleo"
    assert ben.get(f"/api/tables/{shared['id']}").json()["host"]
    assert fresh["seats"][0]["name"] == "Ben"
    assert looking.closed() == 1013, "who looks on is greeted anew"
    assert looking.cut(hard=False)["table"]["seats"][0]["name"] == "Ben"
    again = ben.watch(shared["id"], 0)
    again.hear("hello")
    undone = again.ask({"t": "undo", "seat": 0, "version": again.version, "ply": 0})
    assert undone["t"] == "done", "what Ben played is Ada's now"
    assert ben.http.delete(f"/api/tables/{own}").status_code == 204


def test_what_was_played_at_a_seat_that_is_anothers_comes_along(place: str) -> None:
    """Whose move it was is asked before it is taken back: by whoever that person is now."""
    ada, ben, cleo, dora = (Person(place, name) for name in ("Ada", "Ben", "Cleo", "Dora"))
    key = add(ada)
    table = cleo.open("stones", ["open", "me"], options={"players": 2})
    ident = table["id"]
    ben.join(table["seats"][0]["link"])
    first = ben.watch(ident, 0)
    first.hear("hello")
    assert first.act(0, "hide 1")["t"] == "done"
    dora.join(ben.get(f"/api/tables/{ident}").json()["seats"][0]["link"])
    enter(ben, key)
    playing = dora.watch(ident, 0)
    playing.hear("hello")
    assert playing.ask({"t": "undo", "seat": 0, "version": playing.version, "ply": 0})["t"] == "done"
    other, before = cleo.watch(ident, 1), ben.watch(ident)
    other.hear("hello")
    assert before.hear("hello")["undo"]["asked"]["yours"] == [0]
    for one, seat in ((other, 1), (before, 0)):
        assert one.ask({"t": "agree", "seat": seat, "version": one.version, "yes": True})["t"] == "done"
    assert playing.hear("step")["undone_to"] == 0


def test_games_that_somebody_hosted_come_along(place: str) -> None:
    """Also finished ones at which they had no seat."""
    ada, ben = Person(place, "Ada"), Person(place, "Ben")
    key = add(ada)
    table = ben.open("quick", ["bot:random"] * 2, options={"players": 2})["id"]
    watching = ben.watch(table)
    until(lambda: ben.get(f"/api/tables/{table}").json()["over"])
    watching.close()
    assert [one["id"] for one in ben.get("/api/finished?mine=yes").json()["tables"]] == [table]
    enter(ben, key)
    assert [one["id"] for one in ben.get("/api/finished?mine=yes").json()["tables"]] == [table]


def test_who_entered_a_tournament_twice_takes_part_once(place: str, database: str) -> None:
    """The place of who comes along stays where it has begun: its tables name it, and without it nothing went on."""
    ada, ben, cleo = Person(place, "Ada"), Person(place, "Ben"), Person(place, "Cleo")
    key = add(ada)
    wish = {"name": "A cup", "game": "stones", "options": {"players": 3}, "pace": {"kind": "live", "bank": 600}}
    begun, waits = (cleo.post("/api/tournaments", wish).json()["id"] for _ in range(2))
    for ident in (begun, waits):
        for person in (ada, ben, cleo):
            person.post(f"/api/tournaments/{ident}", {"do": "enter"})
    table = cleo.post(f"/api/tournaments/{begun}", {"do": "start"}).json()["tables"][0]["table"]
    assert enter(ben, key).json() == {"name": "Ada", "tables": 1}
    assert cleo.get(f"/api/tournaments/{waits}").json()["entrants"] == 2
    with moderation.opened(database, writes=True) as connection:
        moderation.close(connection, table, "", time.time())

    def over() -> bool:
        answer = cleo.get(f"/api/tournaments/{begun}")
        assert answer.status_code == 200
        return bool(answer.json()["state"] == "over")

    until(over)
    standings = sorted(cleo.get(f"/api/tournaments/{begun}").json()["standings"], key=lambda one: one["number"])
    assert [(one["name"], one["gone"]) for one in standings] == [("Ada", False), ("Player 2", True), ("Cleo", False)]


def test_two_who_can_come_back_stay_two(place: str) -> None:
    ada, ben = Person(place, "Ada"), Person(place, "Ben")
    hers, his = add(ada), add(ben)
    table = ben.open("duel", ["me", "open"])["id"]
    assert enter(ben, hers).json() == {"name": "Ada", "tables": 0}
    assert ben.get("/api/tables").json() == []
    assert enter(ben, his).json()["name"] == "Ben"
    assert [one["id"] for one in ben.get("/api/tables").json()] == [table]


def test_what_is_refused(place: str) -> None:
    ada, eve = Person(place, "Ada"), Person(place, "Eve")
    key = add(ada)

    def refused(status: int, credential: Any) -> str:
        answer = eve.post("/api/sign-in", {"credential": credential})
        assert answer.status_code == status, answer.text
        assert eve.get("/api/me").json()["name"] == "Eve"
        return str(answer.json()["reason"])

    begin = lambda: eve.post("/api/sign-in/begin").json()  # noqa: E731
    signed = key.sign(ada.post("/api/sign-in/begin").json())
    refused(409, signed)  # another browser's question
    assert ada.post("/api/sign-in", {"credential": signed}).status_code == 200
    assert ada.post("/api/sign-in", {"credential": signed}).status_code == 409, "each question once"
    older = begin()
    begin()
    refused(409, key.sign(older))
    key.origin = "https://evil.example"
    refused(403, key.sign(begin()))
    key.origin = f"http://{place}"
    refused(403, key.sign({**begin(), "rpId": "evil.example"}))
    key.counter = 0
    refused(403, key.sign(begin()))
    key.counter = 9
    handle, key.handle = key.handle, b"somebody else"
    assert "somebody else" in refused(403, key.sign(begin()))
    key.handle = handle
    other = Authenticator(key.origin)
    other.id, other.handle, other.counter = key.id, key.handle, key.counter
    refused(403, other.sign(begin()))
    refused(404, Authenticator(key.origin).sign(begin()))
    for nonsense in (
        {},
        {"response": 7},
        {"response": {"clientDataJSON": "e30"}},
        {"id": [], "response": {}},
        {"response": {"clientDataJSON": coded(rb'{"challenge":"\ud800"}')}},  # half a character
        {"response": {"clientDataJSON": coded(b"[" * 40_000)}},
    ):
        refused(422, nonsense)
    assert enter(eve, key).json()["name"] == "Ada"


def test_a_new_passkey_is_refused(place: str) -> None:
    ada, eve = Person(place, "Ada"), Person(place, "Eve")
    options = ada.post("/api/you/passkeys/begin").json()
    device = Authenticator(f"http://{place}")
    made = device.make(options)
    assert eve.post("/api/you/passkeys", {"credential": made}).status_code == 409, "it was Ada who was asked"
    device.origin = "https://evil.example"
    assert ada.post("/api/you/passkeys", {"credential": device.make(options)}).status_code == 403
    assert ada.post("/api/you/passkeys", {"credential": made}).status_code == 409, "each question once"
    key = add(ada)
    again = ada.post("/api/you/passkeys/begin").json()
    assert [one["id"] for one in again["excludeCredentials"]] == [coded(key.id)]
    assert ada.post("/api/you/passkeys", {"credential": key.make(again)}).status_code == 409
    assert "passkey is known" in ada.pages[-1]
    device = Authenticator(f"http://{place}")
    device.id = bytes(1100)
    made = device.make(ada.post("/api/you/passkeys/begin").json())
    assert ada.post("/api/you/passkeys", {"credential": made}).status_code == 403, "longer than the standard has them"


def test_names_and_removal(place: str) -> None:
    ada, eve = Person(place, "Ada"), Person(place, "Eve")
    key = add(ada)
    ident = ada.get("/api/you").json()["passkeys"][0]["id"]
    assert eve.post(f"/api/you/passkeys/{ident}", {"name": "mine"}).status_code == 404
    assert eve.http.delete(f"/api/you/passkeys/{ident}").status_code == 404
    assert ada.post(f"/api/you/passkeys/{ident}", {"name": "\u200b"}).status_code == 422
    assert ada.post(f"/api/you/passkeys/{ident}", {"name": "desk"}).json()["passkeys"][0]["name"] == "desk"
    assert ada.http.delete(f"/api/you/passkeys/{ident}").json()["passkeys"] == []
    assert enter(eve, key).status_code == 404


def test_devices_are_signed_out(place: str) -> None:
    ada = Person(place, "Ada")
    key = add(ada)
    table = ada.open("duel", ["me", "open"], spectators=False)["id"]
    phone, desk = Person(place), Person(place)
    enter(phone, key)
    enter(desk, key)
    watching = phone.watch(table, 0)
    watching.hear("hello")
    listed = ada.get("/api/you").json()["devices"]
    assert len(listed) == 3
    assert Person(place, "Eve").http.delete(f"/api/you/devices/{listed[0]['id']}").status_code == 404
    theirs = next(one["id"] for one in phone.get("/api/you").json()["devices"] if one["here"])
    assert len(ada.http.delete(f"/api/you/devices/{theirs}").json()["devices"]) == 2
    assert watching.closed() == 1012
    assert phone.get(f"/api/tables/{table}").status_code == 403, "somebody new, whom nobody knows"
    assert phone.get("/api/me").json()["name"] == ""
    assert desk.get("/api/me").json()["name"] == "Ada"
    assert len(ada.post("/api/you/sign-out-others").json()["devices"]) == 1
    assert desk.get("/api/me").json()["name"] == ""
    assert ada.get("/api/me").json()["name"] == "Ada"
    assert ada.post("/api/sign-out").status_code == 204
    assert ada.get("/api/me").json()["name"] == ""
    assert enter(ada, key).json()["name"] == "Ada"


def test_whoever_looked_round_before_they_took_a_name_is_listed(running: Running) -> None:
    """What is noted once in an hour is noted when there is a person to note it of."""
    ada = Person(running.address)
    assert ada.get("/api/you").json()["devices"] == []  # nobody yet
    ada.post("/api/me", {"name": "Ada"})
    assert [one["here"] for one in ada.get("/api/you").json()["devices"]] == [True]


def test_a_stolen_cookie_ends_with_its_device(place: str) -> None:
    """Also the cookie of an earlier release, which names no device."""
    ada = Person(place, "Ada")
    key = add(ada)
    thief = Person(place)
    thief.http.cookies = ada.http.cookies
    assert thief.get("/api/me").json()["name"] == "Ada"
    stolen = dict(ada.http.cookies)
    enter(ada, key)
    thief = Person(place)
    thief.http.cookies.clear()
    thief.http.cookies.update(stolen)
    assert thief.get("/api/me").json()["name"] == "", "signing in anew ends what was before"


def test_who_is_signed_out_is_kept_of_people_that_are_known(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process reads all of it every two seconds: strangers, of whom there is no end, are not among it."""
    server = running.server
    eve, ada = Person(running.address), Person(running.address, "Ada")
    for person in (eve, ada):
        assert person.post("/api/sign-out").status_code == 204
        assert person.get("/api/me").json()["name"] == ""
    kept = running.call(lambda: server.storage.read(lambda book: devices.ended(connection_of(book))))
    assert len(kept) == 1
    monkeypatch.setattr(server.limits, "signs", Allowance(0.0, 0.0))
    assert [eve.post(f"/api/{path}").status_code for path in ("sign-out", "you/sign-out-others")] == [429, 429]


def test_what_is_new_among_those_signed_out_is_found_at_once() -> None:
    class Known(dict[str, float]):
        read = 0

        def __iter__(self) -> Iterator[str]:
            self.read += 1
            return super().__iter__()

    known = Known({str(number): 0.0 for number in range(50)})
    now = {str(number): (0.0, f"person {number}") for number in range(51)}
    assert devices.newly_ended(known, now) == {"person 50"}
    assert known.read == 1, "not once for each of them"


def test_a_clock_that_was_ahead_for_a_while(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever signed in by it is signed out with the others, and whoever was signed out can sign in again."""
    ada, phone, desk = Person(place, "Ada"), Person(place), Person(place)
    key, right = add(ada), time.time
    with monkeypatch.context() as ahead:
        ahead.setattr(time, "time", lambda: right() + 24 * 3600)
        enter(phone, key)
        assert phone.get("/api/me").json()["name"] == "Ada"
    assert len(ada.post("/api/you/sign-out-others").json()["devices"]) == 1
    assert phone.get("/api/me").json()["name"] == ""
    assert ada.get("/api/me").json()["name"] == "Ada"
    for _ in range(2):
        assert enter(desk, key).json()["name"] == "Ada"
        assert desk.get("/api/me").json()["name"] == "Ada"


def test_cookies_of_earlier_releases(database: str) -> None:
    with Running(Server(database, workers=1)) as running:
        ada = Person(running.address, "Ada")
        people = running.server.people
        person = ada.http.cookies["waystation"].partition(".")[0]
        old = Person(running.address)
        old.http.cookies.clear()
        old.http.cookies["waystation"] = f"{person}.{people._sign(person)}"
        assert old.get("/api/me").json()["name"] == "Ada"
        ada.post("/api/you/sign-out-others")
        old.http.cookies.clear()
        old.http.cookies["waystation"] = f"{person}.{people._sign(person)}"
        assert old.get("/api/me").json()["name"] == ""
        assert ada.get("/api/me").json()["name"] == "Ada"
    with Running(Server(database, workers=1)) as running:  # another process knows it, too
        old.http.base_url = f"http://{running.address}"
        old.http.cookies.clear()
        old.http.cookies["waystation"] = f"{person}.{people._sign(person)}"
        assert old.get("/api/me").json()["name"] == ""


def test_a_cookie_is_worth_something_for_a_year(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not remembered for ever who is signed out: an old cookie that somebody has kept opens nothing then."""
    ada, thief, old = (Person(running.address, name) for name in ("Ada", "", ""))
    secret = running.server.people._sign
    person, device, given, _ = ada.http.cookies["waystation"].split(".")
    kept, undated = ada.http.cookies["waystation"], f"{person}.{device}"

    def is_ada(who: Person, cookie: str) -> bool:
        who.http.cookies.clear()
        who.http.cookies["waystation"] = cookie
        return bool(who.get("/api/me").json()["name"] == "Ada")

    undated = f"{undated}.{secret(undated)}"
    later = f"{person}.{device}.{int(given, 16) + 1:x}"
    for late, taken in ((-60, True), (0, True), (1, False)):
        monkeypatch.setattr(people, "now", lambda: int(given, 16) + people.LIVES + late)  # noqa: B023
        assert is_ada(thief, kept) == taken
        assert is_ada(ada, f"{later}.{secret(later)}")
    monkeypatch.setattr(people, "now", lambda: people.UNDATED + people.LIVES)
    assert is_ada(old, undated)
    assert undated not in old.post("/api/me", {"name": "Ada"}).headers["set-cookie"], "it is a new one now"
    monkeypatch.setattr(people, "now", lambda: people.UNDATED + people.LIVES + 1)
    assert not is_ada(thief, undated)
    assert people.LIVES < devices.KEPT


def test_who_only_looks_keeps_their_cookie(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is given anew once a month, by a page or by anything else that is asked for."""
    ada = Person(running.address, "Ada")
    for path in ("/", "/table/none", "/api/tables"):
        *visit, given, _ = ada.http.cookies["waystation"].split(".")
        month = int(given, 16) + people.AGAIN
        monkeypatch.setattr(people, "now", lambda month=month: month)
        assert "set-cookie" not in ada.get(path).headers
        monkeypatch.setattr(people, "now", lambda month=month: month + 1)
        assert "set-cookie" in ada.get(path).headers
        *again, later, _ = ada.http.cookies["waystation"].split(".")
        assert (again, int(later, 16)) == (visit, month + 1)
    assert ada.get("/api/me").json()["name"] == "Ada"


def test_secrets_stay_here(place: str, database: str) -> None:
    """No page holds the person's id or a key; what is kept of a passkey is the public half."""
    ada = Person(place, "Ada")
    add(ada)
    ada.get("/api/you")
    person = ada.http.cookies["waystation"].partition(".")[0]
    assert not any(person in page for page in ada.pages)


def test_where_there_can_be_none(running: Running) -> None:
    ada = Person(running.address, "Ada")
    assert ada.post("/api/you/passkeys/begin").status_code == 409
    assert "HTTPS" in ada.get("/api/you").json()["no_passkeys"]


def test_too_many_tries(running: Running) -> None:
    ada = Person(f"localhost:{running.address.partition(':')[2]}", "Ada")
    answers = [ada.post("/api/sign-in/begin").status_code for _ in range(40)]
    assert answers[:20] == [200] * 20
    assert answers[-1] == 429


def test_a_question_is_forgotten(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Person(f"localhost:{running.address.partition(':')[2]}", "Ada")
    key = add(ada)
    monkeypatch.setattr(passkeys, "SECONDS", -1.0)
    assert enter(ada, key).status_code == 409
    monkeypatch.undo()
    ada.post("/api/sign-in/begin")
    found = running.call(
        lambda: running.server.storage.read(
            lambda book: connection_of(book).execute(select(schema.challenges.c.until)).all()
        )
    )
    assert len(found) >= 1
    assert enter(ada, key).status_code == 200


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox, Linux"),
        (
            "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36",
            "Chrome, Android",
        ),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1", "Safari, iPhone"),
        ("curl/8", ""),
    ],
)
def test_what_a_browser_is_called(agent: str, name: str) -> None:
    assert device_name(agent) == name


@pytest.mark.parametrize("waits", ["to be greeted", "for the table"])
def test_a_socket_that_waits_ends_with_its_device(
    running: Running, monkeypatch: pytest.MonkeyPatch, waits: str
) -> None:
    """Whoever has a stolen cookie need only not read, or come in the right moment."""
    ada = Person(running.address, "Ada")
    ident = ada.open("duel", ["me", "open"])["id"]
    thief = Person(running.address)
    thief.http.cookies = httpx.Cookies(ada.http.cookies)
    hub = running.server.hub
    room, real, come, loaded = running.call(lambda: hub.room(ident)), hub.room, asyncio.Event(), asyncio.Event()

    async def slowly(ident: str) -> Room:
        come.set()
        await loaded.wait()
        return await real(ident)

    if waits == "for the table":
        monkeypatch.setattr(hub, "room", slowly)
    else:
        running.call(room.lock.acquire)
    watcher = thief.watch(ident, 0)
    until(lambda: come.is_set() or running.server.limits.sockets)
    assert ada.post("/api/you/sign-out-others").status_code == 200
    running.look(loaded.set)
    if room.lock.locked():
        running.look(room.lock.release)
    assert (watcher.closed(), watcher.frames) == (1012, [])
