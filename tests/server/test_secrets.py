"""Canaries: no seed, key, link or foreign card in any frame, page or log line, for players and spectators alike."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from server.playing import PATIENCE, Party, Person, Running
from waystation.engine import Chance
from waystation.server import Server, reading, schema
from waystation.server.api import ENDPOINTS
from waystation.server.observe import LOGGERS, JsonLines, log_to_stderr
from waystation.server.storage import Storage
from waystation.server.wishes import SMALL


@pytest.fixture
def logged() -> list[str]:
    """Every line that the server logs meanwhile, at the level that logs most."""
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLines().format(record))

    log_to_stderr("DEBUG")
    for name in LOGGERS:
        logging.getLogger(name).handlers[:] = [Keep()]
    return lines


GAMES = [("duel", 3, 1, 60), ("stones", 3, 2, 60), ("wayfinders", 3, 3, 40)]


@pytest.mark.parametrize(("game", "players", "seed", "moves"), GAMES, ids=[game for game, *_ in GAMES])
def test_nothing_secret_leaves(
    running: Running, logged: list[str], game: str, players: int, seed: int, moves: int
) -> None:
    party = Party(running.address, game, players, seed, table_seed=None)
    table = running.server.hub.rooms[party.id].table
    key = str(table.row.plain_seed)
    canaries = [key, *(Chance.of(key, stream).key.hex() for stream in ("setup", "play"))]
    links = {seat.link: seat.person for seat in table.seats}
    viewers = [*range(players), None]
    for number in range(moves):
        before = {v: len(w.raw) for v, w in zip(viewers, party.watchers, strict=True)}
        seat, action = party.step()
        if party.over:
            break
        state = table.state
        private = [(s, telling[0]) for event in newest_events(running, party) for s, telling in event.only.items()]
        if number % 10 == 3:
            look_around(party)
        for viewer, watcher in zip(viewers, party.watchers, strict=True):
            fresh = "\n".join(watcher.raw[before[viewer] :])
            for word in [*canaries, *state.secrets(viewer)]:
                assert word not in fresh, f"{word} told to {viewer} after {seat} {action}"
            for owner, telling in private:
                assert viewer == owner or telling not in fresh, f"{telling} told to {viewer}"
    for viewer, watcher, person in zip(viewers, party.watchers, party.people, strict=True):
        seen = "\n".join([*(raw for raw in watcher.raw if '"seed"' not in raw), *person.pages])
        for word in canaries:
            assert word not in seen
        for link, owner in links.items():
            assert link not in seen or owner == table.seats[viewer].person if viewer is not None else link not in seen
    kept = "\n".join(logged)
    cookies = [person.http.cookies["waystation"].partition(".")[2] for person in party.people]
    for word in [*canaries, *links, *cookies]:
        assert word not in kept
    assert party.id in kept


def newest_events(running: Running, party: Party) -> list:  # type: ignore[type-arg]
    """What the newest move told, from the log."""
    from waystation.server import rows

    seq = running.server.hub.rooms[party.id].table.moves[-1].seq
    storage = running.server.storage
    found = running.call(lambda: storage.read(lambda book: book.events(party.id, [seq])))
    return rows.unpack_events(found[seq])


def look_around(party: Party) -> None:
    """Ask for every page of the table, one's own eyes and others'."""
    for viewer, person in enumerate(party.people):
        for path in ("", "/view", "/story", "/moments/0", "/moments/2", "/moments/2.svg", "/record"):
            for query in ("", *(f"?seat={seat}" for seat in range(len(party.people) - 1))):
                answer = person.get(f"/api/tables/{party.id}{path}{query}")
                own = query in ("", f"?seat={viewer}")
                if path == "/record":
                    assert answer.status_code == 409
                elif path:
                    assert answer.status_code == (200 if own else 403)
        person.get("/api/tables")
        person.get("/metrics")


def test_errors_of_the_database_hold_no_values(database: str, logged: list[str]) -> None:
    """Two rows with one key, and one that names nobody: what SQLAlchemy and PostgreSQL say of it goes into the log."""
    row = {"person": "a-secret-person", "body": "a-secret-body", "since": 1.0}
    storage = Storage(database)
    try:
        writes = storage.engine.execution_options(writes=True)
        with pytest.raises(IntegrityError) as error, writes.begin() as connection:
            connection.execute(insert(schema.notice_wishes).values(**row))
        logging.getLogger(LOGGERS[0]).error("failed", exc_info=error.value)
    finally:
        storage.close()
    assert "IntegrityError" in logged[-1]
    assert "a-secret" not in logged[-1]


def test_whose_record_is_read_is_no_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody on the machine sees the arguments of a process."""
    given: list[object] = []
    make = asyncio.create_subprocess_exec

    async def seen(*args: Any, **more: Any) -> Any:
        given.extend([*args, *more.values()])
        return await make(*args, **more)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", seen)
    content = b'{"game": "duel", "seats": ["me", "open"]' + b" " * SMALL + b"}"
    row, seats, _ = asyncio.run(reading.open_table(content, "a-secret-person"))
    assert (row.host, seats[0].person) == ("a-secret-person", "a-secret-person")
    assert given
    assert "a-secret-person" not in str(given)


