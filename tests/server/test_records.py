"""Records, fair dice, replays, rematches, and the end of a table."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from server.playing import Party, Person, Running
from waystation.engine import commitment, record
from waystation.server import moderation
from waystation.server.allowance import Allowance


def test_the_seed_is_committed_to_and_the_record_verifies(running: Running) -> None:
    party = Party(running.address, "duel", 2, table_seed=None)
    promised = party.watchers[0].hello["table"]["commitment"]
    party.play_out()
    seed: str = next(frame["seed"] for frame in party.watchers[0].frames if "seed" in frame)
    assert commitment(seed) == promised
    for person in party.people:
        text = person.get(f"/api/tables/{party.id}/record").text
        match = record.verify(record.parse(text), seed=seed)
        assert match.state.is_over
        assert match.names == ("Ada", "Ben")
    info = party.info(2)
    assert (info["seed"], info["over"], info["result"]) == (seed, True, match.state.outcome().text)  # type: ignore[union-attr]


def test_seeds_are_not_repeated(running: Running) -> None:
    ada = Person(running.address, "Ada")
    promises = {ada.open("duel", ["me", "shared"])["commitment"] for _ in range(20)}
    assert len(promises) == 20


def test_a_chosen_seed_is_told_to_all(running: Running) -> None:
    ada = Person(running.address, "Ada")
    table = ada.open("duel", ["me", "shared"], seed="7")
    assert table["seed_known"]
    assert table["commitment"] == commitment("7")
    assert table["seed"] is None


def test_a_finished_record_is_uploaded_for_looking(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    party.play_out()
    text = party.people[0].get(f"/api/tables/{party.id}/record").text
    dan = Person(running.address, "Dan")
    answer = dan.post("/api/tables", {"record": text})
    assert answer.status_code == 201
    table = answer.json()
    assert (table["over"], [seat["name"] for seat in table["seats"]]) == (True, ["Ada", "Ben"])
    assert dan.get(f"/api/tables/{table['id']}/record").text == text
    for viewer in ("", "?seat=0", "?seat=1"):
        mine = dan.get(f"/api/tables/{table['id']}/moments/5{viewer}").json()
        theirs = party.people[0].get(f"/api/tables/{party.id}/moments/5{viewer}").json()
        assert mine == theirs
    watcher = dan.watch(table["id"])
    assert watcher.hear("hello")["view"]["outcome"] is not None
    assert dan.get("/api/tables").json()[0]["id"] == table["id"]


def test_a_record_without_its_seed_can_be_looked_at(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    party.play_out()
    match = record.replay(record.parse(party.people[0].get(f"/api/tables/{party.id}/record").text))
    text = record.write(match, seed="commitment")
    dan = Person(running.address, "Dan")
    table = dan.post("/api/tables", {"record": text}).json()
    watcher = dan.watch(table["id"])
    assert watcher.hear("hello")["view"]["outcome"]["scores"] == list(match.state.scores())
    moment = dan.get(f"/api/tables/{table['id']}/moments/4?seat=1").json()
    assert moment["view"]["table"]["hand"] == match.at(4).hands[1]  # type: ignore[attr-defined]


def test_an_unfinished_record_goes_on(running: Running) -> None:
    import waystation
    from waystation.engine import Match

    match = Match(waystation.load("stones", players=2), 5)
    match.play("hide 1", 0)
    ada = Person(running.address, "Ada")
    table = ada.open("", ["me", "bot:random"], record=record.write(match))
    assert table["ply"] in (1, 2), "the bot may have moved by now"
    assert table["seed_known"]
    watcher = ada.watch(table["id"])
    watcher.hear("hello")
    while not watcher.over:
        if watcher.legal():
            watcher.act(0, watcher.legal()[0])
        else:
            watcher.next()
    record.verify(record.parse(ada.get(f"/api/tables/{table['id']}/record").text), seed=5)


def test_bad_records_are_refused(running: Running) -> None:
    ada = Person(running.address, "Ada")
    good = 'waystation record 1\ngame: duel\nrules-version: 1\noptions: {}\nseats: ["a", "b"]\n'
    for text, reason in (
        ("", "expected"),
        ("waystation record 1\n", "header game is missing"),
        (good.replace("duel", "chess"), "chess"),
        (good + "seed: 1\n\n1 fly\n", "chance"),
        (good.replace("rules-version: 1", "rules-version: 99") + "seed: 1\n", "rules version 99"),
    ):
        answer = ada.post("/api/tables", {"record": text, "seats": ["me", "shared"]})
        assert answer.status_code == 422
        assert reason in answer.json()["reason"]


def test_the_past_through_each_pair_of_eyes(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    seen = []
    for _ in range(6):
        seen.append([dict(watcher.drain().view) for watcher in party.watchers])
        party.step()
    for ply, views in enumerate(seen):
        for seat, view in enumerate(views[:2]):
            moment = party.people[seat].get(f"/api/tables/{party.id}/moments/{ply}?seat={seat}").json()
            assert moment["view"]["question"] == view["question"]
            assert moment["view"]["legal"] == []
            drawn = party.people[seat].get(
                f"/api/tables/{party.id}/moments/{ply}.svg?seat={seat}&theme=dark&layout=narrow"
            )
            assert ET.fromstring(drawn.text).tag.endswith("svg")
            assert "style-src" in drawn.headers["content-security-policy"]
    assert party.people[0].http.get(f"/api/tables/{party.id}/moments/2.png?seat=0").content[:4] == b"\x89PNG"
    assert party.people[0].get(f"/api/tables/{party.id}/moments/99").status_code == 404
    story = party.people[0].get(f"/api/tables/{party.id}/story?seat=0").json()
    assert story["events"] == party.watchers[0].events
    assert story["viewers"] == [0, None]
    for number in ("9" * 5000, "-1", "1.5", "\u0663"):
        for ask in ("keepsake.svg?n", "view?seat"):
            assert party.people[0].get(f"/api/tables/{party.id}/{ask}={number}").status_code == 400


def test_rematch_rotates_the_seats(running: Running) -> None:
    party = Party(running.address, "stones", 3)
    path = f"/api/tables/{party.id}/rematch"
    assert party.people[0].post(path).json()["reason"] == "The game is not over yet."
    party.play_out()
    assert party.people[3].post(path).status_code == 403  # a spectator
    table = party.people[1].post(path).json()
    assert [seat["name"] for seat in table["seats"]] == ["Cleo", "Ada", "Ben"]
    assert party.people[2].post(path).json()["id"] == table["id"]
    assert party.watchers[0].hear("seats")["table"]["rematch"] == table["id"]
    assert party.people[2].watch(table["id"]).hear("hello")["mine"] == [0]
    assert table["commitment"] != party.watchers[0].hello["table"]["commitment"]


def test_a_rematch_that_was_deleted_can_be_asked_for_again(running: Running) -> None:
    party = Party(running.address, "stones", 2)
    ada, ben = party.people[:2]
    party.play_out()
    path = f"/api/tables/{party.id}/rematch"
    first = ada.post(path).json()["id"]
    assert ada.http.delete(f"/api/tables/{first}").status_code == 204
    again = ben.post(path)
    assert again.status_code == 200, again.text
    assert again.json()["id"] != first
    assert ada.post(path).json()["id"] == again.json()["id"]
    assert party.people[2].post(path).status_code == 403  # a spectator


def test_a_rematch_counts_as_any_new_table(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party(running.address, "stones", 2)
    party.play_out()
    path = f"/api/tables/{party.id}/rematch"
    with monkeypatch.context() as patch:
        patch.setitem(moderation.QUOTAS, "tables", 0)
        assert party.people[0].post(path).json()["reason"].startswith("You have 0 tables going on")
        assert party.people[1].post(path).json()["reason"].startswith("The host has 0 tables going on")
    with monkeypatch.context() as patch:
        patch.setattr(running.server.limits, "tables", Allowance(0.0, 0.0))
        assert party.people[0].post(path).status_code == 429
    assert party.people[1].post(path).status_code == 200


def test_a_table_is_deleted_by_its_host_only(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    path = f"/api/tables/{party.id}"
    assert party.people[1].http.delete(path).status_code == 403
    assert party.people[0].http.delete(path).status_code == 204
    assert party.watchers[1].closed() == 4404
    assert party.watchers[1].frames[-1] == {"t": "closed", "seq": 2, "reason": "The host has deleted this table."}
    assert party.people[0].get(path).status_code == 404
    assert party.people[1].get("/api/tables").json() == []
    late = party.people[1].watch(party.id)
    assert late.closed() == 4404


def test_abandoned_tables_are_kept_and_listed(running: Running) -> None:
    ada = Person(running.address, "Ada")
    first = ada.open("duel", ["me", "bot:random"])["id"]
    second = ada.open("duel", ["open", "me"])["id"]
    listed = ada.get("/api/tables").json()
    assert [(info["id"], info["waits_for_me"]) for info in listed] == [(second, False), (first, True)]


def test_another_rules_version_is_refused_with_words_and_can_be_deleted(running: Running) -> None:
    """Nobody waits any more for how the game ends, in a tournament either."""
    from sqlalchemy import update

    from waystation.server import schema
    from waystation.server.sql import SqlBook

    ada = Person(running.address, "Ada")
    table = ada.open("duel", ["me", "shared"])["id"]

    def age(book: SqlBook) -> None:
        changes = {"rules_version": 0, "tournament": "a cup"}
        book.connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(**changes))

    running.call(lambda: running.server.storage.write(age))
    running.server.hub.rooms.pop(table)
    assert "rules version 0" in ada.get(f"/api/tables/{table}").json()["reason"]
    watcher = ada.watch(table)
    assert watcher.closed() == 4409
    assert ada.get("/api/tables").json()[0]["id"] == table
    assert Person(running.address).http.delete(f"/api/tables/{table}").status_code == 403
    assert ada.http.delete(f"/api/tables/{table}").status_code == 204
    assert ada.get("/api/tables").json() == []
    assert ada.http.delete(f"/api/tables/{table}").status_code == 404
