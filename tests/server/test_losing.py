"""Whoever leaves a rated game that has begun has lost it, and it stays rated for all, whatever happens on the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

import waystation
from server.conftest import new_database, numbers
from server.playing import PATIENCE, Party, Person, Running, lost, rated, until
from server.test_archive import play_out
from server.test_many import moved_to
from server.test_ratings import anchored, mine, was_rated
from waystation.engine import Chance, Match, Outcome
from waystation.engine.words import told
from waystation.server import Server, rows
from waystation.server.backup import backup, restore
from waystation.server.live import Looks
from waystation.server.losing import Lost, judged
from waystation.server.opening import open_table
from waystation.server.protocol import NewTable
from waystation.server.sql import SqlBook
from waystation.server.storage import make_engine, migrate
from waystation.server.table import Table

__all__ = ["anchored"]  # a fixture of all tests here

CLOCK = pytest.mark.parametrize("clock", [True, False], ids=["clock", "no clock"])
NOT_AGAIN = "Who sat here has left and lost: a bot plays the seat to the end."


def begun(address: str, players: int = 2) -> Party:
    """A rated game in which somebody has decided something."""
    party = Party(address, "stones", players, table_seed=None, **rated())
    party.step()
    return party


def begun_without_clock(running: Running) -> Party:
    """Such a game at a table of an earlier release."""
    party = Party(running.address, "stones", 2, table_seed=None)
    was_rated(running, party.id)
    party.step()
    return party


def leave(party: Party, seat: int, **asked: Any) -> Any:
    return change(party, seat, seat, **{"do": "leave", **asked})


def change(party: Party, person: int, seat: int, **asked: Any) -> Any:
    return party.people[person].post(f"/api/tables/{party.id}/seats/{seat}", asked)


def play_on(party: Party, *seats: int) -> None:
    """Those who have stayed play to the end; bots do, too."""
    first = party.watchers[seats[0]]
    while not first.over:
        acting = next((seat for seat in first.view["to_act"] if seat in seats), None)
        if acting is None:
            first.next()
            continue
        watcher = party.watchers[acting].hear_version(first.version)
        assert watcher.act(acting, watcher.legal()[0])["t"] == "done"
        first.hear_version(watcher.version)


def test_a_game_that_all_have_left_is_played_to_its_end_after_a_restart(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody looks at it, and it waits for no person: it is rated all the same."""
    with Running(Server(database, workers=1)) as running:
        party = begun(running.address)
        monkeypatch.setattr(running.server.hub.autoplay, "go_on", lambda room: None)  # the server ends before
        for seat in (0, 1):
            assert leave(party, seat).status_code == 200
    with Running(Server(database, workers=1)) as running:
        storage = running.server.storage
        until(lambda: running.call(lambda: storage.read(lambda book: book.table(party.id))).over)


def ended(party: Party) -> Any:
    """How it ended, as its result is kept: the ranks."""
    watcher = party.people[-1].watch(party.id)
    return watcher.hear("hello")["view"]["outcome"]["ranks"]


@CLOCK
def test_who_leaves_has_lost_and_the_other_has_won(running: Running, clock: bool) -> None:
    party = begun(running.address) if clock else begun_without_clock(running)
    ben = party.watchers[1]
    left = leave(party, 0, bot="random").json()
    assert (left["rated"], lost(left), left["seats"][0]["bot"]) == (True, ["left", None], "greedy"), "the usual bot"
    assert ben.hear("seats")["text"] == "Ada leaves and loses; Casual bot plays the seat to the end."
    for who, asked in ((0, "return"), (0, "leave"), (0, "bot"), (0, "open")):
        assert change(party, who, 0, do=asked).json()["reason"] == NOT_AGAIN, asked
    link = left["seats"][0]["link"]
    assert Person(running.address).post("/api/join", {"link": link}).json()["reason"] == NOT_AGAIN
    assert party.info()["rated"] is True
    play_on(party, 1)
    outcome = ben.view["outcome"]
    assert (outcome["ranks"], outcome["winners"]) == ([2, 1], [1])
    assert "Left and lost: Ada." in outcome["text"]
    assert party.info()["result"] == outcome["text"] == ben.view["question"]
    ada, ben_is = mine(party.people[0]), mine(party.people[1])
    assert [(one["games"], one["wins"]) for one in (ada, ben_is)] == [(1, 0), (1, 1)]
    assert ada["rating"] < ben_is["rating"]


