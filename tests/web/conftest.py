"""A real server and real browsers for tests of the page. Without Chromium they are skipped, and say so (`lacking`)."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import waystation
from lacking import lacking
from waystation.arena import play_match
from waystation.arena.match import RecordOfGame
from web.browsing import CHROMIUM, PATIENCE, chromium

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")
Browser, BrowserContext, Page = sync_api.Browser, sync_api.BrowserContext, sync_api.Page

# What the console says of a server that was killed or a network that was cut.
HARMLESS = (
    "net::ERR_CONNECTION_",
    "net::ERR_CONTENT_LENGTH_MISMATCH",
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_INCOMPLETE_CHUNKED_ENCODING",
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_SOCKET_NOT_CONNECTED",
    "WebSocket connection to",
)

# The server as anybody starts it, but for its bots: on a slow machine they may think for as long as tests wait.
SERVE = f"""
import runpy
from waystation.server import reviews, thinking
thinking.LIMIT = {PATIENCE}
reviews.SECONDS = 3.0
runpy.run_module("waystation.server", run_name="__main__")
"""

# A table that the page opens gets a seed that the test knows, so that a test meets the same deal each time.
SEEDED = """(seed) => {
    const plain = window.fetch;
    window.fetch = (path, how) => {
        const body = path === "/api/tables" && how?.body ? JSON.parse(how.body) : {};
        return plain(path, body.game ? { ...how, body: JSON.stringify({ ...body, seed }) } : how);
    };
}"""

# The middle of a node (if it is bent round something else, the nearest place to it that is the node's), once it has
# rested there for two frames and nothing of the page lies on it. It is brought into the middle of the window: on a
# phone the sheet of choices covers the lower part.
WITHIN_REACH = """(node) => {
    node.scrollIntoView({ block: "center", behavior: "instant" });
    const box = node.getBoundingClientRect();
    const places = [[0.5, 0.5]];
    for (let x = 0.1; x < 1; x += 0.1) for (let y = 0.1; y < 1; y += 0.1) places.push([x, y]);
    const off = ([x, y]) => Math.hypot((x - 0.5) * box.width, (y - 0.5) * box.height);
    places.sort((a, b) => off(a) - off(b));
    const spots = places.map(([x, y]) => [box.x + x * box.width, box.y + y * box.height]);
    const at = spots.find((spot) => node.contains(document.elementFromPoint(...spot))) ?? spots[0];
    const rests = String(at) === window.lastSeenAt && !document.querySelector(".sky > :not(.ghost)");
    window.lastSeenAt = String(at);
    return rests && document.elementFromPoint(...at)?.closest(".board svg") ? at : null;
}"""


def claim_port() -> socket.socket:
    """A socket that holds a port number for us, so that a server can be started there, killed, and started again.

    It holds it for datagrams: other tests that look for a port see it, our server's listening does not. The numbers lie
    below those that connections get at random.
    """
    for port in range(20_000 + 20 * (os.getpid() % 590), 32_000):  # each test process looks from a place of its own
        claim = socket.socket(type=socket.SOCK_DGRAM)
        with socket.socket() as probe, contextlib.suppress(OSError):
            claim.bind(("127.0.0.1", port))
            probe.bind(("127.0.0.1", port))
            return claim
        claim.close()
    raise OSError("there is no free port from 20000 to 32000")


class Server:
    """A server process on a port of its own, with a database file that outlives a kill."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.claim = claim_port()
        self.port = self.claim.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-c", SERVE, "--port", str(self.port)]
        database = f"sqlite:///{self.folder / 'tables.db'}"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*command, "--db", database], stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=5):
                    return
            except OSError:
                time.sleep(0.1)
        pytest.fail(f"the server did not start:\n{self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """As a power cut does it: no goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.claim.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for most tests."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may kill it."""
    running = Server(tmp_path)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def finished_record() -> str:
    """A whole game between bots."""
    game = waystation.load("wayfinders", players=2, max_rounds=2)
    return str(play_match(game, ["random", "random"], 5, accumulators=[RecordOfGame]).extra["record"])


@pytest.fixture(scope="session")
def browser() -> Browser:
    if CHROMIUM is None:
        lacking("Chromium is not installed: the page is NOT tested in a browser")
    return chromium()


class Person:
    """Somebody with a browser of their own, who plays by clicking what the page shows."""

    def __init__(self, page: Page, finger: bool = False) -> None:
        self.page = page
        self.finger = finger  # all by touch
        self.turn = 0

    def name(self, name: str) -> None:
        """Say on the home page who one is."""
        field = self.page.get_by_label("You play as")
        field.fill(name)
        field.press("Enter")
        sync_api.expect(self.page.get_by_text("saved", exact=True)).to_be_visible()

    def set_up(self, game: str, seats: list[str], options: dict[str, str] | None = None, hints: str = "") -> None:
        """Open a table by the form; `seats` are the values of the seat lists, `options` go by their labels."""
        self.page.get_by_role("link", name=f"Set up {game}").click()
        self.page.get_by_label("Players").select_option(str(len(seats)))
        for seat, wish in enumerate(seats):
            self.page.get_by_label(f"Seat {seat + 1}", exact=True).select_option(wish)
        self.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        for label, value in (options or {}).items():
            self.page.get_by_label(label, exact=True).fill(value)
        self.page.get_by_label("Hints from a bot").select_option(hints)
        self.page.get_by_role("button", name="Open the table").click()
        self.ready()

    def ready(self) -> None:
        """Wait until the table is drawn, in its own colours and signs."""
        self.page.wait_for_selector(".board [data-id]", state="attached")
        self.page.wait_for_function("() => document.adoptedStyleSheets.some(sheet => sheet.cssRules.length)")

    @property
    def ply(self) -> int:
        return int(self.page.locator("main.table").get_attribute("data-ply") or -1)

    @property
    def over(self) -> bool:
        return self.page.locator(".result").count() > 0

    @property
    def may_act(self) -> bool:
        return self.page.locator(".question.mine").count() > 0

    def wait(self) -> None:
        """Until the page takes this person's choice, or the game is over."""
        self.page.wait_for_function(
            """() => document.querySelector('.result')
                || (document.querySelector('.question.mine') && !document.querySelector('.choices[data-busy]'))"""
        )

    def moved(self, before: int) -> None:
        """Wait until the table is further than after `before` moves."""
        self.page.wait_for_function("b => +document.querySelector('main.table').dataset.ply > b", arg=before)

    def move(self, board: bool) -> None:
        """One decision: by the board where that offers a way, else by a button."""
        self.turn += 1
        before = self.ply
        if not (board and self.click_board(before)):
            acts = self.page.locator(".choices .act")
            self.push(acts.nth(self.turn * 7 % acts.count()))
        self.moved(before)

    def click_board(self, before: int) -> bool:
        """Click on the table until the clicks mean something: piece, then target, then an item of the menu."""
        for chosen in range(3):
            marked = self.page.locator(".board .can:visible")
            if not marked.count():
                return False
            self.press(marked.nth(self.turn % marked.count()))
            self.page.wait_for_function(
                """([before, chosen]) => document.querySelector('.menu')
                    || document.querySelectorAll('.node.chosen').length > chosen
                    || +document.querySelector('main.table').dataset.ply > before""",
                arg=[before, chosen],
            )
            if self.page.locator(".menu").count():
                self.push(self.page.locator(".menu button").first)
                return True
            if self.ply > before:
                return True
        return False

    def middle(self, node: Any) -> tuple[float, float]:
        """Where to click on a node of the table, as soon as it can be clicked."""
        x, y = self.page.wait_for_function(WITHIN_REACH, arg=node.element_handle()).json_value()
        return x, y

    def press(self, node: Any) -> None:
        """Click on a node of the table."""
        (self.page.touchscreen.tap if self.finger else self.page.mouse.click)(*self.middle(node))

    def push(self, button: Any) -> None:
        """Click on a button of the page."""
        (button.tap if self.finger else button.click)()


Visit = Callable[..., Person]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens an address as a person of its own: another browser profile each time. Errors on the page fail the test."""
    sync_api.expect.set_options(timeout=PATIENCE * 1000)
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(url: str, seed: str | None = "a known deal", **profile: Any) -> Person:
        usual = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **profile})
        contexts.append(context)
        if seed is not None:
            context.add_init_script(f"({SEEDED})({json.dumps(seed)})")
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(f"{line.text} {line.location}") if line.type == "error" else None)
        page.goto(url)
        return Person(page)

    yield open_page
    for context in contexts:
        context.close()
    assert [error for error in errors if not any(harmless in error for harmless in HARMLESS)] == []
