"""An account is deleted: nothing of it is left in the database, and others go on playing. The file with one's data."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update
from typer.testing import CliRunner

from server.conftest import new_database, numbers
from server.owner import admin
from server.playing import Party, Person, Running, rated, until
from server.test_passkeys import add, enter
from waystation.cli import app
from waystation.engine import record
from waystation.server import Server, archive, forgetting, holdings, limits, schema
from waystation.server.people import mark_of
from waystation.server.refusals import Refused
from waystation.server.rows import Book, LogMoved
from waystation.server.sql import connection_of

NAME, BEFORE = "Xenobia", "Zerlinde"
"""Names that stand nowhere by chance."""


@pytest.fixture
def running(database: str) -> Iterator[Running]:
    """A server of a test's own, of both kinds of database."""
    with Running(Server(database, workers=1)) as found:
        yield found


@pytest.fixture
def place(running: Running) -> str:
    return f"localhost:{running.address.partition(':')[2]}"


def read(running: Running, job: Callable[[Any], Any]) -> Any:
    """What a function of a connection finds."""
    return running.call(lambda: running.server.storage.read(lambda book: job(connection_of(book))))


def write(running: Running, job: Callable[[Any], Any]) -> Any:
    return running.call(lambda: running.server.storage.write(lambda book: job(connection_of(book))))


def everything(connection: Any) -> list[tuple[str, str]]:
    """Every row of the database, as text."""
    return [
        (table.name, repr(tuple(row)))
        for table in schema.metadata.sorted_tables
        if table is not schema.processes  # they say every second that they live
        for row in connection.execute(select(table))
    ]


def of_people(connection: Any) -> list[tuple[str, str]]:
    """The same without the settings: a server writes down every five seconds that it is open."""
    return [(name, row) for name, row in everything(connection) if name != "settings"]


def secret(person: Person) -> str:
    return person.http.cookies["waystation"].partition(".")[0]


def party(address: str, game: str, **wish: Any) -> Party:
    """A party of somebody whose name can be found, and who was called something else when it began."""
    found = Party(address, game, 2, table_seed=None, **wish)
    found.people[0].post("/api/me", {"name": BEFORE})
    return found


def forget(person: Person) -> None:
    assert person.http.delete("/api/you").status_code == 204


def test_nothing_is_left(running: Running, place: str) -> None:
    done = party(place, "duel", **rated())
    ada, ben = done.people[:2]
    done.play_out()
    for person in (ada, ben):  # the same two at other tables
        person.address = place
    going = ada.open("duel", ["me", "open"], hints=True, pace={"kind": "turns", "turn": 7200})
    ben.join(going["seats"][1]["link"])
    hers, his = ada.watch(going["id"], 0), ben.watch(going["id"], 1)
    for watcher in (hers, his):
        watcher.hear("hello")
    mover, seat = (hers, 0) if hers.view["to_act"] == [0] else (his, 1)
    mover.act(seat, mover.legal()[0])
    for watcher in (hers, his):
        watcher.hear_version(mover.version)
    acting = hers.view["to_act"][0]
    asker = (hers, his)[acting]
    hers.ask({"t": "chat", "seat": 0, "text": "good luck"})
    if acting == 0:
        assert hers.ask({"t": "hint", "seat": 0, "version": asker.version})["t"] in ("answer", "refused")
    alone = ada.open("duel", ["me", "bot:random"])["id"]
    other = ben.open("stones", ["me", "open", "open"], options={"players": 3})
    ada.join(other["seats"][1]["link"])
    assert ben.post(f"/api/tables/{other['id']}/seats/1", {"do": "remove"}).status_code == 200
    ada.join(ben.open("duel", ["me", "open"])["seats"][1]["link"])
    lost = ben.open("duel", ["open", "me"])  # her seat there is somebody else's, after a move of hers
    ada.join(lost["seats"][0]["link"])
    first = ada.watch(lost["id"], 0)
    first.hear("hello")
    if first.view["to_act"] == [0]:
        first.act(0, first.legal()[0])
    back = ada.get(f"/api/tables/{lost['id']}").json()["seats"][0]["link"]
    Person(place, "Dan").join(back)
    key = add(ada, name=f"{NAME}'s phone")
    ada.post("/api/me", {"name": NAME})
    elsewhere = Person(place)
    enter(elsewhere, key)
    elsewhere.get("/api/you")
    person, public = secret(ada), ada.get("/api/me/statistics").json()["person"]
    assert secret(elsewhere) == person
    words = (person, NAME, BEFORE, public)
    before = read(running, everything)
    found = {name for name, row in before for word in words if word in row}
    assert found >= {
        "people",
        "tables",
        "seats",
        "log",
        "ratings",
        "result_seats",
        "taken_links",
        "removals",
        "passkeys",
    }
    rating = ben.get("/api/games/duel/ladder").json()["me"]

    forget(elsewhere)
    assert [(name, row) for name, row in read(running, everything) for word in words if word in row] == []
    assert ben.get("/api/games/duel/ladder").json()["me"] == rating
    over = ben.get(f"/api/tables/{done.id}").json()
    assert [one["name"] for one in over["seats"]] == ["Former player", "Ben"]
    assert over["host"]
    assert over["result"]
    replayed = record.replay(record.parse(ben.get(f"/api/tables/{done.id}/record").text))
    assert replayed.names == ("Former player", "Ben")
    assert [one["id"] for one in ben.get("/api/finished?mine=yes").json()["tables"]] == [done.id]
    assert ben.get(f"/api/tables/{alone}").status_code == 404
    assert ben.get(f"/api/people/{public}/statistics").status_code == 404
    now = ben.get(f"/api/tables/{going['id']}").json()
    assert (now["seats"][0]["kind"], now["host"]) == ("bot", True)


