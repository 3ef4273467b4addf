"""Whatever a stranger sends is answered in JSON, alike on both databases, and nobody else has to wait for it."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NoReturn

import pytest

import waystation
from server.playing import PATIENCE, Party, Person, Running, Watcher
from waystation.engine import Match, record
from waystation.server import Server, reading
from waystation.server.api import ENDPOINTS
from waystation.server.refusals import Refused


@pytest.fixture
def stored(database: str) -> Iterator[Running]:
    """A server on each kind of database."""
    with Running(Server(database, workers=1)) as running:
        yield running


def is_problem(answer: Any, *statuses: int) -> bool:
    """Whether an answer is a refusal in the one shape."""
    assert answer.status_code in statuses, (answer.status_code, answer.text[:200])
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()) == {"reason", "rule"}
    assert answer.json()["reason"]
    return True


HOSTILE = ["a\0b", "a\x1b[2Jb", "\x07", "\ud800", "a" * 70_000]


def test_hostile_texts_are_refused_alike(stored: Running) -> None:
    ada = Person(stored.address, "Ada")
    table = ada.open("duel", ["me", "open"], options={"players": 2})["id"]
    watcher = ada.watch(table, 0)
    watcher.hear("hello")
    for text in HOSTILE:
        escaped = json.dumps(text)  # with \u0000 and the like, as it travels
        for path, body in (
            ("/api/me", f'{{"name": {escaped}}}'),
            ("/api/join", f'{{"link": {escaped}}}'),
            ("/api/tables", f'{{"game": "duel", "seats": ["me", {json.dumps("shared:" + text)}]}}'),
            ("/api/tables", f'{{"game": {escaped}, "seats": ["me", "me"]}}'),
            ("/api/tables", f'{{"game": "duel", "seats": ["me", "open"], "seed": {escaped}}}'),
            ("/api/tables", f'{{"game": "duel", "seats": ["me", "open"], "options": {{{escaped}: 1}}}}'),
            ("/api/tables", f'{{"game": "duel", "record": {escaped}}}'),
            (f"/api/tables/{table}/seats/1", f'{{"do": "bot", "bot": {escaped}}}'),
        ):
            answer = ada.http.post(path, content=body, headers={"content-type": "application/json"})
            assert is_problem(answer, 400, 404, 413, 422), (path, text[:9])
        if len(text) < 100 and "\ud800" not in text:
            for message in (
                {"t": "chat", "seat": 0, "text": text},
                {"t": "act", "seat": 0, "version": 1, "action": text},
                {"t": "ping", "id": text},
                {"t": "why", "seat": 0, "node": text},
                {"t": "point", "seat": 0, "nodes": [text]},
            ):
                watcher.say(message)
                assert watcher.hear("refused")["reason"]
    for path in ("%00", "a%00b", "%1b", "%ff", "..%2f..", "a" * 3000):
        assert is_problem(ada.get(f"/api/tables/{path}"), 404)
        assert is_problem(ada.get(f"/api/games/{path}/look"), 404)
        assert is_problem(ada.get(f"/static/{path}/x.js"), 404)
    assert ada.get("/api/me").json() == {"name": "Ada"}


ASKED = [endpoint for endpoint in ENDPOINTS if endpoint.method == "GET"]


def test_no_part_of_an_address_is_too_strange(stored: Running) -> None:
    """Each part of each address, with what one kind of database takes and the other does not."""
    ada = Person(stored.address, "Ada")
    table = ada.open("duel", ["me", "shared"], options={"players": 2})["id"]
    usual = {"table": table, "game": "duel", "ply": "0", "seat": "0"}
    for endpoint in ASKED:
        names = re.findall(r"\{(\w+)\}", endpoint.path)
        plain = endpoint.path.format(**{name: usual.get(name, "x") for name in names})
        for text in ("a%00b", "1%20a%00b", "nan", "-inf", "1e999", "%F0%9F%98%80", "%ED%A0%80", "9" * 11, "9" * 400):
            paths = [
                endpoint.path.format(**{**{one: usual.get(one, "x") for one in names}, name: text}) for name in names
            ]
            queries = [f"{plain}?{query.name}={text}" for query in endpoint.queries]
            for path in [*paths, *queries]:
                answer = ada.get(path)
                assert answer.status_code < 500, (path, answer.text[:200])


@pytest.mark.parametrize("host", ["[", "[::1", "x[", "a b", "a@localhost", "localhost:x", "%", ""])
def test_no_host_is_too_strange(running: Running, host: str) -> None:
    """Also one that no address can have: browsers send none, whoever else does gets an answer."""
    ada = Person(running.address, "Ada")
    for endpoint in ENDPOINTS:
        path = re.sub(r"\{\w+\}", "0", endpoint.path)
        answer = ada.http.request(endpoint.method, path, headers={"host": host, "content-type": "application/json"})
        assert answer.status_code < 500, (path, answer.text[:200])
    assert "HTTPS" in ada.http.get("/api/you", headers={"host": host}).json()["no_passkeys"]


def test_a_bot_that_is_written_at_length(stored: Running) -> None:
    """More letters than one of the databases keeps: refused by both, wherever a bot is named."""
    ada = Person(stored.address, "Ada")
    bot = f"mcts:{'0' * 60}300ms"
    assert is_problem(ada.post("/api/tables", {"game": "duel", "seats": ["me", f"bot:{bot}"]}), 422)
    table = ada.open("duel", ["me", "open"])["id"]
    assert is_problem(ada.post(f"/api/tables/{table}/seats/1", {"do": "bot", "bot": bot}), 422)
    cup = {"name": "Cup", "game": "duel", "who": "nobody"}
    assert is_problem(ada.post("/api/tournaments", {**cup, "bots": [bot, "random"]}), 422)
    assert is_problem(ada.post("/api/tournaments", {**cup, "bots": ["random"] * 2, "fill": bot}), 422)


@pytest.mark.parametrize("digits", ["1" * 4301, "9" * 30, "-1", "1e3", "²"])
def test_numbers_of_unusual_length(running: Running, digits: str) -> None:
    ada = Person(running.address, "Ada")
    table = ada.open("duel", ["me", "open"], options={"players": 2})["id"]
    for path in (f"moments/{digits}", f"moments/{digits}.svg"):
        assert is_problem(ada.get(f"/api/tables/{table}/{path}"), 404)
    assert is_problem(ada.post(f"/api/tables/{table}/seats/{digits}", {"do": "leave"}), 404, 405)
    assert is_problem(ada.get(f"/api/tables/{table}/view?seat={digits}"), 400, 403)
    body = f'{{"game": "duel", "seats": ["me", "open"], "options": {{"players": {digits.strip("²") or 0}}}}}'
    answer = ada.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert is_problem(answer, 400, 422)


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"[" * 60_000, 400),
        (b'{"a":' * 10_000, 400),
        (b"\xff\xfe", 400),
        (b"", 400),
        (b'{"name": "' + b"x" * 70_000 + b'"}', 413),
        (b'{"name": NaN}', 400),
        (b'{"name": ' + b"1" * 60_000 + b"}", 422),
    ],
)
def test_bodies_that_are_none(running: Running, content: bytes, status: int) -> None:
    ada = Person(running.address, "Ada")
    for given in (content, iter([content[:10], content[10:]])):  # with its length, and in pieces
        answer = ada.http.post("/api/me", content=given, headers={"content-type": "application/json"})
        assert is_problem(answer, status, 400, 422)


def test_every_error_has_one_shape(running: Running) -> None:
    ada = Person(running.address, "Ada")
    assert is_problem(ada.http.put("/api/me"), 405)
    assert ada.http.put("/api/me").headers["allow"]
    assert is_problem(ada.http.post("/"), 405)
    assert is_problem(ada.get("/api/nothing"), 404)
    assert is_problem(ada.get("/api/tables/x/live"), 404)
    assert is_problem(ada.http.delete("/api/tables/nothing"), 404)
    assert is_problem(ada.http.post("/api/me", content=b"{}", headers={"content-type": "text/plain"}), 415)


OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("wayfarers", {"components": {"land": {"cards": [{"id": "L01", "now": "(" * 2000}]}}}),
    (
        "wayfarers",
        {"components": {"tiles": {"tiles": [{"id": "U1", "colour": "", "wide": 1, "high": 1, "sides": [""]}]}}},
    ),
    ("wayfarers", {"solo_board": 1 << 63}),
    ("wordtraveler", {"own_city": "nowhere"}),
    ("wordtraveler", {"own_words": "../../etc/passwd"}),
    ("waypoints", {"map": "nowhere"}),
    ("waypoints", {"sheet": "x" * 30_000}),
    ("windward", {"components": {"x": [[[[]]]]}}),
    ("wayfinders", {"layout": "\u202e"}),
    ("duel", {"players": [[[]]]}),
]


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_options_that_make_no_table(running: Running, game: str, options: dict[str, Any]) -> None:
    """Refused in a sentence, which tells nothing of the server's folders."""
    ada = Person(running.address, "Ada")
    for padding in (0, 70_000):  # read at once, and in a process of its own
        wish = {"game": game, "seats": ["me"] * 2, "options": options, "record": None}
        answer = ada.http.post(
            "/api/tables", content=json.dumps(wish) + " " * padding, headers={"content-type": "application/json"}
        )
        assert is_problem(answer, 422)
        assert len(answer.text) < 700
        assert str(Path.home()) not in answer.text
        assert str(Path(waystation.__file__).parent) not in answer.text


