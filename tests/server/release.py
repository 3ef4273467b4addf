"""Make the database of a release, as people leave it behind in the middle of their games: a fixture for upgrades.

    cd tests
    ../.venv/bin/python -m server.release NAME                    # of the code that stands here
    ../.venv/bin/python -m server.release NAME --source FOLDER    # of an older one, from git worktree add FOLDER COMMIT

It starts a server of that code on a new SQLite file, plays there over HTTP and WebSockets, stops it, and writes
`tests/server/releases/NAME.json.gz`: the database as SQL, the cookies and links that people have, and what they saw in
the end. `test_upgrade.py` brings each of these databases up to date and plays on in it. Make one with each release,
before the first change of the schema that follows it; they are never made again, since that is what they are for.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from server.playing import Frame, Person, Watcher, close_all
from waystation.engine import Chance

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "releases"
DAYS = 30 * 24 * 3600

Stop = Callable[["Game"], bool]


@contextmanager
def served(source: Path, file: Path) -> Iterator[str]:
    """The address of a server of that code."""
    environment = {**os.environ, "PYTHONPATH": str(source / "src")}
    command = [sys.executable, "-m", "waystation.server", "--port", "0", "--db", f"sqlite:///{file}"]
    command += ["--log-level", "ERROR"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        found = re.search(r"http://localhost:(\d+)/", server.stdout.readline())
        assert found, "the server did not start"
        try:
            yield f"127.0.0.1:{found[1]}"
        finally:
            server.send_signal(signal.SIGTERM)


class Game:
    """A table, and the people at it who play chance moves. `asked`: the seats that were asked before the last move."""

    def __init__(self, people: list[Person], name: str, wish: dict[str, Any]) -> None:
        self.name, self.people = name, people
        answer = people[0].post("/api/tables", wish)
        assert answer.status_code == 201, answer.text
        info = answer.json()
        self.id: str = info["id"]
        self.mine: dict[int, Person] = {}
        for seat, found in enumerate(info["seats"]):
            if found["kind"] in ("person", "shared"):
                self.mine[seat] = people[0]
            elif found["link"] and len(self.mine) < len(people):
                person = people[len(self.mine)]
                person.join(found["link"])
                self.mine[seat] = person
        self.chance = Chance.of(name, "release")
        self.watchers = {seat: person.watch(self.id, seat) for seat, person in self.mine.items()}
        for watcher in self.watchers.values():
            watcher.hear("hello")
        self.asked: list[int] = []
        self.moved = -1

    @property
    def first(self) -> Watcher:
        return next(iter(self.watchers.values()))

    @property
    def to_act(self) -> list[int]:
        return list(self.first.view["to_act"])

    def step(self) -> None:
        """One of ours moves, once it is somebody's turn who is no bot; or the game ends before."""
        self.settle()
        if self.first.over:
            return
        seat = self.chance.choice([seat for seat in self.to_act if seat in self.watchers])
        watcher = self.watchers[seat].hear_version(self.first.version)
        self.asked, self.moved = self.to_act, seat
        answer = watcher.act(seat, self.chance.choice(watcher.legal()))
        assert answer["t"] == "done", answer
        for other in self.watchers.values():
            other.hear_version(watcher.version)

    def play(self, moves: int, stop: Stop) -> Game:
        """So many moves and more, until something is so."""
        while not self.first.over and (moves > 0 or not stop(self)):
            self.step()
            moves -= 1
        return self

    def settle(self) -> None:
        """Let bots move, until the game waits for one of ours."""
        while self.watchers and not self.first.over and not self.mine.keys() & set(self.to_act):
            self.first.next()

    def ask(self, seat: int, message: Frame) -> Frame:
        watcher = self.watchers[seat]
        answer = watcher.ask({"seat": seat, **message})
        assert answer["t"] != "refused", answer
        return answer

    def leave(self, seat: int) -> None:
        """A bot stands in for somebody."""
        answer = self.mine.pop(seat).post(f"/api/tables/{self.id}/seats/{seat}", {"do": "leave", "bot": "random"})
        assert answer.status_code == 200, answer.text

    def fact(self, names: dict[int, str]) -> dict[str, Any]:
        """What is known of it by those who played."""
        seats = []
        for seat, person in self.mine.items():
            view = person.get(f"/api/tables/{self.id}/view?seat={seat}").json()
            legal = sorted(offer["notation"] for offer in view.get("legal") or ())
            seats.append({"seat": seat, "person": names[id(person)], "legal": legal, "to_act": view["to_act"]})
        info = self.people[0].get(f"/api/tables/{self.id}").json()
        links = {str(one["seat"]): one["link"] for one in info["seats"] if one["kind"] == "open"}
        facts = {key: info[key] for key in ("id", "game", "ply", "over", "result", "rules_version", "undo", "chat")}
        return {"name": self.name, "host": names[id(self.people[0])], "seats": seats, "links": links, **facts}


