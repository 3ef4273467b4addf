"""What people do at a table besides playing: emotes, chat that may be off, and somebody who stays away too long."""

from __future__ import annotations

import time
from typing import Any

import pytest

from server.playing import Party, Person, Running, until
from waystation.engine.words import Phrase
from waystation.server import patience
from waystation.server.patience import DAY, HOUR, MINUTE, span

# ---------------------------------------------------------------------- emotes


def test_an_emote_reaches_all_who_are_there_and_nobody_later(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    ada, ben, eve = party.watchers
    assert ada.ask({"t": "emote", "seat": 0, "emotion": "bravo"})["t"] == "done"
    for watcher in (ben, eve):
        frame = watcher.hear("emote")
        assert (frame["seat"], frame["emotion"]) == (0, "bravo")
    late = Person(running.address).watch(party.id)
    late.drain()
    assert "bravo" not in "".join(late.raw)
    refused = eve.ask({"t": "emote", "seat": 0, "emotion": "bravo"})
    assert refused["reason"] == "You do not play this seat."


def test_emotes_are_few(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    answers = [party.watchers[0].ask({"t": "emote", "seat": 0, "emotion": "wow"}) for _ in range(4)]
    assert [answer["t"] for answer in answers] == ["done", "done", "done", "refused"]
    assert answers[3]["reason"].startswith("One after the other; wait ")


# ---------------------------------------------------------------------- chat


def test_a_table_without_chat(running: Running) -> None:
    party = Party(running.address, "duel", 2, chat=False)
    assert party.people[1].get(f"/api/tables/{party.id}").json()["chat"] is False
    answer = party.watchers[0].ask({"t": "chat", "seat": 0, "text": "hello"})
    assert answer["reason"] == "At this table nobody chats."
    party.watchers[1].drain()
    assert not [frame for frame in party.watchers[1].frames if frame["t"] == "chat"]
    assert party.watchers[0].ask({"t": "emote", "seat": 0, "emotion": "hello"})["t"] == "done", "emotes are no chat"


# ---------------------------------------------------------------------- away for too long


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Moves the clock by which waiting is measured."""

    def move(seconds: float) -> None:
        now = time.time()
        monkeypatch.setattr(patience.time, "time", lambda: now + seconds)

    return move


def look(running: Running) -> None:
    running.call(running.server.hub.patience.relieve_all)


def waiting_for_ben(running: Running, **wish: Any) -> Party:
    """Ada has hidden her stones, Ben has not; he is not there."""
    party = Party(running.address, "stones", 2, turn_limit=3600, **wish)
    assert party.watchers[0].act(0, "hide 1")["t"] == "done"
    party.keep_up(party.watchers[0].version)
    party.watchers[1].close()
    party.watchers[0].hear("presence", seats=[0])
    return party


def test_a_bot_stands_in_for_who_is_away_and_they_may_come_back(running: Running, later: Any) -> None:
    party = waiting_for_ben(running)
    ada = party.watchers[0]
    later(3500)
    look(running)
    assert party.people[0].get(f"/api/tables/{party.id}").json()["seats"][1]["bot"] is None, "not yet"
    later(3700)
    look(running)
    seats = ada.hear("seats")
    assert seats["text"] == "Ben has been away for 1 hour; Casual bot stands in."
    assert (seats["table"]["seats"][1]["stands_in"], seats["table"]["turn_limit"]) == (True, 3600)
    ada.hear("step")  # it plays on
    back = party.people[1].post(f"/api/tables/{party.id}/seats/1", {"do": "return"})
    assert back.status_code == 200
    assert back.json()["seats"][1]["bot"] is None
    assert ada.hear("seats")["text"] == "Ben is back."


def test_who_is_there_may_take_their_time(running: Running, later: Any) -> None:
    party = Party(running.address, "stones", 2, turn_limit=3600)
    later(100_000)
    look(running)
    assert [seat["bot"] for seat in party.people[0].get(f"/api/tables/{party.id}").json()["seats"]] == [None, None]


def test_a_table_without_a_limit_waits(running: Running, later: Any) -> None:
    ada, ben = (Person(running.address, name) for name in ("Ada", "Ben"))
    table = ada.open("duel", ["me", "open"])
    ben.join(table["seats"][1]["link"])
    later(10_000_000)
    look(running)
    assert [seat["bot"] for seat in ada.get(f"/api/tables/{table['id']}").json()["seats"]] == [None, None]


def test_an_open_seat_is_waited_for(running: Running, later: Any) -> None:
    """Nobody has taken it yet, so nobody is away; a limit is kept by a rematch, too."""
    ada = Person(running.address, "Ada")
    table = ada.open("stones", ["me", "open"], options={"players": 2}, turn_limit=60)
    watcher = ada.watch(table["id"])
    watcher.hear("hello")
    watcher.act(0, "hide 1")
    later(1000)
    look(running)
    assert ada.get(f"/api/tables/{table['id']}").json()["seats"][1]["kind"] == "open"


def test_the_limit_counts_while_nobody_has_the_table_open(running: Running, later: Any) -> None:
    """The table is not even in memory: the log says since when it waits."""
    party = waiting_for_ben(running)
    hub = running.server.hub

    async def forget() -> None:
        for socket in hub.rooms.pop(party.id).sockets():
            socket.close(1012)

    running.call(forget)
    later(3700)
    look(running)
    assert until(lambda: party.people[0].get(f"/api/tables/{party.id}").json()["ply"] >= 2)
    assert party.people[0].get(f"/api/tables/{party.id}").json()["seats"][1]["stands_in"]


@pytest.mark.parametrize("limit", [0, 59, 30 * DAY + 1, "1 h"])
def test_limits_that_make_no_sense(running: Running, limit: Any) -> None:
    answer = Person(running.address).post("/api/tables", {"game": "duel", "seats": ["me", "open"], "turn_limit": limit})
    assert answer.status_code == 422
    assert "turn_limit" in answer.json()["reason"]


@pytest.mark.parametrize(
    ("seconds", "words"), [(DAY, "1 day"), (36 * HOUR, "36 hours"), (90 * MINUTE, "90 minutes"), (61, "1 minute")]
)
def test_a_limit_in_words(seconds: int, words: str) -> None:
    told: Phrase = span(seconds)
    assert told == words