@pytest.mark.parametrize(
    "name",
    ["\u200b\u200b", "\u202e", "\u2800\u3164", "\u00ad\u2060", "\u115f \u1160", "\U000e0041", "\ufe0f", "\u200d"],
)
def test_names_that_cannot_be_seen(running: Running, name: str) -> None:
    ada = Person(running.address, "Ada")
    assert is_problem(ada.post("/api/me", {"name": name}), 422)
    label = ada.open("duel", ["me", f"shared:{name}"], options={"players": 2})["seats"][1]["name"]
    assert label == "Player 2"


def test_names_without_what_acts(running: Running) -> None:
    ada = Person(running.address)
    assert ada.post("/api/me", {"name": " A\u202ed\u200ba\u00a0 B "}).json() == {"name": "Ada B"}
    assert ada.post("/api/me", {"name": "\u05e9\u05dc\u05d5\u05dd"}).json() == {"name": "\u05e9\u05dc\u05d5\u05dd"}


# ---------------------------------------------------------------------- how long it takes


HELD = 0.3
"""Seconds of its processor for which the event loop may be held at a time."""
STUCK = 5.0
"""Seconds for which nobody else may be answered, however busy the machine is: something waits in the loop."""
TRIES = 3
"""Of what is timed by the clock: on a busy machine one may be late. What grows with the square is late each time."""