@pytest.mark.parametrize("asked", ["leave", "bot"], ids=["leaves", "gives the own seat to a bot"])
def test_against_a_bot_it_is_played_to_its_end_though_nobody_looks(running: Running, asked: str) -> None:
    ada = Person(running.address, "Ada")
    table = ada.open("stones", ["me", "bot:random"], options={"players": 2}, **rated())["id"]
    watcher = ada.watch(table, 0)
    watcher.hear("hello")
    while 0 not in watcher.view["to_act"]:
        watcher.next()
    watcher.act(0, watcher.legal()[0])
    watcher.close()
    assert ada.post(f"/api/tables/{table}/seats/0", {"do": asked, "bot": "random"}).json()["rated"] is True
    until(lambda: ada.get(f"/api/tables/{table}").json()["over"])
    assert (mine(ada)["games"], mine(ada)["wins"]) == (1, 0)


def test_before_anybody_has_decided_anything_nobody_loses(running: Running) -> None:
    party = Party(running.address, "stones", 2, table_seed=None, **rated())
    left = leave(party, 1).json()
    assert (left["rated"], lost(left)) == (False, [None, None])
    assert change(party, 1, 1, do="return").json()["seats"][1]["bot"] is None


@pytest.mark.parametrize("host", ["never played", "has left"])
def test_a_host_who_does_not_play_gets_rid_of_nobody_either(running: Running, host: str) -> None:
    """Whoever wins might be removed for a friend who loses."""
    keeper, ada, ben = (Person(running.address, name) for name in ("Host", "Ada", "Ben"))
    table = keeper.open("stones", ["open"] * 3, options={"players": 3}, **rated())
    people = [ada, ben, keeper if host == "has left" else Person(running.address, "Cleo")]
    for person, seat in zip(people, table["seats"], strict=True):
        person.join(seat["link"])
    watcher = ada.watch(table["id"], 0)
    watcher.hear("hello")
    assert watcher.act(0, watcher.legal()[0])["t"] == "done"
    path = f"/api/tables/{table['id']}"
    if host == "has left":
        assert lost(keeper.post(f"{path}/seats/2", {"do": "leave"}).json()) == [None, None, "left"]
    for asked, reason in (
        ({"do": "remove"}, "nobody is removed from it"),
        ({"do": "remove", "bot": "random"}, "nobody is removed from it"),
        ({"do": "bot", "bot": "random"}, "who is away runs out of time"),
    ):
        refused = keeper.post(f"{path}/seats/1", asked)
        said = f"This rated game has begun: {reason}."
        assert (refused.status_code, refused.json()["reason"]) == (409, said), asked
    assert ben.get(path).json()["rated"] is True
    ben.post(f"{path}/seats/1", {"do": "leave"})
    assert keeper.post(f"{path}/seats/1", {"do": "remove"}).json()["reason"] == NOT_AGAIN


def test_without_a_clock_a_bot_for_who_is_away_ends_the_rating(running: Running) -> None:
    """At a table of an earlier release: else the others would wait for ever."""
    party = begun_without_clock(running)
    assert "nobody is removed" in change(party, 0, 1, do="remove").json()["reason"]
    party.watchers[1].close()
    until(lambda: not party.info()["seats"][1]["present"])
    after = change(party, 0, 1, do="bot", bot="random").json()
    assert (after["rated"], lost(after)) == (False, [None, None])


def test_who_plays_gets_rid_of_nobody_to_escape(running: Running) -> None:
    """Not of the other, present or away, not of a bot, not of the table; and nobody sits down in another's place."""
    party = begun(running.address)
    ada, ben = party.people[:2]
    table = party.info()
    assert "nobody is removed" in change(party, 0, 1, do="remove").json()["reason"]
    party.watchers[1].close()
    until(lambda: not party.info()["seats"][1]["present"])
    assert change(party, 0, 1, do="bot").json()["reason"] == "This rated game has begun: who is away runs out of time."
    link = next(seat["link"] for seat in table["seats"] if seat["mine"])
    answer = Person(running.address, "Her friend").post("/api/join", {"link": link})
    assert (answer.status_code, "This rated game has begun" in answer.json()["reason"]) == (403, True)
    deleted = ada.http.delete(f"/api/tables/{party.id}")
    assert "it is played to its end" in deleted.json()["reason"]
    assert party.info()["rated"] is True
    leave(party, 0)
    play_out(ben.watch(party.id, 1))
    assert ada.http.delete(f"/api/tables/{party.id}").status_code == 204
    assert mine(ada)["games"] == 1, "what it has led to stays"


