"""Fair dice against whoever runs the server: shares of browsers, before anything is drawn."""

from __future__ import annotations

import hashlib
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from server.playing import Person, Running, until
from waystation.engine import commitment, record
from waystation.server import Server, dice

ADA, BEN = "a" * 32, "b" * 32


def share(person: Person, table: str, text: str) -> Any:
    return person.post(f"/api/tables/{table}/shares", {"share": text})


def opened(running: Running, seats: list[str], game: str = "stones", **wish: Any) -> tuple[Person, Any]:
    ada = Person(running.address, "Ada")
    options = {"players": len(seats)}
    return ada, ada.open(game, seats, shares=True, options=options, **wish)


def finish(person: Person, table: str, seats: int = 1) -> str:
    """Play on to the end; the record."""
    watcher = person.watch(table)
    watcher.hear("hello")
    while not watcher.over:
        acting = [seat for seat in watcher.view["to_act"] if seat in watcher.hello["mine"]]
        if not acting:
            watcher.next()
            continue
        if watcher.view["viewer"] != acting[0]:
            watcher.say({"t": "look", "seat": acting[0]})
            watcher.hear("hello")
        watcher.act(acting[0], watcher.legal()[0])
    return person.get(f"/api/tables/{table}/record").text


def test_commitment_then_shares_then_the_deal(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn follows from the seed that was committed to and from the share; computed here by hand."""
    monkeypatch.setattr(dice, "MOMENT", 60.0)
    ada, table = opened(running, ["me", "bot:random", "open"])
    assert (table["dealt"], table["to_act"], table["shares"], table["seed"]) == (False, [], {}, None)
    now = ada.get(f"/api/tables/{table['id']}/shares").json()
    assert now == {"commitment": table["commitment"], "open": True, "shares": {}, "missing": [0]}
    done = share(ada, table["id"], ADA).json()
    assert done["shares"] == {"0": ADA}
    until(lambda: not ada.get(f"/api/tables/{table['id']}/shares").json()["open"])
    info = ada.get(f"/api/tables/{table['id']}").json()
    assert (info["dealt"], info["shares"], info["commitment"]) == (True, {"0": ADA}, table["commitment"])
    ben = Person(running.address, "Ben")
    ben.join(table["seats"][2]["link"])
    assert share(ben, table["id"], BEN).json()["reason"] == "It is too late for a share: the table is dealt."
    ben.post(f"/api/tables/{table['id']}/seats/2", {"do": "leave", "bot": "random"})
    text = finish(ada, table["id"])
    match = record.verify(record.parse(text))
    assert match.shares == {0: ADA}
    assert commitment(match.seed) == table["commitment"]
    mixed = f'waystation shares ["{match.seed}", [1, "{ADA}"]]'
    from waystation.engine import Chance

    key = Chance.of(hashlib.sha256(mixed.encode()).hexdigest(), "play").key
    assert match.state.chance.key == key
    assert ada.get(f"/api/tables/{table['id']}").json()["seed"] == match.seed


def test_a_share_that_never_comes_is_left_out_and_that_is_told(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dice, "MOMENT", 0.3)
    ada, table = opened(running, ["me", "bot:random"])
    began = time.monotonic()
    hello = ada.watch(table["id"]).hear("hello")
    assert time.monotonic() - began < 30
    assert hello["table"]["shares"] == {}
    line = hello["chat"][0]
    assert line["told"]
    assert line["text"] == "The browser of Ada added nothing to the seed in time; the table was dealt without it."
    assert share(ada, table["id"], ADA).status_code == 409
    match = record.verify(record.parse(finish(ada, table["id"])))
    assert (match.shares, commitment(match.seed)) == ({}, table["commitment"])


def test_whoever_comes_meanwhile_waits(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages, sockets and seats of a table that is not dealt yet are answered when it is."""
    monkeypatch.setattr(dice, "MOMENT", 1.0)
    ada, table = opened(running, ["me", "open"])
    ben = Person(running.address, "Ben")
    assert ben.join(table["seats"][1]["link"])["seat"] == 1
    assert ada.get(f"/api/tables/{table['id']}/view").status_code == 200
    assert ben.watch(table["id"]).hear("hello")["view"]["viewer"] == 1


def test_who_may_add_what(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "MOMENT", 60.0)
    ada, table = opened(running, ["me", "shared:Ben", "bot:random"], spectators=False)
    eve = Person(running.address, "Eve")
    assert share(eve, table["id"], BEN).status_code == 403
    assert eve.get(f"/api/tables/{table['id']}/shares").status_code == 403
    assert eve.get("/api/tables/nothing/shares").status_code == 404
    assert share(eve, "nothing", BEN).status_code == 404
    for bad in ("", "a" * 31, "a" * 33, "A" * 32, "g" * 32, "a" * 32 + "\n", "a" * 31 + "\n"):
        assert share(ada, table["id"], bad).status_code == 422
    assert ada.get(f"/api/tables/{table['id']}/shares").json()["missing"] == [0], "one for a device"
    assert share(ada, table["id"], ADA).status_code == 200
    assert ada.watch(table["id"]).hear("hello")["table"]["shares"] == {"0": ADA}
    assert ada.open("duel", ["me", "open"], shares=True, seed="x")["dealt"], "somebody knows the seed anyway"


def test_a_rematch_waits_for_everybodys_share(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "MOMENT", 60.0)
    ada, table = opened(running, ["me", "open"])
    share(ada, table["id"], ADA)
    ben = Person(running.address, "Ben")
    ben.join(table["seats"][1]["link"])
    watchers = [person.watch(table["id"]) for person in (ada, ben)]
    for watcher in watchers:
        watcher.hear("hello")
    while not watchers[0].over:
        seat = watchers[0].view["to_act"][0]
        watchers[seat].act(seat, "hide 1")
        for watcher in watchers:
            watcher.hear_version(watchers[seat].version)
    again = ben.post(f"/api/tables/{table['id']}/rematch").json()
    assert not again["dealt"]
    assert watchers[0].hear("seats")["table"]["rematch"] == again["id"]
    assert share(ben, again["id"], BEN).json()["missing"] == [1], "Ada sits one seat further"
    assert share(ada, again["id"], ADA).status_code == 200
    hello = ada.watch(again["id"]).hear("hello")
    assert hello["table"]["shares"] == {"0": BEN, "1": ADA}
    assert hello["chat"] == []
    assert ada.post(f"/api/tables/{table['id']}/rematch").json()["id"] == again["id"]


def test_shares_given_before_a_restart_count(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "MOMENT", 60.0)
    with Running(Server(database, workers=1)) as running:
        ada, table = opened(running, ["me", "open", "open"])
        ben = Person(running.address, "Ben")
        assert share(ada, table["id"], ADA).status_code == 200
        until(lambda: not ada.get(f"/api/tables/{table['id']}/shares").json()["open"])
        _, other = opened(running, ["me", "open", "open"])  # nobody adds anything before the server goes
    monkeypatch.setattr(dice, "MOMENT", 0.0)
    with Running(Server(database, workers=1)) as running:
        ben = Person(running.address)
        assert ben.watch(table["id"]).hear("hello")["table"]["shares"] == {"0": ADA}
        hello = ben.watch(other["id"]).hear("hello")
        assert hello["table"]["shares"] == {}
        assert "added nothing" in json.dumps(hello["chat"])


def test_shares_and_the_deal_at_once(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dealt just when the share comes: it is in the seed and in the record, or in neither."""
    monkeypatch.setattr(dice, "MOMENT", 60.0)
    hub = running.server.hub
    for number in range(10):
        ada, table = opened(running, ["me", "bot:random"])

        async def race(ident: str = table["id"], wait: int = number) -> None:
            import asyncio

            row, _ = await hub.dice.read(ident)
            adding = asyncio.ensure_future(hub.dice.add(ident, row.host, ADA))
            for _ in range(wait):
                await asyncio.sleep(0.0005)
            await hub.dice.deal(ident)
            await asyncio.gather(adding, return_exceptions=True)

        running.call(race)
        match = record.verify(record.parse(finish(ada, table["id"])))
        info = ada.get(f"/api/tables/{table['id']}").json()
        assert {str(seat): text for seat, text in match.shares.items()} == info["shares"]


def test_who_waits_for_a_deal_when_the_server_ends_is_answered(tmp_path: Path) -> None:
    with Running(Server(f"sqlite:///{tmp_path / 'tables.sqlite'}", workers=1)) as running, ThreadPoolExecutor() as pool:
        ada = Person(running.address, "Ada")
        ident = ada.open("duel", ["me", "open"], shares=True)["id"]
        waits = pool.submit(ada.get, f"/api/tables/{ident}")
        until(lambda: running.look(lambda: ident in running.server.hub._loads))
        running.uvicorn.should_exit = True
        assert (waits.result().status_code, waits.result().json()["dealt"]) == (200, True)