class Pulse:
    """Counts how long the server's event loop was held at the longest.

    Held is what it takes of the processor between two beats: that other programs have the processor is nobody's fault
    here. `stuck` is what the clock says, in which the loop may also have waited for something.
    """

    def __init__(self, running: Running) -> None:
        self.running = running
        self.held = self.stuck = 0.0

    def __enter__(self) -> Pulse:
        self.task = asyncio.run_coroutine_threadsafe(self._beat(), self.running.loop)
        return self

    def __exit__(self, *_: object) -> None:
        self.task.cancel()
        if not any(_):
            assert self.held < HELD
            assert self.stuck < STUCK

    async def _beat(self) -> None:
        while True:
            began, used = time.perf_counter(), time.thread_time()  # of the loop's own thread
            await asyncio.sleep(0.002)
            self.held = max(self.held, time.thread_time() - used)
            self.stuck = max(self.stuck, time.perf_counter() - began)


def grows_with_size(sizes: tuple[int, int, int], ask: Callable[[int], None]) -> None:
    """Four times as much takes about four times as long, not sixteen times, nor twice as much four times as long.

    (What is larger than 64 KB is read in a process of its own, which first has to start: that is the same for all.)
    """
    for _ in range(TRIES):
        seconds = []
        for size in sizes:
            began = time.perf_counter()
            ask(size)
            seconds.append(time.perf_counter() - began)
        if seconds[2] < max(8 * seconds[0], 3 * seconds[1]) + 2.0:
            return
    raise AssertionError(seconds)


