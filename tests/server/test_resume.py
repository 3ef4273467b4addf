"""The socket is cut after every frame; what is known afterwards is what a client that was never cut knows."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from server.playing import Party, Running, until
from waystation.server.leases import Elsewhere
from waystation.server.refusals import Refused
from waystation.server.storage import Job


@pytest.mark.parametrize("game", ["duel", "stones"])
@pytest.mark.parametrize("forgetful", [False, True], ids=["frames", "hello"])
def test_cut_after_every_frame(running: Running, game: str, forgetful: bool) -> None:
    party = Party(running.address, game, 2, seed=3)
    viewers = [0, 1, None]
    cut = [person.watch(party.id, seat) for person, seat in zip(party.people, viewers, strict=True)]
    for watcher in cut:
        watcher.hear("hello")
    greetings = []
    while not party.over:
        party.step()
        version = party.watchers[0].version
        for watcher in cut:
            while watcher.version < version:
                watcher.next()
                if forgetful:
                    running.call(lambda: _forget_frames(running, party.id))
                greetings.append(watcher.cut(hard=watcher.version % 2 == 0)["t"])
    for watcher, steady in zip(cut, party.watchers, strict=True):
        assert watcher.drain().picture() == steady.drain().picture()
    assert set(greetings) == ({"hello"} if forgetful else {"resumed"})


async def _forget_frames(running: Running, table: str) -> None:
    for channel in running.server.hub.rooms[table].channels.values():
        channel.memory.since = 1 << 30


def test_nothing_missed_is_nothing_sent(running: Running) -> None:
    party = Party(running.address, "stones", 3)
    party.step()
    watcher = party.watchers[0].drain()
    assert watcher.cut(hard=True) == {"t": "resumed", "seq": watcher.seq}
    assert watcher.next()["t"] == "presence"
    watcher.drain()
    assert [frame["t"] for frame in watcher.frames[-3:]].count("hello") == 0


def test_what_is_missed_is_sent_once_and_in_order(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    away = party.people[1].watch(party.id, 1)
    away.hear("hello")
    away.drain()
    for _ in range(5):
        party.step()
    frames = len(away.frames)
    assert away.cut(hard=True)["t"] == "resumed"
    away.drain()
    steps = [frame["seq"] for frame in away.frames[frames:] if frame["t"] == "step"]
    assert steps == sorted(set(steps))
    assert len(steps) == 5
    assert away.picture() == party.watchers[1].picture()


def test_since_of_other_eyes_or_of_the_future_gets_a_hello(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    party.step()
    person = party.people[0]
    for seat, since in ((0, 10_000), (1, party.watchers[0].seq)):
        assert person.watch(party.id, seat, since).next()["t"] == "hello"
    assert person.watch(party.id, 1, 0).hear("hello")["view"]["viewer"] == 0  # seat 1 is not Ada's


def test_restart_between_frames(running: Running) -> None:
    """A table that has left memory meanwhile: a hello, and the same picture."""
    party = Party(running.address, "duel", 2)
    for _ in range(6):
        party.step()
    before = json.loads(json.dumps(party.watchers[0].drain().picture()))

    async def forget() -> None:
        room = running.server.hub.rooms.pop(party.id)
        for socket in room.sockets():
            socket.close(1012)

    running.call(forget)
    assert party.watchers[0].closed() == 1012
    assert party.watchers[0].cut(hard=False)["t"] == "hello"
    assert party.watchers[0].picture() == before


def test_presence_tells_who_is_here(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    assert party.watchers[0].drain().frames
    party.watchers[1].close()
    party.watchers[0].hear("presence", seats=[0], spectators=1)
    party.watchers[2].close()
    party.watchers[0].hear("presence", seats=[0])


@pytest.mark.parametrize(("trouble", "code"), [(Elsewhere("", None), 1012), (OSError("no database"), 1013)])
def test_who_waits_for_a_greeting_while_the_table_moves_comes_back(
    running: Running, monkeypatch: pytest.MonkeyPatch, trouble: Exception, code: int
) -> None:
    """As whoever is connected does: that the table is no more (4404) would be the end for a page."""
    party = Party(running.address, "duel", 2)
    server, room = running.server, running.server.hub.rooms[party.id]
    running.call(room.lock.acquire)
    late = party.people[0].watch(party.id, 0)
    until(lambda: sum(server.limits.sockets.values()) == 4)
    invited = running.look(lambda: asyncio.ensure_future(server.hub.seating.sit(room, "eve", "a link")))

    async def fail(ident: str) -> None:
        raise trouble

    async def move() -> None:
        await asyncio.sleep(0.05)  # all wait for the lock
        with monkeypatch.context() as moving:
            moving.setattr(server.hub.leases, "claim", fail)
            await server.hub.ledger.reload(room)
        room.lock.release()
        with pytest.raises(Refused, match="just loaded anew") as refused:
            await invited
        assert refused.value.status == 503

    running.call(move)
    assert [watcher.closed() for watcher in (*party.watchers, late)] == [code] * 4
    assert late.cut(hard=False)["t"] == "hello"


def test_a_table_that_somebody_looks_for_stays_in_memory(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else they would be at one that nobody else comes to any more."""
    party = Party(running.address, "duel", 2)
    hub = running.server.hub
    for watcher in party.watchers:
        watcher.close()
    until(lambda: running.look(lambda: not hub.rooms[party.id].sockets()))
    read = hub.storage.read

    async def slowly(job: Job[Any]) -> Any:
        hub.unload_idle()
        return await read(job)

    async def look() -> None:
        hub.rooms[party.id].used -= 1000
        monkeypatch.setattr(hub.storage, "read", slowly)
        assert await hub.room(party.id) is hub.rooms[party.id]

    running.call(look)
