"""Statistics of games and people: worked out by hand from a few games."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete, insert

from server.playing import Person, Running
from waystation.server import schema
from waystation.server.archive import Ended, SeatAtEnd, keep
from waystation.server.rows import Book
from waystation.server.sql import connection_of

GAMES = [  # id, public, counted, scores of Ada, Ben and a bot (None: no such seat)
    ("g1", True, True, (30, 20, None)),
    ("g2", True, True, (10, 25, None)),
    ("g3", False, True, (99, 20, None)),
    ("g4", True, False, (98, 20, None)),
    ("g5", True, True, (40, 20, 50)),
]


@pytest.fixture
def people(running: Running) -> tuple[Person, Person]:
    """Ada and Ben, and the games that they have played."""
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    ids = [person.http.cookies["waystation"].partition(".")[0] for person in (ada, ben)]

    def job(book: Book) -> None:
        connection = connection_of(book)
        connection.execute(delete(schema.tables))
        for game in GAMES:
            add(connection, ids, *game)

    running.call(lambda: running.server.storage.write(job))
    running.look(running.server.figures.clear)
    return ada, ben


def add(connection: Any, ids: list[str], ident: str, public: bool, counted: bool, scores: tuple[Any, ...]) -> None:
    """A game of stones that ended so."""
    given = [(seat, score) for seat, score in enumerate(scores) if score is not None]
    row = {"id": ident, "game": "stones", "options": "{}", "rules_version": 1, "host": ids[0], "spectators": True}
    row |= {"undo": "free", "seed_known": False, "seq": 1, "ply": 1, "to_act": "[]", "over": True, "result": ""}
    connection.execute(insert(schema.tables).values(**row, created=0.0, updated=60.0))
    best = max(score for _, score in given)
    seats = [
        SeatAtEnd(
            seat=seat,
            person=ids[seat] if seat < 2 else None,
            bot=None if seat < 2 else "random",
            rank=1 + sum(other > score for _, other in given),
            score=score,
            won=score == best,
            after=1000 + 10 * len(ident) + score if seat == 0 else None,
        )
        for seat, score in given
    ]
    facts: dict[str, Any] = {"variant": "{}", "moves": 10 + len(given), "began": 0.0, "ended": 60.0 + float(ident[1])}
    keep(
        connection,
        Ended(table_id=ident, game="stones", host=ids[0], players=len(given), public=public, counted=counted, **facts),
        seats,
    )


def test_of_a_game(running: Running, people: tuple[Person, Person]) -> None:
    found = people[0].get("/api/games/stones/statistics").json()
    assert (found["games"], found["least"], found["most"]) == (4, 12, 13)
    assert [(one["players"], one["seat"], one["games"], round(one["rate"], 2)) for one in found["seats"]] == [
        (2, 0, 3, 0.67),
        (2, 1, 3, 0.33),
        (3, 0, 1, 0.0),
        (3, 1, 1, 0.0),
        (3, 2, 1, 1.0),
    ]
    assert all(one["low"] <= one["rate"] <= one["high"] for one in found["seats"])
    assert [(one["score"], one["name"], one["table"]) for one in found["best"]][:2] == [
        (40, "Ada", "g5"),
        (30, "Ada", "g1"),
    ]
    assert found["variants"] == [{"options": {}, "variant": "{}", "games": 4}]
    assert [(one["called"], one["games"], one["wins"]) for one in found["bots"]] == [("Random bot", 2, 0)]
    assert people[1].get("/api/games/nothing/statistics").status_code == 404
    assert people[1].get("/api/games/duel/statistics").json()["games"] == 0


def test_of_a_person(running: Running, people: tuple[Person, Person]) -> None:
    ada, ben = people
    mine = ada.get("/api/me/statistics").json()
    assert (mine["name"], mine["games"], mine["wins"]) == ("Ada", 4, 2)
    assert (mine["by_game"][0]["rating"], mine["by_game"][0]["curve"]) == (None, []), "never rated"
    seen = ben.get(f"/api/people/{mine['person']}/statistics").json()
    assert seen == mine
    cookie = ada.http.cookies["waystation"].partition(".")[0]
    assert cookie not in "".join(ben.pages)
    assert ben.get(f"/api/people/{cookie}/statistics").status_code == 404

    def rate(book: Book) -> None:
        values = {"person": cookie, "game": "stones", "mu": 25.0, "sigma": 2.0, "shown": 1570, "games": 5, "wins": 2}
        connection_of(book).execute(insert(schema.ratings).values(**values, last=1.0, away=False))

    running.call(lambda: running.server.storage.write(rate))
    rated = ben.get(f"/api/people/{mine['person']}/statistics").json()["by_game"][0]
    assert (rated["rating"], rated["unsure"], len(rated["curve"])) == (1570, False, 5)
    assert ada.post("/api/games/stones/ladder", {"away": True}).status_code == 200
    hidden = ben.get(f"/api/people/{mine['person']}/statistics").json()["by_game"][0]
    assert (hidden["rating"], hidden["curve"]) == (None, [])


def test_a_newcomer_has_played_nothing(running: Running) -> None:
    assert Person(running.address).get("/api/me/statistics").status_code == 404
