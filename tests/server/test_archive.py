"""My games and those that are over: what is kept at the end, who finds what, page by page."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import delete, func, select

from server.playing import Party, Person, Running, Watcher, until
from waystation.server import Server, archive, chronicle, rows, schema
from waystation.server.replay import load
from waystation.server.sql import connection_of
from waystation.server.table import Table


def play_out(*watchers: Watcher) -> None:
    """Those who sit there play whatever they may, until the game is over."""
    by_seat = {watcher.seat or 0: watcher for watcher in watchers}
    for watcher in watchers:
        watcher.hear("hello")
    first = watchers[0]
    while not first.over:
        acting = next((seat for seat in first.view["to_act"] if seat in by_seat), None)
        if acting is None:
            first.next()
            continue
        watcher = by_seat[acting].hear_version(first.version)
        assert watcher.act(acting, watcher.legal()[0])["t"] == "done"
        first.hear_version(watcher.version)


def game_of_two(ada: Person, ben: Person, **wish: Any) -> str:
    """A whole game; its id."""
    table = ada.open("stones", ["me", "open"], options={"players": 2}, **wish)
    ben.join(table["seats"][1]["link"])
    play_out(ada.watch(table["id"], 0), ben.watch(table["id"], 1))
    return str(table["id"])


def found(person: Person, **asked: Any) -> list[str]:
    """The ids that a search finds."""
    answer = person.http.get("/api/finished", params=asked)
    assert answer.status_code == 200, answer.text
    return [table["id"] for table in answer.json()["tables"]]


@pytest.fixture(scope="module")
def games(running: Running) -> tuple[list[dict[str, str]], dict[str, str]]:
    """Ada and Ben have played four games, Cleo none: their cookies, and the games."""
    people = [Person(running.address, name) for name in ("Ada of old", "Ben of old", "Cleo of old")]
    ada, ben = people[:2]
    tables = {
        "private": game_of_two(ada, ben),
        "public": game_of_two(ada, ben, listed=True),
        "unwatched": game_of_two(ada, ben, listed=True, spectators=False),
        "chosen": game_of_two(ada, ben, seed="a word"),
    }
    return [dict(person.http.cookies) for person in people], tables


@pytest.fixture
def played(running: Running, games: Any) -> tuple[Person, Person, Person, dict[str, str]]:
    """The same people, back again."""
    ada, ben, cleo = (Person(running.address) for _ in range(3))
    for person, cookies in zip((ada, ben, cleo), games[0], strict=True):
        person.http.cookies.clear()
        person.http.cookies.update(cookies)
    return ada, ben, cleo, games[1]


def test_who_finds_what(played: Any) -> None:
    ada, ben, cleo, tables = played
    everything = list(tables.values())[::-1]
    assert found(ada, mine="yes") == found(ben, mine="yes") == everything
    assert found(cleo, mine="yes") == []
    for anybody in (ada, ben, cleo):
        assert found(anybody) == [tables["public"]], "what is by link, or not to be watched, is nobody else's"
    assert found(cleo, name="ada of OLD") == found(cleo, name="ben") == [tables["public"]]
    assert found(cleo, name="Cleo") == found(cleo, game="duel") == found(cleo, players=3) == []
    assert found(cleo, game="stones", players=2, variant="{}") == [tables["public"]]
    assert found(ada, mine="yes", name="ben") == everything
    assert found(ada, mine="yes", name="Nobody") == []


def test_results_and_dates(played: Any) -> None:
    ada, ben, cleo, tables = played
    answer = cleo.get("/api/finished").json()["tables"][0]
    assert [seat["name"] for seat in answer["seats"]] == ["Ada of old", "Ben of old"]
    assert {len(seat["person"]) for seat in answer["seats"]} == {12}
    winners = [seat["name"] for seat in answer["seats"] if seat["won"]]
    assert winners, answer
    assert answer["result"]
    assert (answer["moves"] > 0, answer["seconds"] >= 0) == (True, True)
    mine = [found(one, mine="yes", won=won) for one in (ada, ben) for won in ("yes", "no")]
    assert sorted(mine[0] + mine[1]) == sorted(mine[2] + mine[3]) == sorted(tables.values())
    assert found(cleo, name=winners[0], won="yes") == [tables["public"]]
    assert found(cleo, name=winners[0], won="no") == []
    ended = answer["ended"]
    assert found(cleo, since=ended - 1, until=ended + 1) == [tables["public"]]
    assert found(cleo, since=ended + 1) == found(cleo, until=ended) == []
    cookies = [person.http.cookies["waystation"].partition(".")[0] for person in (ada, ben)]
    assert not any(cookie in page for cookie in cookies for page in cleo.pages), "nobody's id leaves"


@pytest.mark.parametrize("asked", ["players=many", "before=yesterday", "since=-1", "until=nan"])
def test_questions_that_make_no_sense(running: Running, asked: str) -> None:
    answer = Person(running.address).get(f"/api/finished?{asked}")
    assert (answer.status_code, "must be" in answer.json()["reason"]) == (400, True)


def test_page_by_page(running: Running, played: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _, _, tables = played
    monkeypatch.setattr("waystation.server.archive.PAGE", 3)
    first = ada.get("/api/finished?mine=yes").json()
    rest = ada.http.get("/api/finished", params={"mine": "yes", "before": first["before"]}).json()
    assert [table["id"] for table in first["tables"] + rest["tables"]] == list(tables.values())[::-1]
    assert rest["before"] is None


def test_deleting_a_table_takes_its_result_along(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    ident = game_of_two(ada, ben)
    assert ident in found(ben, mine="yes")
    assert ada.http.delete(f"/api/tables/{ident}").status_code == 204
    assert ident not in found(ben, mine="yes")


def test_my_games_wait_for_me_first(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    tables = [ada.open("stones", ["me", "open"], options={"players": 2}) for _ in range(3)]
    for table in tables:
        ben.join(table["seats"][1]["link"])
    watcher = ada.watch(tables[0]["id"])
    watcher.hear("hello")
    watcher.act(0, watcher.legal()[0])
    listed = ada.open("stones", ["me", "open"], options={"players": 2}, listed=True)
    mine = ada.get("/api/mine").json()
    assert (mine["total"], mine["waiting"]) == (4, 2)
    assert [game["table"]["id"] for game in mine["games"]] == [
        tables[1]["id"],
        tables[2]["id"],
        listed["id"],
        tables[0]["id"],
    ]
    theirs = ben.get("/api/mine").json()
    order = [tables[1]["id"], tables[2]["id"], tables[0]["id"]]
    assert [game["table"]["id"] for game in theirs["games"]] == order, "who has waited longest comes first"
    assert [game["table"]["id"] for game in ben.get("/api/mine?from=2").json()["games"]] == order[2:]
    ada.post(f"/api/tables/{tables[0]['id']}/seats/0", {"do": "leave", "bot": "random"})
    later = ben.get("/api/mine").json()["games"]
    assert [game["since"] for game in later] == [game["since"] for game in theirs["games"]], "who leaves does not play"


def test_games_that_ended_elsewhere_are_written_down(database: str) -> None:
    """Of an earlier release, say: and it is there once, whoever writes it."""
    with Running(Server(database, workers=1)) as running:
        party = Party(running.address, "stones", 2, table_seed=None)
        party.play_out()
        record = party.people[0].get(f"/api/tables/{party.id}/record").text
        uploaded = party.people[0].post("/api/tables", {"record": record}).json()["id"]
        until(lambda: uploaded in found(party.people[0], mine="yes"))
        before = running.call(lambda: running.server.storage.read(everything))
        assert [row.counted for row in before if row.table_id == uploaded] == [False]

        def forget(book: rows.Book) -> None:
            connection_of(book).execute(delete(schema.results))

        running.call(lambda: running.server.storage.write(forget))
        running.call(lambda: both(running.server))
        after = running.call(lambda: running.server.storage.read(everything))
        assert [(row.table_id, row.moves, row.counted) for row in after] == [
            (row.table_id, row.moves, row.counted) for row in before
        ]
        seats = running.call(
            lambda: running.server.storage.read(
                lambda book: connection_of(book).scalar(select(func.count()).select_from(schema.result_seats))
            )
        )
        assert seats == 4


def test_a_game_that_cannot_be_loaded_keeps_no_other_from_being_written_down(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    games = sorted(game_of_two(ada, ben) for _ in range(2))

    def forget(book: rows.Book) -> None:
        connection_of(book).execute(delete(schema.results).where(schema.results.c.table_id.in_(games)))

    def failing(book: rows.Book, ident: str) -> Table:
        if ident == games[0]:
            raise AttributeError("rules of somebody else's package")
        return load(book, ident)

    running.call(lambda: running.server.storage.write(forget))
    monkeypatch.setattr(chronicle, "load", failing)
    running.call(running.server.chronicle.catch_up)
    after = running.call(lambda: running.server.storage.read(everything))
    assert [row.counted for row in after if row.table_id in games] == [False, True]


def test_who_deletes_their_account_while_a_game_is_written_down_is_not_written_down(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    ident, person = game_of_two(ada, ben), ben.http.cookies["waystation"].partition(".")[0]
    goes = iter([ben])

    def forget(book: rows.Book) -> None:
        connection_of(book).execute(delete(schema.results).where(schema.results.c.table_id == ident))

    def slowly(book: rows.Book, ident: str) -> Table:
        found = load(book, ident)
        for one in goes:
            assert one.http.delete("/api/you").status_code == 204
        return found

    def people(book: rows.Book) -> list[str | None]:
        return [seat.person for seat in archive.seats_at_end(connection_of(book), ident)]

    running.call(lambda: running.server.storage.write(forget))
    monkeypatch.setattr(chronicle, "load", slowly)
    running.call(running.server.chronicle.catch_up)
    found = running.call(lambda: running.server.storage.read(people))
    assert (len(found), person in found, None in found) == (2, False, True)


async def both(server: Server) -> None:
    """Two processes catch up at the same time."""
    await asyncio.gather(server.chronicle.catch_up(), server.chronicle.catch_up())


def everything(book: rows.Book) -> Any:
    return connection_of(book).execute(select(schema.results).order_by(schema.results.c.table_id)).all()


def test_a_person_who_is_forgotten_leaves_the_games_to_others(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    ident = game_of_two(ada, ben)
    person = ada.http.cookies["waystation"].partition(".")[0]
    running.call(lambda: running.server.storage.write(lambda book: archive.forget_person(connection_of(book), person)))
    table = next(one for one in ben.get("/api/finished?mine=yes").json()["tables"] if one["id"] == ident)
    assert [seat["person"] is None for seat in table["seats"]] == [True, False]


def test_whoever_is_called_so_is_found_among_many_whose_names_begin_so(running: Running) -> None:
    def many(book: rows.Book) -> None:
        for number in range(archive.NAMESAKES + 5):
            book.save_person(f"one of many {number}", f"Robert the {number}")

    running.call(lambda: running.server.storage.write(many))
    ident = game_of_two(Person(running.address, "Robert"), Person(running.address, "Zoe"), listed=True)
    assert found(Person(running.address), name="robert") == [ident]
