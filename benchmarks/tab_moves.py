"""How long it takes from choosing something to its picture, at a table in a browser's tab: each game in Chromium.

    python3 dev.py site
    python benchmarks/tab_moves.py --moves 40

Plays against a bot that plays anything, always by the list of choices, and asks the browser when the picture after it
was seen. Says, too, when the tables' worker had answered: the rest is the page's, and the same as with a server.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import waystation

ROOT = Path(__file__).parents[1]

WATCH = """
    window.answered = 0;
    const Plain = Worker;
    window.Worker = class extends Plain {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => {
                if (data.t === "frame" && data.text.startsWith('{"t":"step"')) window.answered ||= performance.now();
            });
        }
    };
"""
READY = """() => document.querySelector('.result')
    || (document.querySelector('.question.mine') && !document.querySelector('.choices[data-busy]')
        && document.querySelector('.choices .act'))"""
CHOOSE = """(number) => new Promise((resolve) => {
    const table = document.querySelector("main.table");
    const choices = document.querySelectorAll(".choices .act");
    const before = +table.dataset.ply;
    window.answered = 0;
    const began = performance.now();
    // A word that is put in with the new picture: the browser tells when it was first seen.
    const word = document.createElement("p");
    word.textContent = `choice ${number}`;
    word.style = "position: fixed; right: 0; bottom: 0; z-index: 99; margin: 0; font-size: 9px";
    word.setAttribute("elementtiming", word.textContent);
    new PerformanceObserver((list, observer) => {
        const entry = list.getEntries().find(({ identifier }) => identifier === word.textContent);
        if (!entry) return;
        observer.disconnect();
        word.remove();
        resolve([entry.renderTime - began, window.answered - began]);
    }).observe({ type: "element", buffered: true });
    const seen = new MutationObserver(() => {
        if (+table.dataset.ply === before) return;
        seen.disconnect();
        document.body.append(word);
    });
    seen.observe(table, { attributes: true });
    choices[number % choices.length].click();
})"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None: ...


def times(page: Any, site: str, game: str, moves: int, pause: float) -> list[tuple[float, float]]:
    """Milliseconds until the picture, and until the worker's answer, of each choice."""
    page.goto(f"{site}?/new/{game}")
    page.get_by_label("Players", exact=True).select_option("2")
    page.get_by_label("Seat 2", exact=True).select_option("bot:random")
    page.evaluate("document.querySelector('#seed').value = 'measured'")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".board [data-id]", state="attached")
    found = []
    for number in range(moves):
        page.wait_for_function(READY)
        if page.locator(".result").count():
            break
        time.sleep(pause)
        found.append(tuple(page.evaluate(CHOOSE, number * 7)))
    return found


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=Path, default=ROOT / "build" / "site", help="what dev.py site has built")
    parser.add_argument("--moves", type=int, default=40, help="choices in each game")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds that one looks before each choice")
    parser.add_argument("games", nargs="*", help="default: all")
    given = parser.parse_args()
    if not (given.site / "sw.js").exists():
        sys.exit(f"there is no site in {given.site}; build it: python3 dev.py site")
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(given.site)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for game in given.games or waystation.game_names():
            context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
            context.add_init_script(WATCH)
            page = context.new_page()
            page.set_default_timeout(120_000)
            found = times(page, f"http://127.0.0.1:{host.server_port}/", game, given.moves, given.pause)
            pictures, answers = (sorted(times) for times in zip(*found, strict=True))
            middle, late = len(found) // 2, int(len(found) * 0.95)
            print(
                f"{game:14} {len(found):3} choices: picture {pictures[middle]:4.0f} ms, p95 {pictures[late]:4.0f}; "
                f"answer {answers[middle]:4.0f} ms, p95 {answers[late]:4.0f}",
                flush=True,
            )
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
