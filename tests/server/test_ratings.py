"""Rated tables: what can be one, what ends that, a rating that moves exactly once, and ladders."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update

from server.playing import Nursery, Party, Person, Running, kill, rated
from server.test_archive import play_out
from waystation.bots.strength import Anchor, Measured
from waystation.engine import Chance
from waystation.server import Server, ratings, schema
from waystation.server.anchors import measured
from waystation.server.archive import Ended, SeatAtEnd, keep
from waystation.server.rows import Book
from waystation.server.sql import SqlBook, connection_of
from waystation.server.storage import make_engine, migrate

PAIR = ["me", "open"]
Who = tuple[str | None, str | None]
"""A person, or a bot."""
TRIO: list[Who] = [("a", None), ("b", None), (None, "random")]
STRENGTH = Anchor(mu=20.0, sigma=0.5, games=10)


@pytest.fixture(autouse=True)
def anchored(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tiny games have a bot that was measured, and one that was not."""
    how = {"version": "1", "rules_version": 1, "measured": "2026-01-01", "players": 2, "deals": 10, "seed": "0"}
    one = Measured(**how, usual="greedy", bots={"random": STRENGTH})
    known = {"stones": one, "duel": one, "quick": one}
    for place in ("anchors", "ratings"):
        monkeypatch.setattr(f"waystation.server.{place}.measured", lambda: known)


def rated_table(person: Person, seats: list[str] = PAIR, **wish: Any) -> Any:
    return person.open("stones", seats, options={"players": len(seats)}, **rated(**wish))


def was_rated(running: Running, ident: str) -> None:
    """Make a table one of earlier releases: rated at a pace that no new one has."""

    async def change() -> None:
        columns = schema.tables.c
        job = update(schema.tables).where(columns.id == ident).values(rated=True)
        await running.server.storage.write(lambda book: connection_of(book).execute(job))
        (await running.server.hub.room(ident)).table.row.rated = True

    running.call(change)


def numbers(person: Person, ident: str) -> dict[int, Any]:
    return {one["seat"]: one for one in person.get(f"/api/tables/{ident}/ratings").json()}


def mine(person: Person, game: str = "stones") -> Any:
    return person.get(f"/api/games/{game}/ladder").json()["me"]


def rated_game(ada: Person, ben: Person) -> str:
    """A whole rated game between two; its id."""
    table = rated_table(ada)
    ben.join(table["seats"][1]["link"])
    play_out(ada.watch(table["id"], 0), ben.watch(table["id"], 1))
    return str(table["id"])


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"hints": True}, "no bot gives hints"),
        ({"undo": "ask"}, "taken back"),
        ({"seed": "mine"}, "chooses the seed"),
        ({"seats": ["me", "shared"]}, "share a device"),
        ({"pace": None}, "needs a clock (pace)"),
        ({"pace": {"kind": "live", "bank": 600}}, "whoever runs out loses"),
        ({"pace": {"kind": "turns", "turn": 3600}}, "whoever runs out loses"),
        ({"pace": {"kind": "absent", "turn": 3600}}, "whoever runs out loses"),
        ({"seats": ["me", "bot:greedy"]}, "Casual bot has no rating"),
        ({"seats": ["bot:random", "bot:random"]}, "only bots play"),
        ({"lesson": True}, "by no lesson"),
        ({"record": "waystation"}, "from its beginning"),
        ({"game": "wordtraveler", "seats": ["me", "open", "open"], "options": {"players": 3}}, "played together"),
        ({"level": [1000, 1200]}, "only a table that is open to all"),
        ({"level": [1200, 1000], "listed": True}, "lower rating comes first"),
    ],
)
def test_what_cannot_be_rated(running: Running, wish: dict[str, Any], reason: str) -> None:
    usual = {"game": "stones", "seats": PAIR, "options": {"players": 2}, **rated()}
    answer = Person(running.address).post("/api/tables", {**usual, **wish})
    assert (answer.status_code, reason in answer.json()["reason"]) == (422, True), answer.text


