"""Bots at tables: the same as everywhere else, one object for a game, and think time is shared fairly."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

import waystation
from server.playing import Nursery, Party, Person, Running, Watcher, until
from waystation.arena import RecordOfGame, play_match
from waystation.cli import main as command_line
from waystation.engine import Chance, record
from waystation.server import thinking
from waystation.server.bots import seen
from waystation.server.metrics import Metrics
from waystation.server.thinking import BotPool, ProcessEnded
from waystation.server.worker import Earlier, Question, Reply

TABLES = [
    ("wayfinders", {"players": 2, "max_rounds": 12}, ["greedy", "mcts:20"]),
    ("wayfinders", {"players": 4, "max_rounds": 4}, ["expert", "random", "expert", "random"]),
    ("wayfarers", {"players": 2, "round_limit": 1}, ["greedy", "random"]),
    ("windward", {"players": 2, "max_rounds": 2}, ["mcts:12", "expert"]),
    ("waypoints", {"players": 3}, ["random", "greedy:20", "random"]),
    ("stones", {"players": 3}, ["greedy", "mcts:30", "random"]),
    ("duel", {"players": 2}, ["mcts:30", "greedy"]),
]


def moves_of(text: str) -> list[tuple[int, str]]:
    return [(move.seat, move.action) for move in record.parse(text).moves]


def watch_to_the_end(watcher: Watcher) -> None:
    while not watcher.over:
        watcher.next()


@pytest.mark.parametrize(("game", "options", "bots"), TABLES, ids=[name for name, _, _ in TABLES])
def test_the_same_seeds_give_the_same_game_everywhere(
    running: Running,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    options: dict[str, Any],
    bots: list[str],
) -> None:
    """In the arena, in the terminal and at a table."""
    row = play_match(waystation.load(game, **options), bots, seed="alike", accumulators=[RecordOfGame])
    assert not row.faults
    ours = moves_of(row.extra["record"])
    given = [word for name, value in options.items() if name != "players" for word in ("-o", f"{name}={value}")]
    file = tmp_path / "terminal.txt"
    words = ["play", game, "--seats", ",".join(bots), "--seed", "alike", "--save", str(file), *given]
    monkeypatch.setattr("sys.argv", ["waystation", *words])
    with suppress(SystemExit):
        command_line()
    assert moves_of(file.read_text("utf-8")) == ours
    ada = Person(running.address, "Ada")
    table = ada.open(game, [f"bot:{bot}" for bot in bots], options=options, seed="alike")["id"]
    watcher = ada.watch(table)
    watcher.hear("hello")
    watch_to_the_end(watcher)
    assert moves_of(ada.get(f"/api/tables/{table}/record").text) == ours


def test_a_bot_goes_on_after_its_process_or_the_server_has_ended(nursery: Nursery, tmp_path: Path) -> None:
    """What it had meant to do in its turn, it does."""
    game = waystation.load("wayfinders", players=2, max_rounds=20)
    row = play_match(game, ["greedy", "greedy"], seed="again", accumulators=[RecordOfGame])
    db = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    seats = ["bot:greedy", "bot:greedy"]
    table, cookies = "", None
    for ply in (7, 12, 19, None):
        with nursery.server(db) as (process, address):
            ada = Person(address, "" if cookies else "Ada")
            if cookies:
                ada.http.cookies = cookies
            cookies = ada.http.cookies
            table = table or ada.open("wayfinders", seats, options=game.options_doc(), seed="again")["id"]
            watcher = ada.watch(table)
            watcher.hear("hello")
            while not watcher.over and (ply is None or watcher.ply < ply):
                watcher.next()
            if ply is None:
                text = ada.get(f"/api/tables/{table}/record").text
            else:
                for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
                    os.kill(int(child), signal.SIGKILL)
                while watcher.ply < ply + 2:
                    watcher.next()
    assert moves_of(text) == moves_of(row.extra["record"])


def test_what_a_bot_is_told_depends_on_what_its_seat_may_know_only(running: Running) -> None:
    """Two worlds that look alike to the seat: one question."""
    party = Party(running.address, "duel", 2, table_seed=None)
    for _ in range(4):
        party.step()
    state = running.server.hub.rooms[party.id].table.state
    asked = {
        bytes(seen(state.determinize(0, Chance.of(number, "world")), 0, Chance.of(7, "bot"), 3).position)
        for number in range(10)
    }
    assert len(asked) == 1


def test_bots_alone_wait_for_somebody_to_watch(running: Running) -> None:
    """Twenty tables of four bots that nobody watched kept everybody else's bots from thinking."""
    ada = Person(running.address, "Ada")
    table = ada.open("stones", ["bot:greedy", "bot:greedy"], options={"players": 2})["id"]
    left = ada.open("quick", ["me", "bot:greedy"], options={"players": 2})["id"]
    ada.post(f"/api/tables/{left}/seats/0", {"do": "leave", "bot": "greedy"})
    time.sleep(0.5)
    assert ada.get(f"/api/tables/{table}").json()["ply"] == 0
    assert ada.get(f"/api/tables/{left}").json()["ply"] <= 1
    watcher = ada.watch(table)
    watcher.hear("hello")
    watch_to_the_end(watcher)


