"""How long it takes to give a person all that is kept of them, and to delete their account.

    python benchmarks/forgetting.py --db sqlite:////tmp/forgetting.sqlite
    python benchmarks/forgetting.py --db postgresql://me@host/empty --games 300 --others 5000

The database must be empty: it is filled with copies of one finished game of Wayfinders, `games` of which a person has
played with another, `others` among other people.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace
from sqlalchemy import func, insert, select

import waystation
from waystation.engine import Chance
from waystation.engine.match import Match
from waystation.server import archive, forgetting, holdings, rows, schema
from waystation.server.accounts import left_behind, tables_of
from waystation.server.chronicle import ended_of, seats_of
from waystation.server.opening import open_table
from waystation.server.protocol import NewTable
from waystation.server.replay import log_of
from waystation.server.rows import Entry, MoveBody, SeatRow, TableRow
from waystation.server.sql import SqlBook
from waystation.server.storage import make_engine, migrate
from waystation.server.table import SNAPSHOT_EVERY, summary

PEOPLE = 1000
ME = "a" * 32

T = TypeVar("T")


def main() -> None:
    """Fill the database, then ask and delete, one after the other, as a server does."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--db", required=True)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--others", type=int, default=5000)
    asked = parser.parse_args()
    engine = make_engine(asked.db)
    migrate(engine)
    with engine.execution_options(writes=True).begin() as connection:
        _fill(SqlBook(connection), asked.games, asked.others)
        lines = connection.scalar(select(func.count()).select_from(schema.log))
    print(f"{asked.games} games of one, {asked.others} of others, {lines} lines in logs, {engine.dialect.name}")
    with engine.connect() as connection:
        book = SqlBook(connection)
        mine = tables_of(connection, ME)
        timed("all of a person but records", lambda: [holdings.of_table(book, ident, ME) for ident in mine])
        timed("the records of finished games", lambda: [holdings.record_for(book, ident) for ident in mine])
        left = timed("reading all logs", lambda: left_behind(connection, ME))
        ahead = timed("how games ended", lambda: {ident: forgetting.look_ahead(book, ident, ME) for ident in mine})
    with engine.execution_options(writes=True).begin() as connection:
        timed("deleting", lambda: forgetting.forget(connection, ME, ahead, left, time.time(), 0.0))


def timed(name: str, job: Callable[[], T]) -> T:
    """The result of a job, whose seconds are told, and how many of them a processor worked for it here."""
    began, worked = time.perf_counter(), time.process_time()
    found = job()
    passed, worked = time.perf_counter() - began, time.process_time() - worked
    print(f"{name:32} {passed:7.2f} s, {worked:7.2f} s of a processor", flush=True)
    return found


def _fill(book: SqlBook, games: int, others: int) -> None:
    people: list[dict[str, Any]] = [
        {"id": f"{n:032x}", "name": f"Person {n}", "created": 0.0, "public": f"q{n}"} for n in range(PEOPLE)
    ]
    book.connection.execute(insert(schema.people), [*people, {**people[0], "id": ME, "name": "Me", "public": "me"}])
    game, chance = _game(), Chance.of(1, "forgetting")
    for number in range(games + others):
        who = [people[chance.below(PEOPLE // 2)]["id"], people[PEOPLE // 2 + chance.below(PEOPLE // 2)]["id"]]
        if number < games:
            who[0] = ME
        _copy(book, game, number, who)


def _game() -> tuple[TableRow, list[SeatRow], list[Entry], Any]:
    """A finished game, as its rows."""
    row, seats, _ = open_table(NewTable(game="wayfinders", options={"players": 2}, seats=["me", "open"]), ME)
    match = Match(waystation.load("wayfinders", players=2), row.plain_seed)
    chance = Chance.of(1, "moves")
    shot = 0, ""
    while not match.state.is_over:
        if len(match.moves) % SNAPSHOT_EVERY == 0:
            shot = len(match.moves), rows.pack(match.state.position())
        seat = match.state.to_act[0]
        match.play(match.game.actions.format(chance.choice(match.state.legal_actions(seat))), seat)
    lines = log_of(match, time.time())
    row = replace(row, seq=len(lines), ply=len(match.moves), **summary(match.state, ("Me", "Somebody")))
    return row, seats, lines, (match.state.outcome(), shot)


def _copy(book: SqlBook, game: tuple[TableRow, list[SeatRow], list[Entry], Any], number: int, who: list[str]) -> None:
    row, seats, lines, (outcome, shot) = game
    row = replace(row, id=f"t{number}", host=who[0])
    seats = [replace(seat, table_id=row.id, person=who[seat.seat], link=rows.new_link()) for seat in seats]
    played = [
        replace(line, body=rows.pack(replace(rows.unpack(line.body, MoveBody), by=who[line.seat or 0])))
        if line.kind == "move"
        else line
        for line in lines
    ]
    book.add_table(row, seats, played)
    book.add_snapshot(row.id, *shot)
    archive.keep(book.connection, ended_of(row, seats, row.ply, time.time()), seats_of(seats, outcome))


if __name__ == "__main__":
    main()