def test_who_holds_the_loop_is_found(running: Running) -> None:
    """The measure itself: work in the loop counts, and so does waiting in it; that the machine is busy does not."""

    async def work() -> None:
        end = time.thread_time() + HELD + 0.1
        while time.thread_time() < end:
            pass

    async def wait() -> None:
        time.sleep(0.5)

    for hold in (work, wait):
        pulse = Pulse(running)
        pulse.task = asyncio.run_coroutine_threadsafe(pulse._beat(), running.loop)
        time.sleep(0.05)
        running.call(hold)
        running.call(lambda: asyncio.sleep(0.05))
        pulse.task.cancel()
        assert pulse.stuck >= (HELD if hold is work else 0.5)
        assert (pulse.held >= HELD) == (hold is work)


GAME = waystation.load("wayfinders", players=2)


def long_record(lines: int) -> str:
    """A record that is read to its end, and refused there."""
    text = record.write(Match(GAME, 1)).partition("checksum")[0]
    return text + "  ; nothing\n" * lines + "1 pass\n"


def position(size: int) -> dict[str, Any]:
    return {"format": "waystation position 1", "table": {"unknown": [[1, [2, [3]]]] * size}}


BODIES: dict[str, tuple[int, Callable[[int], Any]]] = {
    "name": (4_000, lambda n: ("/api/me", {"name": "x" * n})),
    "names": (2_000, lambda n: ("/api/me", {"name": ["x"] * n})),
    "spaces in a move": (15_000, lambda n: ("/api/tables", {"record": long_record(1) + "1 a" + " " * n + "{"})),
    "spaces in a head": (60_000, lambda n: ("/api/tables", {"record": "waystation record 1\ngame:" + " " * n})),
    "braces": (15_000, lambda n: ("/api/tables", {"record": long_record(1) + "1 a " + "{1/2 " * n})),
    "comments": (30_000, lambda n: ("/api/tables", {"record": long_record(n)})),
    "checksums": (30_000, lambda n: ("/api/tables", {"record": long_record(1) + "checksum: \n" * n})),
    "position in a record": (
        15_000,
        lambda n: ("/api/tables", {"record": f"waystation record 1\nposition: {json.dumps(position(n))}\n\n"}),
    ),
    "brackets in a record": (60_000, lambda n: ("/api/tables", {"record": "waystation record 1\noptions: " + "[" * n})),
    "digits in a record": (60_000, lambda n: ("/api/tables", {"record": "waystation record 1\nseed: " + "1" * n})),
    "seats": (10_000, lambda n: ("/api/tables", {"game": "duel", "seats": ["open"] * n})),
    "options": (30_000, lambda n: ("/api/tables", {"game": "duel", "seats": [], "options": {"x": [[1]] * n}})),
    "components": (
        3_000,
        lambda n: (
            "/api/tables",
            {
                "game": "wayfarers",
                "seats": ["me", "me"],
                "options": {
                    "components": {"land": {"cards": [{"id": f"L{k}", "tags": "city", "now": "x"} for k in range(n)]}}
                },
            },
        ),
    ),
    "tiles": (
        3_000,
        lambda n: (
            "/api/tables",
            {"game": "wayfinders", "seats": ["me", "me"], "options": {"tiles": [{"id": f"t{k}"} for k in range(n)]}},
        ),
    ),
    "map": (
        60_000,
        lambda n: ("/api/tables", {"game": "waypoints", "seats": ["me", "me"], "options": {"sheet": "{" + " " * n}}),
    ),
    "link": (4_000, lambda n: ("/api/join", {"link": "x" * n})),
}