@pytest.mark.parametrize("asked", [{"do": "open"}, {"do": "bot", "bot": "greedy"}], ids=["taken away", "exchanged"])
def test_a_bot_that_wins_is_not_sent_away(running: Running, asked: dict[str, str]) -> None:
    ada = Person(running.address, "Ada")
    table = ada.open("stones", ["me", "bot:random"], options={"players": 2}, **rated())
    path = f"/api/tables/{table['id']}"
    watcher = ada.watch(table["id"], 0)
    watcher.hear("hello")
    while 0 not in watcher.view["to_act"]:
        watcher.next()
    watcher.act(0, watcher.legal()[0])
    refused = ada.post(f"{path}/seats/1", asked)
    assert refused.json()["reason"] == "This rated game has begun: its bots play to the end."
    link = table["seats"][1]["link"]
    assert Person(running.address, "A friend").post("/api/join", {"link": link}).status_code == 403
    assert ada.get(path).json()["rated"] is True


def test_who_leaves_later_comes_before_who_left_sooner(running: Running) -> None:
    party = begun(running.address, 3)
    leave(party, 0)
    left = leave(party, 1).json()
    assert lost(left) == ["left", "left", None]
    last = party.watchers[-1]
    assert leave(party, 2).status_code == 200, "who has won may go"
    texts = [last.hear("seats")["text"] for _ in range(3)]
    assert texts[2] == "Cleo has won and leaves; Casual bot plays the seat to the end."
    until(lambda: party.info()["over"])
    assert ended(party) == [3, 2, 1]
    games = [(mine(person)["games"], mine(person)["wins"]) for person in party.people[:3]]
    assert games == [(1, 0), (1, 0), (1, 1)]