def test_others_go_on_playing(running: Running, place: str) -> None:
    """The bot that takes the seat plays at once, also where nobody looks; who looks on is told."""
    watched, unwatched = party(place, "duel"), None
    ada, ben = watched.people[:2]
    unwatched = ben.open("duel", ["open", "me"])
    ada.join(unwatched["seats"][0]["link"])
    while watched.watchers[0].view["to_act"] != [0]:
        watched.step()
    ply = watched.watchers[1].ply
    assert watched.watchers[0].ask({"t": "chat", "seat": 0, "text": "I must go"})["t"] == "done"
    hers = watched.watchers[0]
    forget(ada)
    assert hers.closed() in (1012, 1013), "other processes' news, that the log has moved, may come first"
    his = watched.watchers[1]
    assert his.closed() == 1013, "who looks on is greeted anew"
    hello = his.cut(hard=False)
    assert hello["table"]["seats"][0]["kind"] == "bot"
    assert [line["text"] for line in hello["chat"]][:1] == ["I must go"], "what was said stays"
    assert "has deleted their account" in hello["chat"][1]["text"]
    while his.ply == ply:
        his.next()
    assert his.view["to_act"] == [1]
    later = ben.get(f"/api/tables/{unwatched['id']}").json()
    assert later["seats"][0]["kind"] == "bot"
    until(lambda: ben.get(f"/api/tables/{unwatched['id']}").json()["to_act"] == [1])


def test_the_cookie_is_worth_nothing(running: Running, place: str) -> None:
    ada = Person(place, NAME)
    old, person = dict(ada.http.cookies), secret(ada)
    forget(ada)
    assert secret(ada) != person
    assert ada.get("/api/me").json()["name"] == ""
    thief = Person(place)
    thief.http.cookies.clear()
    thief.http.cookies.update(old)
    thief.post("/api/me", {"name": "Eve"})
    assert person not in str(read(running, everything)), "nobody is this person again"
    keys = read(running, lambda connection: set(connection.scalars(select(schema.ended_devices.c.key))))
    assert mark_of(person) in keys
    assert person not in keys


