"""What people's clocks cost: the query for tables that are late, among many, and the counting at each move."""

from __future__ import annotations

import argparse
import tempfile
import timeit
from pathlib import Path

from sqlalchemy import insert

from waystation.server import schema
from waystation.server.pace import Live, deadline, wound
from waystation.server.rows import SeatRow, TableRow, pack
from waystation.server.sql import SqlBook
from waystation.server.storage import make_engine, migrate
from waystation.server.table import times_shown, waited_for

DAY = 24 * 3600
PLAIN = {"game": "g", "options": "{}", "rules_version": 1, "host": "h", "spectators": True, "undo": "free"}


def late(tables: int) -> None:
    """Tables whose deadlines are spread over a day; every five seconds it is asked which of them are over."""
    with tempfile.TemporaryDirectory() as folder:
        engine = make_engine(f"sqlite:///{Path(folder) / 'tables.sqlite'}")
        migrate(engine)
        more = {"seed_known": False, "seq": 2, "ply": 0, "to_act": "[0]", "over": False, "result": ""}
        spread = [at * 0.618034 % 1 * DAY for at in range(tables)]
        rows = [
            {"id": f"t{at}", "created": 0.0, "updated": 0.0, "pace": "{}", "deadline": due, **PLAIN, **more}
            for at, due in enumerate(spread)
        ]
        with engine.execution_options(writes=True).begin() as connection:
            SqlBook(connection).ensure_person("h")
            connection.execute(insert(schema.tables), rows)
        with engine.connect() as connection:
            book = SqlBook(connection)
            book.tables_out_of_time(0.0)
            for now in (5, 60, 600):
                found = len(book.tables_out_of_time(now))
                seconds = min(timeit.repeat(lambda: book.tables_out_of_time(now), number=1, repeat=30))  # noqa: B023
                print(f"{tables} tables, {found} of them late: {seconds * 1e3:.2f} ms")
        engine.dispose()


def counting() -> None:
    """What a move adds, at a table of four."""
    pace = Live(bank=900, turn=30)
    row = TableRow(id="t", seed=None, seed_known=False, pace=pack(pace), times=pack(wound(pace, 4, 0.0)), **PLAIN)  # type: ignore[arg-type]
    seats = [SeatRow(table_id="t", seat=seat, link="", person=str(seat)) for seat in range(4)]

    def move() -> None:
        times, rule = row.plain_times, row.plain_pace
        assert times is not None
        assert rule is not None
        times = times.charged(waited_for(row, [1], seats), 30.0).rest(1, False).begun(rule, [2])
        pack(times)
        deadline(times, waited_for(row, [2], seats))
        times_shown(row, [2], seats, 30.0)

    number = 1000
    print(f"counting at a move: {min(timeit.repeat(move, number=number, repeat=20)) / number * 1e6:.0f} µs")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100_000)
    late(parser.parse_args().tables)
    counting()
