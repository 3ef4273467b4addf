"""A real server and real browsers for the page's tests. Without Chromium they are skipped, and say so."""

from __future__ import annotations

import os
import shutil
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

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")
Browser, BrowserContext, Page = sync_api.Browser, sync_api.BrowserContext, sync_api.Page

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
HARMLESS = ("net::ERR_CONNECTION_REFUSED", "net::ERR_INTERNET_DISCONNECTED", "WebSocket connection to")


class Server:
    """`python -m waystation.server` on a port of its own, with a database file that outlives a kill."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "waystation.server", "--port", str(self.port)]
        database = f"sqlite:///{self.folder / 'tables.db'}"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*command, "--db", database], stdout=log, stderr=log)
        for _ in range(300):
            if self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=1):
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
        self.process.wait(20)


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
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed: the page is NOT tested in a browser")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens an address as a person of its own: another browser profile each time. Errors on the page fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(url: str, **profile: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **profile})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [error for error in errors if not error.startswith(HARMLESS) and not any(h in error for h in HARMLESS)] == []
