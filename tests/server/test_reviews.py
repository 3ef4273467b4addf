"""Looking back on finished games: who may, that it is made once and kept, and what it shows."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import msgspec
import pytest

import waystation
from server.playing import PATIENCE, Party, Person, Running, until
from waystation.engine import Chance, Match, record
from waystation.server import reviews
from waystation.server.replay import record_of
from waystation.server.table import Table
from waystation.server.worker import Walk


@pytest.fixture(autouse=True)
def in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SECONDS", 2.0)


def made(person: Person, table: str) -> dict[str, Any]:
    """The review, once it is there."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found: dict[str, Any] = person.get(f"/api/tables/{table}/review").json()
        if found["state"] != "making":
            return found
        time.sleep(0.05)
    raise AssertionError("no review came")


def test_a_finished_game_is_looked_back_on_once(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    ada, ben = party.people[:2]
    before = ada.get(f"/api/tables/{party.id}/review")
    assert (before.status_code, ada.post(f"/api/tables/{party.id}/review", {}).status_code) == (409, 409)
    assert "when it is over" in before.json()["reason"]
    party.play_out()
    assert ada.get(f"/api/tables/{party.id}/review").json()["state"] == "none"
    assert ada.post(f"/api/tables/{party.id}/review", {}).json()["state"] == "making"
    found = made(ben, party.id)
    assert found["state"] == "done"
    plies = ada.get(f"/api/tables/{party.id}/moments/0").json()["plies"]
    nodes = {node["id"]: node for node in found["scene"]["nodes"]}
    assert "Ada" in nodes["line:1"]["title"]
    assert "Ben" in nodes["line:2"]["title"]
    assert {f"turning:{turning['ply']}" for turning in found["turnings"]} <= set(nodes)
    for costly in found["costly"]:
        assert 0 <= costly["ply"] < plies
        assert costly["played"]["turn"][0]["text"]
    # Asked for again, it is the one that was kept.
    assert ben.post(f"/api/tables/{party.id}/review", {}).json() == found


def test_what_is_not_for_everybody_is_not_looked_back_on_by_everybody(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    party.play_out()
    ada = party.people[0]
    text = ada.get(f"/api/tables/{party.id}/record").text
    alone = ada.post("/api/tables", {"record": text, "spectators": False}).json()["id"]
    dan = Person(running.address, "Dan")
    for answer in (dan.get(f"/api/tables/{alone}/review"), dan.post(f"/api/tables/{alone}/review", {})):
        assert answer.status_code == 403


def test_a_review_that_fails_says_so_and_may_be_tried_again(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party(running.address, "duel", 2)
    party.play_out()
    monkeypatch.setattr(reviews, "record_of", lambda *_: "no record")
    party.people[0].post(f"/api/tables/{party.id}/review", {})
    found = made(party.people[0], party.id)
    assert (found["state"], "RecordError" in found["reason"]) == ("failed", True)
    monkeypatch.undo()
    monkeypatch.setattr(reviews, "SECONDS", 2.0)
    party.people[0].post(f"/api/tables/{party.id}/review", {})
    assert made(party.people[0], party.id)["state"] == "done"


@pytest.mark.parametrize("text", ["{}", '{"version": "1"}', "not even JSON"])
def test_what_another_release_has_kept_is_made_anew(running: Running, text: str) -> None:
    party = Party(running.address, "duel", 2)
    party.play_out()
    running.call(lambda: running.server.storage.write(lambda book: book.save_review(party.id, text)))
    assert party.people[0].get(f"/api/tables/{party.id}/review").json()["state"] == "none"
    party.people[0].post(f"/api/tables/{party.id}/review", {})
    assert made(party.people[0], party.id)["state"] == "done"


def test_an_account_may_be_deleted_meanwhile(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found may call its person by name: it is not kept, and can be asked for anew."""
    party = Party(running.address, "duel", 2)
    party.play_out()
    ada, ben = party.people[:2]
    looks, gone = reviews.Reviews._looked_back, threading.Event()

    async def late(self: reviews.Reviews, table: Table, person: str) -> reviews.Kept:
        found = await looks(self, table, person)
        await asyncio.to_thread(gone.wait, PATIENCE)
        return found

    monkeypatch.setattr(reviews.Reviews, "_looked_back", late)
    ada.post(f"/api/tables/{party.id}/review", {})
    assert ben.http.delete("/api/you").status_code == 204
    gone.set()
    assert made(ada, party.id)["state"] == "none"
    ada.post(f"/api/tables/{party.id}/review", {})
    assert made(ada, party.id)["state"] == "done"


def test_a_long_game_is_looked_back_on(running: Running) -> None:
    """Its turns are more bytes than asyncio takes as a line by itself."""
    match, chance = Match(waystation.load("wayfarers", players=4), 3), Chance.of(3, "long")
    while not match.state.is_over:
        seat = match.state.to_act[0]
        match.apply(chance.choice(match.state.legal_actions(seat)), seat)
    walked = running.call(lambda: running.server.bots.ask(Walk("wayfarers", record.write(match)))).walked
    assert len(msgspec.json.encode(walked)) > 1 << 16
    assert walked.curve[-1].ply == len(match.moves)


def test_a_table_may_be_deleted_meanwhile(
    running: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """After its review has been asked for, and before its log is read: that is no failure."""
    deleted = threading.Event()

    def late(*given: Any) -> str:
        assert deleted.wait(PATIENCE)
        return record_of(*given)

    monkeypatch.setattr(reviews, "record_of", late)
    party = Party(running.address, "duel", 2)
    party.play_out()
    party.people[0].post(f"/api/tables/{party.id}/review", {})
    assert party.people[0].http.delete(f"/api/tables/{party.id}").status_code == 204
    assert party.people[0].get(f"/api/tables/{party.id}/review").status_code == 404
    deleted.set()
    assert until(lambda: not running.server.hub.reviews._making)
    assert not running.server.hub.reviews._failed
    assert not [line for line in caplog.records if line.levelname == "ERROR"]
