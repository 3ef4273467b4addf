"""Seats that choose at the same moment do not make each other stale, in whatever order their answers arrive."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import TypeVar

import pytest

import waystation
from server.playing import Frame, Party, Running, Watcher
from waystation.engine import Chance, Match
from waystation.server import Server
from waystation.server.storage import Job, Storage

T = TypeVar("T")


class SlowStorage(Storage):
    """Reads and writes that take a random while, before and after."""

    chance = Chance.of(5, "delays")

    async def _wait(self) -> None:
        await asyncio.sleep(self.chance.unit() * 0.01)

    async def read(self, job: Job[T]) -> T:
        await self._wait()
        found = await super().read(job)
        await self._wait()
        return found

    async def write(self, job: Job[T]) -> T:
        await self._wait()
        found = await super().write(job)
        await self._wait()
        return found


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> object:
    path = tmp_path_factory.mktemp("slow") / "tables.sqlite"
    with Running(Server(f"sqlite:///{path}", storage=SlowStorage)) as running:
        yield running


CHOICES = (("hide 1", "hide 0", "hide 2"), ("hide 3", "hide 3", "hide 0"), ("hide 0", "hide 0", "hide 0"))


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_three_clients_at_once(slow: Running, order: tuple[int, ...]) -> None:
    party = Party(slow.address, "stones", 3, seed=1)
    table = slow.server.hub.rooms[party.id].table
    match = Match(waystation.load("stones", players=3), table.row.plain_seed)
    for choices in CHOICES:
        version = party.watchers[0].version
        asked = {
            seat: party.watchers[seat].say({"t": "act", "seat": seat, "action": choices[seat], "version": version})
            for seat in order
        }
        for seat, ident in asked.items():
            party.watchers[seat].hear("done", id=ident)
            match.play(choices[seat], seat)
        party.keep_up(max(watcher.version for watcher in party.watchers[:3]))
    assert party.over
    assert table.ply == 9
    assert table.state.position() == match.state.position()
    assert table.state.scores() == match.state.scores()


def answer_to(watcher: Watcher, ident: str) -> Frame:
    """The frame that answers a message."""
    while (frame := watcher.next()).get("id") != ident:
        pass
    return frame


def test_two_answers_of_one_seat_at_once(slow: Running) -> None:
    """From two devices: the first counts, the second is stale."""
    party = Party(slow.address, "stones", 2)
    phone = party.people[0].watch(party.id, 0)
    phone.hear("hello")
    version = phone.version
    one = party.watchers[0].say({"t": "act", "id": "desk", "seat": 0, "action": "hide 1", "version": version})
    two = phone.say({"t": "act", "id": "phone", "seat": 0, "action": "hide 2", "version": version})
    answers = [answer_to(party.watchers[0], one), answer_to(phone, two)]
    assert sorted(answer["t"] for answer in answers) == ["done", "refused"]
    assert phone.drain().ply == 1


def test_nobody_is_told_before_the_commit(slow: Running, tmp_path: Path) -> None:
    """When the write fails, the move is refused, nobody hears of it, and the table is as it was."""
    party = Party(slow.address, "stones", 2)
    storage = slow.server.storage
    before = slow.server.hub.rooms[party.id].table.state.position()

    async def failing(job: object) -> None:
        raise OSError("the disk is full")

    storage.write = failing  # type: ignore[method-assign, assignment]
    try:
        refused = party.watchers[0].act(0, "hide 1")
    finally:
        del storage.write
    assert refused["t"] == "refused"
    assert "disk" not in refused["reason"]
    party.watchers[1].drain()
    assert not any(frame["t"] == "step" for frame in party.watchers[1].frames)
    assert slow.server.hub.rooms[party.id].table.state.position() == before
    assert party.watchers[0].act(0, "hide 1")["t"] == "done"


def test_a_log_that_grew_elsewhere_is_noticed(slow: Running) -> None:
    """Another process appended a line: our append is refused by the database, and the table is loaded again."""
    from waystation.server import rows

    party = Party(slow.address, "stones", 2)
    room = slow.server.hub.rooms[party.id]
    entry = rows.Entry(seq=room.table.row.seq + 1, kind="chat", seat=1, message="x", body='{"text":"hi"}')
    slow.call(lambda: slow.server.storage.write(lambda book: book.append(party.id, entry, {})))
    watcher = party.watchers[0]
    asked = {"t": "act", "id": "again", "seat": 0, "action": "hide 1", "version": watcher.version}
    watcher.say(asked)
    assert watcher.closed() == 1013
    hello = watcher.cut(hard=False)
    assert [line["text"] for line in hello["chat"]] == ["hi"]
    assert watcher.ask(asked) == {"t": "done", "id": "again", "seq": hello["seq"] + 1}


def test_a_move_of_ours_that_was_written_late_is_noticed(slow: Running) -> None:
    """A database may commit what a killed server sent it after the next server has loaded the table."""
    from waystation.server import rows
    from waystation.server.hub import kept_id

    party = Party(slow.address, "stones", 2)
    table = slow.server.hub.rooms[party.id].table
    body = rows.pack(rows.MoveBody("hide 1", (), False))
    message = kept_id(table.seats[0].person, "late")
    late = rows.Entry(seq=table.row.seq + 1, kind="move", seat=0, message=message, body=body)
    slow.call(lambda: slow.server.storage.write(lambda book: book.append(party.id, late, {})))
    watcher = party.watchers[0]
    asked = {"t": "act", "id": "late", "seat": 0, "action": "hide 1", "version": watcher.version}
    watcher.say(asked)
    assert watcher.closed() == 1013
    assert watcher.cut(hard=False)["ply"] == 1
    assert watcher.ask(asked)["repeated"]
    assert party.watchers[1].closed() == 1013
