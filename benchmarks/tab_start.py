"""The site without a server: bytes and seconds from opening its address to one's first decision.

    python benchmarks/tab_start.py                  # builds the site; each game in a browser profile of its own
    python benchmarks/tab_start.py --site build/site --runs 3

A local host hands out the files as they are, and counts: all bytes of its answers, as they are and as a host would
send them that compresses text by gzip. First visit: the home page, "Play now" as soon as it is there, the first choice
as soon as it can be clicked. Later visits: the same with new pages of that profile, once the site is kept in it. In the
second one Chromium has not yet kept all the machine code that it makes; the third is as all that follow.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import waystation

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from web.browsing import chromium  # noqa: E402

FREE = "() => document.querySelector('.question.mine') && !document.querySelector('.choices[data-busy]')"
PLY = "() => +document.querySelector('main.table').dataset.ply"
REST = 3000
"""Milliseconds that somebody stays after the first decision."""
TEXT = (".js", ".css", ".html", ".json", ".svg", ".webmanifest")


class Counting(SimpleHTTPRequestHandler):
    """Any host of files; tells what it sent."""

    def __init__(self, sent: list[str], *given: Any, **more: Any) -> None:
        self.sent = sent
        super().__init__(*given, **more)

    def send_response(self, code: int, message: str | None = None) -> None:
        if code == 200:
            self.sent.append(self.translate_path(self.path))
        super().send_response(code, message)

    def log_message(self, format: str, *args: Any) -> None: ...


def size(path: str, packed: bool) -> int:
    """What a file takes on the wire, from a host that sends it as it is or from one that compresses text."""
    file = Path(path) / "index.html" if Path(path).is_dir() else Path(path)
    content = file.read_bytes()
    return len(gzip.compress(content, 6)) if packed and file.suffix in TEXT else len(content)


def decide(page: Any, url: str, title: str) -> float:
    """Seconds from the address to the picture after one's first decision."""
    began = time.perf_counter()
    page.goto(url)
    page.get_by_role("button", name=f"Play {title} now").click()
    page.wait_for_function(FREE, timeout=120_000)
    before = page.evaluate(PLY)
    page.locator(".choices .act").first.click()
    page.wait_for_function(f"before => ({PLY})() > before", arg=before, timeout=120_000)
    return time.perf_counter() - began


def visit(context: Any, url: str, title: str) -> float:
    """Seconds of one more visit."""
    page = context.new_page()
    took = decide(page, url, title)
    page.wait_for_timeout(REST)
    page.close()
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--site", type=Path, help="a site that is built already")
    parser.add_argument("--runs", type=int, default=3, help="how often; the middle one is told (default: 3)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = asked.site or Path(folder)
        if asked.site is None:
            subprocess.run([sys.executable, str(ROOT / "tools" / "tabsite.py"), "--out", folder], check=True)
        sent: list[str] = []
        host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, sent, directory=str(site)))
        threading.Thread(target=host.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{host.server_port}/"
        table = Table("game", "as files are, MB", "text compressed, MB", "first visit, s", "second, s", "third, s")
        for name in waystation.game_names():
            table.add_row(name, *measured(url, waystation.game_type(name).spec.title, sent, asked.runs))
        host.shutdown()
    Console().print(table)


def measured(url: str, title: str, sent: list[str], runs: int) -> list[str]:
    """A game's figures: the middle of several runs."""
    rows = []
    for _ in range(runs):
        context = chromium().new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        sent.clear()
        page = context.new_page()
        first = decide(page, url, title)
        wire = [sum(size(path, packed) for path in sent) / 1e6 for packed in (False, True)]
        page.wait_for_function("() => navigator.serviceWorker.controller", timeout=120_000)
        page.close()
        rows.append([*wire, first, visit(context, url, title), visit(context, url, title)])
        context.close()
    return [f"{statistics.median(column):.1f}" for column in zip(*rows, strict=True)]


if __name__ == "__main__":
    main()
