"""How long lists of games take with many of them: a made database of finished tables, on SQLite or PostgreSQL.

    python benchmarks/lists.py --tables 100000 --db sqlite:////tmp/lists.sqlite
    python benchmarks/lists.py --tables 100000 --db postgresql://me@host/empty

The database must be empty or made by this program before; each question is asked 20 times, and the median and the worst
are told in milliseconds.
"""

from __future__ import annotations

import argparse
import secrets
import statistics
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, func, insert, select, text

from waystation.engine import Chance
from waystation.server import archive, schema
from waystation.server.archive import Wanted
from waystation.server.storage import make_engine, migrate

GAMES = ("wayfarers", "wayfinders", "waypoints", "windward", "wordtraveler")
BOTS = ("beginner", "greedy", "expert")
PEOPLE = 5000
REPEAT = 20
NOW = 1_800_000_000.0


def main() -> None:
    """Make the database if need be, and ask."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--db", required=True)
    parser.add_argument("--tables", type=int, default=100_000)
    asked = parser.parse_args()
    engine = make_engine(asked.db)
    migrate(engine)
    with engine.execution_options(writes=True).begin() as connection:
        if not connection.scalar(select(func.count()).select_from(schema.results)):
            make(connection, asked.tables)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))
    print(f"{asked.tables} finished tables, {PEOPLE} people, {engine.dialect.name}")
    for name, question in questions().items():
        times = []
        with engine.connect() as connection:
            for _ in range(REPEAT):
                began = time.perf_counter()
                question(connection)
                times.append(1000 * (time.perf_counter() - began))
        print(f"{name:50} {statistics.median(times):7.1f} ms, at worst {max(times):7.1f} ms")


def questions() -> dict[str, Callable[[Connection], object]]:
    """What is asked, by what it is called."""
    lists = {
        "all that may be seen, newest": Wanted(),
        "all of a game, page 40": Wanted(game="windward", before=(NOW - 4_000_000, "z")),
        "all of a game for three, options as usual": Wanted(game="windward", players=3, variant="{}"),
        "all with a person of that name": Wanted(name="Person 77"),
        "all of a game with one whose name begins so": Wanted(game="waypoints", name="person 1"),
        "all of a rare variant": Wanted(game="wayfinders", variant='{"rare":true}'),
        "all of one day long ago": Wanted(since=NOW - 40_000_000, until=NOW - 39_900_000),
        "mine, newest": Wanted(person="p1"),
        "mine that I won, of a game": Wanted(person="p1", game="windward", won=True),
        "mine with somebody of that name": Wanted(person="p1", name="Person 5"),
    }
    found: dict[str, Callable[[Connection], object]] = {
        name: lambda connection, wanted=wanted: archive.finished(connection, wanted)  # type: ignore[misc]
        for name, wanted in lists.items()
    }
    found["my running games"] = lambda connection: archive.running(connection, "p1")
    return found


def make(connection: Connection, count: int) -> None:
    """Fill a database. A person in a hundred plays a fifth of all games, as it is with people."""
    chance = Chance.of(1, "lists")
    people = [{"id": f"p{n}", "name": f"Person {n}", "created": 0.0, "public": f"q{n}"} for n in range(PEOPLE)]
    connection.execute(insert(schema.people), people)
    for start in range(0, count, 2000):
        made = [_table(chance, number) for number in range(start, min(count, start + 2000))]
        for at, table in enumerate((schema.tables, schema.seats, schema.results, schema.result_seats)):
            connection.execute(insert(table), [row for one in made for row in one[at]])


def _table(chance: Chance, number: int) -> tuple[list[Any], ...]:
    ident, game = f"t{number}", GAMES[chance.below(len(GAMES))]
    players = 2 + chance.below(3)
    ended = NOW - 500.0 * number + chance.below(400)
    who = [_person(chance) for _ in range(players)]
    best = chance.below(players)
    variant = '{"rare":true}' if chance.below(5000) == 0 else ("{}" if chance.below(3) else '{"some":1}')
    over = chance.below(50) > 0  # some go on
    row = {
        **{"id": ident, "game": game, "options": "{}", "rules_version": 1, "host": who[0] or "p0", "spectators": True},
        **{"undo": "free", "seed": "1", "seed_known": False, "seq": 100, "ply": 99, "to_act": "[0]", "over": over},
        **{"result": "Somebody wins.", "created": ended - 3600, "updated": ended},
    }
    seats = [
        {
            "table_id": ident,
            "seat": n,
            "person": one,
            "label": "",
            "link": secrets.token_hex(8),
            "bot": None if one else BOTS[n % 3],
        }
        | {"shared": False, "called": ""}
        for n, one in enumerate(who)
    ]
    if not over:
        return [row], seats, [], []
    result = {
        **{"table_id": ident, "game": game, "host": who[0] or "p0", "players": players, "variant": variant},
        **{"public": chance.below(3) > 0, "counted": True, "moves": 99, "began": ended - 3600, "ended": ended},
    }
    ends = [
        {"table_id": ident, "seat": n, "game": game, "ended": ended, "person": one, "bot": None if one else BOTS[n % 3]}
        | {"rank": 1 if n == best else 2, "score": 40 + chance.below(60), "won": n == best}
        for n, one in enumerate(who)
    ]
    return [row], seats, [result], ends


def _person(chance: Chance) -> str | None:
    if chance.below(4) == 0:
        return None
    return f"p{chance.below(PEOPLE // 100 if chance.below(5) == 0 else PEOPLE)}"


if __name__ == "__main__":
    main()