@pytest.mark.parametrize("kind", BODIES)
def test_time_grows_with_the_size_of_a_body(running: Running, kind: str) -> None:
    """And the event loop is free meanwhile. The limit leaves room for a busy machine, docs/serving.md has figures."""
    size, make = BODIES[kind]
    ada = Person(running.address, "Ada")

    def post(n: int) -> None:
        path, body = make(n)
        answer = ada.http.post(path, content=json.dumps(body), headers={"content-type": "application/json"})
        assert is_problem(answer, 400, 404, 413, 422)

    with Pulse(running):
        grows_with_size((size, 2 * size, 4 * size), post)


def asked(watcher: Watcher, message: dict[str, Any]) -> None:
    ident = watcher.say(message)
    while watcher.next(PATIENCE).get("id") not in (ident, ""):
        pass


MESSAGES: dict[str, Callable[[int], dict[str, Any]]] = {
    "trace": lambda n: {"t": "trace", "seat": 0, "points": [[k * 7 % 900, k * 11 % 700] for k in range(n // 20)]},
    "nodes": lambda n: {"t": "point", "seat": 0, "nodes": ["x" * 190] * (n // 3000)},
    "text": lambda n: {"t": "chat", "seat": 0, "text": "x " * (n // 2)},
    "action": lambda n: {"t": "act", "seat": 0, "version": 1, "action": "visit " * (n // 6)},
    "node": lambda n: {"t": "why", "seat": 0, "node": "stop:" * (n // 5)},
    "unknown": lambda n: {"t": "act", "extra": [[[]]] * (n // 6)},
}


@pytest.mark.parametrize("kind", MESSAGES)
def test_time_grows_with_the_size_of_a_message(running: Running, kind: str) -> None:
    party = Party(running.address, "waypoints", 2)
    watcher = party.watchers[0]
    with Pulse(running):
        grows_with_size((15_000, 30_000, 60_000), lambda n: asked(watcher, MESSAGES[kind](n)))


@pytest.mark.parametrize("game", sorted(waystation._SHIPPED))
def test_questions_about_anything_hold_nobody_up(running: Running, game: str) -> None:
    """Each node of the table, asked about: why not, and plans."""
    party = Party(running.address, game, waystation.load(game).players)
    watcher = party.watchers[0]
    with Pulse(running):
        for node in list(watcher.scene)[::7]:
            for kind in ("why", "plans"):
                asked(watcher, {"t": kind, "seat": 0, "node": node})


def test_nobody_has_two_long_records_read_at_a_time(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read one after another: whoever sends many that take long would have all others wait."""
    begun, may_end = threading.Event(), threading.Event()

    async def read(content: bytes, person: str) -> NoReturn:
        begun.set()
        while not may_end.is_set():
            await asyncio.sleep(0.01)
        raise Refused("enough", status=422)

    monkeypatch.setattr(reading, "_elsewhere", read)
    ada, long = Person(running.address, "Ada"), {"game": "duel", "record": "x" * 70_000}
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(ada.http.post, "/api/tables", json=long)
        assert begun.wait(PATIENCE)
        assert is_problem(ada.post("/api/tables", long), 429)
        assert ada.open("duel", ["me", "open"], options={"players": 2})
        may_end.set()
        assert is_problem(first.result(PATIENCE), 422)
    assert is_problem(ada.post("/api/tables", long), 422)


def test_a_long_record_is_opened_elsewhere(running: Running) -> None:
    """A whole game with comments is larger than what is read at once, and plays out as it was."""
    match = Match(waystation.load("windward", max_rounds=30), 3)
    chance = waystation.engine.Chance.of(3, "test")
    while not match.state.is_over:
        seat = match.state.to_act[0]
        match.apply(chance.choice(match.state.legal_actions(seat)), seat)
    text = record.write(match)
    text = text if len(text) > 70_000 else text.partition("checksum")[0] + "  ; padding\n" * 6000
    ada = Person(running.address, "Ada")
    with Pulse(running):
        opened = ada.open("", [], record=text)
    assert opened["over"]
    assert opened["ply"] == len(match.moves)
    story = ada.get(f"/api/tables/{opened['id']}/story").json()
    assert story["ply"] == len(match.moves)