def test_a_table_without_spectators_is_closed(running: Running) -> None:
    ada, stranger = Person(running.address, "Ada"), Person(running.address)
    table = ada.open("stones", ["me", "bot:random", "bot:random"], spectators=False)["id"]
    for path in ("", "/view", "/story", "/moments/0", "/moments/0.svg", "/record"):
        assert stranger.get(f"/api/tables/{table}{path}").status_code == 403
    watcher = stranger.watch(table)
    assert watcher.closed() == 4403
    assert [frame["t"] for frame in watcher.frames] == ["closed"]


def test_what_is_for_some_eyes_only_is_kept_by_no_cache(running: Running) -> None:
    """Caches before a server may go by the end of an address, if an answer does not say how long it may be kept."""
    party = Party(running.address, "stones", 2)
    party.play_out()
    ada = party.people[0]
    for endpoint in ENDPOINTS:
        if endpoint.method == "GET" and "{table}" in endpoint.path:
            path = endpoint.path.replace("{table}", party.id).replace("{ply}", "1")
            answer = ada.http.get(f"{path}?seat=0")
            assert answer.headers["cache-control"] == "no-store", endpoint.path
    assert ada.http.get("/metrics").headers["cache-control"] == "no-store"


def test_a_page_of_another_site_gets_nothing(running: Running) -> None:
    from websockets.sync.client import connect

    ada = Person(running.address, "Ada")
    table = ada.open("stones", ["me", "bot:random", "bot:random"])["id"]
    evil = {"Origin": "https://evil.example"}
    assert ada.http.post("/api/me", json={"name": "Eve"}, headers=evil).status_code == 403
    assert ada.http.delete(f"/api/tables/{table}", headers=evil).status_code == 403
    headers = {"Cookie": ada.cookie(), **evil}
    address = f"ws://{running.address}/api/tables/{table}/live"
    with connect(address, additional_headers=headers, open_timeout=PATIENCE, ping_interval=None) as socket:
        assert '"closed"' in str(socket.recv(PATIENCE))
    simple = ada.http.post("/api/me", content='{"name":"Eve"}', headers={"content-type": "text/plain"})
    assert simple.status_code == 415
    assert ada.get("/api/me").json() == {"name": "Ada"}


def test_a_bot_is_told_nothing_that_its_seat_does_not_know(running: Running) -> None:
    """What goes to a worker differs from the true table wherever the seat does not look."""
    from waystation.engine import Chance
    from waystation.server.bots import seen

    party = Party(running.address, "duel", 2, table_seed=None)
    for _ in range(4):
        party.step()
    state = running.server.hub.rooms[party.id].table.state
    worlds = set()
    for number in range(20):
        asked = seen(state, 0, Chance.of(number, "bot"))
        assert state.chance.key.hex().encode() not in bytes(asked.position)
        world = state.game.state_from(__import__("json").loads(bytes(asked.position)))
        assert world.view(0) == state.view(0)
        worlds.add(tuple(world.hands[1]))  # type: ignore[attr-defined]
    assert len(worlds) > 1


def test_a_fresh_server_makes_its_own_key(tmp_path: object) -> None:
    with Running(Server(f"sqlite:///{tmp_path}/a")) as one, Running(Server(f"sqlite:///{tmp_path}/b")) as other:
        ada = Person(one.address, "Ada")
        there = Person(other.address)
        there.http.cookies = ada.http.cookies
        assert there.get("/api/me").json() == {"name": ""}