def test_after_a_restart_and_in_a_backup_that_is_put_back(database: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite"
    with Running(Server(database, workers=1)) as running:
        party = begun(running.address)
        leave(party, 0)
        backup(file, database)
    for number in range(2):
        if number:
            restore(file, database)
        with Running(Server(database, workers=1)) as running:
            ada, ben = (moved_to(person, running) for person in party.people[:2])
            table = ben.get(f"/api/tables/{party.id}").json()
            assert (table["rated"], lost(table), table["over"]) == (True, ["left", None], False)
            assert ada.post(f"/api/tables/{party.id}/seats/0", {"do": "return"}).json()["reason"] == NOT_AGAIN
            play_out(ben.watch(party.id, 1))
            assert [(mine(one)["games"], mine(one)["wins"]) for one in (ada, ben)] == [(1, 0), (1, 1)]


@pytest.mark.postgres
def test_through_another_process(postgres: str) -> None:
    url = new_database(postgres, f"l{next(numbers)}")
    other = Server(url, workers=1, inside="127.0.0.2")
    with Running(Server(url, workers=1, bot_limit=PATIENCE)) as one, Running(other) as two:
        party = begun(one.address)
        far = moved_to(party.people[0], two)
        left = far.post(f"/api/tables/{party.id}/seats/0", {"do": "leave"}).json()
        assert (left["rated"], lost(left)) == (True, ["left", None])
        assert party.watchers[1].hear("seats")["text"].startswith("Ada leaves and loses")
        play_on(party, 1)
        assert [mine(moved_to(person, two))["wins"] for person in party.people[:2]] == [0, 1]


@pytest.fixture
def own(database: str) -> Iterator[Running]:
    with Running(Server(database, workers=1)) as found:
        yield found


@CLOCK
def test_who_deletes_their_account_has_left(own: Running, clock: bool) -> None:
    """Others are rated as if against somebody who begins."""
    party = begun(own.address) if clock else begun_without_clock(own)
    assert party.people[0].http.delete("/api/you").status_code == 204
    table = party.info(1)
    assert (table["rated"], lost(table), table["host"]) == (True, ["left", None], True)
    ben = party.people[1]
    play_out(ben.watch(party.id, 1))
    after = mine(ben)
    assert (after["games"], after["wins"], after["rating"] > 1000) == (1, 1, True)


def test_who_deletes_their_account_before_anybody_has_decided_anything(own: Running) -> None:
    party = Party(own.address, "stones", 2, table_seed=None, **rated())
    assert party.people[0].http.delete("/api/you").status_code == 204
    assert (party.info(1)["rated"], lost(party.info(1))) == (False, [None, None])


def test_in_a_tournament_nobody_leaves_but_by_deleting_their_account(own: Running) -> None:
    ada, ben = Person(own.address, "Ada"), Person(own.address, "Ben")
    wish = {"game": "stones", "options": {"players": 2}, "format": "round-robin", "who": "anybody", "name": "A cup"}
    cup = ada.post("/api/tournaments", {**wish, "pace": {"kind": "live", "bank": 600}}).json()["id"]
    for person in (ada, ben):
        person.post(f"/api/tournaments/{cup}", {"do": "enter"})
    table = ada.post(f"/api/tournaments/{cup}", {"do": "start"}).json()["tables"][0]["table"]
    by_name = {one["name"]: one["seat"] for one in ada.get(f"/api/tables/{table}").json()["seats"]}
    watchers = [person.watch(table, by_name[name]) for name, person in (("Ada", ada), ("Ben", ben))]
    for watcher in watchers:
        watcher.hear("hello")
    mover = next(watcher for watcher in watchers if watcher.seat in watcher.view["to_act"])
    assert mover.act(mover.seat or 0, mover.legal()[0])["t"] == "done"
    refused = ada.post(f"/api/tables/{table}/seats/{by_name['Ada']}", {"do": "leave"})
    assert "nobody plays for somebody else" in refused.json()["reason"]
    assert ada.http.delete("/api/you").status_code == 204
    now = ben.get(f"/api/tables/{table}").json()
    assert (now["rated"], now["seats"][by_name["Ada"]]["lost"]) == (True, "left")
    play_out(ben.watch(table, by_name["Ben"]))
    assert mine(ben)["wins"] == 1
    own.call(own.server.tournaments.look)
    standing = {one["name"]: one["points"] for one in ben.get(f"/api/tournaments/{cup}").json()["standings"]}
    assert standing["Ben"] == 1


def test_what_a_table_makes_of_an_outcome() -> None:
    """The game decides between those who were out of time at one moment; else the order does."""
    played = Outcome("end", "Ada has most.", (9, 8, 7, 6), (1, 2, 3, 4), (0,))

    def ranks(*lost: Lost) -> tuple[int, ...]:
        found = judged(played, lost, together=False)
        assert found is not None
        return found.ranks

    assert judged(played, (), together=False) is played
    assert judged(None, (Lost(0),), together=False) is None
    assert ranks(Lost(0)) == (4, 1, 2, 3)
    assert ranks(Lost(0, 5), Lost(1, 5)) == (3, 4, 1, 2), "at one moment"
    assert ranks(Lost(0, 5), Lost(1, 6)) == (4, 3, 1, 2)
    assert ranks(Lost(0, 5, left=True), Lost(1, 5, left=True)) == (4, 3, 1, 2)
    assert ranks(Lost(0, 5), Lost(1, 5, left=True), Lost(2, 5)) == (4, 3, 2, 1)
    found = judged(played, (Lost(0, 5), Lost(1, 6, left=True)), together=False)
    assert found is not None
    said = "Ada has most. Out of time: Ada. Left and lost: Ben. The game goes to Cleo."
    assert told(found.text, ("Ada", "Ben", "Cleo", "Dan")) == said
    kept = judged(played, (Lost(0, 5),), together=True)
    assert kept is not None
    assert (kept.ranks, told(kept.text, ("Ada",))) == (played.ranks, "Ada has most. Out of time: Ada.")


@pytest.mark.parametrize("name", ["wayfinders", "waypoints", "wordtraveler", "wayfarers", "windward"])
def test_how_it_ended_is_shown_where_somebody_had_lost(name: str) -> None:
    """In every game: of Word Traveler nobody saw the end, since a team has a title there."""
    match = Match(waystation.load(name, players=2), 1)
    chance = Chance.of(1, "a game")
    while not match.state.is_over:
        seat = match.state.to_act[0]
        match.apply(chance.choice(match.state.legal_actions(seat)), seat)
    row, seats, _ = open_table(NewTable(game=name, options={"players": 2}, seats=["me", "open"]), "ada")
    row.lost = rows.pack([Lost(0, 1)])
    for viewer in (None, 0, 1):
        seen, _ = Looks(Table(row, seats, match), [viewer]).of(viewer)
        assert b"Out of time: " in msgspec.json.encode(seen)


def test_who_has_lost_in_the_release_before_has_lost(database: str) -> None:
    engine = make_engine(database)
    migrate(engine, "0016")
    row, seats, log = open_table(NewTable(game="duel", seats=["me", "open"]), "ada")
    row.times = '{"at":9.0,"left":[0.0,0.0],"away":[0.0,0.0],"lost":[0,1]}'
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO people (id, name, created, public) VALUES ('ada', '', 0, 'public')"))
        SqlBook(connection).add_table(row, seats, log)
    migrate(engine)
    with engine.begin() as connection:
        found = SqlBook(connection).table(row.id)
    engine.dispose()
    assert found is not None
    assert found.all_lost == (Lost(0), Lost(1))
    assert "lost" not in (found.times or "")