def test_no_bot_is_resumed_at_a_table_without_people(nursery: Nursery, tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with nursery.server(db) as (_, address):
        ada = Person(address, "Ada")
        for _ in range(3):
            ada.open("stones", ["bot:greedy", "bot:greedy"], options={"players": 2})
        mine = ada.open("duel", ["bot:greedy", "me"], options={"players": 2})["id"]
        ada.get(f"/api/tables/{mine}")
    with nursery.server(db) as (_, address):
        again = Person(address)
        again.http.cookies = ada.http.cookies
        until(lambda: again.get(f"/api/tables/{mine}").json()["to_act"] == [1])
        assert again.get("/health").json()["tables"] == 1


# ---------------------------------------------------------------------- sharing

RAW = msgspec.Raw(b"{}")


def question(bot: str = "") -> Question:
    return Question("duel", "{}", 0, "greedy", Earlier(RAW, "00"), bot)


class Pool(BotPool):
    """Processes that think as long as a test says, and a diary of who thought where."""

    def __init__(self, size: int = 2) -> None:
        super().__init__(Metrics(), size)
        self.diary: list[tuple[str, int, int]] = []
        self.seconds: dict[str, float] = {}
        self.kills = 0

    async def _start(self) -> Any:
        pool = self

        class Process:
            stdin = None
            returncode = None

            def __init__(self) -> None:
                self.ended = asyncio.Event()

            def kill(self) -> None:
                pool.kills += 1
                self.ended.set()

            async def wait(self) -> None:
                pass

        return Process()

    async def _talk(self, seat: Any, asked: Question) -> Reply:
        if asked.bot:
            seat.bots[asked.bot] = None
        self.diary.append((asked.bot, self._seats.index(seat), len(asked.earlier)))
        try:
            await asyncio.wait_for(seat.process.ended.wait(), self.seconds.get(asked.bot.partition(" ")[0], 0.01))
        except TimeoutError:
            return Reply(action=asked.bot)
        raise ProcessEnded("its process ended")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_who_has_used_least_comes_first() -> None:
    async def work() -> None:
        pool = Pool()
        pool.seconds["greedy"] = 0.1
        crowd = [asyncio.create_task(pool.ask(question(f"greedy {n}"), "crowd")) for n in range(20)]
        await asyncio.sleep(0.15)
        await asyncio.wait_for(pool.ask(question("one"), "other"), 0.1)  # a process is free for others
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        order = ["a", "b", "c"]
        pool = Pool(1)
        pool._used = {name: (used, time.monotonic()) for name, used in zip(order, (30.0, 1.0, 10.0), strict=True)}
        held = asyncio.create_task(pool.ask(question("held")))
        await asyncio.sleep(0)
        await asyncio.gather(*(pool.ask(question(name), name) for name in order), held)
        assert [bot for bot, _, _ in pool.diary] == ["held", "b", "c", "a"]

    run(work())


def test_tables_without_people_come_last_and_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.05)

    async def work() -> None:
        pool = Pool(1)
        pool.seconds["long"] = 0.5
        alone = [asyncio.create_task(pool.ask(question(f"long {n}"), "crowd", alone=True)) for n in range(3)]
        await asyncio.sleep(0.01)
        await pool.ask(question("person's"), "ada")
        assert [reply.action for reply in await asyncio.gather(*alone)] == ["long 0", "long 1", "long 2"]
        assert [bot for bot, _, _ in pool.diary][:3] == ["long 0", "person's", "long 0"]

    run(work())


def test_a_bot_stays_where_it_is_and_moves_only_if_it_has_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.1)

    async def catch_up() -> list[Earlier]:
        return [Earlier(RAW, "00"), Earlier(RAW, "00")]

    async def work() -> None:
        pool = Pool(2)
        for _ in range(4):
            for name in ("mine", "yours"):
                await pool.ask(question(name), name, catch_up=catch_up)
        places = {bot: {seat for name, seat, _ in pool.diary if name == bot} for bot in ("mine", "yours")}
        assert {len(found) for found in places.values()} == {1}
        assert places["mine"] != places["yours"]
        assert [earlier for _, _, earlier in pool.diary] == [2, 2] + [0] * 6
        pool.seconds["mine"] = 0.4
        home = asyncio.create_task(pool.ask(question("mine"), "mine"))
        await asyncio.sleep(0.01)
        pool.seconds["mine"] = 0.01
        pool._seats[next(iter(places["mine"]))].bots["other"] = None  # lives there, too
        await pool.ask(question("other"), "third", catch_up=catch_up)
        assert pool.diary[-1] == ("other", next(iter(places["yours"])), 2)
        await home
        pool.forget("mine")
        await pool.ask(question("mine"), "mine", catch_up=catch_up)
        assert pool.diary[-1][2] == 2

    run(work())


def test_whoever_gives_up_makes_room() -> None:
    async def work() -> None:
        pool = Pool(1)
        pool.seconds["long"] = 30.0
        tasks = [asyncio.create_task(pool.ask(question(f"long {n}"), f"p{n}")) for n in range(3)]
        await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (await pool.ask(question("next"), "ada")).action == "next"
        assert not pool._waiting

    run(work())
