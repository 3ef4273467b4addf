"""Clocks and tournaments where two processes share a PostgreSQL: whatever goes on by itself goes on once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from server.conftest import new_database, numbers
from server.playing import PATIENCE, Party, Person, Running, until
from waystation.server import Server, roster
from waystation.server.leases import Place
from waystation.server.roster import Roster
from waystation.server.storage import make_engine
from waystation.server.uptime import COMING_BACK

pytestmark = pytest.mark.postgres


@pytest.fixture
def url(postgres: str) -> str:
    return new_database(postgres, f"c{next(numbers)}")


@pytest.fixture
def pair(url: str) -> Iterator[tuple[Running, Running]]:
    """Two servers on one database."""
    with Running(Server(url, workers=1, bot_limit=PATIENCE)) as one, Running(Server(url, workers=1)) as other:
        yield one, other


def together(pair: tuple[Running, Running], what: str) -> None:
    """Both look at the same moment after what goes on by itself."""

    def look(running: Running) -> None:
        hall = running.server.tournaments if what == "tournaments" else running.server.hub.pacing
        running.call(hall.look)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(look, pair))


def later(running: Running) -> None:
    """A minute and a half have passed."""
    running.server.hub.uptime.base += 100


def test_who_is_late_runs_out_once(pair: tuple[Running, Running], url: str) -> None:
    one, other = pair
    party = Party(one.address, "duel", 2, pace={"kind": "live", "bank": 60, "out": "lose"})
    for running in pair:
        running.look(lambda: later(running))  # noqa: B023
    together(pair, "clocks")
    assert party.watchers[1].hear("seats")["text"].startswith("Ada has lost on time")
    engine = make_engine(url)
    with engine.connect() as connection:
        lost = text("SELECT count(*) FROM log WHERE kind = 'seats' AND seat = 0")
        assert connection.scalar(lost) == 1
    engine.dispose()
    assert [len(running.server.hub.rooms) for running in (one, other)] == [1, 0]


def test_nobody_is_charged_while_their_table_has_no_process_and_until_they_are_back(
    pair: tuple[Running, Running],
) -> None:
    """The process that has it ends; how long it takes until another one has it, and all have found that, is no fault
    of whoever is to move."""
    one, other = pair
    uptime = other.server.hub.uptime
    other.look(lambda: setattr(uptime, "_since", time.monotonic()))  # it has been there for long
    party = Party(one.address, "duel", 2, pace={"kind": "live", "bank": 3600, "out": "lose"})
    due = one.server.hub.rooms[party.id].table.row.deadline
    assert one.server.company is not None
    one.call(one.server.company.leave)
    room = until(lambda: other.server.hub.rooms.get(party.id))
    until(lambda: room.table.row.deadline >= due + COMING_BACK - 0.01)
    left = other.look(lambda: room.times())[0]
    assert left.runs
    assert left.left <= 3600


def test_how_long_a_table_had_no_process_is_told_of_this_time(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not of an earlier time at which its process was only taken for dead, nor of a table that was let go meanwhile."""
    with Running(Server(url)):  # so that there are tables
        pass
    now, known = 1000.0, Roster(make_engine(url))
    monkeypatch.setattr(roster, "monotonic", lambda: now)
    for living in (["us", "them"], ["us"], ["us", "them"]):
        known._meet({name: Place(name, "", "") for name in living}, True)
    now = 5000.0
    with known.engine.begin() as connection:
        known._take(connection, "table", "them")
        assert known.without_owner("table") == roster.LIFE
        known._take(connection, "table", "them")
    asyncio.run(known.let_go(["table"]))
    assert known.without_owner("table") is None
    known.close()
    known.engine.dispose()


def test_a_round_opens_once(pair: tuple[Running, Running]) -> None:
    ada = Person(pair[0].address, "Ada")
    wish = {"name": "A cup", "game": "stones", "options": {"players": 2}, "who": "nobody", "format": "round-robin"}
    made = ada.post("/api/tournaments", {**wish, "bots": ["random"] * 4})
    assert made.status_code == 201

    def ended() -> bool:
        together(pair, "tournaments")
        return bool(ada.get(f"/api/tournaments/{made.json()['id']}").json()["state"] == "over")

    until(ended)
    tables = ada.get(f"/api/tournaments/{made.json()['id']}").json()["tables"]
    assert sorted(one["round"] for one in tables) == [1, 1, 2, 2, 3, 3]
    assert all(sorted(one["ranks"])[0] == 1 for one in tables), "each had a winner"