def test_a_rated_game_moves_both(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    assert mine(ada) == {"rating": 1000, "unsure": True, "games": 0, "wins": 0, "missing": 5, "away": False}
    table = rated_table(ada)
    assert (table["rated"], table["hints"]) == (True, False)
    ben.join(table["seats"][1]["link"])
    ident = table["id"]
    assert numbers(ada, ident) == {
        seat: {"seat": seat, "rating": 1000, "unsure": True, "bot": False, "change": None} for seat in (0, 1)
    }
    first = ada.watch(ident, 0)
    play_out(first, ben.watch(ident, 1))
    after = numbers(ben, ident)
    outcome = first.view["outcome"]
    for seat, person in enumerate((ada, ben)):
        now = mine(person)
        assert (now["games"], now["wins"]) == (1, int(seat in outcome["winners"]))
        assert now["rating"] == after[seat]["rating"] == 1000 + after[seat]["change"]
    if len(outcome["winners"]) == 1:
        won = outcome["winners"][0]
        assert after[won]["change"] > after[1 - won]["change"]


def test_a_bot_counts_as_measured_and_does_not_move(running: Running) -> None:
    ada = Person(running.address, "Ada")
    table = rated_table(ada, ["me", "bot:random"])
    bot = {"seat": 1, "rating": round(1000 + 30 * (20 - 1.5)), "unsure": False, "bot": True, "change": None}
    assert numbers(ada, table["id"])[1] == bot
    play_out(ada.watch(table["id"], 0))
    after = numbers(ada, table["id"])
    assert after[0]["change"] is not None
    assert after[1] == bot
    assert mine(ada)["games"] == 1


def test_leaving_before_it_begins_makes_a_game_unrated(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    table = rated_table(ada)
    ben.join(table["seats"][1]["link"])
    watcher = ada.watch(table["id"], 0)
    watcher.hear("hello")
    left = ben.post(f"/api/tables/{table['id']}/seats/1", {"do": "leave", "bot": "random"}).json()
    assert left["rated"] is False
    assert watcher.hear("seats")["text"].endswith("This game is not rated any more.")
    ben.post(f"/api/tables/{table['id']}/seats/1", {"do": "return"})
    assert watcher.hear("seats")["text"] == "Ben is back."
    play_out(ada.watch(table["id"], 0), ben.watch(table["id"], 1))
    assert (mine(ada)["games"], numbers(ada, table["id"])) == (0, {})


def test_an_open_seat_may_be_filled_by_a_measured_bot_only(running: Running) -> None:
    ada = Person(running.address, "Ada")
    for bot, still in (("random", True), ("greedy", False)):
        table = rated_table(ada, listed=True)
        given = ada.post(f"/api/tables/{table['id']}/seats/1", {"do": "bot", "bot": bot}).json()
        assert (given["rated"], given["listed"]) == (still, False)


def test_who_sits_twice_is_not_rated(running: Running) -> None:
    ada = Person(running.address, "Ada")
    table = rated_table(ada)
    ada.join(table["seats"][1]["link"])
    assert ada.get(f"/api/tables/{table['id']}").json()["rated"] is False


def test_nothing_that_was_shown_is_taken_back(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    table = ada.open("duel", PAIR, options={"players": 2}, **rated())
    ben.join(table["seats"][1]["link"])
    watchers = [ada.watch(table["id"], 0), ben.watch(table["id"], 1)]
    for watcher in watchers:
        watcher.hear("hello")
    chance = Chance.of(1, "undo")
    for _ in range(12):
        seat = watchers[0].view["to_act"][0]
        watcher = watchers[seat].hear_version(watchers[0].version)
        assert watcher.act(seat, chance.choice(watcher.legal()))["t"] == "done"
        for other in watchers:
            other.hear_version(watcher.version)
    asked = watchers[0].ask({"t": "undo", "seat": 0, "version": watchers[0].version, "ply": 0})
    assert (asked["t"], "taken back past that" in asked["reason"]) == ("refused", True)
    hint = watchers[0].ask({"t": "hint", "seat": 0, "version": watchers[0].version})
    assert "no bot gives hints" in hint["reason"]


def test_a_rematch_is_rated_again(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    ident = rated_game(ada, ben)
    again = ada.post(f"/api/tables/{ident}/rematch").json()
    assert (again["rated"], again["undo"]) == (True, "free")


@pytest.mark.parametrize("pace", [None, {"kind": "live", "bank": 600}], ids=["no clock", "a bot stands in"])
def test_a_game_of_earlier_releases_is_rated_and_its_rematch_is_not(running: Running, pace: Any) -> None:
    """It goes on as it is; a new one at its pace can't be rated."""
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    table = ada.open("stones", PAIR, options={"players": 2}, pace=pace)
    ben.join(table["seats"][1]["link"])
    was_rated(running, table["id"])
    play_out(ada.watch(table["id"], 0), ben.watch(table["id"], 1))
    assert mine(ada)["games"] == 1
    assert ada.post(f"/api/tables/{table['id']}/rematch").json()["rated"] is None


def test_a_table_for_certain_ratings(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    high = rated_table(ada, listed=True, level=[1100, 10_000])
    assert high["level"] == [1100, 10_000]
    answer = ben.post(f"/api/tables/{high['id']}/sit", {})
    assert (answer.status_code, answer.json()["reason"]) == (
        403,
        "This table is for ratings from 1100 to 10000; yours is 1000.",
    )
    fit = rated_table(ada, listed=True, level=[900, 1100])
    listed = {table["id"]: table for table in ben.get("/api/open").json()}
    assert (listed[fit["id"]]["level"], listed[fit["id"]]["rated"]) == ([900, 1100], True)
    assert ben.post(f"/api/tables/{fit['id']}/sit", {}).status_code == 200


def test_a_ladder_has_those_who_have_played_enough_and_bots(running: Running) -> None:
    ada, ben = Person(running.address, "Ada the Climber"), Person(running.address, "Ben the Climber")
    for played in range(5):
        names = [line["name"] for line in ada.get("/api/games/stones/ladder").json()["lines"]]
        assert ("Random bot" in names, "Ada the Climber" in names) == (True, False), played
        rated_game(ada, ben)
    ladder = ada.get("/api/games/stones/ladder").json()
    lines = {line["name"]: line for line in ladder["lines"]}
    assert lines["Ada the Climber"]["games"] == 5
    assert len(lines["Ada the Climber"]["person"]) == 12
    assert [line["rating"] for line in ladder["lines"]] == sorted(
        (one["rating"] for one in ladder["lines"]), reverse=True
    )
    assert [line["place"] for line in ladder["lines"]] == list(range(1, len(ladder["lines"]) + 1))
    left = ada.post("/api/games/stones/ladder", {"away": True}).json()
    assert ("Ada the Climber" in {line["name"] for line in left["lines"]}, left["me"]["away"]) == (False, True)
    assert ada.post("/api/games/stones/ladder", {"away": False}).json()["me"]["away"] is False
    assert Person(running.address).post("/api/games/stones/ladder", {"away": True}).status_code == 409
    assert ada.get("/api/games/nothing/ladder").status_code == 404
    assert ada.get("/api/games/wordtraveler/ladder").json()["rated"] is False


def test_a_game_is_rated_once_also_after_a_kill(database: str, nursery: Nursery) -> None:
    with nursery.server(database) as (child, address):
        party = Party(address, "stones", 2, table_seed=None, **rated())
        party.play_out()
        kill(child)
    for _ in range(2):
        with Running(Server(database, workers=1)) as running:
            running.call(running.server.chronicle.catch_up)
            found = running.call(lambda: running.server.storage.read(all_ratings))
            assert [row.games for row in found] == [1, 1]


def all_ratings(book: Book) -> Any:
    return connection_of(book).execute(select(schema.ratings)).all()


@contextmanager
def two_people(database: str) -> Iterator[Connection]:
    """A database that knows a and b."""
    engine = make_engine(database)
    migrate(engine)
    with engine.begin() as connection:
        for person in ("a", "b"):
            SqlBook(connection).save_person(person, person)
        yield connection
    engine.dispose()


def test_ratings_in_the_database(database: str) -> None:
    """Three at a table, a tie, a bot between two people; deleting an account leaves others' numbers."""
    with two_people(database) as connection:
        for number, ranks in enumerate([(1, 2, 3), (1, 1, 3), (3, 1, 2)]):
            end(connection, f"t{number}", ranks)
        found = ratings.ratings_of(connection, ["a", "b"], "stones")
        assert (found["a"].games, found["a"].wins, found["b"].wins) == (3, 2, 2)
        assert found["a"].sigma < ratings.DEVIATION
        ratings.forget_person(connection, "a")
        assert ratings.ratings_of(connection, ["a", "b"], "stones") == {"b": found["b"]}


def test_a_rating_is_not_escaped_by_becoming_one_with_another_player(database: str) -> None:
    """Who then has two seats is moved by the worse place; who has all of them, not at all."""
    with two_people(database) as connection:
        end(connection, "alone", (1, 2), [("a", None), ("a", None)])
        assert ratings.ratings_of(connection, ["a"], "stones") == {}
        end(connection, "twice", (3, 2, 1), [("a", None), ("b", None), ("a", None)])
        found = ratings.ratings_of(connection, ["a", "b"], "stones")
        assert [(found[one].games, found[one].wins) for one in ("a", "b")] == [(1, 0), (1, 0)]
        assert found["a"].mu < found["b"].mu
        ends = schema.result_seats.c
        changed = select(ends.seat).where(ends.table_id == "twice", ends.after.is_not(None)).order_by(ends.seat)
        assert list(connection.scalars(changed)) == [0, 1]


def end(connection: Any, ident: str, ranks: tuple[int, ...], who: Sequence[Who] = TRIO) -> None:
    """A game that ends so."""
    row = {"id": ident, "game": "stones", "options": "{}", "rules_version": 1, "host": "a", "spectators": True}
    row |= {"undo": "free", "seed_known": False, "seq": 1, "ply": 1, "to_act": "[]", "over": True, "result": ""}
    connection.execute(insert(schema.tables).values(**row, created=1.0, updated=1.0))
    seats = [
        SeatAtEnd(seat=seat, person=person, bot=bot, rank=rank, score=0, won=rank == 1)
        for seat, ((person, bot), rank) in enumerate(zip(who, ranks, strict=True))
    ]
    facts: dict[str, Any] = {"variant": "{}", "public": False, "counted": True, "moves": 1, "began": 0.0, "ended": 1.0}
    keep(connection, Ended(table_id=ident, game="stones", host="a", players=len(who), **facts), seats)
    ratings.rate(connection, ident, "stones", 1.0, seats)


def test_whoever_wins_goes_up() -> None:
    """Against a bot whose strength is known: half of the games lead to its number, which becomes surer."""
    bot, mine = ratings.Rating(25.0, 0.5), ratings.Rating()
    assert (mine.shown, mine.unsure) == (1000, True)
    won, lost = (ratings.moved([mine, bot], ranks)[0] for ranks in ([1, 2], [2, 1]))
    assert won[0] > 25 > lost[0]
    for game in range(30):
        mine = ratings.Rating(*ratings.moved([mine, bot], [1 + game % 2, 2 - game % 2])[0])
    assert abs(mine.mu - 25) < 2
    assert not mine.unsure


def test_what_is_shipped_can_be_read() -> None:
    """The measured strengths: the usual bot stands where people begin."""
    for game, found in measured.__wrapped__().items():
        assert found.bots[found.usual].mu == ratings.MEAN, game
        weakest = min(found.bots, key=lambda bot: found.bots[bot].mu)
        assert weakest == "random", game
    assert list(itertools.islice(measured.__wrapped__(), 1)), "nothing was measured"
