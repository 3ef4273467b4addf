"""The acting player's line drops at any moment: what is in the log is told to all who are left, and goes on."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from server.playing import Party, Running, Watcher, until
from waystation.engine import Chance
from waystation.server import Server
from waystation.server.hub import Hub
from waystation.server.ledger import finish, whole
from waystation.server.protocol import Act, Say, SeatChange, Undo
from waystation.server.refusals import Refused, Repeated
from waystation.server.storage import Job, Storage, T

CUTS = 200


class Dawdling(Storage):
    """Lets the event loop go round a few times between the commit and the answer, so that there are places to cut."""

    async def write(self, job: Job[T]) -> T:
        result = await super().write(job)
        for _ in range(4):
            await asyncio.sleep(0)
        return result


@pytest.fixture(scope="module")
def dawdling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    path = tmp_path_factory.mktemp("cut") / "tables.sqlite"
    with Running(Server(f"sqlite:///{path}", workers=1, storage=Dawdling)) as running:
        yield running


def cut_at(running: Running, doing: Coroutine[Any, Any, None], step: int) -> None:
    """Begin something in the server's loop and cancel it once it has waited `step` times."""

    async def play() -> None:
        task = asyncio.ensure_future(doing)
        for _ in range(step):
            await asyncio.sleep(0.0002 if step % 3 else 0)
            if task.done():
                break
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    running.call(play)


def told(watcher: Watcher, running: Running) -> tuple[int, int]:
    """The ply that a viewer sees when nothing is under way any more, and that of the log."""
    running.call(finish)
    storage = running.server.storage
    row = running.call(lambda: storage.read(lambda book: book.table(watcher.table)))
    watcher.drain()
    return watcher.ply, row.ply


def test_a_move_that_is_cut_off_is_told_or_never_was(dawdling: Running) -> None:
    """At every await from the message to the telling."""
    hub = dawdling.server.hub
    party = Party(dawdling.address, "duel", 2)
    chance = Chance.of(5, "cuts")
    for number in range(CUTS):
        if party.over:
            party = Party(dawdling.address, "duel", 2, seed=number)
        room = hub.rooms[party.id]
        seat, action = party.choice()
        person = room.table.seats[seat].person
        asked = Act(id=f"cut{number}", seat=seat, version=party.watchers[seat].version, action=action)
        cut_at(dawdling, hub.act(room, person, asked), chance.below(12))
        for watcher in party.watchers:
            seen, logged = told(watcher, dawdling)
            assert seen == logged == room.table.ply
    assert {watcher.frames[-1]["t"] for watcher in party.watchers} == {"answer"}, "and nobody had to start afresh"


def test_talk_undo_and_seats_are_not_cut_off_either(dawdling: Running) -> None:
    hub: Hub = dawdling.server.hub
    party = Party(dawdling.address, "stones", 3)
    room = hub.rooms[party.id]
    people = [seat.person for seat in room.table.seats]
    for step in range(12):
        acting = party.watchers[0].view["to_act"][0]
        party.watchers[acting].act(acting, "hide 1")
        party.keep_up(party.watchers[acting].version)
        version, ply = room.table.version, room.table.ply
        cut_at(dawdling, hub.say(room, people[0], Say(id=f"s{step}", seat=0, text=f"line {step}")), step)
        cut_at(
            dawdling,
            hub.undo(room, people[acting], Undo(id=f"u{step}", seat=acting, version=version, ply=ply - 1)),
            step,
        )
        cut_at(dawdling, hub.seating.change(room, people[2], 2, SeatChange(do="leave", bot="random")), step)
        cut_at(dawdling, hub.seating.change(room, people[2], 2, SeatChange(do="return")), step)
        until(lambda: dawdling.look(lambda: not room.thinking))
        for watcher in party.watchers:
            seen, logged = told(watcher, dawdling)
            assert seen == logged
            fresh = watcher.person.watch(party.id, watcher.seat)
            fresh.hear("hello")
            assert fresh.picture()["view"] == watcher.picture()["view"]
            fresh.close()
        if party.over:
            return


def test_a_line_that_drops_right_behind_a_move(running: Running) -> None:
    """Over a real socket: a message is sent, the connection broken at once; the others see what the log says."""
    party = Party(running.address, "duel", 2, seed=3)
    for _ in range(40):
        if party.over:
            break
        seat, action = party.choice()
        asked = {"t": "act", "id": f"c{party.watchers[2].version}", "seat": seat, "action": action}
        lost = party.people[seat].watch(party.id, seat)
        lost.hear("hello")
        lost.socket.send(json.dumps({**asked, "version": party.watchers[seat].version}))
        lost.cut(hard=True)
        party.watchers[seat].ask({**asked, "version": party.watchers[seat].version})
        party.keep_up(running.server.hub.rooms[party.id].table.version)
        lost.close()
        for watcher in party.watchers:
            seen, logged = told(watcher, running)
            assert seen == logged


def test_what_fails_after_the_commit_is_made_good(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The move is in the log: whatever goes wrong then, the table is loaded again, and everybody sees it."""
    party = Party(running.address, "duel", 2)
    room = running.server.hub.rooms[party.id]
    seat, action = party.choice()

    def fail(*_: object) -> None:
        raise RuntimeError("a fault in the clock")

    monkeypatch.setattr(running.server.hub.autoplay, "wind_clock", fail)
    party.watchers[seat].say({"t": "act", "seat": seat, "action": action, "version": party.watchers[seat].version})
    for watcher in party.watchers:
        assert watcher.closed() == 1013
    monkeypatch.undo()
    assert room.table.ply == 1
    for watcher in party.watchers:
        assert watcher.cut(hard=False)["ply"] == 1


def test_a_commit_of_which_nobody_knows_is_looked_up(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database commits, and the connection breaks before it says so."""
    party = Party(running.address, "duel", 2)
    seat, action = party.choice()
    storage = running.server.storage
    write = storage.write

    async def breaking(job: Job[Any]) -> None:
        await write(job)
        raise ConnectionError("gone")

    monkeypatch.setattr(storage, "write", breaking)
    party.watchers[seat].say({"t": "act", "seat": seat, "action": action, "version": party.watchers[seat].version})
    assert party.watchers[2].closed() == 1013
    monkeypatch.undo()
    assert party.watchers[2].cut(hard=False)["ply"] == 1


@pytest.mark.parametrize(
    ("error", "told"), [(Refused("no"), []), (Repeated(), []), (OSError("no disk"), ["it failed when nobody waited"])]
)
def test_of_what_is_refused_when_nobody_waits_any_more_no_log_tells(
    caplog: pytest.LogCaptureFixture, error: Exception, told: list[str]
) -> None:
    """A line that drops during a move that may not be made is nothing that went wrong."""

    @whole
    async def act() -> None:
        await asyncio.sleep(0)
        raise error

    async def cut() -> None:
        waits = asyncio.ensure_future(act())
        await asyncio.sleep(0)
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)
        await finish()

    asyncio.run(cut())
    gc.collect()
    found = [record.message for record in caplog.records]
    assert [message[: len(start)] for message, start in zip(found, told, strict=True)] == told
