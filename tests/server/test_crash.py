"""kill -9 at any moment: nothing that was acknowledged is lost, nothing acts twice, the state is the same."""

from __future__ import annotations

import itertools
import secrets
from typing import Any

from sqlalchemy import select, text

import waystation
from server.playing import Nursery, Party, Person, Watcher, kill, until
from waystation.engine import Match
from waystation.server import schema
from waystation.server.replay import load
from waystation.server.sql import SqlBook
from waystation.server.storage import make_engine

OTHERS = """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"""


def end(server: int, db: str) -> None:
    """kill -9, and wait until the database has noticed: PostgreSQL may still commit what it was sent before."""
    kill(server)
    if db.startswith("postgresql"):
        engine = make_engine(db).execution_options(isolation_level="AUTOCOMMIT")  # else what is seen stays the same
        with engine.connect() as connection:
            until(lambda: connection.scalar(text(OTHERS)) == 0)
        engine.dispose()


def stored(db: str, table: str) -> tuple[Any, Any, str]:
    """The position as a fresh process would load it, the log's moves, and the seed."""
    engine = make_engine(db)
    with engine.connect() as connection:
        loaded = load(SqlBook(connection), table)
        kinds = connection.execute(select(schema.log.c.kind).where(schema.log.c.table_id == table)).scalars().all()
    engine.dispose()
    return loaded.state.position(), kinds.count("move"), str(loaded.row.plain_seed)


def test_kill_between_any_two_messages(nursery: Nursery, database: str) -> None:
    """Every move of a game: sent, the server killed at once or after its answer, started again, the move sent again."""
    people: list[Person] = []
    played: list[tuple[int, str]] = []
    table = ""
    for number in itertools.count():
        with nursery.server(database) as (running, address):
            if not people:
                party = Party(address, "stones", 2)
                people, table = party.people, party.id
            for person in people:
                person.address = address
            watchers = [person.watch(table, seat) for seat, person in enumerate(people[:2])]
            for watcher in watchers:
                watcher.hear("hello")
            if number:
                resend(watchers, *played[-1], number)
            if watchers[0].over:
                break
            seat = watchers[0].view["to_act"][0]
            action = watchers[seat].legal()[number % 4]
            played.append((seat, action))
            asked = {"t": "act", "seat": seat, "action": action, "version": watchers[seat].version}
            watchers[seat].say({**asked, "id": f"k{number + 1}"})
            if number % 3:
                watchers[seat].hear("done")
            end(running, database)
        compare(database, table, played, acknowledged=bool(number % 3))


def resend(watchers: list[Watcher], seat: int, action: str, number: int) -> None:
    """The client's repeat after the restart: done, now or before."""
    message = {"t": "act", "id": f"k{number}", "seat": seat, "action": action, "version": watchers[seat].version}
    assert watchers[seat].ask(message)["t"] == "done"
    for watcher in watchers:
        watcher.drain()
    assert watchers[seat].ply == number


def compare(database: str, table: str, played: list[tuple[int, str]], acknowledged: bool) -> None:
    """What the disk says is what the rules say of the moves so far (perhaps without one that was not acknowledged)."""
    position, moves, seed = stored(database, table)
    assert moves in ((len(played),) if acknowledged else (len(played), len(played) - 1))
    match = Match(waystation.load("stones", players=2), seed)
    for seat, action in played[:moves]:
        match.play(action, seat)
    assert match.state.position() == position


def test_a_table_survives_with_its_talk_its_people_and_its_bots(nursery: Nursery, database: str) -> None:
    with nursery.server(database) as (running, address):
        ada = Person(address, "Ada")
        table = ada.open("duel", ["me", "bot:random"])["id"]
        watcher = ada.watch(table)
        watcher.hear("hello")
        words = secrets.token_hex(4)
        assert watcher.ask({"t": "chat", "seat": 0, "text": words})["t"] == "done"
        assert watcher.act(0, watcher.legal()[0])["t"] == "done"
        end(running, database)
    with nursery.server(database) as (_, address):
        ada.address = address
        ada.http.base_url = f"http://{address}"
        assert ada.get("/api/me").json() == {"name": "Ada"}
        assert [info["id"] for info in ada.get("/api/tables").json()] == [table]
        watcher = ada.watch(table)
        assert [line["text"] for line in watcher.hear("hello")["chat"]] == [words]
        while not watcher.over:  # the bot goes on by itself
            if watcher.legal():
                watcher.act(0, watcher.legal()[0])
            else:
                watcher.next()
        record = ada.get(f"/api/tables/{table}/record").text
        assert record.startswith("waystation record 1\n")