def test_who_became_somebody_else_is_nobody_again(
    running: Running, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whoever is forgotten while they sit down is refused; another process has not heard of it yet."""
    ada, ben, cleo = Person(place, NAME), Person(place, "Ben"), Person(place, "Cleo")
    key = add(ben)
    tabs = [(secret(person), dict(person.http.cookies)) for person in (ada, cleo)]
    table = ben.open("duel", ["me", "open"], listed=True)
    asked = [("/api/me", {"name": "Eve"}), (f"/api/tables/{table['id']}/sit", {})]
    asked.append(("/api/join", {"link": table["seats"][1]["link"]}))

    async def hears_nothing() -> None: ...

    monkeypatch.setattr(running.server, "follow_ended", hears_nothing)
    assert enter(ada, key).status_code == 200
    forget(cleo)
    for (person, old), (path, body) in product(tabs, asked):
        tab = Person(place)
        tab.http.cookies.clear()
        tab.http.cookies.update(old)
        answer = tab.post(path, body)
        assert answer.json()["reason"] == "This account has been deleted.", path
        assert person not in str(read(running, everything))


def test_who_is_nobody_can_be_forgotten(place: str) -> None:
    nobody = Person(place)
    assert nobody.get("/api/you/export").status_code == 404
    forget(nobody)
    assert nobody.get("/api/me").json()["name"] == ""


def test_time_goes_on_for_those_who_are_left(running: Running, place: str) -> None:
    paced = party(place, "duel", **rated(pace={"kind": "live", "bank": 600, "out": "lose"}))
    ada, ben = paced.people[:2]
    while not paced.watchers[0].ply or paced.watchers[0].view["to_act"] != [0]:
        paced.step()
    forget(ada)
    his = paced.watchers[1]
    his.closed()
    his.cut(hard=False)
    while his.view["to_act"] != [1]:
        his.next()
    times = his.cut(hard=False)["times"] if not his.frames[-1].get("times") else his.frames[-1]["times"]
    assert times[1]["runs"]
    assert not times[0].get("runs")
    assert 0 < times[1]["left"] <= 600
    assert ben.get(f"/api/tables/{paced.id}").json()["rated"] is True, "she has lost it (see test_losing)"


def test_before_a_game_begins(running: Running, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat at an open table is anybody's again; one that waits for shares is dealt with a bot."""
    monkeypatch.setattr("waystation.server.dice.MOMENT", 60.0)
    ada, ben = Person(place, NAME), Person(place, "Ben")
    table = ada.open("stones", ["me", "open", "open"], options={"players": 3}, listed=True)["id"]
    ben.post(f"/api/tables/{table}/sit", {})
    waits = ben.open("duel", ["me", "open"], shares=True)
    write(
        running,
        lambda c: c.execute(
            update(schema.seats)
            .where(schema.seats.c.table_id == waits["id"], schema.seats.c.seat == 1)
            .values(person=secret(ada))
        ),
    )
    only_hers = ada.open("duel", ["me", "open"], listed=True)["id"]
    forget(ada)
    seats = ben.get(f"/api/tables/{table}").json()
    assert [one["kind"] for one in seats["seats"]] == ["open", "person", "open"]
    assert (seats["listed"], seats["host"]) == (True, True)
    assert ben.get(f"/api/tables/{only_hers}").status_code == 404
    held = read(
        running,
        lambda c: c.execute(
            select(schema.seats).where(schema.seats.c.table_id == waits["id"]).order_by(schema.seats.c.seat)
        ).all(),
    )
    assert (held[1].person, held[1].bot is not None) == (None, True)


def test_tournaments_go_on(running: Running, place: str) -> None:
    ada, ben, cleo = Person(place, NAME), Person(place, "Ben"), Person(place, "Cleo")
    wish = {"game": "duel", "format": "swiss", "rounds": 2, "pace": {"kind": "live", "bank": 600}, "who": "anybody"}
    cups = {
        name: ada.post("/api/tournaments", {"name": name, **wish}).json()["id"] for name in ("open", "running", "own")
    }
    for name in ("open", "running"):
        for person in (ada, ben, cleo):
            assert person.post(f"/api/tournaments/{cups[name]}", {"do": "enter"}).status_code == 200
    assert ada.post(f"/api/tournaments/{cups['running']}", {"do": "start"}).status_code == 200
    ada.post(f"/api/tournaments/{cups['own']}", {"do": "enter"})
    forget(ada)
    assert ben.get(f"/api/tournaments/{cups['own']}").status_code == 404
    waits, runs = (ben.get(f"/api/tournaments/{cups[name]}").json() for name in ("open", "running"))
    assert waits["host"]
    assert sorted(one["name"] for one in waits["standings"]) == ["Ben", "Cleo"]
    assert runs["host"]
    assert {one["name"]: one["gone"] for one in runs["standings"]} == {"Player 1": True, "Ben": False, "Cleo": False}
    assert ben.post(f"/api/tournaments/{cups['open']}", {"do": "start"}).status_code == 200


def test_all_or_nothing(running: Running, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = party(place, "duel")
    ada = table.people[0]
    before = read(running, of_people)

    def fail(*_: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(archive, "forget_person", fail)
    with pytest.MonkeyPatch.context() as quiet:
        quiet.setattr("logging.Logger.error", lambda *_, **__: None)
        assert ada.http.delete("/api/you").status_code == 500
    assert read(running, of_people) == before
    monkeypatch.undo()
    forget(ada)


def test_a_game_that_ends_meanwhile(running: Running, place: str) -> None:
    """Nothing is written on the strength of what was looked at before."""
    table = party(place, "duel")
    person = secret(table.people[0])

    def look(book: Book) -> Any:
        return {table.id: forgetting.look_ahead(book, table.id, person)}

    ahead = running.call(lambda: running.server.storage.read(look))
    table.play_out()
    for known in (ahead, {}):
        with pytest.raises(LogMoved):
            write(running, lambda connection: forgetting.forget(connection, person, known, [], time.time(), 0.0))  # noqa: B023
    forget(table.people[0])
    assert table.info(1)["seats"][0]["name"] == "Former player"


@pytest.mark.postgres
def test_a_call_that_was_under_way_brings_nobody_back(
    running: Running, place: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It was let in by a cookie that was good, and writes when the account is gone; so does what loads a table."""
    ada = Person(place, NAME)
    table = ada.open("duel", ["me", "bot:random"])["id"]
    person = secret(ada)
    forget(ada)
    jobs: list[Callable[[Book], None]] = [
        lambda book: book.save_person(person, NAME),
        lambda book: book.ensure_person(person),
    ]
    for job in jobs:
        with pytest.raises(Refused, match="has been deleted"):
            running.call(lambda: running.server.storage.write(job))  # noqa: B023
    running.call(lambda: running.server.hub.resume([table]))
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert not [row for _, row in read(running, of_people) if NAME in row or person in row]


def test_at_another_process(postgres: str) -> None:
    """The process that has the table loads it anew, and its bot plays."""
    url = new_database(postgres, f"f{next(numbers)}")
    with Running(Server(url, workers=1)) as one, Running(Server(url, workers=1, inside="127.0.0.2")) as other:
        there = party(other.address, "duel")
        ada, ben = there.people[:2]
        alone = ada.open("duel", ["me", "bot:random"])["id"]
        hers = ada.watch(alone, 0)
        while there.watchers[0].view["to_act"] != [0]:
            there.step()
        here = Person(one.address)
        here.http.cookies = ada.http.cookies
        assert there.id in other.server.hub.rooms
        forget(here)
        his = there.watchers[1]
        assert his.closed() == 1013
        his.person = ben
        assert his.cut(hard=False)["table"]["seats"][0]["kind"] == "bot"
        until(lambda: ben.get(f"/api/tables/{there.id}").json()["to_act"] == [1])
        assert hers.closed() in (1012, 4404)


def test_who_is_forgotten_has_no_best_score_at_another_process_either(postgres: str) -> None:
    """There the statistics of a game are kept for a minute."""
    url = new_database(postgres, f"f{next(numbers)}")
    with Running(Server(url, workers=1)) as one, Running(Server(url, workers=1, inside="127.0.0.2")) as other:
        there = party(other.address, "stones", listed=True)
        there.people[0].post("/api/me", {"name": NAME})
        there.play_out()
        ben = there.people[1]
        assert NAME in ben.get("/api/games/stones/statistics").text
        here = Person(one.address)
        here.http.cookies = there.people[0].http.cookies
        forget(here)
        other.call(other.server.follow_ended)
        assert NAME not in ben.get("/api/games/stones/statistics").text


# ---------------------------------------------------------------------- the owner's command


def test_the_owner_forgets_somebody(database: str) -> None:
    with Running(Server(database, workers=1)) as running:
        done, going = party(running.address, "duel"), party(running.address, "duel")
        done.play_out()
        ada = done.people[0]
        going.people[0].post("/api/me", {"name": "Somebody else"})
        ada.post("/api/me", {"name": NAME})
        seat = next(one["link"] for one in ada.open("duel", ["open", "open"])["seats"])
        going.people[1].join(seat)
        ada.open("duel", ["me", "bot:random"])
        before = read(running, of_people)
        said = " ".join(admin(database, "forget", NAME).split())
        assert "1 table at which nobody else sits goes; 1 finished game stays" in said
        assert "at 1 table a bot plays on" in said
        assert "Nothing is changed yet" in said
        assert read(running, of_people) == before
        person = secret(ada)
        admin(database, "forget", NAME, "--delete")
        left = read(running, everything)
        assert not [row for _, row in left if person in row or NAME in row]
        until(lambda: ada.get("/api/me").json()["name"] == "")
        assert CliRunner().invoke(app, ["admin", "forget", NAME, "--db", database]).exit_code != 0


# ---------------------------------------------------------------------- the file


def test_the_file_with_my_data(running: Running, place: str) -> None:
    done = party(place, "duel", **rated())
    ada, ben = done.people[:2]
    done.play_out()
    going = ada.open("duel", ["me", "open"])
    ben.join(going["seats"][1]["link"])
    hers, his = ada.watch(going["id"], 0), ben.watch(going["id"], 1)
    for watcher in (hers, his):
        watcher.hear("hello")
    for _ in range(4):
        seat = hers.view["to_act"][0]
        mover = (hers, his)[seat]
        mover.act(seat, mover.legal()[0])
        for watcher in (hers, his):
            watcher.hear_version(mover.version)
    hers.ask({"t": "chat", "seat": 0, "text": "hello there"})
    his.ask({"t": "chat", "seat": 1, "text": "none of her words"})
    add(ada, name="my phone")
    answer = ada.get("/api/you/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="waystation-about-me.json"'
    found = answer.json()
    assert (found["format"], found["name"], found["records_left_out"]) == (holdings.FORMAT, BEFORE, [])
    tables = {one["id"]: one for one in found["tables"]}
    assert set(tables) == {done.id, going["id"]}
    over, now = tables[done.id], tables[going["id"]]
    assert over["seats"] == [BEFORE, "Ben"]
    assert record.replay(record.parse(over["record"])).state.is_over
    assert over["end"][0]["after"] != over["end"][0]["before"]
    assert (now.get("record"), now["mine"], now["host"]) == (None, [0], True)
    assert [one["seat"] for one in now["moves"]] == [0] * len(now["moves"])
    assert 1 <= len(now["moves"]) < 4
    assert [one["text"] for one in now["chat"]] == ["hello there"]
    link = ada.get(f"/api/tables/{going['id']}").json()["seats"][0]["link"]
    assert now["links"] == [link]
    assert [one["name"] for one in found["kept"]["passkeys"]] == ["my phone"]
    assert found["kept"]["ratings"][0]["game"] == "duel"
    assert len(found["kept"]["devices"]) == 1
    theirs = [secret(ben), secret(ada), ben.get(f"/api/tables/{going['id']}").json()["seats"][1]["link"]]
    seed = read(running, lambda c: c.scalar(select(schema.tables.c.seed).where(schema.tables.c.id == going["id"])))
    assert not [word for word in (*theirs, json.loads(seed)) if str(word) in answer.text], "no secret of this game"
    assert "none of her words" not in answer.text


def test_the_file_is_not_asked_for_all_day(place: str) -> None:
    ada = Person(place, NAME)
    answers = [ada.get("/api/you/export").status_code for _ in range(int(limits.EXPORTS[1]) + 1)]
    assert answers == [200] * int(limits.EXPORTS[1]) + [429]


def test_records_that_would_take_too_long(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("waystation.server.personal.RECORDS", -1.0)
    done = party(place, "duel")
    done.play_out()
    found = done.people[0].get("/api/you/export").json()
    assert found["records_left_out"] == [done.id]
    assert found["tables"][0]["result"]


def test_the_file_is_not_written_on_the_event_loop(
    running: Running, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And table by table: while the encoder is at work, nothing else of the process is."""
    parts: list[tuple[Any, threading.Thread]] = []

    def written(part: Any) -> bytes:
        parts.append((part, threading.current_thread()))
        return msgspec.json.encode(part)

    monkeypatch.setattr("waystation.server.personal.written", written)
    ada = Person(place, NAME)
    tables = {ada.open("duel", ["me", "open"])["id"] for _ in range(3)}
    found = ada.get("/api/you/export").json()
    assert {one["id"] for one in found["tables"]} == tables

    async def loop_thread() -> threading.Thread:
        return threading.current_thread()

    assert running.call(loop_thread) not in {thread for _, thread in parts}
    *each, whole = (part for part, _ in parts)
    assert {table.id for table in each} == tables
    assert all(isinstance(table, msgspec.Raw) for table in whole["tables"]), "nothing is written twice"


def test_whatever_names_a_person_is_in_the_file() -> None:
    """A table that a later release adds is to be shown, or told of with the games; it is deleted by itself."""
    naming = {table.name for table in schema.metadata.sorted_tables if schema.names_of_people(table)}
    assert naming == holdings.SHOWN.keys() | holdings.WITH_GAMES