def any_time(game: Game) -> bool:
    return True


def mid_turn(game: Game) -> bool:
    """Who has just moved is asked again."""
    return game.to_act == [game.moved]


def half_answered(game: Game) -> bool:
    """Several were asked at the same time, and some of them have answered."""
    left = set(game.to_act)
    return bool(left) and left < set(game.asked) and len(game.asked) > 1


def never(game: Game) -> bool:
    return False


def party(known: set[str], ada: Person, ben: Person, zoe: Person) -> Iterator[Game]:
    """The games of everybody: each of the five in mid-turn or half answered, finished ones, and some unusual tables.

    `known`: what the release knows of a wish for a table; what it does not know yet, or no more, is not wished for.
    """

    def game(name: str, people: list[Person], kind: str, seats: list[str], **wish: Any) -> Game:
        options = {"players": len(seats), **wish.pop("options", {})}
        plain = {"game": kind, "seats": seats, "options": options, "seed": f"release {name}"}
        return Game(people, name, {key: value for key, value in {**plain, **wish}.items() if key in known})

    flying = game("flying", [ada, ben], "wayfinders", ["me", "open", "bot:random"], undo="ask")
    flying.play(250, mid_turn)
    flying.watchers[0].say({"t": "chat", "seat": 0, "text": "Good luck, Zoë!"})
    flying.watchers[0].hear("chat")
    back = game("taken back", [zoe, ben], "waypoints", ["me", "open"]).play(10, mid_turn)
    back.ask(back.moved, {"t": "undo", "version": back.first.version, "ply": back.first.ply - 1})
    yield from (flying, back)
    absent = {"kind": "absent", "turn": DAYS}
    yield game("patient", [ada, zoe], "wayfarers", ["me", "open"], turn_limit=DAYS, pace=absent).play(300, mid_turn)
    yield game("hiking", [ada, ben, zoe], "waypoints", ["me", "open", "open"], chat=False).play(60, half_answered)
    words = game("words", [ben, ada, zoe], "wordtraveler", ["me", "open", "open"], spectators=False)
    yield words.play(40, half_answered)
    sailing = game("sailing", [ada, ben], "windward", ["me", "open", "bot:random"], options={"max_rounds": 12})
    yield sailing.play(40, mid_turn)
    left = game("stood in for", [ada, ben], "windward", ["me", "open"], options={"max_rounds": 6}).play(8, mid_turn)
    left.leave(1)
    yield left
    yield game("one device", [zoe], "waypoints", ["me", "shared:Kim"], hints=True).play(5, mid_turn)
    yield game("free seat", [ada], "waypoints", ["me", "open"])
    lesson = Game([ada], "lesson", {"game": "waypoints", "lesson": True})
    yield lesson
    yield game("drawn together", [ada, ben], "waypoints", ["me", "open"], shares=True)
    done = game("finished", [ben, ada], "windward", ["me", "open"], options={"max_rounds": 4}).play(1, never)
    yield done
    yield game("alone", [ben], "waypoints", ["me"]).play(1, never)
    record = ben.get(f"/api/tables/{done.id}/record").text
    yield Game([zoe], "uploaded", {"record": record, "seats": ["me", "open"]})


def dump(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump())


def make(source: Path) -> dict[str, Any]:
    """All of it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.sqlite"
        with served(source, file) as address:
            people = [Person(address, name) for name in ("Ada", "Ben", "Zoë")]
            names = {id(person): name for person, name in zip(people, ("Ada", "Ben", "Zoë"), strict=True)}
            described = people[0].get("/api/openapi.json").json()
            known = set(described["components"]["schemas"]["NewTable"]["properties"])
            games = list(party(known, *people))
            for game in games:
                game.settle()
            tables = [game.fact(names) for game in games]
            cookies = {names[id(person)]: person.cookie() for person in people}
            version = people[0].get("/health").json()["version"]
            close_all()
        sql = dump(file)
    schema = re.search(r"INSERT INTO \"?alembic_version\"? VALUES\('(\w+)'\)", sql)
    assert schema is not None
    return {
        "version": version,
        "schema": schema[1],
        "made": time.time(),
        "cookies": cookies,
        "tables": tables,
        "sql": sql,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="of the file, such as 2026-11-28")
    parser.add_argument("--source", type=Path, default=ROOT, help="a checkout of the release")
    given = parser.parse_args()
    file = FOLDER / f"{given.name}.json.gz"
    if file.exists():
        parser.error(f"{file} exists already")
    text = json.dumps(make(given.source.resolve()), ensure_ascii=False, indent=0)
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{file}: {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
